//! Tables compared with Syzygy files.

use philidor_chess::Material;
use philidor_truth::syzygy::Comparison;
use serde_json::{Value, json};

/// Tables that were compared.
#[derive(Debug, Default)]
pub struct Verified {
    tables: Vec<(Material, Comparison)>,
}

impl Verified {
    /// Adds a table.
    pub fn add(&mut self, material: Material, result: Comparison) {
        self.tables.push((material, result));
    }

    /// Positions in all.
    pub fn positions(&self) -> u64 {
        self.tables.iter().map(|(_, result)| result.positions).sum()
    }

    /// Positions that differ.
    pub fn mismatches(&self) -> u64 {
        self.tables.iter().map(|(_, result)| result.mismatches).sum()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let table = |(material, result): &(Material, Comparison)| {
            json!({"material": material.to_string(), "positions": result.positions,
                "dtz_positions": result.dtz_positions, "dtz_derived": result.dtz_derived, "mismatches": result.mismatches, "examples": result.examples,
                "syzygy_wdl_digest": format!("{:016x}", result.syzygy_digest)})
        };
        let tables: Vec<Value> = self.tables.iter().map(table).collect();
        json!({"positions": self.positions(), "mismatches": self.mismatches(), "tables": tables})
    }
}

/// One table for a terminal, with the seconds that it took.
pub fn text(material: Material, result: &Comparison, seconds: f64) -> String {
    let mut out = format!(
        "{material:<6} {:>12} positions, {} mismatches  ({seconds:.1} s)\n",
        result.positions, result.mismatches
    );
    result.examples.iter().for_each(|example| out += &format!("  {example}\n"));
    out
}
