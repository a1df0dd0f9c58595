//! Moves as people and interfaces write them.

use shakmaty::{Chess, Move, Position, san::San, uci::UciMove};

/// A text that is no legal move of its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// There are no legal moves.
    #[error("{0:?} is not a legal move here: the game is over")]
    Over(String),
    /// It is none of the legal moves.
    #[error("{text:?} is not a legal move here; legal moves: {}", legal.join(", "))]
    Illegal {
        /// What was written, cut where it is too long for a move.
        text: String,
        /// What could be played, in standard notation.
        legal: Vec<String>,
    },
}

/// No move is longer, in any notation we read.
const LONGEST: usize = 20;

/// A legal move, in standard notation (`Nf3`) or as interfaces write it (`g1f3`).
pub fn parse_move(pos: &Chess, text: &str) -> Result<Move, MoveError> {
    let san = text.parse::<San>().ok().and_then(|san| san.to_move(pos).ok());
    let uci = || text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(pos).ok());
    san.or_else(uci).ok_or_else(|| {
        let legal: Vec<String> =
            pos.legal_moves().iter().map(|&m| San::from_move(pos, m).to_string()).collect();
        let text = text.chars().take(LONGEST).collect();
        if legal.is_empty() { MoveError::Over(text) } else { MoveError::Illegal { text, legal } }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_fen;

    #[test]
    fn both_notations_name_the_same_move_and_others_are_told_what_is_legal() {
        let pos = Chess::default();
        assert_eq!(parse_move(&pos, "Nf3"), parse_move(&pos, "g1f3"));
        let said = parse_move(&pos, "Ke2").expect_err("not legal").to_string();
        assert!(
            said.starts_with("\"Ke2\" is not a legal move here; legal moves: ") && said.contains("e4"),
            "{said}"
        );
        let long = parse_move(&pos, &"x".repeat(500)).expect_err("no move").to_string();
        assert!(long.starts_with(&format!("\"{}\"", "x".repeat(20))), "{long}");
        let mate = parse_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("a position");
        let said = parse_move(&mate, "Kg8").expect_err("mated").to_string();
        assert_eq!(said, "\"Kg8\" is not a legal move here: the game is over");
    }
}
