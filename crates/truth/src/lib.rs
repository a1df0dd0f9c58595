//! Exact endgame tables: the retrograde solver, table files, probing and census.
//!
//! No heuristics, no features, no floating point.

pub mod blockade;
mod castled;
pub mod census;
mod ending;
pub mod file;
pub mod find;
mod interval;
pub mod kpk;
mod layout;
mod plane;
pub mod probe;
mod prober;
pub mod rows;
mod solve;
pub mod syzygy;
mod table;
pub mod tables;
mod unfolded;
mod value;

pub use crate::{
    ending::{
        Bounds, CheckpointError, Ending, EndingError, EndingMove, EndingProgress, EndingWatch, Limits, Need,
    },
    interval::Interval,
    probe::{MOST_MEN, ProbeError, RankedMove, Verdict},
    prober::Prober,
    solve::{Progress, Stopped},
    syzygy::Syzygy,
    table::Table,
    tables::{BuildError, BuildEvent, Tables, Watch},
    value::{Depth, FIFTY_MOVES, FiftyMove, Value, Wdl},
};
