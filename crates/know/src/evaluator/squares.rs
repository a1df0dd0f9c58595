//! A net over the squares of men as a judge: whole numbers only, and no more work than the position changed.
//!
//! The sums of the first layer are kept for each side to move; a man that came or went adds or takes away one row of 16-bit
//! numbers. The neurons' curve is made of two parabolas, so it needs no table and whole vectors are bent at once.

use std::sync::Arc;

use philidor_chess::shakmaty::{Chess, Position};
use philidor_wide::Width;

use super::{Evaluator, net::centipawns};
use crate::{
    eval::Evaluation,
    squares::{Boards, bits, plain_boards, turned},
};

/// Neurons are worked on in rows of so many.
pub const LANES: usize = 16;
/// Bits after the point in the sums of the first layer. The curve is flat beyond ±2, so a sum needs no more than 16 bits
/// as long as it stays within ±64.
pub const SUM_BITS: u32 = 9;
/// Sums at which the curve has come to ±1.
const FLAT: i16 = 2 << SUM_BITS;

/// Bits by which both factors of the curve are widened: what is left of their product after 16 are the answer's.
const WIDENED: u32 = 4;
const _: () = assert!(2 * SUM_BITS + 2 - super::net::ANSWER_BITS == 16 - 2 * WIDENED);

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
        self.fill(&mut sums, boards, 0);
        self.answer(&sums)
    }

    #[inline(always)]
    fn row(&self, kind: usize, square: usize) -> &[i16] {
        &self.first[(64 * kind + square) * self.width()..][..self.width()]
    }

    #[inline(always)]
    fn fill(&self, sums: &mut [i16], boards: &Boards, turned: usize) {
        sums.copy_from_slice(&self.first_bias);
        for (kind, &set) in boards.iter().enumerate() {
            bits(set).for_each(|square| change(sums, self.row(kind, square ^ turned), i16::wrapping_add));
        }
    }

    /// Centipawns for the side to move, from sums of the first layer.
    #[inline(always)]
    fn answer(&self, sums: &[i16]) -> i32 {
        let mut totals = [0_i64; LANES];
        for (sums, last) in sums.as_chunks::<LANES>().0.iter().zip(self.last.as_chunks::<LANES>().0) {
            // x (1 - |x| / 4): 1 at 2, with ANSWER_BITS = 12 after the point. Both factors fill 16 bits, so the upper half of
            // their product is the answer (where the second overflows, x is 0).
            let x = sums.map(|sum| sum.clamp(-FLAT, FLAT));
            let rest = x.map(|x| (2 * FLAT - x.abs()) << WIDENED);
            let answers: [i16; LANES] = std::array::from_fn(|lane| {
                ((i32::from(x[lane] << WIDENED) * i32::from(rest[lane])) >> 16) as i16
            });
            totals =
                std::array::from_fn(|lane| totals[lane] + i64::from(i32::from(answers[lane]) * last[lane]));
        }
        let total = self.last_bias + totals.iter().sum::<i64>();
        centipawns(total)
    }
}

/// Changes every sum by its weight in a row.
#[inline(always)]
fn change(sums: &mut [i16], row: &[i16], how: impl Fn(i16, i16) -> i16) {
    for (sums, row) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(row.as_chunks::<LANES>().0) {
        // Read whole, then written whole: so it is a vector.
        *sums = std::array::from_fn(|lane| how(sums[lane], row[lane]));
    }
}

/// The last position with the same side to move.
#[derive(Debug, Clone)]
struct Last {
    boards: Boards,
    turned: usize,
    sums: Vec<i16>,
}

/// Judges with a net.
pub struct SquareEvaluator {
    net: Arc<SquareNet>,
    width: Width,
    last: [Last; 2],
}

/// With changes on more squares than this it is cheaper to begin anew.
const MANY_CHANGES: u32 = 14;

impl SquareEvaluator {
    /// A judge with an empty memory.
    pub fn new(net: Arc<SquareNet>) -> SquareEvaluator {
        let last = Last { boards: [0; 12], turned: 0, sums: net.first_bias.clone() };
        SquareEvaluator { net, width: Width::here(), last: [last.clone(), last] }
    }
}

/// Our own evaluation, and what a net adds to it.
pub struct Corrected {
    evaluation: Evaluation,
    net: SquareEvaluator,
}

impl Corrected {
    /// A judge with an empty memory.
    pub fn new(evaluation: Evaluation, net: Arc<SquareNet>) -> Corrected {
        Corrected { evaluation, net: SquareEvaluator::new(net) }
    }
}

impl Evaluator for Corrected {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        (self.evaluation.evaluate(pos) + self.net.evaluate(pos)).clamp(-MOST, MOST)
    }

    fn name(&self) -> &str {
        self.net.name()
    }
}

/// No sum goes beyond this: larger numbers are mates.
const MOST: i32 = 15_000;

impl Evaluator for SquareEvaluator {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        self.width.run(
            #[inline(always)]
            || self.look(pos),
        )
    }

    fn name(&self) -> &str {
        &self.net.name
    }
}

impl SquareEvaluator {
    #[inline(always)]
    fn look(&mut self, pos: &Chess) -> i32 {
        let (now, turned) = (plain_boards(pos), turned(pos));
        let Last { boards: then, turned: before, sums } = &mut self.last[usize::from(pos.turn().is_black())];
        let changed = now.iter().zip(then.iter()).fold(0, |all, (now, then)| all | (now ^ then));
        if turned != *before || changed.count_ones() > MANY_CHANGES {
            self.net.fill(sums, &now, turned);
        } else {
            for (kind, (&now, &then)) in now.iter().zip(then.iter()).enumerate().filter(|(_, (a, b))| a != b)
            {
                let row = |square| self.net.row(kind, square ^ turned);
                bits(then & !now).for_each(|square| change(sums, row(square), i16::wrapping_sub));
                bits(now & !then).for_each(|square| change(sums, row(square), i16::wrapping_add));
            }
        }
        (*then, *before) = (now, turned);
        self.net.answer(sums)
    }
}
