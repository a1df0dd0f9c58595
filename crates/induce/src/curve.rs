//! Learning curves: how well a method does from a given number of positions.

use philidor_stats::{Mean, Rng};

use super::{BayesLearner, CoverLearner, Learner, ListLearner, TreeLearner, accuracy};
use crate::characterise::{Dataset, sets};

/// How training positions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// Any position alike.
    Uniform,
    /// Half of them borderline: their result changes with the side to move.
    Enriched,
}

impl Drawn {
    /// `uniform` or `borderline`.
    pub fn name(self) -> &'static str {
        match self {
            Drawn::Uniform => "uniform",
            Drawn::Enriched => "borderline",
        }
    }
}

/// One point of a learning curve. Accuracies are shares, 0 to 1, on positions not trained on.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The method.
    pub learner: String,
    /// How training positions were drawn.
    pub drawn: Drawn,
    /// How many there were.
    pub positions: usize,
    /// On positions drawn alike from all.
    pub uniform: Mean,
    /// On borderline positions. With White to move nearly all of them are wins, with Black to move draws: this is how
    /// often the method credits the move.
    pub borderline: Mean,
    /// On the edge between results, where a king one step away changes the result ([`sets::edge`]): positions of every
    /// result.
    pub edge: Mean,
    /// Leaves, rules or weights.
    pub parts: Mean,
    /// Size in data bits.
    pub bits: Mean,
}

/// Largest test set of either kind.
const TESTED: usize = 10_000;

/// Trains on that many positions, `repeats` times, and tests on positions not trained on.
pub fn point(
    learner: &dyn Learner,
    data: &Dataset,
    drawn: Drawn,
    positions: usize,
    repeats: u64,
    seed: u64,
) -> Point {
    let mut runs = Vec::new();
    let on_edge = sets::edge(data);
    for repeat in 0..repeats {
        let seed = Rng::new(seed ^ repeat.wrapping_mul(0x9e37_79b9)).bits();
        let train = match drawn {
            Drawn::Uniform => sets::uniform(data, positions, seed),
            Drawn::Enriched => sets::enriched(data, positions, 0.5, seed),
        };
        let mut known = vec![false; data.len()];
        train.iter().for_each(|&r| known[r as usize] = true);
        let rest: Vec<u32> = data.rows().into_iter().filter(|&r| !known[r as usize]).collect();
        let borderline: Vec<u32> = rest.iter().copied().filter(|&r| data.is_borderline(r)).collect();
        let edge: Vec<u32> = rest.iter().copied().filter(|&r| on_edge[r as usize]).collect();
        let mut rng = Rng::new(seed ^ 1);
        let classifier = learner.fit(data, &train, seed);
        runs.push([
            accuracy(&*classifier, data, &rng.draw(&rest, TESTED)),
            accuracy(&*classifier, data, &rng.draw(&borderline, TESTED)),
            accuracy(&*classifier, data, &rng.draw(&edge, TESTED)),
            classifier.parts() as f64,
            classifier.size_bits(),
        ]);
    }
    let mean = |i: usize| Mean::of(&runs.iter().map(|r| r[i]).collect::<Vec<_>>());
    Point {
        learner: learner.name(),
        drawn,
        positions,
        uniform: mean(0),
        borderline: mean(1),
        edge: mean(2),
        parts: mean(3),
        bits: mean(4),
    }
}

/// Every method of this room.
pub fn learners() -> Vec<Box<dyn Learner>> {
    let mut all: Vec<Box<dyn Learner>> = vec![
        Box::new(TreeLearner { pruned: false }),
        Box::new(TreeLearner { pruned: true }),
        Box::new(super::ForestLearner::default()),
        Box::new(ListLearner),
        Box::new(CoverLearner),
    ];
    all.extend(BayesLearner::ALL.map(|b| Box::new(b) as Box<dyn Learner>));
    all
}
