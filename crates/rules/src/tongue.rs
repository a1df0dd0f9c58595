//! Reasons in the languages that come with the program: `knowledge/endgames/*.toml`, one file for each.
//!
//! A file gives for the sentence of a theory, as it stands after `because`, what is said instead; the values in braces are those of
//! the sentence, `{k|dat}` asks for the form `dat` of a man. A theory's own sentences are English. A sentence that no file knows, such
//! as one of the user's own theory, is told as it was written.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use philidor_chess::shakmaty::{Color, Role, Square};
use philidor_knowledge::THEORY_WORDS;
use serde::Deserialize;

use crate::theory::{Expr, Phrase, Rule, Rules};

/// The language in which theories are written.
const OWN: &str = "en";
/// The form of a man where none is asked for.
const PLAIN: &str = "plain";

/// What men are called, White's name first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Men {
    at: String,
    king: [String; 2],
    queen: [String; 2],
    rook: [String; 2],
    bishop: [String; 2],
    knight: [String; 2],
    pawn: [String; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    squares: String,
    no_square: String,
    off_the_board: String,
    yes: String,
    no: String,
    sides: [String; 2],
    phrases: BTreeMap<String, String>,
    men: BTreeMap<String, Men>,
    #[serde(default)]
    reasons: HashMap<String, String>,
}

/// A language in which reasons are told.
#[derive(Debug)]
pub struct Tongue {
    language: &'static str,
    file: File,
}

static TONGUES: LazyLock<Vec<Tongue>> = LazyLock::new(|| {
    let read = |entry: &'static philidor_knowledge::Entry| {
        let file = toml::from_str(entry.text).unwrap_or_else(|error| panic!("{}: {error}", entry.path));
        Tongue { language: entry.name, file }
    };
    THEORY_WORDS.entries().iter().map(read).collect()
});

/// A part of a reason in some language.
pub(crate) enum Part<'a> {
    Words(&'a str),
    /// A value, and the form in which a man is named.
    Hole(&'a Expr, &'a str),
}

impl Tongue {
    /// A language; English if theories have no words in it.
    pub fn of(language: &str) -> &'static Tongue {
        let of = |language: &str| TONGUES.iter().find(|tongue| tongue.language == language);
        of(language).or_else(|| of(OWN)).expect("a file endgames/en.toml")
    }

    /// The codes of all languages.
    pub fn languages() -> Vec<&'static str> {
        TONGUES.iter().map(|tongue| tongue.language).collect()
    }

    /// The language of the theories themselves.
    pub fn own() -> &'static Tongue {
        Tongue::of(OWN)
    }

    /// Its code.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// What is said instead of a sentence of a theory; the language of the theories has its own.
    pub fn reason<'a>(&'a self, sentence: &'a str) -> Option<&'a str> {
        if self.language == OWN {
            return Some(sentence);
        }
        self.file.reasons.get(sentence).map(String::as_str)
    }

    /// All sentences it has words for.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.file.reasons.keys().map(String::as_str)
    }

    /// One of the sentences around reasons, such as `headline-win`, its holes filled.
    pub fn phrase(&self, name: &str, holes: &[(&str, &str)]) -> String {
        let own = &Tongue::own().file.phrases;
        let text = self.file.phrases.get(name).or_else(|| own.get(name)).map_or("", String::as_str);
        holes.iter().fold(text.to_owned(), |text, (hole, value)| text.replace(&format!("{{{hole}}}"), value))
    }

    pub(crate) fn man(&self, form: &str, colour: Color, role: Role, square: Square) -> String {
        let Some(men) = self.file.men.get(form).or_else(|| self.file.men.get(PLAIN)) else {
            return square.to_string();
        };
        let names = match role {
            Role::King => &men.king,
            Role::Queen => &men.queen,
            Role::Rook => &men.rook,
            Role::Bishop => &men.bishop,
            Role::Knight => &men.knight,
            Role::Pawn => &men.pawn,
        };
        format!("{} {} {square}", names[colour.fold_wb(0, 1)], men.at)
    }

    pub(crate) fn side(&self, colour: Color) -> &str {
        &self.file.sides[colour.fold_wb(0, 1)]
    }

    pub(crate) fn truth(&self, yes: bool) -> &str {
        if yes { &self.file.yes } else { &self.file.no }
    }

    pub(crate) fn off_the_board(&self) -> &str {
        &self.file.off_the_board
    }

    pub(crate) fn squares(&self, names: &[String]) -> String {
        match names.split_last() {
            None => self.file.no_square.clone(),
            Some((only, [])) => only.clone(),
            Some((last, rest)) => {
                self.file.squares.replace("{list}", &rest.join(", ")).replace("{last}", last)
            }
        }
    }

    /// The parts of a rule's reason. `sentence` is what [`sentence`] gives for it.
    pub(crate) fn parts<'a>(&'a self, rule: &'a Rule, rules: &Rules, sentence: &'a str) -> Vec<Part<'a>> {
        let said = self.reason(sentence).and_then(|text| filled(text, rule, rules));
        said.unwrap_or_else(|| {
            let part = |phrase: &'a Phrase| match phrase {
                Phrase::Words(words) => Part::Words(words),
                Phrase::Hole(expr) => Part::Hole(expr, PLAIN),
            };
            rule.because.iter().map(part).collect()
        })
    }

    /// What is wrong with the words for a rule's reason: no words, a value that the reason has not or a form that no man has.
    pub fn fault(&self, rule: &Rule, rules: &Rules) -> Option<String> {
        let sentence = sentence(rule, rules);
        let Some(text) = self.reason(&sentence) else { return Some(format!("{sentence:?}: no words")) };
        let Some(parts) = filled(text, rule, rules) else {
            return Some(format!("{text:?}: a value that is not in {sentence:?}"));
        };
        let holes =
            || parts.iter().filter_map(|part| if let Part::Hole(e, f) = part { Some((e, *f)) } else { None });
        let told = |expr: &Expr| {
            holes().any(|(other, _)| other.span.text(&rules.source) == expr.span.text(&rules.source))
        };
        let left_out = rule.because.iter().any(|phrase| matches!(phrase, Phrase::Hole(expr) if !told(expr)));
        let unknown = holes().find(|(_, form)| !self.file.men.contains_key(*form));
        match unknown {
            Some((_, form)) => Some(format!("{text:?}: no form {form:?}")),
            None => left_out.then(|| format!("{text:?} leaves out a value of {sentence:?}")),
        }
    }
}

/// A rule's reason as it stands in its theory, values in braces.
pub fn sentence(rule: &Rule, rules: &Rules) -> String {
    let part = |phrase: &Phrase| match phrase {
        Phrase::Words(words) => words.clone(),
        Phrase::Hole(expr) => format!("{{{}}}", expr.span.text(&rules.source)),
    };
    rule.because.iter().map(part).collect()
}

/// A text as parts, its values those of the rule's reason.
fn filled<'a>(text: &'a str, rule: &'a Rule, rules: &Rules) -> Option<Vec<Part<'a>>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((words, after)) = rest.split_once('{') {
        parts.push(Part::Words(words));
        let (hole, after) = after.split_once('}')?;
        let (value, form) = hole.split_once('|').unwrap_or((hole, PLAIN));
        let expr = rule.because.iter().find_map(|phrase| match phrase {
            Phrase::Hole(expr) if expr.span.text(&rules.source) == value => Some(expr),
            _ => None,
        });
        parts.push(Part::Hole(expr?, form));
        rest = after;
    }
    parts.push(Part::Words(rest));
    Some(parts)
}

#[cfg(test)]
mod tests {
    use philidor_knowledge::LANGUAGES;

    use super::*;
    use crate::{Endgames, library::SHIPPED};

    fn theories() -> Vec<Rules> {
        SHIPPED.iter().map(|theory| theory.source().resolve(&Endgames).unwrap().0).collect()
    }

    #[test]
    fn every_rule_has_its_words_in_every_language() {
        for language in LANGUAGES.names() {
            let tongue = Tongue::of(language);
            assert_eq!(tongue.language(), language);
            for rules in &theories() {
                for rule in &rules.rules {
                    assert_eq!(
                        tongue.fault(rule, rules),
                        None,
                        "{} {:?} in {language}",
                        rules.file,
                        rule.name
                    );
                }
            }
        }
    }

    #[test]
    fn no_words_are_left_of_rules_that_are_gone() {
        let theories = theories();
        let said: Vec<String> =
            theories.iter().flat_map(|rules| rules.rules.iter().map(|rule| sentence(rule, rules))).collect();
        for tongue in TONGUES.iter() {
            for known in tongue.sentences() {
                assert!(said.iter().any(|sentence| sentence == known), "{}: {known}", tongue.language);
            }
        }
    }

    #[test]
    fn every_language_has_the_phrases_of_english_with_their_holes() {
        let own = &Tongue::own().file.phrases;
        for tongue in TONGUES.iter() {
            assert!(tongue.file.phrases.keys().eq(own.keys()), "{}", tongue.language);
            for (name, text) in &tongue.file.phrases {
                for hole in own[name].split('{').skip(1).filter_map(|rest| rest.split_once('}')) {
                    let told = text.contains(&format!("{{{}}}", hole.0));
                    // Names of rules and measures are English.
                    let english = matches!(hole.0, "rule" | "bounds" | "measure") && name != "headline-win";
                    assert!(told || english, "{} {name}: {}", tongue.language, hole.0);
                }
            }
        }
    }

    #[test]
    fn a_text_with_an_unknown_value_or_form_is_a_fault() {
        let rules = &theories()[0];
        let rule = rules.rules.iter().find(|rule| sentence(rule, rules) == "{k} is mated").unwrap();
        assert!(filled("{K} setzt {k|akk} matt", rule, rules).is_none());
        let german = Tongue::of("de");
        let parts = filled("{k|fünf} ist matt", rule, rules).unwrap();
        assert!(matches!(parts[1], Part::Hole(_, "fünf")));
        assert!(!german.file.men.contains_key("fünf"));
    }
}
