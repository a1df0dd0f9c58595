//! What is taken: hanging and trapped pieces, the move in between, and what is given up on the way.

use philidor_chess::shakmaty::{Position, Role};

use super::{Finder, Motif};
use philidor_claims::Theme;

use crate::sight::{attackers, balance, is_defended, is_trapped, value};

/// The first move takes an undefended piece, not just taking back, and keeps it.
pub(super) fn hanging_piece(f: &mut Finder<'_>) {
    let line = f.line;
    let solver = line.solver();
    let step = &line.steps()[0];
    let Some(taken) = step.taken.filter(|&r| r != Role::Pawn) else { return };
    if is_defended(line.start().board(), !solver, step.to) {
        return;
    }
    if let Some((before, error)) = line.error()
        && error.to == step.to
        && before.board().role_at(error.to).is_some_and(|r| value(r) >= value(taken))
    {
        return;
    }
    let kept = line
        .steps()
        .get(2)
        .is_none_or(|later| balance(later.board(), solver) >= balance(step.board(), solver));
    if kept {
        f.claim(Motif::new(Theme::HangingPiece, 0, step.to, step.to));
    }
}

/// A piece is taken that had no good square before the opponent's last move.
pub(super) fn trapped_piece(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().skip(1) {
        if step.taken.is_none_or(|r| r == Role::Pawn) {
            continue;
        }
        let answer = &line.steps()[ply - 1];
        let square = if answer.to == step.to { answer.from } else { step.to };
        if is_trapped(line.before(ply - 1), square) {
            let trapper = line.steps()[ply - 2].to;
            if f.claim(Motif::new(Theme::TrappedPiece, ply - 2, trapper, square)) {
                return;
            }
        }
    }
}

/// The opponent captured; instead of taking back at once, the solver first plays elsewhere, then takes back.
pub(super) fn intermezzo(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().skip(1).filter(|(_, s)| s.is_capture()) {
        let (answer, between) = (&line.steps()[ply - 1], &line.steps()[ply - 2]);
        let parries = attackers(between.board(), !line.solver(), step.to).contains(answer.from);
        if parries || between.to == step.to {
            continue;
        }
        let (provoker, then) = if ply == 2 {
            (line.error().map(|(_, step)| step), line.start())
        } else {
            (line.steps().get(ply - 3), line.before(ply - 2))
        };
        let delayed = provoker.is_some_and(|p| p.to == step.to && p.is_capture())
            && then.legal_moves().contains(&step.mv);
        if delayed {
            if f.claim(Motif::new(Theme::Intermezzo, ply - 2, between.to, step.to)) {
                return;
            }
        } else if !f.strict() {
            return;
        }
    }
}

/// After the second or a later move the solver is at least two points below where he started, and no pawn of the
/// opponent has promoted.
pub(super) fn sacrifice(f: &mut Finder<'_>) {
    let line = f.line;
    let solver = line.solver();
    let initial = balance(line.start().board(), solver);
    for (ply, step) in line.solver_steps().skip(1) {
        if balance(step.board(), solver) - initial <= -2 {
            let promoted = line.steps().iter().skip(1).step_by(2).any(|s| s.mv.promotion().is_some());
            if promoted {
                return;
            }
            // The first of the solver's moves whose man is taken on the next move.
            let given = line
                .solver_steps()
                .find(|&(p, s)| {
                    line.steps().get(p + 1).is_some_and(|answer| answer.taken.is_some() && answer.to == s.to)
                })
                .map_or(ply - 2, |(p, _)| p);
            let square = line.steps()[given].to;
            f.claim(Motif::new(Theme::Sacrifice, given, square, square));
            return;
        }
    }
}
