//! Plans from the board: what each side can aim at, kept if beginning it loses nothing.

use philidor_chess::shakmaty::{Chess, Position as _};

use crate::{
    analyst::{Analyst, AnalystError, Question},
    claim::{About, Claim, Entry, Line, Statement, Worth, claim, limits, passed, score},
    idea,
    look::Look,
    plan::Policy,
};

/// Thousandths of the budget for the first step of each idea.
const BEGUN: u32 = 60;

/// What both sides can aim at, the side to move first. `best` is the line of best play.
pub(super) fn ideas(pos: &Chess, best: &Look, analyst: &mut dyn Analyst) -> Result<Vec<Claim>, AnalystError> {
    let now = score(best.score);
    if now.is_decided() || pos.is_check() {
        return Ok(Vec::new());
    }
    let mut claims = Vec::new();
    let other = passed(pos).map(|there| (there, vec![Entry::Pass], now.turned()));
    for (there, before, now) in [(pos.clone(), Vec::new(), now)].into_iter().chain(other) {
        for found in idea::ideas(&there).into_iter().take(Policy::ours().ideas.most) {
            let Some(first) = found.first(&there) else { continue };
            let Some(look) = analyst.lines(&Question::only(&there, &[first], BEGUN))?.into_iter().next()
            else {
                continue;
            };
            let begun = score(look.score);
            if !limits::loses_nothing(begun, now) {
                continue;
            }
            let line = Line(before.iter().copied().chain([Entry::Move(first.into())]).collect());
            let path = found.path.iter().map(|&square| square.into()).collect();
            let statement =
                Statement::Idea { role: found.role.into(), path, idea: found.idea, score: begun, now };
            let ply = line.len();
            claims.push(claim(About::Plan, statement, there.turn(), pos, line, ply, Worth(found.worth)));
        }
    }
    Ok(claims)
}
