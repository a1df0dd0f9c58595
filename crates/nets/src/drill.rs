//! Training until nothing is wrong: mini-batches of Adam on the positions that are still hard.
//!
//! A round asks the net about every position, then trains on those that it does not yet answer with confidence, and on
//! a few of the others. With `bits`, the net runs with rounded weights while the unrounded ones learn, so
//! that what is counted is the net of few bits. Pruned weights stay pruned.

use philidor_stats::Rng;

use super::{
    Net,
    adam::{Adam, cosine},
    batch::{Batch, Loss},
    prune::Mask,
    quant::Quantised,
};

/// How to drill.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Rounds at most.
    pub rounds: u32,
    /// Rate at the start; it falls along a cosine.
    pub rate: f64,
    /// Positions per step.
    pub batch: usize,
    /// A position answered with less confidence than this is hard.
    pub confidence: f32,
    /// Share of the easy positions that are trained on all the same.
    pub review: f64,
    /// Where chance begins.
    pub seed: u64,
    /// Weights of so many bits.
    pub bits: Option<u32>,
    /// Weights held at zero.
    pub mask: Option<Mask>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rounds: 2000,
            rate: 0.004,
            batch: 128,
            confidence: 0.995,
            review: 0.01,
            seed: 1,
            bits: None,
            mask: None,
        }
    }
}

/// What a round found before it trained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// Positions answered wrongly.
    pub errors: usize,
    /// The fewest so far.
    pub best: usize,
    /// Positions not answered with confidence.
    pub hard: usize,
    /// Mean loss over all positions.
    pub loss: f64,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Drilled {
    /// The best net, as it runs (rounded, if bits were asked for).
    pub net: Net<f32>,
    /// The same net before rounding.
    pub unrounded: Net<f32>,
    /// Its weights as whole numbers, if bits were asked for.
    pub quantised: Option<Quantised>,
    /// Positions it answers wrongly.
    pub errors: usize,
    /// Rounds that were needed.
    pub rounds: u32,
}

/// The confidence in the right answer: above one half (one output), or the largest output (several), is right.
fn confidence(answer: &[f32], target: &[f32]) -> (f32, bool) {
    if let ([y], [t]) = (answer, target) {
        let p = if *t > 0.5 { *y } else { 1.0 - *y };
        return (p, (*y >= 0.5) == (*t > 0.5));
    }
    let right = class(target);
    let worst = answer.iter().zip(target).map(|(y, t)| if *t > 0.5 { *y } else { 1.0 - *y });
    (worst.fold(1.0, f32::min), class(answer) == right)
}

/// The largest of several outputs.
fn class(outputs: &[f32]) -> usize {
    let mut best = 0;
    for (i, y) in outputs.iter().enumerate() {
        if *y > outputs[best] {
            best = i;
        }
    }
    best
}

/// Drills a net on all rows until none is wrong, the rounds are over, or `hear` says no.
///
/// Returns `None` if a weight is no longer a number.
pub fn drill(
    start: &Net<f32>,
    inputs: &[f32],
    targets: &[f32],
    settings: &Settings,
    hear: &mut dyn FnMut(&Round) -> bool,
) -> Option<Drilled> {
    const ROWS: usize = 2048;
    let (width, outputs) = (start.shape().inputs(), start.shape().outputs());
    let rows = targets.len() / outputs;
    let mut rng = Rng::new(settings.seed);
    let mut learning = start.clone();
    let mut adam = Adam::new(learning.parameters().len());
    let mut batch = Batch::default();
    let mut best = Drilled {
        net: start.clone(),
        unrounded: start.clone(),
        quantised: None,
        errors: usize::MAX,
        rounds: 0,
    };
    let (mut x, mut t) = (Vec::new(), Vec::new());
    for number in 0..settings.rounds {
        // 1. Ask about everything.
        let quantised = settings.bits.map(|bits| Quantised::new(&learning, bits, 1.0));
        let running = quantised.as_ref().map_or_else(|| learning.clone(), |q| q.net(&learning));
        let (mut errors, mut loss, mut hard) = (0, 0.0, Vec::new());
        for block in 0..rows.div_ceil(ROWS) {
            let range = block * ROWS..(block * ROWS + ROWS).min(rows);
            let answers = batch.run(&running, &inputs[range.start * width..range.end * width]);
            for (row, answer) in range.zip(answers.chunks_exact(outputs)) {
                let (p, right) = confidence(answer, &targets[row * outputs..][..outputs]);
                errors += usize::from(!right);
                loss -= f64::from(p.max(1e-30)).ln();
                if p < settings.confidence {
                    hard.push(row as u32);
                }
            }
        }
        if !learning.parameters().iter().all(|p| p.is_finite()) {
            return None;
        }
        if errors < best.errors {
            best = Drilled { net: running, unrounded: learning.clone(), quantised, errors, rounds: number };
        }
        let round = Round { number, errors, best: best.errors, hard: hard.len(), loss: loss / rows as f64 };
        if !hear(&round) || best.errors == 0 {
            break;
        }
        // 2. Train on what is hard, and a few others.
        let few = (settings.review * rows as f64) as usize;
        hard.extend((0..few).map(|_| rng.below(rows) as u32));
        let hard = rng.draw(&hard, hard.len());
        let rate = settings.rate * cosine(f64::from(number) / f64::from(settings.rounds), 0.003);
        for chunk in hard.chunks(settings.batch) {
            x.clear();
            t.clear();
            for &row in chunk {
                x.extend_from_slice(&inputs[row as usize * width..][..width]);
                t.extend_from_slice(&targets[row as usize * outputs..][..outputs]);
            }
            let rounded = settings.bits.map(|bits| Quantised::new(&learning, bits, 1.0).net(&learning));
            let running = rounded.as_ref().unwrap_or(&learning);
            batch.run(running, &x);
            let gradient = batch.gradient(running, &x, &t, &[], Loss::CrossEntropy).0;
            adam.step(learning.parameters_mut(), gradient, rate);
            if let Some(mask) = &settings.mask {
                mask.apply(learning.parameters_mut());
            }
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Activation, Shape};

    /// Which of the four quarters of a ring a point is in; not separable by a line.
    fn rings(outputs: usize) -> (Vec<f32>, Vec<f32>) {
        let (mut x, mut t) = (Vec::new(), Vec::new());
        for i in -8i8..=8 {
            for j in -8i8..=8 {
                x.extend([f32::from(i) / 8.0, f32::from(j) / 8.0]);
                let far = i32::from(i) * i32::from(i) + i32::from(j) * i32::from(j);
                match outputs {
                    1 => t.push(f32::from(far < 30)),
                    _ => t.extend([far < 15, (15..60).contains(&far), far >= 60].map(f32::from)),
                }
            }
        }
        (x, t)
    }

    #[test]
    fn a_drilled_net_is_right_everywhere() {
        for (text, bits) in [("2-8-1", None), ("2-16-1", Some(8)), ("2-12-3", None)] {
            let shape = Shape::parse(text, Activation::Relu, Activation::Sigmoid).unwrap();
            let (x, t) = rings(shape.outputs());
            let settings = Settings { batch: 16, rate: 0.02, bits, ..Settings::default() };
            let start = Net::scaled(shape, 1);
            let mut heard = 0;
            let drilled = drill(&start, &x, &t, &settings, &mut |round| {
                heard = round.number;
                true
            });
            let drilled = drilled.unwrap();
            assert_eq!(drilled.errors, 0, "{text} {bits:?} after {heard} rounds");
            assert_eq!(drilled.quantised.is_some(), bits.is_some());
            let outputs = start.shape().outputs();
            for (x, t) in x.chunks(2).zip(t.chunks(outputs)) {
                assert!(confidence(&drilled.net.run(x), t).1);
            }
        }
    }

    #[test]
    fn nonsense_is_noticed_and_stops_are_obeyed() {
        let shape = Shape::parse("2-3-1", Activation::Relu, Activation::Sigmoid).unwrap();
        let (mut x, t) = rings(1);
        let start: Net<f32> = Net::scaled(shape, 1);
        let stopped = drill(&start, &x, &t, &Settings::default(), &mut |r| r.number < 2).unwrap();
        assert!(stopped.errors > 0 && stopped.rounds <= 2);
        x[0] = f32::NAN;
        assert_eq!(drill(&start, &x, &t, &Settings::default(), &mut |_| true), None);
    }
}
