//! `philidor mine compare`: ways to know an endgame, beside each other (section 7 of Haworth and Velliste).

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use cpu_time::ProcessTime;
use philidor_chess::{Material, shakmaty::Color};
use philidor_induce::{
    Classifier, Learner,
    characterise::{Characterisation, Dataset, Feature, Kind},
    curve,
};
use philidor_mine::{NetLearner, Panel, Recipe, Run, list_bits};
use philidor_rules::{RuleSource, library, validate::statics};
use philidor_truth::Wdl;
use serde_json::{Value, json};

use super::Subject;
use crate::{
    commands::{rules, tables::table_of},
    output::{outln, write_text},
    progress::spinner,
};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine compare KPK\n  philidor mine compare KPK --train 1000 --features both\n\n\
    construction: CPU-seconds; bits: data bits, code not counted (32 per weight of a net); parts: leaves, rules or weights to read; \
    right: of the positions it speaks about; passed: share it does not speak about; exact: bits with a list of all exceptions \
    (wrong or passed); speed: positions judged per CPU-second. A theory is written by hand: its bits are its text, compressed.";

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
    /// % of the positions it speaks about.
    right: f64,
    /// % of all positions.
    passed: f64,
    exact: f64,
    speed: f64,
}

/// What a method said of all positions.
struct Tally {
    all: usize,
    passed: usize,
    wrong: usize,
}

impl Line {
    fn new(name: String, (building, judging): (f64, f64), bits: f64, parts: usize, said: &Tally) -> Line {
        let (all, spoken) = (said.all.max(1) as f64, (said.all - said.passed).max(1) as f64);
        Line {
            name,
            seconds: building,
            bits,
            parts,
            right: 100.0 * (1.0 - said.wrong as f64 / spoken),
            passed: 100.0 * said.passed as f64 / all,
            exact: bits + list_bits((said.wrong + said.passed) as f64, all),
            speed: all / judging.max(1e-9),
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (material, kind) = args.subject.seen_as(Kind::Paper)?;
    let data =
        Dataset::new(&*table_of(material)?, args.subject.to_move(), &Characterisation::new(kind, material)?);
    let rows = match args.train {
        Some(n) => philidor_induce::characterise::sets::uniform(&data, n as usize, args.seed),
        None => data.rows(),
    };
    let mut lines = Vec::new();
    for learner in learners(&data.features)? {
        let bar = spinner(format!("{} on {} positions", learner.name(), rows.len()));
        lines.push(one(&*learner, &data, &rows, args.seed));
        bar.finish_and_clear();
    }
    let bar = spinner("a panel of three nets".to_owned());
    lines.push(panel(&data, &rows, args.seed)?);
    bar.finish_and_clear();
    if let Some(shipped) = library::for_material(material) {
        lines.push(theory(&shipped.source(), material, args.subject.to_move())?);
    }
    if args.json {
        let line = |l: &Line| {
            json!({ "method": l.name, "construction_cpu_s": l.seconds, "bits": l.bits, "parts": l.parts,
                    "right_percent": l.right, "passed_percent": l.passed, "exact_bits": l.exact, "positions_per_cpu_s": l.speed })
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
    let title = ["method", "construction", "bits", "parts", "right %", "passed %", "exact", "speed"];
    let mut markdown = format!("{head}\n\n| {} |\n|---|{}\n", title.join(" | "), "---:|".repeat(7));
    let shown = |cells: [String; 8]| {
        let [name, numbers @ ..] = cells;
        let widths = [12, 9, 7, 8, 8, 9, 10];
        numbers.iter().zip(widths).fold(format!("{name:26}"), |line, (cell, w)| format!("{line} {cell:>w$}"))
    };
    outln!("{}", shown(title.map(str::to_owned)))?;
    for l in &lines {
        let cells = [
            l.name.clone(),
            format!("{:.1} s", l.seconds),
            format!("{:.0}", l.bits),
            l.parts.to_string(),
            format!("{:.3}", l.right),
            format!("{:.2}", l.passed),
            format!("{:.0}", l.exact),
            format!("{:.0}", l.speed),
        ];
        markdown.push_str(&format!("| {} |\n", cells.join(" | ")));
        outln!("{}", shown(cells))?;
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
    for (label, hidden) in [
        ("perceptron", vec![]),
        ("net, 8 hidden", vec![8]),
        ("net, 32-5 hidden", vec![32, 5]),
        ("net, 64-20 hidden", vec![64, 20]),
    ] {
        all.push(Box::new(NetLearner { run: net(label, hidden)? }));
    }
    Ok(all)
}

/// How nets are trained here: as in the recipe of topologies, for 30 epochs.
fn net(label: &str, hidden: Vec<usize>) -> anyhow::Result<Run> {
    let base = Recipe::find("topologies", false)?.runs.into_iter().next().context("a run")?;
    Ok(Run { label: label.into(), hidden, epochs: 30, ..base })
}

fn one(learner: &dyn Learner, data: &Dataset, rows: &[u32], seed: u64) -> Line {
    let started = ProcessTime::now();
    let made: Box<dyn Classifier> = learner.fit(data, rows, seed);
    let building = started.elapsed().as_secs_f64();
    let all = data.rows();
    let started = ProcessTime::now();
    let wrong = philidor_induce::errors(&*made, data, &all).len();
    let judging = started.elapsed().as_secs_f64();
    let said = Tally { all: all.len(), passed: 0, wrong };
    Line::new(learner.name(), (building, judging), made.size_bits(), made.parts(), &said)
}

/// Nets in the panel, and how far from doubt each must be.
const PANEL: (u32, f32) = (3, 0.4);

/// A panel of nets that passes where one of them doubts.
fn panel(data: &Dataset, rows: &[u32], seed: u64) -> anyhow::Result<Line> {
    let (size, margin) = PANEL;
    let started = ProcessTime::now();
    let panel = Panel::fit(&net("panel", vec![32, 5])?, data, rows, seed, size, margin)?;
    let building = started.elapsed().as_secs_f64();
    let all = data.rows();
    let started = ProcessTime::now();
    let said = panel.says(data, &all);
    let judging = started.elapsed().as_secs_f64();
    let right = |(row, said): (&u32, &Option<Wdl>)| said.is_none_or(|s| s == data.results[*row as usize]);
    let tally = Tally {
        all: all.len(),
        passed: said.iter().filter(|s| s.is_none()).count(),
        wrong: all.iter().zip(&said).filter(|&pair| !right(pair)).count(),
    };
    let bits = 32.0 * panel.weights() as f64;
    let name = format!("panel of {size}, margin {margin}");
    Ok(Line::new(name, (building, judging), bits, panel.weights(), &tally))
}

/// The theory that comes with the program, without search.
fn theory(source: &RuleSource, material: Material, to_move: Color) -> anyhow::Result<Line> {
    let rules = rules::rules(source)?;
    let ground = rules::ground(material)?;
    let started = ProcessTime::now();
    let statics = statics(&rules, &ground);
    let judging = started.elapsed().as_secs_f64();
    let side = usize::from(to_move.is_black());
    // Both sides to move were judged in that time.
    let both = statics.positions.iter().sum::<u64>().max(1) as f64;
    let (all, decided) = (statics.positions[side] as usize, statics.decided[side] as usize);
    let tally = Tally { all, passed: all - decided, wrong: statics.wrong[side] as usize };
    let bits = 8.0 * zstd::bulk::compress(source.text.as_bytes(), 19)?.len() as f64;
    Ok(Line::new(
        "theory, by hand".into(),
        (0.0, judging * all as f64 / both),
        bits,
        rules.rules.len(),
        &tally,
    ))
}
