//! Pins: absolute ones (to the king) and, in our own definitions, relative ones (to a dearer piece).

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Color, Position, Rank, Role, Square, attacks};

use super::{Finder, Motif};
use philidor_claims::Theme;

use crate::sight::{AbsolutePin, absolute_pins, attackers, is_defended, is_line_piece, target_value, value};

/// After a solver's move an enemy piece is pinned and that matters: it cannot take what it attacks, or it cannot leave.
pub(super) fn pin(f: &mut Finder<'_>) {
    let line = f.line;
    let them = !line.solver();
    for (ply, step) in line.solver_steps() {
        let pos = &step.after;
        for pin in absolute_pins(pos.board(), them) {
            if (stops_an_attack(pos.board(), them, pin) || stops_an_escape(pos, them, pin))
                && f.claim(pin_motif(pos.board(), ply, them, pin))
            {
                return;
            }
        }
    }
    if !f.strict() {
        return;
    }
    for (ply, step) in line.solver_steps() {
        for (pinner, pinned, behind) in relative_pins(step.board(), them) {
            if f.claim(Motif::new(Theme::Pin, ply, pinner, pinned).at(behind)) {
                return;
            }
        }
    }
}

fn pin_motif(board: &Board, ply: usize, them: Color, pin: AbsolutePin) -> Motif {
    let motif = Motif::new(Theme::Pin, ply, pin.pinner, pin.pinned);
    board.king_of(them).map_or(motif, |king| motif.at(king))
}

/// Off the line the pinned piece attacks something dearer than itself or undefended.
fn stops_an_attack(board: &Board, them: Color, pin: AbsolutePin) -> bool {
    let Some(role) = board.role_at(pin.pinned) else { return false };
    let prey = board.attacks_from(pin.pinned) & board.by_color(!them) & !pin.line;
    prey.into_iter()
        .any(|sq| board.role_at(sq).is_some_and(|r| value(r) > value(role)) || !is_defended(board, !them, sq))
}

/// On the line the pinned piece is attacked by a cheaper one; or it is undefended, cannot hit back, and could else go.
fn stops_an_escape(pos: &Chess, them: Color, pin: AbsolutePin) -> bool {
    let board = pos.board();
    let Some(role) = board.role_at(pin.pinned) else { return false };
    (attackers(board, !them, pin.pinned) & pin.line).into_iter().any(|attacker| {
        board.role_at(attacker).is_some_and(|r| value(role) > value(r))
            || !is_defended(board, them, pin.pinned)
                && !attackers(board, them, attacker).contains(pin.pinned)
                && (reach(pos, them, pin.pinned, role) & !pin.line).any()
    })
}

/// Where a man could go if there were no pins.
fn reach(pos: &Chess, side: Color, from: Square, role: Role) -> Bitboard {
    let board = pos.board();
    if role != Role::Pawn {
        return board.attacks_from(from) & !board.by_color(side);
    }
    let takeable = board.by_color(!side)
        | pos.pseudo_legal_ep_square().filter(|_| pos.turn() == side).map_or(Bitboard::EMPTY, Bitboard::from);
    let mut squares = board.attacks_from(from) & takeable;
    let forward = side.fold_wb(8, -8);
    if let Some(one) = from.offset(forward).filter(|&sq| !board.occupied().contains(sq)) {
        squares.add(one);
        let home = side.fold_wb(Rank::Second, Rank::Seventh);
        if from.rank() == home
            && let Some(two) = one.offset(forward).filter(|&sq| !board.occupied().contains(sq))
        {
            squares.add(two);
        }
    }
    squares
}

/// Line pieces that attack a piece of `them` with a dearer one right behind: (pinner, pinned, behind). Only pins with
/// pressure: the pinned piece is attacked by more men than defend it, or by a cheaper one, and the pinner is cheaper
/// than what stands behind.
fn relative_pins(board: &Board, them: Color) -> impl Iterator<Item = (Square, Square, Square)> {
    let ours = board.by_color(!them) & (board.bishops() | board.rooks_and_queens());
    let theirs = board.by_color(them);
    ours.into_iter().flat_map(move |pinner| {
        let targets = board.attacks_from(pinner) & theirs & !board.kings();
        targets.into_iter().filter_map(move |pinned| {
            let role = board.role_at(pinner)?;
            let front = board.role_at(pinned).filter(|&r| r != Role::Pawn)?;
            let seen = match role {
                Role::Bishop => attacks::bishop_attacks(pinner, board.occupied().without(pinned)),
                Role::Rook => attacks::rook_attacks(pinner, board.occupied().without(pinned)),
                _ => attacks::queen_attacks(pinner, board.occupied().without(pinned)),
            };
            let behind = (seen & theirs & attacks::ray(pinner, pinned) & !board.attacks_from(pinner))
                .into_iter()
                .find(|&sq| attacks::between(pinner, sq).contains(pinned))?;
            let back = board.role_at(behind).filter(|&r| r != Role::King)?;
            let pressed = attackers(board, !them, pinned).count() > attackers(board, them, pinned).count()
                || attackers(board, !them, pinned)
                    .into_iter()
                    .any(|sq| board.role_at(sq).is_some_and(|r| r != Role::King && value(r) < value(front)));
            let dearer = target_value(back) > target_value(front) && target_value(back) > target_value(role);
            // A pinned line piece of the same kind simply takes the pinner.
            let hits_back = is_line_piece(front) && board.attacks_from(pinned).contains(pinner);
            (dearer && pressed && !hits_back).then_some((pinner, pinned, behind))
        })
    })
}
