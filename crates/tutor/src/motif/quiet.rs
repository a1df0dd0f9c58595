//! Moves that neither check, take nor attack.

use philidor_chess::shakmaty::{Position, Role};

use super::{Finder, Motif, pawns::is_advanced};
use philidor_claims::Theme;

use crate::line::Step;

fn attacks_something(step: &Step) -> bool {
    let board = step.board();
    (board.attacks_from(step.to) & board.by_color(step.after.turn())).any()
}

/// A quiet move before the last: no check given or parried, nothing taken or attacked, no king or advanced pawn.
pub(super) fn quiet_move(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps() {
        if ply + 1 < line.steps().len()
            && !step.gives_check()
            && !line.before(ply).is_check()
            && !step.is_capture()
            && !attacks_something(step)
            && !is_advanced(step)
            && step.role != Role::King
            && f.claim(Motif::new(Theme::QuietMove, ply, step.to, step.to))
        {
            return;
        }
    }
}

/// The last move is quiet though there was a choice; or a check is parried quietly.
pub(super) fn defensive_move(f: &mut Finder<'_>) {
    let line = f.line;
    let ply = line.last_solver_ply();
    let last = &line.steps()[ply];
    if !last.gives_check()
        && !last.is_capture()
        && !attacks_something(last)
        && !is_advanced(last)
        && line.before(ply).legal_moves().len() >= 3
    {
        f.note(Theme::DefensiveMove, ply);
        return;
    }
    for (ply, step) in line.solver_steps() {
        if step.gives_check() || step.is_capture() || line.before(ply).legal_moves().len() < 3 {
            return;
        }
        if line.before(ply).is_check() {
            f.note(Theme::DefensiveMove, ply);
            return;
        }
    }
}
