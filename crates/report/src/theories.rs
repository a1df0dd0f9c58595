//! Theories of one endgame beside each other: how much there is to read, and what they achieve.

use philidor_rules::{
    Endgames, Rules,
    theory::{Expr, Node, Rule},
    validate::{Ground, SEARCHED_MEN, effect, statics},
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
    /// One row of the table in so many was looked at.
    pub one_in: usize,
    /// What a search makes of it; none for five men.
    #[serde(flatten)]
    pub search: Option<SearchLine>,
}

/// What a search that asks the rules at its leaves makes of a theory.
#[derive(Debug, Clone, Serialize)]
pub struct SearchLine {
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
        let few = ground.table.material().men() <= SEARCHED_MEN;
        let search = few.then(|| effect(ground, &found.facts)).map(|search| SearchLine {
            plies_of_search: search.max_ply(),
            never_decided: search.never.iter().sum(),
            wrong_after_search: search.wrong.iter().sum(),
        });
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
            one_in: ground.sampled(),
            search,
        }
    }

    /// True if no rule errs, and nothing is wrong after search.
    pub fn is_right(&self) -> bool {
        self.errors == 0 && self.search.as_ref().is_none_or(|search| search.wrong_after_search == 0)
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
        let after = |of: fn(&SearchLine) -> String| l.search.as_ref().map_or_else(|| "-".to_owned(), of);
        out += &format!(
            "{:<32} {:>5} {:>10} {:>9.2} % {:>9.2} % {:>6} {:>6} {:>6} {:>6}\n",
            l.theory,
            l.rules,
            l.conditions,
            l.covered_white_to_move,
            l.covered_black_to_move,
            l.errors,
            after(|search| search.plies_of_search.to_string()),
            after(|search| search.never_decided.to_string()),
            after(|search| search.wrong_after_search.to_string()),
        );
        if l.one_in > 1 {
            out += &format!("    (one row of 64 positions in {} was looked at)\n", l.one_in);
        }
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
