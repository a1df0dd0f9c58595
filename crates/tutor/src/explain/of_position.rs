//! Claims about a position: who stands better, what is threatened, what both sides intend.

use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_know::search::Score;

use super::{
    CANDIDATES, Explanation, Knowledge,
    gain::{Gain, gain},
    goals::goals,
    of_move::{MoveContext, REPLY_CP, claims_about_move, envision},
    sort,
};
use crate::{
    analyst::{Analyst, AnalystError, Question},
    claim::{
        About, Claim, End, Entry, Goal, Line as Shown, Margin, Payoff, Statement, Worth, claim, device,
        limits, line_of, passed, score,
    },
    endgame,
    envision::Envisioned,
    line::Line,
    look::Look,
    sight::{exchange, value, way},
};

/// Thousandths of the budget, which is that of the best line: the move asked about, the threat, and each tempting capture.
const ASKED: u32 = 550;
pub(crate) const THREAT: u32 = 160;
const TEMPTING: u32 = 170;
/// The replies to the move asked about.
const REPLIES: u32 = 270;
/// Tempting captures looked at.
const TEMPTATIONS: usize = 2;

pub(super) fn explain(
    pos: &Chess,
    subject: Option<Move>,
    given: Option<&Line>,
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Explanation, AnalystError> {
    let mut told = Explanation {
        position: pos.clone(),
        subject,
        lines: Vec::new(),
        played: None,
        claims: Vec::new(),
        dropped: Vec::new(),
    };
    if let Some(claim) = over(pos) {
        told.claims.push(claim);
        return Ok(told);
    }
    told.lines = analyst.lines(&Question::best(pos, CANDIDATES, 1000))?;
    told.claims.extend(opening(pos, knowledge));
    if let Some(book) = knowledge.endgames.as_deref()
        && let Some(known) = book.account(pos)
    {
        told.claims.push(endgame::claim(About::Position, pos, &[], pos, &known));
        told.claims.extend(endgame::zugzwang(About::Position, pos, &[], pos, &known, book));
    }
    let Some(best) = told.lines.first().cloned() else {
        let reason = format!("it has no legal move in {}", write_fen(pos));
        return Err(AnalystError { analyst: analyst.name().to_owned(), reason });
    };
    let env = envision(pos, &best, knowledge);
    told.claims.push(standing(pos, &best));
    told.claims.extend(knowledge.rules.assets(&env, 0));
    if let Some(flipped) = passed(pos).filter(|flipped| !flipped.is_game_over())
        && let Some(look) = analyst.lines(&Question::best(&flipped, 1, THREAT))?.into_iter().next()
    {
        told.claims.extend(threat(pos, None, &look, best.score, knowledge));
    }
    told.claims.extend(gain(&env, &best, None).iter().flat_map(|g| g.claims(About::Plan, &env, &best)));
    match subject {
        Some(mv) => {
            let known = told.lines.iter().find(|l| l.line.steps().first().is_some_and(|s| s.mv == mv));
            let played = match known {
                Some(look) => Some(look.clone()),
                None => analyst.lines(&Question::only(pos, &[mv], ASKED))?.into_iter().next(),
            };
            let shown = |look: Look| match given {
                Some(line) => Look { line: line.clone(), ..look },
                None => look,
            };
            if let Some(played) = played.map(|look| shown(look.at_most(best.score))) {
                // A line of the reader's own is told as it is.
                let reply = if given.is_some() { None } else { other_reply(pos, &played, analyst)? };
                let first = |l: &&Look| l.line.steps().first().map(|s| s.mv) != Some(mv);
                let other = told.lines.iter().find(first).map(|l| l.score);
                // A move that turns out better than the first choice is the best one.
                let best = if played.score > best.score { &played } else { &best };
                let reply = reply.as_ref();
                let context = MoveContext { start: pos, best, played: &played, other, reply, previous: None };
                told.claims.extend(claims_about_move(&context, knowledge));
                told.played = Some(played);
            }
        }
        None => {
            told.claims.extend(only_move(pos, &told.lines));
            told.claims.extend(plans(&env));
            for look in &told.lines {
                told.claims.extend(candidate(pos, look, knowledge));
            }
            told.claims.extend(pitfalls(pos, &told.lines, analyst, knowledge)?);
        }
    }
    sort(&mut told.claims);
    Ok(told)
}

/// The line with another reply to the move than the one in its own line, if it is about as good.
fn other_reply(pos: &Chess, played: &Look, analyst: &mut dyn Analyst) -> Result<Option<Look>, AnalystError> {
    let mut steps = played.line.steps().iter();
    let (Some(first), Some(expected)) = (steps.next(), steps.next()) else { return Ok(None) };
    let replies = analyst.lines(&Question::best(&first.after, 2, REPLIES))?;
    let best = replies.first().map_or(0, |look| look.score);
    let other = |look: &&Look| {
        best - look.score <= REPLY_CP && look.line.steps().first().is_some_and(|s| s.mv != expected.mv)
    };
    Ok(replies.iter().find(other).and_then(|look| after_move(pos, first.mv, look)))
}

/// The line that begins with `mv` and goes on with `look`, scored for the side that plays `mv`.
pub(crate) fn after_move(pos: &Chess, mv: Move, look: &Look) -> Option<Look> {
    let moves: Vec<Move> = std::iter::once(mv).chain(look.line.steps().iter().map(|s| s.mv)).collect();
    Line::from_moves(pos, &moves).ok().map(|line| Look { line, score: -look.score })
}

/// The end of the game.
fn over(pos: &Chess) -> Option<Claim> {
    let (end, side) = if pos.is_checkmate() {
        (End::Checkmate, !pos.turn())
    } else if pos.is_stalemate() {
        (End::Stalemate, pos.turn())
    } else if pos.is_insufficient_material() {
        (End::Insufficient, pos.turn())
    } else {
        return None;
    };
    let worth = if end == End::Checkmate { Worth::MATE } else { Worth(0) };
    Some(claim(About::Position, Statement::Over { end }, side, pos, Shown::default(), 0, worth))
}

fn opening(pos: &Chess, knowledge: &Knowledge) -> Option<Claim> {
    let opening = knowledge.openings.name(pos)?;
    let (eco, name) = (opening.eco.clone(), opening.name.clone());
    let statement = Statement::Opening { eco, name, game: Vec::new(), leaves: false };
    Some(claim(About::Position, statement, pos.turn(), pos, Shown::default(), 0, Worth(5)))
}

/// Who stands better, by the best line's score.
pub fn standing(pos: &Chess, best: &Look) -> Claim {
    let turn = pos.turn();
    let value = score(best.score);
    let margin = Margin::of(value);
    let side = if best.score >= 0 || margin == Margin::Equal { turn } else { !turn };
    let score = if side == turn { value } else { value.turned() };
    let line = line_of(best.line.steps().iter().map(|s| s.mv));
    let worth = Worth(best.score.abs().min(Worth::MATE.0));
    claim(About::Position, Statement::Standing { margin, score }, side, pos, line, 0, worth)
}

/// What the other side would do if it were its move: after `first`, if that is played, and a pass. `look` goes on from there, and the
/// side that passes would otherwise have `best`.
pub fn threat(
    start: &Chess,
    first: Option<Move>,
    look: &Look,
    best: Score,
    knowledge: &Knowledge,
) -> Option<Claim> {
    let them = look.line.solver();
    let (threatened, otherwise) = (score(look.score), score(best).turned());
    if threatened.minus(otherwise) < limits::THREAT_CP {
        return None;
    }
    let env = envision(look.line.start(), look, knowledge);
    let near = |g: &Gain| match g.payoff {
        Payoff::Mate(moves) => moves <= limits::THREAT_MATE_MOVES,
        _ => g.ply <= limits::THREAT_PLIES,
    };
    let gain = gain(&env, look, None).filter(|g| g.side == them && near(g))?;
    let mv = look.line.steps().first().map(|s| s.mv)?;
    let moves = match gain.payoff {
        Payoff::Mate(_) => line_of(look.line.steps().iter().map(|s| s.mv)),
        _ => env.line_to(gain.ply),
    };
    let before = first.map(|mv| Entry::Move(mv.into()));
    let entries = before.into_iter().chain([Entry::Pass]).chain(moves.entries().iter().copied());
    let line = Shown(entries.collect());
    let ply = line.len();
    let passed = 1 + usize::from(first.is_some());
    let statement = Statement::Threat {
        payoff: gain.payoff,
        trade: gain.trade.clone(),
        mv: mv.into(),
        device: gain.by.map(|(motif, ply)| device(&motif, ply + passed)),
        score: threatened,
        otherwise,
    };
    Some(claim(About::Threat, statement, them, start, line, ply, Worth::of_payoff(gain.payoff)))
}

/// Moves of a line that a plan speaks of.
const PLAN_PLIES: usize = 10;

/// What both sides do in the line of best play.
pub fn plans(env: &Envisioned) -> Vec<Claim> {
    let mut claims = Vec::new();
    let turn = env.start().turn();
    for side in [turn, !turn] {
        for (goal, ply) in goals(env, side, PLAN_PLIES) {
            let worth = match &goal {
                Goal::Castle { .. } => 40,
                Goal::Exchange { .. } => 35,
                Goal::Manoeuvre { .. } => 30,
                Goal::Advance { lever: true, .. } => 32,
                Goal::Advance { .. } => 15,
                Goal::Develop { .. } => 25,
                Goal::Occupy { .. } => 10,
            };
            let line = env.line_to(PLAN_PLIES.min(env.end_ply()));
            let statement = Statement::Plan { goal };
            claims.push(claim(About::Plan, statement, side, env.start(), line, ply, Worth(worth)));
        }
    }
    claims
}

/// The first line's move, if no other is nearly as good.
fn only_move(pos: &Chess, lines: &[Look]) -> Option<Claim> {
    let (best, next) = (lines.first()?, lines.get(1));
    let mv = best.line.steps().first()?.mv;
    let alone = pos.legal_moves().len() == 1;
    let (own, next) = (score(best.score), next.map(|next| score(next.score)));
    let gap = next.map_or(0.0, |next| own.expected() - next.expected());
    if !alone && gap < limits::ONLY_MOVE_CHANCE {
        return None;
    }
    let statement = Statement::OnlyMove { mv: mv.into(), score: own, next };
    let line = line_of(best.line.steps().iter().map(|s| s.mv));
    let worth = Worth(next.map_or(0, |next| own.minus(next).min(1000)));
    Some(claim(About::Alternative, statement, pos.turn(), pos, line, 1, worth))
}

/// What a candidate move is for: what its line wins and changes for the better.
fn candidate(pos: &Chess, look: &Look, knowledge: &Knowledge) -> Vec<Claim> {
    let env = envision(pos, look, knowledge);
    let us = pos.turn();
    let won = gain(&env, look, None).filter(|g| g.side == us);
    let won = won.into_iter().flat_map(|g| g.claims(About::Alternative, &env, look));
    let aims = knowledge.rules.changes(&env, us).into_iter().filter(|c| c.about == About::Aim);
    won.chain(aims.map(|c| c.placed(About::Alternative))).collect()
}

/// Captures that look good and lose.
fn pitfalls(
    pos: &Chess,
    lines: &[Look],
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Vec<Claim>, AnalystError> {
    let us = pos.turn();
    let Some(best) = lines.first() else { return Ok(Vec::new()) };
    let known = |mv: Move| lines.iter().any(|l| l.line.steps().first().is_some_and(|s| s.mv == mv));
    let captures = pos.capture_moves();
    let mut tempting: Vec<(i32, Move)> = captures
        .iter()
        .filter(|&&mv| !known(mv) && mv.promotion().is_none())
        .map(|&mv| {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            (mv.capture().map_or(0, value) - exchange(&after, mv.to()), mv)
        })
        .filter(|&(gain, _)| gain > 0)
        .collect();
    tempting.sort_by_key(|&(gain, mv)| (-gain, way(us, &mv)));
    let mut claims = Vec::new();
    for (_, mv) in tempting.into_iter().take(TEMPTATIONS) {
        let Some(look) = analyst.lines(&Question::only(pos, &[mv], TEMPTING))?.into_iter().next() else {
            continue;
        };
        if score(best.score).minus(score(look.score)) < limits::PITFALL_CP {
            continue;
        }
        let env = envision(pos, &look, knowledge);
        let Some(gain) = gain(&env, &look, None).filter(|g| g.side != us) else { continue };
        let won = gain.claim(About::Alternative, &env, &look);
        let statement = Statement::Pitfall {
            mv: mv.into(),
            payoff: gain.payoff,
            trade: gain.trade.clone(),
            score: score(look.score),
            best: score(best.score),
        };
        let worth = Worth((best.score - look.score).min(1000));
        claims.push(claim(About::Alternative, statement, us, pos, won.line, won.ply, worth));
    }
    Ok(claims)
}
