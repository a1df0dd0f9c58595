//! What a comment in English prose mentions, by its words (`knowledge/tutor/mentions.toml`): labels for games whose annotators nobody has
//! labelled by hand.

use std::{collections::BTreeMap, sync::OnceLock};

use philidor_knowledge::TUTOR_MODELS;

/// A phrase in small letters: words, and whether the last word of each may go on.
type Phrase = Vec<(String, bool)>;

fn lexicon() -> &'static [(String, Vec<Phrase>)] {
    static LEXICON: OnceLock<Vec<(String, Vec<Phrase>)>> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let text = TUTOR_MODELS.text("mentions");
        let read: BTreeMap<String, Vec<String>> = toml::from_str(text).expect("a test reads the file");
        let phrase = |text: &String| {
            let word = |word: &str| (word.trim_end_matches('*').to_owned(), word.ends_with('*'));
            text.split(' ').map(word).collect()
        };
        read.into_iter().map(|(concept, texts)| (concept, texts.iter().map(phrase).collect())).collect()
    })
}

/// Letters, hyphens and apostrophes inside words; everything else parts them.
fn words(text: &str) -> Vec<String> {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’');
    let low = text.to_lowercase().replace('’', "'");
    low.split(|c| !inner(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The concepts that the comments on a move mention.
pub(crate) fn mentioned(comments: &[String]) -> Vec<String> {
    let words = words(&comments.join(" "));
    let stands = |phrase: &Phrase| {
        words.windows(phrase.len()).any(|window| {
            window
                .iter()
                .zip(phrase)
                .all(|(word, (wanted, open))| word == wanted || *open && word.starts_with(wanted.as_str()))
        })
    };
    let found = lexicon().iter().filter(|(_, phrases)| phrases.iter().any(stands));
    found.map(|(concept, _)| concept.clone()).collect()
}

#[cfg(test)]
mod tests {
    use philidor_tutor::concept::CONCEPTS;

    use super::*;

    #[test]
    fn every_concept_has_words_and_no_other_has() {
        let mut known: Vec<&str> = lexicon().iter().map(|(concept, _)| concept.as_str()).collect();
        let mut wanted = CONCEPTS.to_vec();
        known.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(known, wanted);
        assert!(lexicon().iter().all(|(_, phrases)| !phrases.is_empty()));
    }

    #[test]
    fn words_are_found_whole_and_with_their_endings() {
        let of = |text: &str| mentioned(&[text.to_owned()]);
        assert_eq!(
            of("White threatens to attack along the open file."),
            ["attack_initiative", "open_file", "threat"]
        );
        assert_eq!(of("Doubled pawns, but the two bishops."), ["bishop_pair", "pawn_structure"]);
        assert!(of("Profile of a spinner.").is_empty());
    }
}
