//! Plans that a reader is told: do their goals stay when the nodes double, and do the players of a game carry them out?

use std::{collections::BTreeMap, fmt};

use philidor_chess::{
    pgn::Game,
    shakmaty::{Chess, Color, Move, Position as _, Square},
};
use philidor_session::{Explained, Session};
use philidor_stats::Rng;
use philidor_tutor::{
    claim::{Claim, Goal, Statement},
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
    let plan = |c: &Claim| matches!(c.statement, Statement::Plan { .. } | Statement::Idea { .. });
    claims.map(|&at| all[at].clone()).filter(plan).collect()
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

/// A position of a game and what was played after it.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The position.
    pub pos: Chess,
    /// The next moves, at most [`WITHIN_PLIES`].
    pub next: Vec<Move>,
}

/// Half-moves within which a goal counts as carried out.
pub const WITHIN_PLIES: usize = 20;
/// Half-moves after which the opening is over, more or less.
const FIRST_PLY: usize = 16;

/// One position of each game, chosen by `seed`: after the opening, ten half-moves before the end, nobody in check.
pub fn moments(games: &[Game], seed: u64) -> Vec<Moment> {
    let mut rng = Rng::new(seed);
    let of = |game: &Game| {
        let moves: Vec<Move> = game.main_line().map_while(|id| game.node(id).ply.as_move()).collect();
        let last = moves.len().checked_sub(WITHIN_PLIES / 2).filter(|&last| last > FIRST_PLY)?;
        let at = FIRST_PLY + rng.below(last - FIRST_PLY);
        let mut pos = game.start.clone();
        for &mv in &moves[..at] {
            pos = pos.play(mv).ok()?;
        }
        let next = moves[at..].iter().copied().take(WITHIN_PLIES).collect();
        (!pos.is_check()).then_some(Moment { pos, next })
    };
    games.iter().filter_map(of).collect()
}

/// From where to where a plan leads one man.
fn way(claim: &Claim) -> Option<(Square, Square)> {
    let (from, to) = match &claim.statement {
        Statement::Idea { path, .. } | Statement::Plan { goal: Goal::Manoeuvre { path, .. } } => {
            (*path.first()?, *path.last()?)
        }
        Statement::Plan {
            goal:
                Goal::Advance { from, to, .. } | Goal::Occupy { from, to, .. } | Goal::Develop { from, to, .. },
        } => (*from, *to),
        _ => return None,
    };
    Some((from.into(), to.into()))
}

/// The man that stands on the first square comes to the second one by these moves.
fn comes(pos: &Chess, side: Color, (from, to): (Square, Square), next: &[Move]) -> bool {
    let (mut pos, mut at) = (pos.clone(), from);
    for &mv in next {
        if pos.turn() != side {
            if mv.to() == at {
                return false;
            }
        } else if mv.from() == Some(at) {
            at = match mv.castling_side() {
                Some(wing) => Square::from_coords(wing.king_to_file(), at.rank()),
                None => mv.to(),
            };
        }
        if at == to {
            return true;
        }
        pos.play_unchecked(mv);
    }
    false
}

/// Goals of one kind, and how many of them the players reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Reached {
    /// Told.
    pub told: usize,
    /// Reached within ten moves.
    pub reached: usize,
}

/// Plans told of positions of games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Followed {
    /// With few nodes and with twice as many.
    pub stability: Stability,
    /// Positions and sides of which a goal is told.
    pub sides: usize,
    /// Goals told, by kind; those that lead one man somewhere.
    pub kinds: BTreeMap<String, Reached>,
}

impl fmt::Display for Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stability.fmt(f)?;
        writeln!(f, "sides with a plan {} of {}", self.sides, 2 * self.stability.positions)?;
        let all = self.kinds.values().fold(Reached::default(), |all, kind| Reached {
            told: all.told + kind.told,
            reached: all.reached + kind.reached,
        });
        writeln!(f, "goals that the players reached within ten moves:")?;
        for (name, Reached { told, reached }) in
            self.kinds.iter().map(|(name, kind)| (name.as_str(), kind)).chain([("all", &all)])
        {
            let percent = 100.0 * *reached as f64 / (*told).max(1) as f64;
            writeln!(f, "  {name:<12} {reached:>4} of {told:<4} {percent:>4.0} %")?;
        }
        Ok(())
    }
}

/// Explains each position with both sessions, the second of which looks longer, and follows what the first one tells through the game.
pub fn followed(
    [few, many]: [&Session; 2],
    moments: &[Moment],
    tell: &mut dyn FnMut(),
) -> anyhow::Result<Followed> {
    let mut found = Followed::default();
    for Moment { pos, next } in moments {
        let (one, two) = (told(&few.explain(pos, None)?), told(&many.explain(pos, None)?));
        found.stability.add(&one, &two);
        found.sides += Color::ALL.iter().filter(|&&side| one.iter().any(|plan| plan.side == side)).count();
        for plan in &one {
            let Some(way) = way(plan) else { continue };
            let name = match &plan.statement {
                Statement::Idea { idea, .. } => idea.id(),
                _ => "in lines",
            };
            let kind = found.kinds.entry(name.to_owned()).or_default();
            kind.told += 1;
            kind.reached += usize::from(comes(pos, plan.side.into(), way, next));
        }
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
