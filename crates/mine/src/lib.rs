//! The mining lab: what can be learned of an endgame from its table (Haworth and Velliste 1998, and the questions they
//! left open).
//!
//! A [`Recipe`] is a list of [`Run`]s: which positions, seen through which features, are learned by which net and
//! trainer, and what is looked at afterwards. [`run`] does one of them with one seed and gives an [`Outcome`];
//! [`report`] turns outcomes into tables and pictures. Nothing here reads a clock.

pub mod compare;
pub mod curve;
pub mod experiment;
mod inspect;
mod judge;
mod loaded;
mod look;
pub mod openings;
mod panel;
pub mod play;
mod recipe;
pub mod report;
mod samples;
mod train;
pub mod tree;

use std::{collections::BTreeMap, fmt};

use philidor_chess::shakmaty::Color;
use philidor_induce::{
    characterise::{Characterisation, CharacteriseError, Coding, Dataset, Kind},
    curve::learners,
};
use philidor_nets::file::{Model, Story};
use philidor_truth::{Table, Tables};
use serde::{Deserialize, Serialize};

use self::look::Scene;
pub use self::look::list_bits;
pub use self::{
    inspect::Inspection,
    judge::{FitError, Judge, NetLearner},
    loaded::{Find, Loaded},
    panel::Panel,
    recipe::{Look, Recipe, RecipeError, Run, Start, Target, Trainer, recipes},
    samples::{Samples, SetError, independent},
    train::{Point, Trained, train},
};

/// A position to look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// The position.
    pub fen: String,
    /// What is to be seen.
    pub words: String,
}

/// Counts on the squares of a board, a1 first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// What is counted.
    pub title: String,
    /// 64 counts.
    pub counts: Vec<u32>,
}

/// A line of a plot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Which plot it belongs to: title, horizontal axis, vertical axis.
    pub plot: [String; 3],
    /// Its name.
    pub name: String,
    /// Points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// What one run with one seed found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The run's label.
    pub label: String,
    /// The seed.
    pub seed: u64,
    /// Named figures.
    pub figures: BTreeMap<String, f64>,
    /// The learning curve.
    pub curve: Vec<Point>,
    /// Other lines.
    pub lines: Vec<Line>,
    /// Positions to look at.
    pub boards: Vec<Board>,
    /// Maps of errors.
    pub heat: Vec<Heat>,
    /// Remarks.
    pub notes: Vec<String>,
}

impl Outcome {
    /// Adds a figure.
    pub fn figure(&mut self, name: &str, value: f64) {
        self.figures.insert(name.to_owned(), value);
    }
}

/// Why a run cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum MineError {
    /// Features that do not exist or do not fit the endgame.
    #[error(transparent)]
    Features(#[from] CharacteriseError),
    /// A set that does not exist or does not fit.
    #[error(transparent)]
    Set(#[from] SetError),
    /// A net that does not fit, or lost its numbers.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// No learner of that name.
    #[error("no method {0:?}: use net, or one of {1}")]
    Method(String, String),
    /// The user had enough.
    #[error("stopped; finished parts are kept, the same command resumes from there")]
    Stopped,
}

/// Listens to a run and may stop it.
pub type Hear<'h> = &'h mut dyn FnMut(&Tick) -> bool;

/// How far a run is.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// What is being done.
    pub stage: &'static str,
    /// Done.
    pub done: u64,
    /// Of how many.
    pub all: u64,
    /// Errors now, where that makes sense.
    pub errors: Option<usize>,
    /// Loss now.
    pub loss: Option<f64>,
}

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stage)?;
        if let Some(errors) = self.errors {
            write!(f, ", {errors} errors")?;
        }
        if let Some(loss) = self.loss {
            write!(f, ", loss {loss:.5}")?;
        }
        Ok(())
    }
}

impl Tick {
    pub(crate) fn at(stage: &'static str, done: usize, all: usize) -> Tick {
        Tick { stage, done: done as u64, all: all as u64, errors: None, loss: None }
    }
}

/// The positions a run learns from.
pub fn dataset(run: &Run, table: &Table, to_move: Color) -> Result<Dataset, MineError> {
    let kind: Kind = run.features.parse()?;
    let material = table.material();
    let characterisation = match run.only.is_empty() {
        true => Characterisation::new(kind, material)?,
        false => {
            let names: Vec<&str> = run.only.iter().map(String::as_str).collect();
            Characterisation::only(kind, material, &names)?
        }
    };
    Ok(Dataset::new(table, to_move, &characterisation))
}

/// Does one run with one seed.
///
/// `tables` must hold the run's endgame, `table`, and all it leads to.
pub fn run(
    run: &Run,
    seed: u64,
    tables: &Tables,
    table: &Table,
    hear: Hear<'_>,
) -> Result<(Outcome, Option<Model>), MineError> {
    let mut data = dataset(run, table, run.side.color())?;
    if run.drop_dependent {
        let keep = independent(&data);
        let mut place = 0;
        data.features.retain(|_| {
            place += 1;
            keep.contains(&(place - 1))
        });
        data.columns = keep.iter().map(|&i| data.columns[i].clone()).collect();
    }
    let mut outcome = Outcome { label: run.label.clone(), seed, ..Outcome::default() };
    if run.method != "net" {
        compare_method(run, seed, &data, &mut outcome)?;
        return Ok((outcome, None));
    }
    let (rows, test) = samples::sets(&data, run, seed)?;
    let trained = train(run, seed, &data, &rows, &test, hear)?;
    outcome.curve.clone_from(&trained.curve);
    let judge = trained.judge(run, &data);
    let wrong = philidor_induce::errors(&judge, &data, &rows);
    outcome.figure("training positions", rows.len() as f64);
    outcome.figure("weights", judge.net().parameters().len() as f64);
    outcome.figure("epochs", f64::from(trained.epochs));
    outcome.figure("epoch chosen", f64::from(trained.chosen));
    outcome.figure("errors", wrong.len() as f64);
    outcome.figure("training %", 100.0 * (1.0 - wrong.len() as f64 / rows.len().max(1) as f64));
    outcome.figure("best errors", trained.best as f64);
    outcome.figure("best %", 100.0 * (1.0 - trained.best as f64 / rows.len().max(1) as f64));
    if !test.is_empty() {
        outcome.figure("testing %", 100.0 * philidor_induce::accuracy(&judge, &data, &test));
        // Over-training shows as an earlier epoch that did better on what was not learned.
        let errors_at = |p: &Point| p.test_errors.map(|errors| (errors, p.epoch));
        if let Some((fewest, epoch)) = outcome.curve.iter().filter_map(errors_at).min() {
            outcome.figure("best testing %", 100.0 * (1.0 - fewest as f64 / test.len() as f64));
            outcome.figure("best testing epoch", f64::from(epoch));
        }
    }
    let story = story(run, seed, &data, &judge, &wrong, rows.len());
    let model = match &trained.quantised {
        Some(q) => Model::few_bits(q.clone(), judge.net(), story),
        None => Model::new(judge.net().clone(), story),
    };
    if trained.quantised.is_some() {
        outcome.figure("bits", model.size_in_bits() as f64);
    }
    for what in &run.then {
        let mut scene = Scene { run, seed, data: &data, tables, rows: &rows, judge: &judge, hear };
        scene.look(*what, &mut outcome)?;
    }
    Ok((outcome, Some(model)))
}

/// What goes into the file of a model.
fn story(run: &Run, seed: u64, data: &Dataset, judge: &Judge, wrong: &[u32], rows: usize) -> Story {
    let positions: Vec<u8> = data.results.iter().map(|r| *r as u8).collect();
    Story {
        endgame: data.material.to_string(),
        to_move: run.side.name().to_owned(),
        kind: run.features.clone(),
        features: data.features.iter().map(|f| f.name.clone()).collect(),
        coding: run.coding.clone(),
        classes: judge.classes_in_words(),
        target: run.target.name().to_owned(),
        recipe: run.label.clone(),
        seed,
        data: format!("xxh3 {:016x} of {} results", xxhash_rust::xxh3::xxh3_64(&positions), data.len()),
        result: format!("{} errors on {rows} training positions", wrong.len()),
    }
}

/// Trees, lists, rules and Bayes on the same positions.
fn compare_method(run: &Run, seed: u64, data: &Dataset, outcome: &mut Outcome) -> Result<(), MineError> {
    let all = learners();
    let exact = all.iter().find(|l| l.name() == run.method);
    let learner =
        exact.or_else(|| all.iter().find(|l| l.name().starts_with(&run.method))).ok_or_else(|| {
            let names: Vec<String> = all.iter().map(|l| l.name()).collect();
            MineError::Method(run.method.clone(), names.join(", "))
        })?;
    let (rows, test) = samples::sets(data, run, seed)?;
    let classifier = learner.fit(data, &rows, seed);
    let wrong = philidor_induce::errors(&*classifier, data, &rows);
    outcome.figure("training positions", rows.len() as f64);
    outcome.figure("parts", classifier.parts() as f64);
    outcome.figure("bits", classifier.size_bits());
    outcome.figure("errors", wrong.len() as f64);
    outcome.figure("training %", 100.0 * (1.0 - wrong.len() as f64 / rows.len().max(1) as f64));
    if !test.is_empty() {
        outcome.figure("testing %", 100.0 * philidor_induce::accuracy(&*classifier, data, &test));
    }
    Ok(())
}

/// How features become inputs, by name.
pub(crate) fn coding(name: &str) -> Option<Coding> {
    match name {
        "natural" => Some(Coding::Natural),
        "scaled" => Some(Coding::Scaled),
        "binary" => Some(Coding::Binary),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
