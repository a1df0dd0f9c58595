//! Sets of rows as bits, and every question as such a set.

use super::split::{CLASSES, class_of};
use crate::characterise::Dataset;

/// A set of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn none(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }

    pub(crate) fn of(len: usize, holds: impl Fn(usize) -> bool) -> Bits {
        let mut bits = Bits::none(len);
        for i in (0..len).filter(|&i| holds(i)) {
            bits.0[i / 64] |= 1 << (i % 64);
        }
        bits
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// How many rows both have.
    pub(crate) fn common(&self, other: &Bits) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    pub(crate) fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn keep(&mut self, other: &Bits) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
    }

    pub(crate) fn remove(&mut self, other: &Bits) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
    }
}

/// One comparison of a feature with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Which feature, by its place in the dataset.
    pub feature: u16,
    /// The number.
    pub at: i8,
    /// True for "at least", false for "less than".
    pub at_least: bool,
}

impl Condition {
    /// Whether it holds for a value of the feature.
    #[inline]
    pub fn holds(&self, value: i8) -> bool {
        (value >= self.at) == self.at_least
    }
}

/// Some rows of a dataset, and for every question the rows that say yes.
pub(crate) struct Questions {
    /// For each feature the thresholds that divide the rows, with the rows that are at least there.
    pub(crate) at_least: Vec<Vec<(i8, Bits)>>,
    pub(crate) class: [Bits; CLASSES],
    all: Bits,
}

impl Questions {
    pub(crate) fn new(data: &Dataset, rows: &[u32]) -> Questions {
        let len = rows.len();
        let at_least = data.columns.iter().map(|column| {
            let mut seen: Vec<i8> = rows.iter().map(|&r| column[r as usize]).collect();
            seen.sort_unstable();
            seen.dedup();
            let set = |&at: &i8| (at, Bits::of(len, |i| column[rows[i] as usize] >= at));
            seen.iter().skip(1).map(set).collect()
        });
        let class = [0u8, 1, 2].map(|c| Bits::of(len, |i| class_of(data.results[rows[i] as usize]) == c));
        Questions { at_least: at_least.collect(), class, all: Bits::of(len, |_| true) }
    }

    pub(crate) fn all(&self) -> Bits {
        self.all.clone()
    }

    /// Keeps the rows for which a condition holds.
    pub(crate) fn apply(&self, rows: &mut Bits, condition: Condition) {
        let of = &self.at_least[condition.feature as usize];
        match of.iter().find(|(at, _)| *at == condition.at) {
            Some((_, set)) if condition.at_least => rows.keep(set),
            Some((_, set)) => rows.remove(set),
            None => unreachable!("conditions come from the questions"),
        }
    }

    /// The rows for which all conditions hold.
    pub(crate) fn covered(&self, conditions: &[Condition]) -> Bits {
        let mut rows = self.all();
        for &condition in conditions {
            self.apply(&mut rows, condition);
        }
        rows
    }
}
