//! What frames a line: its length, its material, the phase of the game, what it achieves.

use philidor_chess::shakmaty::{Bitboard, Board, Color, Position, Rank, Role};

use super::Finder;
use philidor_claims::Theme;

pub(super) fn frame(f: &mut Finder<'_>) {
    let line = f.line;
    f.note(
        match line.solver_moves() {
            1 => Theme::OneMove,
            2 => Theme::Short,
            3 => Theme::Long,
            _ => Theme::VeryLong,
        },
        0,
    );
    let boards = [line.start().board(), line.steps()[0].board()];
    if let Some(theme) =
        ENDGAMES.into_iter().find_map(|(role, theme)| boards.iter().all(|b| only(b, role)).then_some(theme))
    {
        f.note(theme, 0);
    } else if boards.iter().all(|b| queen_and_rooks(b)) {
        f.note(Theme::QueenRookEndgame, 0);
    }
    f.note(phase(line.start().board()), 0);
}

const ENDGAMES: [(Role, Theme); 5] = [
    (Role::Pawn, Theme::PawnEndgame),
    (Role::Queen, Theme::QueenEndgame),
    (Role::Rook, Theme::RookEndgame),
    (Role::Bishop, Theme::BishopEndgame),
    (Role::Knight, Theme::KnightEndgame),
];

/// Kings, pawns and at least one of `role`, nothing else.
fn only(board: &Board, role: Role) -> bool {
    let kind = board.by_role(role);
    kind.any() && board.occupied() == board.kings() | board.pawns() | kind
}

fn queen_and_rooks(board: &Board) -> bool {
    board.queens().count() == 1
        && board.rooks().any()
        && board.occupied() == board.kings() | board.pawns() | board.rooks_and_queens()
}

/// Opening, middlegame or endgame, as Lichess divides games: by the pieces left, thin back ranks, and how much the men
/// of both sides are mixed.
pub fn phase(board: &Board) -> Theme {
    let pieces = (board.occupied() & !board.kings() & !board.pawns()).count();
    if pieces <= 6 {
        Theme::Endgame
    } else if pieces <= 10 || thin_back_rank(board) || mixedness(board) > 150 {
        Theme::Middlegame
    } else {
        Theme::Opening
    }
}

fn thin_back_rank(board: &Board) -> bool {
    (Bitboard::from(Rank::First) & board.white()).count() < 4
        || (Bitboard::from(Rank::Eighth) & board.black()).count() < 4
}

/// Sum over all windows of two by two squares of how far the men in it are from home and from each other.
fn mixedness(board: &Board) -> i32 {
    let mut sum = 0;
    for y in 0..7u32 {
        for x in 0..7u32 {
            let window = Bitboard(0x0303 << (8 * y + x));
            let men = |side: Color| (board.by_color(side) & window).count() as i32;
            sum += window_score(y as i32 + 1, men(Color::White), men(Color::Black));
        }
    }
    sum
}

/// `y` is the window's lower rank, from 1.
fn window_score(y: i32, white: i32, black: i32) -> i32 {
    match (white, black) {
        (1, 0) => 9 - y,
        (2, 0) if y > 2 => y,
        (3 | 4, 0) if y > 1 => 2 + y,
        (0, 1) => 1 + y,
        (1, 1) => 5 + (4 - y).abs(),
        (2, 1) => 3 + y,
        (3, 1) => 4 + y,
        (0, 2) if y < 6 => 8 - y,
        (1, 2) => 11 - y,
        (2, 2) => 7,
        (0, 3 | 4) if y < 7 => 10 - y,
        (1, 3) => 12 - y,
        _ => 0,
    }
}
