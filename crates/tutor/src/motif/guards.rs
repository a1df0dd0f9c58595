//! Guards drawn away, captured, cut off or overburdened.

use philidor_chess::shakmaty::{Bitboard, Position, Role, Square, attacks};

use super::{Finder, Motif};
use philidor_claims::Theme;

use crate::sight::{attackers, is_defended, is_line_piece, target_value, value};

/// An enemy king, queen or rook takes where the solver went, and is hit there: checked if the king, else taken next.
pub(super) fn attraction(f: &mut Finder<'_>) {
    let line = f.line;
    let steps = line.steps();
    for (ply, step) in line.solver_steps() {
        let [answer, hit, ..] = steps.get(ply + 1..).unwrap_or_default() else { return };
        if answer.to != step.to || !matches!(answer.role, Role::King | Role::Queen | Role::Rook) {
            continue;
        }
        if !attackers(hit.board(), line.solver(), answer.to).contains(hit.to) {
            continue;
        }
        let falls = answer.role == Role::King || steps.get(ply + 4).is_some_and(|s| s.to == answer.to);
        if falls && f.claim(Motif::new(Theme::Attraction, ply, step.to, answer.to).at(answer.from)) {
            return;
        }
    }
}

/// Numbers of the pieces, pawn 1 to king 6: one of Lichess's comparisons takes them for values.
fn number(role: Role) -> i32 {
    role as i32
}

/// A guard is made to leave, by a check or by taking what was offered; what it guarded is taken or promoted upon.
pub(super) fn deflection(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().skip(1) {
        let promotes = step.mv.promotion().is_some();
        if step.taken.is_none() && !promotes {
            continue;
        }
        if step.taken.is_some_and(|taken| target_value(taken) > target_value(step.role)) {
            continue;
        }
        let (answer, lure) = (&line.steps()[ply - 1], &line.steps()[ply - 2]);
        let worth = if f.strict() { value(lure.role) } else { number(lure.role) };
        let offered = lure.taken.is_none_or(|taken| value(taken) < worth);
        if !offered
            || step.to == answer.to
            || step.to == lure.to
            || !(answer.to == lure.to || lure.gives_check())
        {
            continue;
        }
        let guarded = lure.board().attacks_from(answer.from);
        let guards = guarded.contains(step.to)
            || promotes && step.to.file() == answer.from.file() && guarded.contains(step.from);
        if guards
            && !answer.board().attacks_from(answer.to).contains(step.to)
            && f.claim(Motif::new(Theme::Deflection, ply - 2, lure.to, answer.from).at(step.to))
        {
            return;
        }
    }
}

/// A piece is the only guard of two targets; when it takes on one, the other falls. Lichess has the name, but no test.
pub(super) fn overloading(f: &mut Finder<'_>) {
    let line = f.line;
    if !f.strict() {
        return;
    }
    let them = !line.solver();
    for (ply, step) in line.solver_steps().skip(1) {
        let (answer, first) = (&line.steps()[ply - 1], &line.steps()[ply - 2]);
        if step.taken.is_none() || first.taken.is_none() || answer.to != first.to || step.to == first.to {
            continue;
        }
        let board = line.board_before(ply - 2);
        let only_guard = |target: Square| attackers(board, them, target) == Bitboard::from(answer.from);
        if only_guard(first.to)
            && only_guard(step.to)
            && !is_defended(answer.board(), them, step.to)
            && f.claim(Motif::new(Theme::Overloading, ply - 2, first.to, answer.from).at(step.to))
        {
            return;
        }
    }
}

/// A guard is captured without check; then what it guarded is taken, undefended, by a piece no cheaper; or mate follows.
pub(super) fn capturing_defender(f: &mut Finder<'_>) {
    let line = f.line;
    for (ply, step) in line.solver_steps().skip(1) {
        let (answer, first) = (&line.steps()[ply - 1], &line.steps()[ply - 2]);
        let falls = step.taken.is_some_and(|taken| {
            step.role != Role::King
                && value(taken) <= value(step.role)
                && answer.to != step.to
                && !is_defended(answer.board(), !line.solver(), step.to)
        });
        if !line.mates_at(ply) && !falls || first.gives_check() || first.to == step.from {
            continue;
        }
        let before = line.before(ply - 2);
        if first.taken.is_some()
            && !before.is_check()
            && attackers(before.board(), !line.solver(), step.to).contains(first.to)
            && f.claim(Motif::new(Theme::CapturingDefender, ply - 2, first.to, step.to).at(first.to))
        {
            return;
        }
    }
}

/// A man steps between a line piece and what it guards; the guarded piece is taken. The man may be the opponent's own.
pub(super) fn interference(f: &mut Finder<'_>) {
    let line = f.line;
    let them = !line.solver();
    for own in [true, false] {
        for (ply, step) in line.solver_steps().skip(1) {
            if step.taken.is_none() || is_defended(line.board_before(ply), them, step.to) {
                continue;
            }
            let answer = &line.steps()[ply - 1];
            if !own && answer.to == step.to {
                continue;
            }
            let (board, between) = if own {
                (line.board_before(ply - 1), ply - 1)
            } else {
                (line.board_before(ply - 2), ply - 2)
            };
            let blocker = line.steps()[between].to;
            let cut = |guard: Square| {
                board.role_at(guard).is_some_and(is_line_piece)
                    && attacks::between(step.to, guard).contains(blocker)
            };
            let guards = attackers(board, them, step.to);
            let guard = if f.strict() { guards.into_iter().find(|&g| cut(g)) } else { one_guard(guards) };
            if let Some(guard) = guard.filter(|&g| cut(g))
                && f.claim(Motif::new(Theme::Interference, ply - 2, blocker, step.to).at(guard))
            {
                return;
            }
        }
    }
}

/// Lichess looks at the guard on the lowest square only, and takes a1 for "no guard".
fn one_guard(guards: Bitboard) -> Option<Square> {
    guards.first().filter(|&sq| sq != Square::A1)
}
