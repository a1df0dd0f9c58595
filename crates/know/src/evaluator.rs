//! The seam between the search and whatever judges a quiet position.
//!
//! The search knows only this trait; the tuned evaluation, the hand-made one, material counting and learned
//! nets are all judges of the same kind and can be exchanged by name.

mod gnu_like;
pub mod net;
pub mod nnue;
pub mod squares;

use std::sync::{Arc, OnceLock};

use philidor_chess::shakmaty::{Chess, Color, Position};

pub use self::gnu_like::GnuLike;
use self::nnue::Nnue;
use crate::{eval::Evaluation, search::EvaluatorFactory};

/// The names that [`by_name`] knows.
pub const NAMES: [&str; 5] = ["philidor", "untuned", "gnu-like", "material", LEARNED];

/// The net that comes with the program: what it plays with, unless it is told otherwise.
pub const LEARNED: &str = "learned";

/// That net.
///
/// ```
/// use philidor_know::evaluator::learned;
/// assert!(learned().story.positions > 1_000_000);
/// ```
pub fn learned() -> Arc<Nnue> {
    static NET: OnceLock<Arc<Nnue>> = OnceLock::new();
    let read = || {
        Arc::new(
            Nnue::from_bytes(include_bytes!("../net/learned.safetensors")).expect("the net that we ship"),
        )
    };
    NET.get_or_init(read).clone()
}

/// One of our own judges.
pub fn by_name(name: &str) -> Option<EvaluatorFactory> {
    Some(match name {
        "philidor" => Arc::new(|| Box::new(Evaluation::tuned())),
        "untuned" => Arc::new(|| Box::new(Evaluation::untuned())),
        "gnu-like" => Arc::new(|| Box::new(GnuLike)),
        "material" => Arc::new(|| Box::new(MaterialOnly)),
        LEARNED => nnue::factory(learned(), LEARNED),
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
