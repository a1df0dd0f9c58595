//! Positions, moves, notation, geometry and material names.
//!
//! A thin room over [`shakmaty`], which every other room uses through this one. It holds no opinions,
//! no scores and opens no files.

pub mod diagram;
pub mod fen;
pub mod geometry;
pub mod material;
mod moves;
pub mod pgn;

pub use shakmaty;

pub use crate::{
    fen::{FenError, parse_fen, write_fen},
    material::{Material, MaterialError, Piece},
    moves::{MoveError, parse_move},
};
