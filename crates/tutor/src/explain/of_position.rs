//! Claims about a position: who stands better, what is threatened, what both sides intend.

use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_know::search::{Score, mate_moves};

use super::{
    CANDIDATES, Explanation, Knowledge,
    gain::{Gain, first_uci, gain},
    goals::goals,
    of_move::{MoveContext, ONLY_MOVE_CHANCE, REPLY_CP, claims_about_move, envision},
    sort,
};
use crate::{
    analyst::{Analyst, AnalystError, Question},
    chance::win_chance,
    claim::{About, Claim, Evidence, Fact, GameEnd, Goal, Margin, Variation, Worth, passed},
    endgame,
    envision::Envisioned,
    line::Line,
    look::Look,
    payoff::Payoff,
    sight::{exchange, value, way},
};

/// Budget in thousandths: the best lines, the move asked about, the threat, and each tempting capture.
const BEST: u32 = 500;
const ASKED: u32 = 200;
pub(crate) const THREAT: u32 = 120;
const TEMPTING: u32 = 60;
/// The replies to the move asked about.
const REPLIES: u32 = 100;
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
    analyst.begin()?;
    told.lines = analyst.lines(&Question::best(pos, CANDIDATES, BEST))?;
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
            if let Some(played) = played.map(shown) {
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
        (GameEnd::Checkmate, !pos.turn())
    } else if pos.is_stalemate() {
        (GameEnd::Stalemate, pos.turn())
    } else if pos.is_insufficient_material() {
        (GameEnd::Insufficient, pos.turn())
    } else {
        return None;
    };
    let worth = if end == GameEnd::Checkmate { Worth::MATE } else { Worth(0) };
    Some(Claim::new(About::Position, Fact::Over(end), side, pos, Variation::here(), 0, worth))
}

fn opening(pos: &Chess, knowledge: &Knowledge) -> Option<Claim> {
    let opening = knowledge.openings.name(pos)?;
    let (eco, name) = (opening.eco.clone(), opening.name.clone());
    let fact = Fact::Opening { eco: eco.clone(), name: name.clone(), game: Vec::new(), leaves: false };
    let claim = Claim::new(About::Position, fact, pos.turn(), pos, Variation::here(), 0, Worth(5));
    Some(claim.with([Evidence::Opening { eco, name }]))
}

/// Who stands better, by the best line's score.
pub fn standing(pos: &Chess, best: &Look) -> Claim {
    let turn = pos.turn();
    let side = if best.score >= 0 || margin(best.score) == Margin::Equal { turn } else { !turn };
    let score = if side == turn { best.score } else { -best.score };
    let fact = Fact::Standing { margin: margin(score), score };
    let line = Variation::of(best.line.steps().iter().map(|s| s.mv));
    let evidence = Evidence::score(first_uci(best), best.score, turn, side);
    Claim::new(About::Position, fact, side, pos, line, 0, Worth(score.min(Worth::MATE.0))).with([evidence])
}

fn margin(score: Score) -> Margin {
    if mate_moves(score).is_some() {
        return Margin::Decided;
    }
    match score.abs() {
        0..25 => Margin::Equal,
        25..70 => Margin::Slight,
        70..150 => Margin::Clear,
        150..350 => Margin::Large,
        _ => Margin::Winning,
    }
}

/// A threat must gain at least this much over the best line, or it is none.
const THREAT_CP: i32 = 80;

/// A threat is carried out within so many moves, both sides counted.
const THREAT_PLIES: usize = 3;

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
    if look.score < -best + THREAT_CP {
        return None;
    }
    let env = envision(look.line.start(), look, knowledge);
    let near = |g: &Gain| match g.payoff {
        Payoff::Mate { moves } => moves <= 4,
        _ => g.ply <= THREAT_PLIES,
    };
    let gain = gain(&env, look, None).filter(|g| g.side == them && near(g))?;
    let mv = look.line.steps().first().map(|s| s.mv)?;
    let before = usize::from(first.is_some());
    let threatened = match gain.payoff {
        Payoff::Mate { .. } => look.line.steps().iter().map(|s| s.mv).collect(),
        _ => env.line_to(gain.ply).moves,
    };
    let line = Variation { pass: Some(before), moves: first.into_iter().chain(threatened).collect() };
    let (by, by_ply) = gain.by.map_or((None, 0), |(motif, ply)| (Some(motif), ply + 1 + before));
    let fact = Fact::Threat { payoff: gain.payoff, mv, by, by_ply };
    let ply = line.len();
    let worth = Worth::of_payoff(gain.payoff);
    let claim = Claim::new(About::Threat, fact, them, start, line, ply, worth);
    let score = Evidence::score(first_uci(look), look.score, them, them);
    Some(claim.with([gain.material(&env), score]).with(by.map(|m| Evidence::device(&m, gain.payoff))))
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
                Goal::Castle(_) => 40,
                Goal::Exchange { .. } => 35,
                Goal::Manoeuvre { .. } => 30,
                Goal::Advance { lever: true, .. } => 32,
                Goal::Advance { .. } => 15,
                Goal::Develop { .. } => 25,
                Goal::Occupy { .. } => 10,
            };
            let line = env.line_to(ply);
            let fact = Fact::Plan(goal);
            claims.push(Claim::new(About::Plan, fact, side, env.start(), line, ply, Worth(worth)));
        }
    }
    claims
}

/// The first line's move, if no other is nearly as good.
fn only_move(pos: &Chess, lines: &[Look]) -> Option<Claim> {
    let (best, next) = (lines.first()?, lines.get(1));
    let mv = best.line.steps().first()?.mv;
    let alone = pos.legal_moves().len() == 1;
    let gap = next.map_or(0.0, |next| win_chance(best.score) - win_chance(next.score));
    if !alone && gap < ONLY_MOVE_CHANCE {
        return None;
    }
    let fact = Fact::OnlyMove { mv, next: next.map(|n| n.score) };
    let us = pos.turn();
    let line = Variation::of(best.line.steps().iter().map(|s| s.mv));
    let worth = Worth(next.map_or(0, |n| (best.score - n.score).min(1000)));
    let scores = lines.iter().take(2).map(|l| Evidence::score(first_uci(l), l.score, us, us));
    Some(Claim::new(About::Alternative, fact, us, pos, line, 1, worth).with(scores))
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

/// A capture is a mistake worth a word if it is worse than the best line by this much.
const PITFALL_CP: i32 = 150;

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
        if look.score > best.score - PITFALL_CP {
            continue;
        }
        let env = envision(pos, &look, knowledge);
        let Some(gain) = gain(&env, &look, None).filter(|g| g.side != us) else { continue };
        let claim = gain.claim(About::Alternative, &env, &look);
        let Claim { line, ply, evidence, .. } = claim;
        let fact = Fact::Pitfall { mv, payoff: gain.payoff };
        let worth = Worth((best.score - look.score).min(1000));
        claims.push(Claim::new(About::Alternative, fact, us, pos, line, ply, worth).with(evidence));
    }
    Ok(claims)
}
