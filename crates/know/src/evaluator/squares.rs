//! A net over the squares of men as a judge: whole numbers only, and no more work than the position changed.
//!
//! The sums of the first layer are kept for each side to move; a man that came or went adds or takes away one row of 16-bit
//! numbers. The neurons' curve is made of two parabolas, so it needs no table and whole vectors are bent at once.

use std::sync::Arc;

use philidor_chess::shakmaty::{Chess, Position};

use super::{Evaluator, net::centipawns};
use crate::squares::{Boards, bits, boards};

/// Neurons are worked on in rows of so many.
pub const LANES: usize = 16;
/// Bits after the point in the sums of the first layer. The curve is flat beyond ±2, so a sum needs no more than 16 bits
/// as long as it stays within ±64.
pub const SUM_BITS: u32 = 9;
/// Sums at which the curve has come to ±1.
const FLAT: i16 = 2 << SUM_BITS;

/// One hidden layer over the 768 numbers of [`crate::squares`], with a linear output in centipawns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareNet {
    /// For matches and options.
    pub name: String,
    /// Weights of the first layer by number, rows of [`SquareNet::width`].
    pub first: Vec<i16>,
    /// Biases of the first layer.
    pub first_bias: Vec<i16>,
    /// Weights of the output, with [`super::net::CENTIPAWN_BITS`] after the point.
    pub last: Vec<i32>,
    /// Bias of the output, with [`super::net::ANSWER_BITS`] more.
    pub last_bias: i64,
}

impl SquareNet {
    /// Neurons, padded to whole lanes.
    pub fn width(&self) -> usize {
        self.first_bias.len()
    }

    /// The answer, from scratch.
    pub fn judge(&self, boards: &Boards) -> i32 {
        let mut sums = self.first_bias.clone();
        self.fill(&mut sums, boards);
        self.answer(&sums)
    }

    #[inline]
    fn row(&self, kind: usize, square: usize) -> &[i16] {
        &self.first[(64 * kind + square) * self.width()..][..self.width()]
    }

    fn fill(&self, sums: &mut [i16], boards: &Boards) {
        sums.copy_from_slice(&self.first_bias);
        for (kind, &set) in boards.iter().enumerate() {
            bits(set).for_each(|square| change(sums, self.row(kind, square), i16::wrapping_add));
        }
    }

    /// Centipawns for the side to move, from sums of the first layer.
    #[inline]
    fn answer(&self, sums: &[i16]) -> i32 {
        let mut total = self.last_bias;
        for (sums, last) in sums.as_chunks::<LANES>().0.iter().zip(self.last.as_chunks::<LANES>().0) {
            let mut part = [0_i32; LANES];
            for lane in 0..LANES {
                // x (1 - |x| / 4): 1 at 2, with ANSWER_BITS = 12 after the point.
                let x = i32::from(sums[lane].clamp(-FLAT, FLAT));
                let y = (x * (i32::from(2 * FLAT) - x.abs())) >> (2 * SUM_BITS + 2 - super::net::ANSWER_BITS);
                part[lane] = y * last[lane];
            }
            total += part.iter().map(|&p| i64::from(p)).sum::<i64>();
        }
        centipawns(total)
    }
}

/// Changes every sum by its weight in a row.
#[inline]
fn change(sums: &mut [i16], row: &[i16], how: impl Fn(i16, i16) -> i16) {
    for (sums, row) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(row.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] = how(sums[lane], row[lane]);
        }
    }
}

/// The last position with the same side to move.
#[derive(Debug, Clone)]
struct Last {
    boards: Boards,
    sums: Vec<i16>,
}

/// Judges with a net.
pub struct SquareEvaluator {
    net: Arc<SquareNet>,
    last: [Last; 2],
}

/// With more changes than this it is cheaper to begin anew.
const MANY_CHANGES: u32 = 28;

impl SquareEvaluator {
    /// A judge with an empty memory.
    pub fn new(net: Arc<SquareNet>) -> SquareEvaluator {
        let last = Last { boards: [0; 12], sums: net.first_bias.clone() };
        SquareEvaluator { net, last: [last.clone(), last] }
    }
}

impl Evaluator for SquareEvaluator {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        let now = boards(pos);
        let Last { boards: then, sums } = &mut self.last[usize::from(pos.turn().is_black())];
        let changes: u32 = now.iter().zip(then.iter()).map(|(now, then)| (now ^ then).count_ones()).sum();
        if changes > MANY_CHANGES {
            self.net.fill(sums, &now);
        } else {
            for (kind, (&now, &then)) in now.iter().zip(then.iter()).enumerate() {
                let row = |square| self.net.row(kind, square);
                bits(then & !now).for_each(|square| change(sums, row(square), i16::wrapping_sub));
                bits(now & !then).for_each(|square| change(sums, row(square), i16::wrapping_add));
            }
        }
        *then = now;
        self.net.answer(sums)
    }

    fn name(&self) -> &str {
        &self.net.name
    }
}
