//! Commands of `philidor learn`: weights, models, evaluations and counts from games.

pub mod humans;
pub mod inspect;
pub mod model;
pub mod practice;
pub mod train;
pub mod tune;
