//! The king's whereabouts and cover.

use super::{Count, View, only, when};
use crate::board::{Color, Role, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    let king = |holds: bool| Count::each(only(v.king(), holds));
    let files = |open: bool| {
        let number = open_files(v, open);
        Count::seen(number, only(v.king(), number > 0))
    };
    Some(match feature {
        "pawn_shelter" => Count::each(nearest(v, v.own(Role::Pawn))),
        "pawn_storm" => Count::each(nearest(v, v.enemy(Role::Pawn))),
        "open_file_at_king" => files(true),
        "half_open_file_at_king" => files(false),
        "castled_king" => king(castled(v)),
        "king_in_centre" => king(in_centre(v)),
        "castling_right" => Count::bare(rights(v)),
        "back_rank" => king(back_rank(v)),
        "mate_hole" => Count::any(wedge(v)),
        "pawnless_flank" => king(pawnless_flank(v)),
        "opposite_castling" => king(opposite_wings(v)),
        "opposition" => king(opposition(v)),
        _ => return None,
    })
}

/// Sides to which we may still castle.
pub(super) fn rights(v: View<'_>) -> i32 {
    let [a, b] = match v.us {
        Color::White => [v.board.rights[0], v.board.rights[1]],
        Color::Black => [v.board.rights[2], v.board.rights[3]],
    };
    i32::from(a) + i32::from(b)
}

/// On the king's file and the two next to it (at the edge the three outermost), the first of these pawns level with the king
/// or before him.
fn nearest(v: View<'_>, pawns: Set) -> Set {
    let king = v.king();
    let middle = king.file().clamp(1, 6);
    let first = |file: i8| {
        let ahead = pawns.iter().filter(|sq| sq.file() == file && v.rank(*sq) >= v.rank(king));
        ahead.min_by_key(|&sq| v.rank(sq))
    };
    (middle - 1..=middle + 1).filter_map(first).collect()
}

/// On the first rank towards a corner, or on the c- or f-file with a rook on the inner side.
fn stands_castled(v: View<'_>) -> bool {
    let king = v.king();
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
fn castled(v: View<'_>) -> bool {
    rights(v) == 0 && stands_castled(v)
}

/// In the middle, unable to castle, with enemy queens on.
fn in_centre(v: View<'_>) -> bool {
    let inner = (2..=5).contains(&v.king().file());
    rights(v) == 0 && inner && !stands_castled(v) && !v.enemy(Role::Queen).is_empty()
}

/// Files at the king without any pawn (`open`), or without own pawns but with enemy ones.
fn open_files(v: View<'_>, open: bool) -> i32 {
    let king = v.king().file();
    let has = |pawns: Set, file: i8| pawns.iter().any(|sq| sq.file() == file);
    let files = (king - 1).max(0)..=(king + 1).min(7);
    let counts = |file: &i8| !has(v.own(Role::Pawn), *file) && has(v.enemy(Role::Pawn), *file) != open;
    files.filter(counts).count() as i32
}

/// On the first rank without a flight square on the second, unable to castle, against major pieces.
fn back_rank(v: View<'_>) -> bool {
    let king = v.king();
    let flights = (-1..=1).filter_map(|files| king.step((files, v.us.forward())));
    let shut = |sq: Square| v.board.on(sq).is_some_and(|man| man.color == v.us) || v.turned().attacks(sq);
    let majors = !v.turned().all_of(&[Role::Rook, Role::Queen]).is_empty();
    v.rank(king) == 0 && rights(v) == 0 && majors && flights.into_iter().all(shut)
}

/// Enemy pawns and bishops on the third rank beside the square of the knight's pawn that a king on the first rank, a-, b-, g-
/// or h-file, lacks; with enemy queens on.
fn wedge(v: View<'_>) -> Set {
    let king = v.king();
    let home = v.rank(king) == 0 && !(2..=5).contains(&king.file());
    let file = if king.file() >= 4 { 6 } else { 1 };
    let pawn = v.square(file, 1).is_some_and(|sq| v.own(Role::Pawn).contains(sq));
    let enemies = v.turned().all_of(&[Role::Pawn, Role::Bishop]);
    let places = [file - 1, file + 1].into_iter().filter_map(|file| v.square(file, 2));
    let holds = home && !pawn && !v.enemy(Role::Queen).is_empty();
    when(holds, places.filter(|&sq| enemies.contains(sq)).collect())
}

/// No pawn of either side on the king's wing: three files at the edge, or the c- to f-files for a king on the d- or e-file.
fn pawnless_flank(v: View<'_>) -> bool {
    let wing = match v.king().file() {
        0..=2 => 0..=2,
        3 | 4 => 2..=5,
        _ => 5..=7,
    };
    !v.own(Role::Pawn).or(v.enemy(Role::Pawn)).iter().any(|sq| wing.contains(&sq.file()))
}

/// One king stands on the a- to c-files, the other on the f- to h-files.
fn opposite_wings(v: View<'_>) -> bool {
    let (a, b) = (v.king().file(), v.turned().king().file());
    a <= 2 && b >= 5 || a >= 5 && b <= 2
}

/// The kings face each other with one square between, only pawns besides, the other side to move.
fn opposition(v: View<'_>) -> bool {
    let (a, b) = (v.king(), v.turned().king());
    let apart = ((a.file() - b.file()).abs(), (a.rank() - b.rank()).abs());
    let bare = v.pieces().is_empty() && v.turned().pieces().is_empty();
    bare && v.board.turn == v.them() && matches!(apart, (0, 2) | (2, 0))
}
