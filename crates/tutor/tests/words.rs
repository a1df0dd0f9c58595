//! The words: every key that code, rules and themes can ask for is there, in every language, with the same holes.

use std::collections::BTreeSet;

use philidor_tutor::{
    refine::{Purpose, Refinery},
    say::{LANGUAGES, Level, Words, WordsError},
    theme::{Family, Theme},
    witness::WITNESSED,
};

/// Messages and, for each, the variables it uses; attributes belong to their message.
fn messages(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut out: Vec<(String, BTreeSet<String>)> = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        if let Some((key, _)) = line.split_once('=')
            && line.starts_with(|c: char| c.is_ascii_lowercase())
        {
            out.push((key.trim().to_owned(), BTreeSet::new()));
        }
        let Some((_, holes)) = out.last_mut() else { continue };
        for part in line.split('$').skip(1) {
            let name: String = part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            // Forms of nouns differ between languages.
            holes.insert(name.split('-').next().unwrap_or_default().to_owned());
        }
    }
    out
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_holes() {
    let [(_, english), (_, german)] = LANGUAGES;
    let (en, de) = (messages(english), messages(german));
    let keys = |all: &[(String, BTreeSet<String>)]| all.iter().map(|m| m.0.clone()).collect::<Vec<_>>();
    assert_eq!(keys(&en), keys(&de));
    // A rule's reason is English data; other languages name the rule.
    for ((key, a), (_, b)) in en.iter().zip(&de).filter(|(m, _)| m.0 != "endgame-rule") {
        assert_eq!(a, b, "{key}");
    }
    assert!(en.len() > 150, "{}", en.len());
}

#[test]
fn every_concept_feature_and_mate_has_its_words() {
    for (language, _) in LANGUAGES {
        let words = Words::of(language).unwrap();
        for (purpose, name) in Refinery::ours().concepts().filter(|(p, _)| *p != Purpose::Cancel) {
            let key = format!("{}-{}", purpose.name(), name.replace(' ', "-"));
            assert!(words.has(&key), "{language}: {key}");
        }
        for (feature, _) in WITNESSED {
            let key = format!("feature-{}", feature.id().replace('_', "-"));
            let counted = [
                "knights",
                "bishops",
                "rooks",
                "queens",
                "knight_centralisation",
                "bishop_position",
                "rook_position",
                "queen_position",
                "king_position",
            ];
            assert!(counted.contains(&feature.id()) || words.has(&key), "{language}: {key}");
        }
        for theme in Theme::ALL.iter().filter(|t| t.family() == Family::MatePattern) {
            assert!(words.has(&format!("pattern-{}", theme.id())), "{language}: {theme}");
        }
    }
}

#[test]
fn what_is_not_there_is_named() {
    let error = Words::of("fr").unwrap_err();
    assert_eq!(error.to_string(), "no words in language \"fr\"; there are en and de");
    assert!(matches!(Words::new("en", "a = { $x"), Err(WordsError::Syntax { .. })));
    let error = "expert".parse::<Level>().unwrap_err();
    assert_eq!(error.to_string(), "no reader's level \"expert\"; there are beginner, club and master");
}
