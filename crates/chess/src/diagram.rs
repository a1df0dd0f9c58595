//! Boards to look at: Unicode for the terminal, SVG for everything else.
//!
//! The SVG stands alone: no fonts or files from elsewhere, no ids that could clash in a page with several
//! boards, every text escaped. The men are our own drawings (see `men`).

mod men;
mod svg;

use shakmaty::{Bitboard, Chess, Color, File, Piece, Position, Rank, Role, Square};

pub use self::svg::{escape, svg};

/// What a mark means; the SVG carries its [`Tint::name`] as a class, so that a page may restyle it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tint {
    /// A good move or square (green).
    Good,
    /// A bad one (red).
    Bad,
    /// A square that matters, such as a key square (blue).
    Key,
    /// What just happened (yellow).
    Last,
}

impl Tint {
    /// `good`, `bad`, `key` or `last`.
    pub fn name(self) -> &'static str {
        match self {
            Tint::Good => "good",
            Tint::Bad => "bad",
            Tint::Key => "key",
            Tint::Last => "last",
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Tint::Good => "#2e8b3d",
            Tint::Bad => "#c0392b",
            Tint::Key => "#2f6fb5",
            Tint::Last => "#e0b020",
        }
    }
}

/// An arrow between two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// What it means.
    pub tint: Tint,
}

/// What to draw on a board beside the men.
///
/// ```
/// use philidor_chess::{diagram::{Marks, Tint}, shakmaty::{Color, Square}};
///
/// let marks = Marks::default()
///     .tint(Square::C6, Tint::Key)
///     .arrow(Square::D5, Square::C6, Tint::Good)
///     .seen_by(Color::White)
///     .caption("White takes the key square");
/// assert_eq!(marks.squares.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    /// Tinted squares.
    pub squares: Vec<(Square, Tint)>,
    /// Arrows, drawn over the men.
    pub arrows: Vec<Arrow>,
    /// Whose side is at the bottom.
    pub view: Color,
    /// A line of text below the board.
    pub caption: Option<String>,
}

impl Default for Marks {
    /// No marks, seen by White.
    fn default() -> Marks {
        Marks { squares: Vec::new(), arrows: Vec::new(), view: Color::White, caption: None }
    }
}

impl Marks {
    /// Tints a square or a set of squares.
    #[must_use]
    pub fn tint(mut self, squares: impl Into<Bitboard>, tint: Tint) -> Marks {
        self.squares.extend(squares.into().into_iter().map(|sq| (sq, tint)));
        self
    }

    /// Adds an arrow.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, tint: Tint) -> Marks {
        self.arrows.push(Arrow { from, to, tint });
        self
    }

    /// Turns the board.
    #[must_use]
    pub fn seen_by(mut self, view: Color) -> Marks {
        self.view = view;
        self
    }

    /// Writes below the board.
    #[must_use]
    pub fn caption(mut self, text: impl Into<String>) -> Marks {
        self.caption = Some(text.into());
        self
    }
}

/// The position for a terminal, with coordinates and the side to move; `view` is at the bottom.
///
/// ```
/// use philidor_chess::{diagram::unicode, parse_fen, shakmaty::Color};
///
/// let pos = parse_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
/// let board = "\
///   ┌─────────────────┐
/// 8 │ · · · · · · · · │
/// 7 │ · · · · · · · · │
/// 6 │ · · · · · · · · │
/// 5 │ · · · · ♚ · · · │
/// 4 │ · · · · · · · · │
/// 3 │ · · · · · · · · │
/// 2 │ · · · · ♙ · · · │
/// 1 │ · · · · ♔ · · · │
///   └─────────────────┘
///     a b c d e f g h    White to move
/// ";
/// let drawn: Vec<String> = unicode(&pos, Color::White).lines().map(|l| l.trim().to_owned()).collect();
/// let wanted: Vec<String> = board.lines().map(|l| l.trim().to_owned()).collect();
/// assert_eq!(drawn, wanted);
/// ```
pub fn unicode(pos: &Chess, view: Color) -> String {
    let (files, ranks) = directions(view);
    let mut out = String::from("  ┌─────────────────┐\n");
    for rank in ranks {
        out.push(rank.char());
        out.push_str(" │");
        for file in files {
            out.push(' ');
            out.push(pos.board().piece_at(Square::from_coords(file, rank)).map_or('·', figurine));
        }
        out.push_str(" │\n");
    }
    out.push_str("  └─────────────────┘\n   ");
    for file in files {
        out.push(' ');
        out.push(file.char());
    }
    out.push_str(pos.turn().fold_wb("    White to move\n", "    Black to move\n"));
    out
}

/// Files from left to right and ranks from top to bottom.
fn directions(view: Color) -> ([File; 8], [Rank; 8]) {
    let (mut files, mut ranks) = (File::ALL, Rank::ALL);
    match view {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    (files, ranks)
}

/// The Unicode chess symbol of a man.
pub fn figurine(piece: Piece) -> char {
    let (white, black) = match piece.role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    piece.color.fold_wb(white, black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_fen;

    #[test]
    fn black_s_view_turns_the_board() {
        let pos = parse_fen("4k3/8/8/8/8/8/P7/4K3 b - - 0 1").unwrap();
        let text = unicode(&pos, Color::Black);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "1 │ · · · ♔ · · · · │");
        assert_eq!(lines[2], "2 │ · · · · · · · ♙ │");
        assert_eq!(lines[8], "8 │ · · · ♚ · · · · │");
        assert_eq!(lines[10], "    h g f e d c b a    Black to move");
    }

    #[test]
    fn turning_the_board_twice_changes_nothing() {
        let (white, black) = (directions(Color::White), directions(Color::Black));
        assert!(white.0.iter().eq(black.0.iter().rev()) && white.1.iter().eq(black.1.iter().rev()));
    }
}
