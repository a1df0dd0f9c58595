//! Learning from games: what is learned comes back as weights and nets that `know` can play with.
//!
//! [`neuro`] learns an evaluation from results (Thrun 1995), [`label`] asks a teacher about positions and [`nnue`] learns from its answers,
//! [`tune`] fits the weights of the hand-made one. There is no second search, evaluation or feature list here: this room
//! asks `know` for all three.

pub mod label;
pub mod neuro;
pub mod nnue;
pub mod tune;
