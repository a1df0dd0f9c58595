//! What a move is for, found by looking at what happens without it: the other side's idea if we passed, the later move tried at once.

use philidor_chess::shakmaty::{Board, Chess, Color, Move, Position, Role, Square, attacks};
use philidor_know::search::Score;

use super::{
    Knowledge,
    effects::effects,
    exchanges::exchanges,
    gain::{Gain, gain, trade},
    improves::{heads, improves},
    of_move::{MoveContext, envision},
    plain::plain,
};
use crate::{
    claim::{
        About, Claim, Effect, Entry, How, Line, Payoff, Reason, Statement, Worth, claim, limits, line_of,
        passed, score,
    },
    look::Look,
    payoff::{settle, winnings},
    sight::{absolute_pins, balance, exchange, is_piece, value, way},
};

/// Centipawns that the other side must gain by its idea, were it to move, for stopping it to be a reason.
const IDEA_CP: i32 = 50;
/// Entries of the line that shows what an error allows.
const ALLOWED_PLIES: usize = 6;
/// Entries of a line within which a move is prepared.
pub(super) const PREPARED_PLIES: usize = 5;
/// The same for a man that comes to the square which the move has left.
const VACATED_PLIES: usize = 7;

/// The reasons for the first move of `look`, which does not lose anything: `idea` is what the other side would do if it were its move,
/// `best` what the position is worth.
pub(super) fn reasons(
    context: &MoveContext<'_>,
    look: &Look,
    reply: Option<&Look>,
    knowledge: &Knowledge,
) -> Vec<Claim> {
    let Some(mv) = look.first() else { return Vec::new() };
    let tried = Tried::new(context.start, mv);
    let mut found = Vec::new();
    if let Some(idea) = context.idea {
        found.extend(tried.of_idea(idea, context.best.score, knowledge));
    }
    if found.is_empty() {
        found.extend(tried.keeps());
    }
    found.extend(tried.spares());
    found.extend(tried.prepares(look, reply));
    found.extend(improves(&tried, look, reply));
    found.extend(heads(&tried, look, reply));
    found.extend(tried.hits(look));
    found.extend(exchanges(&tried, look));
    if found.is_empty() {
        found.extend(context.idea.and_then(|idea| tried.forestalls(idea, look)));
    }
    found
}

/// A move with the position after it.
pub(super) struct Tried<'a> {
    pub(super) start: &'a Chess,
    pub(super) mv: Move,
    after: Chess,
    pub(super) us: Color,
}

/// The legal move that goes the same way with the same man, whatever it takes.
pub(super) fn same_way(pos: &Chess, mv: Move) -> Option<Move> {
    let same = |other: &&Move| {
        (other.from(), other.to(), other.role(), other.promotion())
            == (mv.from(), mv.to(), mv.role(), mv.promotion())
    };
    pos.legal_moves().iter().find(same).copied()
}

fn played(pos: &Chess, mv: Move) -> Chess {
    let mut after = pos.clone();
    after.play_unchecked(mv);
    after
}

/// The captures that follow, and where they end.
fn settled(pos: &Chess) -> (Vec<Move>, Chess) {
    let moves = settle(pos);
    let end = moves.iter().fold(pos.clone(), |pos, &mv| played(&pos, mv));
    (moves, end)
}

impl<'a> Tried<'a> {
    fn new(start: &'a Chess, mv: Move) -> Tried<'a> {
        Tried { start, mv, after: played(start, mv), us: start.turn() }
    }

    pub(super) fn claim(&self, reason: Reason, line: Line, otherwise: Line, worth: i32) -> Claim {
        let statement = Statement::Reason { mv: self.mv.into(), reason, otherwise };
        let ply = line.len();
        claim(About::Aim, statement, self.us, self.start, line, ply, Worth(worth))
    }

    /// The other side's idea is met, if it is a threat, or stopped.
    fn of_idea(&self, idea: &Look, best: Score, knowledge: &Knowledge) -> Option<Claim> {
        let would = score(idea.score).minus(score(best).turned());
        if would < IDEA_CP {
            return None;
        }
        match threatened(idea, best, knowledge) {
            Some((gain, otherwise)) => self.answers(idea.first()?, &gain, otherwise),
            None => self.stops(idea.first()?, idea.line.start()),
        }
    }

    fn answers(&self, threat: Move, gain: &Gain, otherwise: Line) -> Option<Claim> {
        let mut moves = vec![self.mv];
        if let Some(threat) = same_way(&self.after, threat) {
            let there = played(&self.after, threat);
            moves.push(threat);
            match gain.payoff {
                Payoff::Mate(1) if !there.is_checkmate() => {}
                Payoff::Mate(_) => return None,
                _ => {
                    let (rest, end) = settled(&there);
                    if end.is_check()
                        || balance(end.board(), !self.us) > balance(self.after.board(), !self.us)
                    {
                        return None;
                    }
                    moves.extend(rest);
                }
            }
        }
        self.met(threat, gain, otherwise, moves)
    }

    /// The threat is met, as `moves` show.
    fn met(&self, threat: Move, gain: &Gain, otherwise: Line, moves: Vec<Move>) -> Option<Claim> {
        let how = self.how(threat, gain, &moves);
        // A check alone only puts it off.
        if self.after.is_check() && how.is_none() {
            return None;
        }
        let (payoff, trade) = (gain.payoff, gain.trade.clone());
        let worth = match payoff {
            Payoff::Mate(_) => 900,
            _ => 10 + 70 * gain.points.clamp(1, 9),
        };
        let reason = Reason::Answers { threat: threat.into(), payoff, trade, how };
        Some(self.claim(reason, line_of(moves), otherwise, worth))
    }

    /// A strong move of the other side, which has less after this one: by the search alone.
    fn forestalls(&self, idea: &Look, look: &Look) -> Option<Claim> {
        let (would, has) = (score(idea.score), score(look.score).turned());
        let theirs = idea.first()?;
        let [_, answer, ..] = look.line.steps() else { return None };
        // Captures and checks are reasons of their own.
        let quiet = !theirs.is_capture() && !self.mv.is_capture() && !self.after.is_check();
        let plain = quiet && theirs.role() != Role::King && would.minus(has) >= limits::THREAT_CP;
        if !plain || answer.mv == theirs || would.is_decided() || has.is_decided() {
            return None;
        }
        let reason = Reason::Forestalls { theirs: theirs.into(), score: would, otherwise: has };
        let (line, worth) = match same_way(&self.after, theirs) {
            Some(_) => (line_of([self.mv, answer.mv]), 12),
            None => (line_of([self.mv]), 20),
        };
        Some(self.claim(reason, line, after_pass(&line_of([theirs])), worth))
    }

    /// The dearest of the men that the other side could simply take, and cannot now.
    fn keeps(&self) -> Option<Claim> {
        let threatened = passed(self.start)?;
        let before = balance(self.start.board(), !self.us);
        let captures = threatened.legal_moves();
        let takes = |sq: Square| {
            let all = captures.iter().filter(|mv| mv.is_capture() && !mv.is_en_passant() && mv.to() == sq);
            all.min_by_key(|mv| (value(mv.role()), way(!self.us, mv))).copied()
        };
        let mut own: Vec<Square> = self.start.board().by_color(self.us).into_iter().collect();
        own.sort_by_key(|&sq| -exchange(&threatened, sq));
        own.into_iter().take_while(|&sq| exchange(&threatened, sq) > 0).find_map(|sq| {
            let mv = takes(sq)?;
            let (rest, end) = settled(&played(&threatened, mv));
            let points = balance(end.board(), !self.us) - before;
            if points < 1 || rest.len() >= limits::THREAT_PLIES || mv.promotion().is_some() {
                return None;
            }
            let (start, board) = (threatened.board(), end.board());
            let gain = Gain {
                side: !self.us,
                payoff: winnings(start, board, !self.us)?,
                points,
                trade: trade(start, board, !self.us),
                before,
                ply: 1 + rest.len(),
                by: None,
            };
            let line = line_of(std::iter::once(mv).chain(rest));
            self.answers(mv, &gain, after_pass(&line))
        })
    }

    /// A man that is newly attacked, and would be lost if the other side did nothing about it.
    fn hits(&self, look: &Look) -> Option<Claim> {
        let [own, answer, ..] = look.line.steps() else { return None };
        let idle = passed(&own.after)?;
        if answer.to == own.to || answer.gives_check() || self.start.is_check() {
            return None;
        }
        let met = |target: Square| answer.from == target || exchange(&answer.after, target) == 0;
        let before = balance(own.board(), self.us);
        let mut targets: Vec<Square> = own.board().by_color(!self.us).into_iter().collect();
        targets.sort_by_key(|&sq| -exchange(&idle, sq));
        let falls = |sq: &Square| exchange(&idle, *sq) > 0;
        targets.into_iter().take_while(falls).find_map(|target| {
            if exchange(self.start, target) > 0 || !met(target) {
                return None;
            }
            let captures = idle.legal_moves();
            let all = captures.iter().filter(|mv| mv.to() == target && mv.is_capture());
            let mv = *all.min_by_key(|mv| (value(mv.role()), way(self.us, mv)))?;
            let (rest, end) = settled(&played(&idle, mv));
            let points = balance(end.board(), self.us) - before;
            if points < 1 || mv.promotion().is_some() {
                return None;
            }
            let own = [Entry::Move(self.mv.into()), Entry::Pass];
            let then = std::iter::once(mv).chain(rest).map(|mv| Entry::Move(mv.into()));
            let otherwise = Line(own.into_iter().chain(then).collect());
            let line = line_of([self.mv, answer.mv]);
            Some(self.claim(Reason::Hits { taking: mv.into() }, line, otherwise, 14 + 2 * points.min(9)))
        })
    }

    /// A bishop that a knight could take in exchange.
    fn spares(&self) -> Option<Claim> {
        let (from, threatened) = (self.mv.from()?, passed(self.start)?);
        let safe = self.after.board().attacks_to(self.mv.to(), !self.us, self.after.board().occupied());
        if self.mv.role() != Role::Bishop
            || self.mv.is_capture()
            || safe.any()
            || exchange(&threatened, from) > 0
        {
            return None;
        }
        let all = threatened.legal_moves();
        let taking = *all.iter().find(|mv| mv.to() == from && mv.role() == Role::Knight)?;
        let reason = Reason::Spares { taking: taking.into() };
        Some(self.claim(reason, line_of([self.mv]), after_pass(&line_of([taking])), 22))
    }

    /// How a threat is met, if that has a name; `moves` show that it is.
    fn how(&self, threat: Move, gain: &Gain, moves: &[Move]) -> Option<How> {
        let (from, to) = (threat.from()?, threat.to());
        let (before, after) = (self.start.board(), self.after.board());
        let own = self.mv.from()?;
        if self.mv.is_capture() && self.mv.to() == from {
            return Some(How::Captures);
        }
        if own == to && threat.is_capture() {
            return Some(How::Leaves);
        }
        if attacks::between(from, to).contains(self.mv.to()) {
            return Some(How::Blocks);
        }
        let guards = after.attacks_from(self.mv.to()).contains(to) && !before.attacks_from(own).contains(to);
        if guards && after.by_color(self.us).contains(to) {
            return Some(How::Guards);
        }
        let pinned = |board: &Board| absolute_pins(board, !self.us).any(|pin| pin.pinned == from);
        if moves.len() == 1 && pinned(after) && !pinned(before) {
            return Some(How::Pins);
        }
        let there = same_way(&self.after, threat).map(|mv| played(&self.after, mv))?;
        let walks = |pos: &Chess| pos.legal_moves().iter().any(|mv| mv.role() == Role::King);
        if matches!(gain.payoff, Payoff::Mate(_)) && there.is_check() && walks(&there) {
            return Some(How::Flight);
        }
        let counter = moves.get(2).is_some_and(|mv| mv.is_capture() && !mv.is_en_passant() && mv.to() != to);
        counter.then_some(How::Counters)
    }

    /// A quiet move of the other side that is not possible any more, or loses something now.
    fn stops(&self, theirs: Move, without: &Chess) -> Option<Claim> {
        let there = played(without, theirs);
        let quiet = !theirs.is_capture() && !there.is_check() && theirs.promotion().is_none();
        let trivial = self.after.is_check() || Some(self.mv.to()) == theirs.from();
        if !quiet || trivial || exchange(&there, theirs.to()) > 0 {
            return None;
        }
        let mut moves = vec![self.mv];
        if let Some(now) = same_way(&self.after, theirs) {
            let tried = played(&self.after, now);
            if exchange(&tried, theirs.to()) == 0 {
                return None;
            }
            let (rest, end) = settled(&tried);
            if balance(end.board(), self.us) <= balance(self.after.board(), self.us) {
                return None;
            }
            moves.extend(std::iter::once(now).chain(rest));
        }
        let reason = Reason::Stops { theirs: theirs.into() };
        Some(self.claim(reason, line_of(moves), after_pass(&line_of([theirs])), 22))
    }

    /// After the move, if the other side did nothing, the later move would lose nothing.
    fn makes_safe(&self, later: Move) -> bool {
        let ready = passed(&self.after).and_then(|pos| Some(played(&pos, same_way(&pos, later)?)));
        ready.is_some_and(|pos| exchange(&pos, later.to()) == 0)
    }

    /// A later move of ours that was not possible before, or would have lost something.
    fn prepares(&self, look: &Look, reply: Option<&Look>) -> Option<Claim> {
        let steps = look.line.steps();
        let mut own = self.mv.to();
        for at in (2..steps.len().min(VACATED_PLIES)).step_by(2) {
            let step = &steps[at];
            if at >= PREPARED_PLIES && Some(step.to) != self.mv.from() {
                continue;
            }
            if step.from == own {
                own = step.to;
                continue;
            }
            let taken = step.taken.map_or(0, value);
            let quiet = taken == 0 && !step.gives_check();
            // Whatever the other side answers.
            let lasts = |reply: &Look| {
                reply.line.steps().get(1).is_none_or(|s| same_way(&s.after, step.mv).is_some())
            };
            let lost = exchange(&step.after, step.to) > taken;
            if step.mv.promotion().is_some() || lost || !reply.is_none_or(lasts) {
                continue;
            }
            let line = line_of(steps[..=at].iter().map(|s| s.mv));
            let reason = Reason::Prepares { next: step.mv.into() };
            match same_way(self.start, step.mv) {
                None => {
                    let free = !self.start.is_check()
                        && passed(&self.after).is_some_and(|pos| same_way(&pos, step.mv).is_some());
                    if free {
                        return Some(self.claim(reason, line, Line::default(), 24));
                    }
                }
                Some(now)
                    if quiet
                        && exchange(&played(self.start, now), step.to) > 0
                        && self.makes_safe(step.mv) =>
                {
                    let (rest, end) = settled(&played(self.start, now));
                    if balance(end.board(), self.us) < balance(self.start.board(), self.us) {
                        let otherwise = line_of(std::iter::once(now).chain(rest));
                        return Some(self.claim(reason, line, otherwise, 24));
                    }
                }
                Some(_) => {}
            }
        }
        None
    }
}

/// What the other side's idea would win soon, with the line after a pass that shows it.
fn threatened(idea: &Look, best: Score, knowledge: &Knowledge) -> Option<(Gain, Line)> {
    let theirs = idea.first()?;
    let castles = matches!(theirs, Move::Castle { .. });
    // A king that steps aside threatens nothing.
    if castles || theirs.role() == Role::King && !theirs.is_capture() {
        return None;
    }
    if score(idea.score).minus(score(best).turned()) < limits::THREAT_CP {
        return None;
    }
    let env = envision(idea.line.start(), idea, knowledge);
    let gain = gain(&env, idea, None).filter(|g| g.side == idea.line.solver())?;
    let near = match gain.payoff {
        Payoff::Mate(moves) => moves <= limits::THREAT_MATE_MOVES,
        _ => gain.ply <= limits::FORESEEN_PLIES,
    };
    let moves = match gain.payoff {
        Payoff::Mate(_) => line_of(idea.line.steps().iter().map(|s| s.mv)),
        _ => env.line_to(gain.ply),
    };
    near.then(|| (gain, after_pass(&moves)))
}

/// What the man that moved has on its new square at the end of two lines, if anything.
pub(super) fn better_square(context: &MoveContext<'_>, one: &Look, two: &Look) -> Option<Vec<Claim>> {
    let tried = Tried::new(context.start, context.mv().filter(|_| context.is_as_good())?);
    Some(improves(&tried, one, Some(two))).filter(|found| !found.is_empty())
}

/// The threat that is still possible after the move, so that only a search can tell whether it is met.
pub(super) fn open_threat(context: &MoveContext<'_>, knowledge: &Knowledge) -> Option<Move> {
    let (mv, idea) = (context.mv()?, context.idea?);
    threatened(idea, context.best.score, knowledge)?;
    let after = played(context.start, mv);
    same_way(&after, idea.first()?).filter(|_| context.is_as_good() && !after.is_check())
}

/// The threat is carried out after the move, as `look` shows from there, and wins nothing.
pub(super) fn parried(context: &MoveContext<'_>, look: &Look, knowledge: &Knowledge) -> Option<Claim> {
    let tried = Tried::new(context.start, context.mv()?);
    let (gain, otherwise) = threatened(context.idea?, context.best.score, knowledge)?;
    let steps = look.line.steps();
    let before = balance(tried.after.board(), !tried.us);
    let holds = |&plies: &usize| {
        let after = &steps[plies - 1].after;
        let kept = balance(after.board(), !tried.us) <= before;
        kept && !after.is_check() && settle(after).is_empty()
    };
    // The threat, an answer, and what both sides still take.
    let end = (2..=steps.len().min(limits::FORESEEN_PLIES)).find(holds)?;
    // What it wins later it wins all the same.
    let lasts =
        (end..=steps.len().min(end + 3)).all(|plies| balance(steps[plies - 1].board(), !tried.us) <= before);
    let moves = std::iter::once(tried.mv).chain(steps[..end].iter().map(|step| step.mv)).collect();
    lasts.then(|| tried.met(context.idea?.first()?, &gain, otherwise, moves))?
}

/// The next own move of the line, if it is possible at once: whether it is prepared only a search can tell.
pub(super) fn possible_at_once(context: &MoveContext<'_>) -> Option<Move> {
    let tried = Tried::new(context.start, context.mv()?);
    let [own, _, next, ..] = context.played.line.steps() else { return None };
    let quiet = !own.is_capture() && !next.is_capture() && !next.gives_check() && !own.gives_check();
    let safe = exchange(&next.after, next.to) == 0 && tried.makes_safe(next.mv);
    (quiet && safe && next.from != own.to && context.is_as_good())
        .then(|| same_way(context.start, next.mv))?
}

/// The next own move fails at once, as `look` shows.
pub(super) fn prepared(context: &MoveContext<'_>, look: &Look, knowledge: &Knowledge) -> Option<Claim> {
    let tried = Tried::new(context.start, context.mv()?);
    if score(context.best.score).minus(score(look.score)) < limits::THREAT_CP {
        return None;
    }
    let next = context.played.line.steps().get(2)?;
    let lasts =
        |reply: &Look| reply.line.steps().get(1).is_none_or(|s| same_way(&s.after, next.mv).is_some());
    let env = envision(context.start, look, knowledge);
    let lost = gain(&env, look, None).filter(|g| g.side != tried.us && g.ply <= limits::FORESEEN_PLIES)?;
    if matches!(lost.payoff, Payoff::Mate(_) | Payoff::Promotion) || !context.reply.is_none_or(lasts) {
        return None;
    }
    let line = line_of(context.played.line.steps()[..3].iter().map(|s| s.mv));
    Some(tried.claim(Reason::Prepares { next: next.mv.into() }, line, env.line_to(lost.ply), 26))
}

/// A line after a pass.
fn after_pass(line: &Line) -> Line {
    Line(std::iter::once(Entry::Pass).chain(line.entries().iter().copied()).collect())
}

/// What the answer to a bad move does at once: the reason why it is bad, if nothing else shows it.
pub(super) fn allows(context: &MoveContext<'_>) -> Vec<Claim> {
    let [own, answer, ..] = context.played.line.steps() else { return Vec::new() };
    // Taking back is what everybody expects.
    if own.is_capture() && answer.is_capture() && own.to == answer.to {
        return Vec::new();
    }
    let strong = effects(&own.after, answer.mv, Some(own.mv));
    let telling = |effect: &Effect| match effect {
        Effect::Recaptures(_) | Effect::Develops(_) | Effect::Checks(_) | Effect::Castles(_) => false,
        Effect::Supports(_) | Effect::Opens(_) | Effect::TakesSquare(_) | Effect::Offers(_) => false,
        // Good to do, but no reason why the move before was bad.
        Effect::GivesBishop(_) | Effect::GivesKnight(_) | Effect::TradesInCentre(_) => false,
        Effect::EyesCentre(_) | Effect::GainsScope(_) | Effect::LeavesLine(_) => false,
        // That the other side looks after its own men does not say what it gains.
        Effect::Saves(_) | Effect::Protects(_) | Effect::AvoidsTrade(_) | Effect::KeepsTension(_) => false,
        Effect::LeavesCheck(_) | Effect::BlocksCheck(_) | Effect::TakesChecker(_) => false,
        Effect::Trades(_) | Effect::OffersTrade(_) | Effect::OffersSimpler(_) | Effect::Unpins(_) => false,
        Effect::Presses(square) => own.after.board().role_at((*square).into()).is_some_and(is_piece),
        _ => true,
    };
    let all: Vec<Effect> = strong.into_iter().chain(plain(&own.after, answer.mv)).collect();
    // What says little is said where there is nothing else; what the other side may always do is no fault of the move.
    let own_affair = |effect: &Effect| {
        matches!(
            effect,
            Effect::Recaptures(_)
                | Effect::Saves(_)
                | Effect::Protects(_)
                | Effect::Checks(_)
                | Effect::GainsScope(_)
                | Effect::Trades(_)
                | Effect::Simplifies(_)
                | Effect::LeavesCheck(_)
                | Effect::BlocksCheck(_)
                | Effect::TakesChecker(_)
        )
    };
    let all: Vec<Effect> = match all.iter().any(telling) {
        true => all.into_iter().filter(telling).collect(),
        false => all.into_iter().filter(|effect| !own_affair(effect)).collect(),
    };
    let line = line_of(context.played.line.steps().iter().take(ALLOWED_PLIES).map(|step| step.mv));
    let made = |effect: Effect| {
        let statement = Statement::Allows { mv: answer.mv.into(), effect };
        let worth = if effect.is_plain() { super::plain::worth(effect) } else { 30 };
        claim(
            About::Concession,
            statement,
            answer.after.turn().other(),
            context.start,
            line.clone(),
            2,
            Worth(worth),
        )
    };
    all.into_iter().map(made).collect()
}

/// Natural moves that fail: what the other side wins after them.
pub(crate) fn failures(start: &Chess, looks: &[&Look], best: Score, knowledge: &Knowledge) -> Vec<Claim> {
    let us = start.turn();
    let failing = |look: &&&Look| score(best).minus(score(look.score)) >= limits::PITFALL_CP;
    let claims = looks.iter().filter(failing).filter_map(|look| {
        let mv = look.first()?;
        let env = envision(start, look, knowledge);
        let gain = gain(&env, look, None).filter(|g| g.side != us)?;
        let won = gain.claim(About::Alternative, &env, look);
        let statement = Statement::Pitfall {
            mv: mv.into(),
            payoff: gain.payoff,
            trade: gain.trade.clone(),
            score: score(look.score),
            best: score(best),
        };
        let worth = Worth((best - look.score).clamp(0, 1000));
        Some(claim(About::Alternative, statement, us, start, won.line, won.ply, worth))
    });
    claims.collect()
}
