//! A board of 64 boxes, and who attacks what on it, by walking from square to square.

use std::fmt;

use serde::{Deserialize, Serialize};

/// White or Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    pub(crate) fn forward(self) -> i8 {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    pub(crate) fn is_piece(self) -> bool {
        !matches!(self, Role::Pawn | Role::King)
    }

    fn of_letter(letter: char) -> Option<Role> {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    fn letter(self) -> char {
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square(u8);

impl Square {
    /// From 0 (a1) to 63 (h8).
    pub fn new(index: u8) -> Option<Square> {
        (index < 64).then_some(Square(index))
    }

    pub(crate) fn at(file: i8, rank: i8) -> Option<Square> {
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square((rank * 8 + file) as u8))
    }

    /// Every square.
    pub(crate) fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// 0 for the a-file.
    pub fn file(self) -> i8 {
        (self.0 % 8) as i8
    }

    /// 0 for the first rank.
    pub fn rank(self) -> i8 {
        (self.0 / 8) as i8
    }

    /// The rank as `side` counts: 0 is its own first rank.
    pub(crate) fn rank_for(self, side: Color) -> i8 {
        match side {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    pub(crate) fn step(self, (files, ranks): (i8, i8)) -> Option<Square> {
        Square::at(self.file() + files, self.rank() + ranks)
    }

    /// King moves from one to the other.
    pub(crate) fn distance(self, other: Square) -> i8 {
        (self.file() - other.file()).abs().max((self.rank() - other.rank()).abs())
    }

    pub(crate) fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// The squares strictly between two squares of one line; empty if they share none.
    pub(crate) fn between(self, other: Square) -> Set {
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
        Square::read(&text).ok_or_else(|| format!("{text:?} is no square; a square looks like e4"))
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Square>", into = "Vec<Square>")]
pub struct Set(u64);

impl Set {
    /// From 64 bits, a1 the lowest.
    pub fn of_bits(bits: u64) -> Set {
        Set(bits)
    }

    pub(crate) fn add(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Whether the square is in it.
    pub fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// How many squares.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None at all.
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

    pub(crate) fn and(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    pub(crate) fn or(self, other: Set) -> Set {
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

/// Steps along ranks and files.
pub(crate) const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Steps along diagonals.
pub(crate) const SLANTED: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Why a FEN was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the position {0:?} cannot be read")]
pub struct FenError(pub String);

/// A position: men, the side to move, castling rights, en passant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    men: [Option<Man>; 64],
    /// The side to move.
    pub turn: Color,
    /// May castle: White short, White long, Black short, Black long.
    pub(crate) rights: [bool; 4],
    /// The square a pawn has just jumped over.
    pub(crate) jumped: Option<Square>,
}

impl Board {
    /// Reads men, side to move, castling rights and en passant square.
    pub fn read(fen: &str) -> Result<Board, FenError> {
        let error = || FenError(fen.chars().take(100).collect());
        let mut fields = fen.split_whitespace();
        let mut men = [None; 64];
        let rows = fields.next().ok_or_else(error)?.split('/');
        let mut seen = 0;
        for (row, rank) in rows.zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    file += gap as i8;
                } else {
                    let sq = Square::at(file, rank).ok_or_else(error)?;
                    men[usize::from(sq.0)] = Some(Man::of_letter(letter).ok_or_else(error)?);
                    file += 1;
                }
            }
            seen += i32::from(file == 8);
        }
        let turn = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            _ => return Err(error()),
        };
        let castling = fields.next().unwrap_or("-");
        let jumped = fields.next().and_then(Square::read);
        let rights = ['K', 'Q', 'k', 'q'].map(|letter| castling.contains(letter));
        let board = Board { men, turn, rights, jumped };
        let kings = [Color::White, Color::Black].map(|side| board.squares(side, Role::King).len());
        if seen == 8 && kings == [1, 1] { Ok(board) } else { Err(error()) }
    }

    /// The position as FEN, with counters at their first values.
    pub fn fen(&self) -> String {
        let rows = (0..8).rev().map(|rank| {
            let mut row = String::new();
            let mut gap = 0;
            for file in 0..8 {
                match Square::at(file, rank).and_then(|sq| self.on(sq)) {
                    None => gap += 1,
                    Some(man) => {
                        if gap > 0 {
                            row.push_str(&gap.to_string());
                        }
                        gap = 0;
                        row.push(man.letter());
                    }
                }
            }
            if gap > 0 {
                row.push_str(&gap.to_string());
            }
            row
        });
        let rows = rows.collect::<Vec<_>>().join("/");
        let turn = if self.turn == Color::White { 'w' } else { 'b' };
        let letters = ['K', 'Q', 'k', 'q'].into_iter().zip(self.rights);
        let mut rights: String = letters.filter(|(_, right)| *right).map(|(letter, _)| letter).collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let jumped = self.jumped.map_or_else(|| "-".to_owned(), |sq| sq.to_string());
        format!("{rows} {turn} {rights} {jumped} 0 1")
    }

    /// The man on a square.
    pub fn on(&self, square: Square) -> Option<Man> {
        self.men[usize::from(square.0)]
    }

    pub(crate) fn put(&mut self, square: Square, man: Option<Man>) {
        self.men[usize::from(square.0)] = man;
    }

    pub(crate) fn is(&self, square: Square, color: Color, role: Role) -> bool {
        self.on(square) == Some(Man { color, role })
    }

    /// All men of a side.
    pub(crate) fn men(&self, side: Color) -> impl Iterator<Item = (Square, Role)> {
        Square::all()
            .filter_map(move |sq| self.on(sq).filter(|man| man.color == side).map(|man| (sq, man.role)))
    }

    /// Where a side's men of a kind stand.
    pub fn squares(&self, side: Color, role: Role) -> Set {
        self.men(side).filter(|&(_, r)| r == role).map(|(sq, _)| sq).collect()
    }

    /// How many men of a kind a side has.
    pub(crate) fn number(&self, side: Color, role: Role) -> i32 {
        self.squares(side, role).len() as i32
    }

    /// A side's king; every board that was read has one.
    pub(crate) fn king(&self, side: Color) -> Square {
        self.squares(side, Role::King).iter().next().unwrap_or(Square(0))
    }

    /// Points of `side` minus points of the other side.
    pub fn balance(&self, side: Color) -> i32 {
        let sum = |side: Color| self.men(side).map(|(_, role)| role.points()).sum::<i32>();
        sum(side) - sum(side.other())
    }

    /// The squares that the man on `from` attacks.
    pub fn attacks_from(&self, from: Square) -> Set {
        let Some(man) = self.on(from) else { return Set::default() };
        let near = |steps: &[(i8, i8)]| steps.iter().filter_map(|&s| from.step(s)).collect::<Set>();
        match man.role {
            Role::Pawn => near(&[(-1, man.color.forward()), (1, man.color.forward())]),
            Role::Knight => near(&JUMPS),
            Role::King => near(&STRAIGHT).or(near(&SLANTED)),
            Role::Bishop => self.rays(from, &SLANTED),
            Role::Rook => self.rays(from, &STRAIGHT),
            Role::Queen => self.rays(from, &STRAIGHT).or(self.rays(from, &SLANTED)),
        }
    }

    /// Squares seen from `from` in the given directions, up to and including the first man.
    pub(crate) fn rays(&self, from: Square, directions: &[(i8, i8)]) -> Set {
        let mut set = Set::default();
        for &direction in directions {
            let mut at = from.step(direction);
            while let Some(sq) = at {
                set.add(sq);
                at = if self.on(sq).is_none() { sq.step(direction) } else { None };
            }
        }
        set
    }

    /// The men of `side` that attack `square`.
    pub fn attackers(&self, side: Color, square: Square) -> Set {
        self.men(side).map(|(sq, _)| sq).filter(|&sq| self.attacks_from(sq).contains(square)).collect()
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, side: Color) -> bool {
        let king = self.king(side);
        // Quicker than asking every enemy man: look outwards from the king.
        let enemy = side.other();
        let sees = |steps: &[(i8, i8)], roles: [Role; 2]| {
            self.rays(king, steps).iter().any(|sq| roles.iter().any(|&r| self.is(sq, enemy, r)))
        };
        let near = |steps: &[(i8, i8)], role: Role| {
            steps.iter().filter_map(|&s| king.step(s)).any(|sq| self.is(sq, enemy, role))
        };
        near(&JUMPS, Role::Knight)
            || near(&[(-1, side.forward()), (1, side.forward())], Role::Pawn)
            || near(&STRAIGHT, Role::King)
            || near(&SLANTED, Role::King)
            || sees(&STRAIGHT, [Role::Rook, Role::Queen])
            || sees(&SLANTED, [Role::Bishop, Role::Queen])
    }

    /// The same position with the other side to move; `None` if the side to move is in check.
    pub(crate) fn passed(&self) -> Option<Board> {
        let next = Board { turn: self.turn.other(), jumped: None, ..self.clone() };
        (!self.in_check(self.turn)).then_some(next)
    }
}
