//! Theories of one endgame beside each other: how much there is to read, and what they achieve.

use philidor_rules::{
    Endgames, Rules,
    theory::{Expr, Node, Rule},
    validate::{Ground, effect, statics},
    vocabulary::{Signature, Vocabulary},
};
use serde::Serialize;

/// A theory and what it achieves on its table.
#[derive(Debug, Clone, Serialize)]
pub struct TheoryLine {
    /// Its file.
    pub theory: String,
    /// Rules.
    pub rules: usize,
    /// Single conditions in all of them.
    pub conditions: usize,
    /// % of the positions with White to move decided without search.
    pub covered_white_to_move: f64,
    /// The same with Black to move.
    pub covered_black_to_move: f64,
    /// Positions at which it errs.
    pub errors: u64,
    /// The depth of search that decides everything that can be decided.
    pub plies_of_search: usize,
    /// Positions that go round in circles.
    pub never_decided: u64,
    /// Wrong results after search.
    pub wrong_after_search: u64,
}

impl TheoryLine {
    /// Checks a theory against the table.
    pub fn new(rules: &Rules, ground: &Ground) -> TheoryLine {
        let found = statics(rules, ground);
        let search = effect(ground, &found.facts);
        let share = |s: usize| 100.0 * found.decided[s] as f64 / found.positions[s].max(1) as f64;
        // The leaves of a tree share its questions: one for each leaf, but for the first.
        let of = |r: &Rule| if r.in_tree { 1 } else { r.conditions.iter().map(conditions).sum() };
        TheoryLine {
            theory: rules.file.clone(),
            rules: rules.rules.len(),
            conditions: rules.rules.iter().map(of).sum(),
            covered_white_to_move: share(0),
            covered_black_to_move: share(1),
            errors: found.wrong.iter().sum(),
            plies_of_search: search.max_ply(),
            never_decided: search.never.iter().sum(),
            wrong_after_search: search.wrong.iter().sum(),
        }
    }
}

/// How many single conditions an expression is made of.
fn conditions(expr: &Expr) -> usize {
    match &expr.node {
        Node::All(parts) | Node::Any(parts) => parts.iter().map(conditions).sum(),
        Node::Not(inner) => conditions(inner),
        _ => 1,
    }
}

/// The theories as a table for a terminal.
pub fn text(lines: &[TheoryLine]) -> String {
    let mut out = format!(
        "{:<32} {:>5} {:>10} {:>11} {:>11} {:>6} {:>6} {:>6} {:>6}\n",
        "theory", "rules", "conditions", "White moves", "Black moves", "errors", "plies", "never", "wrong"
    );
    for l in lines {
        out += &format!(
            "{:<32} {:>5} {:>10} {:>9.2} % {:>9.2} % {:>6} {:>6} {:>6} {:>6}\n",
            l.theory,
            l.rules,
            l.conditions,
            l.covered_white_to_move,
            l.covered_black_to_move,
            l.errors,
            l.plies_of_search,
            l.never_decided,
            l.wrong_after_search
        );
    }
    out + "(positions decided without search; then the depth of search that decides all that can be decided,\n\
           positions that go round in circles, and wrong results after search)\n"
}

/// The words of the language with their meaning, a line for each.
pub fn words() -> String {
    Endgames.words().iter().map(|word| format!("{:<44}{}\n", word.usage(), word.gloss)).collect()
}

/// The same for programs: a line for each word.
pub fn words_json() -> String {
    let line = |word: &Signature| {
        let params: Vec<&str> = word.params.iter().map(|t| t.name()).collect();
        serde_json::json!({"name": word.name, "params": params, "result": word.result.name(), "meaning": word.gloss}).to_string()
    };
    Endgames.words().iter().map(line).collect::<Vec<_>>().join("\n")
}
