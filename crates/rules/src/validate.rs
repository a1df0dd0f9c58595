//! Rules against the exact table of their endgame, position by position.
//!
//! Coverage, errors, overlaps, clashes, the tightest valid interval of each conclusion ([`statics`]), and what becomes
//! of it all when a search asks the rules at its leaves ([`effect`]).

mod candidates;
mod causes;
mod effect;
mod graph;
pub mod propose;
mod statics;

pub use self::{
    causes::{Cause, Exception, exception},
    effect::{Effect, SEARCHED_MEN, effect},
    graph::{Below, Ground},
    statics::{Facts, RuleCount, Sides, Statics, statics},
};

use crate::{problem::Problem, theory::Rules};

impl Statics {
    /// What is wrong with the text of the rules, as their positions show: rules that never apply, rules that
    /// contradict each other.
    pub fn problems(&self, rules: &Rules) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (rule, count) in rules.rules.iter().zip(&self.rules) {
            if count.total() == 0 {
                problems.push(
                    Problem::error(
                        rule.name_span,
                        format!("{:?} never applies", rule.name),
                        "to no position",
                    )
                    .other(rule.conclusion_span, "so this is never said"),
                );
            }
        }
        for &(a, b, positions) in &self.clashing {
            let (a, b) = (&rules.rules[a], &rules.rules[b]);
            let what =
                format!("{:?} and {:?} contradict each other on {positions} positions", a.name, b.name);
            problems.push(
                Problem::error(a.conclusion_span, what, "this")
                    .other(b.conclusion_span, "and this cannot both be right"),
            );
        }
        problems
    }

    /// True if no rule errs.
    pub fn is_sound(&self) -> bool {
        self.rules.iter().all(|r| r.total_errors() == 0)
    }
}
