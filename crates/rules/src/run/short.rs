//! Short ways for the columnar back end: words whose value for all 64 squares of a king is a few table look-ups. Each
//! has its plain meaning in the vocabulary, and a test holds both against each other.

use philidor_chess::shakmaty::{Role, Square, attacks};

use super::columnar::Row;
use crate::{
    scene::{Man, attacks_of},
    value::bit,
    vocabulary::geometry::{DIST, FAR, around, ball},
};

/// King moves from every square to the nearest square of a set.
pub(super) fn nearest(mut set: u64) -> [i16; 64] {
    let mut lanes = [FAR; 64];
    while set != 0 {
        let row = &DIST[set.trailing_zeros() as usize];
        set &= set - 1;
        lanes.iter_mut().zip(row).for_each(|(n, &d)| *n = (*n).min(d));
    }
    lanes
}

/// The race of one king against the other, one of them varying.
pub(super) fn lead(row: &Row, man: usize, mut set: u64) -> Option<[i16; 64]> {
    if row.scene.man(man).role != Role::King {
        return None;
    }
    let varies = man == row.varying;
    let fixed = &DIST[usize::from(row.scene.man(1 - row.varying).square)];
    let mut lanes = [-FAR; 64];
    while set != 0 {
        let goal = set.trailing_zeros() as usize;
        set &= set - 1;
        let (known, moving) = (fixed[goal], &DIST[goal]);
        if varies {
            lanes.iter_mut().zip(moving).for_each(|(n, &d)| *n = (*n).max(known - d));
        } else {
            lanes.iter_mut().zip(moving).for_each(|(n, &d)| *n = (*n).max(d - known));
        }
    }
    Some(lanes)
}

/// The squares from which the varying king is in the square of an enemy pawn.
pub(super) fn catches(row: &Row, king: usize, pawn: usize) -> Option<u64> {
    let (king, pawn) = (row.scene.man(king), (king == row.varying).then(|| row.scene.man(pawn))?);
    if king.role != Role::King || pawn.role != Role::Pawn || king.strong == pawn.strong {
        return Some(0);
    }
    let rank = i16::from(if pawn.strong { pawn.square >> 3 } else { 7 - (pawn.square >> 3) });
    let goal = pawn.square & 7 | if pawn.strong { 56 } else { 0 };
    let on_move = i16::from(row.scene.strong_to_move == king.strong);
    Some(ball(goal, (7 - rank).min(5) + on_move))
}

/// True if no man attacks along lines, so that the varying king stands in nobody's way.
fn no_lines(row: &Row) -> bool {
    !row.scene.men().iter().any(|m| matches!(m.role, Role::Queen | Role::Rook | Role::Bishop))
}

/// The squares of the varying king for which a man's attack reaches a square that is not the king's: all of them, but for
/// those where the king stands in the way.
fn reaches(row: &Row, man: Man, target: u8, king_hides: bool) -> u64 {
    let others = row.scene.occupied_without(row.varying);
    if attacks_of(man, others) & bit(target) == 0 {
        return 0;
    }
    if king_hides { !between(man.square, target) } else { !0 }
}

/// The squares strictly between two squares of a line.
fn between(a: u8, b: u8) -> u64 {
    attacks::between(Square::new(u32::from(a)), Square::new(u32::from(b))).0
}

/// The squares of the varying king for which a man is attacked and not protected.
pub(super) fn en_prise(row: &Row, man: usize) -> Option<u64> {
    if man == row.varying {
        return None;
    }
    let target = row.scene.man(man);
    let varies = row.scene.man(row.varying);
    let (mut attacked, mut defended) = (0, 0);
    for (i, &other) in row.scene.men().iter().enumerate() {
        let own = other.strong == target.strong;
        let near = if i == row.varying {
            around(target.square)
        } else if i == man {
            0
        } else {
            // An enemy king that takes the man has left the line on which it is protected.
            reaches(row, other, target.square, !own || varies.strong == target.strong)
        };
        if own {
            defended |= near;
        } else {
            attacked |= near;
        }
    }
    Some(attacked & !defended)
}

/// The squares of the varying king for which the side to move is in check.
pub(super) fn in_check(row: &Row) -> u64 {
    let us = row.scene.strong_to_move;
    let varies = row.scene.man(row.varying).strong == us;
    let others = row.scene.occupied_without(row.varying);
    let mut checked = 0;
    for (i, &man) in row.scene.men().iter().enumerate() {
        if man.strong == us {
            continue;
        }
        checked |= match (varies, i == row.varying) {
            (true, _) => attacks_of(man, others),
            (false, true) => around(row.scene.king(us)),
            (false, false) => reaches(row, man, row.scene.king(us), true),
        };
    }
    checked
}

/// The squares of the varying king for which the side to move is stalemated. Where its king has a step that nobody
/// guards it is not; the few others are looked at one by one.
pub(super) fn stalemate(row: &Row) -> Option<u64> {
    if !no_lines(row) {
        return None;
    }
    let us = row.scene.strong_to_move;
    let moves_varying = row.scene.man(row.varying).strong == us;
    let (mut guarded, mut own) = (0, 0);
    for (i, &man) in row.scene.men().iter().enumerate() {
        if i != row.varying && man.strong != us {
            guarded |= attacks_of(man, 0);
        } else if i != row.varying {
            own |= bit(man.square);
        }
    }
    let steps = around(row.scene.king(us)) & !own & !guarded;
    let mut stale = 0;
    let mut left = row.lanes;
    while left != 0 {
        let lane = left.trailing_zeros() as u8;
        left &= left - 1;
        let free =
            if moves_varying { around(lane) & !own & !guarded } else { steps & !around(lane) & !bit(lane) };
        if free == 0 {
            let scene = row.at(lane);
            stale |= u64::from(!scene.in_check() && !scene.has_moves()) << lane;
        }
    }
    Some(stale)
}
