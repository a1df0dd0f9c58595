//! `philidor mine curve`: how well each symbolic method does from so many positions.

use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use philidor_induce::{
    Learner,
    characterise::{Characterisation, Dataset, Kind},
    curve::{Drawn, Point, learners, point},
};
use philidor_stats::Mean;
use serde_json::{Value, json};

use super::Subject;
use crate::{commands::tables::table_of, output::outln};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine curve KPK --sizes 125,1000 --repeats 10\n  \
    philidor mine curve KPK --side black --features paper --method forest\n\n\
    Accuracies in percent on up to 10,000 positions not trained on, with 95 % intervals over the repeats: drawn from all; \
    borderline (the result depends on who is to move; with White to move nearly all are wins); on the edge (with a king one \
    step away the result is another).";

/// Which endgame, which methods, how many positions.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Numbers of positions to learn from, separated by commas
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "125,1000,10000",
          value_parser = clap::value_parser!(u64).range(10..=1_000_000))]
    sizes: Vec<u64>,
    /// How often each is repeated with other positions
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100))]
    repeats: u64,
    /// Only methods whose name starts so
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (material, kind) = args.subject.seen_as(Kind::Both)?;
    let all = learners();
    let wanted = |name: &str| args.method.as_ref().is_none_or(|m| name.starts_with(m.as_str()));
    let methods: Vec<&dyn Learner> = all.iter().map(|l| &**l).filter(|l| wanted(&l.name())).collect();
    let asked = args.method.as_deref().unwrap_or_default();
    anyhow::ensure!(!methods.is_empty(), "no method {asked:?}: there are {}", {
        all.iter().map(|l| l.name()).collect::<Vec<_>>().join("; ")
    });
    let data =
        Dataset::new(&*table_of(material)?, args.subject.to_move(), &Characterisation::new(kind, material)?);
    for &n in &args.sizes {
        anyhow::ensure!(
            (n as usize) < data.len(),
            "{material} has {} positions with {} to move: learn from fewer than that, not {n}",
            data.len(),
            args.subject.side
        );
    }
    let points = measure(args, &data, &methods);
    if args.json {
        outln!("{}", Value::Array(points.iter().map(line).collect()))?;
        return Ok(ExitCode::SUCCESS);
    }
    outln!(
        "{material}, {} to move, {} features, {} repeats\n",
        args.subject.side,
        kind.name(),
        args.repeats
    )?;
    outln!(
        "{:>9} {:<10}  {:<26} {:>14} {:>14} {:>14} {:>7}",
        "positions",
        "drawn",
        "method",
        "all %",
        "borderline %",
        "edge %",
        "parts"
    )?;
    for p in &points {
        let share = |m: Mean| format!("{:.2} ± {:.2}", 100.0 * m.mean, 100.0 * m.half);
        outln!(
            "{:>9} {:<10}  {:<26} {:>14} {:>14} {:>14} {:>7.0}",
            p.positions,
            p.drawn.name(),
            p.learner,
            share(p.uniform),
            share(p.borderline),
            share(p.edge),
            p.parts.mean
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(args: &Args, data: &Dataset, methods: &[&dyn Learner]) -> Vec<Point> {
    let bar = ProgressBar::new((args.sizes.len() * 2 * methods.len()) as u64);
    let style = ProgressStyle::with_template("{spinner} [{bar:30}] {pos}/{len} {msg}");
    bar.set_style(style.expect("a well-formed template").progress_chars("=> "));
    let mut points = Vec::new();
    for &n in &args.sizes {
        for drawn in [Drawn::Uniform, Drawn::Enriched] {
            for &method in methods {
                bar.set_message(format!("{}, {n} positions", method.name()));
                points.push(point(method, data, drawn, n as usize, args.repeats, args.seed));
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    points
}

fn line(p: &Point) -> Value {
    let mean = |m: Mean| json!({ "mean": m.mean, "half_width_95": m.half });
    json!({
        "method": p.learner, "drawn": p.drawn.name(), "positions": p.positions, "accuracy": mean(p.uniform),
        "accuracy_borderline": mean(p.borderline), "accuracy_edge": mean(p.edge), "parts": mean(p.parts),
        "bits": mean(p.bits),
    })
}
