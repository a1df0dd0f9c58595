//! What words mean: features, motifs, openings' codes are looked up, nothing is made up.

use std::{collections::HashSet, sync::LazyLock};

use philidor_know::features::{FeatureId, glossary};
use strsim::normalized_levenshtein;

use philidor_claims::Theme;

use super::lexicon::Word;

/// A term with its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) term: String,
    pub(super) gloss: String,
}

/// The meaning of a term; or terms that are spelt nearly so.
pub(super) fn look_up(term: &str) -> Result<Meaning, Vec<String>> {
    let wanted = plain(term);
    let all = all();
    let singular = wanted.strip_suffix('s').unwrap_or(&wanted);
    let found = [wanted.as_str(), singular].into_iter().find_map(|wanted| {
        all.iter().find(|(name, _)| name == wanted || name.strip_suffix('s') == Some(wanted))
    });
    if let Some((name, gloss)) = found {
        return Ok(Meaning { term: name.clone(), gloss: gloss.clone() });
    }
    let mut near: Vec<(f64, &str)> = all
        .iter()
        .map(|(name, _)| {
            let within = name.contains(singular) || singular.contains(name.as_str());
            (normalized_levenshtein(name, &wanted) + if within { 0.5 } else { 0.0 }, name.as_str())
        })
        .filter(|(likeness, _)| *likeness >= 0.5)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup_by(|a, b| a.1 == b.1);
    // One term in whose name the word stands is what was meant.
    let inside: Vec<&(String, String)> =
        all.iter().filter(|(name, _)| name.split(' ').any(|word| word == singular)).collect();
    if let [(name, gloss)] = inside.as_slice() {
        return Ok(Meaning { term: name.clone(), gloss: gloss.clone() });
    }
    // So are several that are kinds of it: "knight outpost" and "bishop outpost".
    let kinds: Vec<String> = inside
        .iter()
        .filter(|(name, _)| name.split(' ').count() == 2 && name.ends_with(singular))
        .map(|(name, gloss)| format!("{name}: {gloss}"))
        .collect();
    if (1..=3).contains(&kinds.len()) {
        return Ok(Meaning { term: singular.to_owned(), gloss: kinds.join(" ") });
    }
    Err(near.into_iter().take(5).map(|(_, name)| name.to_owned()).collect())
}

/// The longest term, in words.
const LONGEST: usize = 4;

/// The longest row of words in a text that is a term of ours, or one that is known otherwise.
pub(super) fn within(words: &[Word], known: impl Fn(&str) -> bool) -> Option<String> {
    static NAMES: LazyLock<HashSet<String>> =
        LazyLock::new(|| all().into_iter().map(|(name, _)| name).collect());
    let words: Vec<String> = words.iter().map(|word| word.text.to_lowercase().replace('-', " ")).collect();
    let is_term = |row: &String| known(row) || NAMES.contains(row);
    (1..=LONGEST.min(words.len())).rev().find_map(|n| {
        words.windows(n).find_map(|row| {
            let row = row.join(" ");
            let singular = row.strip_suffix('s').map(str::to_owned);
            [Some(row), singular].into_iter().flatten().find(is_term)
        })
    })
}

/// All terms: features by their ids, motifs by the names puzzle files use.
fn all() -> Vec<(String, String)> {
    let features = FeatureId::all().map(|f| (f.id().replace('_', " "), glossary().entry(f).gloss.clone()));
    let motifs = Theme::ALL.iter().map(|t| (spaced(t.id()), t.gloss().to_owned()));
    let mut all: Vec<(String, String)> = features.chain(motifs).collect();
    // A word that is both is a motif's name first only if no feature has it.
    let mut seen = Vec::new();
    all.retain(|(name, _)| {
        let new = !seen.contains(name);
        seen.push(name.clone());
        new
    });
    all
}

/// `backRankMate` → `back rank mate`.
fn spaced(id: &str) -> String {
    let mut text = String::new();
    for c in id.chars() {
        if c.is_uppercase() || c.is_ascii_digit() {
            text.push(' ');
        }
        text.extend(c.to_lowercase());
    }
    text
}

fn plain(term: &str) -> String {
    let term = term.to_lowercase().replace(['-', '_'], " ");
    let bare = ["a ", "an ", "the "].iter().find_map(|article| term.strip_prefix(article));
    bare.unwrap_or(&term).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_in_their_usual_spellings() {
        for term in [
            "fork",
            "Forks",
            "a passed pawn",
            "bishop pair",
            "knight-outpost",
            "back rank mate",
            "x ray attack",
            "outpost",
        ] {
            assert!(look_up(term).is_ok(), "{term}: {:?}", look_up(term));
        }
        assert!(look_up("bishopp pair").unwrap_err().contains(&"bishop pair".to_owned()));
        assert_eq!(look_up("spaghetti"), Err(Vec::new()));
    }
}
