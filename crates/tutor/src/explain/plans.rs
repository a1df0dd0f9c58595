//! Plans: what a side does in most of several sound lines, or in the game itself.

use philidor_chess::shakmaty::{Chess, Color, Position};
use philidor_claims::{Role, Square};

use super::{Knowledge, goals::goals, of_move::envision};
use crate::{
    claim::{About, Claim, Goal, Statement, Worth, claim},
    envision::Envisioned,
    look::Look,
};

/// Moves of a line that a plan speaks of.
const PLAN_PLIES: usize = 10;
/// Sound lines of which most must share a goal: what fewer lines do may be chance.
const LEAST_LINES: usize = 3;

/// What both sides do in one line. That alone is no plan: see [`shared_plans`].
fn of_line(env: &Envisioned) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let turn = env.start().turn();
    for side in [turn, !turn] {
        for (goal, ply) in goals(env, side, PLAN_PLIES) {
            let line = env.line_to(PLAN_PLIES.min(env.end_ply()));
            let worth = Worth(worth(&goal));
            let statement = Statement::Plan { goal };
            let made = claim(About::Plan, statement, side, env.start(), line, ply, worth);
            if !claims.iter().any(|other| same_goal(other, &made)) {
                claims.push(made);
            }
        }
    }
    claims
}

fn worth(goal: &Goal) -> i32 {
    match goal {
        Goal::Castle { .. } => 40,
        Goal::Exchange { .. } => 35,
        Goal::Manoeuvre { .. } => 30,
        Goal::Advance { lever: true, .. } => 32,
        Goal::Advance { .. } => 15,
        Goal::Develop { .. } => 25,
        Goal::Occupy { .. } => 10,
    }
}

/// What is to be reached, by whichever way: the kind of goal, the man and the square.
fn aim(goal: &Goal) -> (&'static str, Option<Role>, Option<Square>) {
    let (kind, role) = match goal {
        Goal::Manoeuvre { role, .. } | Goal::Occupy { role, .. } | Goal::Develop { role, .. } => {
            ("goes", Some(*role))
        }
        Goal::Advance { .. } => ("advances", None),
        Goal::Castle { .. } => ("castles", None),
        Goal::Exchange { own, .. } => ("exchanges", Some(*own)),
    };
    (kind, role, goal.square())
}

/// Two plans have the same goal, by whichever way it is reached.
pub fn same_goal(a: &Claim, b: &Claim) -> bool {
    match (&a.statement, &b.statement) {
        (Statement::Plan { goal: of_a }, Statement::Plan { goal: of_b }) => {
            a.side == b.side && aim(of_a) == aim(of_b)
        }
        _ => false,
    }
}

/// What both sides do in most of the sound lines, the more of them the weightier, or what one of the lines has and the game itself
/// did. What one line alone does is no plan.
pub fn shared_plans(pos: &Chess, sound: &[&Look], game: Option<&Envisioned>, knowledge: &Knowledge) -> Vec<Claim> {
    let played = game.map_or_else(Vec::new, of_line);
    // A plan is shown by the first line that has it.
    let mut found: Vec<(Claim, usize)> = Vec::new();
    for look in sound {
        for claim in of_line(&envision(pos, look, knowledge)) {
            match found.iter_mut().find(|(other, _)| same_goal(other, &claim)) {
                Some((_, seen)) => *seen += 1,
                None => found.push((claim, 1)),
            }
        }
    }
    let lines = sound.len();
    let weighed = |(claim, seen): (Claim, usize)| {
        let carried_out = played.iter().any(|other| same_goal(other, &claim));
        let shared = lines >= LEAST_LINES && 2 * seen > lines;
        let seen = if carried_out { lines } else { seen };
        let worth = claim.worth.0 * i32::try_from(seen).unwrap_or(1) / i32::try_from(lines.max(1)).unwrap_or(1);
        (carried_out || shared).then_some(Claim { worth: Worth(worth), ..claim })
    };
    found.into_iter().filter_map(weighed).collect()
}

/// The plans of the side `us` after the first move of the lines: what that move itself does is none.
pub fn later(us: Color, claims: Vec<Claim>) -> impl Iterator<Item = Claim> {
    claims.into_iter().filter(move |c| c.side == us && c.ply > 1 && !is_first_move(c))
}

/// What the first move of the line does is no plan.
fn is_first_move(claim: &Claim) -> bool {
    let (Some(mv), Statement::Plan { goal }) = (claim.line.first(), &claim.statement) else { return false };
    match goal {
        Goal::Advance { from, to, .. } | Goal::Occupy { from, to, .. } | Goal::Develop { from, to, .. } => {
            mv.from == *from && mv.to == *to
        }
        Goal::Exchange { .. } => claim.ply == 2,
        Goal::Castle { .. } | Goal::Manoeuvre { .. } => false,
    }
}
