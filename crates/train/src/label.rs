//! Positions with the opinion of a teacher: what a net that looks at squares learns from.
//!
//! The work is cut into pieces of games; a piece depends on nothing but the games, the settings and the teacher, so pieces
//! can be made in any order, by anybody, and a run that was interrupted goes on with the pieces that are missing.

mod halfka;
mod judge;
mod piece;
mod record;
pub mod run;
pub mod spread;

pub use self::{
    halfka::{HalfKa, HalfKaJudge},
    judge::{Judge, Nobody, OwnJudge},
    piece::{LabelSettings, Piece, label, pieces},
    record::{LabelError, Labelled, RECORD_BYTES, from_bytes, read, write},
};
