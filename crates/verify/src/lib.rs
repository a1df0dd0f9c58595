//! An independent checker of what the tutor claims.
//!
//! A claim arrives here as data: a position (FEN), a line of moves (UCI), a place in that line, a side and a [`Statement`].
//! [`verify`] replays the line on a board of its own, with attack, move and capture code of its own, counts features by
//! their glosses, and says whether the statement is true there ([`Grounds`]) or what is wrong with it ([`Flaw`]). This crate depends on
//! no other room, so that nothing it finds can be an echo of what it checks.
//!
//! What it cannot find out: how good a position is. Scores are checked for what they say of themselves (a mate
//! must be on the board, a margin must fit its score), and [`Grounds::Numbers`] says so. Exact values of endgames are asked of
//! an [`Oracle`] that the caller brings.

mod board;
mod captures;
mod check;
mod count;
mod line;
mod moves;
mod mutate;
mod statement;

pub use self::{
    board::{Board, Color, FenError, Man, Role, Set, Square},
    captures::{capture_gain, exchange},
    check::{Flaw, Grounds, Oracle, Verdict, Wdl, verify},
    count::{Count, count},
    line::{Line, LineFlaw, Play},
    moves::Move,
    mutate::{Mutation, mutants},
    statement::{
        Assertion, Change, Deed, Device, End, FeatureNumbers, Goal, Margin, Payoff, Score, Statement, Trade,
    },
};
