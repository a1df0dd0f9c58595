//! Commands of `philidor learn` that need nobody else: weights, models and counts from games.

pub mod humans;
pub mod inspect;
pub mod model;
pub mod practice;
pub mod tune;
