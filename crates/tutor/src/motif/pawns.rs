//! Pawns far advanced, promoted, taken in passing; castling.

use philidor_chess::shakmaty::{Move, Position, Role};

use super::Finder;
use philidor_claims::Theme;

use crate::line::Step;

/// Rank of the move's target from the mover's side, 0 to 7.
fn rank(step: &Step) -> u32 {
    let mover = !step.after.turn();
    mover.fold_wb(step.to.rank() as u32, 7 - step.to.rank() as u32)
}

/// A promotion, or a pawn move to the sixth rank or beyond.
pub(super) fn is_advanced(step: &Step) -> bool {
    step.mv.promotion().is_some() || step.role == Role::Pawn && rank(step) >= 5
}

pub(super) fn pawns(f: &mut Finder<'_>) {
    let line = f.line;
    let first = |test: &dyn Fn(&Step) -> bool| line.solver_steps().find(|(_, s)| test(s)).map(|(ply, _)| ply);
    if let Some(ply) = first(&|s| is_advanced(s) && rank(s) >= 6) {
        f.note(Theme::AdvancedPawn, ply);
    }
    if let Some(ply) = first(&|s| matches!(s.mv, Move::EnPassant { .. })) {
        f.note(Theme::EnPassant, ply);
    }
    if let Some(ply) = first(&|s| matches!(s.mv, Move::Castle { .. })) {
        f.note(Theme::Castling, ply);
    }
    if let Some(ply) = first(&|s| s.mv.promotion().is_some()) {
        f.note(Theme::Promotion, ply);
    }
    for (ply, step) in line.solver_steps() {
        // A mate counts only if a knight does what a queen could not.
        let counts = match step.mv.promotion() {
            Some(Role::Knight) => true,
            Some(Role::Queen) | None => false,
            Some(_) => !line.mates_at(ply),
        };
        if counts {
            f.note(Theme::UnderPromotion, ply);
            return;
        }
    }
}
