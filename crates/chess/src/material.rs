//! Material names such as `KQKR`: who has which men.

use std::{fmt, str::FromStr};

use shakmaty::{Board, Color, Role};

/// A man other than a king, strongest first: the order in which names are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// A bishop.
    Bishop,
    /// A knight.
    Knight,
    /// A pawn.
    Pawn,
}

impl Piece {
    /// All of them, strongest first.
    pub const ALL: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
    /// What a pawn may become.
    pub const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

    /// The same as a shakmaty role.
    pub fn role(self) -> Role {
        match self {
            Piece::Queen => Role::Queen,
            Piece::Rook => Role::Rook,
            Piece::Bishop => Role::Bishop,
            Piece::Knight => Role::Knight,
            Piece::Pawn => Role::Pawn,
        }
    }

    /// From a shakmaty role; `None` for the king.
    pub fn from_role(role: Role) -> Option<Piece> {
        Piece::ALL.into_iter().find(|p| p.role() == role)
    }

    /// `Q`, `R`, `B`, `N` or `P`.
    pub fn letter(self) -> char {
        self.role().upper_char()
    }
}

/// The men of both sides, kings understood.
///
/// ```
/// use philidor_chess::Material;
///
/// let m: Material = "KRKQ".parse().unwrap();
/// assert_eq!(m.to_string(), "KRKQ");
/// assert_eq!(m.canonical().to_string(), "KQKR");
/// assert_eq!(m.men(), 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    white: [u8; 5],
    black: [u8; 5],
}

impl Material {
    /// The bare kings.
    pub const KK: Material = Material { white: [0; 5], black: [0; 5] };

    /// The material on a board.
    pub fn of(board: &Board) -> Material {
        let side =
            |color| Piece::ALL.map(|p| (board.by_color(color) & board.by_role(p.role())).count() as u8);
        Material { white: side(Color::White), black: side(Color::Black) }
    }

    /// How many of one kind a side has.
    pub fn count(&self, color: Color, piece: Piece) -> u8 {
        self.side(color)[piece as usize]
    }

    /// The material of an endgame: a name with more than two kings in it.
    pub fn endgame(name: &str) -> Result<Material, MaterialError> {
        let material: Material = name.parse()?;
        if material.men() > 2 { Ok(material) } else { Err(MaterialError::BareKings) }
    }

    /// All men, kings included.
    pub fn men(&self) -> usize {
        2 + self.white.iter().chain(&self.black).map(|&n| n as usize).sum::<usize>()
    }

    /// True if any pawn is left.
    pub fn has_pawns(&self) -> bool {
        self.white[Piece::Pawn as usize] + self.black[Piece::Pawn as usize] > 0
    }

    /// A side's men without the king, strongest first.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = Piece> + use<> {
        let counts = *self.side(color);
        Piece::ALL.into_iter().flat_map(move |p| std::iter::repeat_n(p, counts[p as usize] as usize))
    }

    /// The same with one man more.
    #[must_use]
    pub fn with(mut self, color: Color, piece: Piece) -> Material {
        self.side_mut(color)[piece as usize] += 1;
        self
    }

    /// The same with one man less.
    ///
    /// # Panics
    /// If there is no such man.
    #[must_use]
    pub fn without(mut self, color: Color, piece: Piece) -> Material {
        self.side_mut(color)[piece as usize] -= 1;
        self
    }

    /// Colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Material {
        Material { white: self.black, black: self.white }
    }

    /// True if White is the side that table names put first: more men, then the stronger ones.
    pub fn is_canonical(&self) -> bool {
        let rank = |side: &[u8; 5]| (side.iter().sum::<u8>(), *side);
        rank(&self.white) >= rank(&self.black)
    }

    /// The name-giving order: colours exchanged if Black is the stronger side.
    #[must_use]
    pub fn canonical(self) -> Material {
        if self.is_canonical() { self } else { self.flipped() }
    }

    /// True if both sides have the same men.
    pub fn is_symmetric(&self) -> bool {
        self.white == self.black
    }

    /// Every canonical material with exactly `men` men, in the order of their names' strength.
    pub fn all_with_men(men: usize) -> Vec<Material> {
        fn fill(left: usize, from: usize, m: Material, out: &mut Vec<Material>) {
            if left == 0 {
                if m.is_canonical() {
                    out.push(m);
                }
                return;
            }
            for slot in from..10 {
                let color = if slot < 5 { Color::White } else { Color::Black };
                fill(left - 1, slot, m.with(color, Piece::ALL[slot % 5]), out);
            }
        }
        let mut out = Vec::new();
        if men >= 2 {
            fill(men - 2, 0, Material::KK, &mut out);
        }
        out.sort_by_key(|m| (m.white.iter().sum::<u8>(), *m));
        out.reverse();
        out
    }

    fn side(&self, color: Color) -> &[u8; 5] {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn side_mut(&mut self, color: Color) -> &mut [u8; 5] {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in [Color::White, Color::Black] {
            f.write_str("K")?;
            for p in self.pieces(color) {
                write!(f, "{}", p.letter())?;
            }
        }
        Ok(())
    }
}

/// Why a material name was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// A letter that is no man.
    #[error("unknown man {letter:?} at position {at} of {name:?}: use K, Q, R, B, N and P, as in KQKR")]
    Letter {
        /// The whole name.
        name: String,
        /// The letter.
        letter: char,
        /// Its place, from 1.
        at: usize,
    },
    /// Not exactly two kings, the first in front.
    #[error(
        "{name:?} has {kings} king(s): a material name starts with White's K and has Black's K once, as in KPK"
    )]
    Kings {
        /// The whole name.
        name: String,
        /// How many kings it has.
        kings: usize,
    },
    /// More men than fit a side.
    #[error("{name:?} has too many men: a side has at most 16")]
    TooMany {
        /// The whole name.
        name: String,
    },
    /// Nothing but kings, where an endgame is wanted.
    #[error("KK has no table: two bare kings are a draw")]
    BareKings,
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KQKR`, also `kqkr` and Syzygy's `KQvKR`.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let name = text.trim().to_owned();
        let kings = name.chars().filter(|c| c.eq_ignore_ascii_case(&'k')).count();
        let mut material = Material::KK;
        let mut seen = 0;
        for (at, letter) in name.chars().enumerate() {
            let color = if seen < 2 { Color::White } else { Color::Black };
            match letter.to_ascii_uppercase() {
                'K' => seen += 1,
                'V' if seen == 1 => {}
                up => match Piece::ALL.into_iter().find(|p| p.letter() == up) {
                    Some(piece) if material.men() < 32 => material = material.with(color, piece),
                    Some(_) => return Err(MaterialError::TooMany { name }),
                    None => return Err(MaterialError::Letter { name, letter, at: at + 1 }),
                },
            }
        }
        if kings != 2 || !name.starts_with(['K', 'k']) {
            return Err(MaterialError::Kings { name, kings });
        }
        Ok(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["KK", "KQK", "KQKR", "KBBKN", "KRPKR", "KPPKP", "KKQ"] {
            assert_eq!(name.parse::<Material>().unwrap().to_string(), name);
        }
        assert_eq!("KQvKR".parse::<Material>(), "kqkr".parse::<Material>());
        assert_eq!("KPKQ".parse::<Material>().unwrap().canonical().to_string(), "KQKP");
        assert_eq!("KQKRR".parse::<Material>().unwrap().canonical().to_string(), "KRRKQ");
    }

    #[test]
    fn bad_names_are_named() {
        for (name, want) in [
            ("KXK", "unknown man 'X' at position 2"),
            ("KQ", "has 1 king(s)"),
            ("", "has 0 king(s)"),
            ("QKK", "starts with White's K"),
            ("KQKRK", "has 3 king(s)"),
        ] {
            let error = name.parse::<Material>().unwrap_err().to_string();
            assert!(error.contains(want), "{name}: {error}");
        }
    }

    #[test]
    fn as_many_endgames_as_the_literature_counts() {
        // Three to five men: 5 + 30 + 110 = 145 endgames, as Haworth and Velliste say.
        assert_eq!([3, 4, 5].map(|n| Material::all_with_men(n).len()), [5, 30, 110]);
    }
}
