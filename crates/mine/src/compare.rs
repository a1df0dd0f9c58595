//! Ways to know an endgame, beside each other (section 7 of Haworth and Velliste).

use anyhow::Context;
use philidor_induce::{
    Classifier, Learner,
    characterise::{Dataset, Feature},
    curve, errors,
};
use philidor_truth::Wdl;
use serde_json::{Value, json};

use super::{NetLearner, Panel, Recipe, Run, list_bits};

/// CPU-seconds of this process so far.
pub type Clock<'c> = &'c dyn Fn() -> f64;

/// A method and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    name: String,
    /// CPU-seconds.
    seconds: f64,
    bits: f64,
    parts: usize,
    /// % of the positions it speaks about.
    right: f64,
    /// % of all positions.
    passed: f64,
    exact: f64,
    /// Positions judged per CPU-second.
    speed: f64,
}

/// What a method said of all positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Positions.
    pub all: usize,
    /// Those it does not speak about.
    pub passed: usize,
    /// Those it gets wrong.
    pub wrong: usize,
}

impl Line {
    /// A method from its figures: CPU-seconds for building and for judging all positions, data bits, and parts to read.
    pub fn new(name: String, (building, judging): (f64, f64), bits: f64, parts: usize, said: &Tally) -> Line {
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

/// The methods, for programs.
pub fn json(lines: &[Line]) -> Value {
    let line = |l: &Line| {
        json!({ "method": l.name, "construction_cpu_s": l.seconds, "bits": l.bits, "parts": l.parts,
                "right_percent": l.right, "passed_percent": l.passed, "exact_bits": l.exact, "positions_per_cpu_s": l.speed })
    };
    Value::Array(lines.iter().map(line).collect())
}

/// The head of each column.
const TITLE: [&str; 8] = ["method", "construction", "bits", "parts", "right %", "passed %", "exact", "speed"];

impl Line {
    fn cells(&self) -> [String; 8] {
        [
            self.name.clone(),
            format!("{:.1} s", self.seconds),
            format!("{:.0}", self.bits),
            self.parts.to_string(),
            format!("{:.3}", self.right),
            format!("{:.2}", self.passed),
            format!("{:.0}", self.exact),
            format!("{:.0}", self.speed),
        ]
    }
}

/// The methods, for a terminal.
pub fn text(lines: &[Line]) -> String {
    let shown = |cells: [String; 8]| {
        let [name, numbers @ ..] = cells;
        let widths = [12, 9, 7, 8, 8, 9, 10];
        numbers.iter().zip(widths).fold(format!("{name:26}"), |line, (cell, w)| format!("{line} {cell:>w$}"))
    };
    let rows = lines.iter().map(Line::cells);
    std::iter::once(TITLE.map(str::to_owned)).chain(rows).map(|cells| shown(cells) + "\n").collect()
}

/// The methods as a table in Markdown.
pub fn markdown(lines: &[Line]) -> String {
    let head = format!("| {} |\n|---|{}\n", TITLE.join(" | "), "---:|".repeat(7));
    lines.iter().fold(head, |table, line| format!("{table}| {} |\n", line.cells().join(" | ")))
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

/// Every method but the panel and the theory: a program of one rule, rule induction, Bayes, and nets of several sizes.
pub fn learners(features: &[Feature]) -> anyhow::Result<Vec<Box<dyn Learner>>> {
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

/// Learns from some rows with a method and judges all.
pub fn method(learner: &dyn Learner, data: &Dataset, rows: &[u32], seed: u64, clock: Clock<'_>) -> Line {
    let started = clock();
    let made: Box<dyn Classifier> = learner.fit(data, rows, seed);
    let built = clock();
    let all = data.rows();
    let said = Tally { all: all.len(), passed: 0, wrong: errors(&*made, data, &all).len() };
    let times = (built - started, clock() - built);
    Line::new(learner.name(), times, made.size_bits(), made.parts(), &said)
}

/// Nets in the panel, and how far from doubt each must be.
const PANEL: (u32, f32) = (3, 0.4);

/// A panel of nets that passes where one of them doubts.
pub fn panel(data: &Dataset, rows: &[u32], seed: u64, clock: Clock<'_>) -> anyhow::Result<Line> {
    let (size, margin) = PANEL;
    let started = clock();
    let panel = Panel::fit(&net("panel", vec![32, 5])?, data, rows, seed, size, margin)?;
    let built = clock();
    let all = data.rows();
    let said = panel.says(data, &all);
    let times = (built - started, clock() - built);
    let right = |(row, said): (&u32, &Option<Wdl>)| said.is_none_or(|s| s == data.results[*row as usize]);
    let tally = Tally {
        all: all.len(),
        passed: said.iter().filter(|s| s.is_none()).count(),
        wrong: all.iter().zip(&said).filter(|&pair| !right(pair)).count(),
    };
    let bits = 32.0 * panel.weights() as f64;
    Ok(Line::new(format!("panel of {size}, margin {margin}"), times, bits, panel.weights(), &tally))
}
