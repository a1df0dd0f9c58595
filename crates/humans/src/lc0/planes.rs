//! What goes in and what comes out: planes of the last eight positions, and a plane for each kind of move.

use philidor_chess::shakmaty::{CastlingSide, Chess, Color, Move, Position, Role, Square};

use crate::Moment;

/// Input planes.
pub(super) const PLANES: usize = 112;
/// Planes of moves: 56 of a queen, 8 of a knight, 9 promotions.
pub(super) const MOVE_PLANES: usize = 73;
/// Positions of history.
const HISTORY: usize = 8;
/// Planes of one position.
const EACH: usize = 13;

fn turned(square: Square, us: Color) -> usize {
    usize::from(if us.is_white() { square } else { square.flip_vertical() })
}

/// Fills the planes of a position, the one at `at` of a batch.
pub(super) fn fill(moment: Moment<'_>, input: &mut [f32], at: usize, batch: usize) {
    let pos = moment.position;
    let us = pos.turn();
    let mut set = |plane: usize, square: usize, value: f32| input[(plane * batch + at) * 64 + square] = value;
    let known: Vec<&Chess> = moment.past.iter().map(|(before, _)| before).chain([pos]).collect();
    let begins = *known[0] == Chess::default();
    for back in 0..HISTORY {
        let index = match known.len().checked_sub(1 + back) {
            Some(index) => index,
            None if begins => break,
            None => 0,
        };
        let then = known[index];
        for (square, piece) in then.board() {
            let side = if piece.color == us { 0 } else { 6 };
            set(back * EACH + side + piece.role as usize - 1, turned(square, us), 1.0);
        }
        if known[..index].contains(&then) {
            (0..64).for_each(|square| set(back * EACH + 12, square, 1.0));
        }
    }
    let mut whole = |plane: usize, value: f32| (0..64).for_each(|square| set(plane, square, value));
    let castles = pos.castles();
    for (plane, color, side) in [
        (104, us, CastlingSide::QueenSide),
        (105, us, CastlingSide::KingSide),
        (106, !us, CastlingSide::QueenSide),
        (107, !us, CastlingSide::KingSide),
    ] {
        whole(plane, f32::from(u8::from(castles.has(color, side))));
    }
    whole(108, f32::from(u8::from(us.is_black())));
    whole(109, pos.halfmoves() as f32);
    whole(111, 1.0);
}

/// The plane of a move and the square it begins on. Castling is the king taking its rook; promotion to a knight is the plain move.
pub(super) fn of_move(mv: Move, us: Color) -> (usize, usize) {
    let from = turned(mv.from().unwrap_or(mv.to()), us);
    let to = turned(mv.to(), us);
    let (file, rank) = (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
    let plane = match mv.promotion() {
        Some(role @ (Role::Rook | Role::Bishop | Role::Queen)) => {
            let kind = [Role::Rook, Role::Bishop, Role::Queen].iter().position(|&known| known == role);
            64 + (file + 1) as usize * 3 + kind.unwrap_or_default()
        }
        _ => {
            const JUMPS: [(i32, i32); 8] =
                [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            match JUMPS.iter().position(|&jump| jump == (file, rank)) {
                Some(jump) => 56 + jump,
                None => {
                    const WAYS: [(i32, i32); 8] =
                        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
                    let steps = file.abs().max(rank.abs());
                    let way = WAYS.iter().position(|&way| way == (file.signum(), rank.signum()));
                    way.unwrap_or_default() * 7 + (steps - 1) as usize
                }
            }
        }
    };
    (plane, from)
}
