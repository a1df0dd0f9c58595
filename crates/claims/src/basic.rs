//! Colours, kinds of men, squares and sets of squares.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// White or Black.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Plays up the board.
    White,
    /// Plays down the board.
    Black,
}

impl Color {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// One step forward, in ranks.
    pub fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A kind of man.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// Pawn 1, knight and bishop 3, rook 5, queen 9, king 0.
    pub fn points(self) -> i32 {
        match self {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 0,
        }
    }

    /// Neither pawn nor king.
    pub fn is_piece(self) -> bool {
        !matches!(self, Role::Pawn | Role::King)
    }

    /// From a FEN letter of either case.
    pub fn of_letter(letter: char) -> Option<Role> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Role::Pawn,
            'n' => Role::Knight,
            'b' => Role::Bishop,
            'r' => Role::Rook,
            'q' => Role::Queen,
            'k' => Role::King,
            _ => return None,
        })
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        })
    }
}

/// A man of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
pub struct Man {
    /// Whose.
    pub color: Color,
    /// What.
    pub role: Role,
}

impl Man {
    /// From a FEN letter: capital letters are White's.
    pub fn of_letter(letter: char) -> Option<Man> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::of_letter(letter).map(|role| Man { color, role })
    }

    /// The FEN letter: capital letters are White's.
    pub fn letter(self) -> char {
        let letter = match self.role {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        };
        if self.color == Color::White { letter.to_ascii_uppercase() } else { letter }
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}

/// A square, a1 = 0, b1 = 1, … h8 = 63; as text `e4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
#[ts(as = "String")]
pub struct Square(u8);

impl Square {
    /// From 0 (a1) to 63 (h8).
    #[inline]
    pub fn new(index: u8) -> Option<Square> {
        (index < 64).then_some(Square(index))
    }

    /// From file and rank, each 0 to 7; `None` off the board.
    pub fn at(file: i8, rank: i8) -> Option<Square> {
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square((rank * 8 + file) as u8))
    }

    /// Every square, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// 0 for the a-file.
    #[inline]
    pub fn file(self) -> i8 {
        (self.0 % 8) as i8
    }

    /// 0 for the first rank.
    #[inline]
    pub fn rank(self) -> i8 {
        (self.0 / 8) as i8
    }

    /// The rank as `side` counts: 0 is its own first rank.
    pub fn rank_for(self, side: Color) -> i8 {
        match side {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The square so many files and ranks away; `None` off the board.
    #[inline]
    pub fn step(self, (files, ranks): (i8, i8)) -> Option<Square> {
        Square::at(self.file() + files, self.rank() + ranks)
    }

    /// King moves from one to the other.
    pub fn distance(self, other: Square) -> i8 {
        (self.file() - other.file()).abs().max((self.rank() - other.rank()).abs())
    }

    /// A light square.
    pub fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// The squares strictly between two squares of one line; empty if they share none.
    #[inline]
    pub fn between(self, other: Square) -> Set {
        let (files, ranks) = (other.file() - self.file(), other.rank() - self.rank());
        let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let mut set = Set::default();
        if !aligned || self == other {
            return set;
        }
        let step = (files.signum(), ranks.signum());
        let mut at = self.step(step);
        while let Some(sq) = at.filter(|&sq| sq != other) {
            set.add(sq);
            at = sq.step(step);
        }
        set
    }

    /// From text such as `e4`.
    pub fn read(text: &str) -> Option<Square> {
        let &[file, rank] = text.as_bytes() else { return None };
        Square::at(file.wrapping_sub(b'a') as i8, rank.wrapping_sub(b'1') as i8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.0 % 8) as char, self.0 / 8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for Square {
    type Error = String;

    fn try_from(text: String) -> Result<Square, String> {
        Square::read(&text).ok_or_else(|| format!("{text:?} is not a square; a square looks like e4"))
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(from = "Vec<Square>", into = "Vec<Square>")]
#[schemars(with = "Vec<Square>")]
#[ts(as = "Vec<String>")]
pub struct Set(u64);

impl Set {
    /// From 64 bits, a1 the lowest.
    pub fn of_bits(bits: u64) -> Set {
        Set(bits)
    }

    /// As 64 bits, a1 the lowest.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Adds a square.
    #[inline]
    pub fn add(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Whether the square is in it.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// How many squares.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None at all.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares, a1 first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&sq| self.contains(sq))
    }

    /// Every square of it is in `other`.
    pub fn within(self, other: Set) -> bool {
        self.0 & !other.0 == 0
    }

    /// The squares of both.
    #[must_use]
    pub fn and(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    /// The squares of either.
    #[must_use]
    pub fn or(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }
}

impl FromIterator<Square> for Set {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Set {
        let mut set = Set::default();
        squares.into_iter().for_each(|sq| set.add(sq));
        set
    }
}

impl From<Vec<Square>> for Set {
    fn from(squares: Vec<Square>) -> Set {
        squares.into_iter().collect()
    }
}

impl From<Set> for Vec<Square> {
    fn from(set: Set) -> Vec<Square> {
        set.iter().collect()
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, sq) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{sq}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
