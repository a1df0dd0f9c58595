//! The rule that a concept names: if it is one of those that come with the program, it concludes that concept for that purpose, and its
//! conditions name exactly the features that the claim rests on. The file is read here by its own lights.

use std::collections::BTreeSet;

use philidor_claims::{Color, FeatureNumbers, Purpose, RuleText};
use philidor_knowledge::{FEATURES, TUTOR_RULES};

use super::Flaw;

/// Features with their owners.
type Named = BTreeSet<(String, Color)>;

/// Rules of the user's own are not known here.
pub(super) fn concludes(
    rule: &RuleText,
    name: &str,
    purpose: Purpose,
    side: Color,
    features: &[FeatureNumbers],
) -> Result<(), Flaw> {
    let shipped = TUTOR_RULES.entries().iter().find(|entry| entry.path == rule.file);
    let Some(text) = shipped.map(|entry| entry.text) else { return Ok(()) };
    let flaw = |why: &'static str| Flaw::Concept { name: name.to_owned(), why };
    let header = text.lines().find_map(|line| line.trim().strip_prefix("concepts "));
    if header.and_then(|line| line.split_whitespace().next()) != Some(purpose.name()) {
        return Err(flaw("the rules of that file are for something else"));
    }
    let head = format!("rule {:?}:", rule.rule);
    let (_, body) = text.split_once(&head).ok_or_else(|| flaw("its file has no such rule"))?;
    let body = body.split("\nrule ").next().unwrap_or(body);
    let (conditions, conclusion) = body.split_once("=>").unwrap_or((body, ""));
    if !conclusion.trim_start().starts_with(&format!("concept {name:?}")) {
        return Err(flaw("its rule concludes something else"));
    }
    let mut named = Named::new();
    collect(text, conditions, None, side, &mut named);
    let listed: Named = features.iter().map(|numbers| (numbers.id.clone(), numbers.owner)).collect();
    if named == listed { Ok(()) } else { Err(flaw("its rule rests on other features")) }
}

/// One of the rules that come with the program.
pub(super) fn is_shipped(rule: &RuleText) -> bool {
    TUTOR_RULES.entries().iter().any(|entry| entry.path == rule.file)
}

/// The features that an expression names. `s` is the side for which a `let` with a side of its own was called.
fn collect(file: &str, expression: &str, s: Option<Color>, us: Color, named: &mut Named) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = expression;
    while let Some(start) = rest.find(is_word) {
        let word = &rest[start..];
        let end = word.find(|c: char| !is_word(c)).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        let argument =
            after.strip_prefix('(').and_then(|inner| inner.split_once(')')).map(|(argument, _)| argument);
        let owner = match argument {
            Some("us") => Some(us),
            Some("them") => Some(us.other()),
            Some("s") => s,
            _ => None,
        };
        if let Some(body) = definition(file, word) {
            collect(file, body, owner, us, named);
        } else if let (Some(feature), Some(owner)) = (feature(word), owner) {
            named.insert((feature.to_owned(), owner));
        }
        rest = after;
    }
}

/// What a `let` of the file stands for.
fn definition<'f>(file: &'f str, name: &str) -> Option<&'f str> {
    file.lines().find_map(|line| {
        let (head, body) = line.strip_prefix("let ")?.split_once(" = ")?;
        (head.split('(').next() == Some(name)).then_some(body)
    })
}

/// The feature of which a word gives the count, the count before, the change, the worth or the most.
fn feature(word: &str) -> Option<&str> {
    let known = |id: &str| FEATURES.text.contains(&format!("\n[{id}]\n"));
    if known(word) {
        return Some(word);
    }
    let bare = ["_before", "_change", "_worth", "_most"].iter().find_map(|end| word.strip_suffix(end));
    bare.filter(|id| known(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets_are_read_for_the_side_they_are_called_with() {
        let file = "let weak(s: side) = isolated_pawn(s) + doubled_pawns_before(s)\nlet level = queens(us) = queens(them)\n";
        let mut named = Named::new();
        collect(
            file,
            "when weak(them) > 2 and level and bishop_pair_worth(us) >= 3",
            None,
            Color::Black,
            &mut named,
        );
        let told: Vec<String> = named.iter().map(|(id, owner)| format!("{id} {owner}")).collect();
        let wanted = [
            "bishop_pair Black",
            "doubled_pawns White",
            "isolated_pawn White",
            "queens White",
            "queens Black",
        ];
        assert_eq!(told, wanted);
    }
}
