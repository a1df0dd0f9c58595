//! An independent checker of what the tutor claims.
//!
//! A claim arrives as data ([`philidor_claims::Claim`]): a position, a line of moves, a place in that line, a side and a statement.
//! [`verify`] replays the line on a board of its own, with attack, move and capture code of its own, counts features by
//! their glosses, and says whether the statement is true there ([`Grounds`]) or what is wrong with it ([`Flaw`]). This crate shares
//! nothing with those who make claims but the vocabulary, which is plain data, so nothing it finds can be an echo.
//!
//! What it cannot find out: how good a position is. Scores are checked for what they say of themselves (a mate must be on the
//! board, a margin must fit its score, "best" must be within its limit), and [`Grounds::Numbers`] says so. Exact values of
//! endgames are asked of an [`Oracle`] that the caller brings.

mod board;
mod captures;
mod check;
mod count;
mod line;
mod moves;
mod mutate;

pub use self::{
    board::{Board, FenError},
    captures::{capture_gain, exchange},
    check::{Flaw, Grounds, Oracle, Verdict, Wdl, knows, verify},
    count::{Count, count},
    line::{LineFlaw, Play, Replay},
    mutate::{Mutation, mutants},
};
