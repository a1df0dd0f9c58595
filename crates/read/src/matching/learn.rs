//! The weights are learned by choosing: the comment that belongs to a move among comments on other moves. No answer key of any
//! benchmark is seen.

use std::collections::{BTreeMap, HashMap, HashSet};

use philidor_chess::shakmaty::Position as _;
use philidor_stats::Rng;

use super::{Model, Subject, fits, words::Comment};

/// A comment with its move.
#[derive(Debug, Clone)]
pub struct Example {
    /// The move.
    pub subject: Subject,
    /// The comment on it.
    pub comment: Comment,
    /// Who wrote it: the weights are measured on writers that they were not learned from.
    pub writer: String,
    /// Its game.
    pub game: usize,
}

/// What was learned.
#[derive(Debug, Clone)]
pub struct Learned {
    /// The weights.
    pub model: Model,
    /// Choices of four among comments by writers held out: by kind of distractor, right answers and all.
    pub held_out: Vec<(&'static str, usize, usize)>,
}

/// Distractors of each kind for an example.
const EACH: usize = 5;
/// A word is weighed if so many comments have it.
const FREQUENT: usize = 40;
/// Passes over the examples.
const PASSES: usize = 4;
const RATE: f32 = 0.03;
const SHRINK: f32 = 1e-3;

/// Kinds of distractors: any comment, one that shares a telling word, one on a like move in a like phase.
const KINDS: [&str; 3] = ["random", "keyword", "piece and phase"];

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

struct Pools {
    words: HashMap<&'static str, Vec<usize>>,
    stages: BTreeMap<(u32, u32), Vec<usize>>,
    all: Vec<usize>,
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
    fn new(examples: &[Example], chosen: &[usize]) -> Pools {
        let mut pools = Pools { words: HashMap::new(), stages: BTreeMap::new(), all: chosen.to_vec() };
        for &at in chosen {
            for word in telling(&examples[at]) {
                pools.words.entry(word).or_default().push(at);
            }
            pools.stages.entry(stage(&examples[at])).or_default().push(at);
        }
        pools
    }

    /// Comments of a kind on other moves, of other games if there are any.
    fn others(
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

/// Learns weights from examples; those of the writers named are held out and only measured on.
pub fn learn(examples: &[Example], held_out: &[String], seed: u64, tell: &mut dyn FnMut(&str)) -> Learned {
    let is_held = |example: &Example| held_out.contains(&example.writer);
    let taught: Vec<usize> = (0..examples.len()).filter(|&at| !is_held(&examples[at])).collect();
    let held: Vec<usize> = (0..examples.len()).filter(|&at| is_held(&examples[at])).collect();
    let mut rng = Rng::new(seed);
    let mut learner = Learner::new(examples, &taught);
    let pools = Pools::new(examples, &taught);
    let groups: Vec<Vec<usize>> = taught
        .iter()
        .map(|&at| {
            let others = (0..KINDS.len()).flat_map(|kind| pools.others(examples, at, kind, EACH, &mut rng));
            std::iter::once(at).chain(others.collect::<Vec<_>>()).collect()
        })
        .collect();
    tell("comparing comments with moves");
    let pairs: Vec<Vec<Vec<(usize, f32)>>> = groups
        .iter()
        .map(|group| {
            group
                .iter()
                .map(|&other| learner.pair(&examples[group[0]].subject, &examples[other].comment))
                .collect()
        })
        .collect();
    for pass in 0..PASSES {
        let mut order: Vec<usize> = (0..groups.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, rng.below(at + 1));
        }
        for at in order {
            learner.step(&groups[at], &pairs[at]);
        }
        tell(&format!("pass {} of {PASSES}", pass + 1));
    }
    let model = learner.model();
    let mut results = Vec::new();
    if held.len() > 4 {
        let pools = Pools::new(examples, &held);
        for (kind, name) in KINDS.iter().enumerate() {
            let mut right = 0;
            for &at in &held {
                let others = pools.others(examples, at, kind, 3, &mut rng);
                let subject = &examples[at].subject;
                let own = model.score(subject, &examples[at].comment);
                right += usize::from(
                    others.iter().all(|&other| model.score(subject, &examples[other].comment) < own),
                );
            }
            results.push((*name, right, held.len()));
        }
    }
    Learned { model, held_out: results }
}

struct Learner {
    names: Vec<String>,
    places: HashMap<&'static str, usize>,
    pair: Vec<(f32, f32)>,
    base: Model,
    vocabulary: Vec<String>,
    /// Properties of each example, normed.
    normed: Vec<Vec<f32>>,
    /// Words of each example that are weighed.
    words: Vec<Vec<usize>>,
    weights: Vec<Vec<f32>>,
    steps: Vec<Vec<f32>>,
}

impl Learner {
    fn new(examples: &[Example], taught: &[usize]) -> Learner {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for &at in taught {
            for word in &examples[at].comment.tokens {
                *counts.entry(word).or_default() += 1;
            }
        }
        let vocabulary: Vec<String> = counts
            .into_iter()
            .filter(|(_, count)| *count >= FREQUENT)
            .map(|(word, _)| word.to_owned())
            .collect();
        let places: HashMap<&str, usize> =
            vocabulary.iter().enumerate().map(|(at, word)| (word.as_str(), at)).collect();
        let words = examples
            .iter()
            .map(|example| {
                example.comment.tokens.iter().filter_map(|word| places.get(word.as_str()).copied()).collect()
            })
            .collect();
        let names: Vec<&'static str> = examples
            .first()
            .map_or(Vec::new(), |e| e.subject.properties.iter().map(|(name, _)| *name).collect());
        let count = taught.len().max(1) as f32;
        let column = |n: usize| taught.iter().map(move |&at| examples[at].subject.properties[n].1);
        let properties = names.iter().enumerate().map(|(n, name)| {
            let mean = column(n).sum::<f32>() / count;
            let spread = (column(n).map(|x| (x - mean) * (x - mean)).sum::<f32>() / count).sqrt() + 0.05;
            ((*name).to_owned(), mean, spread)
        });
        let base = Model { properties: properties.collect(), ..Model::default() };
        let normed = examples.iter().map(|example| base.normed(&example.subject)).collect();
        let width = base.properties.len();
        let (weights, steps) =
            (vec![vec![0.0; width]; vocabulary.len()], vec![vec![1e-3; width]; vocabulary.len()]);
        Learner {
            names: Vec::new(),
            places: HashMap::new(),
            pair: Vec::new(),
            base,
            vocabulary,
            normed,
            words,
            weights,
            steps,
        }
    }

    /// The features of a pair by their places.
    fn pair(&mut self, subject: &Subject, comment: &Comment) -> Vec<(usize, f32)> {
        let found = fits(subject, comment);
        let place = |(name, value): (&'static str, f32)| {
            let next = self.names.len();
            let at = *self.places.entry(name).or_insert(next);
            if at == next {
                self.names.push(name.to_owned());
                self.pair.push((0.0, 1e-3));
            }
            (at, value)
        };
        found.into_iter().map(place).collect()
    }

    fn scale(&self, at: usize) -> f32 {
        1.0 / (self.words[at].len().max(4) as f32).sqrt()
    }

    /// One step of stochastic gradient descent with steps that shrink where they were large (AdaGrad).
    fn step(&mut self, group: &[usize], pairs: &[Vec<(usize, f32)>]) {
        let x = self.normed[group[0]].clone();
        let mut scores: Vec<f32> = Vec::with_capacity(group.len());
        for (&other, pair) in group.iter().zip(pairs) {
            let named: f32 = pair.iter().map(|(at, value)| self.pair[*at].0 * value).sum();
            let word = |&w: &usize| -> f32 { self.weights[w].iter().zip(&x).map(|(w, x)| w * x).sum() };
            scores.push(named + self.scale(other) * self.words[other].iter().map(word).sum::<f32>());
        }
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
        let sum: f32 = powers.iter().sum();
        let wrong: Vec<f32> =
            powers.iter().enumerate().map(|(at, p)| p / sum - f32::from(u8::from(at == 0))).collect();
        let mut pair_slope: HashMap<usize, f32> = HashMap::new();
        let mut word_slope: BTreeMap<usize, f32> = BTreeMap::new();
        for ((&other, pair), d) in group.iter().zip(pairs).zip(&wrong) {
            for (at, value) in pair {
                *pair_slope.entry(*at).or_default() += d * value;
            }
            let scale = self.scale(other);
            for &word in &self.words[other] {
                *word_slope.entry(word).or_default() += d * scale;
            }
        }
        for (at, slope) in pair_slope {
            let (weight, step) = &mut self.pair[at];
            let slope = slope + 1e-4 * *weight;
            *step += slope * slope;
            *weight -= 2.0 * RATE * slope / step.sqrt();
        }
        for (word, d) in word_slope {
            for ((weight, step), x) in self.weights[word].iter_mut().zip(&mut self.steps[word]).zip(&x) {
                let slope = d * x + SHRINK * *weight;
                *step += slope * slope;
                *weight -= RATE * slope / step.sqrt();
            }
        }
    }

    fn model(&self) -> Model {
        let pair = self.names.iter().cloned().zip(self.pair.iter().map(|(weight, _)| *weight)).collect();
        let words = self.vocabulary.iter().cloned().zip(self.weights.iter().cloned()).collect();
        let unique: HashSet<&String> = self.vocabulary.iter().collect();
        debug_assert_eq!(unique.len(), self.vocabulary.len());
        Model { pair, properties: self.base.properties.clone(), words }
    }
}
