//! Fits a net's concept reading: least squares from what the hand-made evaluation counts to what the net says.

use philidor_chess::shakmaty::{Chess, Position};
use philidor_know::{
    eval::Evaluation,
    evaluator::nnue::{
        Nnue,
        reading::{
            FROM_PLACES, PER_FEATURE, PER_PLACE, Reading, ReadingFit, TO_MOVE, WEIGHTS, men, numbers,
            standing, to_move,
        },
    },
};
use rayon::prelude::*;

use crate::label::Labelled;

/// Positions of each kind that are fitted to, at most.
const FITTED: usize = 200_000;
/// Positions of each kind that it is measured on, at most.
const MEASURED: usize = 50_000;
/// Answers beyond this, in centipawns, say "won": nobody asks why.
const MOST: f64 = 1500.0;
/// A position that is so far from even, in centipawns, counts a good third of one that is even: what wins is plain, what makes a
/// little better is what one asks.
const NEAR: f64 = 150.0;
/// Pulls weights towards "as the hand-made evaluation has it", as so many positions with a number of 1 would.
const PULL: f64 = 20.0;
/// Positions that one thread takes at a time; fixed, so that sums do not depend on threads.
const PART: usize = 4096;
/// Parts that are worked on before they are added up, so that memory is bounded.
const AT_A_TIME: usize = 4;

/// The reading of a net; `learned` and `held_out` are positions of different games.
pub fn fitted(net: &Nnue, learned: &[Labelled], held_out: &[Labelled]) -> Reading {
    let mut sums = Squares::new();
    let mut chosen = sample(learned, FITTED, |record| record.half_points.is_some());
    chosen.extend(sample(learned, FITTED, |record| record.half_points.is_none()));
    for some in chosen.chunks(AT_A_TIME * PART) {
        let parts: Vec<Squares> = some.par_chunks(PART).map(|part| Squares::of(net, part)).collect();
        parts.iter().for_each(|part| sums.add(part));
    }
    let weights: Vec<f32> = sums.solved().iter().map(|&w| w as f32).collect();
    let mut reading =
        Reading { weights, fit: ReadingFit { positions: sums.count, searched: 0.0, played: 0.0 } };
    let explained = |from_game: bool| {
        let chosen = sample(held_out, MEASURED, |record| record.half_points.is_some() == from_game);
        explained(net, &reading, &chosen)
    };
    let (searched, played) = (explained(false), explained(true));
    (reading.fit.searched, reading.fit.played) = (searched, played);
    reading
}

/// At most so many of the records that are wanted, from all over.
fn sample(records: &[Labelled], most: usize, wanted: impl Fn(&Labelled) -> bool) -> Vec<Labelled> {
    let all = records.iter().filter(|record| wanted(record)).count();
    let stride = all.div_ceil(most).max(1);
    records.iter().filter(|record| wanted(record)).step_by(stride).copied().collect()
}

/// What the net says of a position, unless it is as good as decided.
fn answer(net: &Nnue, record: &Labelled) -> Option<(Chess, f64)> {
    let pos = record.position()?;
    debug_assert!(pos.turn().is_white());
    let answer = f64::from(net.judge(&pos));
    (answer.abs() <= MOST).then_some((pos, answer))
}

/// Share of the variance of the net's answers that a reading explains.
pub fn explained(net: &Nnue, reading: &Reading, records: &[Labelled]) -> f64 {
    let pairs: Vec<(f64, f64)> = records
        .par_iter()
        .filter_map(|record| answer(net, record))
        .map(|(pos, answer)| (answer, reading.read(&pos, answer).remainder))
        .collect();
    let mean = pairs.iter().map(|(answer, _)| answer).sum::<f64>() / pairs.len().max(1) as f64;
    let all: f64 = pairs.iter().map(|(answer, _)| (answer - mean).powi(2)).sum();
    let left: f64 = pairs.iter().map(|(_, left)| left.powi(2)).sum();
    // Four digits: as many as the file keeps exactly.
    if all > 0.0 { (1e4 * (1.0 - left / all)).round() / 1e4 } else { 0.0 }
}

/// Sums of products of numbers, and of numbers with answers.
struct Squares {
    products: Vec<f64>,
    answers: Vec<f64>,
    count: u64,
}

impl Squares {
    fn new() -> Squares {
        Squares { products: vec![0.0; WEIGHTS * WEIGHTS], answers: vec![0.0; WEIGHTS], count: 0 }
    }

    fn of(net: &Nnue, records: &[Labelled]) -> Squares {
        let (mut sums, own) = (Squares::new(), Evaluation::tuned());
        let mut row = vec![0.0; WEIGHTS];
        for (pos, answer) in records.iter().filter_map(|record| answer(net, record)) {
            let parts = own.explain(&pos);
            row.fill(0.0);
            for term in &parts.terms {
                let at = PER_FEATURE * term.feature as usize;
                let add = row[at..].iter_mut().zip(numbers(term, parts.verdict.phase));
                add.for_each(|(sum, x)| *sum += x);
            }
            for man in men(&pos) {
                let at = FROM_PLACES + PER_PLACE * man.place;
                let add = row[at..].iter_mut().zip(standing(&man, parts.verdict.phase));
                add.for_each(|(sum, x)| *sum += x);
            }
            row[WEIGHTS - TO_MOVE..].copy_from_slice(&to_move(pos.turn(), parts.verdict.phase));
            let on: Vec<(usize, f64)> = row.iter().copied().enumerate().filter(|(_, x)| *x != 0.0).collect();
            let weight = (1.0 + answer.abs() / NEAR).powf(-1.5);
            for &(i, x) in &on {
                sums.answers[i] += weight * x * answer;
                on.iter().for_each(|&(j, y)| sums.products[i * WEIGHTS + j] += weight * x * y);
            }
            sums.count += 1;
        }
        sums
    }

    fn add(&mut self, other: &Squares) {
        self.products.iter_mut().zip(&other.products).for_each(|(sum, x)| *sum += x);
        self.answers.iter_mut().zip(&other.answers).for_each(|(sum, x)| *sum += x);
        self.count += other.count;
    }

    /// The weights with the least squares, by Cholesky's decomposition.
    fn solved(&self) -> Vec<f64> {
        let n = WEIGHTS;
        let mut lower = self.products.clone();
        let mut right = self.answers.clone();
        for (i, right) in right.iter_mut().enumerate() {
            let by_hand = i < FROM_PLACES && i % PER_FEATURE < 2;
            lower[i * n + i] += PULL;
            *right += if by_hand { PULL } else { 0.0 };
        }
        for i in 0..n {
            for j in 0..=i {
                let (before, row) = lower.split_at(i * n);
                let other = if j == i { &row[..j] } else { &before[j * n..][..j] };
                let sum: f64 = row[..j].iter().zip(other).map(|(a, b)| a * b).sum();
                let left = lower[i * n + j] - sum;
                lower[i * n + j] =
                    if i == j { left.max(f64::MIN_POSITIVE).sqrt() } else { left / lower[j * n + j] };
            }
        }
        for i in 0..n {
            let sum: f64 = lower[i * n..][..i].iter().zip(&right).map(|(a, b)| a * b).sum();
            right[i] = (right[i] - sum) / lower[i * n + i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|j| lower[j * n + i] * right[j]).sum();
            right[i] = (right[i] - sum) / lower[i * n + i];
        }
        right
    }
}
