//! What every man adds to the net's answer, exactly.
//!
//! The position is compared with the board from which the men have gone one and all. On the straight way from there a neuron's sum grows
//! evenly, so integrated slopes have a closed form: what a neuron's answer changes by is divided among the men as its sum is.

use philidor_chess::shakmaty::{Chess, Position, Square};

use super::{LAST_ONE, Nnue, SUM_ONE, place, sets, turned};
use crate::squares::bits;

/// An answer divided among the men, in centipawns for the side to move.
#[derive(Debug, Clone, PartialEq)]
pub struct NnueParts {
    /// What the net says of the empty board (with the output weights of this many men).
    pub empty: f64,
    /// What each man adds on its square.
    pub men: Vec<(Square, f64)>,
}

impl NnueParts {
    /// The net's answer, before rounding.
    pub fn total(&self) -> f64 {
        self.empty + self.men.iter().map(|(_, adds)| adds).sum::<f64>()
    }
}

impl Nnue {
    /// Divides the answer among the men; the parts sum to it.
    pub fn explain(&self, pos: &Chess) -> NnueParts {
        let board = pos.board();
        let (range, neurons) = (self.range(board.occupied().count()), self.neurons());
        let sum_one = f64::from(SUM_ONE);
        let unit = f64::from(self.story.centipawns) / f64::from(LAST_ONE);
        let answer = |sum: f64| (sum / sum_one).clamp(0.0, 1.0).powi(2);
        let mut empty = unit * f64::from(self.last_bias[range]) / sum_one;
        let mut men: Vec<(Square, f64)> = board.occupied().into_iter().map(|square| (square, 0.0)).collect();
        for (half, side) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
            let turned = turned(board, side);
            let mut rows: Vec<(usize, &[i16])> = Vec::new();
            for (kind, &set) in sets(board).iter().enumerate() {
                rows.extend(bits(set).map(|square| (square, self.row(place(kind, square, side, turned)))));
            }
            // In the order of the men.
            rows.sort_unstable_by_key(|(square, _)| *square);
            let weights = &self.last[(2 * range + half) * neurons..][..neurons];
            for (neuron, &weight) in weights.iter().enumerate() {
                let start = f64::from(self.first_bias[neuron]);
                let sum: f64 = rows.iter().map(|(_, row)| f64::from(row[neuron])).sum();
                let before = answer(start);
                empty += unit * f64::from(weight) * before;
                if sum != 0.0 {
                    let per_step = unit * f64::from(weight) * (answer(start + sum) - before) / sum;
                    for ((_, adds), (_, row)) in men.iter_mut().zip(&rows) {
                        *adds += per_step * f64::from(row[neuron]);
                    }
                }
            }
        }
        NnueParts { empty, men }
    }
}
