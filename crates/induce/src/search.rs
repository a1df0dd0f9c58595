//! Looking for the smallest exact tree.
//!
//! Large-neighbourhood search: begin with a grown tree; again and again take one of its subtrees and either grow it anew
//! with chance in the choice of questions, or change its first question and repair what hangs below. Keep the result if
//! the whole tree now packs into fewer bits (or, with a little luck, into slightly more). The measure is the true length of [`super::code`]'s output, so questions the tree
//! asks often are cheap and so are thresholds where few remain. Every step depends on the seed alone.

use philidor_stats::Rng;
use philidor_truth::Wdl;

use super::{
    Node, Tree,
    code::{Known, Length, annotate},
    split::{Candidate, Counts, Sample, is_pure, majority, result_of},
};
use crate::characterise::Dataset;

/// How to search.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where chance begins.
    pub seed: u64,
    /// How many subtrees to grow anew.
    pub steps: u64,
    /// Bits by which a worse tree may be kept at the beginning; falls to nothing towards the end.
    pub heat: f64,
    /// What to make small.
    pub goal: Goal,
}

/// What a search makes small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Packed bits.
    Bits,
    /// Answers of the tree; bits decide between equals.
    Leaves,
}

/// Hears of progress: steps done, the cost now and the best so far.
pub type Hear<'h> = &'h mut dyn FnMut(u64, &Found) -> bool;

/// The best tree so far.
#[derive(Debug, Clone)]
pub struct Found {
    /// The tree.
    pub tree: Tree,
    /// Its packed length.
    pub bits: f64,
}

/// A tree with what the code needs to know at each node.
#[derive(Debug, Clone)]
pub(crate) enum Plan {
    Leaf { result: Wdl, known: Known },
    Split { feature: usize, at: i8, place: u8, thresholds: u8, known: Known, low: Box<Plan>, high: Box<Plan> },
}

impl Plan {
    fn question(c: &Candidate, known: Known, low: Plan, high: Plan) -> Plan {
        Plan::Split {
            feature: c.feature,
            at: c.at,
            place: c.place,
            thresholds: c.thresholds,
            known,
            low: Box::new(low),
            high: Box::new(high),
        }
    }

    fn node(&self) -> Node {
        match self {
            Plan::Leaf { result, .. } => Node::Leaf(*result),
            Plan::Split { feature, at, low, high, .. } => Node::split(*feature, *at, low.node(), high.node()),
        }
    }

    fn splits(&self) -> usize {
        match self {
            Plan::Leaf { .. } => 0,
            Plan::Split { low, high, .. } => 1 + low.splits() + high.splits(),
        }
    }

    /// The split of that number in pre-order.
    fn nth_mut(&mut self, n: &mut usize) -> Option<&mut Plan> {
        if matches!(self, Plan::Leaf { .. }) {
            return None;
        }
        if *n == 0 {
            return Some(self);
        }
        *n -= 1;
        let Plan::Split { low, high, .. } = self else { return None };
        if let Some(found) = low.nth_mut(n) {
            return Some(found);
        }
        high.nth_mut(n)
    }

    fn nth(&self, n: &mut usize) -> Option<&Plan> {
        let Plan::Split { low, high, .. } = self else { return None };
        if *n == 0 {
            return Some(self);
        }
        *n -= 1;
        low.nth(n).or_else(|| high.nth(n))
    }

    /// The rows that reach the split of that number.
    fn rows_at(&self, n: &mut usize, sample: &Sample<'_>, rows: &mut Vec<u32>) -> bool {
        let Plan::Split { feature, at, low, high, .. } = self else { return false };
        if *n == 0 {
            return true;
        }
        *n -= 1;
        let inside = low.splits();
        let column = &sample.data.columns[*feature];
        if *n < inside {
            rows.retain(|&r| column[r as usize] < *at);
            low.rows_at(n, sample, rows)
        } else {
            *n -= inside;
            rows.retain(|&r| column[r as usize] >= *at);
            high.rows_at(n, sample, rows)
        }
    }
}

/// How one subtree is grown: chance and prices.
struct Way<'w> {
    sample: &'w Sample<'w>,
    features: Vec<usize>,
    /// Bits to name a feature, from how often the tree uses it now.
    price: &'w [f64],
    /// Weight of prices against entropy.
    thrift: f64,
    /// Chance in gains.
    noise: f64,
    /// Below this number of rows, several questions are tried to the end.
    look: usize,
    width: usize,
}

struct Choice {
    candidate: Candidate,
    score: f64,
}

impl Way<'_> {
    /// The best few questions, best first, and what the code knows of the node.
    fn candidates(&self, rows: &[u32], all: &Counts, many: usize, rng: &mut Rng) -> Vec<Choice> {
        let mut best: Vec<Choice> = Vec::with_capacity(many + 1);
        for &feature in &self.features {
            // One question of a feature is enough when several are kept: variety matters more.
            let mut top: Option<Choice> = None;
            self.sample.questions(rows, all, feature, |candidate| {
                let chance = 1.0 + self.noise * (2.0 * rng.unit() - 1.0);
                let price = self.price[feature] + f64::from(candidate.thresholds).log2();
                let score = candidate.gain * chance - self.thrift * price;
                if top.as_ref().is_none_or(|t| score > t.score) {
                    top = Some(Choice { candidate, score });
                }
            });
            if let Some(top) = top {
                let at = best.partition_point(|c| c.score >= top.score);
                if at < many {
                    best.insert(at, top);
                    best.truncate(many);
                }
            }
        }
        best
    }

    /// A tree for the rows; `None` if these features cannot tell them apart.
    fn grow(&self, rows: &mut [u32], look: bool, rng: &mut Rng) -> Option<Plan> {
        let all = self.sample.count(rows);
        let known = Known::of(self.sample.data, rows);
        if is_pure(&all) {
            return Some(Plan::Leaf { result: result_of(majority(&all)), known });
        }
        let many = if look && rows.len() <= self.look { self.width } else { 1 };
        let choices = self.candidates(rows, &all, many, rng);
        let mut best = (f64::INFINITY, choices.first()?.candidate);
        if choices.len() > 1 {
            for choice in &choices {
                let c = choice.candidate;
                let middle = self.sample.divide(rows, c.feature, c.at);
                let (low, high) = rows.split_at_mut(middle);
                let cost = self.price_of(&c) + self.sketch(low, rng) + self.sketch(high, rng);
                if cost < best.0 {
                    best = (cost, c);
                }
            }
        }
        let c = best.1;
        let middle = self.sample.divide(rows, c.feature, c.at);
        let (low, high) = rows.split_at_mut(middle);
        let (low, high) = (self.grow(low, look, rng)?, self.grow(high, look, rng)?);
        Some(Plan::question(&c, known, low, high))
    }

    /// Another first question for the rows, the old subtrees repaired below it.
    fn vary(&self, plan: &Plan, rows: &mut [u32], rng: &mut Rng) -> Option<Plan> {
        let Plan::Split { feature, at, low, high, .. } = plan else { return None };
        let all = self.sample.count(rows);
        let choices = if rng.below(3) == 0 {
            // The next threshold of the same feature.
            let mut near: Vec<Candidate> = Vec::new();
            self.sample.questions(rows, &all, *feature, |c| near.push(c));
            let here = near.iter().position(|c| c.at >= *at)?;
            let next = if rng.below(2) == 0 { here.checked_sub(1)? } else { here + 1 };
            vec![*near.get(next)?]
        } else {
            self.candidates(rows, &all, 12, rng).iter().map(|c| c.candidate).collect()
        };
        let c = *choices.get(rng.below(choices.len()))?;
        let (first, second) = if rng.below(4) == 0 { (high, low) } else { (low, high) };
        let known = Known::of(self.sample.data, rows);
        let middle = self.sample.divide(rows, c.feature, c.at);
        let (left, right) = rows.split_at_mut(middle);
        let (low, high) = (self.repair(first, left, rng)?, self.repair(second, right, rng)?);
        Some(Plan::question(&c, known, low, high))
    }

    /// The subtree made right for other rows than it was made for: questions that divide nothing go, answers that
    /// no longer hold grow.
    fn repair(&self, plan: &Plan, rows: &mut [u32], rng: &mut Rng) -> Option<Plan> {
        let all = self.sample.count(rows);
        let Plan::Split { feature, at, low, high, .. } = plan else { return self.grow(rows, true, rng) };
        if is_pure(&all) {
            return self.grow(rows, false, rng);
        }
        let middle = self.sample.divide(rows, *feature, *at);
        if middle == 0 {
            return self.repair(high, rows, rng);
        }
        if middle == rows.len() {
            return self.repair(low, rows, rng);
        }
        let known = Known::of(self.sample.data, rows);
        // Which of the thresholds that divide these rows it is.
        let mut same: Option<Candidate> = None;
        self.sample.questions(rows, &all, *feature, |c| {
            if c.at >= *at && same.is_none() {
                same = Some(c);
            }
        });
        let (left, right) = rows.split_at_mut(middle);
        let (low, high) = (self.repair(low, left, rng)?, self.repair(high, right, rng)?);
        Some(Plan::question(&same?, known, low, high))
    }

    fn price_of(&self, c: &Candidate) -> f64 {
        self.price[c.feature] + f64::from(c.thresholds).log2() + SPLIT_PRICE
    }

    /// The cost of the tree that greed alone would grow.
    fn sketch(&self, rows: &mut [u32], rng: &mut Rng) -> f64 {
        let all = self.sample.count(rows);
        if is_pure(&all) {
            return LEAF_PRICE;
        }
        let Some(choice) = self.candidates(rows, &all, 1, rng).pop() else { return f64::INFINITY };
        let c = choice.candidate;
        let middle = self.sample.divide(rows, c.feature, c.at);
        let (low, high) = rows.split_at_mut(middle);
        self.price_of(&c) + self.sketch(low, rng) + self.sketch(high, rng)
    }
}

/// About what the code pays for "here is an answer, and it is this" and for "here is a question".
const LEAF_PRICE: f64 = 1.2;
const SPLIT_PRICE: f64 = 0.9;

/// Largest subtrees to take away, in rows, and how often each limit holds.
const LIMITS: [usize; 5] = [400, 1_500, 6_000, 25_000, 100_000];
const SHARES: [usize; 5] = [40, 30, 20, 8, 2];

fn weighted(rng: &mut Rng) -> usize {
    let mut left = rng.below(SHARES.iter().sum());
    SHARES.iter().position(|&s| left.checked_sub(s).map(|l| left = l).is_none()).unwrap_or(0)
}

fn cost_of(goal: Goal, bits: f64, plan: &Plan) -> f64 {
    match goal {
        Goal::Bits => bits,
        Goal::Leaves => plan.splits() as f64 * LEAF_WORTH + bits,
    }
}

/// Bits that one answer less is worth when answers are counted.
const LEAF_WORTH: f64 = 50.0;

/// A search that can be stopped and taken up again from any tree.
pub struct Search<'d> {
    sample: Sample<'d>,
    settings: Settings,
    plan: Plan,
    cost: f64,
    best: Found,
    best_cost: f64,
}

impl<'d> Search<'d> {
    /// Starts from a grown tree, or from the one given. `None` if the features cannot tell all results apart, or if the
    /// given tree errs.
    pub fn new(data: &'d Dataset, settings: Settings, from: Option<&Tree>) -> Option<Search<'d>> {
        let sample = Sample::new(data);
        let mut rows = data.rows();
        let plan = match from {
            Some(tree) if rows.iter().any(|&r| tree.answer(data, r) != data.results[r as usize]) => {
                return None;
            }
            Some(tree) => annotate(&sample, &tree.root, &mut rows)?,
            None => {
                let price = vec![(data.columns.len() as f64).log2(); data.columns.len()];
                let features = (0..data.columns.len()).collect();
                let way = Way {
                    sample: &sample,
                    features,
                    price: &price,
                    thrift: 1.0,
                    noise: 0.0,
                    look: 0,
                    width: 1,
                };
                way.grow(&mut rows, false, &mut Rng::new(settings.seed))?
            }
        };
        let bits = Length::of(data, &plan);
        let cost = cost_of(settings.goal, bits, &plan);
        let best = Found { tree: Tree::new(plan.node(), data), bits };
        Some(Search { sample, settings, plan, cost, best, best_cost: cost })
    }

    /// Searches to the end, or until `hear` says stop (false). Returns the best tree.
    pub fn run(mut self, hear: Hear<'_>) -> Found {
        let data = self.sample.data;
        let mut rng = Rng::new(self.settings.seed ^ 0x5eed);
        let all_rows = data.rows();
        for step in 0..self.settings.steps {
            let heat = self.settings.heat * (1.0 - step as f64 / self.settings.steps as f64);
            let splits = self.plan.splits();
            if splits == 0 {
                break;
            }
            // 1. Choose a subtree, small ones more often: they cost less time.
            let number = rng.below(splits);
            let mut rows = all_rows.clone();
            self.plan.rows_at(&mut number.clone(), &self.sample, &mut rows);
            let limit = LIMITS[weighted(&mut rng)];
            if rows.len() > limit {
                continue;
            }
            // 2. Grow it anew or vary it.
            let price = Length::prices(data, &self.plan);
            let way = self.way(&price, rows.len(), &mut rng);
            let new = if rng.below(4) > 0 {
                way.grow(&mut rows, true, &mut rng)
            } else {
                let old = self.plan.nth(&mut number.clone()).expect("a split of the tree");
                way.vary(old, &mut rows, &mut rng)
            };
            let Some(new) = new else { continue };
            // 3. Keep it or go back.
            let old = self.exchange(number, new);
            let bits = Length::of(data, &self.plan);
            let cost = cost_of(self.settings.goal, bits, &self.plan);
            let luck = -heat * (1.0 - rng.unit()).ln();
            if cost <= self.cost + luck {
                self.cost = cost;
                if cost < self.best_cost {
                    self.best_cost = cost;
                    self.best = Found { tree: Tree::new(self.plan.node(), data), bits };
                }
            } else {
                self.exchange(number, old);
            }
            if !hear(step + 1, &self.best) {
                break;
            }
        }
        self.best
    }

    /// Puts a subtree in the place of the split of that number and returns what was there.
    fn exchange(&mut self, number: usize, plan: Plan) -> Plan {
        let place = self.plan.nth_mut(&mut number.clone()).expect("a split of the tree");
        std::mem::replace(place, plan)
    }

    fn way<'w>(&'w self, price: &'w [f64], rows: usize, rng: &mut Rng) -> Way<'w> {
        let all = self.sample.data.columns.len();
        let mut features: Vec<usize> = (0..all).collect();
        // Often only what the tree knows already, with a few newcomers.
        if rng.below(3) > 0 {
            let most = price.iter().copied().fold(0.0, f64::max);
            features.retain(|&f| price[f] < most - 0.01 || rng.below(8) == 0);
        }
        Way {
            sample: &self.sample,
            features,
            price,
            thrift: [0.0, 0.5, 1.0, 2.0, 4.0][rng.below(5)],
            noise: [0.0, 0.1, 0.2, 0.4][rng.below(4)],
            look: if rows > 6_000 { 2_000 } else { 6_000 },
            width: [2, 3, 5, 8][rng.below(4)],
        }
    }
}
