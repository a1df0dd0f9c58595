//! Walking through a whole table, 64 positions at a time.
//!
//! Census, search, export and cross-checks all stand on this walk, so there is one answer to "which positions are
//! legal" and "which of them are the same up to symmetry".

use std::ops::Range;

use rayon::prelude::*;

use philidor_chess::{
    Piece,
    shakmaty::{Chess, Color},
};

use crate::{
    layout::{MOST, SYMMETRY},
    probe::{MOST_MEN, position_of},
    solve::{Man, side, survey},
    table::Table,
    value::{Code, Value, Wdl},
};

/// The a1-h8 diagonal.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// The diagonal and the squares below it (h1 side).
const BELOW: u64 = 0x80c0_e0f0_f8fc_feff;
/// The symmetry that swaps files and ranks.
const SWAP: usize = 4;

/// Everything but Black's king fixed.
#[derive(Debug)]
pub struct Row<'t> {
    table: &'t Table,
    number: usize,
    wk: u8,
    men: [Man; MOST],
    count: usize,
    legal: [u64; 2],
    /// Squares of Black's king that represent their class under symmetry.
    first: u64,
    /// Of those, squares whose position is its own mirror image.
    own_image: u64,
}

/// One legal position of a table with its value.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'r> {
    row: &'r Row<'r>,
    bk: u8,
    /// Who is to move.
    pub to_move: Color,
}

impl Entry<'_> {
    /// White's king, as a square number 0..64 (a1 = 0).
    pub fn white_king(&self) -> u8 {
        self.row.wk
    }

    /// Black's king.
    pub fn black_king(&self) -> u8 {
        self.bk
    }

    /// The other men: colour, kind, square.
    pub fn men(&self) -> &[(Color, Piece, u8)] {
        &self.row.men[..self.row.count]
    }

    /// What the table says.
    pub fn value(&self) -> Value {
        self.row.table.value(self.to_move, self.index())
    }

    fn index(&self) -> usize {
        self.row.number << 6 | self.bk as usize
    }

    /// The position on a board.
    pub fn position(&self) -> Chess {
        position_of(self.row.wk, self.bk, self.men(), self.to_move).expect("a legal position")
    }

    /// The distinct images of the position under the symmetries of its table, itself first.
    pub fn images(&self) -> Vec<Image> {
        let pawns = self.row.table.material().has_pawns();
        let mut out: Vec<Image> = Vec::with_capacity(8);
        for map in SYMMETRY.iter().take(if pawns { 2 } else { 8 }) {
            let to = |sq: u8| map[sq as usize];
            let mut men: Vec<Man> = self.men().iter().map(|&(c, p, sq)| (c, p, to(sq))).collect();
            // Like men in order of squares; pieces before pawns, White's first, as in the table.
            men.sort_unstable_by_key(|m| (m.1 == Piece::Pawn, m.0.is_black(), m.1, m.2));
            let image = Image { white_king: to(self.row.wk), black_king: to(self.bk), men };
            if !out.contains(&image) {
                out.push(image);
            }
        }
        out
    }
}

/// A position as bare squares (a1 = 0), without the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// White's king.
    pub white_king: u8,
    /// Black's king.
    pub black_king: u8,
    /// The other men.
    pub men: Vec<(Color, Piece, u8)>,
}

impl Image {
    /// The same with colours exchanged and the board turned.
    #[must_use]
    pub fn flipped(&self) -> Image {
        let men = self.men.iter().map(|&(c, p, sq)| (!c, p, sq ^ 56)).collect();
        Image { white_king: self.black_king ^ 56, black_king: self.white_king ^ 56, men }
    }

    /// The position on a board.
    pub fn position(&self, to_move: Color) -> Chess {
        position_of(self.white_king, self.black_king, &self.men, to_move)
            .expect("an image of a legal position")
    }

    /// The position as FEN.
    pub fn fen(&self, to_move: Color) -> String {
        let mut board = [0u8; 64];
        board[self.white_king as usize] = b'K';
        board[self.black_king as usize] = b'k';
        for &(color, piece, sq) in &self.men {
            board[sq as usize] = piece.role().of(color).char() as u8;
        }
        let mut out = String::with_capacity(48);
        for rank in (0..8).rev() {
            let mut empty = 0u8;
            for &man in &board[rank * 8..rank * 8 + 8] {
                if man == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    out.push((b'0' + empty) as char);
                    empty = 0;
                }
                out.push(man as char);
            }
            if empty > 0 {
                out.push((b'0' + empty) as char);
            }
            out.push(if rank > 0 { '/' } else { ' ' });
        }
        out.push(to_move.char());
        out.push_str(" - - 0 1");
        out
    }
}

impl<'t> Row<'t> {
    /// Legal positions, one per class under symmetry, as squares of Black's king.
    pub fn legal(&self, to_move: Color) -> u64 {
        self.legal[side(to_move)] & self.first
    }

    /// The entry with Black's king on a square of [`Row::legal`].
    pub fn entry(&self, bk: u8, to_move: Color) -> Entry<'_> {
        Entry { row: self, bk, to_move }
    }

    /// Its place among all rows of the table: the index of a position is 64 times this plus Black's king.
    pub fn number(&self) -> usize {
        self.number
    }

    /// White's king, as a square number 0..64 (a1 = 0).
    pub fn white_king(&self) -> u8 {
        self.wk
    }

    /// The men other than the kings: colour, kind, square.
    pub fn men(&self) -> &[(Color, Piece, u8)] {
        &self.men[..self.count]
    }

    /// The squares of Black's king with which the side to move wins, and those with which it loses.
    pub fn decided(&self, to_move: Color) -> (u64, u64) {
        let mut sets = [0; 3];
        for (sq, &code) in self.codes(to_move).iter().enumerate() {
            sets[Code(code).wdl() as usize] |= 1 << sq;
        }
        let legal = self.legal(to_move);
        (sets[Wdl::Win as usize] & legal, sets[Wdl::Loss as usize] & legal)
    }

    /// All entries of this row for one side to move.
    pub fn entries(&self, to_move: Color) -> impl Iterator<Item = Entry<'_>> {
        let mut left = self.legal(to_move);
        std::iter::from_fn(move || {
            let bk = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(self.entry(bk, to_move))
        })
    }

    /// Codes of the 64 positions.
    pub(crate) fn codes(&self, to_move: Color) -> &[u8] {
        self.table.dtm[side(to_move)].slice(self.number << 6, 64)
    }

    /// Plies to conversion of the 64 positions.
    pub(crate) fn conversions(&self, to_move: Color) -> &[u8] {
        self.table.dtc[side(to_move)].slice(self.number << 6, 64)
    }

    /// Plies to zeroing of the 64 positions.
    pub(crate) fn zeroings(&self, to_move: Color) -> &[u8] {
        self.table.zeroing()[side(to_move)].slice(self.number << 6, 64)
    }

    /// How many positions of the full board some positions of this row stand for.
    pub(crate) fn orbits(&self, squares: u64) -> u64 {
        let per = if self.table.material().has_pawns() { 2 } else { 8 };
        let own = u64::from((squares & self.own_image).count_ones());
        per * u64::from(squares.count_ones()) - own * per / 2
    }
}

impl Table {
    /// White's king and the men other than the kings of the row with a number.
    pub fn men_of_row(&self, number: usize) -> (u8, Vec<(Color, Piece, u8)>) {
        let layout = self.layout();
        let words = layout.words_per_lead();
        let unit = number / words;
        let (slab, lead) = (unit / layout.leads.len(), unit % layout.leads.len());
        let squares = layout.squares(number % words);
        let pieces = layout.pieces.iter().zip(squares).map(|(&(color, piece), sq)| (color, piece, sq));
        let placement = layout.slabs()[slab];
        let pawns = layout.pawns.iter().zip(placement).map(|(&color, sq)| (color, Piece::Pawn, sq));
        (layout.leads[lead], pieces.chain(pawns).collect())
    }

    /// Walks through all rows in order of their number.
    pub fn for_each_row(&self, mut each: impl FnMut(&Row<'_>)) {
        for unit in 0..self.units() {
            self.part(|table| table.walk(unit, &mut each));
        }
    }

    /// Lets `work` read a part of the table; what it reads of a large table's file is let go afterwards.
    fn part<T>(&self, work: impl FnOnce(&Table) -> T) -> T {
        let large = self.material().men() == MOST_MEN;
        match large.then(|| self.afresh()).flatten() {
            Some(part) => work(&part),
            None => work(self),
        }
    }

    /// Walks through all rows on all cores. Parts are folded separately and come back in order.
    pub fn fold_rows<T: Send>(
        &self,
        start: impl Fn() -> T + Sync,
        each: impl Fn(&mut T, &Row<'_>) + Sync,
    ) -> Vec<T> {
        (0..self.units())
            .into_par_iter()
            .map(|unit| {
                let mut part = start();
                self.part(|table| table.walk(unit, &mut |row| each(&mut part, row)));
                part
            })
            .collect()
    }

    /// Units of work: a square of White's king in a slab.
    fn units(&self) -> usize {
        self.layout().slabs().len() * self.layout().leads.len()
    }

    fn rows_of(&self, unit: usize) -> Range<usize> {
        let words = self.layout().words_per_lead();
        unit * words..(unit + 1) * words
    }

    fn walk(&self, unit: usize, each: &mut impl FnMut(&Row<'_>)) {
        let layout = self.layout();
        let (slab, lead) = (unit / layout.leads.len(), unit % layout.leads.len());
        let wk = layout.leads[lead];
        let placement = &layout.slabs()[slab];
        let on_diagonal = layout.pawns.is_empty() && wk >> 3 == wk & 7;
        let mirror: Vec<u8> = placement[..layout.pawns.len()].iter().map(|sq| sq ^ 7).collect();
        let own_mirror = !layout.pawns.is_empty() && layout.slab(&mirror) == (slab, false);
        if own_mirror && wk & 7 > 3 {
            return;
        }
        for (word, number) in self.rows_of(unit).enumerate() {
            let squares = layout.squares(word);
            if !layout.in_order(&squares) {
                continue;
            }
            let mut men = [(Color::White, Piece::Pawn, 0); MOST];
            let mut count = 0;
            for (&(color, piece), &sq) in layout.pieces.iter().zip(&squares) {
                men[count] = (color, piece, sq);
                count += 1;
            }
            for (&color, &sq) in layout.pawns.iter().zip(placement) {
                men[count] = (color, Piece::Pawn, sq);
                count += 1;
            }
            let Some(seen) = survey(wk, &men[..count]) else { continue };
            let (first, own_image) = if on_diagonal {
                let image = layout.word(squares, &SYMMETRY[SWAP]);
                match image.cmp(&word) {
                    std::cmp::Ordering::Less => continue,
                    std::cmp::Ordering::Equal => (BELOW, DIAGONAL),
                    std::cmp::Ordering::Greater => (!0, 0),
                }
            } else {
                (!0, 0)
            };
            each(&Row { table: self, number, wk, men, count, legal: seen.legal, first, own_image });
        }
    }
}
