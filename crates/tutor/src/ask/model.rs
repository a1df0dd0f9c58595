//! Which question a text most likely asks: a linear model over its words, taught by examples when it is first needed.
//!
//! The examples are data (`knowledge/questions/en.txt`): questions as people type them, by topic, and texts that are none. A text is a row of tokens
//! (`marks.rs`: a word, or the class of what it names); each token, each pair of neighbours and a few facts about the whole are features. What an
//! example says once and nobody else is unknown in a second copy of it, so that the model learns what unknown words are worth. Only sums,
//! products, quotients and square roots are used: the same examples give the same weights everywhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use strsim::osa_distance;

/// How often the examples are gone through.
const ROUNDS: usize = 16;

/// The first step of learning; it sinks to nothing.
const STEP: f32 = 2.0;

/// How much of a weight is forgotten when it is met, in proportion to the step.
const DECAY: f32 = 0.002;

/// A word that so many topics have tells none of them.
const COMMON: usize = 16;

/// What only chess players speak of, however common it is.
const NAMES: [&str; 7] = ["@move", "@man", "@square", "@colour", "@other", "@takes", "@term"];

/// A token that no example has.
const UNKNOWN: &str = "@unknown";

/// Words of this length or more may have a letter wrong, those twice as long two.
const FORGIVEN: usize = 5;

/// Longer words also count by so many of their first letters.
const STEM: usize = 5;

/// A token of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Token {
    /// The word, or its class with `@` before it.
    pub(super) text: String,
    /// What else it says: the kind of a man, the word of a class.
    pub(super) detail: Option<String>,
}

/// A taught model.
#[derive(Debug, Clone)]
pub(super) struct Model {
    topics: usize,
    features: HashMap<String, usize>,
    /// A row of topics for each feature.
    weights: Vec<f32>,
    /// How many examples have a word.
    words: BTreeMap<String, usize>,
}

impl Model {
    /// Learns from texts and the places of their topics; `topics` is how many there are, and the last of them is none.
    pub(super) fn learn(examples: &[(usize, Vec<Token>)], topics: usize) -> Model {
        let mut words: BTreeMap<String, usize> = BTreeMap::new();
        for (_, tokens) in examples {
            let mut all: Vec<&String> = tokens.iter().map(|token| &token.text).collect();
            all.sort();
            all.dedup();
            all.into_iter().for_each(|word| *words.entry(word.clone()).or_default() += 1);
        }
        let mut model = Model { topics, features: HashMap::new(), weights: Vec::new(), words };
        let mut rows: Vec<(usize, Vec<(usize, f32)>)> = Vec::new();
        for (topic, text) in model.texts(examples) {
            let row = features(&text).into_iter().map(|(name, value)| {
                let next = model.features.len();
                (*model.features.entry(name).or_insert(next), value)
            });
            rows.push((topic, row.collect()));
        }
        model.weights = vec![0.0; model.features.len() * topics];
        // Neighbours of a file are alike: they are met far apart.
        let stride =
            (1..).map(|k| rows.len() * 618 / 1000 + k).find(|&n| coprime(n, rows.len())).unwrap_or(1);
        for round in 0..ROUNDS {
            let step = STEP * (1.0 - round as f32 / ROUNDS as f32);
            for at in 0..rows.len() {
                let (topic, row) = &rows[at * stride % rows.len()];
                model.learn_one(*topic, row, step);
            }
        }
        model
    }

    /// The examples, each also with the words that it alone has unknown, and what is no question.
    fn texts(&self, examples: &[(usize, Vec<Token>)]) -> Vec<(usize, Vec<Token>)> {
        let rare = |token: &Token| !token.text.starts_with('@') && self.words[&token.text] == 1;
        let hide = |token: &Token| if rare(token) { unknown() } else { token.clone() };
        let mut all = Vec::new();
        for (topic, tokens) in examples {
            let hidden: Vec<Token> = tokens.iter().map(hide).collect();
            let other = (hidden != *tokens).then_some((*topic, hidden));
            all.push((*topic, tokens.clone()));
            all.extend(other);
        }
        all.extend(empty(examples).into_iter().map(|text| (self.topics - 1, text)));
        all
    }

    fn learn_one(&mut self, topic: usize, row: &[(usize, f32)], step: f32) {
        let mut error = self.likely(row);
        error[topic] -= 1.0;
        for &(feature, value) in row {
            let weights = &mut self.weights[feature * self.topics..][..self.topics];
            for (weight, error) in weights.iter_mut().zip(&error) {
                *weight -= step * (error * value + DECAY * *weight * value);
            }
        }
    }

    /// How likely each topic is.
    fn likely(&self, row: &[(usize, f32)]) -> Vec<f32> {
        let mut sums = vec![0.0_f32; self.topics];
        for &(feature, value) in row {
            let weights = &self.weights[feature * self.topics..][..self.topics];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        sums.iter_mut().for_each(|sum| *sum = exp(*sum - most));
        let total: f32 = sums.iter().sum();
        sums.iter_mut().for_each(|sum| *sum /= total);
        sums
    }

    /// How likely each topic is for a text, and how many of its words no example has as they are.
    pub(super) fn weigh(&self, tokens: &[Token]) -> (Vec<f32>, usize) {
        let known: Vec<Token> = tokens.iter().map(|token| self.known(token)).collect();
        let row: Vec<(usize, f32)> = features(&known)
            .into_iter()
            .filter_map(|(name, value)| Some((*self.features.get(&name)?, value)))
            .collect();
        let strangers = known.iter().zip(tokens).filter(|(known, token)| known.text != token.text).count();
        (self.likely(&row), strangers)
    }

    /// A token as the examples have it: with a letter mended, or unknown.
    fn known(&self, token: &Token) -> Token {
        let word = token.text.as_str();
        if word.starts_with('@') || self.words.contains_key(word) {
            return token.clone();
        }
        let length = word.chars().count();
        if length >= FORGIVEN {
            let within = if length >= 2 * FORGIVEN { 2 } else { 1 };
            let near = self.words.iter().filter(|(known, _)| {
                let other = known.chars().count();
                other >= FORGIVEN
                    && other.abs_diff(length) <= within
                    && known.chars().next() == word.chars().next()
            });
            let near = near.map(|(known, often)| (osa_distance(known, word), usize::MAX - often, known));
            if let Some((_, _, mended)) = near.filter(|(distance, ..)| *distance <= within).min() {
                return Token { text: mended.clone(), detail: None };
            }
        }
        // Another ending of a word that is known.
        let stem = stem(word);
        let kin =
            stem.as_ref().and_then(|stem| self.words.keys().find(|known| known.starts_with(stem.as_str())));
        match kin {
            Some(kin) => Token { text: kin.clone(), detail: None },
            None => unknown(),
        }
    }
}

/// What is left of the examples if all words that tell a topic were unknown: no question.
fn empty(examples: &[(usize, Vec<Token>)]) -> BTreeSet<Vec<Token>> {
    let mut topics: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (topic, tokens) in examples {
        for token in tokens {
            topics.entry(&token.text).or_default().insert(*topic);
        }
    }
    let hidden = |token: &Token| match topics[token.text.as_str()].len() {
        COMMON.. if !NAMES.contains(&token.text.as_str()) => token.clone(),
        _ => unknown(),
    };
    let emptied = examples.iter().map(|(_, tokens)| tokens.iter().map(hidden).collect::<Vec<Token>>());
    emptied.filter(|tokens| tokens.contains(&unknown())).collect()
}

fn unknown() -> Token {
    Token { text: UNKNOWN.to_owned(), detail: None }
}

fn stem(word: &str) -> Option<String> {
    (word.chars().count() > STEM && !word.starts_with('@')).then(|| word.chars().take(STEM).collect())
}

/// Features of a text, each once, so weighed that a long text counts no more than a short one.
fn features(tokens: &[Token]) -> Vec<(String, f32)> {
    let mut all: BTreeMap<String, f32> = BTreeMap::new();
    let mut add = |name: String, value: f32| {
        let known = all.entry(name).or_insert(0.0);
        *known = known.max(value);
    };
    let text = |at: usize| tokens.get(at).map_or("$", |token| token.text.as_str());
    add("#".to_owned(), 1.0);
    add(format!("^{}", text(0)), 0.7);
    add(format!("^{} {}", text(0), text(1)), 0.7);
    for (at, token) in tokens.iter().enumerate() {
        add(token.text.clone(), 1.0);
        stem(&token.text).into_iter().for_each(|stem| add(format!("{stem}~"), 0.6));
        token.detail.iter().for_each(|detail| add(format!("={detail}"), 0.8));
        add(format!("{} {}", token.text, text(at + 1)), 0.7);
        if at + 2 < tokens.len() {
            add(format!("{} _ {}", token.text, text(at + 2)), 0.5);
        }
    }
    let moves = tokens.iter().filter(|token| token.text == "@move").count();
    add(format!("#moves {}", moves.min(2)), 1.0);
    add(format!("#words {}", tokens.len().min(4)), 0.5);
    let strangers = tokens.iter().filter(|token| token.text == UNKNOWN).count();
    add(format!("#unknown {}", (4 * strangers).div_ceil(tokens.len().max(1))), 1.0);
    let length: f32 = all.values().map(|value| value * value).sum::<f32>().sqrt();
    all.into_iter().map(|(name, value)| (name, value / length)).collect()
}

/// e to the power of a number that is not above 0, nearly.
fn exp(x: f32) -> f32 {
    let mut power = 1.0 + x.max(-60.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}

fn coprime(a: usize, b: usize) -> bool {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        text.split(' ').map(|word| Token { text: word.to_owned(), detail: None }).collect()
    }

    fn taught() -> Model {
        let examples = [
            (0, "who is better"),
            (0, "who stands better now"),
            (0, "which side is better"),
            (1, "what is the threat"),
            (1, "what is he threatening"),
            (1, "is there a threat"),
            (2, "what is the weather"),
            (2, "who likes bananas"),
            (2, "my dog is green"),
        ];
        Model::learn(&examples.map(|(topic, text)| (topic, tokens(text))), 3)
    }

    #[test]
    fn other_words_letters_and_endings_are_taken_for_what_was_taught() {
        let model = taught();
        let best = |text: &str| {
            let (likely, _) = model.weigh(&tokens(text));
            (0..3).max_by(|&a, &b| likely[a].total_cmp(&likely[b])).unwrap()
        };
        assert_eq!(best("who is beter"), 0);
        assert_eq!(best("any thraet"), 1);
        assert_eq!(best("he threatens"), 1);
        assert_eq!(best("dog bananas"), 2);
    }

    #[test]
    fn likelihoods_add_up_and_are_the_same_again() {
        let (one, two) = (taught(), taught());
        let text = tokens("is he better");
        assert_eq!(one.weigh(&text), two.weigh(&text));
        assert!((one.weigh(&text).0.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!((exp(-1.0) - 0.367_879).abs() < 1e-3);
    }
}
