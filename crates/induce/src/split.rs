//! Counting how a set of rows falls apart under every question.

use philidor_truth::Wdl;

use crate::characterise::Dataset;

/// Results: loss, draw, win.
pub(crate) const CLASSES: usize = 3;
/// Most values a feature may take.
const VALUES: usize = 64;

/// How many rows of each class.
pub(crate) type Counts = [u32; CLASSES];

/// The dataset as the learners read it.
pub(crate) struct Sample<'d> {
    pub(crate) data: &'d Dataset,
    pub(crate) class: Vec<u8>,
    /// n log2 n for n up to the number of rows.
    weight: Vec<f64>,
}

/// A question and how the rows fall.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) feature: usize,
    pub(crate) at: i8,
    /// How many thresholds of this feature divide the rows at all, and the place of this one among them.
    pub(crate) thresholds: u8,
    pub(crate) place: u8,
    /// Bits of entropy removed, over all rows.
    pub(crate) gain: f64,
}

pub(crate) fn class_of(result: Wdl) -> u8 {
    result as u8
}

pub(crate) fn result_of(class: usize) -> Wdl {
    [Wdl::Loss, Wdl::Draw, Wdl::Win][class]
}

/// The class with most rows.
pub(crate) fn majority(counts: &Counts) -> usize {
    (0..CLASSES).max_by_key(|&c| counts[c]).expect("three classes")
}

pub(crate) fn is_pure(counts: &Counts) -> bool {
    counts.iter().filter(|&&n| n > 0).count() <= 1
}

pub(crate) fn total(counts: &Counts) -> u32 {
    counts.iter().sum()
}

impl<'d> Sample<'d> {
    pub(crate) fn new(data: &'d Dataset) -> Sample<'d> {
        assert!(data.features.iter().all(|f| f.values() <= VALUES), "features of at most {VALUES} values");
        let class = data.results.iter().map(|&r| class_of(r)).collect();
        let weight =
            (0..=data.len()).map(|n| if n == 0 { 0.0 } else { n as f64 * (n as f64).log2() }).collect();
        Sample { data, class, weight }
    }

    pub(crate) fn count(&self, rows: &[u32]) -> Counts {
        let mut counts = [0; CLASSES];
        for &row in rows {
            counts[self.class[row as usize] as usize] += 1;
        }
        counts
    }

    /// Bits needed to tell the classes of that many rows.
    pub(crate) fn entropy(&self, counts: &Counts) -> f64 {
        self.weight[total(counts) as usize] - counts.iter().map(|&n| self.weight[n as usize]).sum::<f64>()
    }

    /// Calls back with every question on one feature that divides the rows.
    pub(crate) fn questions(
        &self,
        rows: &[u32],
        all: &Counts,
        feature: usize,
        mut each: impl FnMut(Candidate),
    ) {
        let column = &self.data.columns[feature];
        let least = self.data.features[feature].range.0;
        let mut histogram = [[0u32; CLASSES]; VALUES];
        for &row in rows {
            let value = (i32::from(column[row as usize]) - i32::from(least)) as usize & (VALUES - 1);
            histogram[value][self.class[row as usize] as usize] += 1;
        }
        let before = self.entropy(all);
        let present = histogram.iter().filter(|h| total(h) > 0).count();
        let mut low = [0; CLASSES];
        let mut place = 0u8;
        let mut begun = false;
        for (value, here) in histogram.iter().enumerate() {
            if total(here) == 0 {
                continue;
            }
            if begun {
                let mut high = *all;
                for c in 0..CLASSES {
                    high[c] -= low[c];
                }
                let gain = before - self.entropy(&low) - self.entropy(&high);
                let at = (i32::from(least) + value as i32) as i8;
                each(Candidate { feature, at, thresholds: (present - 1) as u8, place, gain });
                place += 1;
            }
            begun = true;
            for c in 0..CLASSES {
                low[c] += here[c];
            }
        }
    }

    /// Moves the rows that go to the low branch to the front and says how many they are.
    pub(crate) fn divide(&self, rows: &mut [u32], feature: usize, at: i8) -> usize {
        let column = &self.data.columns[feature];
        let mut middle = 0;
        for i in 0..rows.len() {
            if column[rows[i] as usize] < at {
                rows.swap(i, middle);
                middle += 1;
            }
        }
        middle
    }
}
