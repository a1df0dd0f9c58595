//! Moves that leave a slab: captures, promotions and pawn steps.
//!
//! They are settled once, before the retrograde analysis of the slab starts, because where they lead is solved
//! already. For each position that leaves two numbers per metric: the ply at which the best of them wins, and the
//! ply until which all of them hold out.

use std::{collections::HashMap, sync::Arc, sync::Mutex};

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Square},
};

use super::{
    board::{BETWEEN, Man, Survey, bit, king_attacks, pawn_attacks, piece_attacks, side},
    view::{EnPassant, NEVER, Question, SAVED, StepView, View},
};
use crate::{
    layout::{Layout, Squares},
    table::Table,
    value::FIFTY_MOVES,
};

/// The solved tables that a table under construction leads to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Subtables(pub(crate) HashMap<Material, Arc<Table>>);

impl Subtables {
    /// The table of a material of any colours; `None` for the bare kings.
    fn get(&self, material: Material) -> Option<&Arc<Table>> {
        let wanted = material.canonical();
        (wanted != Material::KK).then(|| self.0.get(&wanted).expect("subtables are built first"))
    }

    /// True if the fifty-move rule spoils some win in one of them.
    pub(crate) fn is_spoiled(&self) -> bool {
        self.0.values().any(|table| table.is_spoiled())
    }

    /// The canonical materials that a material leads to in one move.
    pub(crate) fn needed(material: Material) -> Vec<Material> {
        let mut out = Vec::new();
        for color in Color::ALL {
            for piece in Piece::ALL {
                if material.count(color, piece) == 0 {
                    continue;
                }
                out.push(material.without(color, piece));
                if piece == Piece::Pawn {
                    for promoted in Piece::PROMOTIONS {
                        let after = material.without(color, piece).with(color, promoted);
                        out.push(after);
                        for victim in Piece::ALL {
                            if victim != Piece::Pawn && material.count(!color, victim) > 0 {
                                out.push(after.without(!color, victim));
                            }
                        }
                    }
                }
            }
        }
        let mut out: Vec<_> =
            out.into_iter().map(Material::canonical).filter(|&m| m != Material::KK).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// Views that hold for every slab of a table.
#[derive(Debug, Default)]
pub(crate) struct ViewCache(Mutex<HashMap<Question, Arc<View>>>);

impl ViewCache {
    fn get(&self, question: Question, subs: &Subtables) -> Arc<View> {
        let build = || Arc::new(View::of_table(&question, subs.get(question.material()).map(|t| &**t)));
        if !question.fixed.is_empty() {
            return build();
        }
        let mut known = self.0.lock().expect("no panic while building a view");
        if let Some(view) = known.get(&question) {
            return view.clone();
        }
        let view = build();
        known.insert(question, view.clone());
        view
    }
}

/// A pawn's capture on one square.
#[derive(Debug)]
struct PawnTakes {
    color: Color,
    target: u8,
    /// The piece that must stand there, by number, or a pawn, which always does.
    victim: Option<usize>,
    /// The position after the capture, by what the pawn becomes.
    views: Vec<Arc<View>>,
}

/// A pawn's move straight ahead.
#[derive(Debug)]
struct PawnSteps {
    color: Color,
    /// Squares that must be empty.
    path: u64,
    view: StepView,
}

/// A promotion straight ahead.
#[derive(Debug)]
struct Promotes {
    color: Color,
    path: u64,
    views: Vec<Arc<View>>,
}

/// All ways out of one slab.
#[derive(Debug)]
pub(crate) struct Exits<'a> {
    layout: &'a Layout,
    pawns: Vec<Man>,
    /// By victim: the other side has just taken this piece.
    piece_taken: Vec<Arc<View>>,
    /// By victim: the other side has just taken this pawn.
    pawn_taken: Vec<Arc<View>>,
    pawn_takes: Vec<PawnTakes>,
    pawn_steps: Vec<PawnSteps>,
    promotes: Vec<Promotes>,
    /// The fifty-move rule spoils some win in the tables that moves lead to.
    spoiled: bool,
}

/// The exits of 64 positions: plies at which they win and lose, as in [`View`].
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) wins: [u8; 64],
    pub(crate) loses: [u8; 64],
}

impl Row {
    const NONE: Row = Row { wins: [NEVER; 64], loses: [0; 64] };

    /// Takes in a row of a view, except where Black's king blocks.
    #[inline]
    fn take(&mut self, wins: &[u8; 64], loses: &[u8; 64], blocked: u64) {
        if blocked == 0 {
            for i in 0..64 {
                self.wins[i] = self.wins[i].min(wins[i]);
                self.loses[i] = self.loses[i].max(loses[i]);
            }
        } else {
            let mut open = !blocked;
            while open != 0 {
                let i = open.trailing_zeros() as usize;
                open &= open - 1;
                self.wins[i] = self.wins[i].min(wins[i]);
                self.loses[i] = self.loses[i].max(loses[i]);
            }
        }
    }

    /// Takes in one move of Black's king, from any of `squares`.
    #[inline]
    fn take_king(&mut self, win: u8, lose: u8, mut squares: u64) {
        while squares != 0 {
            let i = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            self.wins[i] = self.wins[i].min(win);
            self.loses[i] = self.loses[i].max(lose);
        }
    }
}

/// The exits of 64 positions under all metrics, by side to move.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    pub(crate) dtm: [Row; 2],
    pub(crate) dtc: [Row; 2],
    pub(crate) dtz: [Row; 2],
}

/// Exits that convert, while they are collected.
struct Converting {
    mate: [Row; 2],
    /// Plies to zeroing, if that depends on where the exit leads.
    zeroing: Option<Box<[Row; 2]>>,
}

impl Converting {
    /// Takes in a row of a view, except where Black's king blocks.
    #[inline]
    fn take(&mut self, s: usize, view: &View, row: usize, blocked: u64) {
        self.mate[s].take(&view.wins[row], &view.loses[row], blocked);
        if let Some(zeroing) = &mut self.zeroing {
            let zeroed = zeroed(view, row);
            zeroing[s].take(&zeroed.wins, &zeroed.loses, blocked);
        }
    }

    /// Takes in a capture by Black's king on `to`, from any of `squares`.
    #[inline]
    fn take_king(&mut self, view: &View, row: usize, to: usize, squares: u64) {
        self.mate[1].take_king(view.wins[row][to], view.loses[row][to], squares);
        if let Some(zeroing) = &mut self.zeroing {
            let zeroed = zeroed(view, row);
            zeroing[1].take_king(zeroed.wins[to], zeroed.loses[to], squares);
        }
    }
}

/// Plies to zeroing by moves that zero: one, or a hundred more if the fifty-move rule spoils what follows.
fn zeroed(view: &View, row: usize) -> Row {
    let mut out = converting(&view.wins[row], &view.loses[row]);
    let mut left = view.spoiled.get(row).copied().unwrap_or(0);
    while left != 0 {
        let bk = left.trailing_zeros() as usize;
        left &= left - 1;
        for plies in [&mut out.wins[bk], &mut out.loses[bk]] {
            if *plies == 1 {
                *plies = FIFTY_MOVES as u8 + 1;
            }
        }
    }
    out
}

impl<'a> Exits<'a> {
    pub(crate) fn new(
        layout: &'a Layout,
        placement: &Squares,
        subs: &Subtables,
        cache: &ViewCache,
        own: &Table,
    ) -> Exits<'a> {
        let pawns: Vec<Man> =
            layout.pawns.iter().zip(placement).map(|(&color, &sq)| (color, Piece::Pawn, sq)).collect();
        let without_pawn = |p: usize| {
            let mut left = pawns.clone();
            left.remove(p);
            left
        };
        let pieces_without = |j: usize| {
            let mut left = layout.pieces.clone();
            left.remove(j);
            left
        };
        let ask = |fixed: Vec<Man>, free: Vec<(Color, Piece)>, to_move: Color| {
            cache.get(Question { fixed, free, to_move }, subs)
        };
        let piece_taken = (0..layout.pieces.len())
            .map(|j| ask(pawns.clone(), pieces_without(j), layout.pieces[j].0))
            .collect();
        let pawn_taken =
            (0..pawns.len()).map(|p| ask(without_pawn(p), layout.pieces.clone(), pawns[p].0)).collect();
        let mut exits = Exits {
            layout,
            pawns: pawns.clone(),
            piece_taken,
            pawn_taken,
            pawn_takes: Vec::new(),
            pawn_steps: Vec::new(),
            promotes: Vec::new(),
            spoiled: subs.is_spoiled(),
        };
        for p in 0..pawns.len() {
            let (color, _, sq) = pawns[p];
            let arrivals = |target: u8| -> Vec<Piece> {
                if last_rank(color, target) { Piece::PROMOTIONS.to_vec() } else { vec![Piece::Pawn] }
            };
            // 1. Captures: of each enemy piece that may stand there, and of the enemy pawn that does.
            let mut targets = pawn_attacks(color, sq);
            while targets != 0 {
                let target = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                let with_arrival = |mut fixed: Vec<Man>, piece| {
                    fixed.push((color, piece, target));
                    fixed
                };
                if let Some(q) = pawns.iter().position(|m| m.2 == target) {
                    if pawns[q].0 != color {
                        let rest: Vec<Man> = pawns
                            .iter()
                            .enumerate()
                            .filter(|&(i, _)| i != p && i != q)
                            .map(|(_, &m)| m)
                            .collect();
                        let views = arrivals(target)
                            .into_iter()
                            .map(|piece| {
                                ask(with_arrival(rest.clone(), piece), layout.pieces.clone(), !color)
                            })
                            .collect();
                        exits.pawn_takes.push(PawnTakes { color, target, victim: None, views });
                    }
                    continue;
                }
                for j in (0..layout.pieces.len()).filter(|&j| layout.pieces[j].0 != color) {
                    let views = arrivals(target)
                        .into_iter()
                        .map(|piece| ask(with_arrival(without_pawn(p), piece), pieces_without(j), !color))
                        .collect();
                    exits.pawn_takes.push(PawnTakes { color, target, victim: Some(j), views });
                }
            }
            // 2. Straight ahead.
            let ahead = |sq: u8| if color.is_white() { sq + 8 } else { sq - 8 };
            let one = ahead(sq);
            if pawns.iter().any(|m| m.2 == one) {
                continue;
            }
            if last_rank(color, one) {
                let views = Piece::PROMOTIONS
                    .into_iter()
                    .map(|piece| {
                        let mut fixed = without_pawn(p);
                        fixed.push((color, piece, one));
                        ask(fixed, layout.pieces.clone(), !color)
                    })
                    .collect();
                exits.promotes.push(Promotes { color, path: bit(one), views });
                continue;
            }
            exits.add_step(p, bit(one), one, &[], own);
            let two = ahead(one);
            if home_rank(color, sq) && pawns.iter().all(|m| m.2 != two) {
                let en_passant: Vec<EnPassant> = pawns
                    .iter()
                    .filter(|m| m.0 != color && pawn_attacks(m.0, m.2) & bit(one) != 0)
                    .map(|taker| {
                        let fixed_after: Vec<Man> = pawns
                            .iter()
                            .enumerate()
                            .filter(|&(i, _)| i != p)
                            .map(|(_, m)| if m == taker { (m.0, m.1, one) } else { *m })
                            .collect();
                        let men = fixed_after.iter().map(|m| (m.0, m.1)).chain(layout.pieces.iter().copied());
                        let material = men.fold(Material::KK, |all, (c, p)| all.with(c, p));
                        EnPassant { fixed_after, table: subs.get(material).cloned() }
                    })
                    .collect();
                exits.add_step(p, bit(one) | bit(two), two, &en_passant, own);
            }
        }
        exits
    }

    fn add_step(&mut self, pawn: usize, path: u64, target: u8, en_passant: &[EnPassant], own: &Table) {
        let mut fixed = self.pawns.clone();
        let color = fixed[pawn].0;
        fixed[pawn].2 = target;
        let question = Question { fixed, free: self.layout.pieces.clone(), to_move: !color };
        let view = StepView::new(&question, own, en_passant);
        self.pawn_steps.push(PawnSteps { color, path, view });
    }

    /// All exits of the 64 positions with White's king on `wk` and the pieces on `squares`.
    pub(crate) fn rows(&self, wk: u8, squares: &Squares, seen: &Survey) -> Rows {
        let n = self.layout.pieces.len();
        let none = [Row::NONE, Row::NONE];
        let mut out = Converting { mate: none.clone(), zeroing: self.spoiled.then(|| Box::new(none)) };
        let full = |wk: u8| squares[..n].iter().fold(usize::from(wk), |row, &s| row << 6 | usize::from(s));
        // The row of a view that lacks piece `gone`, with piece `moved` (or the king, `n`) on `to`.
        let row_without = |gone: usize, moved: usize, to: u8| {
            let king = if moved == n { to } else { wk };
            (0..n).filter(|&i| i != gone).fold(usize::from(king), |row, i| {
                row << 6 | usize::from(if i == moved { to } else { squares[i] })
            })
        };
        let row_with = |moved: usize, to: u8| {
            let king = if moved == n { to } else { wk };
            (0..n).fold(usize::from(king), |row, i| {
                row << 6 | usize::from(if i == moved { to } else { squares[i] })
            })
        };

        // 1. Pieces and White's king take pieces and pawns.
        for i in 0..=n {
            let (color, from) =
                if i == n { (Color::White, wk) } else { (self.layout.pieces[i].0, squares[i]) };
            let reach = if i == n {
                king_attacks(wk)
            } else {
                piece_attacks(self.layout.pieces[i].1, from, seen.occupied)
            };
            for (j, &to) in squares[..n].iter().enumerate() {
                if self.layout.pieces[j].0 != color && reach & bit(to) != 0 {
                    let row = row_without(j, i, to);
                    let view = &self.piece_taken[j];
                    out.take(side(color), view, row, BETWEEN[from as usize][to as usize]);
                }
            }
            for (p, pawn) in self.pawns.iter().enumerate() {
                if pawn.0 != color && reach & bit(pawn.2) != 0 {
                    let row = row_with(i, pawn.2);
                    let view = &self.pawn_taken[p];
                    out.take(side(color), view, row, BETWEEN[from as usize][pawn.2 as usize]);
                }
            }
        }
        // 2. Black's king takes.
        for j in (0..n).filter(|&j| self.layout.pieces[j].0.is_white()) {
            let (row, to) = (row_without(j, n + 1, 0), squares[j] as usize);
            out.take_king(&self.piece_taken[j], row, to, king_attacks(squares[j]));
        }
        for (p, pawn) in self.pawns.iter().enumerate().filter(|(_, m)| m.0.is_white()) {
            let (row, to) = (full(wk), pawn.2 as usize);
            out.take_king(&self.pawn_taken[p], row, to, king_attacks(pawn.2));
        }
        // 3. Pawns take, promote and convert.
        for taking in &self.pawn_takes {
            let row = match taking.victim {
                Some(j) if squares[j] == taking.target => row_without(j, n + 1, 0),
                Some(_) => continue,
                None => full(wk),
            };
            for view in &taking.views {
                out.take(side(taking.color), view, row, 0);
            }
        }
        for promotion in self.promotes.iter().filter(|p| p.path & seen.occupied == 0) {
            let row = full(wk);
            for view in &promotion.views {
                out.take(side(promotion.color), view, row, promotion.path);
            }
        }
        // 4. So far every move converts; what remains are steps inside the table.
        let dtc = [0, 1].map(|s| converting(&out.mate[s].wins, &out.mate[s].loses));
        let dtz = out.zeroing.map_or_else(|| dtc.clone(), |rows| *rows);
        let mut rows = Rows { dtm: out.mate, dtc, dtz };
        for step in self.pawn_steps.iter().filter(|s| s.path & seen.occupied == 0) {
            let (row, s) = (full(wk), side(step.color));
            rows.dtm[s].take(&step.view.dtm.wins[row], &step.view.dtm.loses[row], step.path);
            rows.dtc[s].take(&step.view.dtc.wins[row], &step.view.dtc.loses[row], step.path);
            rows.dtz[s].take(&step.view.dtz.wins[row], &step.view.dtz.loses[row], step.path);
        }
        rows
    }

    /// The pawns of this slab.
    pub(crate) fn pawns(&self) -> &[Man] {
        &self.pawns
    }
}

/// Depth to conversion of moves that convert: one ply, whatever happens afterwards.
fn converting(wins: &[u8; 64], loses: &[u8; 64]) -> Row {
    let mut out = Row::NONE;
    for i in 0..64 {
        out.wins[i] = if wins[i] == NEVER { NEVER } else { 1 };
        out.loses[i] = if loses[i] == 0 || loses[i] == SAVED { loses[i] } else { 1 };
    }
    out
}

fn last_rank(color: Color, sq: u8) -> bool {
    Square::new(u32::from(sq)).rank() == color.backrank().flip_vertical()
}

fn home_rank(color: Color, sq: u8) -> bool {
    sq >> 3 == if color.is_white() { 1 } else { 6 }
}
