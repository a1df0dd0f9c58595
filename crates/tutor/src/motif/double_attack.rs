//! Fork and skewer: two targets for one attacker.

use philidor_chess::shakmaty::{Bitboard, Position, Role, attacks};

use super::{Finder, Motif};
use philidor_claims::Theme;

use crate::sight::{attackers, is_defended, is_in_bad_spot, is_line_piece, target_value};

/// A man that is not itself to be had attacks two or more pieces, each dearer than itself, or undefended and unable
/// to hit back.
pub(super) fn fork(f: &mut Finder<'_>) {
    let line = f.line;
    let solver = line.solver();
    for (ply, step) in line.solver_steps() {
        if !f.strict() && (ply == line.last_solver_ply() || step.role == Role::King) {
            continue;
        }
        let board = step.board();
        let enemies = board.attacks_from(step.to) & board.by_color(!solver) & !board.pawns();
        if enemies.count() < 2 || is_in_bad_spot(board, step.to) {
            continue;
        }
        let hitters = attackers(board, !solver, step.to);
        let targets: Bitboard = enemies
            .into_iter()
            .filter(|&sq| {
                let role = board.role_at(sq).unwrap_or(Role::Pawn);
                let dearer = target_value(role) > target_value(step.role);
                dearer || !is_defended(board, !solver, sq) && !hitters.contains(sq)
            })
            .collect();
        if targets.count() > 1 && f.claim(Motif::new(Theme::Fork, ply, step.to, targets)) {
            return;
        }
    }
}

/// The front piece leaves the line; the cheaper one behind it is taken by the line piece that attacked both.
pub(super) fn skewer(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().skip(1) {
        let Some(taken) = step.taken else { continue };
        if !is_line_piece(step.role) || line.mates_at(ply) {
            continue;
        }
        let answer = &line.steps()[ply - 1];
        if answer.to == step.to || !attacks::between(step.from, step.to).contains(answer.from) {
            continue;
        }
        if f.strict() && step.mv.promotion().is_some() {
            continue;
        }
        if target_value(answer.role) > target_value(taken)
            && is_in_bad_spot(answer.after.board(), step.to)
            && f.claim(Motif::new(Theme::Skewer, ply - 2, step.from, answer.from).at(step.to))
        {
            return;
        }
    }
}
