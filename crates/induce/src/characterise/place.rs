//! Where the men of an endgame stand.

use philidor_chess::{
    Material, Piece,
    geometry::Symmetry,
    shakmaty::{Bitboard, Board, Chess, Color, Position, Role, Square, attacks},
};
use philidor_truth::rows::Entry;

/// Most men, kings included.
pub(super) const MEN: usize = philidor_truth::MOST_MEN;

/// One man of an endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The man's colour.
    pub color: Color,
    /// What.
    pub role: Role,
    /// 0 if it is the only one of its kind, else 1, 2, …
    pub number: u8,
}

impl Slot {
    /// The men of an endgame in the order of [`Place::squares`]: White's king, Black's king, White's other men, the
    /// strongest first, then Black's.
    pub fn of(material: Material) -> Vec<Slot> {
        let king = |color| Slot { color, role: Role::King, number: 0 };
        let mut out = vec![king(Color::White), king(Color::Black)];
        for color in Color::ALL {
            for piece in Piece::ALL {
                let many = material.count(color, piece);
                for i in 1..=many {
                    out.push(Slot { color, role: piece.role(), number: if many == 1 { 0 } else { i } });
                }
            }
        }
        out
    }

    /// As rules write it: upper case for White, lower case for Black, numbered if there are several.
    pub fn letter(self) -> String {
        let letter = self.role.of(self.color).char();
        if self.number == 0 { letter.to_string() } else { format!("{letter}{}", self.number) }
    }

    /// In words.
    pub fn name(self) -> String {
        let color = if self.color.is_white() { "white" } else { "black" };
        let role = match self.role {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        };
        if self.number == 0 { format!("{color} {role}") } else { format!("{color} {role} {}", self.number) }
    }
}

/// Squares of all men and the side to move; what the men are is known from the endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Who is to move.
    pub to_move: Color,
    /// Square numbers (a1 = 0) in the order of [`Slot::of`]; unused ones are 0.
    pub squares: [u8; MEN],
}

impl Place {
    /// The position as a member of an endgame, turned the way datasets hold it: the stronger side White, the
    /// pawns by the file mirror, without pawns White's king in the triangle a1-d1-d4. `None` if the men are others.
    pub fn of(pos: &Chess, material: Material) -> Option<Place> {
        let (board, to_move) = (pos.board(), pos.turn());
        let here = Material::of(board);
        if here == material {
            Some(Place::read(board, to_move, material).turned(material))
        } else if here.flipped() == material {
            let mut flipped = board.clone();
            flipped.flip_vertical();
            flipped.swap_colors();
            Some(Place::read(&flipped, !to_move, material).turned(material))
        } else {
            None
        }
    }

    fn read(board: &Board, to_move: Color, material: Material) -> Place {
        let mut squares = [0; MEN];
        let mut left = board.occupied();
        for (slot, square) in Slot::of(material).iter().zip(&mut squares) {
            let found =
                (left & board.by_piece(slot.role.of(slot.color))).first().expect("a man of the endgame");
            left.discard(found);
            *square = found.to_u32() as u8;
        }
        Place { to_move, squares }
    }

    /// A position of a table's walk.
    pub(super) fn from_entry(entry: &Entry<'_>, material: Material) -> Place {
        let mut squares = [0; MEN];
        (squares[0], squares[1]) = (entry.white_king(), entry.black_king());
        let mut men = [(Color::White, Piece::Pawn, 0); MEN - 2];
        let men = &mut men[..entry.men().len()];
        men.copy_from_slice(entry.men());
        men.sort_unstable_by_key(|m| (m.0.is_black(), m.1, m.2));
        for (square, man) in squares[2..].iter_mut().zip(men) {
            *square = man.2;
        }
        Place { to_move: entry.to_move, squares }.turned(material)
    }

    /// The representative of all images under the symmetries of the endgame.
    fn turned(self, material: Material) -> Place {
        let slots = Slot::of(material);
        let pawns = material.has_pawns();
        let images = Symmetry::all().take(if pawns { 2 } else { 8 }).map(|sym| {
            let mut squares = self.squares;
            for square in &mut squares[..slots.len()] {
                *square = sym.square(Square::new(u32::from(*square))).to_u32() as u8;
            }
            for i in 3..slots.len() {
                // Like men stand in order of squares: insertion sort on at most three.
                let mut j = i;
                while j > 2
                    && (slots[j - 1].color, slots[j - 1].role) == (slots[j].color, slots[j].role)
                    && squares[j - 1] > squares[j]
                {
                    squares.swap(j - 1, j);
                    j -= 1;
                }
            }
            Place { squares, ..self }
        });
        let key = |place: &Place| {
            let men = &place.squares[..slots.len()];
            let file = |sq: u8| sq & 7;
            let above = |sq: u8| sq >> 3 > sq & 7;
            if pawns {
                let pawns =
                    slots.iter().zip(men).filter(|(s, _)| s.role == Role::Pawn).map(|(_, &sq)| file(sq));
                let all: Vec<u8> = pawns.chain(men.iter().map(|&sq| file(sq))).collect();
                (0, all)
            } else {
                let corner = u8::from(file(men[0]) > 3) | u8::from(men[0] >> 3 > 3) << 1;
                (corner, men.iter().map(|&sq| u8::from(above(sq))).collect())
            }
        };
        images.min_by_key(key).expect("at least one image")
    }

    /// The places with one of the kings a step away and all else as it is, legal or not, turned as datasets hold them.
    pub(super) fn king_steps(self, material: Material) -> impl Iterator<Item = Place> {
        [0usize, 1].into_iter().flat_map(move |king| {
            attacks::king_attacks(self.square(king)).into_iter().map(move |to| {
                let mut place = self;
                place.squares[king] = to.to_u32() as u8;
                place.turned(material)
            })
        })
    }

    /// The square of a man.
    #[inline]
    pub fn square(&self, slot: usize) -> Square {
        Square::new(u32::from(self.squares[slot]))
    }

    /// File 1 to 8.
    #[inline]
    pub fn file(&self, slot: usize) -> i32 {
        i32::from(self.squares[slot] & 7) + 1
    }

    /// Rank 1 to 8.
    #[inline]
    pub fn rank(&self, slot: usize) -> i32 {
        i32::from(self.squares[slot] >> 3) + 1
    }

    /// King moves between two men.
    #[inline]
    pub fn distance(&self, a: usize, b: usize) -> i32 {
        (self.file(a) - self.file(b)).abs().max((self.rank(a) - self.rank(b)).abs())
    }

    /// King moves from a man to a square given by file and rank, 1 to 8 (squares beyond the board are meant too).
    #[inline]
    pub fn distance_to(&self, slot: usize, (file, rank): (i32, i32)) -> i32 {
        (self.file(slot) - file).abs().max((self.rank(slot) - rank).abs())
    }

    /// 1 if Black is to move, else 0.
    #[inline]
    pub fn late(&self) -> i32 {
        i32::from(self.to_move.is_black())
    }

    /// What a man attacks, given where the others stand.
    pub(super) fn attacks(&self, slots: &[Slot], slot: usize) -> Bitboard {
        let all: Bitboard = (0..slots.len()).map(|i| self.square(i)).collect();
        attacks::attacks(self.square(slot), slots[slot].role.of(slots[slot].color), all)
    }

    /// The board of the position.
    pub fn board(&self, material: Material) -> Board {
        let mut board = Board::empty();
        for (i, slot) in Slot::of(material).into_iter().enumerate() {
            board.set_piece_at(self.square(i), slot.role.of(slot.color));
        }
        board
    }

    /// The position as FEN.
    pub fn fen(&self, material: Material) -> String {
        format!("{} {} - - 0 1", self.board(material).board_fen(), self.to_move.char())
    }
}
