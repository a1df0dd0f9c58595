//! Forms of questions: rows of words with alternatives, words that may be missing, and holes for moves and terms.
//!
//! The forms of a language are data (`knowledge/questions`); the file says how they are written.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What fills the holes of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Holes {
    pub(super) mv: Option<String>,
    pub(super) other: Option<String>,
    pub(super) term: Option<String>,
}

/// The questions of one language.
#[derive(Debug, Clone)]
pub(super) struct Forms {
    entries: Vec<Entry>,
    glosses: BTreeMap<String, String>,
}

#[derive(Debug, Clone)]
struct Entry {
    name: String,
    example: String,
    forms: Vec<Vec<Part>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Words { any: Vec<String>, optional: bool },
    Move,
    Other,
    Term,
}

#[derive(Deserialize)]
struct RawEntry {
    example: String,
    forms: Vec<String>,
    /// Terms that the language explains in words of its own.
    #[serde(default)]
    glosses: BTreeMap<String, String>,
}

impl Forms {
    /// Reads a file of questions; `names` gives the order in which they are tried.
    pub(super) fn parse(text: &str, names: &[&str]) -> Result<Forms, String> {
        let mut raw: BTreeMap<String, RawEntry> = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut entries = Vec::new();
        let mut glosses = BTreeMap::new();
        for &name in names {
            let entry = raw.remove(name).ok_or_else(|| format!("no question [{name}]"))?;
            let forms = entry.forms.iter().map(|form| parts(form)).collect();
            glosses.extend(entry.glosses);
            entries.push(Entry { name: name.to_owned(), example: entry.example, forms });
        }
        match raw.keys().next() {
            Some(name) => Err(format!("there is no question [{name}]")),
            None => Ok(Forms { entries, glosses }),
        }
    }

    /// The question that a text asks, with what fills its holes.
    pub(super) fn find(&self, question: &str) -> Option<(&str, Holes)> {
        let words = words(question);
        self.entries.iter().find_map(|entry| {
            let holes = entry.forms.iter().find_map(|form| fit(form, &words, Holes::default()))?;
            Some((entry.name.as_str(), holes))
        })
    }

    /// What a term means, in the words of the language.
    pub(super) fn gloss(&self, term: &str) -> Option<&str> {
        self.glosses.get(&term.to_lowercase()).map(String::as_str)
    }

    /// An example of every question.
    pub(super) fn examples(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.example.as_str())
    }
}

fn parts(form: &str) -> Vec<Part> {
    form.split_whitespace()
        .map(|word| match word {
            "{move}" => Part::Move,
            "{other}" => Part::Other,
            "{term}" => Part::Term,
            _ => {
                let plain = word.strip_suffix('?');
                let any = plain.unwrap_or(word).split('|').map(str::to_lowercase).collect();
                Part::Words { any, optional: plain.is_some() }
            }
        })
        .collect()
}

/// The words of a question without punctuation, and without the figures before a move.
fn words(question: &str) -> Vec<String> {
    question
        .split_whitespace()
        .map(|word| {
            let word =
                word.trim_matches(|c: char| matches!(c, '"' | '„' | '“' | '”' | '(' | ')' | ':' | ';' | ','));
            let word = word.trim_end_matches(['?', '!', '.', ',']);
            let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let rest = unnumbered.trim_start_matches(['.', '…']);
            // `0-0` begins with a figure that belongs to it.
            if rest.len() < unnumbered.len() && !rest.is_empty() { rest } else { word }
        })
        .filter(|word| !word.is_empty() && !matches!(*word, "-" | "–"))
        .map(|word| word.replace('’', "'"))
        .collect()
}

fn fit(form: &[Part], words: &[String], holes: Holes) -> Option<Holes> {
    let Some((part, rest)) = form.split_first() else { return words.is_empty().then_some(holes) };
    match part {
        Part::Words { any, optional } => {
            let first = words.split_first().filter(|(word, _)| any.contains(&word.to_lowercase()));
            first
                .and_then(|(_, left)| fit(rest, left, holes.clone()))
                .or_else(|| if *optional { fit(rest, words, holes) } else { None })
        }
        Part::Move | Part::Other => {
            let (word, left) = words.split_first()?;
            let mut holes = holes;
            if !looks_like_move(word) {
                return None;
            }
            *(if *part == Part::Move { &mut holes.mv } else { &mut holes.other }) = Some(word.clone());
            fit(rest, left, holes)
        }
        Part::Term => (1..=words.len()).find_map(|n| {
            let holes = Holes { term: Some(words[..n].join(" ")), ..holes.clone() };
            fit(rest, &words[n..], holes)
        }),
    }
}

/// A word with the figure of a rank in it, or castling: worth trying to read as a move.
fn looks_like_move(word: &str) -> bool {
    let castles = word.len() >= 3 && word.chars().all(|c| matches!(c, 'O' | 'o' | '0' | '-' | '+' | '#'));
    castles || word.chars().any(|c| ('1'..='9').contains(&c)) && word.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(forms: &str, question: &str) -> Option<Holes> {
        let text = format!("[a]\nexample = \"\"\nforms = [{forms}]\n");
        Forms::parse(&text, &["a"]).unwrap().find(question).map(|(_, holes)| holes)
    }

    #[test]
    fn words_alternatives_and_holes() {
        let form = "\"why is|was {move} bad|wrong a?\"";
        assert_eq!(find(form, "Why was 16...Nc5 bad?").unwrap().mv.as_deref(), Some("Nc5"));
        assert_eq!(find(form, "why is Nc5 WRONG a?").unwrap().mv.as_deref(), Some("Nc5"));
        assert_eq!(find(form, "why is it bad"), None);
        assert_eq!(
            find("\"what is a? {term}\"", "What is a passed pawn?").unwrap().term.as_deref(),
            Some("passed pawn")
        );
        assert_eq!(find("\"{move} or {other}\"", "0-0 or 5.O-O-O!").unwrap().other.as_deref(), Some("O-O-O"));
    }

    #[test]
    fn mistakes_in_a_file_are_told() {
        assert!(Forms::parse("[b]\nexample=\"\"\nforms=[]", &["a"]).is_err());
        assert!(Forms::parse("[a]\nexample=\"\"\nforms=[]\n[b]\nexample=\"\"\nforms=[]", &["a"]).is_err());
        assert!(Forms::parse("a = 1", &["a"]).is_err());
    }
}
