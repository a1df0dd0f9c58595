//! Learning what people play from their games: softmax over the legal moves, one position at a time, by AdaGrad.
//!
//! Same games, same settings, same bytes: games are drawn in an order that a seed decides, and there is one thread.

mod corpus;
mod measure;

use std::path::PathBuf;

use philidor_stats::Rng;

pub use self::{
    corpus::{Corpus, Played},
    measure::{Band, Calibration, Measured, Sensible, measure},
};
use crate::{
    Ours, Story,
    features::{Scene, look},
    net::{BOARD, HIDDEN, Pass, ROW, Weights},
};

/// What to learn from, and how long.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Files of rated games.
    pub games: Vec<PathBuf>,
    /// Positions to learn from; games are taken again if they do not suffice.
    pub positions: u64,
    /// Games of one player, at most.
    pub per_player: u32,
    /// Games within 200 points of rating and one scale, at most.
    pub per_band: u32,
    /// One game in so many is held out.
    pub held_out: u64,
    /// Size of the first steps.
    pub rate: f32,
    /// Chooses games, order and first weights.
    pub seed: u64,
}

/// Told while learning goes on: positions seen, and how surprising the last of them were (nats).
pub trait Progress {
    /// So far.
    fn at(&self, positions: u64, all: u64, surprise: f64);
}

impl Progress for () {
    fn at(&self, _: u64, _: u64, _: f64) {}
}

/// Positions whose order is mixed at a time.
const POOL: usize = 1 << 15;
/// A move that is off by less teaches nothing.
const LEAST_ERROR: f32 = 2e-3;

/// Weights and the squares of all their slopes so far.
struct Learner {
    weights: Weights,
    squares: Weights,
    rate: f32,
    pass: Pass,
}

/// One step down a slope for each weight of a row.
fn step(weights: &mut [f32], squares: &mut [f32], slope: &[f32], rate: f32, share: f32) {
    for ((w, s), g) in weights.iter_mut().zip(squares).zip(slope) {
        let g = g * share;
        *s += g * g;
        *w -= rate * g / (*s + 1e-8).sqrt();
    }
}

impl Learner {
    fn new(seed: u64, rate: f32) -> Learner {
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
            // The first steps of a weight are no larger than those of one that has seen a little.
            table.fill(0.1);
        }
        Learner { weights, squares, rate, pass: Pass::default() }
    }

    /// Learns that `played` was played; returns how surprising that was.
    fn learn(&mut self, scene: &Scene, played: usize, rate: f32) -> f64 {
        let mut pass = std::mem::take(&mut self.pass);
        self.weights.run(scene, &mut pass);
        let most = pass.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = pass.scores.iter().map(|score| (score - most).exp()).sum();
        let chance = |score: f32| (score - most).exp() / sum;
        let surprise = -f64::from(chance(pass.scores[played])).max(1e-9).ln();
        let rate = self.rate * rate;
        let Weights { moves, setting, board, out } = &mut self.weights;
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
                let at = usize::from(place) * ROW;
                step(&mut moves[at..at + ROW], &mut self.squares.moves[at..at + ROW], &slope, rate, 1.0);
            }
        }
        for &(place, share) in &scene.setting {
            let width = HIDDEN + BOARD;
            let at = usize::from(place) * width;
            step(
                &mut setting[at..at + width],
                &mut self.squares.setting[at..at + width],
                &base_slope,
                rate,
                share,
            );
        }
        for &place in &scene.board {
            let at = usize::from(place) * BOARD;
            let slope = &base_slope[HIDDEN..];
            step(&mut board[at..at + BOARD], &mut self.squares.board[at..at + BOARD], slope, rate, 1.0);
        }
        step(out, &mut self.squares.out, &out_slope, rate, 1.0);
        self.pass = pass;
        surprise
    }
}

/// Learns a net from games that were read, and measures it on those held out.
pub fn learn(corpus: &Corpus, settings: &Settings, progress: &dyn Progress) -> Ours {
    let mut learner = Learner::new(settings.seed, settings.rate);
    let mut rng = Rng::new(settings.seed ^ 0x6f72_6465_7200);
    let (mut seen, mut surprise) = (0u64, 2.5f64);
    let mut pool: Vec<Played> = Vec::with_capacity(POOL);
    'all: while seen < settings.positions && !corpus.learned.is_empty() {
        let order: Vec<u32> = (0..corpus.learned.len() as u32).collect();
        for game in rng.draw(&order, order.len()) {
            for played in corpus.learned[game as usize].positions() {
                if pool.len() < POOL {
                    pool.push(played);
                    continue;
                }
                let at = rng.below(POOL);
                let drawn = std::mem::replace(&mut pool[at], played);
                let scene = look(drawn.moment(), drawn.rating);
                if let Some(index) = scene.moves.iter().position(|&mv| mv == drawn.mv) {
                    let left = 1.0 - seen as f32 / settings.positions as f32;
                    let told = learner.learn(&scene, index, left.max(0.02));
                    surprise += (told - surprise) * 1e-4;
                }
                seen += 1;
                if seen.is_multiple_of(4096) {
                    progress.at(seen, settings.positions, surprise);
                }
                if seen >= settings.positions {
                    break 'all;
                }
            }
        }
        // Fewer games than the pool holds: their positions would never leave it.
        if seen == 0 {
            for drawn in pool.drain(..) {
                let scene = look(drawn.moment(), drawn.rating);
                if let Some(index) = scene.moves.iter().position(|&mv| mv == drawn.mv) {
                    learner.learn(&scene, index, 1.0);
                }
                seen += 1;
            }
            break;
        }
    }
    let story = Story {
        positions: seen,
        games: corpus.learned.len() as u64,
        held_out: corpus.held_out.len() as u64,
        matched: 0.0,
        seed: settings.seed,
        data: corpus.digest.clone(),
    };
    let mut ours = Ours::new(learner.weights.as_written(), story);
    ours.story.matched = measure(&ours, corpus, MEASURED).all.matched();
    ours
}

/// Positions of games held out that are asked, at most.
const MEASURED: usize = 20_000;
