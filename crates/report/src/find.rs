//! Positions found in a table.

use philidor_chess::{Material, write_fen};
use philidor_truth::find::Findings;
use serde::Serialize;

/// A position that was found, with its value for the side to move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FoundPosition {
    /// The position.
    pub fen: String,
    /// `win`, `draw` or `loss`.
    pub wdl: &'static str,
    /// Plies to mate; none for draws.
    pub dtm_plies: Option<u16>,
    /// Plies to the next capture, promotion or mate; none for draws.
    pub dtc_plies: Option<u16>,
}

/// What a search of a table found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Found {
    /// The endgame.
    pub material: String,
    /// How many there are, listed or not.
    pub count: u64,
    /// The first of them.
    pub positions: Vec<FoundPosition>,
}

impl Found {
    /// From what the table gave.
    pub fn new(material: Material, found: &Findings) -> Found {
        let one = |f: &philidor_truth::find::Found| FoundPosition {
            fen: write_fen(&f.position),
            wdl: f.value.wdl().name(),
            dtm_plies: f.value.dtm.plies(),
            dtc_plies: f.value.dtc.plies(),
        };
        Found {
            material: material.to_string(),
            count: found.count,
            positions: found.list.iter().map(one).collect(),
        }
    }
}
