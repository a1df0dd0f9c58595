//! The laboratory: what is learnt from games and tables comes back as knowledge.
//!
//! Floats live here and nowhere below. There is no second search, evaluation or feature list in this room:
//! it asks `know` for all three.

pub mod characterise;
pub mod games;
pub mod induce;
pub mod mine;
pub mod net;
pub mod neuro;
pub mod report;
pub mod rng;
pub mod tune;
