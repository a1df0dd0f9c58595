//! The moves between positions of one table, and where moves out of it lead.

use std::{
    collections::HashMap,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Role},
};
use philidor_truth::{Table, Tables, Wdl, rows::Row as TableRow};

use super::statics::side;
use crate::{
    moves::{Change, Step},
    scene::{MOST_MEN, STRONG_KING, Scene, WEAK_KING},
};

/// What is known of the endgames that one leads to, and whether somebody still wants to know.
#[derive(Debug, Clone, Default)]
pub struct Below {
    tables: HashMap<Material, Arc<Table>>,
    stop: Arc<AtomicBool>,
}

/// The table of an endgame and of all that it leads to.
#[derive(Debug, Clone)]
pub struct Ground {
    /// The endgame's own table.
    pub table: Arc<Table>,
    below: Below,
    irreversible: Arc<OnceLock<Irreversible>>,
    /// One row in so many is looked at.
    one_in: usize,
}

/// Men as tables take them.
fn men(scene: &Scene) -> ([(Color, Piece, u8); MOST_MEN - 2], usize) {
    let mut out = [(Color::White, Piece::Pawn, 0); MOST_MEN - 2];
    let mut n = 0;
    for man in scene.table_men() {
        out[n] = man;
        n += 1;
    }
    (out, n)
}

impl Below {
    /// Those tables of an endgame and of what it leads to that are built already.
    pub fn at_hand(tables: &Tables, material: Material) -> Below {
        let mut known = Below::default();
        for m in Tables::closure(&[material]) {
            if let Ok(Some(table)) = tables.table(m) {
                known.tables.insert(m, table.clone());
                known.tables.insert(m.flipped(), table);
            }
        }
        known
    }

    /// The same for work that ends early when the flag is raised.
    #[must_use]
    pub fn until(self, stop: Arc<AtomicBool>) -> Below {
        Below { stop, ..self }
    }

    /// Whether somebody wants the work on these tables to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The result of any legal position without a capture en passant, for the strong side; none if its table
    /// is not at hand.
    pub fn result(&self, scene: &Scene) -> Option<i8> {
        let material = scene.material();
        let to_move = if scene.strong_to_move { Color::White } else { Color::Black };
        if material == Material::KK {
            return Some(0);
        }
        let table = self.tables.get(&material)?;
        let (men, n) = men(scene);
        let (wk, bk) = (scene.man(STRONG_KING).square, scene.man(WEAK_KING).square);
        let wdl = table.value_of(wk, bk, &men[..n], to_move).wdl();
        let for_mover = match wdl {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        };
        Some(if scene.strong_to_move { for_mover } else { -for_mover })
    }

    /// The result after a move that leaves the table, for the strong side. A double step that may be answered en
    /// passant is judged with that answer.
    pub fn result_after(&self, step: &Step) -> Option<i8> {
        let plain = self.result(&step.scene)?;
        if step.change != Change::EnPassant {
            return Some(plain);
        }
        let mover_is_strong = !step.scene.strong_to_move;
        let mut best = plain;
        let pawn = step.to;
        for place in 2..step.scene.men().len() {
            let man = step.scene.man(place);
            let beside = man.square >> 3 == pawn >> 3 && (man.square & 7).abs_diff(pawn & 7) == 1;
            if man.role != Role::Pawn || man.strong == mover_is_strong || !beside {
                continue;
            }
            let mut taken = step.scene;
            let behind = if mover_is_strong { pawn - 8 } else { pawn + 8 };
            taken.put(place, behind);
            let victim = (2..taken.men().len()).find(|&i| i != place && taken.man(i).square == pawn);
            if let Some(victim) = victim {
                taken.remove(victim);
            }
            taken.strong_to_move = mover_is_strong;
            if !taken.is_legal() {
                continue;
            }
            let result = self.result(&taken)?;
            best = if mover_is_strong { best.min(result) } else { best.max(result) };
        }
        Some(best)
    }
}

impl Ground {
    /// Tables that are built already. `None` if one is missing.
    pub fn new(tables: &Tables, material: Material) -> Option<Ground> {
        let below = Below::at_hand(tables, material);
        let all = Tables::closure(&[material]).iter().all(|m| below.tables.contains_key(m));
        let table = below.tables.get(&material).filter(|_| all)?.clone();
        Some(Ground { table, below, irreversible: Arc::default(), one_in: 1 })
    }

    /// What is known of the endgames that this one leads to.
    pub fn below(&self) -> &Below {
        &self.below
    }

    /// The same for a sample: one row in so many, the same ones each time.
    #[must_use]
    pub fn one_in(self, rows: usize) -> Ground {
        Ground { one_in: rows.max(1), ..self }
    }

    /// One row in so many is looked at; 1 for all of them.
    pub fn sampled(&self) -> usize {
        self.one_in
    }

    /// The same tables for work that ends early when the flag is raised. What such work gave by then is worth nothing: ask
    /// [`Ground::is_stopped`] before using it.
    pub fn until(self, stop: Arc<AtomicBool>) -> Ground {
        // Plies that were counted halfway must not be kept for others.
        let irreversible = match self.irreversible.get() {
            Some(_) => self.irreversible,
            None => Arc::default(),
        };
        Ground { irreversible, below: self.below.until(stop), ..self }
    }

    /// The tables of this endgame and of all it leads to, each once, this one last.
    pub fn closure(&self) -> Vec<Arc<Table>> {
        let mut all: Vec<Arc<Table>> = Vec::new();
        for table in self.below.tables.values() {
            if all.iter().all(|known| known.material() != table.material()) {
                all.push(table.clone());
            }
        }
        let own = self.table.material();
        all.sort_by_key(|t| (t.material() == own, t.material().men(), t.material().to_string()));
        all
    }

    /// Whether somebody wants the work on these tables to end.
    pub fn is_stopped(&self) -> bool {
        self.below.is_stopped()
    }

    /// Walks through all rows of the endgame's table on all cores; ends early if stopped.
    pub(crate) fn fold_rows<T: Send>(
        &self,
        start: impl Fn() -> T + Sync,
        each: impl Fn(&mut T, &TableRow<'_>) + Sync,
    ) -> Vec<T> {
        self.table.fold_rows(start, |part, row| {
            let picked = self.one_in == 1 || is_picked(row.number(), self.one_in);
            if picked && !self.is_stopped() {
                each(part, row);
            }
        })
    }

    /// The result of any legal position without a capture en passant, for the strong side.
    pub fn result(&self, scene: &Scene) -> i8 {
        self.below.result(scene).unwrap_or(0)
    }

    /// The result after a move that leaves the table, for the strong side. A double step that may be answered en
    /// passant is judged with that answer.
    pub fn result_after(&self, step: &Step) -> i8 {
        self.below.result_after(step).unwrap_or(0)
    }

    /// Plies to the next irreversible move; counted when first asked for.
    pub(crate) fn irreversible(&self) -> &Irreversible {
        self.irreversible.get_or_init(|| Irreversible::new(self))
    }

    /// The scene at an index of this endgame's table, strong side as White.
    pub fn scene(&self, index: usize, to_move: Color) -> Scene {
        let (wk, men) = self.table.men_of_row(index >> 6);
        Scene::of_men(wk, (index & 63) as u8, &men, to_move)
    }

    /// The position at an index as FEN.
    pub fn fen(&self, index: usize, to_move: Color) -> String {
        let (white_king, men) = self.table.men_of_row(index >> 6);
        philidor_truth::rows::Image { white_king, black_king: (index & 63) as u8, men }.fen(to_move)
    }

    /// The index of a position of this endgame.
    #[inline]
    pub fn address(&self, scene: &Scene) -> usize {
        let (men, n) = men(scene);
        self.table.address(scene.man(STRONG_KING).square, scene.man(WEAK_KING).square, &men[..n])
    }
}

/// One of `step` numbers, scattered evenly, whatever is looked at first.
pub(super) fn is_picked(number: usize, step: usize) -> bool {
    ((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(step as u64)
}

/// Where the moves of one position lead.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Exits {
    /// Results of moves that leave the table, for the strong side: loss, draw, win.
    pub(crate) seen: [bool; 3],
}

/// Moves of some positions of a table. Targets belong to the other side to move.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// The positions: index and side to move.
    pub(crate) nodes: Vec<(u32, Color)>,
    /// For each node the end of its edges.
    ends: Vec<u32>,
    /// Target index × 2, plus one if a pawn moved.
    edges: Vec<u32>,
    pub(crate) exits: Vec<Exits>,
    /// The side to move is in check.
    pub(crate) checked: Vec<bool>,
}

impl Graph {
    /// The moves of all positions that `lanes` picks out of a row. `inside`: whether a position of the table may be
    /// walked on; its exact result is taken otherwise.
    pub(crate) fn new(
        ground: &Ground,
        lanes: impl Fn(&TableRow<'_>, Color) -> u64 + Sync,
        inside: impl Fn(usize, Color) -> bool + Sync,
    ) -> Graph {
        let parts = ground.fold_rows(Graph::default, |graph, row| {
            for to_move in [Color::White, Color::Black] {
                let mut left = lanes(row, to_move);
                while left != 0 {
                    let lane = left.trailing_zeros() as u8;
                    left &= left - 1;
                    let scene = Scene::of_men(row.white_king(), lane, row.men(), to_move);
                    graph.add(ground, (row.number() << 6 | usize::from(lane)) as u32, &scene, &inside);
                }
            }
        });
        let mut all = Graph::default();
        for part in parts {
            let base = all.edges.len() as u32;
            all.ends.extend(part.ends.iter().map(|e| e + base));
            all.nodes.extend(part.nodes);
            all.edges.extend(part.edges);
            all.exits.extend(part.exits);
            all.checked.extend(part.checked);
        }
        all
    }

    fn add(&mut self, ground: &Ground, index: u32, scene: &Scene, inside: &impl Fn(usize, Color) -> bool) {
        let to_move = if scene.strong_to_move { Color::White } else { Color::Black };
        let mut exits = Exits::default();
        scene.each_move(|step| {
            if matches!(step.change, Change::None | Change::Pawn) {
                let target = ground.address(&step.scene);
                if inside(target, !to_move) {
                    self.edges.push((target as u32) << 1 | u32::from(step.change == Change::Pawn));
                    return true;
                }
            }
            exits.seen[(ground.result_after(&step) + 1) as usize] = true;
            true
        });
        self.nodes.push((index, to_move));
        self.ends.push(self.edges.len() as u32);
        self.exits.push(exits);
        self.checked.push(scene.in_check());
    }

    /// The moves of a node that stay in the table: target index, and whether a pawn moved.
    #[inline]
    pub(crate) fn edges(&self, node: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        let start = if node == 0 { 0 } else { self.ends[node - 1] as usize };
        self.edges[start..self.ends[node] as usize].iter().map(|e| ((e >> 1) as usize, e & 1 != 0))
    }

    /// True if the side to move has no move at all.
    pub(crate) fn is_over(&self, node: usize) -> bool {
        self.exits[node].seen == [false; 3] && self.edges(node).next().is_none()
    }
}

/// Plies to the next capture, pawn move or mate, for every won position of a table.
#[derive(Debug)]
pub(crate) struct Irreversible {
    /// 255: a draw, or not there.
    plies: [Vec<u8>; 2],
}

impl Irreversible {
    /// Counted backwards from the irreversible moves, ply by ply.
    pub(crate) fn new(ground: &Ground) -> Irreversible {
        let size = ground.table.row_count() << 6;
        let mut won = [vec![false; size], vec![false; size]];
        for part in ground.fold_rows(Vec::new, |out, row| {
            for to_move in [Color::White, Color::Black] {
                let (wins, losses) = row.decided(to_move);
                out.push((side(to_move), row.number(), wins, losses));
            }
        }) {
            for (s, row, wins, losses) in part {
                for lane in 0..64 {
                    won[s][row << 6 | lane] = (wins | losses) >> lane & 1 != 0;
                }
            }
        }
        let decided = |row: &TableRow<'_>, to_move| {
            let (wins, losses) = row.decided(to_move);
            wins | losses
        };
        let graph = Graph::new(ground, decided, |_, _| true);
        let winner: Vec<bool> = graph
            .nodes
            .iter()
            .map(|&(index, to_move)| ground.table.wdl_by_index(index as usize, to_move) == Wdl::Win)
            .collect();
        let mut plies = [vec![255u8; size], vec![255u8; size]];
        let mut open: Vec<usize> = (0..graph.nodes.len()).collect();
        for n in 0..=254u8 {
            if ground.is_stopped() {
                break;
            }
            let mut found = Vec::new();
            open.retain(|&node| {
                let (index, to_move) = graph.nodes[node];
                let (other, us) = (side(!to_move), side(to_move));
                // A winner's good move leads to a position the other side loses.
                let lost = |i: usize| ground.table.wdl_by_index(i, !to_move) == Wdl::Loss;
                let exits = graph.exits[node].seen;
                let done = if winner[node] {
                    let good = if to_move.is_white() { exits[2] } else { exits[0] };
                    n >= 1
                        && (n == 1 && good
                            || graph.edges(node).any(|(i, pawn)| {
                                won[other][i] && lost(i) && (n == 1 && pawn || plies[other][i] == n - 1)
                            }))
                } else {
                    // The loser's longest way: all moves must be counted already.
                    let out = exits != [false; 3];
                    let longest = graph.edges(node).try_fold(u8::from(out), |most, (i, pawn)| {
                        let next = if pawn { 0 } else { plies[other][i] };
                        (next < n || pawn && n >= 1).then(|| most.max(next + 1))
                    });
                    longest.is_some_and(|l| l == n)
                };
                if done {
                    found.push((us, index as usize));
                }
                !done
            });
            for (us, index) in found {
                plies[us][index] = n;
            }
            if open.is_empty() {
                break;
            }
        }
        Irreversible { plies }
    }

    /// Plies of a won or lost position.
    pub(crate) fn plies(&self, index: usize, to_move: Color) -> u16 {
        u16::from(self.plies[side(to_move)][index])
    }
}
