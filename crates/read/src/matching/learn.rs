//! The weights are learned by choosing: the comment that belongs to a move among comments on other moves. No answer key of any
//! benchmark is seen.
//!
//! All choices are weighed at once (softmax) and all weights follow the slope together, held back by their size: a word is met seldom
//! and a property often, so few directions ([`DIRECTIONS`]) in which words and properties meet are learned in place of a weight for each
//! word and property.

use std::collections::{BTreeMap, HashMap};

use philidor_nets::adam::Adam;
use philidor_stats::Rng;

use super::{
    Model, Property, Subject, fits,
    pools::{KINDS, Pools},
    scale,
    words::Comment,
};

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
const FREQUENT: usize = 15;
/// Directions in which words and properties meet.
const DIRECTIONS: usize = 16;
/// Steps down the slope.
const STEPS: usize = 80;
const RATE: f64 = 0.03;
/// From this share of the steps on they are shorter.
const LATE: f64 = 0.7;
/// How far weights are held back, in comments: of named features, and of directions.
const PAIR_DECAY: f32 = 6.0;
const DIRECTION_DECAY: f32 = 150.0;
/// The size of directions at the beginning.
const START: f64 = 0.05;

/// Learns weights from examples; those of the writers named are held out and only measured on.
pub fn learn(examples: &[Example], held_out: &[String], seed: u64, tell: &mut dyn FnMut(&str)) -> Learned {
    let is_held = |example: &Example| held_out.contains(&example.writer);
    let taught: Vec<usize> = (0..examples.len()).filter(|&at| !is_held(&examples[at])).collect();
    let held: Vec<usize> = (0..examples.len()).filter(|&at| is_held(&examples[at])).collect();
    let mut rng = Rng::new(seed);
    tell("comparing comments with moves");
    let choices = Choices::new(examples, &taught, &mut rng);
    let model = Learner::new(examples, &taught, choices, &mut rng).run(tell);
    let mut results = Vec::new();
    if held.len() > 4 {
        tell("choosing among comments of writers held out");
        let pools = Pools::new(examples, &held);
        for (kind, name) in KINDS.iter().enumerate() {
            let mut right = 0;
            for &at in &held {
                let others = pools.others(examples, at, kind, 3, &mut rng);
                let subject = &examples[at].subject;
                let own = model.score(subject, &examples[at].comment);
                let less = |&other: &usize| model.score(subject, &examples[other].comment) < own;
                right += usize::from(others.iter().all(less));
            }
            results.push((*name, right, held.len()));
        }
    }
    Learned { model, held_out: results }
}

/// A named feature speaks of moves or squares that the comment names.
fn is_shown(name: &str) -> bool {
    const BEGINNINGS: [&str; 12] = [
        "square",
        "row",
        "ply_",
        "number_",
        "goal_",
        "men_",
        "from_",
        "share_",
        "has_moves",
        "first_is_legal",
        "any_impossible",
        "impossible_",
    ];
    const OTHERS: [&str; 2] = ["mover_named", "other_named"];
    let begins = BEGINNINGS.iter().any(|part| name.starts_with(part));
    begins || name == "standing" || (name.ends_with("_named") && !OTHERS.contains(&name))
}

/// For each example the comment that belongs to it, then its distractors: whose comment, and the named features of the pair.
struct Choices {
    names: Vec<&'static str>,
    /// Which of them speak of moves and squares that the comment names.
    shown: Vec<bool>,
    /// One row of pairs for each example, its own comment first.
    rows: Vec<Vec<Pair>>,
}

struct Pair {
    of: usize,
    named: Vec<(u32, f32)>,
}

impl Choices {
    fn new(examples: &[Example], taught: &[usize], rng: &mut Rng) -> Choices {
        let pools = Pools::new(examples, taught);
        let mut places: HashMap<&'static str, u32> = HashMap::new();
        let mut names = Vec::new();
        let mut pair = |at: usize, of: usize| {
            let place = |(name, value): (&'static str, f32)| {
                let next = names.len() as u32;
                let place = *places.entry(name).or_insert(next);
                if place == next {
                    names.push(name);
                }
                (place, value)
            };
            let found = fits(&examples[at].subject, &examples[of].comment);
            Pair { of, named: found.into_iter().map(place).collect() }
        };
        let mut rows = Vec::with_capacity(taught.len());
        for &at in taught {
            let mut row = vec![pair(at, at)];
            for kind in 0..KINDS.len() {
                let others = pools.others(examples, at, kind, EACH, rng);
                row.extend(others.into_iter().map(|other| pair(at, other)));
            }
            rows.push(row);
        }
        let shown = names.iter().map(|name| is_shown(name)).collect();
        Choices { names, shown, rows }
    }
}

/// Rows of [`DIRECTIONS`] numbers.
type Row = [f32; DIRECTIONS];

struct Learner<'a> {
    taught: &'a [usize],
    choices: Choices,
    properties: Vec<Property>,
    vocabulary: Vec<String>,
    /// The properties of a move that has none, normed.
    plain: Vec<f32>,
    /// How the properties of each example that was taught differ from those, where they do.
    normed: Vec<Vec<(usize, f32)>>,
    /// Words of each example that are weighed.
    words: Vec<Vec<usize>>,
    /// Weights of named features, then a row for each word, then one for each property.
    weights: Vec<f32>,
}

impl<'a> Learner<'a> {
    fn new(examples: &[Example], taught: &'a [usize], choices: Choices, rng: &mut Rng) -> Learner<'a> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for word in taught.iter().flat_map(|&at| &examples[at].comment.tokens) {
            *counts.entry(word).or_default() += 1;
        }
        counts.retain(|_, count| *count >= FREQUENT);
        let vocabulary: Vec<String> = counts.into_keys().map(str::to_owned).collect();
        let place = |word: &String| vocabulary.binary_search(word).ok();
        let words: Vec<Vec<usize>> = examples
            .iter()
            .map(|example| example.comment.tokens.iter().filter_map(place).collect())
            .collect();
        let names = examples.first().map_or(&[][..], |example| &example.subject.properties);
        let count = taught.len().max(1) as f32;
        let column = |n: usize| taught.iter().map(move |&at| examples[at].subject.properties[n].1);
        let property = |(n, (name, _)): (usize, &(&'static str, f32))| {
            let mean = column(n).sum::<f32>() / count;
            let spread = (column(n).map(|x| (x - mean) * (x - mean)).sum::<f32>() / count).sqrt() + 0.05;
            Property { name: (*name).to_owned(), mean, spread, directions: Vec::new() }
        };
        let properties: Vec<Property> = names.iter().enumerate().map(property).collect();
        let model = Model { properties, ..Model::default() };
        let plain: Vec<f32> = model.properties.iter().map(|known| known.norm(0.0)).collect();
        let differs = |at: &usize| {
            let normed = model.normed(&examples[*at].subject).into_iter().zip(&plain).enumerate();
            normed
                .filter(|(_, (value, plain))| value != *plain)
                .map(|(n, (v, plain))| (n, v - plain))
                .collect()
        };
        let normed = taught.iter().map(differs).collect();
        let rows = vocabulary.len() + model.properties.len();
        let mut weights = vec![0.0; choices.names.len()];
        weights.extend((0..rows * DIRECTIONS).map(|_| (START * (2.0 * rng.unit() - 1.0)) as f32));
        Learner { taught, choices, properties: model.properties, vocabulary, plain, normed, words, weights }
    }

    fn word(&self, word: usize) -> usize {
        self.choices.names.len() + word * DIRECTIONS
    }

    fn property(&self, property: usize) -> usize {
        self.word(self.vocabulary.len()) + property * DIRECTIONS
    }

    fn row(&self, at: usize) -> Row {
        let mut row = [0.0; DIRECTIONS];
        row.copy_from_slice(&self.weights[at..at + DIRECTIONS]);
        row
    }

    /// Where each comment lies.
    fn meanings(&self) -> Vec<Row> {
        let meaning = |words: &Vec<usize>| {
            let mut sum = [0.0; DIRECTIONS];
            for &word in words {
                add(&mut sum, &self.row(self.word(word)), scale(words.len()));
            }
            sum
        };
        self.words.iter().map(meaning).collect()
    }

    /// Where each move lies.
    fn places(&self) -> Vec<Row> {
        let mut plain = [0.0; DIRECTIONS];
        for (n, value) in self.plain.iter().enumerate() {
            add(&mut plain, &self.row(self.property(n)), *value);
        }
        let place = |normed: &Vec<(usize, f32)>| {
            let mut sum = plain;
            for (n, value) in normed {
                add(&mut sum, &self.row(self.property(*n)), *value);
            }
            sum
        };
        self.normed.iter().map(place).collect()
    }

    /// The slope of all weights: how much surer the right choices would become.
    fn slope(&self) -> Vec<f32> {
        let (meanings, places) = (self.meanings(), self.places());
        let each = 0.5 / self.taught.len().max(1) as f32;
        let mut slope = vec![0.0_f32; self.weights.len()];
        let mut to_meanings = vec![[0.0_f32; DIRECTIONS]; meanings.len()];
        let mut to_places = vec![[0.0_f32; DIRECTIONS]; places.len()];
        for (n, row) in self.choices.rows.iter().enumerate() {
            for blind in [false, true] {
                let seen = |at: u32| !(blind && self.choices.shown[at as usize]);
                let score = |pair: &Pair| -> f32 {
                    let named = pair.named.iter().filter(|(at, _)| seen(*at));
                    let named: f32 = named.map(|(at, v)| self.weights[*at as usize] * v).sum();
                    named + dot(&meanings[pair.of], &places[n])
                };
                let scores: Vec<f32> = row.iter().map(score).collect();
                let most = scores.iter().copied().fold(f32::MIN, f32::max);
                let powers: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
                let sum: f32 = powers.iter().sum();
                for (at, (pair, power)) in row.iter().zip(powers).enumerate() {
                    let wrong = (power / sum - f32::from(u8::from(at == 0))) * each;
                    for (at, value) in pair.named.iter().filter(|(at, _)| seen(*at)) {
                        slope[*at as usize] += wrong * value;
                    }
                    add(&mut to_meanings[pair.of], &places[n], wrong);
                    add(&mut to_places[n], &meanings[pair.of], wrong);
                }
            }
        }
        for (words, from) in self.words.iter().zip(&to_meanings) {
            for &word in words {
                let at = self.word(word);
                add(&mut slope[at..at + DIRECTIONS], from, scale(words.len()));
            }
        }
        let mut all = [0.0; DIRECTIONS];
        for (normed, from) in self.normed.iter().zip(&to_places) {
            add(&mut all, from, 1.0);
            for (n, value) in normed {
                let at = self.property(*n);
                add(&mut slope[at..at + DIRECTIONS], from, *value);
            }
        }
        for (n, value) in self.plain.iter().enumerate() {
            let at = self.property(n);
            add(&mut slope[at..at + DIRECTIONS], &all, *value);
        }
        let pairs = self.choices.names.len();
        for (at, (slope, weight)) in slope.iter_mut().zip(&self.weights).enumerate() {
            let decay = if at < pairs { PAIR_DECAY } else { DIRECTION_DECAY };
            *slope += decay * each * weight;
        }
        slope
    }

    fn run(mut self, tell: &mut dyn FnMut(&str)) -> Model {
        let mut adam = Adam::new(self.weights.len());
        for step in 0..STEPS {
            let slope = self.slope();
            let late = step as f64 >= LATE * STEPS as f64;
            adam.step(&mut self.weights, &slope, if late { 0.3 * RATE } else { RATE });
            tell(&format!("step {} of {STEPS}", step + 1));
        }
        let pair = self.choices.names.iter().map(|name| (*name).to_owned()).zip(self.weights.iter().copied());
        let words = self.vocabulary.iter().cloned().enumerate();
        let words = words.map(|(n, word)| (word, self.row(self.word(n)).to_vec())).collect();
        let properties = self.properties.iter().cloned().enumerate();
        let properties = properties
            .map(|(n, known)| Property { directions: self.row(self.property(n)).to_vec(), ..known })
            .collect();
        Model { pair: pair.collect(), properties, words }
    }
}

fn add(sum: &mut [f32], row: &Row, times: f32) {
    sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += times * value);
}

fn dot(a: &Row, b: &Row) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
