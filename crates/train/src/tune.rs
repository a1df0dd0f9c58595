//! The tuner: weights of the evaluation from the results of games.
//!
//! Logistic regression (the idea is Peter Österlund's "Texel tuning"; gradients from recorded counts as in
//! Andrew Grant's notes on tuning evaluation functions, 2020). Each sampled position of a game is
//! led to a quiet one by our own search; the counts the evaluation makes there are kept; Adam then moves the
//! weights so that the sigmoid of the evaluation predicts the results. Weights are pulled towards the values
//! they started from, because expert games show few large imbalances. The same input gives the same
//! weights, whatever the number of threads.

mod dataset;
mod fit;
mod story;

pub use dataset::{Dataset, SampleSettings, Source};
pub use fit::{Epoch, FitSettings, Fitted, fit};
pub use story::Tuned;

/// Hears how far a long job is.
pub trait Progress: Sync {
    /// `done` of `all` units of the present stage.
    fn at(&self, stage: &str, done: u64, all: u64);
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quietly;

impl Progress for Quietly {
    fn at(&self, _: &str, _: u64, _: u64) {}
}
