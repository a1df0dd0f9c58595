//! A learned net as a judge: whole numbers only, and no more work than the position changed.
//!
//! The first layer is a sum over the 175 numbers of [`crate::inputs`]. Two positions of a search differ in few of them, so
//! the sums of the last position are kept (one set for each side to move, because the view turns) and only what
//! changed is added. Whole numbers make that exact: a test compares it with sums made afresh. Learning, and floating point, live in
//! the laboratory, which hands over a rounded [`IntegerNet`].

use std::sync::Arc;

use philidor_chess::shakmaty::{Chess, Position};
use philidor_wide::Width;

use super::Evaluator;
use crate::inputs::{INPUTS, Inputs, Reader};

/// Neurons are worked on in rows of so many.
pub const LANES: usize = 8;
/// Bits after the point in a hidden neuron's answer.
pub const ANSWER_BITS: u32 = 12;
/// Bits after the point in the last layer's weights, which are in centipawns.
pub const CENTIPAWN_BITS: u32 = 6;
/// Bits after the point in the table of the hyperbolic tangent, which reaches to ±[`TANH_REACH`].
pub const TANH_BITS: u32 = 9;
/// Beyond, the hyperbolic tangent is ±1.
pub const TANH_REACH: usize = 6;

/// One hidden layer of hyperbolic tangents, or none, with a linear output in centipawns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegerNet {
    /// For matches and options.
    pub name: String,
    /// Hidden neurons; 0: the inputs go straight to the output.
    pub hidden: usize,
    /// Weights of the first layer by input, rows padded to whole lanes.
    pub first: Vec<i16>,
    /// Biases of the first layer, padded.
    pub first_bias: Vec<i32>,
    /// Bits after the point in the first layer's sums.
    pub first_bits: u32,
    /// Weights of the output by hidden neuron (by input, if there is none).
    pub last: Vec<i32>,
    /// Bias of the output.
    pub last_bias: i64,
    /// `tanh` at steps of 2^-[`TANH_BITS`] from -[`TANH_REACH`] up.
    pub tanh: Vec<i16>,
}

impl IntegerNet {
    /// Numbers per row of the first layer.
    pub fn width(&self) -> usize {
        self.hidden.next_multiple_of(LANES)
    }

    /// Centipawns for the side to move, from sums of the first layer.
    #[inline(always)]
    fn answer(&self, sums: &[i32]) -> i32 {
        let top = self.tanh.len() as i32 - 1;
        let shift = self.first_bits - TANH_BITS;
        let middle = (TANH_REACH << TANH_BITS) as i32;
        let mut total = self.last_bias;
        for (&sum, &weight) in sums[..self.hidden].iter().zip(&self.last) {
            let at = ((sum >> shift) + middle).clamp(0, top);
            total += i64::from(weight) * i64::from(self.tanh[at as usize]);
        }
        centipawns(total)
    }

    /// The answer, from scratch.
    pub fn judge(&self, inputs: &Inputs) -> i32 {
        if self.hidden == 0 {
            let products = inputs.iter().zip(&self.last).map(|(&x, &w)| i64::from(x) * i64::from(w));
            return centipawns(self.last_bias + (products.sum::<i64>() << ANSWER_BITS));
        }
        let mut sums = self.first_bias.clone();
        for (i, &x) in inputs.iter().enumerate() {
            add(&mut sums, self.row(i), i32::from(x));
        }
        self.answer(&sums)
    }

    #[inline(always)]
    fn row(&self, input: usize) -> &[i16] {
        &self.first[input * self.width()..][..self.width()]
    }
}

/// Rounded towards zero.
#[inline]
pub(super) fn centipawns(total: i64) -> i32 {
    (total / (1 << (ANSWER_BITS + CENTIPAWN_BITS))).clamp(-15_000, 15_000) as i32
}

/// Adds a multiple of a row.
#[inline(always)]
fn add(sums: &mut [i32], row: &[i16], times: i32) {
    for (sums, row) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(row.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += times * i32::from(row[lane]);
        }
    }
}

/// The last position with the same side to move.
#[derive(Debug, Clone)]
struct Last {
    inputs: Inputs,
    sums: Vec<i32>,
}

/// Judges with a net.
pub struct NetEvaluator {
    net: Arc<IntegerNet>,
    reader: Reader,
    width: Width,
    last: [Last; 2],
}

impl NetEvaluator {
    /// A judge with an empty memory.
    pub fn new(net: Arc<IntegerNet>) -> NetEvaluator {
        let last = Last { inputs: [0; INPUTS], sums: net.first_bias.clone() };
        NetEvaluator { net, reader: Reader::default(), width: Width::here(), last: [last.clone(), last] }
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        let inputs = self.reader.read(pos);
        if self.net.hidden == 0 {
            return self.net.judge(&inputs);
        }
        let last = &mut self.last[usize::from(pos.turn().is_black())];
        let net = &self.net;
        self.width.run(
            #[inline(always)]
            || net.follow(last, inputs),
        )
    }

    fn name(&self) -> &str {
        &self.net.name
    }
}

impl IntegerNet {
    /// Brings the sums up to date and answers.
    #[inline(always)]
    fn follow(&self, last: &mut Last, inputs: Inputs) -> i32 {
        for (i, (&now, &then)) in inputs.iter().zip(&last.inputs).enumerate() {
            if now != then {
                add(&mut last.sums, self.row(i), i32::from(now) - i32::from(then));
            }
        }
        last.inputs = inputs;
        self.answer(&last.sums)
    }
}
