//! Training of a net with two perspectives on labelled positions.
//!
//! All positions are shuffled together before every pass; a batch is cut into a fixed number of parts whose gradients are added in order,
//! so the number of threads does not change one bit. Games held out say when to stop.

pub mod inspect;
pub mod opinion;
pub mod reading;
pub mod taught;

use philidor_chess::shakmaty::Position;
use philidor_know::{
    eval::Evaluation,
    evaluator::{
        Evaluator,
        nnue::{LAST_ONE, MOST_FIRST, MOST_LAST, Nnue, NnueStory, SUM_ONE, range},
    },
    squares::SQUARES,
};
use philidor_nets::{
    adam::{Adam, cosine},
    pair::{MOST_ON, PairLesson, PairNet},
};
use philidor_stats::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::label::Labelled;

/// One game in this many is held out.
const HELD_OUT: u32 = 20;
/// Which of them.
const HELD_OUT_REST: u32 = 7;
/// Parts of a batch; fixed, so that sums do not depend on threads.
const PARTS: usize = 8;

/// How to train.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NnueSettings {
    /// Neurons of each side: a multiple of 32, 512 at most.
    pub neurons: usize,
    /// Sets of output weights, by number of men.
    pub ranges: usize,
    /// Passes over all positions, at most.
    pub passes: u32,
    /// Passes without progress on the games held out after which training stops.
    pub patience: u32,
    /// Positions per step.
    pub batch: usize,
    /// Rate of the first step.
    pub rate: f64,
    /// Its share at the end; it falls along half a cosine.
    pub last_rate: f64,
    /// Share of the game's result in the target, where there is one.
    pub result_share: f64,
    /// The teacher's centipawns that make the odds e to 1; 0: fitted to the results of the games.
    pub scale: f64,
    /// Chooses first weights and the order of positions.
    pub seed: u64,
}

impl Default for NnueSettings {
    fn default() -> NnueSettings {
        NnueSettings {
            neurons: 64,
            ranges: 8,
            passes: 16,
            patience: 6,
            batch: 16_384,
            rate: 0.0015,
            last_rate: 0.005,
            result_share: 0.1,
            scale: 220.0,
            seed: 1,
        }
    }
}

/// Why there is no net.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TrainError {
    /// Nothing to learn from, or nothing to measure on.
    #[error(
        "{learned} positions to learn from and {held_out} of games held out are too few; label more games"
    )]
    TooFew {
        /// To learn from.
        learned: usize,
        /// To measure on.
        held_out: usize,
    },
    /// The scale must be fitted, but no position has a result.
    #[error("no position has the result of a game, so the teacher's scale cannot be fitted; give it")]
    NoResults,
}

/// What one pass came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pass {
    /// Its number, from 1.
    pub number: u32,
    /// Mean squared error of the expected score while learning.
    pub loss: f64,
    /// The same on the games held out, afterwards.
    pub held_out: f64,
}

/// A trained net.
#[derive(Debug, Clone)]
pub struct Trained {
    /// In whole numbers.
    pub net: Nnue,
    /// The teacher's centipawns that make the odds e to 1.
    pub scale: f64,
    /// Positions learned from and held out.
    pub positions: (usize, usize),
    /// All passes.
    pub passes: Vec<Pass>,
}

/// Trains a net, from random weights or from `start`. `story` fills what is not known here: teacher and data. A start that gets no better stays
/// what it was, but for its reading.
pub fn train(
    records: Vec<Labelled>,
    settings: &NnueSettings,
    start: Option<&Nnue>,
    story: &NnueStory,
    hear: &mut dyn FnMut(&Pass),
) -> Result<Trained, TrainError> {
    let (held_out, mut learned): (Vec<Labelled>, Vec<Labelled>) =
        records.into_iter().partition(|record| record.game % HELD_OUT == HELD_OUT_REST);
    if learned.len() < settings.batch.max(PARTS) || held_out.is_empty() {
        return Err(TrainError::TooFew { learned: learned.len(), held_out: held_out.len() });
    }
    let scale = if settings.scale > 0.0 { settings.scale } else { fitted_scale(&learned)? };
    let aim = Aim { settings, scale };
    let random = || PairNet::random(SQUARES, settings.neurons, settings.ranges, settings.seed);
    let mut net: PairNet<f32> = start.map_or_else(random, fractions);
    let mut adam = Adam::new(net.parameters().len());
    let mut rng = Rng::new(settings.seed);
    let mut passes: Vec<Pass> = Vec::new();
    let mut best = start.map(|_| (error(&net, &held_out, &aim), 0, net.clone()));
    let steps = learned.len() / settings.batch;
    for number in 1..=settings.passes {
        shuffle(&mut learned, &mut rng);
        let mut loss = 0.0;
        for (step, batch) in learned.chunks_exact(settings.batch).enumerate() {
            let done = (f64::from(number - 1) + step as f64 / steps as f64) / f64::from(settings.passes);
            let rate = settings.rate * cosine(done, settings.last_rate);
            loss += one_step(&mut net, &mut adam, batch, &aim, rate);
        }
        let pass = Pass {
            number,
            loss: loss / (steps * settings.batch) as f64,
            held_out: error(&net, &held_out, &aim),
        };
        hear(&pass);
        passes.push(pass);
        if best.as_ref().is_none_or(|(error, ..)| pass.held_out < *error) {
            best = Some((pass.held_out, number, net.clone()));
        } else if best.as_ref().is_some_and(|(_, at, _)| number - at >= settings.patience) {
            break;
        }
    }
    let (error, number, net) = best.unwrap_or((1.0, 0, net));
    let positions = (learned.len(), held_out.len());
    if let Some(start) = start.filter(|_| number == 0) {
        let reading = Some(reading::fitted(start, &learned, &held_out));
        return Ok(Trained { net: Nnue { reading, ..start.clone() }, scale, positions, passes });
    }
    let story = NnueStory {
        centipawns: centipawns(&net, &held_out, &aim),
        result_share: settings.result_share,
        positions: learned.len() as u64,
        passes: number,
        seed: settings.seed,
        held_out: error,
        ..story.clone()
    };
    let mut net = whole(&net, story);
    net.reading = Some(reading::fitted(&net, &learned, &held_out));
    Ok(Trained { net, scale, positions, passes })
}

/// What positions should be worth.
struct Aim<'s> {
    settings: &'s NnueSettings,
    scale: f64,
}

impl Aim<'_> {
    fn lesson(&self, record: &Labelled) -> PairLesson<f32> {
        let (first, second, on) = both_sides(record);
        let said = sigmoid(f64::from(record.score) / self.scale);
        let target = record.half_points.map_or(said, |points| {
            let share = self.settings.result_share;
            share * 0.5 * f64::from(points) + (1.0 - share) * said
        });
        PairLesson { first, second, on, range: range(on, self.settings.ranges), target: target as f32 }
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Places of all men as the side to move and as the other side sees them, and how many men there are.
pub(crate) fn both_sides(record: &Labelled) -> ([u16; MOST_ON], [u16; MOST_ON], usize) {
    const KING: usize = 5;
    let mut turned = [0, 56];
    for (kind, theirs, square) in record.men().filter(|&(kind, ..)| kind == KING) {
        debug_assert_eq!(kind, KING);
        turned[usize::from(theirs)] ^= if square & 7 < 4 { 7 } else { 0 };
    }
    let (mut first, mut second, mut on) = ([0; MOST_ON], [0; MOST_ON], 0);
    for (kind, theirs, square) in record.men() {
        let place = |other: bool, turned: usize| {
            (64 * (kind + if theirs == other { 0 } else { 6 }) + (square ^ turned)) as u16
        };
        first[on] = place(false, turned[0]);
        second[on] = place(true, turned[1]);
        on += 1;
    }
    (first, second, on)
}

/// One step of Adam over a batch; returns the sum of squared errors.
fn one_step(
    net: &mut PairNet<f32>,
    adam: &mut Adam<f32>,
    batch: &[Labelled],
    aim: &Aim<'_>,
    rate: f64,
) -> f64 {
    let parts: Vec<(f64, Vec<f32>)> = batch
        .par_chunks(batch.len().div_ceil(PARTS))
        .map(|part| {
            let lessons: Vec<PairLesson<f32>> = part.iter().map(|record| aim.lesson(record)).collect();
            let mut gradient = vec![0.0; net.parameters().len()];
            (net.gradient(&lessons, &mut gradient), gradient)
        })
        .collect();
    let mut gradient = vec![0.0_f32; net.parameters().len()];
    let share = 1.0 / batch.len() as f32;
    for (_, part) in &parts {
        gradient.iter_mut().zip(part).for_each(|(sum, x)| *sum += share * x);
    }
    adam.step(net.parameters_mut(), &gradient, rate);
    net.clip(f32::from(MOST_FIRST) / f32::from(SUM_ONE), f32::from(MOST_LAST) / f32::from(LAST_ONE));
    parts.iter().map(|(error, _)| error).sum()
}

/// Mean squared error of the expected score.
fn error(net: &PairNet<f32>, records: &[Labelled], aim: &Aim<'_>) -> f64 {
    let errors: Vec<f64> = records
        .par_chunks(PART)
        .map(|part| {
            let lessons: Vec<PairLesson<f32>> = part.iter().map(|record| aim.lesson(record)).collect();
            let off =
                |(&z, lesson): (&f32, &PairLesson<f32>)| sigmoid(f64::from(z)) - f64::from(lesson.target);
            net.outputs(&lessons).iter().zip(&lessons).map(|pair| off(pair).powi(2)).sum()
        })
        .collect();
    errors.iter().sum::<f64>() / records.len() as f64
}

/// Records that one thread measures at a time.
const PART: usize = 4096;

fn shuffle(records: &mut [Labelled], rng: &mut Rng) {
    for i in (1..records.len()).rev() {
        records.swap(i, rng.below(i + 1));
    }
}

/// The scale with which the teacher's scores predict results best (log loss), by golden section.
fn fitted_scale(records: &[Labelled]) -> Result<f64, TrainError> {
    let stride = (records.len() / MEASURED).max(1);
    let scored: Vec<(f64, f64)> = records
        .iter()
        .filter_map(|r| Some((f64::from(r.score), 0.5 * f64::from(r.half_points?))))
        .step_by(stride)
        .collect();
    if scored.is_empty() {
        return Err(TrainError::NoResults);
    }
    let loss = |scale: f64| -> f64 {
        let one = |&(score, result): &(f64, f64)| {
            let x = score / scale;
            // ln(1 + e^-x) without overflow, and what the result adds.
            (-x.abs()).exp().ln_1p() + x.max(0.0) - result * x
        };
        scored.iter().map(one).sum()
    };
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let (mut low, mut high) = (20.0, 2000.0);
    for _ in 0..40 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss(left) < loss(right) { high = right } else { low = left }
    }
    Ok(0.5 * (low + high))
}

/// Positions on which scales are measured.
const MEASURED: usize = 200_000;
/// Our own evaluation beyond this is not compared.
const MOST_COMPARED: i32 = 600;

/// Centipawns of an output of 1, such that the net speaks as loudly as our own evaluation: the search's margins are made for that.
fn centipawns(net: &PairNet<f32>, records: &[Labelled], aim: &Aim<'_>) -> i32 {
    let mut own = Evaluation::tuned();
    let (mut ours, mut outputs) = (0.0, 0.0);
    for record in records.iter().step_by((records.len() * 10 / MEASURED).max(1)) {
        let Some(pos) = record.position() else { continue };
        debug_assert!(pos.turn().is_white());
        let said = own.evaluate(&pos);
        if said.abs() > MOST_COMPARED {
            continue;
        }
        ours += f64::from(said.abs());
        outputs += net.outputs(&[aim.lesson(record)]).iter().map(|&z| f64::from(z.abs())).sum::<f64>();
    }
    if outputs > 0.0 { (ours / outputs).round().clamp(1.0, 10_000.0) as i32 } else { USUAL }
}

/// Centipawns of an output of 1 on the usual logistic scale (400 for ten to one).
const USUAL: i32 = 174;

/// As it is learned from; [`whole`] gives the same net again.
fn fractions(net: &Nnue) -> PairNet<f32> {
    let of = |numbers: &[i16], one: i16| -> Vec<f32> {
        numbers.iter().map(|&w| f32::from(w) / f32::from(one)).collect()
    };
    let both = f64::from(SUM_ONE) * f64::from(LAST_ONE);
    let last_bias: Vec<f32> = net.last_bias.iter().map(|&w| (f64::from(w) / both) as f32).collect();
    PairNet::of(&of(&net.first, SUM_ONE), &of(&net.first_bias, SUM_ONE), &of(&net.last, LAST_ONE), &last_bias)
}

/// Rounded to whole numbers.
pub fn whole(net: &PairNet<f32>, story: NnueStory) -> Nnue {
    let round = |w: f32, one: i16, most: i16| {
        (f64::from(w) * f64::from(one)).round().clamp(-f64::from(most), f64::from(most)) as i16
    };
    let both = f64::from(SUM_ONE) * f64::from(LAST_ONE);
    Nnue {
        first: net.first().iter().map(|&w| round(w, SUM_ONE, MOST_FIRST)).collect(),
        first_bias: net.first_bias().iter().map(|&w| round(w, SUM_ONE, MOST_FIRST)).collect(),
        last: net.last().iter().map(|&w| round(w, LAST_ONE, MOST_LAST)).collect(),
        last_bias: net.last_bias().iter().map(|&w| (f64::from(w) * both).round() as i32).collect(),
        story,
        reading: None,
    }
}

#[cfg(test)]
mod tests;
