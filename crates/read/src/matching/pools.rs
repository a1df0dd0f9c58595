//! Comments that a comment is told from: any, those that share a telling word, those on a like move in a like phase, and those most alike
//! in their words.

use std::collections::{BTreeMap, HashMap};

use philidor_chess::shakmaty::Position as _;
use philidor_stats::Rng;

use super::learn::Example;

/// Kinds of distractors: any comment, one that shares a telling word, one on a like move in a like phase, one of like words.
pub(super) const KINDS: [&str; 4] = ["random", "keyword", "piece and phase", "like words"];

/// The comments nearest in their words that distractors are drawn from.
const NEAREST: usize = 12;

const TELLING: [&str; 24] = [
    "attack",
    "centre",
    "center",
    "king",
    "queen",
    "pawn",
    "bishop",
    "knight",
    "rook",
    "defence",
    "threat",
    "advantage",
    "sacrific",
    "exchang",
    "endgam",
    "develop",
    "file",
    "initiativ",
    "pressur",
    "plan",
    "weak",
    "pass",
    "mate",
    "queensid",
];

pub(super) struct Pools {
    words: HashMap<&'static str, Vec<usize>>,
    stages: BTreeMap<(u32, u32), Vec<usize>>,
    nearest: HashMap<usize, Vec<usize>>,
    all: Vec<usize>,
}

/// For each comment the most alike of other games: the cosine of their words, weighed by how rare they are.
fn nearest(examples: &[Example], chosen: &[usize]) -> HashMap<usize, Vec<usize>> {
    let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for &at in chosen {
        for word in &examples[at].comment.tokens {
            holders.entry(word).or_default().push(at);
        }
    }
    let rare = |count: usize| (chosen.len() as f32 / count as f32).ln();
    let mut norms: HashMap<usize, f32> = HashMap::new();
    for held in holders.values() {
        for &at in held {
            *norms.entry(at).or_default() += rare(held.len()).powi(2);
        }
    }
    let mut all = HashMap::new();
    let mut near = vec![0.0_f32; examples.len()];
    for &at in chosen {
        near.iter_mut().for_each(|n| *n = 0.0);
        for word in &examples[at].comment.tokens {
            let held = &holders[word.as_str()];
            // Words that everybody uses tell nothing and cost most.
            if held.len() * 8 < chosen.len() {
                let weight = rare(held.len()).powi(2);
                held.iter().for_each(|&other| near[other] += weight);
            }
        }
        let other = |&other: &usize| {
            examples[other].game != examples[at].game
                && examples[other].comment.low != examples[at].comment.low
        };
        let alike = |other: &usize| near[*other] / norms.get(other).map_or(1.0, |n| n.max(1.0).sqrt());
        let mut others: Vec<usize> = chosen.iter().copied().filter(other).collect();
        let kept = NEAREST.min(others.len());
        if kept > 0 {
            let closer = |a: &usize, b: &usize| alike(b).total_cmp(&alike(a)).then(a.cmp(b));
            others.select_nth_unstable_by(kept - 1, closer);
            others.truncate(kept);
            others.sort_by(closer);
        }
        all.insert(at, others);
    }
    all
}

fn stage(example: &Example) -> (u32, u32) {
    let number = u32::from(example.subject.before.fullmoves());
    let phase = if number <= 12 {
        0
    } else if number <= 30 {
        1
    } else {
        2
    };
    (u32::from(example.subject.mv.role()), phase)
}

fn telling(example: &Example) -> Vec<&'static str> {
    TELLING.into_iter().filter(|word| example.comment.tokens.contains(*word)).collect()
}

impl Pools {
    pub(super) fn new(examples: &[Example], chosen: &[usize]) -> Pools {
        let mut pools = Pools {
            words: HashMap::new(),
            stages: BTreeMap::new(),
            nearest: nearest(examples, chosen),
            all: chosen.to_vec(),
        };
        for &at in chosen {
            for word in telling(&examples[at]) {
                pools.words.entry(word).or_default().push(at);
            }
            pools.stages.entry(stage(&examples[at])).or_default().push(at);
        }
        pools
    }

    /// Comments of a kind on other moves, of other games if there are any.
    pub(super) fn others(
        &self,
        examples: &[Example],
        at: usize,
        kind: usize,
        count: usize,
        rng: &mut Rng,
    ) -> Vec<usize> {
        let mut found = Vec::new();
        let words = telling(&examples[at]);
        for _ in 0..count * 20 {
            if found.len() == count {
                break;
            }
            let pool = match kind {
                1 if !words.is_empty() => self.words.get(words[rng.below(words.len())]),
                2 => self.stages.get(&stage(&examples[at])),
                3 => self.nearest.get(&at).filter(|near| !near.is_empty()),
                _ => None,
            };
            let pool = pool.unwrap_or(&self.all);
            let other = pool[rng.below(pool.len())];
            let same = examples[other].game == examples[at].game && rng.below(10) < 7;
            if other != at
                && !same
                && !found.contains(&other)
                && examples[other].comment.low != examples[at].comment.low
            {
                found.push(other);
            }
        }
        while found.len() < count {
            found.push(self.all[rng.below(self.all.len())]);
        }
        found
    }
}
