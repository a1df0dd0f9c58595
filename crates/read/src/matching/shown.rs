//! Features of the moves and squares that a comment names: lines that can be played from here, and squares on which something happens.

use philidor_chess::shakmaty::{Bitboard, Chess, Color, File, Position, Role, Square, attacks};

use super::{
    Named, Subject,
    fits::{agrees, few, yes},
    words::Comment,
};
use crate::notation::Said;

/// How many moves of a row can be played from a position.
fn playable(start: &Chess, row: &[Said]) -> usize {
    let mut pos = start.clone();
    for (at, said) in row.iter().enumerate() {
        let Some(mv) = (Said { number: None, black: false, form: said.form }).on(&pos) else { return at };
        pos.play_unchecked(mv);
    }
    row.len()
}

/// The rows of moves: from where they can be played, and how far.
pub(super) fn rows(subject: &Subject, comment: &Comment, all: &mut Named) {
    let known = &subject.moves;
    let (before, after) = (&subject.before, &subject.after);
    let (mut from_before, mut from_after, mut own, mut other, mut broken, mut long) = (0, 0, 0, 0, 0, 0);
    let (mut shown, mut told) = (0, 0);
    for row in &comment.rows {
        let from = |pos: Option<&Chess>| pos.map_or(0, |pos| playable(pos, row));
        let reach =
            [from(Some(before)), from(Some(after)), from(known.again.as_ref()), from(known.turned.as_ref())];
        let most = reach.into_iter().max().unwrap_or(0);
        shown += most;
        told += row.len();
        if row.len() < 2 {
            continue;
        }
        let place = reach.iter().position(|&r| r == most).unwrap_or(0);
        if most == row.len() {
            long += most;
            match place {
                0 => from_before += 1,
                1 => from_after += 1,
                2 => own += 1,
                _ => other += 1,
            }
        } else if most == 0 {
            broken += 1;
        }
    }
    all.extend([
        ("row_instead", few(from_before, 2)),
        ("row_after", few(from_after, 2)),
        ("row_own", few(own, 2)),
        ("row_other", few(other, 2)),
        ("row_broken", few(broken, 2)),
        ("row_moves", few(long, 8)),
        ("rows_shown", if told > 0 { shown as f32 / told as f32 - 0.5 } else { 0.0 }),
    ]);
    // A number before a move says when it is played.
    let number = u32::from(before.fullmoves());
    let black = before.turn().is_black();
    let first = comment.moves.iter().find_map(|said| said.number.map(|n| (n, said)));
    if let Some((n, said)) = first {
        let ply = i64::from(n) * 2 + i64::from(said.black) - i64::from(number) * 2 - i64::from(black);
        let legal = |pos: &Chess| said.on(pos).is_some();
        all.extend([
            ("ply_same", yes(ply == 0)),
            ("ply_next", yes(ply == 1)),
            ("ply_soon", yes((2..=4).contains(&ply))),
            ("ply_later", yes((5..=20).contains(&ply))),
            ("ply_past", yes((-6..0).contains(&ply))),
            ("ply_elsewhere", yes(!(-6..=20).contains(&ply))),
            ("ply_same_legal", yes(ply == 0 && legal(before))),
            ("ply_same_impossible", yes(ply == 0 && !legal(before))),
            ("ply_next_legal", yes(ply == 1 && legal(after))),
            ("ply_next_impossible", yes(ply == 1 && !legal(after))),
        ]);
    }
}

/// A pawn of a side can come to stand on a square by steps alone.
fn pawn_behind(pos: &Chess, square: Square, side: Color) -> bool {
    let pawns = pos.board().by_piece(Role::Pawn.of(side)) & Bitboard::from_file(square.file());
    pawns.into_iter().any(|pawn| side.fold_wb(pawn.rank() <= square.rank(), pawn.rank() >= square.rank()))
}

/// Something can come to a square in a move, or stands there.
fn alive(pos: &Chess, square: Square) -> bool {
    let board = pos.board();
    board.occupied().contains(square)
        || Color::ALL.into_iter().any(|side| {
            let men = board.attacks_to(square, side, board.occupied()) & !board.kings();
            let steps = if side.is_white() { [-8_i32, -16] } else { [8, 16] };
            let pushed = steps.into_iter().filter_map(|by| square.offset(by)).any(|from| {
                board.piece_at(from).is_some_and(|man| man.role == Role::Pawn && man.color == side)
            });
            pushed || men.any()
        })
}

/// What happens on the squares, files and diagonals that are named.
pub(super) fn ground(subject: &Subject, comment: &Comment, all: &mut Named) {
    let (before, after, mv) = (&subject.before, &subject.after, subject.mv);
    let us = before.turn();
    let to = mv.castling_side().map_or(mv.to(), |side| side.king_to(us));
    let (board, then) = (before.board(), after.board());
    let targets: Vec<Square> = comment.moves.iter().filter_map(Said::to).collect();
    let squares = &comment.squares;
    let guards = |board: &philidor_chess::shakmaty::Board, square: Square, side: Color| {
        board.attacks_to(square, side, board.occupied()).count()
    };
    if !squares.is_empty() {
        let share = |test: &dyn Fn(Square) -> bool| {
            squares.iter().filter(|sq| test(**sq)).count() as f32 / squares.len() as f32
        };
        let reach = then.attacks_from(to);
        let gained = |sq: Square| guards(then, sq, us) > guards(board, sq, us);
        let lost = |sq: Square| guards(then, sq, us) < guards(board, sq, us);
        let both = |sq: Square| guards(then, sq, us) > 0 && guards(then, sq, !us) > 0;
        let near = squares.iter().map(|sq| sq.distance(to)).min().unwrap_or(7);
        let first = squares[0];
        all.extend([
            ("square_first_target", yes(first == to)),
            ("square_first_reached", yes(reach.contains(first))),
            ("square_gained", share(&gained) - 0.3),
            ("square_lost", share(&lost) - 0.2),
            ("square_both", share(&both) - 0.4),
            ("square_dead", share(&|sq| !alive(after, sq) && !alive(before, sq))),
            ("square_distance", near as f32 / 7.0 - 0.3),
            ("square_theirs", share(&|sq| then.by_color(!us).contains(sq)) - 0.2),
            ("square_ours", share(&|sq| (then.by_color(us) | board.by_color(us)).contains(sq)) - 0.2),
            ("square_pawn", share(&|sq| (then.pawns() | board.pawns()).contains(sq)) - 0.2),
            ("square_same_file", share(&|sq| sq.file() == to.file()) - 0.2),
            (
                "square_pawn_never",
                share(&|sq| !Color::ALL.into_iter().any(|side| pawn_behind(before, sq, side))),
            ),
        ]);
    }
    // Squares that moves go to, without saying who goes: near what happens?
    if !targets.is_empty() {
        let near = targets.iter().map(|sq| sq.distance(to)).min().unwrap_or(7);
        let again = targets.iter().filter(|sq| **sq == to).count();
        let from = mv.from();
        all.extend([
            ("goal_distance", near as f32 / 7.0 - 0.3),
            ("goal_same", few(again, 2)),
            ("goal_origin", few(targets.iter().filter(|sq| Some(**sq) == from).count(), 2)),
            (
                "goal_taken",
                few(
                    comment
                        .moves
                        .iter()
                        .filter(|said| matches!(said.form, crate::notation::Form::Man { takes: true, to: at, .. } if at == to))
                        .count(),
                    2,
                ),
            ),
        ]);
    }
    // "The c-pawn": somebody has one, and it can move.
    let owner_has =
        |file: File, side: Color| (board.by_piece(Role::Pawn.of(side)) & Bitboard::from_file(file)).any();
    for file in &comment.pawn_files {
        if owner_has(*file, us) != owner_has(*file, !us) {
            all.push(("pawn_file_one", 1.0));
            break;
        }
    }
    let heavy = then.rooks() | then.queens();
    let on_file = |file: &File| (heavy & Bitboard::from_file(*file)).any();
    all.push(("file_heavy", agrees(!comment.files.is_empty(), comment.files.iter().any(on_file))));
    // Bishops by the colour of their squares.
    for (words, shade, kept, moved) in [
        (
            [" dark squared ", " dark square ", " black squared "],
            Bitboard::DARK_SQUARES,
            "dark_bishop_there",
            "dark_bishop_moves",
        ),
        (
            [" light squared ", " light square ", " white squared "],
            Bitboard::LIGHT_SQUARES,
            "light_bishop_there",
            "light_bishop_moves",
        ),
    ] {
        let said = comment.has(&words) && comment.low.contains(" bishop");
        all.push((kept, agrees(said, (board.bishops() & shade).any())));
        let taken = mv.capture() == Some(Role::Bishop);
        all.push((moved, agrees(said, (mv.role() == Role::Bishop || taken) && shade.contains(to))));
    }
    // "The king on …", "the king's position": which king is nearer to what happens?
    let ring = |side: Color| then.king_of(side).map_or(Bitboard::EMPTY, attacks::king_attacks);
    let wing = squares.iter().filter(|sq| (ring(us) | ring(!us)).contains(**sq)).count();
    all.push(("square_by_king", few(wing, 2)));
}
