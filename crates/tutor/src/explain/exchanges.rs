//! Exchanges, and why they help.

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square};
use philidor_know::{eval::squares_of, features::FeatureId};

use super::reasons::{Tried, same_way};
use crate::{
    claim::{Claim, Line as Shown, Reason, Why, limits, line_of, passed},
    line::Step,
    look::Look,
    payoff::settle,
    sight::{balance, exchange, is_piece, value},
};

/// Entries of a line within which an exchange is over.
const LATEST: usize = 6;

/// Why it helps to exchange, if the move does that.
pub(super) fn exchanges(tried: &Tried<'_>, look: &Look) -> Option<Claim> {
    let steps = look.line.steps();
    let [own, answer, ..] = steps else { return None };
    let back = |at: usize| steps.get(at).is_some_and(|step| step.to == own.to && step.is_capture());
    let offered = !own.is_capture() && back(1) && back(2);
    if !own.is_capture() && !offered {
        return None;
    }
    let taken = own.taken.or_else(|| offered.then_some(answer.role))?;
    let us = tried.us;
    let before = balance(tried.start.board(), us);
    let first = if offered || back(1) { 3 } else { 2 };
    let level = |&plies: &usize| {
        let after = &steps[plies - 1].after;
        balance(after.board(), us) >= before && settle(after).is_empty() && !after.is_check()
    };
    (first..=steps.len().min(LATEST)).filter(level).find_map(|plies| {
        let seen = Seen { tried, steps: &steps[..plies], taken, gone: back(1), before };
        let why = seen.why()?;
        let worth = match why {
            Why::Guard(_) => 34,
            Why::Ahead(_) => 26,
            Why::Draws(_) => 28,
            Why::Passed(_) | Why::Spoils(_) | Why::Lures(_) => 24,
            Why::Pair | Why::Opens(_) => 20,
            Why::Active { .. } | Why::Brings(_) => 18,
        };
        let reason = Reason::Exchanges { square: own.to.into(), why };
        let line = line_of(seen.steps.iter().map(|step| step.mv));
        Some(tried.claim(reason, line, Shown::default(), worth))
    })
}

/// A line at the end of which the exchange is over.
struct Seen<'a> {
    tried: &'a Tried<'a>,
    steps: &'a [Step],
    taken: Role,
    gone: bool,
    before: i32,
}

impl Seen<'_> {
    fn why(&self) -> Option<Why> {
        if let Some(guard) = self.guard() {
            return Some(guard);
        }
        // What is won is told as won.
        if balance(self.end(), self.us()) > self.before {
            return None;
        }
        self.ahead()
            .or_else(|| self.passed())
            .or_else(|| self.spoils())
            .or_else(|| self.pair())
            .or_else(|| self.draws())
            .or_else(|| self.lures())
            .or_else(|| self.opens())
            .or_else(|| self.brings())
            .or_else(|| self.active())
    }

    /// The squares that a man attacks at the start.
    fn scope(&self, square: Square) -> usize {
        self.tried.start.board().attacks_from(square).count()
    }

    /// The enemy's man was the more active one.
    fn active(&self) -> Option<Why> {
        let own = &self.steps[0];
        let like = is_piece(own.role) && is_piece(self.taken) && value(own.role) == value(self.taken);
        let theirs = if own.is_capture() { own.to } else { self.steps[1].from };
        let (sees, instead) = (self.scope(theirs), self.scope(own.from));
        let small = |n: usize| u8::try_from(n).unwrap_or(0);
        let active = like && self.gone && sees >= instead + limits::SCOPE;
        active.then(|| Why::Active { sees: small(sees), instead: small(instead) })
    }

    /// The man that takes back stands better for it.
    fn brings(&self) -> Option<Why> {
        let [own, answer, back, ..] = self.steps else { return None };
        let takes = !own.is_capture() && answer.to == own.to && back.to == own.to && back.is_capture();
        let board = self.end();
        let stays = self.follow(back.from) == Some(own.to);
        let wider = board.attacks_from(own.to).count() >= self.scope(back.from) + limits::SCOPE;
        (takes && is_piece(back.role) && stays && wider).then(|| Why::Brings(back.from.into()))
    }

    /// What follows when the enemy has taken back, by another man.
    fn follows(&self) -> Option<&Step> {
        let [own, answer, next, ..] = self.steps else { return None };
        let back = own.is_capture() && answer.to == own.to && answer.is_capture();
        (back && next.to != own.to && next.mv.promotion().is_none()).then_some(next)
    }

    fn draws(&self) -> Option<Why> {
        let next = self.follows()?;
        let start = self.tried.start;
        let possible = |pos: &Chess| same_way(pos, next.mv).is_some();
        let idle = passed(&self.steps[0].after)?;
        let free = !start.is_check() && !possible(start) && !possible(&idle);
        let lost = exchange(&next.after, next.to) > next.taken.map_or(0, value);
        (free && !lost).then(|| Why::Draws(next.mv.into()))
    }

    fn lures(&self) -> Option<Why> {
        let next = self.follows()?;
        let leaves = self.steps.len() == 4 && self.steps[3].from == self.steps[0].to;
        let hit = passed(&next.after).is_some_and(|pos| exchange(&pos, self.steps[0].to) > 0);
        let quiet = !next.is_capture() && !next.gives_check();
        (leaves && quiet && hit).then(|| Why::Lures(next.mv.into()))
    }

    fn us(&self) -> Color {
        self.tried.us
    }

    fn end(&self) -> &Board {
        self.steps[self.steps.len() - 1].board()
    }

    /// Where the man on a square of the start stands in the end, if nothing took it.
    fn follow(&self, square: Square) -> Option<Square> {
        let mut at = square;
        for step in self.steps {
            if step.from == at {
                at = step.to;
            } else if step.to == at {
                return None;
            }
        }
        Some(at)
    }

    fn guard(&self) -> Option<Why> {
        let (start, own) = (self.tried.start.board(), &self.steps[0]);
        own.taken?;
        let guarded = start.attacks_from(own.to) & start.by_color(!self.us());
        let falls =
            |step: &&Step| guarded.contains(step.to) && step.is_capture() && self.follow(step.to).is_none();
        let later = self.steps.iter().skip(2).step_by(2);
        let still =
            |step: &&Step| start.role_at(step.to) == step.taken && exchange(self.tried.start, step.to) == 0;
        later.filter(falls).find(still).map(|step| Why::Guard(step.to.into()))
    }

    fn ahead(&self) -> Option<Why> {
        let role = self.steps[0].role;
        let like = is_piece(role) && is_piece(self.taken) && value(role) == value(self.taken);
        (like && self.gone && self.before >= limits::AHEAD_POINTS).then_some(Why::Ahead(self.before))
    }

    fn passed(&self) -> Option<Why> {
        let us = self.us();
        let end = &self.steps[self.steps.len() - 1].after;
        let was = squares_of(self.tried.start, FeatureId::PassedPawn, us);
        let pawns = self.tried.start.board().by_piece(Piece { color: us, role: Role::Pawn });
        let now = squares_of(end, FeatureId::PassedPawn, us);
        let new = (pawns & !was).into_iter().filter_map(|pawn| self.follow(pawn));
        new.filter(|sq| now.contains(*sq)).map(|sq| Why::Passed(sq.into())).next()
    }

    fn spoils(&self) -> Option<Why> {
        let them = !self.us();
        let weak = |pos| {
            let all = [FeatureId::DoubledPawns, FeatureId::IsolatedPawn];
            all.into_iter().fold(Bitboard::EMPTY, |all, feature| all | squares_of(pos, feature, them))
        };
        let start = self.tried.start;
        let end = &self.steps[self.steps.len() - 1].after;
        let (was, now) = (weak(start), weak(end));
        let took = self.steps.iter().skip(1).step_by(2).filter(|s| s.role == Role::Pawn && s.is_capture());
        let new = took.filter(|step| {
            let healthy = start.board().piece_at(step.from) == Some(Piece { color: them, role: Role::Pawn });
            healthy && !was.contains(step.from) && self.follow(step.from) == Some(step.to)
        });
        new.map(|step| step.to).find(|&sq| now.contains(sq)).map(|sq| Why::Spoils(sq.into()))
    }

    fn pair(&self) -> Option<Why> {
        let bishops =
            |board: &Board| board.by_piece(Piece { color: !self.us(), role: Role::Bishop }).count() >= 2;
        let takes = self.steps[0].taken == Some(Role::Bishop);
        (takes && bishops(self.tried.start.board()) && !bishops(self.end())).then_some(Why::Pair)
    }

    fn opens(&self) -> Option<Why> {
        let start = self.tried.start.board();
        let own = |board: &Board, sq: Square| {
            let pawns = board.by_piece(Piece { color: self.us(), role: Role::Pawn });
            (pawns & Bitboard::from_file(sq.file())).any()
        };
        let rooks = start.by_piece(Piece { color: self.us(), role: Role::Rook });
        let still = |sq: &Square| self.steps.iter().all(|step| step.from != *sq && step.to != *sq);
        let opened = |sq: &Square| own(start, *sq) && !own(self.end(), *sq);
        rooks.into_iter().filter(still).find(opened).map(|sq| Why::Opens(sq.into()))
    }
}
