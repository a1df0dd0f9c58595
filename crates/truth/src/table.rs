//! One endgame, solved: depth to mate, to conversion and to zeroing for every position and both sides to move.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use philidor_chess::{Material, Piece, shakmaty::Color};

use crate::{
    layout::{Layout, SYMMETRY},
    plane::Plane,
    solve::{Metric, side, sort_men},
    unfolded::Unfolded,
    value::{Code, Depth, FIFTY_MOVES, Value, Wdl},
};

/// The symmetry that swaps files and ranks.
const SWAP: usize = 4;

/// The exact values of one material.
#[derive(Debug)]
pub struct Table {
    layout: Layout,
    /// By side to move, White first.
    pub(crate) dtm: [Plane; 2],
    pub(crate) dtc: [Plane; 2],
    /// None if zeroing is conversion: no pawns here, and no capture leads to a win that the fifty-move rule spoils.
    pub(crate) dtz: Option<[Plane; 2]>,
    /// The fifty-move rule spoils some win.
    spoiled: AtomicBool,
    /// Three men only, made when first asked for.
    unfolded: OnceLock<Unfolded>,
}

impl Table {
    /// An unsolved table, to be filled slab by slab; `zeroing` if that has a metric of its own.
    pub(crate) fn blank(material: Material, zeroing: bool) -> Table {
        let layout = Layout::new(material);
        let bits =
            (layout.slab_len() / layout.leads.len() * if layout.pawns.is_empty() { 1 } else { 64 }).ilog2();
        let plane = || Plane::new(layout.len(), bits, None);
        let planes = || [plane(), plane()];
        let (dtm, dtc, dtz) = (planes(), planes(), zeroing.then(planes));
        Table { layout, dtm, dtc, dtz, spoiled: AtomicBool::new(false), unfolded: OnceLock::new() }
    }

    pub(crate) fn from_planes(
        layout: Layout,
        dtm: [Plane; 2],
        dtc: [Plane; 2],
        dtz: Option<[Plane; 2]>,
        spoiled: bool,
    ) -> Table {
        Table { layout, dtm, dtc, dtz, spoiled: AtomicBool::new(spoiled), unfolded: OnceLock::new() }
    }

    /// The same table with nothing in memory yet, its file being open; `None` if it lives in memory only.
    pub(crate) fn afresh(&self) -> Option<Table> {
        let pair = |[white, black]: &[Plane; 2]| Some([white.afresh()?, black.afresh()?]);
        let dtz = match &self.dtz {
            Some(planes) => Some(pair(planes)?),
            None => None,
        };
        let layout = Layout::new(self.material());
        Some(Table::from_planes(layout, pair(&self.dtm)?, pair(&self.dtc)?, dtz, self.is_spoiled()))
    }

    /// Bytes that were brought into memory from its file.
    pub(crate) fn loaded(&self) -> usize {
        let planes = self.dtm.iter().chain(&self.dtc).chain(self.dtz.iter().flatten());
        planes.map(Plane::loaded).sum()
    }

    /// Plies to zeroing, by side to move.
    pub(crate) fn zeroing(&self) -> &[Plane; 2] {
        self.dtz.as_ref().unwrap_or(&self.dtc)
    }

    /// True if the fifty-move rule spoils some win of this table.
    pub fn is_spoiled(&self) -> bool {
        self.spoiled.load(Ordering::Relaxed)
    }

    /// The unfolded results of a three-man table.
    #[inline]
    pub(crate) fn unfolded(&self) -> Option<&Unfolded> {
        let small = self.layout.pieces.len() + self.layout.pawns.len() == 1;
        small.then(|| self.unfolded.get_or_init(|| Unfolded::new(self)))
    }

    /// Fills in one solved slab.
    pub(crate) fn set_slab(&self, slab: usize, metric: Metric, planes: [Vec<u8>; 2]) {
        let to = match metric {
            Metric::Mate => &self.dtm,
            Metric::Conversion => &self.dtc,
            Metric::Zeroing => self.dtz.as_ref().expect("a metric of its own"),
        };
        let own = if self.dtz.is_some() { Metric::Zeroing } else { Metric::Conversion };
        if metric == own && planes.iter().flatten().any(|&plies| u16::from(plies) > FIFTY_MOVES) {
            self.spoiled.store(true, Ordering::Relaxed);
        }
        for (plane, bytes) in to.iter().zip(planes) {
            let step = 1usize << plane.chunk_bits();
            let first = slab * self.layout.slab_len() / step;
            if bytes.len() == step {
                plane.set(first, bytes.into_boxed_slice());
            } else {
                for (i, chunk) in bytes.chunks(step).enumerate() {
                    plane.set(first + i, chunk.into());
                }
            }
        }
    }

    /// Which endgame this is, the stronger side as White.
    pub fn material(&self) -> Material {
        self.layout.material
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    pub(crate) fn code(&self, to_move: Color, index: usize) -> Code {
        Code(self.dtm[side(to_move)].byte(index))
    }

    #[inline]
    pub(crate) fn value(&self, to_move: Color, index: usize) -> Value {
        let dtm = self.code(to_move, index).depth();
        let plies = |planes: &[Plane; 2]| {
            let plies = || u16::from(planes[side(to_move)].byte(index));
            match dtm {
                Depth::Draw => Depth::Draw,
                Depth::Win(_) => Depth::Win(plies()),
                Depth::Loss(_) => Depth::Loss(plies()),
            }
        };
        Value { dtm, dtc: plies(&self.dtc), dtz: plies(self.zeroing()) }
    }

    /// The value of a legal position given by its men, in any colours.
    pub fn value_of(&self, wk: u8, bk: u8, men: &[(Color, Piece, u8)], to_move: Color) -> Value {
        let same = men.iter().fold(Material::KK, |m, man| m.with(man.0, man.1)) == self.layout.material;
        let (pieces, pawns) = sort_men(men, !same);
        if same {
            self.value(to_move, self.layout.place(wk, pieces, pawns).index(bk))
        } else {
            self.value(!to_move, self.layout.place(bk ^ 56, pieces, pawns).index(wk ^ 56))
        }
    }

    /// Win, draw or loss of the position with an index, for the side to move.
    #[inline]
    pub fn wdl_by_index(&self, index: usize, to_move: Color) -> Wdl {
        self.code(to_move, index).wdl()
    }

    /// How many rows of 64 positions the table has, for one side to move.
    pub fn row_count(&self) -> usize {
        self.layout.len() >> 6
    }

    /// The index of a position in the table's own colours, brought to the one of its images that the walk over all
    /// rows visits.
    #[inline]
    pub fn address(&self, wk: u8, bk: u8, men: &[(Color, Piece, u8)]) -> usize {
        let (pieces, pawns) = sort_men(men, false);
        let place = self.layout.place(wk, pieces, pawns);
        let index = place.index(bk);
        let lead = SYMMETRY[place.sym as usize][wk as usize];
        if self.layout.pawns.is_empty() {
            if lead >> 3 != lead & 7 {
                return index;
            }
            let (swap, words) = (&SYMMETRY[SWAP], self.layout.words_per_lead());
            let (row, bk) = (index >> 6, index & 63);
            let word = row % words;
            let image = self.layout.word(self.layout.squares(word), swap);
            let swapped = usize::from(swap[bk]);
            // The walk keeps the smaller row; of a row that is its own image, the squares on and below the diagonal.
            if image < word || (image == word && bk >> 3 > bk & 7) {
                return (row - word + image) << 6 | swapped;
            }
            return index;
        }
        if lead & 7 < 4 || !self.layout.is_own_mirror(&pawns) {
            return index;
        }
        let mirror = &SYMMETRY[1];
        let (row, bk) = (index >> 6, index & 63);
        let words = self.layout.words_per_lead();
        let slab_lead = row / words;
        let word = self.layout.word(self.layout.squares(row % words), mirror);
        ((slab_lead ^ 7) * words + word) << 6 | usize::from(mirror[bk])
    }
}
