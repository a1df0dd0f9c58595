//! Plans: what a side does in most of several sound lines, or in the game itself.

use philidor_chess::shakmaty::{Chess, Color, Position};
use philidor_claims::{Role, Square};

use super::{Knowledge, goals::goals, of_move::envision};
use crate::{
    claim::{About, Claim, Goal, Statement, Worth, claim},
    envision::Envisioned,
    look::Look,
    plan::Policy,
};

/// What both sides do in one line. That alone is no plan: see [`shared_plans`].
fn of_line(env: &Envisioned) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let turn = env.start().turn();
    for side in [turn, !turn] {
        for (goal, ply) in goals(env, side, Policy::ours().plans.plies) {
            let line = env.line_to(Policy::ours().plans.plies.min(env.end_ply()));
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
        (
            Statement::Idea { role, path, idea, .. },
            Statement::Idea { role: other, path: way, idea: aim, .. },
        ) => a.side == b.side && (role, path.last(), idea.id()) == (other, way.last(), aim.id()),
        _ => false,
    }
}

/// What both sides do in most of the sound lines, the more of them the weightier, or what one of the lines has and the game itself
/// did. What one line alone does is no plan.
pub(crate) fn shared_plans(
    pos: &Chess,
    sound: &[&Look],
    game: Option<&Envisioned>,
    knowledge: &Knowledge,
) -> Vec<Claim> {
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
        let shared = lines >= Policy::ours().plans.lines && 2 * seen > lines;
        let seen = if carried_out { lines } else { seen };
        let worth =
            claim.worth.0 * i32::try_from(seen).unwrap_or(1) / i32::try_from(lines.max(1)).unwrap_or(1);
        (carried_out || shared).then_some(Claim { worth: Worth(worth), ..claim })
    };
    found.into_iter().filter_map(weighed).collect()
}

/// The plans of the side `us` after the first move of the lines: what that move itself does is none.
pub(crate) fn later(us: Color, claims: Vec<Claim>) -> impl Iterator<Item = Claim> {
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

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_move, shakmaty::Move};

    use super::*;
    use crate::line::Line;

    fn look(moves: &str) -> Look {
        let mut pos = Chess::default();
        let mut line: Vec<Move> = Vec::new();
        for san in moves.split_whitespace() {
            let mv = parse_move(&pos, san).expect("a legal move");
            pos.play_unchecked(mv);
            line.push(mv);
        }
        Look { line: Line::from_moves(&Chess::default(), &line).expect("a line"), score: 20 }
    }

    /// Where White's men go by the plans that the lines share.
    fn goals_of(lines: &[&str], game: Option<&str>) -> Vec<String> {
        let (knowledge, pos) = (Knowledge::ours(), Chess::default());
        let lines: Vec<Look> = lines.iter().map(|moves| look(moves)).collect();
        let game = game.map(|moves| envision(&pos, &look(moves), &knowledge));
        let found = shared_plans(&pos, &lines.iter().collect::<Vec<_>>(), game.as_ref(), &knowledge);
        let white = found.iter().filter(|claim| claim.side == philidor_claims::Color::White);
        let square = |claim: &Claim| match &claim.statement {
            Statement::Plan { goal } => goal.square().map(|square| square.to_string()),
            _ => None,
        };
        let mut squares: Vec<String> = white.filter_map(square).collect();
        squares.sort();
        squares
    }

    const ONE: &str = "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O d3 d6";
    const TWO: &str = "Nf3 d5 g3 Nf6 Bg2 e6 d4 Be7 Nc3 O-O";
    const THREE: &str = "Nf3 c5 e3 Nc6 Be2 e6 O-O Nf6 b3 Be7";

    #[test]
    fn what_one_line_or_half_of_two_lines_do_is_no_plan() {
        assert_eq!(goals_of(&[ONE], None), [""; 0]);
        assert_eq!(goals_of(&[ONE, TWO], None), [""; 0]);
    }

    #[test]
    fn what_most_of_three_lines_do_is_a_plan() {
        assert_eq!(goals_of(&[ONE, TWO, THREE], None), ["f3", "g1", "g2", "g3"]);
        // Half of four is not most of them.
        assert_eq!(goals_of(&[ONE, TWO, THREE, THREE], None), ["f3", "g1"]);
    }

    #[test]
    fn what_the_game_itself_did_is_a_plan_if_a_line_has_it() {
        let game = "Nf3 Nf6 g3 d6 Bg2 g6 c4 Bg7 Nc3 O-O";
        assert_eq!(goals_of(&[ONE], Some(game)), ["f3", "g2", "g3"]);
    }
}
