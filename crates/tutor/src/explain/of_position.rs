//! Claims about a position: who stands better, what is threatened, what both sides intend.

use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_know::search::Score;

use super::{
    CANDIDATES, Explanation, Knowledge,
    gain::{Gain, gain},
    of_move::{FORCED_PLIES, MoveContext, REPLY_CP, claims_about_move, envision},
    people::natural,
    plans::{later, shared_plans},
    reasons::{better_square, failures, open_threat, parried, possible_at_once, prepared},
    sort,
};
use crate::{
    analyst::{Analyst, AnalystError, Question},
    claim::{
        About, Claim, End, Entry, Line as Shown, Margin, Payoff, Reason, Statement, Worth, claim, device,
        limits, line_of, passed, score,
    },
    endgame,
    line::Line,
    look::Look,
    payoff::settle,
    sight::{balance, exchange, value, way},
};

/// Thousandths of the budget, which is that of the best line: the move asked about, the threat, and each tempting move.
const ASKED: u32 = 550;
pub(crate) const THREAT: u32 = 160;
const TEMPTING: u32 = 170;
/// One threat that is carried out, or one move that is played too early.
const TRIED: u32 = 120;
/// The replies to the move asked about, or to the best one, and those to the second candidate.
const REPLIES: u32 = 270;
const MORE_REPLIES: u32 = 200;
/// Replies looked at.
const ANSWERS: usize = 4;
/// The longer look at the best move and the one asked about.
const COMPARED: u32 = 2000;
/// Loss of the expected result (scale -1 … 1) from which on there is a longer look.
const DOUBTED: f64 = 0.03;
/// Tempting moves looked at.
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
    if let (Some(book), Some(best)) = (knowledge.endgames.as_deref(), told.lines.first()) {
        let reduced = endgame::reduction(About::Plan, best, book);
        told.claims.extend(reduced);
    }
    let Some(best) = told.lines.first().cloned() else {
        let reason = format!("it has no legal move in {}", write_fen(pos));
        return Err(AnalystError { analyst: analyst.name().to_owned(), reason });
    };
    let env = envision(pos, &best, knowledge);
    told.claims.push(standing(pos, &best));
    told.claims.extend(knowledge.rules.assets(&env, 0));
    told.claims.extend(structure(pos, None));
    told.claims.extend(crate::practice::practice(pos));
    let idea = passing(pos, analyst)?;
    if let Some(idea) = &idea {
        told.claims.extend(threat(pos, None, idea, best.score, knowledge));
    }
    let idea = idea.as_ref();
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
            let played = match played {
                Some(look) => Some(compared(pos, &best, look.at_most(best.score), analyst)?),
                None => None,
            };
            // One score for a move: the longer look's, among the candidates too.
            if let Some(played) = &played
                && let Some(listed) = told.lines.iter_mut().skip(1).find(|look| look.first() == Some(mv))
            {
                *listed = played.clone();
                told.lines[1..].sort_by_key(|look| std::cmp::Reverse(look.score));
            }
            if let Some(played) = played.map(shown) {
                // A line of the reader's own is told as it is.
                let answers =
                    if given.is_some() { Vec::new() } else { answers(pos, &played, REPLIES, analyst)? };
                let reply = other_reply(&played, &answers);
                let first = |l: &&Look| l.line.steps().first().map(|s| s.mv) != Some(mv);
                let other = told.lines.iter().find(first).map(|l| l.score);
                // A move that turns out better than the first choice is the best one.
                let best = if played.score > best.score { &played } else { &best };
                let context =
                    MoveContext { start: pos, best, played: &played, other, reply, idea, previous: None };
                told.claims.extend(claims_about_move(&context, knowledge));
                let tested = tested(&context, &told.claims, &answers, analyst, knowledge)?;
                told.claims.extend(tested);
                if context.is_as_good() && given.is_none() {
                    let lines: Vec<&Look> = std::iter::once(&played).chain(&answers).collect();
                    told.claims.extend(later(pos.turn(), shared_plans(pos, &lines, None, knowledge)));
                }
                if context.is_best() {
                    let looked: Vec<Move> = told.lines.iter().filter_map(Look::first).chain([mv]).collect();
                    let tempting = tempting(pos, &looked, 1, analyst, knowledge)?;
                    let others: Vec<&Look> = told.lines.iter().filter(first).chain(&tempting).collect();
                    told.claims.extend(failures(pos, &others, best.score, knowledge));
                }
                told.claims.extend(bait(pos, &played, analyst)?);
                told.claims.extend(threat_after(pos, &played, analyst, knowledge)?);
                told.played = Some(played);
            }
        }
        None => {
            told.claims.extend(only_move(pos, &told.lines));
            let answers = self::answers(pos, &best, REPLIES, analyst)?;
            let reply = other_reply(&best, &answers);
            let near = |look: &&Look| best.score - look.score <= REPLY_CP;
            let second = told.lines.get(1).filter(near);
            let more = match second {
                Some(second) => self::answers(pos, second, MORE_REPLIES, analyst)?,
                None => Vec::new(),
            };
            let sound: Vec<&Look> = told.lines.iter().filter(near).chain(&answers).chain(&more).collect();
            told.claims.extend(shared_plans(pos, &sound, None, knowledge));
            // What is won far down one line only is not yet won.
            if let Some(reply) =
                reply.filter(|_| gain(&env, &best, None).is_some_and(|g| g.ply > FORCED_PLIES))
            {
                let other = gain(&envision(pos, reply, knowledge), reply, None).map(|g| g.side.into());
                told.claims.retain(|c| {
                    c.about != About::Plan
                        || !matches!(c.statement, Statement::Material { .. } | Statement::Device { .. })
                        || other == Some(c.side)
                });
            }
            for look in &told.lines {
                told.claims.extend(candidate(pos, look, knowledge));
            }
            let looked: Vec<Move> = told.lines.iter().filter_map(Look::first).collect();
            let tempting = tempting(pos, &looked, TEMPTATIONS, analyst, knowledge)?;
            let others: Vec<&Look> = told.lines.iter().skip(1).chain(&tempting).collect();
            told.claims.extend(failures(pos, &others, best.score, knowledge));
            told.claims.extend(why_best(pos, &told.lines, (idea, &answers), analyst, knowledge)?);
        }
    }
    sort(&mut told.claims);
    Ok(told)
}

/// What the other side would do if the side to move passed.
fn passing(pos: &Chess, analyst: &mut dyn Analyst) -> Result<Option<Look>, AnalystError> {
    match passed(pos).filter(|flipped| !flipped.is_game_over()) {
        Some(flipped) => Ok(analyst.lines(&Question::best(&flipped, 1, THREAT))?.into_iter().next()),
        None => Ok(None),
    }
}

/// What the move under discussion threatens.
fn threat_after(
    pos: &Chess,
    played: &Look,
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Option<Claim>, AnalystError> {
    let Some(first) = played.line.steps().first() else { return Ok(None) };
    if is_taken(played) {
        return Ok(None);
    }
    let idea = passing(&first.after, analyst)?;
    Ok(idea.and_then(|idea| threat(pos, Some(first.mv), &idea, -played.score, knowledge)))
}

/// The man that moves is taken by the answer: what it might do next is no threat.
pub(crate) fn is_taken(played: &Look) -> bool {
    matches!(played.line.steps(), [own, answer, ..] if answer.is_capture() && answer.to == own.to)
}

/// Entries of a line within which what was taken is back.
const BACK_PLIES: usize = 8;

/// The move leaves its man to be taken, and that wins nothing.
fn bait(pos: &Chess, played: &Look, analyst: &mut dyn Analyst) -> Result<Option<Claim>, AnalystError> {
    let Some(first) = played.line.steps().first() else { return Ok(None) };
    let got = first.taken.map_or(0, value);
    if first.after.is_game_over() || exchange(&first.after, first.to) <= got {
        return Ok(None);
    }
    let mut taking: Vec<Move> =
        first.after.legal_moves().into_iter().filter(|mv| mv.to() == first.to).collect();
    taking.sort_by_key(|mv| way(!pos.turn(), mv));
    let known = is_taken(played).then(|| played.clone());
    let look = match known {
        Some(look) => Some(look),
        None if taking.is_empty() => None,
        None => {
            let answer = analyst.lines(&Question::only(&first.after, &taking, TEMPTING))?.into_iter().next();
            answer.and_then(|look| after_move(pos, first.mv, &look))
        }
    };
    let Some((look, capture)) = look.and_then(|look| Some((look.clone(), look.line.steps().get(1)?.mv)))
    else {
        return Ok(None);
    };
    let us = pos.turn();
    let before = balance(pos.board(), us);
    let back = |at: &usize| {
        let step = &look.line.steps()[at - 1];
        let won = step.after.is_checkmate() && step.after.turn() != us;
        let kept = balance(step.board(), us) >= before && settle(&step.after).is_empty();
        won || kept && !step.after.is_check()
    };
    let end = (3..=look.line.steps().len().min(BACK_PLIES)).find(back);
    // Who stands worse after the capture than otherwise has not laid a bait.
    let sound = score(look.score).expected() >= score(played.score).expected() - limits::SAME_CHANCE;
    let Some(end) = end.filter(|_| sound) else { return Ok(None) };
    let line = line_of(look.line.steps()[..end].iter().map(|step| step.mv));
    let reason = Reason::Baits { taking: capture.into() };
    let statement = Statement::Reason { mv: first.mv.into(), reason, otherwise: Shown::default() };
    let worth = Worth(30 + 20 * value(first.role));
    Ok(Some(claim(About::Aim, statement, us, pos, line, end, worth)))
}

/// Reasons that are looked for where no other one tells as much: what the man has on its new square after two of the other answers; the threat, carried
/// out after the move; the line's next move, played at once.
fn tested(
    context: &MoveContext<'_>,
    known: &[Claim],
    answers: &[Look],
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Vec<Claim>, AnalystError> {
    let Some(first) = context.played.line.steps().first() else { return Ok(Vec::new()) };
    let own = |claim: &&Claim| claim.about == About::Aim;
    let reason = |claim: &Claim| matches!(claim.statement, Statement::Reason { .. });
    let wins = |claim: &Claim| matches!(claim.statement, Statement::Material { .. } | Statement::Mate { .. });
    let strong = |claim: &Claim| wins(claim) || reason(claim) && claim.worth.0 >= TESTED_WORTH;
    if known.iter().filter(own).any(strong) || first.after.is_game_over() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    if !known.iter().filter(own).any(reason) {
        let lines: Vec<&Look> = std::iter::once(context.played).chain(answers).collect();
        let mut pairs =
            lines.iter().enumerate().flat_map(|(at, one)| lines[at + 1..].iter().map(move |two| (one, two)));
        found = pairs.find_map(|(one, two)| better_square(context, one, two)).unwrap_or_default();
    }
    let mut look = |pos: &Chess, mv: Move| -> Result<Option<Look>, AnalystError> {
        Ok(analyst.lines(&Question::only(pos, &[mv], TRIED))?.into_iter().next())
    };
    if let Some(threat) = open_threat(context, knowledge) {
        found.extend(look(&first.after, threat)?.and_then(|look| parried(context, &look, knowledge)));
    } else if let Some(next) = possible_at_once(context) {
        found.extend(look(context.start, next)?.and_then(|look| prepared(context, &look, knowledge)));
    }
    Ok(found)
}

/// A reason of this worth needs no other beside it.
const TESTED_WORTH: i32 = 24;

/// What the best move is for: its effects, its reasons, its threat.
fn why_best(
    pos: &Chess,
    lines: &[Look],
    (idea, answers): (Option<&Look>, &[Look]),
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Vec<Claim>, AnalystError> {
    let Some(best) = lines.first() else { return Ok(Vec::new()) };
    let other = lines.get(1).map(|look| look.score);
    let reply = other_reply(best, answers);
    let context = MoveContext { start: pos, best, played: best, other, reply, idea, previous: None };
    let at_once = |c: &Claim| matches!(c.statement, Statement::Effect { .. } | Statement::Reason { .. });
    let mut claims = claims_about_move(&context, knowledge);
    claims.retain(at_once);
    claims.extend(tested(&context, &claims, answers, analyst, knowledge)?);
    claims.extend(bait(pos, best, analyst)?);
    claims.extend(threat_after(pos, best, analyst, knowledge)?);
    Ok(claims)
}

/// The line of a move that seems to lose something, after a second, longer look at it beside the best one: nobody is blamed on a
/// short look. Its score is what the longer look takes off the best line's, which stays the score of the position.
fn compared(pos: &Chess, best: &Look, played: Look, analyst: &mut dyn Analyst) -> Result<Look, AnalystError> {
    let (Some(first), Some(own)) = (best.first(), played.first()) else { return Ok(played) };
    let loss = |best: Score, own: Score| score(best).expected() - score(own).expected();
    if first == own || loss(best.score, played.score) < DOUBTED {
        return Ok(played);
    }
    let mut both = |permille: u32| -> Result<Option<(Look, Look)>, AnalystError> {
        let looks = analyst.lines(&Question::only(pos, &[first, own], permille))?;
        let of = |mv: Move| looks.iter().find(|look| look.first() == Some(mv)).cloned();
        Ok(of(first).zip(of(own)))
    };
    let Some(mut found) = both(COMPARED)? else { return Ok(played) };
    // What is just enough for a reproach, or was not seen at the first look, is looked at once more.
    let lost = loss(found.0.score, found.1.score);
    let news = (lost - loss(best.score, played.score)).abs() > limits::BLAME_CHANCE;
    if (news || (limits::SAME_CHANCE..2.0 * limits::BLAME_CHANCE).contains(&lost))
        && let Some(longer) = both(3 * COMPARED)?
    {
        found = longer;
    }
    let (again, own) = found;
    if score(again.score).is_decided() || score(own.score).is_decided() || score(best.score).is_decided() {
        return Ok(own.at_most(best.score));
    }
    let loss = loss(again.score, own.score).max(0.0);
    Ok(Look { score: worse_by(best.score, loss), ..own })
}

/// The score whose expected result is lower by `loss` (scale -1 … 1).
fn worse_by(best: Score, loss: f64) -> Score {
    let expected = (score(best).expected() - loss).clamp(-0.999, 0.999);
    let cp = ((1.0 + expected) / (1.0 - expected)).ln() / limits::SLOPE;
    if loss == 0.0 { best } else { (cp.round() as Score).min(best) }
}

/// Lines that begin with the first move of `played` and go on with an answer that is about as good as the best; the answer in `played`
/// itself is left out.
fn answers(
    pos: &Chess,
    played: &Look,
    permille: u32,
    analyst: &mut dyn Analyst,
) -> Result<Vec<Look>, AnalystError> {
    let [first, rest @ ..] = played.line.steps() else { return Ok(Vec::new()) };
    let expected = rest.first().map(|step| step.mv);
    if first.after.is_game_over() {
        return Ok(Vec::new());
    }
    let replies = analyst.lines(&Question::best(&first.after, ANSWERS, permille))?;
    let best = replies.first().map_or(0, |look| look.score);
    let other = |look: &&Look| best - look.score <= REPLY_CP && look.first() != expected;
    Ok(replies.iter().filter(other).filter_map(|look| after_move(pos, first.mv, look)).collect())
}

/// The line with another reply to the move than the one in its own line, if it is about as good.
fn other_reply<'l>(played: &Look, answers: &'l [Look]) -> Option<&'l Look> {
    answers.first().filter(|_| played.line.steps().len() > 1)
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

/// The named structure of the pawns, after a move if there is one.
pub fn structure(pos: &Chess, mv: Option<Move>) -> Option<Claim> {
    let mut there = pos.clone();
    if let Some(mv) = mv {
        there.play_unchecked(mv);
    }
    let found = crate::structure::found(there.board())?;
    let statement =
        Statement::Structure { name: found.structure.name.clone(), squares: found.squares.into() };
    let (line, ply) = (line_of(mv), usize::from(mv.is_some()));
    Some(claim(About::Position, statement, found.side, pos, line, ply, Worth(30)))
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

/// What looks good: the move that most players would make, then captures; so many that are not known yet, each looked at shortly.
fn tempting(
    pos: &Chess,
    known: &[Move],
    most: usize,
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Vec<Look>, AnalystError> {
    let us = pos.turn();
    let natural = knowledge.natural.as_deref().and_then(|crowd| natural(pos, known, crowd));
    let captures = pos.capture_moves();
    let mut taking: Vec<(i32, Move)> = captures
        .iter()
        .filter(|mv| !known.contains(mv) && mv.promotion().is_none() && natural != Some(**mv))
        .map(|&mv| {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            (mv.capture().map_or(0, value) - exchange(&after, mv.to()), mv)
        })
        .filter(|&(gain, _)| gain > 0)
        .collect();
    taking.sort_by_key(|&(gain, mv)| (-gain, way(us, &mv)));
    let mut looks = Vec::new();
    for mv in natural.into_iter().chain(taking.into_iter().map(|(_, mv)| mv)).take(most) {
        looks.extend(analyst.lines(&Question::only(pos, &[mv], TEMPTING))?.into_iter().next());
    }
    Ok(looks)
}
