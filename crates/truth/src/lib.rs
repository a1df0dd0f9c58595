//! Exact endgame tables: values and intervals, the retrograde solver, table files, probing and census.
//!
//! No heuristics, no features, no floating point.

mod layout;
mod plane;
mod probe;
mod solve;
mod table;
pub mod tables;
mod value;

pub use crate::{
    table::Table,
    value::{Depth, Value, Wdl},
};
