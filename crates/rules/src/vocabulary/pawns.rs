//! Words about pawns. They take a man; what is no pawn has none of this.

use philidor_chess::shakmaty::Role;

use super::geometry::{ball, distance, offset};
use crate::{
    scene::{Man, Scene},
    value::{NOWHERE, Value, bit},
};

fn pawn(scene: &Scene, args: &[Value]) -> Option<Man> {
    Some(scene.man(args[0].man())).filter(|m| m.role == Role::Pawn)
}

/// A square so many steps in front of a pawn.
fn in_front(pawn: Man, steps: i16) -> u8 {
    offset(pawn.square, 0, if pawn.strong { steps } else { steps.saturating_neg() })
}

pub(crate) fn stop(scene: &Scene, args: &[Value]) -> Value {
    Value::Square(pawn(scene, args).map_or(NOWHERE, |p| in_front(p, 1)))
}

pub(crate) fn ahead(scene: &Scene, args: &[Value]) -> Value {
    Value::Square(pawn(scene, args).map_or(NOWHERE, |p| in_front(p, args[1].int())))
}

/// Where a pawn promotes.
pub(crate) fn goal(pawn: Man) -> u8 {
    pawn.square & 7 | if pawn.strong { 56 } else { 0 }
}

pub(crate) fn promotion_square(scene: &Scene, args: &[Value]) -> Value {
    Value::Square(pawn(scene, args).map_or(NOWHERE, goal))
}

/// The pawn's rank from its own side, 1 to 8.
fn own_rank(pawn: Man) -> i16 {
    i16::from(if pawn.strong { pawn.square >> 3 } else { 7 - (pawn.square >> 3) }) + 1
}

/// Moves to promotion, the double step counted as one.
fn to_go(pawn: Man) -> i16 {
    (8 - own_rank(pawn)).min(5)
}

pub(crate) fn moves_to_promote(scene: &Scene, args: &[Value]) -> Value {
    Value::Int(pawn(scene, args).map_or(99, to_go))
}

pub(crate) fn pawn_rank(scene: &Scene, args: &[Value]) -> Value {
    Value::Int(pawn(scene, args).map_or(0, own_rank))
}

/// The squares in front of a pawn.
fn span(pawn: Man) -> u64 {
    (1..8).fold(0, |set, n| set | bit(in_front(pawn, n)))
}

pub(crate) fn front_span(scene: &Scene, args: &[Value]) -> Value {
    Value::Set(pawn(scene, args).map_or(0, span))
}

pub(crate) fn behind(scene: &Scene, args: &[Value]) -> Value {
    Value::Set(pawn(scene, args).map_or(0, |p| (1..8).fold(0, |set, n| set | bit(in_front(p, -n)))))
}

pub(crate) fn square_of(scene: &Scene, args: &[Value]) -> Value {
    Value::Set(pawn(scene, args).map_or(0, |p| ball(goal(p), to_go(p))))
}

pub(crate) fn catches(scene: &Scene, args: &[Value]) -> Value {
    let (king, pawn) = (scene.man(args[0].man()), scene.man(args[1].man()));
    let on_move = i16::from(scene.strong_to_move == king.strong);
    let inside = distance(king.square, goal(pawn)) <= to_go(pawn) + on_move;
    Value::Bool(king.role == Role::King && pawn.role == Role::Pawn && king.strong != pawn.strong && inside)
}

/// Two ranks ahead on three files; from the fifth rank on also one rank ahead; on the seventh the last rank. For a
/// rook's pawn the two squares that shut the defender out of the corner.
fn keys(pawn: Man) -> u64 {
    let file = pawn.square & 7;
    let side = |files: i16, steps: i16| bit(offset(in_front(pawn, steps), files, 0));
    let three = |steps| side(-1, steps) | side(0, steps) | side(1, steps);
    if file == 0 || file == 7 {
        let inner = if file == 0 { 1 } else { -1 };
        let seventh = 7 - own_rank(pawn);
        return bit(offset(in_front(pawn, seventh), inner, 0))
            | bit(offset(in_front(pawn, seventh + 1), inner, 0));
    }
    match own_rank(pawn) {
        2..=4 => three(2),
        5 | 6 => three(1) | three(2),
        _ => three(1) | side(-1, 0) | side(1, 0),
    }
}

pub(crate) fn key_squares(scene: &Scene, args: &[Value]) -> Value {
    Value::Set(pawn(scene, args).map_or(0, keys))
}

pub(crate) fn passed(scene: &Scene, args: &[Value]) -> Value {
    let Some(own) = pawn(scene, args) else { return Value::Bool(false) };
    let stops = |other: &Man| {
        other.role == Role::Pawn
            && other.strong != own.strong
            && (other.square & 7).abs_diff(own.square & 7) <= 1
            && if own.strong {
                other.square >> 3 > own.square >> 3
            } else {
                other.square >> 3 < own.square >> 3
            }
    };
    Value::Bool(!scene.men().iter().any(stops))
}

/// A pawn on one of two files.
fn on_file(scene: &Scene, args: &[Value], file: u8) -> Value {
    Value::Bool(pawn(scene, args).is_some_and(|p| p.square & 7 == file || p.square & 7 == 7 - file))
}

pub(crate) fn rook_pawn(scene: &Scene, args: &[Value]) -> Value {
    on_file(scene, args, 0)
}

pub(crate) fn knight_pawn(scene: &Scene, args: &[Value]) -> Value {
    on_file(scene, args, 1)
}

pub(crate) fn bishop_pawn(scene: &Scene, args: &[Value]) -> Value {
    on_file(scene, args, 2)
}

pub(crate) fn centre_pawn(scene: &Scene, args: &[Value]) -> Value {
    on_file(scene, args, 3)
}
