//! A theory checked against its table.

mod text;

use philidor_rules::{
    Problem, Rules,
    problem::Severity,
    theory::{Conclusion, Rule},
    validate::{Effect, Exception, Ground, SEARCHED_MEN, Statics, effect, exception, statics},
};
use serde::Serialize;

/// One number for White to move, one for Black.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Pair {
    pub white: u64,
    pub black: u64,
}

impl From<[u64; 2]> for Pair {
    fn from([white, black]: [u64; 2]) -> Pair {
        Pair { white, black }
    }
}

/// Applications with the strong side and with the weak side to move.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Applies {
    pub strong: u64,
    pub weak: u64,
}

/// Counter-examples with something in common.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CauseAnswer {
    /// What they have in common, in the rule language.
    pub clause: String,
    /// Wrong applications it removes.
    pub wrong: usize,
    /// Some of the positions.
    pub fens: Vec<String>,
}

/// One rule's record.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleRecord {
    /// Its name; leaves of a tree are numbered.
    pub name: String,
    /// What it claims, as it is written.
    pub says: String,
    /// Positions it applies to.
    pub applies: Applies,
    /// Of those, wrong ones.
    pub errors: u64,
    /// Results as claimed, but not within the claimed number of plies.
    pub misjudged_plies: u64,
    /// Positions no other rule applies to.
    pub alone: u64,
    /// Fewest and most plies found where the result is as claimed.
    pub plies_found: Option<(u16, u16)>,
    /// It claims a number of plies.
    pub bounded: bool,
    /// Positions where it errs.
    pub counter_examples: Vec<String>,
    /// The same by what they have in common.
    pub causes: Vec<CauseAnswer>,
    /// An exception that would remove all its errors.
    pub suggested_unless: Option<String>,
}

/// What a search that asks the rules at its leaves makes of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SearchRecord {
    /// Positions decided by exactly 0, 1, 2 … plies.
    pub decided_by_ply: Vec<Pair>,
    /// The depth that decides everything that can be decided.
    pub max_plies: usize,
    /// Never decided: draws by repetition.
    pub never: Pair,
    /// Wrong after search.
    pub wrong: Pair,
}

/// A theory and what it achieves.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the names are those of `rules check`")]
pub struct CheckAnswer {
    pub endgame: String,
    pub file: String,
    pub measure: &'static str,
    pub rules: Vec<RuleRecord>,
    pub positions: Pair,
    pub decided: Pair,
    pub spoken: Pair,
    pub overlaps: Pair,
    pub clashes: Pair,
    pub wrong: Pair,
    pub sound: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchRecord>,
}

/// What a rule claims, as it is written.
pub fn says(rules: &Rules, rule: &Rule) -> String {
    rule.conclusion_span.text(&rules.source).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a check found.
pub struct Checked<'a> {
    /// The theory.
    pub rules: &'a Rules,
    /// The table it was checked against.
    pub ground: &'a Ground,
    /// Every rule at every position.
    pub statics: Statics,
    /// What a search makes of it, if that was asked for.
    pub effect: Option<Effect>,
    /// Rule by rule, why it errs.
    pub causes: Vec<Option<Exception>>,
    /// Counter-examples shown of each rule and cause, at most.
    pub shown: usize,
}

impl<'a> Checked<'a> {
    /// Checks a theory at every position of its table and, if `search` is asked for and its men are few enough, what a search makes of it.
    /// If the ground was stopped meanwhile, the outcome is worth nothing.
    pub fn new(rules: &'a Rules, ground: &'a Ground, search: bool, shown: usize) -> Checked<'a> {
        let statics = statics(rules, ground);
        let few = ground.table.material().men() <= SEARCHED_MEN;
        let effect = (search && few).then(|| effect(ground, &statics.facts));
        let causes = (0..rules.rules.len())
            .map(|i| if ground.is_stopped() { None } else { exception(rules, ground, &statics, i) })
            .collect();
        Checked { rules, ground, statics, effect, causes, shown }
    }
}

impl Checked<'_> {
    /// For programs.
    pub fn answer(&self) -> CheckAnswer {
        let Checked { rules, ground, statics, effect, causes, shown } = self;
        let records = rules.rules.iter().zip(&statics.rules).zip(causes).map(|((rule, count), causes)| {
            let fens =
                |list: &[(usize, _)]| list.iter().take(*shown).map(|&(i, c)| ground.fen(i, c)).collect();
            RuleRecord {
                name: rule.name.clone(),
                says: says(rules, rule),
                applies: Applies { strong: count.applies[0], weak: count.applies[1] },
                errors: count.total_errors(),
                misjudged_plies: count.misjudged_plies.iter().sum(),
                alone: count.alone.iter().sum(),
                plies_found: count.plies,
                bounded: matches!(rule.conclusion, Conclusion::Claim { bounds: Some(_), .. }),
                counter_examples: fens(&count.wrong),
                causes: causes
                    .iter()
                    .flat_map(|e| &e.causes)
                    .map(|c| CauseAnswer {
                        clause: c.clause.clone(),
                        wrong: c.wrong,
                        fens: fens(&c.positions),
                    })
                    .collect(),
                suggested_unless: causes.as_ref().and_then(Exception::clause),
            }
        });
        CheckAnswer {
            endgame: rules.subject.name.clone(),
            file: rules.file.clone(),
            measure: rules.subject.measure.name(),
            rules: records.collect(),
            positions: statics.positions.into(),
            decided: statics.decided.into(),
            spoken: statics.spoken.into(),
            overlaps: statics.overlaps.into(),
            clashes: statics.clashes.into(),
            wrong: statics.wrong.into(),
            sound: statics.is_sound(),
            search: effect.as_ref().map(|effect| SearchRecord {
                decided_by_ply: effect.by_ply.iter().map(|&n| n.into()).collect(),
                max_plies: effect.max_ply(),
                never: effect.never.into(),
                wrong: effect.wrong.into(),
            }),
        }
    }
}

/// Something wrong with the text of a theory, where an editor can underline it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TextProblem {
    /// It makes the theory unusable.
    pub fatal: bool,
    /// What is wrong.
    pub message: String,
    /// What to say at that place.
    pub label: String,
    /// What would be right.
    pub help: Option<String>,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// First place, in UTF-16 units from the beginning of the text, as editors count.
    pub from: usize,
    /// One past the last.
    pub to: usize,
}

impl TextProblem {
    /// A problem of a text.
    pub fn new(problem: &Problem, text: &str) -> TextProblem {
        let units = |at: u32| text.get(..at as usize).unwrap_or(text).encode_utf16().count();
        let (line, column) = problem.place(text);
        TextProblem {
            fatal: problem.severity == Severity::Error,
            message: problem.message.clone(),
            label: problem.label.clone(),
            help: problem.help.clone(),
            line,
            column,
            from: units(problem.span.start),
            to: units(problem.span.end),
        }
    }
}
