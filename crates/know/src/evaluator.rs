//! The seam between the search and whatever judges a quiet position.
//!
//! The search knows only this trait; the tuned evaluation, the hand-made one, material counting and learned
//! nets are all judges of the same kind and can be exchanged by name.

mod gnu_like;
pub mod net;
pub mod nnue;
pub mod squares;

use std::sync::Arc;

use philidor_chess::shakmaty::{Chess, Color, Position};

pub use self::gnu_like::GnuLike;
use crate::{eval::Evaluation, search::EvaluatorFactory};

/// The names that [`by_name`] knows.
pub const NAMES: [&str; 4] = ["philidor", "untuned", "gnu-like", "material"];

/// One of our own judges.
pub fn by_name(name: &str) -> Option<EvaluatorFactory> {
    Some(match name {
        "philidor" => Arc::new(|| Box::new(Evaluation::tuned())),
        "untuned" => Arc::new(|| Box::new(Evaluation::untuned())),
        "gnu-like" => Arc::new(|| Box::new(GnuLike)),
        "material" => Arc::new(|| Box::new(MaterialOnly)),
        _ => return None,
    })
}

/// Judges a position without looking ahead.
pub trait Evaluator: Send {
    /// The value of `pos` in centipawns, seen by the side to move.
    fn evaluate(&mut self, pos: &Chess) -> i32;

    /// The name under which matches and the `Evaluation` option know this judge.
    fn name(&self) -> &str;
}

/// Counts material and nothing else: pawn 100, knight 320, bishop 330, rook 500, queen 900.
#[derive(Debug, Default, Clone, Copy)]
pub struct MaterialOnly;

impl Evaluator for MaterialOnly {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        let board = pos.board();
        let side = |color: Color| {
            let us = board.by_color(color);
            let count = |squares: philidor_chess::shakmaty::Bitboard| (us & squares).count() as i32;
            100 * count(board.pawns())
                + 320 * count(board.knights())
                + 330 * count(board.bishops())
                + 500 * count(board.rooks())
                + 900 * count(board.queens())
        };
        side(pos.turn()) - side(!pos.turn())
    }

    fn name(&self) -> &str {
        "material"
    }
}
