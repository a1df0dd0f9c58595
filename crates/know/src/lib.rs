//! What a chess player knows: named features, the evaluation made of them, and the search.
//!
//! No sentences, no sockets and no clocks live here: a search is handed its limits, a stop signal and
//! something that tells the time.

pub mod eval;
pub mod evaluator;
pub mod features;
pub mod inputs;
pub mod search;
pub mod squares;
