//! Words from claims. All of them are data in `knowledge/words`; this module knows only keys and grammar slots, so another
//! language is another file.
//!
//! [`Speaker`] says single claims, never repeating a phrase while another variant is left; [`Voice`] renders the points of a
//! [`crate::plan`]. A [`Sentence`] knows the claims it tells from the moment it is made; nothing is looked up by its text.

mod grammar;
mod render;
mod speaker;
mod summary;

use std::{collections::BTreeMap, fmt, str::FromStr};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use philidor_knowledge::{Entry, LANGUAGES};

pub use self::{
    grammar::{Grammar, Reading},
    render::{Section, Sentence, Told, Voice, tell},
    speaker::{Said, Speaker},
    summary::{Ending, GameFacts},
};
pub(crate) use self::{
    render::heading_key,
    speaker::{role_key, side_key},
};

/// Who reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    /// Few reasons, short lines, no numbers.
    Beginner,
    /// More reasons, scores.
    #[default]
    Club,
    /// Everything that matters, longer lines.
    Master,
}

/// A level that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no reader's level {0:?}; there are beginner, club and master")]
pub struct NoLevel(pub String);

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        Level::ALL.into_iter().find(|l| l.name() == text).ok_or_else(|| NoLevel(text.to_owned()))
    }
}

impl Level {
    /// All, from the first to the last.
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Club, Level::Master];

    /// As it is spelt.
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Club => "club",
            Level::Master => "master",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why there are no words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// The language is not there.
    #[error("no words in language {0:?}; there are {known}", known = known())]
    Language(String),
    /// The file cannot be read.
    #[error("the words of {language} cannot be read: {problem}")]
    Syntax {
        /// The language.
        language: String,
        /// What is wrong.
        problem: String,
    },
}

/// A language that comes with the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// Its code, such as `de`.
    pub code: &'static str,
    /// What its speakers call it, such as `Deutsch`.
    pub name: String,
}

/// The languages that come with the program: the files of `knowledge/words`.
pub fn languages() -> Vec<Language> {
    let language = |file: &Entry| {
        let words = Words::new(file.name, file.text).ok()?;
        Some(Language { code: file.name, name: words.text("language", &FluentArgs::new()) })
    };
    LANGUAGES.entries().iter().filter_map(language).collect()
}

/// `de (Deutsch), en (English)`
fn known() -> String {
    let name = |language: Language| format!("{} ({})", language.code, language.name);
    languages().into_iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The file of a language that comes with the program.
fn shipped(language: &str) -> Result<&'static Entry, WordsError> {
    LANGUAGES.get(language).ok_or_else(|| WordsError::Language(language.to_owned()))
}

/// The words of one language.
pub struct Words {
    language: String,
    bundle: FluentBundle<FluentResource>,
    letters: Vec<char>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Words {
    /// The words of a language that comes with the program.
    pub fn of(language: &str) -> Result<Words, WordsError> {
        Words::new(language, shipped(language)?.text)
    }

    /// The words of a file in Fluent's syntax.
    pub fn new(language: &str, text: &str) -> Result<Words, WordsError> {
        let failed = |problem: String| WordsError::Syntax { language: language.to_owned(), problem };
        let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| {
            let first = errors.first();
            failed(first.map_or_else(String::new, |e| {
                let line = text[..e.pos.start.min(text.len())].lines().count().max(1);
                format!("line {line}: {}", e.kind)
            }))
        })?;
        let id = language.parse().map_err(|_| WordsError::Language(language.to_owned()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).map_err(|errors| {
            failed(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        })?;
        let mut words = Words { language: language.to_owned(), bundle, letters: Vec::new() };
        words.letters = words.text("piece-letters", &FluentArgs::new()).chars().collect();
        Ok(words)
    }

    /// The language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// True if the message exists.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// All ways to say a message: its value, then its attributes in the order of the file.
    fn variants(&self, key: &str) -> usize {
        let Some(message) = self.bundle.get_message(key) else { return 0 };
        usize::from(message.value().is_some()) + message.attributes().count()
    }

    /// One way to say a message; a message that is missing says its key, so that it is noticed.
    fn variant(&self, key: &str, place: usize, args: &FluentArgs<'_>) -> String {
        let Some(message) = self.bundle.get_message(key) else { return format!("[{key}]") };
        let pattern = match place {
            0 => message.value(),
            n => message.attributes().nth(n - 1).map(|a| a.value()),
        };
        let mut errors = Vec::new();
        pattern.map_or_else(
            || format!("[{key}]"),
            |p| self.bundle.format_pattern(p, Some(args), &mut errors).into_owned(),
        )
    }

    /// The value of a message.
    pub(crate) fn text(&self, key: &str, args: &FluentArgs<'_>) -> String {
        self.variant(key, 0, args)
    }

    /// A named attribute of a message, or its value if there is none of that name.
    fn attribute(&self, key: &str, name: &str, args: &FluentArgs<'_>) -> String {
        let place = self
            .bundle
            .get_message(key)
            .and_then(|m| m.attributes().position(|a| a.id() == name))
            .map_or(0, |at| at + 1);
        self.variant(key, place, args)
    }

    /// True if the message has an attribute of this name.
    fn has_attribute(&self, key: &str, name: &str) -> bool {
        self.bundle.get_message(key).is_some_and(|m| m.attributes().any(|a| a.id() == name))
    }

    /// A noun in all its forms: "" is the plain word.
    fn noun(&self, key: &str) -> Noun {
        let mut forms = BTreeMap::new();
        let args = FluentArgs::new();
        if let Some(message) = self.bundle.get_message(key) {
            forms.insert(String::new(), self.text(key, &args));
            for (i, attribute) in message.attributes().enumerate() {
                forms.insert(attribute.id().to_owned(), self.variant(key, i + 1, &args));
            }
        }
        Noun { forms }
    }

    /// Fills the holes of a message that begin with `name` by a noun in all its forms.
    pub(crate) fn put(&self, noun: &str, name: &str, args: &mut FluentArgs<'_>) {
        self.noun(noun).put(args, name);
    }

    /// `a`, `a and b`, `a, b and c`.
    fn list(&self, items: &[String]) -> String {
        let pair = |key: &str, first: &str, last: &str| {
            let mut args = FluentArgs::new();
            args.set("first", first.to_owned());
            args.set("last", last.to_owned());
            self.text(key, &args)
        };
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [start @ .., last] => {
                let (head, rest) = (start[0].clone(), &start[1..]);
                let start = rest.iter().fold(head, |all, item| pair("list-comma", &all, item));
                pair("list-and", &start, last)
            }
        }
    }

    /// Clauses with subjects of their own.
    fn clauses(&self, clauses: &[String]) -> String {
        let mut rest = clauses.iter().cloned();
        let head = rest.next().unwrap_or_default();
        rest.fold(head, |first, last| {
            let mut args = FluentArgs::new();
            args.set("first", first);
            args.set("last", last);
            self.text("clauses", &args)
        })
    }

    /// A move or line in the letters of this language.
    pub(crate) fn localise(&self, san: &str) -> String {
        let letter = |c: char| {
            let place = "KQRBN".find(c);
            place.and_then(|p| self.letters.get(p).copied()).unwrap_or(c)
        };
        // The O of castling is no piece.
        san.chars().map(letter).collect()
    }
}

/// A noun in all the forms that the language's file gives.
#[derive(Debug, Clone, Default)]
struct Noun {
    forms: BTreeMap<String, String>,
}

impl Noun {
    /// The same with something said to every form.
    fn map(&self, change: impl Fn(&str) -> String) -> Noun {
        Noun { forms: self.forms.iter().map(|(k, v)| (k.clone(), change(v))).collect() }
    }

    /// Several nouns as one, form by form.
    fn join(nouns: &[Noun], list: impl Fn(&[String]) -> String) -> Noun {
        let keys = nouns.first().map(|n| n.forms.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
        let forms = keys.into_iter().map(|key| {
            let all: Vec<String> = nouns.iter().filter_map(|n| n.forms.get(&key).cloned()).collect();
            let text = list(&all);
            (key, text)
        });
        Noun { forms: forms.collect() }
    }

    /// Hands all forms to a message: `$name`, `$name-the` …
    fn put(&self, args: &mut FluentArgs<'_>, name: &str) {
        for (form, text) in &self.forms {
            let key = if form.is_empty() { name.to_owned() } else { format!("{name}-{form}") };
            args.set(key, FluentValue::from(text.clone()));
        }
    }
}

/// The first letter in upper case, a full stop at the end.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim().replace("  ", " ").replace(" ,", ",");
    let mut letters = text.chars();
    match letters.next() {
        None => String::new(),
        Some(first) => {
            let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
            format!("{}{}{stop}", first.to_uppercase(), letters.as_str())
        }
    }
}
