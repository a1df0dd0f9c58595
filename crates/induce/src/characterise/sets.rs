//! The sets that experiments train and test on.
//!
//! Closed subsets (section 2 of Haworth and Velliste): best play from a position of C_p, F_x or P_q stays in it until
//! the pawn converts. T3 to T5 are such sets. T1, T2 and their tests S1, S2 were made by hand from "interesting
//! borderline" and random positions and are not printed; ours are drawn by seed, half and half.

use std::collections::HashMap;

use philidor_chess::shakmaty::{Color, Role};
use philidor_stats::Rng;
use philidor_truth::{Depth, Wdl};

use super::{Dataset, Place, Slot};

/// A condition on positions. Conditions on pawns hold only where there is exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subset {
    /// Every position.
    All,
    /// F_x: the pawn on this file, 1 to 4.
    File(u8),
    /// P_q: the pawn on this rank or a higher one.
    PawnFrom(u8),
    /// C_p: White wins by conversion in at most p plies.
    WonWithin(u16),
    /// The result changes with the side to move.
    Borderline,
}

impl Subset {
    /// True if a row belongs to it.
    pub fn holds(self, data: &Dataset, row: u32) -> bool {
        let i = row as usize;
        let pawn = || {
            let at = Slot::of(data.material).iter().position(|s| s.role == Role::Pawn);
            at.map(|slot| (data.places[i].file(slot), data.places[i].rank(slot)))
        };
        match self {
            Subset::All => true,
            Subset::File(x) => pawn().is_some_and(|(file, _)| file == i32::from(x)),
            Subset::PawnFrom(q) => pawn().is_some_and(|(_, rank)| rank >= i32::from(q)),
            Subset::WonWithin(p) => {
                data.results[i] == Wdl::Win
                    && matches!(data.values[i].dtc, Depth::Win(n) | Depth::Loss(n) if n <= p)
            }
            Subset::Borderline => data.is_borderline(row),
        }
    }

    /// The rows that belong to it.
    pub fn rows(self, data: &Dataset) -> Vec<u32> {
        (0..data.len() as u32).filter(|&row| self.holds(data, row)).collect()
    }
}

/// For each row whether it lies on the edge between results: with one of the kings a step away and the same side to move,
/// the result is another. Unlike borderline positions, of which White to move wins nearly all and Black to move draws
/// nearly all, these are of every result.
pub fn edge(data: &Dataset) -> Vec<bool> {
    let rows: HashMap<Place, usize> = data.places.iter().enumerate().map(|(i, &p)| (p, i)).collect();
    let differs = |i: usize| {
        let mut near = data.places[i].king_steps(data.material);
        near.any(|place| rows.get(&place).is_some_and(|&j| data.results[j] != data.results[i]))
    };
    (0..data.len()).map(differs).collect()
}

/// A number of positions drawn at random, each at most once.
pub fn uniform(data: &Dataset, n: usize, seed: u64) -> Vec<u32> {
    Rng::new(seed).draw(&data.rows(), n)
}

/// A number of positions, the given share of them (0 to 1) borderline, the rest drawn from all others.
pub fn enriched(data: &Dataset, n: usize, share: f64, seed: u64) -> Vec<u32> {
    let mut rng = Rng::new(seed);
    let (edge, plain): (Vec<u32>, Vec<u32>) = data.rows().into_iter().partition(|&r| data.is_borderline(r));
    let wanted = (n as f64 * share).round() as usize;
    let mut out = rng.draw(&edge, wanted);
    out.extend(rng.draw(&plain, n.saturating_sub(wanted)));
    let n = out.len();
    rng.draw(&out, n)
}

/// A training and a testing set without a common position, made like T1/S1 (125 positions each, White to move) and
/// T2/S2 (136 each, Black to move): half borderline, half random.
pub fn small_pair(data: &Dataset, seed: u64) -> (Vec<u32>, Vec<u32>) {
    let n = if data.to_move == Color::White { 125 } else { 136 };
    let mut all = enriched(data, 2 * n, 0.5, seed);
    let test = all.split_off(n);
    (all, test)
}

/// The training sets of the paper's Table 5 by number: 1 and 2 the small ones, 3 all positions, 4 the a-file, 5 the
/// d-file. With them the testing set, if there is one. `None` if the number or the side to move is another.
pub fn training_set(data: &Dataset, number: u8, seed: u64) -> Option<(Vec<u32>, Vec<u32>)> {
    match (number, data.to_move) {
        (1, Color::White) | (2, Color::Black) => Some(small_pair(data, seed)),
        (3, Color::White) => Some((data.rows(), Vec::new())),
        (4, Color::White) => Some((Subset::File(1).rows(data), Vec::new())),
        (5, Color::White) => Some((Subset::File(4).rows(data), Vec::new())),
        _ => None,
    }
}
