//! A board of 64 boxes, and who attacks what on it, by walking from square to square.

pub(crate) use philidor_claims::{Color, Man, Role, Set, Square};

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

/// More files than a board has.
const WIDER: i8 = 9;

fn place(square: Square) -> usize {
    square.rank() as usize * 8 + square.file() as usize
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
                    file = (file + gap as i8).min(WIDER);
                } else {
                    let sq = Square::at(file, rank).ok_or_else(error)?;
                    men[place(sq)] = Some(Man::of_letter(letter).ok_or_else(error)?);
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
        self.men[place(square)]
    }

    pub(crate) fn put(&mut self, square: Square, man: Option<Man>) {
        self.men[place(square)] = man;
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
        self.squares(side, Role::King)
            .iter()
            .next()
            .unwrap_or_else(|| unreachable!("a board that was read has kings"))
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
