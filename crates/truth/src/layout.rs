//! Where a position stands in its table.
//!
//! Black's king is always the innermost coordinate, so that 64 consecutive bytes of a plane, or one machine
//! word of a set, are "everything but Black's king fixed". Outside it stand the other pieces, six bits each,
//! then White's king, then the pawns. Without pawns White's king is brought into the triangle a1-d1-d4 (ten
//! squares); with pawns their placement is folded by the file mirror. No division anywhere: an index is
//! shifts and two look-ups. Like men are kept in ascending order of squares.

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Role},
};

/// Most men besides the kings.
pub(crate) const MOST: usize = 3;

/// `SYMMETRY[s][q]`: where symmetry number `s` puts square `q`. Made at compile time, as every probe uses it; a
/// test holds it against [`Symmetry::square`](philidor_chess::geometry::Symmetry::square).
pub(crate) static SYMMETRY: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut s = 0;
    while s < 8 {
        let mut q = 0;
        while q < 64 {
            let mut to = q as u8;
            if s & 1 != 0 {
                to ^= 7;
            }
            if s & 2 != 0 {
                to ^= 56;
            }
            if s & 4 != 0 {
                to = to >> 3 | (to & 7) << 3;
            }
            table[s][q] = to;
            q += 1;
        }
        s += 1;
    }
    table
};

/// The triangle a1-d1-d4.
pub(crate) struct Triangle {
    /// Its ten squares in order.
    pub(crate) squares: [u8; 10],
    /// For every square: its place in the triangle and the number of the symmetry that takes it there.
    pub(crate) homes: [(u8, u8); 64],
}

/// The one and only.
pub(crate) static TRIANGLE: Triangle = {
    let squares = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
    let mut homes = [(0, 0); 64];
    let mut q = 0;
    while q < 64 {
        let mut s = if q & 7 > 3 { 1 } else { 0 } + if q >> 3 > 3 { 2 } else { 0 };
        let moved = SYMMETRY[s][q];
        if moved >> 3 > moved & 7 {
            s += 4;
        }
        let mut place = 0;
        while squares[place] != SYMMETRY[s][q] {
            place += 1;
        }
        homes[q] = (place as u8, s as u8);
        q += 1;
    }
    Triangle { squares, homes }
};

/// The men of a position other than the kings, in the layout's order.
pub(crate) type Squares = [u8; MOST];

/// How one material's positions are numbered.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) material: Material,
    /// Men that are neither king nor pawn, White's first, strongest first.
    pub(crate) pieces: Vec<(Color, Piece)>,
    /// The pawns' colours, White's first.
    pub(crate) pawns: Vec<Color>,
    /// For each piece: the first and last place of its group of like pieces.
    groups: Vec<(usize, usize)>,
    pub(crate) has_like: bool,
    /// Pawn placements, one per slab. Without pawns one empty placement.
    slabs: Vec<Squares>,
    /// Code of any pawn placement → slab number × 2 + whether to mirror. `u32::MAX` if squares coincide.
    slab_of: Vec<u32>,
    /// Squares of White's king, in order.
    pub(crate) leads: Vec<u8>,
    /// A kind of which White has a number that Black has not: tells which colour is which.
    pub(crate) telltale: (Role, u8),
}

impl Layout {
    pub(crate) fn new(material: Material) -> Layout {
        debug_assert!(material.is_canonical() && material.men() <= MOST + 2);
        let men = |color: Color| material.pieces(color).map(move |p| (color, p));
        let all: Vec<(Color, Piece)> = men(Color::White).chain(men(Color::Black)).collect();
        let pieces: Vec<_> = all.iter().copied().filter(|m| m.1 != Piece::Pawn).collect();
        let pawns: Vec<_> = all.iter().filter(|m| m.1 == Piece::Pawn).map(|m| m.0).collect();
        let groups: Vec<_> = pieces
            .iter()
            .map(|m| {
                let first = pieces.iter().position(|o| o == m).expect("itself");
                let last = pieces.iter().rposition(|o| o == m).expect("itself");
                (first, last)
            })
            .collect();
        let has_like = groups.iter().any(|g| g.0 != g.1);
        let (slabs, slab_of) = number_slabs(&pawns);
        let leads = if pawns.is_empty() { TRIANGLE.squares.to_vec() } else { (0..64).collect() };
        let telltale = Piece::ALL
            .into_iter()
            .find(|&p| material.count(Color::White, p) != material.count(Color::Black, p))
            .map_or((Role::King, 1), |p| (p.role(), material.count(Color::White, p)));
        Layout { telltale, material, pieces, pawns, groups, has_like, slabs, slab_of, leads }
    }

    /// Pawn placements.
    pub(crate) fn slabs(&self) -> &[Squares] {
        &self.slabs
    }

    /// Words (of 64 squares of Black's king) per square of White's king.
    pub(crate) fn words_per_lead(&self) -> usize {
        1 << (6 * self.pieces.len())
    }

    /// Positions in one slab, one side to move.
    pub(crate) fn slab_len(&self) -> usize {
        self.leads.len() * self.words_per_lead() * 64
    }

    /// Positions in the whole table, one side to move (legal or not).
    pub(crate) fn len(&self) -> usize {
        self.slabs.len() * self.slab_len()
    }

    /// The index of a position, Black's king left out: add the mirrored king, see [`Place::index`].
    #[inline]
    pub(crate) fn place(&self, wk: u8, pieces: Squares, pawns: Squares) -> Place {
        if self.pawns.is_empty() {
            let (lead, sym) = TRIANGLE.homes[wk as usize];
            let map = &SYMMETRY[sym as usize];
            Place { row: (usize::from(lead) << (6 * self.pieces.len())) | self.word(pieces, map), sym }
        } else {
            self.place_by_code(wk, pieces, pawn_code(&pawns[..self.pawns.len()]))
        }
    }

    /// The same with the pawns' placement as a code: squares from a2 = 0 to h7 = 47, White's first.
    #[inline]
    pub(crate) fn place_by_code(&self, wk: u8, pieces: Squares, code: usize) -> Place {
        let (slab, sym) = self.slab_of_code(code);
        let map = &SYMMETRY[sym as usize];
        let lead = usize::from(map[wk as usize]);
        Place { row: ((slab << 6 | lead) << (6 * self.pieces.len())) | self.word(pieces, map), sym }
    }

    /// The piece squares as a number, after a symmetry, like pieces in order.
    #[inline]
    pub(crate) fn word(&self, pieces: Squares, map: &[u8; 64]) -> usize {
        let n = self.pieces.len();
        let mut moved = [0u8; MOST];
        for i in 0..n {
            moved[i] = map[pieces[i] as usize];
        }
        if self.has_like {
            self.sort(&mut moved);
        }
        let mut word = 0;
        for &sq in &moved[..n] {
            word = word << 6 | usize::from(sq);
        }
        word
    }

    fn sort(&self, squares: &mut Squares) {
        let mut i = 0;
        while i < self.pieces.len() {
            let (first, last) = self.groups[i];
            if last > first {
                squares[first..=last].sort_unstable();
            }
            i = last + 1;
        }
    }

    /// The opposite of [`Layout::word`]: piece squares of a word.
    #[inline]
    pub(crate) fn squares(&self, word: usize) -> Squares {
        let n = self.pieces.len();
        let mut out = [0; MOST];
        for (i, sq) in out.iter_mut().enumerate().take(n) {
            *sq = (word >> (6 * (n - 1 - i)) & 63) as u8;
        }
        out
    }

    /// True if like pieces stand in ascending order, as stored.
    #[inline]
    pub(crate) fn in_order(&self, squares: &Squares) -> bool {
        !self.has_like || self.groups.iter().enumerate().all(|(i, g)| i == g.0 || squares[i - 1] < squares[i])
    }

    /// True if piece `i` has a twin.
    pub(crate) fn has_twin(&self, i: usize) -> bool {
        self.groups[i].0 != self.groups[i].1
    }

    /// The slab of a coded pawn placement and the number of the symmetry that leads there.
    #[inline]
    pub(crate) fn slab_of_code(&self, code: usize) -> (usize, u8) {
        let found = self.slab_of[code];
        debug_assert!(found != u32::MAX, "pawns on distinct squares of ranks 2 to 7");
        ((found >> 1) as usize, (found & 1) as u8)
    }

    /// True if the mirror image of a pawn placement is the placement itself.
    pub(crate) fn is_own_mirror(&self, pawns: &Squares) -> bool {
        let n = self.pawns.len();
        if n < 2 {
            return false;
        }
        let mut image = pawns.map(|sq| sq ^ 7);
        image[n..].copy_from_slice(&pawns[n..]);
        self.slab(&image[..n]) == self.slab(&pawns[..n])
    }

    /// The slab of a pawn placement and whether it must be mirrored.
    pub(crate) fn slab(&self, pawns: &[u8]) -> (usize, bool) {
        let (slab, sym) = self.slab_of_code(pawn_code(pawns));
        (slab, sym == 1)
    }
}

/// A row of 64 positions and the symmetry that leads to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) row: usize,
    pub(crate) sym: u8,
}

impl Place {
    /// The index of the position with Black's king on `bk` (before the symmetry).
    #[inline]
    pub(crate) fn index(self, bk: u8) -> usize {
        self.row << 6 | usize::from(SYMMETRY[self.sym as usize][bk as usize])
    }
}

#[inline]
fn pawn_code(pawns: &[u8]) -> usize {
    pawns.iter().fold(0, |code, &sq| code * 48 + usize::from(sq.wrapping_sub(8)))
}

/// Numbers the pawn placements that are their own smallest image under mirror and exchange of like pawns.
fn number_slabs(pawns: &[Color]) -> (Vec<Squares>, Vec<u32>) {
    let n = pawns.len();
    let total = 48usize.pow(n as u32);
    let whites = pawns.iter().filter(|c| c.is_white()).count();
    let canonical = |squares: &Squares, mirror: bool| {
        let mut image = *squares;
        for sq in &mut image[..n] {
            *sq ^= if mirror { 7 } else { 0 };
        }
        image[..whites].sort_unstable();
        image[whites..n].sort_unstable();
        image
    };
    let mut slabs = Vec::new();
    let mut slab_of = vec![u32::MAX; total];
    for mirrored_pass in [false, true] {
        for code in 0..total {
            let mut squares = [0; MOST];
            let mut rest = code;
            for i in (0..n).rev() {
                squares[i] = (rest % 48) as u8 + 8;
                rest /= 48;
            }
            let distinct = (0..n).all(|i| !squares[..i].contains(&squares[i]));
            if !distinct {
                continue;
            }
            let (plain, mirror) = (canonical(&squares, false), canonical(&squares, true));
            let best = plain.min(mirror);
            if !mirrored_pass {
                if squares == best {
                    slab_of[code] = (slabs.len() as u32) << 1;
                    slabs.push(squares);
                }
            } else if squares != best {
                let home = slab_of[pawn_code(&best[..n])];
                slab_of[code] = home | u32::from(plain != best);
            }
        }
    }
    (slabs, slab_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_chess::{
        geometry::{Symmetry, to_triangle},
        shakmaty::Square,
    };

    #[test]
    fn constant_tables_agree_with_geometry() {
        for (sym, row) in Symmetry::all().zip(&SYMMETRY) {
            for sq in Square::ALL {
                assert_eq!(row[sq as usize], sym.square(sq) as u8);
            }
        }
        for sq in Square::ALL {
            let (place, number) = TRIANGLE.homes[sq as usize];
            assert_eq!(number as usize, to_triangle(sq).number());
            assert_eq!(TRIANGLE.squares[place as usize], to_triangle(sq).square(sq) as u8);
        }
    }

    #[test]
    fn slabs_cover_every_pawn_placement() {
        for (name, slabs) in [("KPK", 24), ("KPKP", 1128), ("KPPK", 576), ("KQK", 1)] {
            let layout = Layout::new(name.parse().unwrap());
            assert_eq!(layout.slabs().len(), slabs, "{name}");
            for (i, squares) in layout.slabs().iter().enumerate() {
                assert_eq!(layout.slab(&squares[..layout.pawns.len()]), (i, false), "{name}");
            }
        }
    }

    #[test]
    fn words_round_trip() {
        let layout = Layout::new("KQRKB".parse().unwrap());
        for word in (0..layout.words_per_lead()).step_by(977) {
            assert_eq!(layout.word(layout.squares(word), &SYMMETRY[0]), word);
        }
    }
}
