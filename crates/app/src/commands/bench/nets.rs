//! `philidor bench --nets`: how many positions nets learn from and judge, per CPU second.
//!
//! `tools/bench_pytorch.py` measures the same nets and batches with PyTorch.

use std::{hint::black_box, sync::Arc};

use anyhow::ensure;
use cpu_time::ProcessTime;
use philidor_chess::{
    shakmaty::{Chess, Position},
    write_fen,
};
use philidor_know::{
    eval::Evaluation,
    evaluator::{Evaluator, net::NetEvaluator, squares::SquareEvaluator},
    inputs::inputs,
    squares::boards,
};
use philidor_nets::{
    Activation, Net, Shape,
    batch::{Batch, Loss},
    online::Online,
    slope::{Lesson, Slopes},
};
use philidor_stats::Rng;
use philidor_train::neuro::{
    file::{CENTIPAWNS, integer, square_net},
    view::View,
};
use serde_json::json;

use super::Args;
use crate::output::outln;

/// CPU seconds spent on each figure, at least.
const SECONDS: f64 = 0.5;

const SHAPES: [(&str, Activation, Activation); 3] = [
    ("32-32-5-2", Activation::Sigmoid, Activation::Sigmoid),
    ("175-80-1", Activation::Tanh, Activation::Tanh),
    ("175-165-175", Activation::Tanh, Activation::Linear),
];

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
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
        figures.push((text, "judging, one at a time".to_owned(), rate(|| one(&mut online, false))));
        figures.push((text, "learning, one at a time".to_owned(), rate(|| one(&mut online, true))));
        let mut batch = Batch::default();
        let judging = rate(|| {
            black_box(batch.run(&net, &x));
            1024
        });
        figures.push((text, "judging, many at a time".to_owned(), judging));
        for size in [64, 256] {
            let mut net = net.clone();
            let learning = rate(|| {
                let (x, t) = (&x[..inputs * size], &t[..outputs * size]);
                batch.run(&net, x);
                let gradient = batch.gradient(&net, x, t, &[], Loss::Squared).0;
                net.parameters_mut().iter_mut().zip(gradient).for_each(|(p, g)| *p -= 0.01 * g);
                size
            });
            figures.push((text, format!("learning, batches of {size}"), learning));
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
            figures.push((text, "value and slopes".to_owned(), learning));
        }
    }
    let judges = judges()?;
    if args.json {
        let one =
            |(net, what, rate): &(&str, String, f64)| json!({ "net": net, "what": what, "per_cpu_s": rate });
        let mut all: Vec<serde_json::Value> = figures.iter().map(one).collect();
        all.extend(judges.iter().map(|(judge, rate)| json!({ "judge": judge, "per_cpu_s": rate })));
        outln!("{}", serde_json::Value::Array(all))?;
        return Ok(());
    }
    for (net, what, rate) in &figures {
        outln!("{net:<12} {what:<26} {rate:>12.0} positions per CPU-s")?;
    }
    for (judge, rate) in &judges {
        let times = judges[0].1 / rate;
        outln!(
            "{judge:<19} judging in a search        {rate:>12.0} positions per CPU-s (x {times:.2} the time)"
        )?;
    }
    let trial = |what: &str| figures.iter().find(|f| f.0 == SHAPES[0].0 && f.1 == what).map_or(1.0, |f| f.2);
    let epoch = 81_664.0 / trial("learning, one at a time") + 81_664.0 / trial("judging, many at a time");
    outln!("trial 38 (1,000 epochs of 81,664 positions, learnt and judged): {:.1} CPU-s", 1000.0 * epoch)?;
    Ok(())
}

/// Our own evaluation and learned nets as judges in a search: positions per CPU second. Whatever a net keeps from the last
/// position, it must say the same as from scratch.
fn judges() -> anyhow::Result<Vec<(String, f64)>> {
    let positions = positions();
    let mut figures = Vec::new();
    let mut linear = Evaluation::tuned();
    let each = |judge: &mut dyn Evaluator| {
        rate(|| {
            black_box(positions.iter().map(|pos| i64::from(judge.evaluate(pos))).sum::<i64>());
            positions.len()
        })
    };
    figures.push(("our own evaluation".to_owned(), each(&mut linear)));
    for hidden in [0, 20, 80] {
        let net: Net<f32> = Net::random(View::Features.shape(hidden), 0.05, 1);
        let net = Arc::new(integer(&net, CENTIPAWNS, "bench"));
        let mut judge = NetEvaluator::new(net.clone());
        for pos in &positions {
            let (kept, afresh) = (judge.evaluate(pos), net.judge(&inputs(pos)));
            ensure!(kept == afresh, "the net said {kept} and {afresh} to {}", write_fen(pos));
        }
        figures.push((format!("net 175-{hidden}-1"), each(&mut judge)));
    }
    for hidden in [64, 128] {
        let net: Net<f32> = Net::random(View::Squares.shape(hidden), 0.05, 1);
        let net = Arc::new(square_net(&net, CENTIPAWNS, "bench"));
        let mut judge = SquareEvaluator::new(net.clone());
        for pos in &positions {
            let (kept, afresh) = (judge.evaluate(pos), net.judge(&boards(pos)));
            ensure!(kept == afresh, "the net said {kept} and {afresh} to {}", write_fen(pos));
        }
        figures.push((format!("net 768-{hidden}-1"), each(&mut judge)));
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
