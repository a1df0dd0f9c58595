//! The reference (docs/RULES.md) says what is true: every word with its meaning, every example readable.

use philidor_rules::{Endgames, RuleSource, syntax, vocabulary::Vocabulary};

const REFERENCE: &str = include_str!("../../../docs/RULES.md");

#[test]
fn every_word_has_its_line() {
    for word in Endgames.words() {
        let params: Vec<&str> = word.params.iter().map(|t| t.name()).collect();
        let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        let line = format!("| `{}{params}` | {} | {} |", word.name, word.result.name(), word.gloss);
        assert!(REFERENCE.contains(&line), "docs/RULES.md lacks:\n{line}");
    }
    let lines = REFERENCE.lines().filter(|l| l.starts_with("| `") && l.matches(" | ").count() == 2).count();
    assert_eq!(lines, Endgames.words().len(), "docs/RULES.md has lines for words that are gone");
}

#[test]
fn examples_are_right_and_in_canonical_layout() {
    let mut seen = 0;
    for block in REFERENCE.split("```rules\n").skip(1) {
        let text = block.split("```").next().unwrap_or("");
        match RuleSource::new("docs/RULES.md", text).resolve(&Endgames) {
            Ok((_, warnings)) => assert!(warnings.is_empty(), "{warnings:?}"),
            Err(unusable) => panic!("{}", unusable.render(false)),
        }
        assert_eq!(syntax::format(&syntax::parse(text).0), text);
        seen += 1;
    }
    assert!(seen > 0);
}
