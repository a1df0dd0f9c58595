//! Theories of rules: an unordered set without errors, and a decision list.

use std::fmt::Write;

use philidor_stats::Rng;
use philidor_truth::Wdl;

use super::{
    Classifier, Learner,
    bits::{Bits, Questions},
    rule::{Growing, Rule},
    split::{CLASSES, result_of},
};
use crate::characterise::{Dataset, Feature};

/// Most conditions of a rule.
const LONGEST: usize = 12;

/// Rules, and what holds where none applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theory {
    /// The rules. In a list the first that applies decides; in a cover all that apply agree on the rows learned from.
    pub rules: Vec<Rule>,
    /// The result where no rule applies.
    pub default: Wdl,
    /// How many comparisons a condition is chosen from.
    questions: usize,
    /// What it was learned from: rows, and rows that a rule covers.
    pub rows: usize,
    /// Rows that some rule covers.
    pub covered: usize,
}

impl Theory {
    /// The result by the first rule that applies; `None` if none does.
    pub fn decide(&self, values: &[i8]) -> Option<Wdl> {
        self.rules.iter().find(|r| r.holds(values)).map(|r| r.result)
    }

    /// All conditions of all rules.
    pub fn conditions(&self) -> usize {
        self.rules.iter().map(|r| r.conditions.len()).sum()
    }
}

impl Classifier for Theory {
    fn predict(&self, values: &[i8]) -> Wdl {
        self.decide(values).unwrap_or(self.default)
    }

    fn size_bits(&self) -> f64 {
        self.rules.iter().map(|r| r.size_bits(self.questions)).sum::<f64>() + 2.0
    }

    fn parts(&self) -> usize {
        self.rules.len()
    }

    fn text(&self, features: &[Feature]) -> String {
        let mut out = String::new();
        for rule in &self.rules {
            let _ = writeln!(out, "{}  ({}, {} new)", rule.text(features), rule.covers, rule.adds);
        }
        let _ = writeln!(out, "otherwise {}", self.default);
        out
    }
}

/// How to look for a cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoverSettings {
    /// Most rules.
    pub rules: usize,
    /// How often a rule is grown with chance before the best is taken.
    pub tries: usize,
    /// Where chance begins.
    pub seed: u64,
}

/// Rules without an error on the rows, in any order, each the one that adds most to what is covered: wins, draws and
/// losses compete for places.
pub fn cover(data: &Dataset, rows: &[u32], settings: CoverSettings) -> Theory {
    let questions = Questions::new(data, rows);
    let mut rng = Rng::new(settings.seed);
    let everything = questions.all();
    let mut left = questions.all();
    let mut theory = Theory::blank(data, rows, &questions);
    // A rule once grown stays a candidate: the next one is often among those that just lost.
    let mut pool: Vec<(Rule, Bits)> = Vec::new();
    while theory.rules.len() < settings.rules && !left.is_empty() {
        for class in 0..CLASSES {
            let good = &questions.class[class];
            for attempt in 0..settings.tries {
                let mut wanted = good.clone();
                wanted.keep(&left);
                if wanted.is_empty() {
                    break;
                }
                let noise = if attempt == 0 { 0.0 } else { 0.3 };
                let growing = Growing {
                    questions: &questions,
                    within: &everything,
                    good,
                    wanted: &wanted,
                    noise,
                    longest: LONGEST,
                };
                if let Some((conditions, covered)) = growing.grow(&mut rng) {
                    let rule =
                        Rule { conditions, result: result_of(class), covers: covered.count(), adds: 0 };
                    if !pool.iter().any(|(r, _)| r.conditions == rule.conditions) {
                        pool.push((rule, covered));
                    }
                }
            }
        }
        let best = pool.iter().enumerate().map(|(i, (rule, covered))| {
            (covered.common(&left), std::cmp::Reverse(rule.conditions.len()), std::cmp::Reverse(i))
        });
        let Some((adds, _, std::cmp::Reverse(i))) = best.max() else { break };
        if adds == 0 {
            break;
        }
        let (mut rule, covered) = pool.swap_remove(i);
        rule.adds = adds;
        left.remove(&covered);
        theory.rules.push(rule);
        pool.retain(|(_, c)| c.meets(&left));
    }
    theory.covered = rows.len() - left.count();
    // What no rule says is most often the commoner result among what is left, or else among all.
    let of = if left.is_empty() { &everything } else { &left };
    theory.default = result_of(commonest(&questions, of));
    theory
}

fn commonest(questions: &Questions, rows: &Bits) -> usize {
    (0..CLASSES).max_by_key(|&c| questions.class[c].common(rows)).unwrap_or(0)
}

impl Theory {
    fn blank(data: &Dataset, rows: &[u32], questions: &Questions) -> Theory {
        Theory {
            rules: Vec::new(),
            default: result_of(commonest(questions, &questions.all())),
            questions: data.features.iter().map(|f| f.values() - 1).sum(),
            rows: rows.len(),
            covered: 0,
        }
    }
}

/// A decision list: rules in order, each without an error on the rows that the rules before it leave; exact on the rows
/// as far as features can tell them apart.
pub fn list(data: &Dataset, rows: &[u32], settings: CoverSettings) -> Theory {
    let questions = Questions::new(data, rows);
    let mut rng = Rng::new(settings.seed);
    let mut left = questions.all();
    let mut theory = Theory::blank(data, rows, &questions);
    while theory.rules.len() < settings.rules {
        let present = (0..CLASSES).filter(|&c| questions.class[c].meets(&left)).count();
        if present <= 1 {
            break;
        }
        let mut best: Option<(usize, Rule, Bits)> = None;
        for class in 0..CLASSES {
            let good = &questions.class[class];
            let mut wanted = good.clone();
            wanted.keep(&left);
            if wanted.is_empty() {
                continue;
            }
            for attempt in 0..settings.tries {
                let noise = if attempt == 0 { 0.0 } else { 0.3 };
                let growing = Growing {
                    questions: &questions,
                    within: &left,
                    good,
                    wanted: &wanted,
                    noise,
                    longest: LONGEST,
                };
                let Some((conditions, covered)) = growing.grow(&mut rng) else { continue };
                let adds = covered.count();
                if best.as_ref().is_none_or(|b| adds > b.0) {
                    let covers = questions.covered(&conditions).count();
                    best = Some((adds, Rule { conditions, result: result_of(class), covers, adds }, covered));
                }
            }
        }
        let Some((_, rule, covered)) = best else { break };
        left.remove(&covered);
        theory.rules.push(rule);
    }
    theory.covered = rows.len() - left.count();
    theory.default = result_of(commonest(&questions, &left));
    theory
}

/// Learns unordered rules without an error on the sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CoverLearner;

impl Learner for CoverLearner {
    fn name(&self) -> String {
        "rules".into()
    }

    fn fit(&self, data: &Dataset, rows: &[u32], seed: u64) -> Box<dyn Classifier> {
        Box::new(cover(data, rows, CoverSettings { rules: 1_000, tries: 1, seed }))
    }
}

/// Learns decision lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListLearner;

impl Learner for ListLearner {
    fn name(&self) -> String {
        "list".into()
    }

    fn fit(&self, data: &Dataset, rows: &[u32], seed: u64) -> Box<dyn Classifier> {
        Box::new(list(data, rows, CoverSettings { rules: 1_000, tries: 1, seed }))
    }
}
