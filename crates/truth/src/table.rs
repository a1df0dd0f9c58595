//! One endgame, solved: depth to mate and to conversion for every position and both sides to move.

use std::sync::OnceLock;

use philidor_chess::{Material, shakmaty::Color};

use crate::{
    layout::Layout,
    plane::Plane,
    solve::{Man, Metric, side, sort_men},
    unfolded::Unfolded,
    value::{Code, Depth, Value},
};

/// The exact values of one material.
#[derive(Debug)]
pub struct Table {
    layout: Layout,
    /// By side to move, White first.
    pub(crate) dtm: [Plane; 2],
    pub(crate) dtc: [Plane; 2],
    /// Three men only, made when first asked for.
    unfolded: OnceLock<Unfolded>,
}

impl Table {
    /// An unsolved table, to be filled slab by slab.
    pub(crate) fn blank(material: Material) -> Table {
        let layout = Layout::new(material);
        let bits =
            (layout.slab_len() / layout.leads.len() * if layout.pawns.is_empty() { 1 } else { 64 }).ilog2();
        let plane = || Plane::new(layout.len(), bits, None);
        let (dtm, dtc) = ([plane(), plane()], [plane(), plane()]);
        Table { layout, dtm, dtc, unfolded: OnceLock::new() }
    }

    pub(crate) fn from_planes(layout: Layout, dtm: [Plane; 2], dtc: [Plane; 2]) -> Table {
        Table { layout, dtm, dtc, unfolded: OnceLock::new() }
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
        };
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
        let plies = || u16::from(self.dtc[side(to_move)].byte(index));
        let dtc = match dtm {
            Depth::Draw => Depth::Draw,
            Depth::Win(_) => Depth::Win(plies()),
            Depth::Loss(_) => Depth::Loss(plies()),
        };
        Value { dtm, dtc }
    }

    /// The value of a legal position given by its men, in any colours.
    pub(crate) fn value_of(&self, wk: u8, bk: u8, men: &[Man], to_move: Color) -> Value {
        let same = men.iter().fold(Material::KK, |m, man| m.with(man.0, man.1)) == self.layout.material;
        let (pieces, pawns) = sort_men(men, !same);
        if same {
            self.value(to_move, self.layout.place(wk, pieces, pawns).index(bk))
        } else {
            self.value(!to_move, self.layout.place(bk ^ 56, pieces, pawns).index(wk ^ 56))
        }
    }
}
