//! Moves as people type them.

use anyhow::Context;
use philidor_chess::shakmaty::{Chess, Move, Position, san::San, uci::UciMove};

/// A legal move, in SAN or UCI notation.
pub(crate) fn parse_move(pos: &Chess, text: &str) -> anyhow::Result<Move> {
    let san = text.parse::<San>().ok().and_then(|san| san.to_move(pos).ok());
    let uci = || text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(pos).ok());
    san.or_else(uci).with_context(|| {
        let legal: Vec<String> =
            pos.legal_moves().iter().map(|&m| San::from_move(pos, m).to_string()).collect();
        match legal.is_empty() {
            true => format!("{text:?} is not a legal move here: the game is over"),
            false => format!("{text:?} is not a legal move here; legal moves: {}", legal.join(", ")),
        }
    })
}
