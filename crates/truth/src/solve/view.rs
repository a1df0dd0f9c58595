//! A solved table seen from a position that is about to enter it.
//!
//! A capture, a promotion or a pawn move leaves the set of positions that is being solved. A view lays the table
//! it leads to open for all squares of the men that stay: no symmetry, any order, rows over Black's king. It
//! already holds what the move means for the mover: the ply at which it wins, the ply at which it loses.

use std::sync::Arc;

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Position},
};

use super::board::{Man, Survey, side, survey};
use crate::{
    layout::{MOST, SYMMETRY, Squares},
    probe::position_of,
    table::Table,
    value::{Code, Depth, FIFTY_MOVES, Value},
};

/// No win by this move.
pub(crate) const NEVER: u8 = 255;
/// This move does not lose: the mover is saved.
pub(crate) const SAVED: u8 = 255;

/// The mover's prospects for every placement of the men that stay.
///
/// `wins`: ply at which the mover wins ([`NEVER`] if not). `loses`: 0 if the move is not legal, the ply at which
/// the mover loses, or [`SAVED`].
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) wins: Vec<[u8; 64]>,
    pub(crate) loses: Vec<[u8; 64]>,
    /// For each row the squares of Black's king with which the fifty-move rule spoils what the move leads to. Empty if it never does.
    pub(crate) spoiled: Vec<u64>,
}

/// What is asked of a view: which men are nailed down, which are free, and who is to move afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    pub(crate) fixed: Vec<Man>,
    pub(crate) free: Vec<(Color, Piece)>,
    pub(crate) to_move: Color,
}

impl Question {
    pub(crate) fn material(&self) -> Material {
        let all = self.fixed.iter().map(|m| (m.0, m.1)).chain(self.free.iter().copied());
        all.fold(Material::KK, |m, (color, piece)| m.with(color, piece))
    }
}

/// The mover's plies to mate for a successor's code.
fn digest(code: Code) -> (u8, u8) {
    match code.depth() {
        Depth::Draw => (NEVER, SAVED),
        Depth::Loss(plies) => ((plies + 1).min(255) as u8, SAVED),
        Depth::Win(plies) => (NEVER, (plies + 1).min(254) as u8),
    }
}

impl View {
    fn empty(rows: usize) -> View {
        View { wins: vec![[NEVER; 64]; rows], loses: vec![[0; 64]; rows], spoiled: Vec::new() }
    }

    /// Depth to mate after a move into `table` (`None`: the bare kings).
    pub(crate) fn of_table(question: &Question, table: Option<&Table>) -> View {
        let mut view = View::empty(question.rows());
        let spoiled = table.filter(|t| t.is_spoiled());
        if spoiled.is_some() {
            view.spoiled = vec![0; question.rows()];
        }
        let digests: Vec<(u8, u8)> = (0..=255).map(|c| digest(Code(c))).collect();
        question.for_each_row(|row, wk, men, seen| {
            let legal = seen.legal[side(question.to_move)];
            let mut codes = [0u8; 64];
            if let Some(table) = table {
                read_row(table, wk, men, legal, &mut |bk, index| {
                    codes[bk as usize] = table.code(question.to_move_in(table), index).0;
                });
            }
            let mut left = legal;
            while left != 0 {
                let bk = left.trailing_zeros() as usize;
                left &= left - 1;
                let (w, l) = digests[codes[bk] as usize];
                view.wins[row][bk] = w;
                view.loses[row][bk] = l;
            }
            if let Some(table) = spoiled {
                let stm = question.to_move_in(table);
                read_row(table, wk, men, legal, &mut |bk, index| {
                    let plies = u16::from(table.zeroing()[side(stm)].byte(index));
                    view.spoiled[row] |= u64::from(plies > FIFTY_MOVES) << bk;
                });
            }
        });
        view
    }
}

impl Question {
    fn rows(&self) -> usize {
        64 << (6 * self.free.len())
    }

    /// The side to move in the table's own colours.
    fn to_move_in(&self, table: &Table) -> Color {
        if self.material() == table.material() { self.to_move } else { !self.to_move }
    }

    /// Calls back for every legal placement of White's king and the free men.
    fn for_each_row(&self, mut each: impl FnMut(usize, u8, &[Man], &Survey)) {
        let mut men: Vec<Man> = self.fixed.clone();
        men.extend(self.free.iter().map(|&(c, p)| (c, p, 0)));
        let (first, n) = (self.fixed.len(), self.free.len());
        for row in 0..self.rows() {
            let wk = (row >> (6 * n)) as u8;
            for i in 0..n {
                men[first + i].2 = (row >> (6 * (n - 1 - i)) & 63) as u8;
            }
            if let Some(seen) = survey(wk, &men) {
                each(row, wk, &men, &seen);
            }
        }
    }
}

/// Finds the table indices of a row, for the squares of Black's king in `wanted`.
fn read_row(table: &Table, wk: u8, men: &[Man], wanted: u64, each: &mut impl FnMut(u8, usize)) {
    let layout = table.layout();
    let same = men.iter().fold(Material::KK, |m, man| m.with(man.0, man.1)) == layout.material;
    let mut left = wanted;
    if same {
        let (pieces, pawns) = sort_men(men, false);
        let place = layout.place(wk, pieces, pawns);
        let map = &SYMMETRY[place.sym as usize];
        while left != 0 {
            let bk = left.trailing_zeros() as u8;
            left &= left - 1;
            each(bk, place.row << 6 | usize::from(map[bk as usize]));
        }
    } else {
        let (pieces, pawns) = sort_men(men, true);
        while left != 0 {
            let bk = left.trailing_zeros() as u8;
            left &= left - 1;
            each(bk, layout.place(bk ^ 56, pieces, pawns).index(wk ^ 56));
        }
    }
}

/// Men in the layout's order: pieces and pawns, White's first, strongest first; colours exchanged if asked.
pub(crate) fn sort_men(men: &[Man], flip: bool) -> (Squares, Squares) {
    let mut sorted = [(Color::White, Piece::Pawn, 0u8); MOST];
    let n = men.len();
    sorted[..n].copy_from_slice(men);
    if flip {
        for man in &mut sorted[..n] {
            *man = (!man.0, man.1, man.2 ^ 56);
        }
    }
    sorted[..n].sort_unstable_by_key(|m| (m.0.is_black(), m.1));
    let (mut pieces, mut pawns) = ([0; MOST], [0; MOST]);
    let (mut i, mut j) = (0, 0);
    for man in &sorted[..n] {
        if man.1 == Piece::Pawn {
            pawns[j] = man.2;
            j += 1;
        } else {
            pieces[i] = man.2;
            i += 1;
        }
    }
    (pieces, pawns)
}

/// A pawn step that stays in the table, under all metrics.
#[derive(Debug)]
pub(crate) struct StepView {
    pub(crate) dtm: View,
    pub(crate) dtc: View,
    pub(crate) dtz: View,
}

/// The capture en passant that a double step allows: the position after it.
#[derive(Debug)]
pub(crate) struct EnPassant {
    /// The men after the capture, kings and free men aside.
    pub(crate) fixed_after: Vec<Man>,
    /// The table after the capture; `None` for the bare kings.
    pub(crate) table: Option<Arc<Table>>,
}

impl StepView {
    /// Prospects after a pawn step, `table` being the one under construction.
    pub(crate) fn new(question: &Question, table: &Table, en_passant: &[EnPassant]) -> StepView {
        let rows = question.rows();
        let mut view = StepView { dtm: View::empty(rows), dtc: View::empty(rows), dtz: View::empty(rows) };
        let stm = question.to_move;
        question.for_each_row(|row, wk, men, seen| {
            let legal = seen.legal[side(stm)];
            let mut values = [Value::DRAW; 64];
            read_row(table, wk, men, legal, &mut |bk, index| {
                values[bk as usize] = table.value(question.to_move_in(table), index);
            });
            for ep in en_passant {
                ep.improve(question, wk, men, legal, &mut values);
            }
            let mut left = legal;
            while left != 0 {
                let bk = left.trailing_zeros() as usize;
                left &= left - 1;
                // To mate and conversion it is one ply more; to zeroing it is done.
                let zeroed = values[bk].after_zeroing().dtz;
                let moved = [values[bk].dtm.before_move(), values[bk].dtc.before_move(), zeroed];
                for (view, depth) in [&mut view.dtm, &mut view.dtc, &mut view.dtz].into_iter().zip(moved) {
                    (view.wins[row][bk], view.loses[row][bk]) = match depth {
                        Depth::Draw => (NEVER, SAVED),
                        Depth::Win(n) => (n.min(255) as u8, SAVED),
                        Depth::Loss(n) => (NEVER, n.min(254) as u8),
                    };
                }
            }
        });
        view
    }
}

impl EnPassant {
    /// Lets the side to move after the double step capture en passant where that is legal and better.
    fn improve(&self, question: &Question, wk: u8, men: &[Man], legal: u64, values: &mut [Value; 64]) {
        let free = &men[question.fixed.len()..];
        let after: Vec<Man> = self.fixed_after.iter().chain(free).copied().collect();
        let Some(seen) = survey(wk, &after) else { return };
        // After the capture the side that stepped is to move.
        let mut left = legal & seen.legal[side(!question.to_move)];
        while left != 0 {
            let bk = left.trailing_zeros() as u8;
            left &= left - 1;
            let capture = match &self.table {
                None => Value::DRAW,
                Some(table) => table.value_of(wk, bk, &after, !question.to_move),
            };
            let capture = capture.after_zeroing();
            let value = &mut values[bk as usize];
            // A stalemate that the capture lifts is none.
            let only_move = value.wdl() == crate::value::Wdl::Draw
                && capture.dtm.rank() < 0
                && position_of(wk, bk, men, question.to_move).is_some_and(|pos| pos.legal_moves().is_empty());
            if only_move {
                *value = capture;
            } else {
                *value = value.better(capture);
            }
        }
    }
}
