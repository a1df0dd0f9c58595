//! Properties of a move that say how the men stand and which of them it meets: what words about structures and men depend on.

use std::sync::LazyLock;

use philidor_chess::shakmaty::{Bitboard, Color, File, Position, Rank, Role, Square};
use philidor_tutor::sight::exchange;

use super::{Named, Subject};

const MEN: [(Role, &str); 6] = [
    (Role::Pawn, "pawn"),
    (Role::Knight, "knight"),
    (Role::Bishop, "bishop"),
    (Role::Rook, "rook"),
    (Role::Queen, "queen"),
    (Role::King, "king"),
];

/// Squares in the middle of the board.
fn middle() -> impl Iterator<Item = Square> {
    let files = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
    let ranks = [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth].map(Bitboard::from_rank).into_iter();
    (!ranks.fold(files, |all, rank| all | rank)).into_iter()
}

static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let side = |color: Color| color.fold_wb("white", "black");
    let mut all = Vec::new();
    for color in Color::ALL {
        all.extend(File::ALL.iter().map(|file| format!("{}_pawn_{}", side(color), file.char())));
        all.extend(middle().map(|square| format!("{}_pawn_{square}", side(color))));
        all.extend(["kingside", "queenside"].map(|wing| format!("{}_castled_{wing}", side(color))));
    }
    for owner in ["own", "their"] {
        all.extend(MEN[1..5].iter().map(|(_, man)| format!("{owner}_{man}s")));
        all.extend(["light", "dark"].map(|shade| format!("{owner}_{shade}_bishop")));
    }
    for deed in ["meets", "leaves", "guards", "new_hit"] {
        all.extend(MEN.iter().map(|(_, man)| format!("{deed}_{man}")));
    }
    all.extend(Rank::ALL.iter().map(|rank| format!("to_rank_{}", rank.char())));
    all.extend(File::ALL.iter().map(|file| format!("from_{}", file.char())));
    all.extend(
        ["moved_dark_bishop", "moved_light_bishop", "left_hanging", "hit_by_pawn", "symmetrical"]
            .map(str::to_owned),
    );
    all
});

pub(super) fn layout(subject: &Subject) -> Named {
    let (before, after, mv) = (&subject.before, &subject.after, subject.mv);
    let us = before.turn();
    let (board, then) = (before.board(), after.board());
    let to = mv.castling_side().map_or(mv.to(), |side| side.king_to(us));
    let from = mv.from().unwrap_or(to);
    let flag = |yes: bool| f32::from(u8::from(yes));
    let mut values = Vec::with_capacity(NAMES.len());
    for color in Color::ALL {
        let pawns = then.by_piece(Role::Pawn.of(color));
        values.extend(File::ALL.iter().map(|file| flag((pawns & Bitboard::from_file(*file)).any())));
        values.extend(middle().map(|square| flag(pawns.contains(square))));
        let king = then.king_of(color).unwrap_or(to);
        let home = king.rank() == color.fold_wb(Rank::First, Rank::Eighth);
        values.push(flag(home && king.file() >= File::G));
        values.push(flag(home && king.file() <= File::C));
    }
    for color in [us, !us] {
        values.extend(
            MEN[1..5].iter().map(|(role, _)| then.by_piece(role.of(color)).count().min(2) as f32 / 2.0),
        );
        let bishops = then.by_piece(Role::Bishop.of(color));
        values.push(flag((bishops & Bitboard::LIGHT_SQUARES).any()));
        values.push(flag((bishops & Bitboard::DARK_SQUARES).any()));
    }
    let hit = then.attacks_from(to) & then.by_color(!us);
    let left = board.attacks_from(from) & board.by_color(!us);
    let guarded = then.attacks_from(to) & then.by_color(us);
    let all_hits = |board: &philidor_chess::shakmaty::Board| {
        let men = board.by_color(us);
        men.into_iter().fold(Bitboard::EMPTY, |all, sq| all | board.attacks_from(sq)) & board.by_color(!us)
    };
    let new = all_hits(then) & !all_hits(board);
    for set in [hit, left & !hit, guarded, new] {
        values.extend(MEN.iter().map(|(role, _)| {
            let men = if set == (left & !hit) { board.by_role(*role) } else { then.by_role(*role) };
            flag((set & men).any())
        }));
    }
    let rank = us.fold_wb(to.rank(), Rank::new(7 - u32::from(to.rank())));
    values.extend(Rank::ALL.iter().map(|at| flag(*at == rank)));
    values.extend(File::ALL.iter().map(|file| flag(from.file() == *file)));
    let bishop = mv.role() == Role::Bishop;
    let pawns = |color: Color| then.by_piece(Role::Pawn.of(color));
    values.extend([
        flag(bishop && Bitboard::DARK_SQUARES.contains(to)),
        flag(bishop && Bitboard::LIGHT_SQUARES.contains(to)),
        flag(exchange(after, to) > 0),
        flag((then.attacks_to(to, !us, then.occupied()) & then.pawns()).any()),
        flag(pawns(Color::White).flip_vertical() == pawns(Color::Black)),
    ]);
    debug_assert_eq!(values.len(), NAMES.len());
    NAMES.iter().map(String::as_str).zip(values).collect()
}
