//! Positions found in a table.

use philidor_chess::{Material, diagram, shakmaty::Position, write_fen};
use philidor_truth::find::Findings;
use serde::Serialize;

use super::side;

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
    /// Plies to the next capture, pawn move or mate under the fifty-move rule, which spoils what is above 100; none for draws.
    pub dtz_plies: Option<u16>,
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
            dtz_plies: f.value.dtz.plies(),
        };
        Found {
            material: material.to_string(),
            count: found.count,
            positions: found.list.iter().map(one).collect(),
        }
    }

    /// One position a line, then how many there are.
    pub fn text(&self) -> String {
        let plies = |n: Option<u16>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let mut out = String::new();
        for FoundPosition { fen, wdl, dtm_plies, dtc_plies, dtz_plies } in &self.positions {
            let (dtm, dtc, dtz) = (plies(*dtm_plies), plies(*dtc_plies), plies(*dtz_plies));
            out += &format!("{fen}  {wdl} dtm {dtm} dtc {dtc} dtz {dtz}\n");
        }
        out + &if self.count > self.positions.len() as u64 {
            format!("{} positions in all; --limit 0 lists them\n", self.count)
        } else {
            format!("{} positions (values for the side to move, depths in plies)\n", self.count)
        }
    }
}

/// The first position found as SVG, with its value below.
pub fn picture(found: &Findings) -> Option<String> {
    let first = found.list.first()?;
    let to_move = side(first.position.turn());
    let caption = match first.value.dtm.plies() {
        Some(plies) => format!("{to_move} to move: {}, mate in {plies} plies", first.value.wdl()),
        None => format!("{to_move} to move: draw"),
    };
    Some(diagram::svg(first.position.board(), &diagram::Marks::default().caption(caption)))
}
