//! Rules: conditions that lead to a result. Growing one, and pruning it.

use std::fmt::Write;

use philidor_stats::Rng;
use philidor_truth::Wdl;

use super::bits::{Bits, Condition, Questions};
use crate::characterise::Feature;

/// If all conditions hold, this is the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// What follows for White.
    pub result: Wdl,
    /// Rows it holds for, of those it was learned from.
    pub covers: usize,
    /// Rows it was the first to cover.
    pub adds: usize,
}

impl Rule {
    /// Whether it applies.
    pub fn holds(&self, values: &[i8]) -> bool {
        self.conditions.iter().all(|c| c.holds(values[c.feature as usize]))
    }

    /// Its conditions with the names of features.
    pub fn text(&self, features: &[Feature]) -> String {
        let mut out = String::new();
        for (i, c) in self.conditions.iter().enumerate() {
            let sign = if c.at_least { ">=" } else { "<" };
            let _ = write!(
                out,
                "{}{} {sign} {}",
                if i > 0 { " and " } else { "" },
                features[c.feature as usize].name,
                c.at
            );
        }
        if self.conditions.is_empty() {
            out.push_str("always");
        }
        let _ = write!(out, " => {}", self.result);
        out
    }

    /// Bits: each condition names one of all comparisons, each rule its result and where it ends.
    pub(crate) fn size_bits(&self, questions: usize) -> f64 {
        self.conditions.len() as f64 * ((2 * questions.max(1)) as f64).log2()
            + 2.0
            + (self.conditions.len() + 1) as f64
    }
}

/// How a rule is grown.
pub(crate) struct Growing<'g> {
    pub(crate) questions: &'g Questions,
    /// Rows that count at all; others may be covered without harm.
    pub(crate) within: &'g Bits,
    /// Rows that the rule may cover.
    pub(crate) good: &'g Bits,
    /// Rows that it should cover.
    pub(crate) wanted: &'g Bits,
    /// Chance in the gains.
    pub(crate) noise: f64,
    /// Most conditions.
    pub(crate) longest: usize,
}

impl Growing<'_> {
    /// Adds conditions by FOIL's gain until no bad row is left, then drops and loosens what is not needed. `None` if the
    /// features cannot tell the wanted rows from the bad ones within the length.
    pub(crate) fn grow(&self, rng: &mut Rng) -> Option<(Vec<Condition>, Bits)> {
        let mut conditions = Vec::new();
        let mut rows = self.within.clone();
        loop {
            let (good, all) = (rows.common(self.wanted), rows.count());
            if rows.common(self.good) == all {
                break;
            }
            if conditions.len() == self.longest {
                return None;
            }
            let best = self.best_condition(&rows, good, rng)?;
            self.questions.apply(&mut rows, best);
            conditions.push(best);
        }
        self.prune(&mut conditions);
        let mut covered = self.questions.covered(&conditions);
        covered.keep(self.within);
        covered.meets(self.wanted).then_some((conditions, covered))
    }

    fn best_condition(&self, rows: &Bits, wanted: usize, rng: &mut Rng) -> Option<Condition> {
        let mut target = rows.clone();
        target.keep(self.wanted);
        let mut bad = rows.clone();
        bad.remove(self.good);
        let all_bad = bad.count();
        let before = share(wanted, all_bad);
        let mut best: Option<(f64, Condition)> = None;
        for (feature, thresholds) in self.questions.at_least.iter().enumerate() {
            for (at, set) in thresholds {
                let (high, high_bad) = (target.common(set), bad.common(set));
                let sides = [(high, high_bad, true), (wanted - high, all_bad - high_bad, false)];
                for (good, bad, at_least) in sides {
                    if good == 0 || bad == all_bad {
                        continue;
                    }
                    let chance = 1.0 + self.noise * (2.0 * rng.unit() - 1.0);
                    let gain = good as f64 * (share(good, bad) - before) * chance;
                    if best.is_none_or(|b| gain > b.0) {
                        best = Some((gain, Condition { feature: feature as u16, at: *at, at_least }));
                    }
                }
            }
        }
        best.map(|b| b.1)
    }

    /// True if no bad row is covered.
    fn is_sound(&self, conditions: &[Condition]) -> bool {
        let mut rows = self.questions.covered(conditions);
        rows.keep(self.within);
        rows.remove(self.good);
        rows.is_empty()
    }

    /// Drops conditions, the latest first, and moves thresholds outwards while the rule stays sound.
    fn prune(&self, conditions: &mut Vec<Condition>) {
        let mut i = conditions.len();
        while i > 0 {
            i -= 1;
            let dropped = conditions.remove(i);
            if !self.is_sound(conditions) {
                conditions.insert(i, dropped);
            }
        }
        for i in 0..conditions.len() {
            while let Some(looser) = self.looser(conditions[i]) {
                let old = std::mem::replace(&mut conditions[i], looser);
                if !self.is_sound(conditions) {
                    conditions[i] = old;
                    break;
                }
            }
        }
    }

    fn looser(&self, c: Condition) -> Option<Condition> {
        let thresholds = &self.questions.at_least[c.feature as usize];
        let place = thresholds.iter().position(|(at, _)| *at == c.at)?;
        let next = if c.at_least { place.checked_sub(1)? } else { place + 1 };
        Some(Condition { at: thresholds.get(next)?.0, ..c })
    }
}

/// log2 of the share of good ones.
fn share(good: usize, bad: usize) -> f64 {
    (good as f64 / (good + bad) as f64).log2()
}
