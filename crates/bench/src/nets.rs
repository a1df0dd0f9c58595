//! How many positions nets learn from and judge, per CPU second.
//!
//! `tools/bench_pytorch.py` measures the same nets and batches with PyTorch.

use std::{fmt, hint::black_box, sync::Arc};

use anyhow::ensure;
use cpu_time::ProcessTime;
use philidor_chess::{
    shakmaty::{Chess, Position},
    write_fen,
};
use philidor_know::{
    eval::Evaluation,
    evaluator::{
        Evaluator, LEARNED, learned,
        net::NetEvaluator,
        nnue::{NnueEvaluator, range},
        squares::SquareEvaluator,
    },
    inputs::inputs,
    squares::{SQUARES, boards},
};
use philidor_nets::{
    Activation, Net, Shape,
    adam::Adam,
    batch::{Batch, Loss},
    online::Online,
    pair::{MOST_ON, PairLesson, PairNet},
    slope::{Lesson, Slopes},
};
use philidor_stats::Rng;
use philidor_train::neuro::{
    file::{CENTIPAWNS, integer, square_net},
    view::View,
};
use serde::Serialize;
use serde_json::json;

/// CPU seconds spent on each figure, at least.
const SECONDS: f64 = 0.5;

const SHAPES: [(&str, Activation, Activation); 3] = [
    ("32-32-5-2", Activation::Sigmoid, Activation::Sigmoid),
    ("175-80-1", Activation::Tanh, Activation::Tanh),
    ("175-165-175", Activation::Tanh, Activation::Linear),
];

/// How fast one net does one thing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Speed {
    /// The net's shape.
    pub net: &'static str,
    /// What it does.
    pub what: String,
    /// Positions per CPU second.
    pub per_cpu_s: f64,
}

impl Speed {
    fn new(net: &'static str, what: String, per_cpu_s: f64) -> Speed {
        Speed { net, what, per_cpu_s }
    }
}

/// How fast an evaluation judges positions in a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgeSpeed {
    /// The evaluation.
    pub judge: String,
    /// Positions per CPU second.
    pub per_cpu_s: f64,
}

/// All speeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Speeds {
    /// Nets by themselves.
    pub nets: Vec<Speed>,
    /// Evaluations in a search; our own first.
    pub judges: Vec<JudgeSpeed>,
}

impl Speeds {
    /// For programs: one list of both kinds.
    pub fn to_json(&self) -> serde_json::Value {
        let nets = self.nets.iter().map(|speed| json!(speed));
        nets.chain(self.judges.iter().map(|speed| json!(speed))).collect()
    }
}

/// Positions of the trial whose time is estimated.
const TRIAL: f64 = 81_664.0;

impl fmt::Display for Speeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Speed { net, what, per_cpu_s } in &self.nets {
            writeln!(f, "{net:<12} {what:<26} {per_cpu_s:>12.0} positions per CPU-s")?;
        }
        for JudgeSpeed { judge, per_cpu_s } in &self.judges {
            let times = self.judges[0].per_cpu_s / per_cpu_s;
            writeln!(
                f,
                "{judge:<19} judging in a search        {per_cpu_s:>12.0} positions per CPU-s (x {times:.2} the time)"
            )?;
        }
        let rate = |what: &str| {
            let found = self.nets.iter().find(|s| s.net == SHAPES[0].0 && s.what == what);
            found.map_or(1.0, |s| s.per_cpu_s)
        };
        let epoch = TRIAL / rate("learning, one at a time") + TRIAL / rate("judging, many at a time");
        writeln!(
            f,
            "trial 38 (1,000 epochs of 81,664 positions, learned and judged): {:.1} CPU-s",
            1000.0 * epoch
        )
    }
}

/// Measures everything.
pub fn measure() -> anyhow::Result<Speeds> {
    Ok(Speeds { nets: nets()?, judges: judges()? })
}

fn nets() -> anyhow::Result<Vec<Speed>> {
    let mut figures = Vec::new();
    for (text, hidden, output) in SHAPES {
        let net: Net<f32> = Net::random(Shape::parse(text, hidden, output)?, 0.1, 1);
        let (inputs, outputs) = (net.shape().inputs(), net.shape().outputs());
        let mut rng = Rng::new(1);
        let mut noise = |n: usize| -> Vec<f32> { (0..n).map(|_| rng.unit() as f32).collect() };
        let (x, t) = (noise(inputs * 1024), noise(outputs * 1024));
        let mut online = Online::new(&net, Loss::Squared);
        let one = |online: &mut Online<f32>, learn: bool| {
            for (x, t) in x.chunks_exact(inputs).zip(t.chunks_exact(outputs)) {
                if learn {
                    online.learn(x, t, 0.01);
                } else {
                    black_box(online.run(x));
                }
            }
            1024
        };
        figures.push(Speed::new(text, "judging, one at a time".to_owned(), rate(|| one(&mut online, false))));
        figures.push(Speed::new(text, "learning, one at a time".to_owned(), rate(|| one(&mut online, true))));
        let mut batch = Batch::default();
        let judging = rate(|| {
            black_box(batch.run(&net, &x));
            1024
        });
        figures.push(Speed::new(text, "judging, many at a time".to_owned(), judging));
        for size in [64, 256] {
            let mut net = net.clone();
            let learning = rate(|| {
                let (x, t) = (&x[..inputs * size], &t[..outputs * size]);
                batch.run(&net, x);
                let gradient = batch.gradient(&net, x, t, &[], Loss::Squared).0;
                net.parameters_mut().iter_mut().zip(gradient).for_each(|(p, g)| *p -= 0.01 * g);
                size
            });
            figures.push(Speed::new(text, format!("learning, batches of {size}"), learning));
        }
        if outputs == 1 {
            let mut room = Slopes::default();
            let weights = vec![0.1; inputs];
            let learning = rate(|| {
                for x in x.chunks_exact(inputs).take(64) {
                    let lesson = Lesson {
                        input: x,
                        value: 0.5,
                        value_weight: 1.0,
                        loss: Loss::Squared,
                        slope: x,
                        slope_weights: &weights,
                    };
                    black_box(room.gradient(&net, &lesson).0);
                }
                64
            });
            figures.push(Speed::new(text, "value and slopes".to_owned(), learning));
        }
    }
    figures.extend(
        [("768-64x2-1", 64), ("768-128x2-1", 128)]
            .map(|(name, neurons)| Speed::new(name, format!("learning, batches of {PAIRS}"), pair(neurons))),
    );
    Ok(figures)
}

/// Positions of a batch for nets with two perspectives.
const PAIRS: usize = 16_384;

/// How many positions a net with two perspectives learns from: 24 men on random squares, eight ranges, Adam.
fn pair(neurons: usize) -> f64 {
    const MEN: usize = 24;
    const RANGES: usize = 8;
    let mut net: PairNet<f32> = PairNet::random(SQUARES, neurons, RANGES, 1);
    let mut adam = Adam::new(net.parameters().len());
    let mut rng = Rng::new(2);
    let mut some = || -> [u16; MOST_ON] { std::array::from_fn(|_| rng.below(SQUARES) as u16) };
    let sides: Vec<_> = (0..PAIRS).map(|_| (some(), some())).collect();
    let one = |(first, second)| PairLesson { first, second, on: MEN, range: range(MEN, RANGES), target: 0.5 };
    let lessons: Vec<PairLesson<f32>> = sides.into_iter().map(one).collect();
    rate(|| {
        let mut gradient = vec![0.0; net.parameters().len()];
        black_box(net.gradient(&lessons, &mut gradient));
        adam.step(net.parameters_mut(), &gradient, 1e-6);
        PAIRS
    })
}

/// Our own evaluation and learned nets as judges in a search: positions per CPU second. Whatever a net keeps from the last
/// position, it must say the same as from scratch.
fn judges() -> anyhow::Result<Vec<JudgeSpeed>> {
    let positions = positions();
    let mut figures = Vec::new();
    let mut linear = Evaluation::tuned();
    let each = |judge: &mut dyn Evaluator| {
        rate(|| {
            black_box(positions.iter().map(|pos| i64::from(judge.evaluate(pos))).sum::<i64>());
            positions.len()
        })
    };
    figures.push(JudgeSpeed { judge: "our own evaluation".to_owned(), per_cpu_s: each(&mut linear) });
    let shipped = learned();
    let mut judge = NnueEvaluator::new(shipped.clone(), LEARNED);
    for pos in &positions {
        let (kept, afresh) = (judge.evaluate(pos), shipped.judge(pos));
        ensure!(kept == afresh, "the net said {kept} and {afresh} to {}", write_fen(pos));
    }
    figures.push(JudgeSpeed {
        judge: format!("learned 768-{}x2-1", shipped.neurons()),
        per_cpu_s: each(&mut judge),
    });
    for hidden in [0, 20, 80] {
        let net: Net<f32> = Net::random(View::Features.shape(hidden), 0.05, 1);
        let net = Arc::new(integer(&net, CENTIPAWNS, "bench"));
        let mut judge = NetEvaluator::new(net.clone());
        for pos in &positions {
            let (kept, afresh) = (judge.evaluate(pos), net.judge(&inputs(pos)));
            ensure!(kept == afresh, "the net said {kept} and {afresh} to {}", write_fen(pos));
        }
        figures.push(JudgeSpeed { judge: format!("net 175-{hidden}-1"), per_cpu_s: each(&mut judge) });
    }
    for hidden in [64, 128] {
        let net: Net<f32> = Net::random(View::Squares.shape(hidden), 0.05, 1);
        let net = Arc::new(square_net(&net, CENTIPAWNS, "bench"));
        let mut judge = SquareEvaluator::new(net.clone());
        for pos in &positions {
            let (kept, afresh) = (judge.evaluate(pos), net.judge(&boards(pos)));
            ensure!(kept == afresh, "the net said {kept} and {afresh} to {}", write_fen(pos));
        }
        figures.push(JudgeSpeed { judge: format!("net 768-{hidden}-1"), per_cpu_s: each(&mut judge) });
    }
    Ok(figures)
}

/// Neighbouring positions, as a search sees them: every legal move from positions of a repeatable walk.
fn positions() -> Vec<Chess> {
    let mut rng = Rng::new(7);
    let mut found = Vec::new();
    for _ in 0..12 {
        let mut pos = Chess::default();
        for ply in 0..100 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply > 8 && ply % 6 == 0 {
                found.extend(moves.iter().map(|m| pos.clone().play(*m).expect("a legal move")));
            }
            pos = pos.play(moves[rng.below(moves.len())]).expect("a legal move");
        }
    }
    found
}

/// How often per CPU second; `work` says how much it did.
fn rate(mut work: impl FnMut() -> usize) -> f64 {
    work();
    let started = ProcessTime::now();
    let mut done = 0;
    loop {
        done += work();
        let seconds = started.elapsed().as_secs_f64();
        if seconds >= SECONDS {
            return done as f64 / seconds;
        }
    }
}
