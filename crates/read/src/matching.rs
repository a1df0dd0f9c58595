//! How well a comment fits a position and a move: the model behind "which of these comments belongs here?".
//!
//! A pair of comment and move has named features ([`fits`]: what the comment names is there, what it says is so), and a move has named
//! properties ([`properties`]), which make some words likelier than others: words and properties meet in a few directions. The weights
//! are data (`knowledge/read/matching.tsv`), learned from annotated games by choosing the right comment among others ([`learn`]).

mod fits;
mod layout;
mod learn;
mod pools;
mod properties;
mod shown;
mod told;
mod words;

use std::{collections::HashMap, fmt::Write as _, sync::OnceLock};

pub(crate) use self::{fits::fits, properties::properties};
pub use self::{
    learn::{Example, Learned, learn},
    words::Comment,
};
use philidor_chess::shakmaty::{Chess, Move};

use crate::scene::About;

/// A move with everything that comments are compared with.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Before the move.
    pub before: Chess,
    /// The move.
    pub mv: Move,
    /// After it.
    pub after: Chess,
    /// Centipawns for the mover before and after the move; mates are 10,000.
    pub scores: [i32; 2],
    about: About,
    properties: Vec<(&'static str, f32)>,
    moves: fits::Moves,
}

impl Subject {
    /// A legal move, and what an analyst gives the mover before and after it.
    pub fn new(before: &Chess, mv: Move, scores: [i32; 2]) -> Subject {
        use philidor_chess::shakmaty::Position as _;
        let mut after = before.clone();
        after.play_unchecked(mv);
        let moves = fits::Moves::new(before, &after);
        let about = About::new(before.clone(), Some(mv));
        let mut subject =
            Subject { before: before.clone(), mv, after, scores, about, properties: Vec::new(), moves };
        subject.properties = properties(&subject);
        subject
    }
}

/// Named values.
pub(crate) type Named = Vec<(&'static str, f32)>;

/// The learned weights.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// Of features of a pair.
    pub(crate) pair: HashMap<String, f32>,
    /// What moves have.
    pub(crate) properties: Vec<Property>,
    /// For each word, how far it goes in each direction.
    pub(crate) words: HashMap<String, Vec<f32>>,
}

/// A property as the weights know it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) mean: f32,
    pub(crate) spread: f32,
    /// How far it goes in each direction.
    pub(crate) directions: Vec<f32>,
}

impl Property {
    /// A value in units of its spread.
    fn norm(&self, raw: f32) -> f32 {
        ((raw - self.mean) / self.spread).clamp(-4.0, 4.0)
    }
}

/// What a word counts for in a comment with so many that are known.
pub(crate) fn scale(words: usize) -> f32 {
    1.0 / (words.max(4) as f32).sqrt()
}

/// Why weights cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the weights: {reason}")]
pub struct ModelError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl Model {
    /// The weights that come with the program.
    pub fn ours() -> &'static Model {
        static OURS: OnceLock<Model> = OnceLock::new();
        OURS.get_or_init(|| {
            Model::parse(const { philidor_knowledge::MATCHING.text("matching") })
                .expect("weights that a test reads")
        })
    }

    /// Reads weights: lines `pair NAME WEIGHT`, `property NAME MEAN SPREAD WEIGHT…`, `word WORD WEIGHT…`, separated by tabs;
    /// properties and words have one weight for each direction, in thousandths.
    pub fn parse(text: &str) -> Result<Model, ModelError> {
        let mut model = Model::default();
        for (at, line) in
            text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        {
            let failed = |reason: &str| ModelError { line: at + 1, reason: reason.to_owned() };
            let mut fields = line.split('\t');
            let (Some(kind), Some(name)) = (fields.next(), fields.next()) else {
                return Err(failed("wanted a kind and a name"));
            };
            let numbers: Result<Vec<f32>, _> = fields.map(str::parse::<f32>).collect();
            let numbers = numbers.map_err(|_| failed("wanted numbers"))?;
            let directions = |model: &Model, weights: &[f32]| {
                let known = model.properties.first().map_or(weights.len(), |p| p.directions.len());
                (known == weights.len()).then(|| weights.iter().map(|w| w / 1000.0).collect::<Vec<f32>>())
            };
            let uneven = || failed("wanted as many weights as the first property has");
            match (kind, &numbers[..]) {
                ("pair", [weight]) => drop(model.pair.insert(name.to_owned(), *weight)),
                ("property", [mean, spread, weights @ ..]) => {
                    let directions = directions(&model, weights).ok_or_else(uneven)?;
                    let (mean, spread) = (*mean, *spread);
                    model.properties.push(Property { name: name.to_owned(), mean, spread, directions });
                }
                ("word", weights) => {
                    let directions = directions(&model, weights).ok_or_else(uneven)?;
                    model.words.insert(name.to_owned(), directions);
                }
                _ => return Err(failed("wanted pair, property or word")),
            }
        }
        Ok(model)
    }

    /// The text that [`Model::parse`] reads.
    pub fn write(&self, provenance: &str) -> String {
        let mut text = format!(
            "# Which comment fits a move: weights, see crates/read/src/matching.rs. Written by a program.\n# {provenance}\n"
        );
        let mut pair: Vec<_> = self.pair.iter().collect();
        pair.sort_by(|a, b| a.0.cmp(b.0));
        for (name, weight) in pair {
            let _ = writeln!(text, "pair\t{name}\t{weight:.3}");
        }
        let thousandths = |weights: &[f32]| {
            let weights: Vec<String> =
                weights.iter().map(|w| format!("{}", (w * 1000.0).round() as i32)).collect();
            weights.join("\t")
        };
        for Property { name, mean, spread, directions } in &self.properties {
            let _ = writeln!(text, "property\t{name}\t{mean:.4}\t{spread:.4}\t{}", thousandths(directions));
        }
        let mut words: Vec<_> = self.words.iter().collect();
        words.sort_by(|a, b| a.0.cmp(b.0));
        for (word, weights) in words {
            let _ = writeln!(text, "word\t{word}\t{}", thousandths(weights));
        }
        text
    }

    /// A move's properties as the weights want them.
    pub(crate) fn normed(&self, subject: &Subject) -> Vec<f32> {
        let values: HashMap<&str, f32> = subject.properties.iter().copied().collect();
        let value = |known: &Property| known.norm(values.get(known.name.as_str()).copied().unwrap_or(0.0));
        self.properties.iter().map(value).collect()
    }

    /// How well a comment fits a move: comparable among comments on one move.
    pub fn score(&self, subject: &Subject, comment: &Comment) -> f32 {
        let pair: f32 = fits(subject, comment)
            .iter()
            .map(|(name, value)| self.pair.get(*name).unwrap_or(&0.0) * value)
            .sum();
        let known: Vec<&Vec<f32>> = comment.tokens.iter().filter_map(|word| self.words.get(word)).collect();
        let words: f32 = self
            .place(subject)
            .into_iter()
            .enumerate()
            .map(|(n, place)| place * known.iter().filter_map(|word| word.get(n)).sum::<f32>())
            .sum();
        pair + scale(known.len()) * words
    }

    /// Where a move lies, direction by direction.
    fn place(&self, subject: &Subject) -> Vec<f32> {
        let mut place = vec![0.0; self.properties.first().map_or(0, |known| known.directions.len())];
        for (known, value) in self.properties.iter().zip(self.normed(subject)) {
            place.iter_mut().zip(&known.directions).for_each(|(sum, weight)| *sum += weight * value);
        }
        place
    }

    /// The comment that fits best.
    pub fn choose(&self, subject: &Subject, comments: &[Comment]) -> Option<usize> {
        let scores: Vec<f32> = comments.iter().map(|comment| self.score(subject, comment)).collect();
        (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
    }
}
