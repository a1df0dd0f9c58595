//! What is worth saying about a position, a line or a game, and the evidence for it.
//!
//! The room holds no new facts: motifs are tests on a given line of moves, payoffs are read off its quiet end,
//! opening names come from a table in `knowledge/`. It opens no files and prints nothing.

pub mod analyst;
pub mod annotate;
pub mod ask;
pub mod audit;
pub mod chance;
pub mod claim;
pub mod concept;
pub mod endgame;
pub mod envision;
pub mod explain;
pub mod idea;
pub mod judge;
pub mod line;
pub mod look;
pub mod motif;
pub mod opening;
pub mod payoff;
pub mod plan;
pub mod practice;
pub mod puzzle;
pub mod refine;
pub mod relevance;
pub mod say;
pub mod score;
pub mod select;
pub mod sight;
pub mod structure;
pub mod study;

pub use philidor_claims::{Theme, ThemeSet};

pub use crate::{
    line::{Line, LineError, Step},
    motif::{Definitions, Motif, motifs},
};
