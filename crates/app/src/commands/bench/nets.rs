//! `philidor bench --nets`: how many positions nets learn from, per CPU second.
//!
//! `tools/bench_pytorch.py` measures the same nets and batches with PyTorch.

use std::hint::black_box;

use cpu_time::ProcessTime;
use philidor_lab::{
    dice::Dice,
    net::{
        Activation, Net, Shape,
        batch::{Batch, Loss},
        online::Online,
        slope::{Lesson, Slopes},
    },
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
        let mut dice = Dice::new(1);
        let mut noise = |n: usize| -> Vec<f32> { (0..n).map(|_| dice.unit() as f32).collect() };
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
                    let lesson =
                        Lesson { input: x, value: 0.5, value_weight: 1.0, slope: x, slope_weights: &weights };
                    black_box(room.gradient(&net, &lesson).0);
                }
                64
            });
            figures.push((text, "value and slopes".to_owned(), learning));
        }
    }
    if args.json {
        let one =
            |(net, what, rate): &(&str, String, f64)| json!({ "net": net, "what": what, "per_cpu_s": rate });
        outln!("{}", serde_json::Value::Array(figures.iter().map(one).collect()))?;
        return Ok(());
    }
    for (net, what, rate) in &figures {
        outln!("{net:<12} {what:<26} {rate:>12.0} positions per CPU-s")?;
    }
    let trial = |what: &str| figures.iter().find(|f| f.0 == SHAPES[0].0 && f.1 == what).map_or(1.0, |f| f.2);
    let epoch = 81_664.0 / trial("learning, one at a time") + 81_664.0 / trial("judging, many at a time");
    outln!("trial 38 (1,000 epochs of 81,664 positions, learnt and judged): {:.1} CPU-s", 1000.0 * epoch)?;
    Ok(())
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
