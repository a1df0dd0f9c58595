//! The words: every key that code, rules and themes can ask for is there, in every language, with the same holes.

use std::collections::{BTreeMap, BTreeSet};

use philidor_claims::{Family, Theme};
use philidor_know::features::{FeatureId, Mention};
use philidor_knowledge::{LANGUAGES, QUESTIONS};
use philidor_tutor::{
    refine::ExpertRules,
    say::{Level, Words, WordsError, languages},
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

/// Where a language differs from English: messages it lacks, messages English lacks, other holes.
fn differences(english: &str, other: &str) -> Vec<String> {
    let (ours, theirs): (BTreeMap<_, _>, BTreeMap<_, _>) =
        (messages(english).into_iter().collect(), messages(other).into_iter().collect());
    let missing = ours.keys().filter(|key| !theirs.contains_key(*key)).map(|key| format!("{key} is missing"));
    let more =
        theirs.keys().filter(|key| !ours.contains_key(*key)).map(|key| format!("{key} is not asked for"));
    // A rule's reason is English data; other languages name the rule.
    let holes = ours.iter().filter(|(key, _)| !key.starts_with("endgame-rule")).filter_map(|(key, holes)| {
        let found = theirs.get(key).filter(|found| *found != holes)?;
        Some(format!("{key} has the variables {found:?} instead of {holes:?}"))
    });
    missing.chain(more).chain(holes).collect()
}

#[test]
fn every_language_has_the_messages_of_english_with_the_same_holes_in_the_same_order() {
    let english = LANGUAGES.text("en");
    let keys = |text: &str| messages(text).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    for file in LANGUAGES.entries() {
        let differences = differences(english, file.text);
        assert!(differences.is_empty(), "{}:\n{}", file.path, differences.join("\n"));
        assert_eq!(keys(english), keys(file.text), "{}", file.path);
    }
    assert!(keys(english).len() > 150, "{}", keys(english).len());
}

#[test]
fn what_a_language_lacks_is_named() {
    let english = "a = { $x } and { $y }\nb = b\nc = c\n";
    assert_eq!(differences(english, english), [""; 0]);
    let other = "a = { $x-dem } und { $z }\nc = c\nd = d\n";
    assert_eq!(
        differences(english, other),
        [
            "b is missing",
            "d is not asked for",
            "a has the variables {\"x\", \"z\"} instead of {\"x\", \"y\"}"
        ]
    );
}

#[test]
fn every_language_names_itself_and_has_questions() {
    let languages = languages();
    assert!(languages.iter().map(|l| l.code).eq(LANGUAGES.names()), "{languages:?}");
    assert!(QUESTIONS.names().eq(LANGUAGES.names()), "knowledge/questions against knowledge/words");
    let name = |code: &str| languages.iter().find(|l| l.code == code).map(|l| l.name.as_str());
    assert_eq!((name("en"), name("de")), (Some("English"), Some("Deutsch")));
    let names: BTreeSet<&str> = languages.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names.len(), languages.len(), "{names:?}");
}

#[test]
fn every_concept_feature_and_mate_has_its_words() {
    for language in LANGUAGES.names() {
        let words = Words::of(language).unwrap();
        for (purpose, name) in ExpertRules::ours().concepts() {
            let key = format!("{}-{}", purpose.name(), name.replace(' ', "-"));
            assert!(words.has(&key), "{language}: {key}");
        }
        for feature in FeatureId::all() {
            let key = format!("feature-{}", feature.id().replace('_', "-"));
            let alone = feature.mention() == Mention::Alone;
            assert_eq!(words.has(&key), alone, "{language}: {key}");
        }
        for theme in Theme::ALL.iter().filter(|t| t.family() == Family::MatePattern) {
            assert!(words.has(&format!("pattern-{}", theme.id())), "{language}: {theme}");
        }
    }
}

#[test]
fn words_that_name_squares_belong_to_rules_that_say_where() {
    let unplaced: BTreeSet<String> = ExpertRules::ours()
        .unplaced()
        .map(|(purpose, name)| format!("{}-{}", purpose.name(), name.replace(' ', "-")))
        .collect();
    for file in LANGUAGES.entries() {
        for (key, holes) in messages(file.text) {
            let names_squares = ["on", "n", "squares"].iter().any(|hole| holes.contains(*hole));
            assert!(!(names_squares && unplaced.contains(&key)), "{}: {key} names squares", file.path);
        }
    }
}

#[test]
fn what_is_not_there_is_named() {
    let error = Words::of("xx").unwrap_err();
    let error = error.to_string();
    assert!(error.starts_with("no words in language \"xx\"; there are "), "{error}");
    assert!(error.contains("de (Deutsch)") && error.contains("en (English)"), "{error}");
    assert!(matches!(Words::new("en", "a = { $x"), Err(WordsError::Syntax { .. })));
    let error = "expert".parse::<Level>().unwrap_err();
    assert_eq!(error.to_string(), "no reader's level \"expert\"; there are beginner, club and master");
}
