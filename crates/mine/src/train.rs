//! The three ways a net is trained here.

use philidor_induce::characterise::{Coding, Dataset};
use philidor_nets::{
    Net,
    adam::{Adam, cosine},
    batch::{Batch, Loss},
    drill,
    online::Online,
    quant::{self, Quantised},
};
use philidor_stats::Rng;
use serde::{Deserialize, Serialize};

use super::{
    FitError, Hear, Judge, MineError, Run, Samples, Start, Target, Tick, Trainer, coding, judge, samples,
};

/// One point of a learning curve. Errors are counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The epoch after which it was measured, from 1.
    pub epoch: u32,
    /// Training positions classified wrongly.
    pub errors: usize,
    /// Testing positions classified wrongly.
    pub test_errors: Option<usize>,
    /// E1: mean distance of outputs from their targets.
    pub e1: f64,
    /// E2: the largest.
    pub e2: f64,
}

/// A trained net.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// The net of the epoch that the rules choose.
    pub net: Net<f32>,
    /// Its weights as whole numbers, if few bits were asked for.
    pub quantised: Option<Quantised>,
    /// The learning curve.
    pub curve: Vec<Point>,
    /// Epochs trained.
    pub epochs: u32,
    /// The epoch chosen.
    pub chosen: u32,
    /// The fewest errors of any epoch.
    pub best: usize,
}

impl Trained {
    /// The net as a judge of positions.
    pub fn judge(&self, run: &Run, data: &Dataset) -> Judge {
        Judge::new(run, data, self.net.clone())
    }
}

/// Trains the net of a run on some rows.
pub fn train(
    run: &Run,
    seed: u64,
    data: &Dataset,
    rows: &[u32],
    test: &[u32],
    hear: Hear<'_>,
) -> Result<Trained, MineError> {
    let shape = judge::shape(run, data)?;
    if let Some(bits) = run.bits.filter(|bits| !quant::BITS.contains(bits)) {
        return Err(FitError::Bits(bits).into());
    }
    let mut net = start(run, seed, data, rows, &shape)?;
    let coding = coding(&run.coding).unwrap_or(Coding::Natural);
    // The order of the positions is arbitrary, and stays.
    let order = |rows: &[u32]| Rng::new(seed ^ 0x07de7).draw(rows, rows.len());
    let samples = |rows: &[u32]| Samples::new(data, rows, coding, shape.outputs(), run.target);
    for stage in &run.stages {
        let rows = samples::named(data, stage, seed, &[])?;
        let judge = Judge::new(run, data, net.clone());
        net = one_set(run, seed, net, &samples(&order(&rows)), None, &judge, hear)?.net;
    }
    let judge = Judge::new(run, data, net.clone());
    let test = (!test.is_empty()).then(|| samples(test));
    one_set(run, seed, net, &samples(&order(rows)), test.as_ref(), &judge, hear)
}

fn one_set(
    run: &Run,
    seed: u64,
    net: Net<f32>,
    samples: &Samples,
    test: Option<&Samples>,
    judge: &Judge,
    hear: Hear<'_>,
) -> Result<Trained, MineError> {
    match run.trainer {
        Trainer::Paper => paper(run, net, samples, test, judge, hear),
        Trainer::Adam => adam(run, seed, net, samples, test, judge, hear),
        Trainer::Drill => by_drill(run, seed, &net, samples, hear),
    }
}

/// Where the weights begin.
fn start(
    run: &Run,
    seed: u64,
    data: &Dataset,
    rows: &[u32],
    shape: &philidor_nets::Shape,
) -> Result<Net<f32>, MineError> {
    let net = match run.start {
        Start::Scaled => Net::scaled(shape.clone(), seed),
        Start::Random => Net::random(shape.clone(), run.reach, seed),
        Start::Mirrored => {
            let mut net = Net::random(shape.clone(), run.reach, seed);
            net.parameters_mut().iter_mut().for_each(|p: &mut f32| *p = -*p);
            net
        }
        Start::Linear => linear(run, seed, data, rows, shape)?,
    };
    Ok(net)
}

/// Section 3: w_ii = 0.1, w_ij smaller, and the output weights those of a linear evaluation times a small number. The
/// evaluation is a perceptron trained on the same positions for a tenth of the epochs.
fn linear(
    run: &Run,
    seed: u64,
    data: &Dataset,
    rows: &[u32],
    shape: &philidor_nets::Shape,
) -> Result<Net<f32>, MineError> {
    let n = shape.inputs();
    if shape.sizes() != [n, n, 1] {
        return Err(FitError::LinearStart.into());
    }
    let perceptron = Run {
        hidden: Vec::new(),
        start: Start::Random,
        epochs: (run.epochs / 10).max(1),
        bits: None,
        ..run.clone()
    };
    let slws = train(&perceptron, seed, data, rows, &[], &mut |_| true)?.net;
    let small = 0.05f32;
    let mut net: Net<f32> = Net::random(shape.clone(), f64::from(small * small), seed);
    let layers = net.layers().to_vec();
    for i in 0..n {
        net.parameters_mut()[layers[0].weights().start + i * n + i] = 0.1;
        net.parameters_mut()[layers[1].weights().start + i] = small * slws.weights(0)[i];
        net.parameters_mut()[layers[0].biases().start + i] = 0.0;
    }
    // A hidden neuron answers one half to nothing, and rises with a quarter of its 0.1: the evaluation is shrunk to
    // `small / 40`, and so must its bias be. Positions keep their order and their result.
    let halves = slws.weights(0).iter().sum::<f32>() * small / 2.0;
    net.parameters_mut()[layers[1].biases().start] = slws.biases(0)[0] * small / 40.0 - halves;
    Ok(net)
}

/// Errors, E1 and E2 of a net on some positions.
fn examine(net: &Net<f32>, batch: &mut Batch<f32>, samples: &Samples, judge: &Judge) -> (usize, f64, f64) {
    const ROWS: usize = 512;
    let (mut errors, mut sum, mut largest) = (0, 0.0, 0.0f32);
    let targets = samples.targets.chunks(ROWS * samples.outputs);
    for (x, t) in samples.inputs.chunks(ROWS * samples.width).zip(targets) {
        let answers = batch.run(net, x);
        let mut part = 0.0;
        for (y, t) in answers.chunks_exact(samples.outputs).zip(t.chunks_exact(samples.outputs)) {
            errors += usize::from(judge.decide(y) != judge.decide(t));
        }
        for (y, t) in answers.iter().zip(t) {
            let off = (y - t).abs();
            part += off;
            largest = largest.max(off);
        }
        sum += f64::from(part);
    }
    (errors, sum / samples.targets.len() as f64, f64::from(largest))
}

/// The epochs of a training: what is measured after each, and told.
struct Epochs<'a> {
    run: &'a Run,
    samples: &'a Samples,
    test: Option<&'a Samples>,
    judge: &'a Judge,
    batch: Batch<f32>,
    out: Trained,
}

impl<'a> Epochs<'a> {
    fn new(
        run: &'a Run,
        net: Net<f32>,
        samples: &'a Samples,
        test: Option<&'a Samples>,
        judge: &'a Judge,
    ) -> Self {
        let out = Trained { net, quantised: None, curve: vec![], epochs: 0, chosen: 0, best: usize::MAX };
        Epochs { run, samples, test, judge, batch: Batch::default(), out }
    }

    /// How far an epoch's steps go.
    fn rate(&self, epoch: u32) -> f64 {
        let share = f64::from(epoch - 1) / f64::from(self.run.epochs);
        self.run.rate * if self.run.anneal { cosine(share, 0.01) } else { 1.0 }
    }

    /// A point of the curve: what `shown`, the net as it judges, is worth after an epoch; `net` is the net as it learns.
    fn measure(&mut self, epoch: u32, net: &Net<f32>, shown: &Net<f32>) -> Result<Point, MineError> {
        let (errors, e1, e2) = examine(shown, &mut self.batch, self.samples, self.judge);
        if !e1.is_finite() || !net.parameters().iter().all(|p| p.is_finite()) {
            return Err(FitError::NotANumber { epoch }.into());
        }
        let test_errors = self.test.map(|test| examine(shown, &mut self.batch, test, self.judge).0);
        let point = Point { epoch, errors, test_errors, e1, e2 };
        self.out.curve.push(point);
        self.out.epochs = epoch;
        Ok(point)
    }

    /// Tells of an epoch; whoever hears it may stop the training.
    fn tell(&self, point: &Point, hear: Hear<'_>) -> Result<(), MineError> {
        let mut tick = Tick::at("training", point.epoch as usize, self.run.epochs as usize);
        (tick.errors, tick.loss) = (Some(point.errors), Some(point.e1));
        if hear(&tick) { Ok(()) } else { Err(MineError::Stopped) }
    }
}

/// Section 4.5: position by position, the same order in every epoch, no momentum, weights from ±0.1; ends when the error
/// has stayed below its goal, or no epoch has classified more, for `patience` epochs; the epoch with the
/// smallest error is chosen.
fn paper(
    run: &Run,
    net: Net<f32>,
    samples: &Samples,
    test: Option<&Samples>,
    judge: &Judge,
    hear: Hear<'_>,
) -> Result<Trained, MineError> {
    let mut online = Online::new(&net, Loss::Squared).with_momentum(run.momentum as f32);
    let mut epochs = Epochs::new(run, net, samples, test, judge);
    let (mut least, mut below, mut improved) = (f64::INFINITY, 0, 0);
    for epoch in 1..=run.epochs {
        let rate = epochs.rate(epoch);
        let inputs = samples.inputs.chunks_exact(samples.width);
        for (x, t) in inputs.zip(samples.targets.chunks_exact(samples.outputs)) {
            online.learn(x, t, rate as f32);
        }
        let now = online.net();
        let point = epochs.measure(epoch, &now, &now)?;
        let (errors, out) = (point.errors, &mut epochs.out);
        let error = if run.error == 1 { point.e1 } else { point.e2 };
        // As long as a position is plainly wrong, E2 says nothing of the others: then fewer errors decide.
        let key = if run.error == 2 && error > 0.5 { 1.0 + errors as f64 } else { error };
        if key < least {
            least = key;
            out.net = now;
            out.chosen = epoch;
        }
        if errors < out.best {
            out.best = errors;
            improved = epoch;
        }
        below = if error <= run.goal { below + 1 } else { 0 };
        let patient = run.patience == 0 || below < run.patience && epoch - improved < run.patience;
        epochs.tell(&point, hear)?;
        if !patient {
            break;
        }
    }
    round_off(run, epochs.out)
}

/// Mini-batches with Adam and cross-entropy, shuffled each epoch.
fn adam(
    run: &Run,
    seed: u64,
    mut net: Net<f32>,
    samples: &Samples,
    test: Option<&Samples>,
    judge: &Judge,
    hear: Hear<'_>,
) -> Result<Trained, MineError> {
    let mut steps = Adam::new(net.parameters().len());
    let mut batch = Batch::default();
    let mut rng = Rng::new(seed);
    let mut epochs = Epochs::new(run, net.clone(), samples, test, judge);
    let order: Vec<u32> = (0..samples.rows() as u32).collect();
    let (width, outputs) = (samples.width, samples.outputs);
    let loss = if run.target == Target::Value { Loss::CrossEntropy } else { Loss::Squared };
    let (mut x, mut t) = (Vec::new(), Vec::new());
    for epoch in 1..=run.epochs {
        let rate = epochs.rate(epoch);
        for chunk in rng.draw(&order, order.len()).chunks(run.batch.max(1)) {
            x.clear();
            t.clear();
            for &row in chunk {
                x.extend_from_slice(&samples.inputs[row as usize * width..][..width]);
                t.extend_from_slice(&samples.targets[row as usize * outputs..][..outputs]);
            }
            let rounded = run.bits.map(|bits| quant::rounded(&net, bits));
            let running = rounded.as_ref().unwrap_or(&net);
            batch.run(running, &x);
            let gradient = batch.gradient(running, &x, &t, &[], loss).0;
            steps.step(net.parameters_mut(), gradient, rate);
        }
        let shown = run.bits.map_or_else(|| net.clone(), |bits| quant::rounded(&net, bits));
        let point = epochs.measure(epoch, &net, &shown)?;
        let out = &mut epochs.out;
        if point.errors < out.best {
            (out.best, out.chosen) = (point.errors, epoch);
            out.net.clone_from(&net);
        }
        let (best, chosen) = (out.best, out.chosen);
        epochs.tell(&point, hear)?;
        if run.patience > 0 && epoch - chosen >= run.patience || best == 0 && point.e1 < 1e-3 {
            break;
        }
    }
    round_off(run, epochs.out)
}

/// Drills at full precision, then, if few bits are asked for, again with rounded weights.
fn by_drill(
    run: &Run,
    seed: u64,
    net: &Net<f32>,
    samples: &Samples,
    hear: Hear<'_>,
) -> Result<Trained, MineError> {
    let settings = drill::Settings {
        rounds: run.epochs,
        rate: run.rate,
        batch: run.batch.max(1),
        seed,
        ..drill::Settings::default()
    };
    let mut curve = Vec::new();
    let mut stopped = false;
    let mut listen = |stage, round: &drill::Round| {
        curve.push(Point {
            epoch: curve.len() as u32,
            errors: round.errors,
            test_errors: None,
            e1: round.loss,
            e2: 1.0,
        });
        let mut tick = Tick::at(stage, round.number as usize, run.epochs as usize);
        (tick.errors, tick.loss) = (Some(round.errors), Some(round.loss));
        stopped |= !hear(&tick);
        !stopped
    };
    let lost = FitError::NotANumber { epoch: 0 };
    let (x, t) = (&samples.inputs, &samples.targets);
    let Some(mut done) = drill::drill(net, x, t, &settings, &mut |r| listen("drilling", r)) else {
        return Err(lost.into());
    };
    if let Some(bits) = run.bits.filter(|_| done.errors < samples.rows() / 100) {
        let settings = drill::Settings { bits: Some(bits), rate: run.rate * 0.3, ..settings };
        done = drill::drill(&done.unrounded, x, t, &settings, &mut |r| listen("rounding", r)).ok_or(lost)?;
    }
    if stopped {
        return Err(MineError::Stopped);
    }
    let epochs = curve.len() as u32;
    Ok(Trained {
        net: done.net,
        quantised: done.quantised,
        curve,
        epochs,
        chosen: done.rounds,
        best: done.errors,
    })
}

/// Rounds the chosen net to the bits that were asked for.
fn round_off(run: &Run, mut out: Trained) -> Result<Trained, MineError> {
    if let Some(bits) = run.bits {
        let quantised = Quantised::new(&out.net, bits, 1.0);
        out.net = quantised.net(&out.net);
        out.quantised = Some(quantised);
    }
    Ok(out)
}
