//! Learning from games: what is learned comes back as weights and nets that `know` can play with.
//!
//! [`neuro`] learns an evaluation from results (Thrun 1995),
//! [`tune`] fits the weights of the hand-made one. There is no second search, evaluation or feature list here: this room
//! asks `know` for all three.

pub mod neuro;
pub mod tune;
