//! Stability of plans: do the goals that a reader is told stay when the nodes double?

use std::fmt;

use philidor_chess::shakmaty::Chess;
use philidor_session::{Explained, Session};
use philidor_tutor::{
    claim::{Claim, Statement},
    explain::same_goal,
    plan::PartKind,
};
use serde::Serialize;

/// Goals told with few nodes and with twice as many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Stability {
    /// Positions.
    pub positions: usize,
    /// Positions of which a plan is told.
    pub planned: usize,
    /// Goals told.
    pub goals: usize,
    /// Of these, goals that are told with twice the nodes too.
    pub stay: usize,
}

impl Stability {
    fn add(&mut self, few: &[Claim], many: &[Claim]) {
        self.positions += 1;
        self.planned += usize::from(!few.is_empty());
        self.goals += few.len();
        self.stay += few.iter().filter(|plan| many.iter().any(|other| same_goal(plan, other))).count();
    }
}

impl fmt::Display for Stability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stability { positions, planned, goals, stay } = self;
        writeln!(f, "positions {positions}, with a plan {planned}")?;
        let percent = 100.0 * *stay as f64 / (*goals).max(1) as f64;
        writeln!(f, "goals that stay when the nodes double {stay} of {goals} ({percent:.0} %)")
    }
}

/// The plans that a reader is told.
fn told(explained: &Explained) -> Vec<Claim> {
    let parts = explained.text.sections.iter().filter(|section| section.kind == PartKind::Plans);
    let claims = parts.flat_map(|section| &section.sentences).flat_map(|sentence| &sentence.claims);
    let all = &explained.explanation.claims;
    claims.map(|&at| all[at].clone()).filter(|c| matches!(c.statement, Statement::Plan { .. })).collect()
}

/// Explains each position with both sessions, the second of which looks longer.
pub fn stability<'p>(
    [few, many]: [&Session; 2],
    positions: impl Iterator<Item = &'p Chess>,
    tell: &mut dyn FnMut(),
) -> anyhow::Result<Stability> {
    let mut found = Stability::default();
    for pos in positions {
        found.add(&told(&few.explain(pos, None)?), &told(&many.explain(pos, None)?));
        tell();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, parse_move};
    use philidor_claims::{About, Goal, Line, Worth};

    use super::*;

    #[test]
    fn a_goal_stays_if_the_same_man_comes_to_the_same_square_by_any_way() {
        let fen = "4k3/8/8/8/8/8/8/R1N1K3 w - - 0 1";
        let pos = parse_fen(fen).expect("a position");
        let plan = |goal: Goal| {
            let mv = parse_move(&pos, "Ne2").expect("a move");
            philidor_tutor::claim::claim(
                About::Plan,
                Statement::Plan { goal },
                philidor_chess::shakmaty::Color::White,
                &pos,
                Line::of([mv.into()]),
                1,
                Worth(10),
            )
        };
        let square = |name: &str| philidor_claims::Square::read(name).expect("a square");
        let role = philidor_claims::Role::Knight;
        let direct = plan(Goal::Occupy { role, from: square("c1"), to: square("d3") });
        let long = plan(Goal::Manoeuvre { role, path: ["c1", "e2", "f4", "d3"].map(square).to_vec() });
        let elsewhere = plan(Goal::Occupy { role, from: square("c1"), to: square("b3") });
        let mut found = Stability::default();
        found.add(&[direct.clone(), elsewhere], &[long]);
        found.add(&[], &[direct]);
        assert_eq!(found, Stability { positions: 2, planned: 1, goals: 2, stay: 1 });
    }
}
