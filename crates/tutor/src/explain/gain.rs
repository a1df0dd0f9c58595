//! What a line wins, for either side: material that has changed hands when the line is quiet, and mates.

use philidor_chess::shakmaty::{Board, Chess, Color, Move, Position, Role};
use philidor_know::search::mate_moves;

use philidor_claims::{Family, Theme};

use crate::{
    claim::{About, Claim, Payoff, Statement, Trade, Worth, claim, device as device_of, line_of, score_for},
    envision::Envisioned,
    line::Line,
    look::Look,
    motif::{Definitions, Motif, motifs},
    payoff::{settle, winnings},
    plan::Policy,
    sight::{balance, exchange, value},
};

/// What a side gets in a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Gain {
    /// Who gets it.
    pub side: Color,
    /// What.
    pub payoff: Payoff,
    /// How many points; 0 for a mate.
    pub points: i32,
    /// Men that changed hands.
    pub trade: Trade,
    /// Points the side was ahead before: at the start, or before the capture that is taken back.
    pub before: i32,
    /// After how many moves it is safe.
    pub ply: usize,
    /// The device that wins it, with the number of moves after which it is on the board.
    pub by: Option<(Motif, usize)>,
}

/// What the line of `look` wins for one of the sides, followed to where `env` looked. `previous` is the move before the start: what it
/// took is not won by taking back.
pub fn gain(env: &Envisioned, look: &Look, previous: Option<(&Chess, Move)>) -> Option<Gain> {
    let mover = env.start().turn();
    if let Some(moves) = mate_moves(look.score) {
        let side = if moves > 0 { mover } else { !mover };
        // Only a line that is played out shows the mate.
        let mates = look.line.is_mate() && look.line.end().turn() == !side;
        let payoff = Payoff::Mate(moves.unsigned_abs());
        let ply = look.line.steps().len();
        return mates.then(|| Gain {
            side,
            payoff,
            points: 0,
            trade: Trade::default(),
            before: 0,
            ply,
            by: None,
        });
    }
    let basis = match previous {
        Some((before, mv)) if mv.is_capture() => before.board(),
        _ => env.start().board(),
    };
    let at = |ply: usize| balance(env.position(ply).board(), mover) - balance(basis, mover);
    let end = env.end_ply();
    let total = at(end);
    let side = if total > 0 { mover } else { !mover };
    let points = |ply: usize| if side == mover { at(ply) } else { -at(ply) };
    if total == 0 {
        return None;
    }
    // The first position in which the bulk of it is won, nothing can be taken back, and nothing is given back later.
    let lasts = |p: usize| (p..=end).filter(|&q| q == end || env.is_quiet(q)).all(|q| points(q) >= points(p));
    let bulk = |p: usize| points(p) >= 1 && 3 * points(p) >= 2 * points(end);
    let safe = |p: usize| settle(env.position(p)).is_empty();
    let ply = (0..=end).find(|&p| bulk(p) && lasts(p) && safe(p))?;
    // What the next two moves could take back is not won yet.
    let shown = look.line.steps().len();
    if ply + Policy::ours().plies.safe > shown && !look.line.end().is_game_over() {
        return None;
    }
    // What is given back later was not won.
    let start = balance(basis, side);
    if ply == 0 || env.later_balances(side).any(|later| later - start < points(ply).min(2)) {
        return None;
    }
    let won = points(ply);
    let board = env.position(ply).board();
    let promoted = promotes(env, side, ply);
    let payoff = if promoted { Payoff::Promotion } else { winnings(basis, board, side)? };
    let trade = if promoted { Trade::default() } else { trade(basis, board, side) };
    let by = device(env, look, side, ply, previous);
    Some(Gain { side, payoff, points: won, trade, before: start, ply, by })
}

/// Side promotes on the way and the new piece is not taken until `ply`.
fn promotes(env: &Envisioned, side: Color, ply: usize) -> bool {
    let mut new = None;
    for step in &env.steps()[..ply] {
        let own = step.after.turn() != side;
        if own && (step.mv.promotion().is_some() || new == Some(step.from)) {
            new = Some(step.to);
        } else if !own && new == Some(step.to) {
            new = None;
        }
    }
    new.is_some()
}

/// Men lost by the other side beyond those lost by `side`, and the other way round; bishop and knight are one kind.
pub(crate) fn trade(start: &Board, end: &Board, side: Color) -> Trade {
    let lost = |owner: Color, role: Role| {
        let count = |board: &Board| (board.by_role(role) & board.by_color(owner)).count() as i32;
        count(start) - count(end)
    };
    let net = |role: Role| lost(!side, role) - lost(side, role);
    let mut out = Trade::default();
    let mut put = |role: Role, n: i32| {
        let list = if n > 0 { &mut out.won } else { &mut out.given };
        list.extend(std::iter::repeat_n(philidor_claims::Role::from(role), n.unsigned_abs() as usize));
    };
    put(Role::Queen, net(Role::Queen));
    put(Role::Rook, net(Role::Rook));
    let (bishops, knights) = (net(Role::Bishop), net(Role::Knight));
    if bishops.signum() * knights.signum() >= 0 {
        put(Role::Bishop, bishops);
        put(Role::Knight, knights);
    } else {
        // A knight for a bishop is an exchange: the kind that is over names what is left.
        let minors = bishops + knights;
        let kind = if (minors > 0) == (bishops > 0) { Role::Bishop } else { Role::Knight };
        put(kind, minors);
    }
    put(Role::Pawn, net(Role::Pawn));
    out
}

/// The device by which `side` wins, on the line cut where the gain is safe.
fn device(
    env: &Envisioned,
    look: &Look,
    side: Color,
    ply: usize,
    previous: Option<(&Chess, Move)>,
) -> Option<(Motif, usize)> {
    let moves: Vec<Move> = env.steps()[..ply].iter().map(|s| s.mv).collect();
    let (offset, line) = if side == look.line.solver() {
        let line = Line::from_moves(env.start(), &moves).ok()?;
        let line = match previous {
            Some((before, mv)) => line.with_error(before, mv),
            None => line,
        };
        (0, line)
    } else {
        let (&first, rest) = moves.split_first()?;
        (1, Line::from_moves(env.position(1), rest).ok()?.with_error(env.start(), first))
    };
    // What simply hangs is taken: no device is needed for it.
    let taken = line.steps().first().and_then(|step| step.taken.map(|role| (value(role), step.to)));
    let won = balance(env.position(ply).board(), side) - balance(line.start().board(), side);
    let simple = taken.is_some_and(|(worth, square)| {
        worth >= won && exchange(line.start(), square) >= won && !line.start().is_check()
    });
    let found = motifs(&line, Definitions::Strict);
    if simple {
        let hangs = |motif: &&Motif| motif.theme == Theme::HangingPiece && motif.ply == 0;
        return found.iter().find(hangs).map(|motif| (*motif, motif.ply + 1 + offset));
    }
    // A device far down the line, or a line that is cleared on the way, is not what wins.
    let near = |motif: &&Motif| motif.ply <= Policy::ours().plies.device && motif.theme != Theme::Clearance;
    let named = found.iter().filter(|motif| motif.theme.rank() > 0).filter(near);
    let motif = named.min_by_key(|motif| motif.theme.rank())?;
    Some((*motif, motif.ply + 1 + offset))
}

impl Gain {
    /// The gain and the device that wins it as claims for the side that gets it.
    pub fn claims(&self, about: About, env: &Envisioned, look: &Look) -> Vec<Claim> {
        let gain = self.claim(about, env, look);
        let device = self.by.map(|(motif, ply)| {
            let statement = Statement::Device {
                device: device_of(&motif, ply),
                payoff: self.payoff,
                trade: self.trade.clone(),
            };
            claim(about, statement, self.side, env.start(), env.line_to(self.ply), ply, gain.worth)
        });
        std::iter::once(gain).chain(device).collect()
    }

    /// The gain as a claim for the side that gets it.
    pub fn claim(&self, about: About, env: &Envisioned, look: &Look) -> Claim {
        let start = env.start();
        let worth = Worth::of_payoff(self.payoff);
        if let Payoff::Mate(moves) = self.payoff {
            let line = line_of(look.line.steps().iter().map(|s| s.mv));
            let ply = line.len();
            let statement = Statement::Mate { moves, pattern: mate_pattern(&look.line, self.side) };
            return claim(about, statement, self.side, start, line, ply, worth);
        }
        let statement = Statement::Material {
            payoff: self.payoff,
            points: self.points,
            before: self.before,
            trade: self.trade.clone(),
            device: self.by.map(|(motif, ply)| device_of(&motif, ply)),
            score: score_for(look.score, look.line.solver(), self.side),
        };
        let worth = worth.max(Worth(self.points * 100));
        claim(about, statement, self.side, start, env.line_to(self.ply), self.ply, worth)
    }

    /// Points the winner is ahead when the gain is safe.
    pub fn balance(&self, env: &Envisioned) -> i32 {
        env.picture(self.ply.min(env.end_ply())).balance(self.side)
    }

    /// The winner gives nothing for it, or the loser gets less than half of what he gives.
    pub fn is_plain(&self) -> bool {
        let sum = |roles: &[philidor_claims::Role]| roles.iter().map(|r| r.points()).sum::<i32>();
        2 * sum(&self.trade.given) < sum(&self.trade.won)
    }
}

/// The picture of mate on the last board, if it has a name.
fn mate_pattern(line: &Line, side: Color) -> Option<Theme> {
    let own = if line.solver() == side {
        line.clone()
    } else {
        let moves: Vec<Move> = line.steps().iter().skip(1).map(|s| s.mv).collect();
        Line::from_moves(&line.steps().first()?.after, &moves).ok()?
    };
    let found = motifs(&own, Definitions::Strict);
    found.iter().map(|m| m.theme).find(|t| t.family() == Family::MatePattern)
}
