//! `philidor mine compare`: ways to know an endgame, beside each other (section 7 of Haworth and Velliste).

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use cpu_time::ProcessTime;
use philidor_lab::{
    characterise::{Characterisation, Dataset, Feature, Kind},
    induce::{self, Classifier, Learner, curve},
    mine::{NetLearner, Recipe, list_bits},
};
use philidor_truth::Wdl;
use serde_json::{Value, json};

use super::Subject;
use crate::{
    commands::tables::table_of,
    output::{outln, write_text},
    progress::spinner,
};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine compare KPK\n  philidor mine compare KPK --train 1000 --features both\n\n\
    construction: CPU-seconds; bits: data bits, code not counted (32 per weight of a net); parts: leaves, rules or weights to read; \
    exact: bits with a list of all exceptions; speed: positions judged per CPU-second.";

/// What to compare on.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Learn from so many positions drawn at random (default: all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    train: Option<u32>,
    /// Chooses them
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the table as Markdown too
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The table as JSON
    #[arg(long)]
    json: bool,
}

struct Line {
    name: String,
    seconds: f64,
    bits: f64,
    parts: usize,
    right: f64,
    exact: f64,
    speed: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (material, kind) = args.subject.seen_as(Kind::Paper)?;
    let data =
        Dataset::new(&*table_of(material)?, args.subject.to_move(), &Characterisation::new(kind, material)?);
    let rows = match args.train {
        Some(n) => philidor_lab::characterise::sets::uniform(&data, n as usize, args.seed),
        None => data.rows(),
    };
    let mut lines = Vec::new();
    for learner in learners(&data.features)? {
        let bar = spinner(format!("{} on {} positions", learner.name(), rows.len()));
        lines.push(one(&*learner, &data, &rows, args.seed));
        bar.finish_and_clear();
    }
    if args.json {
        let line = |l: &Line| {
            json!({ "method": l.name, "construction_cpu_s": l.seconds, "bits": l.bits, "parts": l.parts,
                    "right_percent": l.right, "exact_bits": l.exact, "positions_per_cpu_s": l.speed })
        };
        outln!("{}", Value::Array(lines.iter().map(line).collect()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let head = format!(
        "{material}, {} to move, {} features, learnt from {} of {} positions; judged on all",
        args.subject.side,
        kind.name(),
        rows.len(),
        data.len()
    );
    outln!("{head}\n")?;
    let title = ["method", "construction", "bits", "parts", "right %", "exact", "speed"];
    outln!(
        "{:26} {:>12} {:>9} {:>7} {:>8} {:>9} {:>10}",
        title[0],
        title[1],
        title[2],
        title[3],
        title[4],
        title[5],
        title[6]
    )?;
    let mut markdown = format!("{head}\n\n| {} |\n|---|{}\n", title.join(" | "), "---:|".repeat(6));
    for l in &lines {
        outln!(
            "{:26} {:>10.1} s {:>9.0} {:>7} {:>8.3} {:>9.0} {:>10.0}",
            l.name,
            l.seconds,
            l.bits,
            l.parts,
            l.right,
            l.exact,
            l.speed
        )?;
        markdown.push_str(&format!(
            "| {} | {:.1} s | {:.0} | {} | {:.3} | {:.0} | {:.0} |\n",
            l.name, l.seconds, l.bits, l.parts, l.right, l.exact, l.speed
        ));
    }
    if let Some(path) = &args.output {
        write_text(path, &markdown).context("writing the comparison")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A program of one rule: a feature that says yes means a win, anything else the commonest other result.
struct OneRule(Option<&'static str>);

/// Feature number and what yes and no mean.
struct Said(Option<usize>, Wdl, Wdl);

impl Learner for OneRule {
    fn name(&self) -> String {
        self.0.map_or_else(|| "always the commonest".into(), |feature| format!("program: {feature} = 1 wins"))
    }

    fn fit(&self, data: &Dataset, rows: &[u32], _seed: u64) -> Box<dyn Classifier> {
        let feature = self.0.and_then(|name| data.features.iter().position(|f| f.name == name));
        let commonest = |yes: bool| {
            let says = |r: &&u32| feature.is_none_or(|f| (data.columns[f][**r as usize] > 0) == yes);
            let count =
                |wdl: Wdl| rows.iter().filter(says).filter(|r| data.results[**r as usize] == wdl).count();
            [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().max_by_key(|w| count(*w)).unwrap_or(Wdl::Draw)
        };
        Box::new(Said(feature, commonest(true), commonest(false)))
    }
}

impl Classifier for Said {
    fn predict(&self, values: &[i8]) -> Wdl {
        if self.0.is_none_or(|f| values[f] > 0) { self.1 } else { self.2 }
    }

    fn size_bits(&self) -> f64 {
        if self.0.is_some() { 4.0 } else { 2.0 }
    }

    fn parts(&self) -> usize {
        1
    }

    fn text(&self, features: &[Feature]) -> String {
        self.0.map_or_else(
            || self.1.to_string(),
            |f| format!("{} -> {}, else {}", features[f].name, self.1, self.2),
        )
    }
}

/// Every method: a program of one rule, rule induction, Bayes, and nets of several sizes.
fn learners(features: &[Feature]) -> anyhow::Result<Vec<Box<dyn Learner>>> {
    let mut all: Vec<Box<dyn Learner>> = vec![Box::new(OneRule(None))];
    if features.iter().any(|f| f.name == "c51") {
        all.push(Box::new(OneRule(Some("c51"))));
    }
    all.extend(curve::learners());
    let base = Recipe::find("topologies", false)?.runs.into_iter().next().context("a run")?;
    for (label, hidden) in [
        ("perceptron", vec![]),
        ("net, 8 hidden", vec![8]),
        ("net, 32-5 hidden", vec![32, 5]),
        ("net, 64-20 hidden", vec![64, 20]),
    ] {
        let run = philidor_lab::mine::Run { label: label.into(), hidden, epochs: 30, ..base.clone() };
        all.push(Box::new(NetLearner { run }));
    }
    Ok(all)
}

fn one(learner: &dyn Learner, data: &Dataset, rows: &[u32], seed: u64) -> Line {
    let started = ProcessTime::now();
    let made: Box<dyn Classifier> = learner.fit(data, rows, seed);
    let seconds = started.elapsed().as_secs_f64();
    let all = data.rows();
    let started = ProcessTime::now();
    let wrong = induce::errors(&*made, data, &all).len();
    let judging = started.elapsed().as_secs_f64();
    Line {
        name: learner.name(),
        seconds,
        bits: made.size_bits(),
        parts: made.parts(),
        right: 100.0 * (1.0 - wrong as f64 / all.len().max(1) as f64),
        exact: made.size_bits() + list_bits(wrong as f64, all.len() as f64),
        speed: all.len() as f64 / judging.max(1e-9),
    }
}
