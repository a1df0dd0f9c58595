//! Lines that open: discovered attack and check, double check, x-ray, clearance, moves along an enemy's line.

use philidor_chess::shakmaty::{Bitboard, Move, Position, Role, attacks};

use super::{Finder, Motif};
use philidor_claims::Theme;

use crate::sight::{is_in_bad_spot, is_line_piece};

/// The solver's previous move left the line of the piece that now captures; a discovered check always counts.
pub(super) fn discovered_attack(f: &mut Finder<'_>) {
    let line = f.line;
    let king = |board: &philidor_chess::shakmaty::Board| {
        board.king_of(!line.solver()).map_or(Bitboard::EMPTY, Bitboard::from)
    };
    for (ply, step) in line.solver_steps() {
        if let Some(checker) = step.checkers.without(step.to).first()
            && f.claim(Motif::new(Theme::DiscoveredCheck, ply, checker, king(step.board())).at(step.from))
        {
            break;
        }
    }
    // A check by the man that did not move, and by no other, is a discovered attack on the king.
    for (ply, step) in line.solver_steps() {
        if let Some(checker) = step.checkers.first()
            && !step.checkers.contains(step.to)
            && f.claim(Motif::new(Theme::DiscoveredAttack, ply, checker, king(step.board())).at(step.from))
        {
            return;
        }
    }
    for (ply, step) in line.solver_steps().skip(1).filter(|(_, s)| s.is_capture()) {
        let (answer, opener) = (&line.steps()[ply - 1], &line.steps()[ply - 2]);
        if answer.to == step.to {
            if f.strict() {
                continue;
            }
            return;
        }
        if attacks::between(step.from, step.to).contains(opener.from)
            && step.to != opener.to
            && step.from != opener.to
            && !matches!(opener.mv, Move::Castle { .. })
            && f.claim(Motif::new(Theme::DiscoveredAttack, ply - 2, step.from, step.to).at(opener.from))
        {
            return;
        }
    }
}

/// Two men give check at once.
pub(super) fn double_check(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().filter(|(_, s)| s.checkers.count() > 1) {
        let king = step.board().king_of(!line.solver()).map_or(Bitboard::EMPTY, Bitboard::from);
        if f.claim(Motif::new(Theme::DoubleCheck, ply, step.to, king)) {
            return;
        }
    }
}

/// The solver takes, a piece retakes from a square on the line of a second solver's piece, which takes again.
pub(super) fn x_ray(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().skip(1).filter(|(_, s)| s.is_capture()) {
        let (answer, first) = (&line.steps()[ply - 1], &line.steps()[ply - 2]);
        if answer.to == step.to
            && answer.role != Role::King
            && first.to == step.to
            && attacks::between(step.from, step.to).contains(answer.from)
            && f.claim(Motif::new(Theme::XRayAttack, ply - 2, step.from, answer.from).at(step.to))
        {
            return;
        }
    }
}

/// A line piece goes to or through the square that the solver's previous move left, a move that else was no capture, or
/// a sacrifice.
pub(super) fn clearance(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().skip(1) {
        // Strict: a capture through the cleared square is a discovered attack unless it comes to the square itself.
        if step.taken.is_some() && !(f.strict() && line.steps()[ply - 2].from == step.to)
            || !is_line_piece(step.role)
        {
            continue;
        }
        let (answer, opener) = (&line.steps()[ply - 1], &line.steps()[ply - 2]);
        if opener.mv.promotion().is_some()
            || opener.to == step.from
            || opener.to == step.to
            || answer.gives_check()
            || step.gives_check() && answer.role == Role::King
        {
            continue;
        }
        let through = opener.from == step.to || attacks::between(step.from, step.to).contains(opener.from);
        let free = opener.taken.is_none() || is_in_bad_spot(opener.board(), opener.to) || f.strict();
        if through
            && free
            && f.claim(Motif::new(Theme::Clearance, ply - 2, opener.to, step.to).at(opener.from))
        {
            return;
        }
    }
}

/// Two line pieces of both sides attack each other; the solver's slides along their line without taking.
pub(super) fn collinear_move(f: &mut Finder<'_>) {
    let line = f.line;
    let them = !line.solver();
    for (ply, step) in line.solver_steps() {
        if !is_line_piece(step.role) || step.is_capture() || step.mv.promotion().is_some() {
            continue;
        }
        let before = line.before(ply);
        let board = before.board();
        let enemies = board.by_color(them) & (board.bishops() | board.rooks_and_queens());
        let rivals = board.attacks_from(step.from) & enemies;
        for rival in rivals {
            if attacks::ray(step.from, rival).contains(step.to)
                && board.attacks_from(rival).contains(step.from)
                && before.legal_moves().iter().any(|m| m.from() == Some(step.from) && m.to() == rival)
                && f.claim(Motif::new(Theme::CollinearMove, ply, step.to, rival))
            {
                return;
            }
        }
    }
}
