//! Model files, and the positions they are about.

use std::{path::Path, sync::Arc};

use anyhow::Context;
use philidor_chess::Material;
use philidor_files as files;
use philidor_induce::characterise::{Characterisation, Dataset};
use philidor_nets::file::Model;
use philidor_truth::{Table, Tables};
use serde_json::{Value, json};

use super::Judge;

/// Finds the tables of an endgame and of all it leads to, and its own table.
pub type Find<'f> = &'f mut dyn FnMut(Material) -> anyhow::Result<(Tables, Arc<Table>)>;

/// A model with the judge in it and all its positions.
pub struct Loaded {
    /// The file's content.
    pub model: Model,
    /// The net as a judge of positions.
    pub judge: Judge,
    /// Every position it judges.
    pub data: Dataset,
    /// The tables of its endgame.
    pub tables: Tables,
}

impl Loaded {
    /// Reads a model.
    pub fn open(path: &Path, find: Find<'_>) -> anyhow::Result<Loaded> {
        let within = || format!("in {}", path.display());
        let model = Model::from_bytes(&files::read(path)?).with_context(within)?;
        let judge = Judge::from_model(&model).with_context(within)?;
        let material = judge.material;
        let (tables, table) = find(material)?;
        let characterisation = Characterisation { material, features: judge.features().to_vec() };
        let data = Dataset::new(&table, judge.to_move, &characterisation);
        Ok(Loaded { model, judge, data, tables })
    }

    /// `21-40-8-1 net, 1217 weights of 8 bits, 9736 bits in all`.
    pub fn summary(&self) -> String {
        let weights = self.model.net.parameters().len();
        let bits = self.model.quantised.as_ref().map_or(32, |q| q.bits);
        format!(
            "{} net, {weights} weights of {bits} bits, {} bits in all",
            self.model.net.shape(),
            self.model.size_in_bits()
        )
    }

    /// The positions that the net gets wrong.
    pub fn errors(&self) -> Vec<u32> {
        philidor_induce::errors(&self.judge, &self.data, &self.data.rows())
    }

    /// The net and the positions it gets wrong, for programs.
    pub fn errors_json(&self, wrong: &[u32]) -> Value {
        let fens: Vec<String> = wrong.iter().take(100).map(|&row| self.data.fen(row)).collect();
        json!({
            "endgame": self.model.story.endgame,
            "to_move": self.model.story.to_move,
            "shape": self.model.net.shape().to_string(),
            "weights": self.model.net.parameters().len(),
            "bits": self.model.size_in_bits(),
            "positions": self.data.len(),
            "errors": wrong.len(),
            "wrong": fens,
        })
    }

    /// The net and the positions it gets wrong, for a terminal.
    pub fn errors_text(&self, wrong: &[u32]) -> String {
        let (data, story) = (&self.data, &self.model.story);
        let mut out = format!(
            "{}\n{}, {} to move: {} positions, {} errors ({:.3} % right)\n",
            self.summary(),
            story.endgame,
            story.to_move,
            data.len(),
            wrong.len(),
            100.0 * (1.0 - wrong.len() as f64 / data.len().max(1) as f64)
        );
        wrong.iter().take(SHOWN).for_each(|&row| out += &format!("  {}\n", data.fen(row)));
        if wrong.len() > SHOWN {
            out += &format!("  … and {} more\n", wrong.len() - SHOWN);
        }
        out
    }
}

/// Wrong positions shown on a terminal.
const SHOWN: usize = 10;
