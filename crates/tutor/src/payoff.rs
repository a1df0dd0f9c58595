//! What a line wins: the reason why its motifs are worth a word.
//!
//! A line is followed to its end, and from there through the captures that both sides would still make
//! ([`settle`]); what has changed hands then is the payoff. A motif that does not lead to it stays unsaid.

mod settle;

use philidor_chess::shakmaty::{Bitboard, Board, Color, Position, Role, Square};

pub use self::settle::settle;
use philidor_claims::{Family, Payoff, Theme};

use crate::{
    line::{Line, Step},
    motif::Motif,
    sight::{balance, value},
};

/// What comes of a line when the captures at its end are played out.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What the solver gets; nothing if it cannot be counted.
    pub payoff: Option<Payoff>,
    /// Points of material gained since the start of the line.
    pub net: i32,
    /// Points gained since before the opponent's last move, if that is known: a recapture gains nothing.
    pub earned: i32,
    /// The captures that settle the last position.
    pub tail: Vec<Step>,
}

/// Follows a line to its quiet end.
///
/// ```
/// use philidor_chess::parse_fen;
/// use philidor_claims::Payoff;
/// use philidor_tutor::{Line, payoff::outcome};
///
/// let pos = parse_fen("r3k2r/8/8/1N6/8/8/8/6K1 w - - 0 1").unwrap();
/// let line = Line::from_uci(&pos, "b5c7 e8d7 c7a8").unwrap();
/// // The rook is worth more than the knight that is then lost in the corner.
/// assert_eq!(outcome(&line).payoff, Some(Payoff::Exchange));
/// ```
pub fn outcome(line: &Line) -> Outcome {
    let solver = line.solver();
    if line.is_mate() {
        let (net, earned) = gains(line, line.end().board());
        let solver_mates = line.steps().len() % 2 == 1;
        let payoff = solver_mates.then(|| Payoff::Mate(line.solver_moves() as u32));
        return Outcome { payoff, net, earned, tail: Vec::new() };
    }
    let mut tail: Vec<Step> = Vec::new();
    for mv in settle(line.end()) {
        let step = Step::new(tail.last().map_or(line.end(), |s| &s.after), mv);
        tail.push(step);
    }
    let end = tail.last().map_or(line.end(), |s| &s.after);
    let (net, earned) = gains(line, end.board());
    let promoted = stays_promoted(line, &tail);
    let payoff = if promoted && net >= 1 {
        Some(Payoff::Promotion)
    } else if net >= 1 {
        winnings(line.start().board(), end.board(), solver)
    } else {
        None
    };
    Outcome { payoff, net, earned, tail }
}

fn gains(line: &Line, end: &Board) -> (i32, i32) {
    let solver = line.solver();
    let now = balance(end, solver);
    let net = now - balance(line.start().board(), solver);
    let earned = line.error().map_or(net, |(before, _)| now - balance(before.board(), solver));
    (net, earned)
}

/// A piece the solver promoted to is still there.
fn stays_promoted(line: &Line, tail: &[Step]) -> bool {
    let solver = line.solver();
    let mut new = Bitboard::EMPTY;
    for step in line.steps().iter().chain(tail) {
        if step.after.turn() == solver {
            new.discard(step.to);
        } else if step.mv.promotion().is_some() {
            new.add(step.to);
        } else if new.contains(step.from) {
            new.discard(step.from);
            new.add(step.to);
        }
    }
    new.any()
}

/// The dearest kind of piece of which the opponent has lost more than the solver.
pub(crate) fn winnings(start: &Board, end: &Board, solver: Color) -> Option<Payoff> {
    let lost = |side: Color, role: Role| {
        let count = |board: &Board| (board.by_role(role) & board.by_color(side)).count() as i32;
        count(start) - count(end)
    };
    let won = |role: Role| lost(!solver, role) - lost(solver, role);
    let minors = won(Role::Knight) + won(Role::Bishop);
    if won(Role::Queen) <= 0 && won(Role::Rook) == 1 && minors < 0 {
        return Some(Payoff::Exchange);
    }
    let dearest = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
        .into_iter()
        // A knight for a bishop is an exchange, whatever else there is.
        .find(|&role| won(role) > 0 && !(matches!(role, Role::Bishop | Role::Knight) && minors <= 0));
    dearest.map(|role| Payoff::Wins(role.into()))
}

impl Outcome {
    /// The line wins something that can be counted.
    pub fn pays(&self) -> bool {
        matches!(self.payoff, Some(Payoff::Mate(_))) || self.earned >= 1
    }

    /// Whether the motif leads to what the line wins. Facts that are no tactical device need no payoff.
    pub fn supports(&self, line: &Line, motif: &Motif) -> bool {
        if motif.theme.family() != Family::Tactic {
            return true;
        }
        if !self.pays() {
            return false;
        }
        let mate = matches!(self.payoff, Some(Payoff::Mate(_)));
        match motif.theme {
            // One of the forked pieces falls, or the king is mated.
            Theme::Fork => self.falls(line, motif.ply, motif.targets) || mate && self.hits_king(line, motif),
            // The pinned piece falls, or what stands behind it, or something it could otherwise have retaken.
            Theme::Pin => {
                let behind = motif.key.map_or(Bitboard::EMPTY, Bitboard::from);
                mate || self.falls(line, motif.ply, motif.targets | behind)
                    || motif.targets.first().is_some_and(|pinned| self.unpunished(line, motif.ply, pinned))
            }
            Theme::HangingPiece => value_of(line, motif) <= self.earned.max(1) || mate,
            _ => true,
        }
    }

    /// Steps after `ply`, the settling captures included.
    fn later<'a>(&'a self, line: &'a Line, ply: usize) -> impl Iterator<Item = &'a Step> {
        line.steps().iter().skip(ply + 1).chain(&self.tail)
    }

    /// The solver later takes a man that stands on one of `targets` after `ply`, wherever it goes.
    fn falls(&self, line: &Line, ply: usize, mut targets: Bitboard) -> bool {
        for step in self.later(line, ply) {
            if step.after.turn() == line.solver() {
                if targets.contains(step.from) {
                    targets.discard(step.from);
                    targets.add(step.to);
                }
            } else if step.taken.is_some() && targets.contains(step.to) {
                return true;
            }
        }
        false
    }

    fn hits_king(&self, line: &Line, motif: &Motif) -> bool {
        let board = line.steps()[motif.ply].board();
        board.king_of(!line.solver()).is_some_and(|king| motif.targets.contains(king))
    }

    /// While the pinned piece stays where it is, the solver takes on a square it attacks.
    fn unpunished(&self, line: &Line, ply: usize, pinned: Square) -> bool {
        for step in self.later(line, ply) {
            if step.after.turn() == line.solver() {
                if step.from == pinned {
                    return false;
                }
            } else if step.taken.is_some() && step.board().attacks_from(pinned).contains(step.to) {
                return true;
            }
        }
        false
    }
}

fn value_of(line: &Line, motif: &Motif) -> i32 {
    line.steps()[motif.ply].taken.map_or(0, value)
}
