//! Features counted by their glosses in `knowledge/features.toml`, square by square.
//!
//! Only what a person can count on a board is here. Features that measure (mobility, nearness to the king, worth of squares)
//! have no count of their own in this crate.

mod king;
mod pawns;
mod pieces;

use crate::board::{Board, Color, Role, Set, Square};

/// How many there are, and where, if they can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// In the feature's unit.
    pub number: i32,
    /// Where it is seen.
    pub squares: Option<Set>,
}

impl Count {
    fn each(squares: Set) -> Count {
        Count { number: squares.len() as i32, squares: Some(squares) }
    }

    /// Yes if there are any squares.
    fn any(squares: Set) -> Count {
        Count { number: i32::from(!squares.is_empty()), squares: Some(squares) }
    }

    fn bare(number: i32) -> Count {
        Count { number, squares: None }
    }
}

/// Counts a feature of `owner`; `None` if this crate does not count it.
///
/// ```
/// use philidor_verify::{Board, Color, count};
///
/// let board = Board::read("4k3/8/3p4/3N4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let outpost = count(&board, "knight_outpost", Color::White).unwrap();
/// assert_eq!((outpost.number, outpost.squares.unwrap().to_string()), (1, "d5".to_owned()));
/// assert_eq!(count(&board, "king_tropism", Color::White), None);
/// ```
pub fn count(board: &Board, feature: &str, owner: Color) -> Option<Count> {
    let b = View { board, us: owner };
    let number = |role: Role| Count::each(board.squares(owner, role));
    Some(match feature {
        "pawns" => Count::bare(board.number(owner, Role::Pawn)),
        "knights" | "knight_centralisation" => number(Role::Knight),
        "bishops" => number(Role::Bishop),
        "rooks" => number(Role::Rook),
        "queens" => number(Role::Queen),
        "bishop_position" => Count::bare(board.number(owner, Role::Bishop)),
        "rook_position" => Count::bare(board.number(owner, Role::Rook)),
        "queen_position" => Count::bare(board.number(owner, Role::Queen)),
        "king_position" => number(Role::King),
        "isolated_pawn" => Count::each(b.pawns_where(pawns::isolated)),
        "doubled_pawns" => Count::each(b.pawns_where(pawns::doubled)),
        "backward_pawn" => Count::each(b.pawns_where(pawns::backward)),
        "backward_pawn_on_half_open_file" => {
            Count::bare(b.pawns_where(|b, sq| pawns::backward(b, sq) && pawns::unopposed(b, sq)).len() as i32)
        }
        "passed_pawn" => Count::each(b.pawns_where(pawns::passed)),
        "protected_passer" => {
            Count::each(b.pawns_where(|b, sq| pawns::passed(b, sq) && pawns::guarded(b, sq)))
        }
        "connected_passers" => Count::each(b.pawns_where(pawns::connected)),
        "outside_passer" => Count::each(b.pawns_where(pawns::outside)),
        "blockaded_passer" => Count::each(b.pawns_where(pawns::blockaded)),
        "rook_behind_passed_pawn" => Count::each(b.pawns_where(pawns::rook_behind)),
        "pawn_islands" => Count::bare(pawns::islands(b)),
        "pawn_holes" => Count::bare(pawns::holes(b)),
        "weak_colour_complex" => Count::bare(pawns::weak_colour(b)),
        "bishop_pair" => Count::any(pieces::bishop_pair(b)),
        "knight_outpost" => Count::each(pieces::outposts(b, Role::Knight)),
        "knight_outpost_supported" => Count::each(
            pieces::outposts(b, Role::Knight).iter().filter(|&sq| pawns::guarded(b, sq)).collect(),
        ),
        "bishop_outpost" => Count::each(pieces::outposts(b, Role::Bishop)),
        "knight_on_rim" => Count::each(pieces::on_rim(b)),
        "bad_bishop" => Count::each(pieces::bad_bishops(b)),
        "bishop_over_knight" => Count::bare(i32::from(pieces::bishop_over_knight(b))),
        "queen_infiltration" => Count::bare(pieces::infiltrated(b).len() as i32),
        "queen_offside" => Count::bare(pieces::offside(b).len() as i32),
        "rook_open_file" => Count::each(pieces::rooks_on(b, false)),
        "rook_half_open_file" => Count::each(pieces::rooks_on(b, true)),
        "rook_on_seventh" => Count::each(pieces::on_seventh(b)),
        "doubled_rooks" => Count::any(pieces::doubled_rooks(b)),
        "undeveloped_minors" => Count::each(pieces::at_home(b)),
        "hanging_piece" => Count::each(pieces::hanging(b)),
        "pinned_piece" => Count::each(pieces::pinned(b)),
        "centre_control" => Count::bare(pieces::centre(b)),
        "castled_king" => Count::any(king::when(b, king::castled(b))),
        "king_in_centre" => Count::any(king::when(b, king::in_centre(b))),
        "castling_right" => Count::bare(king::rights(b)),
        "open_file_at_king" => {
            let files = king::open_files(b, true);
            Count { number: files, squares: Some(king::when(b, files > 0)) }
        }
        "half_open_file_at_king" => Count::bare(king::open_files(b, false)),
        "back_rank" => Count::any(king::when(b, king::back_rank(b))),
        "opposition" => Count::any(king::when(b, king::opposition(b))),
        _ => return None,
    })
}

/// A board as one side sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) board: &'a Board,
    pub(crate) us: Color,
}

impl View<'_> {
    pub(crate) fn them(self) -> Color {
        self.us.other()
    }

    pub(crate) fn own(self, role: Role) -> Set {
        self.board.squares(self.us, role)
    }

    pub(crate) fn enemy(self, role: Role) -> Set {
        self.board.squares(self.them(), role)
    }

    /// The rank as this side counts, from 0.
    pub(crate) fn rank(self, square: Square) -> i8 {
        square.rank_for(self.us)
    }

    fn pawns_where(self, test: impl Fn(View<'_>, Square) -> bool) -> Set {
        self.own(Role::Pawn).iter().filter(|&sq| test(self, sq)).collect()
    }
}
