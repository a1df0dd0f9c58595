//! Names of openings in a text, by the table that comes with the program.

use std::{collections::BTreeSet, sync::OnceLock};

use crate::text::Token;

/// A family's name as words, and as it is looked for in full names.
struct Family {
    words: Vec<String>,
    name: String,
}

/// Words that are no name by themselves.
const COMMON: [&str; 9] =
    ["defense", "defence", "opening", "game", "attack", "gambit", "system", "variation", "accepted"];

fn words(name: &str) -> Vec<String> {
    let parts = name.to_lowercase().replace('’', "'");
    parts
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .map(|word| word.strip_suffix("'s").unwrap_or(word).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn families() -> &'static [Family] {
    static FAMILIES: OnceLock<Vec<Family>> = OnceLock::new();
    FAMILIES.get_or_init(|| {
        let text = const { philidor_knowledge::OPENING_NAMES.text("eco") };
        let names = text.lines().filter_map(|line| line.split('\t').nth(1));
        let families: BTreeSet<&str> =
            names.filter_map(|name| name.split(':').next()).map(str::trim).collect();
        let mut all = Vec::new();
        for name in families.into_iter().filter(|name| *name != "name") {
            let full = words(name);
            let bare: Vec<String> =
                full.iter().take_while(|word| !COMMON.contains(&word.as_str())).cloned().collect();
            let small = name.to_lowercase();
            // "Sicilian" alone is a name; "King's" and "Queen's" are not.
            let alone = bare.len() > 1 || bare.first().is_some_and(|word| DISTINCT.contains(&word.as_str()));
            if alone && bare.len() < full.len() {
                all.push(Family { words: bare, name: small.clone() });
            }
            if full.len() > 1 {
                let british = full
                    .iter()
                    .map(|word| if word == "defense" { "defence".to_owned() } else { word.clone() });
                all.push(Family { words: british.collect(), name: small.clone() });
                all.push(Family { words: full, name: small });
            }
        }
        all
    })
}

/// Names that are said without "defence".
const DISTINCT: [&str; 12] = [
    "sicilian",
    "grünfeld",
    "gruenfeld",
    "pirc",
    "benoni",
    "catalan",
    "petrov",
    "petroff",
    "scandinavian",
    "philidor",
    "slav",
    "dutch",
];

/// Names of openings in a sentence: first and last token, and the family's name in small letters.
pub(crate) fn named(tokens: &[&Token]) -> Vec<(usize, usize, String)> {
    let mut found: Vec<(usize, usize, String)> = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        let fits = |family: &&Family| {
            family
                .words
                .iter()
                .enumerate()
                .all(|(n, word)| tokens.get(place + n).and_then(|t| t.word()) == Some(word))
        };
        match families().iter().filter(fits).max_by_key(|family| family.words.len()) {
            Some(family) => {
                found.push((place, place + family.words.len(), family.name.clone()));
                place += family.words.len();
            }
            None => place += 1,
        }
    }
    found
}
