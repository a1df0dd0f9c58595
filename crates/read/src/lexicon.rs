//! How chess is spoken of in a language: words for sides, men and wings, and the phrases that mean something. All of it is data in
//! `knowledge/read`, so that a chess player can add a phrase.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::OnceLock,
};

use philidor_chess::shakmaty::Role;
use serde::Deserialize;

use crate::{
    meaning::Meaning,
    pattern::{Filled, Pattern, Wing},
    text::Token,
};

/// Whom a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// White.
    White,
    /// Black.
    Black,
    /// The side spoken of last.
    He,
    /// The opponent of that side.
    Other,
    /// Who writes: the side that has moved.
    I,
}

/// Why a file of phrases cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("in the phrases of {language:?}: {reason}")]
pub struct LexiconError {
    /// The language.
    pub language: String,
    /// What is wrong.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    words: RawWords,
    #[serde(default)]
    phrase: Vec<RawPhrase>,
}

#[derive(Deserialize)]
struct RawWords {
    white: Vec<String>,
    black: Vec<String>,
    he: Vec<String>,
    other: Vec<String>,
    i: Vec<String>,
    men: BTreeMap<String, [Vec<String>; 2]>,
    kingside: Vec<String>,
    queenside: Vec<String>,
    centre: Vec<String>,
    #[serde(flatten)]
    lists: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPhrase {
    means: String,
    say: Vec<String>,
}

/// Lists that a file must have: articles, words before a square, words for a square, negations, what makes a sentence speak of
/// what may come, what makes it speak of what was.
const LISTS: [&str; 6] = ["article", "on", "square", "not", "maybe", "past"];

/// A phrase and what it means.
#[derive(Debug, Clone)]
pub(crate) struct Phrase {
    pub(crate) pattern: Pattern,
    pub(crate) meaning: Meaning,
}

/// The words and phrases of a language.
#[derive(Debug, Clone)]
pub struct Lexicon {
    who: HashMap<String, Who>,
    men: HashMap<String, (Role, bool)>,
    lists: HashMap<String, HashSet<String>>,
    wings: Vec<(Vec<String>, Wing)>,
    phrases: Vec<Phrase>,
}

impl Lexicon {
    /// The lexicon of a language that comes with the program.
    pub fn of(language: &str) -> Result<&'static Lexicon, LexiconError> {
        static ALL: OnceLock<HashMap<&'static str, Result<Lexicon, LexiconError>>> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            let read =
                |entry: &philidor_knowledge::Entry| (entry.name, Lexicon::parse(entry.name, entry.text));
            philidor_knowledge::PHRASES.entries().iter().map(read).collect()
        });
        let missing = || {
            let known: Vec<&str> =
                philidor_knowledge::PHRASES.entries().iter().map(|entry| entry.name).collect();
            let reason = format!("there is no such language; there are {}", known.join(", "));
            LexiconError { language: language.chars().take(20).collect(), reason }
        };
        match all.get(language) {
            Some(found) => found.as_ref().map_err(Clone::clone),
            None => Err(missing()),
        }
    }

    /// Reads a file of words and phrases.
    pub fn parse(language: &str, text: &str) -> Result<Lexicon, LexiconError> {
        let failed = |reason: String| LexiconError { language: language.to_owned(), reason };
        let raw: Raw = toml::from_str(text).map_err(|error| failed(error.to_string()))?;
        let RawWords { white, black, he, other, i, men, kingside, queenside, centre, lists } = raw.words;
        let mut who = HashMap::new();
        for (words, meant) in
            [(white, Who::White), (black, Who::Black), (he, Who::He), (other, Who::Other), (i, Who::I)]
        {
            who.extend(words.into_iter().map(|word| (word.to_lowercase(), meant)));
        }
        let mut names = HashMap::new();
        for (letter, [one, many]) in men {
            let role = letter.chars().next().and_then(Role::from_char);
            let role = role.ok_or_else(|| failed(format!("no man {letter:?} in words.men")))?;
            names.extend(one.into_iter().map(|word| (word.to_lowercase(), (role, false))));
            names.extend(many.into_iter().map(|word| (word.to_lowercase(), (role, true))));
        }
        if let Some(list) = LISTS.into_iter().find(|list| !lists.contains_key(*list)) {
            return Err(failed(format!("the list words.{list} is missing")));
        }
        let lists = lists.into_iter().map(|(name, words)| (name, words.into_iter().collect())).collect();
        let split = |list: Vec<String>, wing: Wing| {
            list.into_iter().map(move |text| (text.split(' ').map(str::to_owned).collect::<Vec<_>>(), wing))
        };
        let wings = split(kingside, Wing::King)
            .chain(split(queenside, Wing::Queen))
            .chain(split(centre, Wing::Centre))
            .collect();
        let mut phrases = Vec::new();
        for RawPhrase { means, say } in raw.phrase {
            let meaning: Meaning = means.parse().map_err(&failed)?;
            for text in say {
                let pattern = Pattern::parse(&text).map_err(&failed)?;
                phrases.push(Phrase { pattern, meaning: meaning.clone() });
            }
        }
        Ok(Lexicon { who, men: names, lists, wings, phrases })
    }

    /// Whom a word means.
    pub fn who(&self, word: &str) -> Option<Who> {
        self.who.get(word).copied()
    }

    /// The kind of man that a word names, and whether several.
    pub fn man(&self, word: &str) -> Option<(Role, bool)> {
        self.men.get(word).copied()
    }

    /// Whether a word is in one of the lists of the file.
    pub fn is(&self, list: &str, word: &str) -> bool {
        self.lists.get(list).is_some_and(|words| words.contains(word))
    }

    pub(crate) fn wing(&self, tokens: &[&Token], at: usize) -> Option<(usize, Wing)> {
        let fits = |words: &[String]| {
            words.iter().enumerate().all(|(n, word)| tokens.get(at + n).and_then(|t| t.word()) == Some(word))
        };
        let longest = self.wings.iter().filter(|(words, _)| fits(words)).max_by_key(|(words, _)| words.len());
        longest.map(|(words, wing)| (words.len(), *wing))
    }

    /// The phrases at a place: how many tokens each covers, what it means, what fills its holes.
    pub(crate) fn at(&self, tokens: &[&Token], place: usize) -> Vec<(usize, &Meaning, Filled)> {
        let fit = |phrase: &'_ Phrase| phrase.pattern.fit(tokens, place, self);
        self.phrases
            .iter()
            .filter_map(|phrase| fit(phrase).map(|(n, filled)| (n, &phrase.meaning, filled)))
            .collect()
    }

    /// How many phrases there are.
    pub fn len(&self) -> usize {
        self.phrases.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_can_be_read_and_means_what_there_is() {
        for entry in philidor_knowledge::PHRASES.entries() {
            let lexicon = Lexicon::of(entry.name).unwrap();
            assert!(lexicon.len() > 50, "{}", entry.name);
            let features =
                lexicon.phrases.iter().filter(|phrase| phrase.meaning.topic == crate::Topic::Feature);
            let board = philidor_verify::Board::read("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
            for phrase in features {
                let known =
                    philidor_verify::count(&board, &phrase.meaning.word, philidor_claims::Color::White);
                assert!(known.is_some(), "the checker does not count {:?}", phrase.meaning.word);
            }
        }
        assert!(Lexicon::of("xx").unwrap_err().to_string().contains("there are de, en"));
    }

    #[test]
    fn a_wrong_phrase_is_named() {
        let good = philidor_knowledge::PHRASES.text("en");
        let with = |phrase: &str| {
            Lexicon::parse("en", &format!("{good}\n[[phrase]]\n{phrase}\n")).unwrap_err().to_string()
        };
        assert!(with("means = \"feature tall_pawn\"\nsay = [\"tall pawn\"]").contains("tall_pawn"));
        assert!(with("means = \"phase ending\"\nsay = [\"{piece} ending\"]").contains("{piece}"));
        assert!(with("means = \"phase ending\"\nsay = [\"ending?\"]").contains("fits everything"));
    }
}
