//! Steps of learning: softmax over the legal moves, AdaGrad on the slopes of a few positions together.

use philidor_stats::Rng;

use crate::{
    features::Scene,
    net::{BOARD, HIDDEN, Pass, ROW, Weights},
};

/// A move that is off by less teaches nothing.
const LEAST_ERROR: f32 = 2e-3;
/// Positions of a step.
const BATCH: usize = 32;
/// Sum of squares that a weight begins with, so that its first steps are not too large.
const FIRST_SQUARES: f32 = 1.0;

/// The slopes of one table, by rows; only rows that were touched are not zero.
struct Slopes {
    sums: Vec<f32>,
    width: usize,
    touched: Vec<u32>,
    marked: Vec<bool>,
}

impl Slopes {
    fn new(size: usize, width: usize) -> Slopes {
        Slopes { sums: vec![0.0; size], width, touched: Vec::new(), marked: vec![false; size / width] }
    }

    fn row(&mut self, place: usize) -> &mut [f32] {
        if !self.marked[place] {
            self.marked[place] = true;
            self.touched.push(place as u32);
        }
        &mut self.sums[place * self.width..][..self.width]
    }

    /// One step down for each weight of the rows touched.
    fn step(&mut self, weights: &mut [f32], squares: &mut [f32], rate: f32) {
        for place in self.touched.drain(..) {
            let at = place as usize * self.width;
            let row = at..at + self.width;
            let slopes = self.sums[row.clone()].iter_mut();
            for ((w, s), g) in weights[row.clone()].iter_mut().zip(&mut squares[row]).zip(slopes) {
                *s += *g * *g;
                *w -= rate * *g / s.sqrt();
                *g = 0.0;
            }
            self.marked[place as usize] = false;
        }
    }
}

/// Weights, the squares of all their slopes so far, and the slopes of the step to come.
pub(super) struct Learner {
    pub(super) weights: Weights,
    pub(super) squares: Weights,
    slopes: [Slopes; 4],
    waiting: usize,
    rate: f32,
    pass: Pass,
}

const MOVES: usize = 0;
const SETTING: usize = 1;
const PLACES: usize = 2;
const OUT: usize = 3;

fn add(sum: &mut [f32], slope: &[f32], share: f32) {
    for (s, g) in sum.iter_mut().zip(slope) {
        *s += share * g;
    }
}

impl Learner {
    pub(super) fn new(seed: u64, rate: f32) -> Learner {
        let mut rng = Rng::new(seed);
        let mut weights = Weights::zero();
        let mut fill = |table: &mut [f32], size: f64| {
            table.iter_mut().for_each(|w| *w = ((rng.unit() * 2.0 - 1.0) * size) as f32);
        };
        for row in weights.moves.chunks_mut(ROW) {
            fill(&mut row[..ROW - 1], 0.05);
        }
        fill(&mut weights.setting, 0.05);
        fill(&mut weights.board, 0.1);
        fill(&mut weights.out, 0.3);
        let mut squares = Weights::zero();
        for (_, table, _) in squares.tables_mut() {
            table.fill(FIRST_SQUARES);
        }
        let slopes = weights.tables().map(|(_, table, width)| Slopes::new(table.len(), width));
        Learner { weights, squares, slopes, waiting: 0, rate, pass: Pass::default() }
    }

    /// Learns that `played` was played; returns how surprising that was.
    pub(super) fn learn(&mut self, scene: &Scene, played: usize, rate: f32) -> f64 {
        let mut pass = std::mem::take(&mut self.pass);
        self.weights.run(scene, &mut pass);
        let most = pass.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = pass.scores.iter().map(|score| (score - most).exp()).sum();
        let chance = |score: f32| (score - most).exp() / sum;
        let surprise = -f64::from(chance(pass.scores[played])).max(1e-9).ln();
        let out = &self.weights.out;
        let mut lit = [0.0f32; BOARD];
        for (l, &b) in lit.iter_mut().zip(&pass.board) {
            *l = b.max(0.0);
        }
        let mut base_slope = [0.0f32; HIDDEN + BOARD];
        let mut out_slope = [0.0f32; HIDDEN];
        for (index, &score) in pass.scores.iter().enumerate() {
            let error = chance(score) - if index == played { 1.0 } else { 0.0 };
            if error.abs() < LEAST_ERROR {
                continue;
            }
            let row = &pass.rows[index * ROW..][..ROW];
            let mut slope = [0.0f32; ROW];
            for k in 0..HIDDEN {
                let on = if row[k] > 0.0 { error } else { 0.0 };
                slope[k] = on * out[k];
                out_slope[k] += on * row[k];
                base_slope[k] += slope[k];
            }
            for k in 0..BOARD {
                slope[HIDDEN + k] = error * lit[k];
                base_slope[HIDDEN + k] += if lit[k] > 0.0 { error * row[HIDDEN + k] } else { 0.0 };
            }
            slope[ROW - 1] = error;
            for &place in scene.of_move(index) {
                add(self.slopes[MOVES].row(usize::from(place)), &slope, 1.0);
            }
        }
        for &(place, share) in &scene.setting {
            add(self.slopes[SETTING].row(usize::from(place)), &base_slope, share);
        }
        for &place in &scene.board {
            add(self.slopes[PLACES].row(usize::from(place)), &base_slope[HIDDEN..], 1.0);
        }
        add(self.slopes[OUT].row(0), &out_slope, 1.0);
        self.pass = pass;
        self.waiting += 1;
        if self.waiting == BATCH {
            self.waiting = 0;
            let tables = self.weights.tables_mut().into_iter().zip(self.squares.tables_mut());
            for ((weights, squares), slopes) in tables.zip(&mut self.slopes) {
                slopes.step(weights.1, squares.1, self.rate * rate);
            }
        }
        surprise
    }
}
