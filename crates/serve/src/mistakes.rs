//! Learning from one's own mistakes: the position before the move, and what was better.

use philidor_chess::shakmaty::{Chess, Position};
use philidor_report::{san, ucis};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move of a game that could have been better.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Mistake {
    pub(crate) title: String,
    /// Always `better`.
    pub(crate) goal: String,
    pub(crate) fen: String,
    /// As interfaces write it.
    pub(crate) played: String,
    pub(crate) played_san: String,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub(crate) judgement: String,
    pub(crate) best: String,
    /// The better line.
    pub(crate) line: Vec<String>,
    /// For the side to move, with best play.
    pub(crate) score: i32,
    /// What the tutor said of the move.
    pub(crate) comment: String,
}

/// The answer to a drill, shown only when it is over.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Solution {
    /// As interfaces write moves.
    pub(crate) line: Vec<String>,
    /// The same in notation.
    pub(crate) san: String,
    /// What the tutor said of the game's move.
    pub(crate) comment: String,
}

impl Mistake {
    pub(crate) fn solution(&self, pos: &Chess) -> Solution {
        let mut at = pos.clone();
        let mut moves = Vec::new();
        for text in &self.line {
            let Ok(mv) = crate::api::one_move(&at, text) else { break };
            at.play_unchecked(mv);
            moves.push(mv);
        }
        Solution { line: ucis(&moves), san: san(pos, &moves), comment: self.comment.clone() }
    }
}
