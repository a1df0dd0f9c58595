//! Claims about a move, from lines that were searched before.

use philidor_chess::shakmaty::{Chess, Color, Move, Position, Square};
use philidor_know::search::{Score, mate_moves};

use super::{
    Knowledge,
    effects::effects,
    gain::{Gain, gain, trade},
    plain::plain,
    reasons::{allows, reasons},
};
use crate::{
    claim::{About, Claim, Effect, Payoff, Statement, Worth, claim, limits, line_of, score, score_for},
    endgame,
    envision::Envisioned,
    line::Step,
    look::Look,
    payoff::{settle, winnings as winnings_of},
    plan::Policy,
    sight::{balance, exchange, value},
};

/// What is known about a move when its claims are made: no search happens after this.
///
/// All lines start from `start`, and all scores are for the side to move there. Scores should come from one search
/// context, or the two sides of a comparison do not fit together.
#[derive(Debug, Clone, Copy)]
pub struct MoveContext<'a> {
    /// The position in which the move is played.
    pub start: &'a Chess,
    /// The best line from `start`, with its score.
    pub best: &'a Look,
    /// The line that begins with the move under discussion, with its score. May be the same as `best`.
    pub played: &'a Look,
    /// The score of the best move other than the one under discussion, if it was looked at.
    pub other: Option<Score>,
    /// Another line that begins with the move under discussion, if a second reply is about as good as the one in `played`: only what
    /// both lines bring is the move's doing.
    pub reply: Option<&'a Look>,
    /// What the other side would do if it were its move.
    pub idea: Option<&'a Look>,
    /// The position before the last move and that move: tells recaptures from gains.
    pub previous: Option<(&'a Chess, Move)>,
}

impl MoveContext<'_> {
    /// The move under discussion.
    pub fn mv(&self) -> Option<Move> {
        self.played.line.steps().first().map(|s| s.mv)
    }

    /// Centipawns lost against the best line; 0 if the move is the best one. Mates count as 10,000.
    pub fn loss(&self) -> i32 {
        let bounded =
            |score: Score| if mate_moves(score).is_some() { score.signum() * 10_000 } else { score };
        (bounded(self.best.score) - bounded(self.played.score)).max(0)
    }

    /// No move is better by what counts.
    pub fn is_as_good(&self) -> bool {
        limits::as_good(score(self.played.score), score(self.best.score))
    }

    /// The move under discussion is the first of the best line.
    pub fn is_best(&self) -> bool {
        self.mv() == self.best.line.steps().first().map(|s| s.mv)
    }
}

/// Everything that can be said about a move, the worthiest first within each [`About`].
///
/// Aims and concessions of the move come from its own line; what the better move would have brought comes as
/// [`About::Alternative`], and only what the played move does not bring too.
pub fn claims_about_move(context: &MoveContext<'_>, knowledge: &Knowledge) -> Vec<Claim> {
    let Some(mv) = context.mv() else { return Vec::new() };
    let us = context.start.turn();
    let played = envision(context.start, context.played, knowledge);
    let best = (!context.is_best()).then(|| envision(context.start, context.best, knowledge));
    let mut claims = verdict(context, mv, us);
    claims.extend(at_once(context, mv, us));
    if context.is_as_good() {
        claims.extend(reasons(context, context.played, context.reply, knowledge));
    } else {
        claims.extend(allows(context));
    }
    let reply = context.reply.map(|look| envision(context.start, look, knowledge));
    let won = gain(&played, context.played, context.previous);
    // What is won far down a line is won only if it is won after another good answer as well.
    let won = won.filter(|won| match context.reply.zip(reply.as_ref()) {
        Some((look, env))
            if won.ply > Policy::ours().plies.forced && !matches!(won.payoff, Payoff::Mate(_)) =>
        {
            gain(env, look, context.previous).is_some_and(|other| other.side == won.side)
        }
        _ => true,
    });
    let could = best.as_ref().and_then(|env| gain(env, context.best, context.previous));
    claims.extend(winnings(context, us, &played, won.as_ref(), best.as_ref(), could.as_ref()));
    // A move as good as the best one is told like it; a worse one by what sets the two apart.
    let better = best.as_ref().filter(|_| !context.is_as_good());
    claims.extend(changes(us, [Some(&played), reply.as_ref()], better, knowledge));
    if let Some(best) = context.best.line.steps().first().filter(|s| s.mv != mv && !context.is_as_good()) {
        // What both moves do at once is no reason for either.
        let own: Vec<Effect> =
            effects(context.start, mv, None).into_iter().chain(plain(context.start, mv)).collect();
        let new = |c: &Claim| match &c.statement {
            Statement::Effect { effect } if effect.is_plain() || matches!(effect, Effect::Develops(_)) => {
                !own.iter().any(|o| o.id() == effect.id())
            }
            Statement::Effect { effect } => !own.contains(effect),
            _ => true,
        };
        let at_once = at_once(context, best.mv, us).into_iter().filter(new);
        let for_this = reasons(context, context.best, None, knowledge);
        claims.extend(at_once.chain(for_this).map(|c| c.placed(About::Alternative)));
    }
    claims.extend(ending(context, mv, knowledge));
    super::sort(&mut claims);
    claims
}

/// What tables say of the position after the move.
fn ending(context: &MoveContext<'_>, mv: Move, knowledge: &Knowledge) -> Vec<Claim> {
    let mut after = context.start.clone();
    after.play_unchecked(mv);
    let Some(book) = knowledge.endgames.as_deref().filter(|_| !after.is_game_over()) else { return vec![] };
    let Some(known) = book.account(&after) else {
        // Too many men yet: what the move's line comes down to.
        let reduced = endgame::reduction(About::Aim, context.played, book);
        let us = context.start.turn();
        return reduced
            .map(|c| if Color::from(c.side) == us { c } else { c.placed(About::Concession) })
            .into_iter()
            .collect();
    };
    let about = if known.value > 0 { About::Concession } else { About::Aim };
    let value = endgame::claim(about, context.start, &[mv], &after, &known);
    let zugzwang = endgame::zugzwang(About::Aim, context.start, &[mv], &after, &known, book);
    std::iter::once(value).chain(zugzwang).collect()
}

/// What the move brings and gives up by its line, and by the line after another good reply; what the better move would have
/// brought instead.
fn changes(
    us: Color,
    [played, reply]: [Option<&Envisioned>; 2],
    best: Option<&Envisioned>,
    knowledge: &Knowledge,
) -> Vec<Claim> {
    let of = |env: Option<&Envisioned>| env.map_or_else(Vec::new, |env| knowledge.rules.changes(env, us));
    let in_both = |claim: &Claim, others: &[Claim]| others.iter().any(|o| same_change(o, claim));
    let mut claims = of(played);
    if reply.is_some() {
        let after_reply = of(reply);
        claims.retain(|c| in_both(c, &after_reply));
    }
    let Some(best) = best else { return claims };
    let better = of(Some(best));
    // What happens after both moves is not the doing of either.
    let alternatives: Vec<Claim> = better
        .iter()
        .filter(|c| c.about == About::Aim && !in_both(c, &claims))
        .map(|c| c.clone().placed(About::Alternative))
        .collect();
    claims.retain(|c| c.about == About::Aim || !in_both(c, &better));
    claims.extend(alternatives);
    claims
}

/// Two claims say the same of different lines.
fn same_change(a: &Claim, b: &Claim) -> bool {
    (a.side, a.about) == (b.side, b.about)
        && match (&a.statement, &b.statement) {
            (Statement::Concept { name: a, .. }, Statement::Concept { name: b, .. }) => a == b,
            (Statement::Feature { numbers: a, .. }, Statement::Feature { numbers: b, .. }) => {
                a.id == b.id && a.owner == b.owner
            }
            _ => false,
        }
}

pub(super) fn envision(start: &Chess, look: &Look, knowledge: &Knowledge) -> Envisioned {
    let moves: Vec<Move> = look.line.steps().iter().map(|s| s.mv).collect();
    Envisioned::new(&knowledge.evaluation, start, &moves)
}

/// How the move compares with the others.
fn verdict(context: &MoveContext<'_>, mv: Move, us: Color) -> Vec<Claim> {
    let mut claims = Vec::new();
    let start = context.start;
    let line = |look: &Look| line_of(look.line.steps().iter().map(|s| s.mv));
    let (own, best) = (score(context.played.score), score(context.best.score));
    if context.is_as_good() {
        let statement = Statement::Best { mv: mv.into(), first: context.is_best(), score: own, best };
        claims.push(claim(
            About::Aim,
            statement,
            us,
            start,
            line(context.played),
            1,
            Worth(Policy::ours().centipawns.best),
        ));
    }
    if context.is_best() {
        let alone = start.legal_moves().len() == 1;
        let next = if alone { None } else { context.other.map(score) };
        if alone || next.is_some_and(|next| own.expected() - next.expected() >= limits::ONLY_MOVE_CHANCE) {
            let statement = Statement::OnlyMove { mv: mv.into(), score: own, next };
            let worth = Worth(next.map_or(0, |next| own.minus(next).min(1000)));
            claims.push(claim(About::Aim, statement, us, start, line(context.played), 1, worth));
        }
    } else if let Some(better) = context.best.line.steps().first().map(|s| s.mv)
        && !context.is_as_good()
    {
        let statement =
            Statement::Better { mv: better.into(), other: mv.into(), score: best, other_score: own };
        let worth = Worth(context.loss());
        claims.push(claim(About::Alternative, statement, us, start, line(context.best), 1, worth));
    }
    claims
}

/// What the move does on the board at once.
fn at_once(context: &MoveContext<'_>, mv: Move, us: Color) -> Vec<Claim> {
    let line = line_of([mv]);
    let start = context.start;
    let mut after = start.clone();
    after.play_unchecked(mv);
    let made = |effect: Effect| {
        let square = Square::from(effect.square());
        let threatened = || crate::claim::passed(start).map_or(0, |pos| exchange(&pos, square));
        let dear = || after.board().role_at(square).map_or(0, value);
        let worth = match effect {
            Effect::Protects(_) | Effect::Saves(_) => 60 * threatened(),
            Effect::Attacks(_) => 15 * dear(),
            Effect::Recaptures(_) => 80,
            Effect::Castles(_) => 40,
            Effect::Develops(_) => 20,
            Effect::TakesOpenFile(_) => 25,
            Effect::Checks(_) => 10,
            Effect::Offers(_) => 60 * dear(),
            Effect::Pins(_) => 25,
            Effect::Challenges(_) => 18,
            quiet => super::plain::worth(quiet),
        };
        claim(About::Aim, Statement::Effect { effect }, us, start, line.clone(), 1, Worth(worth))
    };
    let strong = effects(start, mv, context.previous.map(|(_, last)| last));
    strong.into_iter().chain(plain(start, mv)).map(made).collect()
}

/// What the lines win: for us, for the enemy, and what the better move would have won.
fn winnings(
    context: &MoveContext<'_>,
    us: Color,
    played: &Envisioned,
    won: Option<&Gain>,
    best: Option<&Envisioned>,
    could: Option<&Gain>,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    match won {
        Some(gain) if matches!(gain.payoff, Payoff::Mate(_)) => {
            let about = if gain.side == us { About::Aim } else { About::Concession };
            claims.extend(gain.claims(about, played, context.played));
        }
        Some(gain) => {
            // Who gave material and stands no worse for it has sacrificed.
            let giver = !gain.side;
            let score = if giver == us { context.played.score } else { -context.played.score };
            let sound =
                score >= -limits::SACRIFICE_CP && (giver != us || context.loss() < limits::SACRIFICE_CP);
            let about = if gain.side == us { About::Aim } else { About::Concession };
            match first_given(played, giver, gain.ply).filter(|_| {
                sound
                    && gain.points >= limits::SACRIFICE_POINTS
                    && gain.balance(played) >= limits::SACRIFICE_POINTS
            }) {
                Some(square) => claims.push(sacrifice(context, giver, played, gain, square)),
                None => claims.extend(gain.claims(about, played, context.played)),
            }
        }
        None => claims.extend(taken_at_once(context)),
    }
    if let (Some(env), Some(gain)) = (best, could)
        && gain.side == us
        && context.loss() >= limits::MISSED_CP
        && gain.ply <= Policy::ours().plies.missed
        && beats(gain, won.filter(|g| g.side == us))
    {
        let won = gain.claim(About::Alternative, env, context.best);
        if let Some(step) = context.best.line.steps().first() {
            let statement = Statement::MissedChance {
                mv: step.mv.into(),
                payoff: gain.payoff,
                trade: gain.trade.clone(),
                score: score(context.best.score),
                played: score(context.played.score),
            };
            let (line, ply, worth) = (won.line.clone(), won.ply, won.worth);
            claims.push(claim(About::Alternative, statement, us, context.start, line, ply, worth));
        }
        claims.push(won);
    }
    claims
}

/// What the answer to a bad move simply takes, if the line goes on to other things.
fn taken_at_once(context: &MoveContext<'_>) -> Option<Claim> {
    let [own, answer, ..] = context.played.line.steps() else { return None };
    if context.is_as_good() || !answer.is_capture() {
        return None;
    }
    let them = answer.after.turn().other();
    let basis = match context.previous {
        Some((before, mv)) if mv.is_capture() => before.board(),
        _ => context.start.board(),
    };
    let rest = settle(&answer.after);
    let end = rest.iter().fold(answer.after.clone(), |mut pos, &mv| {
        pos.play_unchecked(mv);
        pos
    });
    let (before, points) = (balance(basis, them), balance(end.board(), them) - balance(basis, them));
    if points < 1 || context.loss() < Policy::ours().centipawns.taken * points {
        return None;
    }
    let payoff = winnings_of(basis, end.board(), them)?;
    let statement = Statement::Material {
        payoff,
        points,
        before,
        trade: trade(basis, end.board(), them),
        device: None,
        score: score_for(context.played.score, context.start.turn(), them),
    };
    let moves: Vec<Move> = [own.mv, answer.mv].into_iter().chain(rest).collect();
    let ply = moves.len();
    let worth = Worth::of_payoff(payoff).max(Worth(points * 100));
    Some(claim(About::Concession, statement, them, context.start, line_of(moves), ply, worth))
}

/// The square on which the giver's enemy first takes a piece.
fn first_given(env: &Envisioned, giver: Color, ply: usize) -> Option<Square> {
    let taken = |s: &&Step| s.after.turn() == giver && s.taken.is_some_and(|r| value(r) > 1);
    env.steps()[..ply].iter().find(taken).map(|s| s.to)
}

fn sacrifice(
    context: &MoveContext<'_>,
    giver: Color,
    env: &Envisioned,
    gain: &Gain,
    square: Square,
) -> Claim {
    let us = context.start.turn();
    let statement = Statement::Sacrifice {
        trade: gain.trade.clone(),
        points: gain.points,
        score: score_for(context.played.score, us, giver),
        square: square.into(),
    };
    let about = if giver == us { About::Aim } else { About::Concession };
    let worth = Worth(100 * gain.points);
    claim(about, statement, giver, context.start, env.line_to(gain.ply), gain.ply, worth)
}

/// A gain that is more than the other.
fn beats(gain: &Gain, other: Option<&Gain>) -> bool {
    other.is_none_or(|other| match (gain.payoff, other.payoff) {
        (Payoff::Mate(_), Payoff::Mate(_)) => false,
        (Payoff::Mate(_), _) => true,
        (_, Payoff::Mate(_)) => false,
        _ => gain.points > other.points,
    })
}
