//! Symbolic theories learned from a table: trees, lists, rules, and the Bayesian classifiers they are measured against.
//!
//! A [`Learner`] sees some rows of a [`Dataset`] and returns a [`Classifier`] that says win, draw or loss for White from
//! the features of a position. Trees, lists and rules can be written out; [`search`] looks for the smallest exact
//! tree, and [`code`] packs it into as few bits as it can.

mod bayes;
mod bits;
pub mod characterise;
pub mod code;
mod cover;
pub mod curve;
mod grow;
mod rule;
pub mod search;
mod split;
pub mod theories;
mod tree;
pub mod write;

use philidor_truth::Wdl;

use crate::characterise::{Dataset, Feature};

pub use self::{
    bayes::BayesLearner,
    bits::Condition,
    cover::{CoverLearner, CoverSettings, ListLearner, Theory, cover, list},
    grow::{ForestLearner, TreeLearner, grow},
    rule::Rule,
    tree::{Node, Tree},
};

/// Something that learns to classify positions.
pub trait Learner: Sync {
    /// A short stable name.
    fn name(&self) -> String;

    /// Learns from some rows. The same rows and seed give the same classifier.
    fn fit(&self, data: &Dataset, rows: &[u32], seed: u64) -> Box<dyn Classifier>;
}

/// Something that says how a position ends.
pub trait Classifier: Send + Sync {
    /// The result for White, from the features of a position in the order of the dataset it was learned from.
    fn predict(&self, values: &[i8]) -> Wdl;

    /// Data bits, the code that computes features and walks the structure not counted.
    fn size_bits(&self) -> f64;

    /// How many parts a reader has to read: leaves, rules, or weights.
    fn parts(&self) -> usize;

    /// The theory in words and numbers.
    fn text(&self, features: &[Feature]) -> String;
}

/// The rows a classifier gets wrong.
pub fn errors(classifier: &dyn Classifier, data: &Dataset, rows: &[u32]) -> Vec<u32> {
    let mut values = vec![0; data.columns.len()];
    let wrong = |&&row: &&u32| {
        for (value, column) in values.iter_mut().zip(&data.columns) {
            *value = column[row as usize];
        }
        classifier.predict(&values) != data.results[row as usize]
    };
    rows.iter().filter(wrong).copied().collect()
}

/// The share of rows a classifier gets right.
pub fn accuracy(classifier: &dyn Classifier, data: &Dataset, rows: &[u32]) -> f64 {
    1.0 - errors(classifier, data, rows).len() as f64 / rows.len().max(1) as f64
}

#[cfg(test)]
mod tests;
