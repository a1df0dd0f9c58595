//! Logistic regression by Adam, in mini-batches that are summed in a fixed order.

use philidor_know::{
    eval::{DANGER_EG, DANGER_MG, FULL_PHASE, FULL_SCALE, Score, Weights},
    features::{FeatureId, Group, Kind},
};
use rayon::prelude::*;

use super::{
    Progress,
    dataset::{Coefficient, Dataset, Sample},
};

/// Samples per step.
const BATCH: usize = 16_384;
/// Each batch is cut into this many pieces, whatever the number of threads, so that sums are repeatable.
const PIECES: usize = 8;
/// Adam's usual constants (Kingma and Ba 2015, section 2).
const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// How the weights are moved.
#[derive(Debug, Clone)]
pub struct FitSettings {
    /// Passes over the data.
    pub epochs: u32,
    /// Centipawns per step at first; falls to a tenth by the last epoch.
    pub rate: f64,
    /// Pull towards the starting values: the loss of a weight 100 centipawns away from its start.
    pub pull: f64,
    /// The same for the features of material, of which games show few.
    pub material_pull: f64,
    /// How much the teacher's expectation counts beside the result, where there is a teacher.
    pub teacher_share: f64,
}

/// The state after one pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Epoch {
    /// From 0 (before the first pass).
    pub number: u32,
    /// Mean log loss over the positions learned from.
    pub loss: f64,
    /// Mean log loss over the positions held out.
    pub held_out: f64,
}

/// Tuned weights and how they were reached.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The weights, rounded to centipawns.
    pub weights: Weights,
    /// The scale of the sigmoid: an evaluation of 400/k centipawns means ten to one.
    pub k: f64,
    /// Losses before and after every pass.
    pub epochs: Vec<Epoch>,
    /// Held-out loss of the rounded weights.
    pub rounded: f64,
}

/// Middlegame values first, then endgame values (danger units live in the first half).
type Point = Vec<f64>;

const N: usize = FeatureId::WEIGHTS;

/// Moves the weights so that they predict the results.
pub fn fit(data: &Dataset, start: &Weights, settings: &FitSettings, progress: &dyn Progress) -> Fitted {
    let origin = point_of(start);
    let k = fit_scale(data, &origin);
    let pulls = pulls(settings);
    let mut adam = Adam::new(origin.clone());
    let mut epochs = vec![measure(data, &adam.point, k, 0)];
    let order = shuffled(data.samples.len());
    for number in 1..=settings.epochs {
        let faded = f64::from(number - 1) / f64::from(settings.epochs.max(2) - 1);
        let rate = settings.rate * 10_f64.powf(-faded);
        for batch in order.chunks(BATCH) {
            let mut gradient = batch_gradient(data, batch, &adam.point, k, settings.teacher_share);
            for i in 0..2 * N {
                gradient[i] = if fixed(i % N) {
                    0.0
                } else {
                    gradient[i] + 2.0 * pulls[i] * (adam.point[i] - origin[i])
                };
            }
            adam.step(&gradient, rate);
        }
        epochs.push(measure(data, &adam.point, k, number));
        progress.at("epochs", number.into(), settings.epochs.into());
    }
    let weights = weights_of(&adam.point, start);
    let rounded = loss(data, &data.held_out, &point_of(&weights), k);
    Fitted { weights, k, epochs, rounded }
}

fn measure(data: &Dataset, point: &Point, k: f64, number: u32) -> Epoch {
    let loss_of = |samples: &[Sample]| loss(data, samples, point, k);
    Epoch { number, loss: loss_of(&data.samples), held_out: loss_of(&data.held_out) }
}

fn point_of(weights: &Weights) -> Point {
    let mg = (0..N).map(|i| f64::from(weights.score(i).mg()));
    mg.chain((0..N).map(|i| f64::from(weights.score(i).eg()))).collect()
}

/// Rounds what was tuned; scales and winning chances stay as they were.
fn weights_of(point: &Point, start: &Weights) -> Weights {
    let mut weights = start.clone();
    for i in 0..N {
        let (mg, eg) = (point[i].round() as i32, point[N + i].round() as i32);
        match FeatureId::of_weight(i).kind() {
            Kind::Linear => weights.set(i, Score::new(mg, eg)),
            Kind::Attack | Kind::Danger => weights.set(i, Score::new(mg, 0)),
            Kind::Scale | Kind::Chances | Kind::Remark => {}
        }
    }
    weights
}

/// Driving a bare king and the square rule are technique, not statistics: games that show them are won anyway.
fn fixed(index: usize) -> bool {
    matches!(
        FeatureId::of_weight(index),
        FeatureId::KnownEnding | FeatureId::UnstoppablePasser | FeatureId::TrappedBishop
    )
}

/// The loss per squared centipawn of distance from the start.
fn pulls(settings: &FitSettings) -> Point {
    (0..2 * N)
        .map(|i| {
            let strong = FeatureId::of_weight(i % N).group() == Group::Material;
            (if strong { settings.material_pull } else { settings.pull }) / 1e4
        })
        .collect()
}

/// An evaluation and what moves it.
struct Judged {
    /// Centipawns, seen by White.
    value: f64,
    /// Centipawns per centipawn of a middlegame and of an endgame weight.
    mg: f64,
    eg: f64,
    /// Centipawns per unit of danger: White's attack, Black's attack.
    danger: [f64; 2],
}

fn judged(data: &Dataset, sample: &Sample, point: &Point) -> Judged {
    let (plain, attacks) = coefficients(data, sample);
    let phase = f64::from(sample.phase) / f64::from(FULL_PHASE);
    let endgame = (1.0 - phase) * f64::from(sample.scale) / f64::from(FULL_SCALE);
    let (mut mg, mut eg) = (0.0, f64::from(sample.chances));
    for c in plain {
        let times = f64::from(c.times);
        mg += point[usize::from(c.index)] * times;
        eg += point[N + usize::from(c.index)] * times;
    }
    let mut danger = [0.0; 2];
    for (side, sign) in [(0, 1.0), (1, -1.0)] {
        let units: f64 = attacks[side].iter().map(|c| point[usize::from(c.index)] * f64::from(c.times)).sum();
        if units > 0.0 {
            mg += sign * units * units / f64::from(DANGER_MG);
            eg += sign * units / f64::from(DANGER_EG);
            danger[side] =
                sign * (phase * 2.0 * units / f64::from(DANGER_MG) + endgame / f64::from(DANGER_EG));
        }
    }
    Judged { value: mg * phase + eg * endgame, mg: phase, eg: endgame, danger }
}

fn coefficients<'a>(data: &'a Dataset, sample: &Sample) -> (&'a [Coefficient], [&'a [Coefficient]; 2]) {
    let rest = &data.coefficients[sample.begin as usize..];
    let (plain, rest) = rest.split_at(sample.plain.into());
    let (white, rest) = rest.split_at(sample.white_attack.into());
    (plain, [white, &rest[..sample.black_attack.into()]])
}

/// White's expected score.
fn expected(value: f64, k: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-k * value / 400.0))
}

/// What the evaluation should expect: the result, softened by what the teacher expected.
fn target(sample: &Sample, k: f64, teacher: f64) -> f64 {
    let result = f64::from(sample.half_points) / 2.0;
    match sample.taught {
        Some(cp) => result + teacher * (expected(f64::from(cp), k) - result),
        None => result,
    }
}

fn log_loss(p: f64, result: f64) -> f64 {
    let p = p.clamp(1e-9, 1.0 - 1e-9);
    -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
}

fn loss(data: &Dataset, samples: &[Sample], point: &Point, k: f64) -> f64 {
    if samples.is_empty() {
        return f64::NAN;
    }
    let sums: Vec<f64> = samples
        .par_chunks(BATCH)
        .map(|chunk| {
            let one = |s: &Sample| {
                log_loss(expected(judged(data, s, point).value, k), f64::from(s.half_points) / 2.0)
            };
            chunk.iter().map(one).sum::<f64>()
        })
        .collect();
    sums.iter().sum::<f64>() / samples.len() as f64
}

/// The slope of the mean loss over a batch, against the targets.
fn batch_gradient(data: &Dataset, batch: &[u32], point: &Point, k: f64, teacher: f64) -> Point {
    let piece = batch.len().div_ceil(PIECES);
    let parts: Vec<Point> =
        batch.par_chunks(piece).map(|part| gradient(data, part, point, k, teacher)).collect();
    let mut sum = vec![0.0; 2 * N];
    for part in parts {
        for (s, p) in sum.iter_mut().zip(part) {
            *s += p / batch.len() as f64;
        }
    }
    sum
}

fn gradient(data: &Dataset, part: &[u32], point: &Point, k: f64, teacher: f64) -> Point {
    let mut gradient = vec![0.0; 2 * N];
    for &i in part {
        let sample = &data.samples[i as usize];
        let judged = judged(data, sample, point);
        let error = expected(judged.value, k) - target(sample, k, teacher);
        let slope = error * k * std::f64::consts::LN_10 / 400.0;
        let (plain, attacks) = coefficients(data, sample);
        for c in plain {
            let times = f64::from(c.times) * slope;
            gradient[usize::from(c.index)] += times * judged.mg;
            gradient[N + usize::from(c.index)] += times * judged.eg;
        }
        for (side, inputs) in attacks.into_iter().enumerate() {
            for c in inputs {
                gradient[usize::from(c.index)] += f64::from(c.times) * slope * judged.danger[side];
            }
        }
    }
    gradient
}

/// The k that predicts best at the start, by golden-section search.
fn fit_scale(data: &Dataset, point: &Point) -> f64 {
    let some = &data.samples[..data.samples.len().min(200_000)];
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.2, 3.0);
    for _ in 0..24 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(data, some, point, a) < loss(data, some, point, b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// All indices in a repeatable disorder (Fisher-Yates).
fn shuffled(n: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..n as u32).collect();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for i in (1..n).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(i, (state % (i as u64 + 1)) as usize);
    }
    order
}

struct Adam {
    point: Point,
    mean: Point,
    square: Point,
    steps: i32,
}

impl Adam {
    fn new(point: Point) -> Adam {
        let zero = vec![0.0; point.len()];
        Adam { point, mean: zero.clone(), square: zero, steps: 0 }
    }

    fn step(&mut self, gradient: &Point, rate: f64) {
        self.steps += 1;
        let (bias1, bias2) = (1.0 - BETA1.powi(self.steps), 1.0 - BETA2.powi(self.steps));
        for (i, &g) in gradient.iter().enumerate() {
            self.mean[i] = BETA1 * self.mean[i] + (1.0 - BETA1) * g;
            self.square[i] = BETA2 * self.square[i] + (1.0 - BETA2) * g * g;
            self.point[i] -= rate * (self.mean[i] / bias1) / ((self.square[i] / bias2).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use philidor_chess::parse_fen;
    use philidor_know::eval::Evaluation;

    use super::{
        super::{Quietly, SampleSettings},
        *,
    };

    /// Morphy against the Duke and the Count (Paris 1858), again and again with made-up results.
    fn data() -> Dataset {
        const MOVES: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 \
                             9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6";
        let mut file = tempfile::NamedTempFile::with_suffix(".pgn").unwrap();
        for result in ["1-0", "1-0", "1/2-1/2", "0-1", "1-0", "1-0"] {
            writeln!(file, "[Result \"{result}\"]\n\n{MOVES} {result}\n").unwrap();
        }
        let settings = SampleSettings {
            positions: 1000,
            skip_plies: 4,
            seed: 2,
            held_out: 3,
            quiescence_plies: 4,
            teacher_nodes: 0,
        };
        let mut data = Dataset::default();
        data.read(file.path(), &Weights::untuned(), &settings, &Quietly).unwrap();
        data
    }

    /// Danger and tapering are rounded to centipawns in play and not in the tuner; nothing else differs.
    #[test]
    fn the_float_model_is_the_evaluation() {
        let point = point_of(&Weights::untuned());
        for fen in [
            "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 0 16",
            "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17",
            "6k1/5p2/6p1/3Q3p/2q4P/6P1/5PK1/8 w - - 0 40",
            "8/5pk1/6p1/2b5/4B3/6PP/5PK1/8 w - - 0 50",
            "8/8/8/7k/P7/8/8/4K3 w - - 0 1",
        ] {
            let pos = parse_fen(fen).unwrap();
            let data = Dataset::of_position(&pos, &Weights::untuned());
            let exact = Evaluation::untuned().explain(&pos).total;
            let value = judged(&data, &data.samples[0], &point).value;
            assert!((value - f64::from(exact)).abs() < 3.0, "{fen}: {value} {exact}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let data = data();
        let mut point = point_of(&Weights::untuned());
        let all: Vec<u32> = (0..data.samples.len() as u32).collect();
        let slope = batch_gradient(&data, &all, &point, 1.0, 0.0);
        let mut checked = 0;
        for i in 0..2 * N {
            if slope[i].abs() < 1e-7 {
                continue;
            }
            let h = 1e-3;
            let kept = point[i];
            point[i] = kept + h;
            let above = loss(&data, &data.samples, &point, 1.0);
            point[i] = kept - h;
            let below = loss(&data, &data.samples, &point, 1.0);
            point[i] = kept;
            let measured = (above - below) / (2.0 * h);
            assert!(
                (measured - slope[i]).abs() < 1e-3 * slope[i].abs() + 1e-7,
                "{i}: {measured} {}",
                slope[i]
            );
            checked += 1;
        }
        assert!(checked > 100, "{checked}");
    }

    #[test]
    fn fitting_lowers_the_loss_and_repeats_itself() {
        let data = data();
        let settings =
            FitSettings { epochs: 5, rate: 1.0, pull: 0.002, material_pull: 0.05, teacher_share: 0.0 };
        let first = fit(&data, &Weights::untuned(), &settings, &Quietly);
        let second = fit(&data, &Weights::untuned(), &settings, &Quietly);
        assert_eq!(first.weights, second.weights);
        assert!(first.epochs[5].loss < first.epochs[0].loss);
    }
}
