//! The king's whereabouts.

use super::View;
use crate::board::{Color, Role, Set, Square};

/// The king's square if something is true of him.
pub(super) fn when(v: View<'_>, holds: bool) -> Set {
    if holds { [v.board.king(v.us)].into_iter().collect() } else { Set::default() }
}

/// Sides to which we may still castle.
pub(super) fn rights(v: View<'_>) -> i32 {
    let [a, b] = match v.us {
        Color::White => [v.board.rights[0], v.board.rights[1]],
        Color::Black => [v.board.rights[2], v.board.rights[3]],
    };
    i32::from(a) + i32::from(b)
}

/// On the first rank towards a corner, or on the c- or f-file with a rook on the inner side.
fn stands_castled(v: View<'_>) -> bool {
    let king = v.board.king(v.us);
    let rook = |file: i8| Square::at(file, king.rank()).is_some_and(|sq| v.board.is(sq, v.us, Role::Rook));
    v.rank(king) == 0
        && match king.file() {
            0 | 1 | 6 | 7 => true,
            2 => rook(3),
            5 => rook(4),
            _ => false,
        }
}

/// The king stands castled and can castle no more.
pub(super) fn castled(v: View<'_>) -> bool {
    rights(v) == 0 && stands_castled(v)
}

/// In the middle, unable to castle, with enemy queens on.
pub(super) fn in_centre(v: View<'_>) -> bool {
    let inner = (2..=5).contains(&v.board.king(v.us).file());
    rights(v) == 0 && inner && !stands_castled(v) && !v.enemy(Role::Queen).is_empty()
}

/// Files at the king without any pawn (`open`), or without own pawns but with enemy ones.
pub(super) fn open_files(v: View<'_>, open: bool) -> i32 {
    let king = v.board.king(v.us).file();
    let has = |pawns: Set, file: i8| pawns.iter().any(|sq| sq.file() == file);
    let files = (king - 1).max(0)..=(king + 1).min(7);
    let counts = |file: &i8| !has(v.own(Role::Pawn), *file) && has(v.enemy(Role::Pawn), *file) != open;
    files.filter(counts).count() as i32
}

/// On the first rank without a flight square on the second, unable to castle, against major pieces.
pub(super) fn back_rank(v: View<'_>) -> bool {
    let king = v.board.king(v.us);
    let flights = (-1..=1).filter_map(|files| king.step((files, v.us.forward())));
    let shut = |sq: Square| {
        v.board.on(sq).is_some_and(|man| man.color == v.us) || !v.board.attackers(v.them(), sq).is_empty()
    };
    let majors = !v.enemy(Role::Rook).or(v.enemy(Role::Queen)).is_empty();
    v.rank(king) == 0 && rights(v) == 0 && majors && flights.into_iter().all(shut)
}

/// The kings face each other with one square between, only pawns besides, the other side to move.
pub(super) fn opposition(v: View<'_>) -> bool {
    let (a, b) = (v.board.king(v.us), v.board.king(v.them()));
    let apart = ((a.file() - b.file()).abs(), (a.rank() - b.rank()).abs());
    let bare = [v.us, v.them()].iter().all(|&side| v.board.men(side).all(|(_, role)| !role.is_piece()));
    bare && v.board.turn == v.them() && matches!(apart, (0, 2) | (2, 0))
}
