//! Recipes: experiments as TOML files that anyone can read, change and rerun.
//!
//! A recipe has a title, the question it answers, `defaults` that all its runs share, and the runs. `quick` holds
//! values that replace others when the recipe is only to be tried out; `order` is its place in a list of recipes.

use std::{collections::BTreeMap, path::Path};

use philidor_chess::{Material, shakmaty::Color};
use philidor_files as files;
use philidor_knowledge::{Entry, MINING_RECIPES};
use philidor_nets::Activation;
use serde::{Deserialize, Serialize};

/// One experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// The name it is called by.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// The question, and where it was asked.
    pub question: String,
    /// Figures to plot against each other over the runs: horizontal, vertical.
    pub plot: Option<[String; 2]>,
    /// Figures shown in the table, in this order; empty: all.
    pub columns: Vec<String>,
    /// The runs.
    pub runs: Vec<Run>,
    /// Its place in a list of recipes; those with none come last.
    order: u32,
}

/// Why a recipe cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// No recipe of that name.
    #[error("no recipe {name:?}: there are {known}; a file name ending in .toml is read as a recipe")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Not TOML, or not a recipe.
    #[error("recipe {name}: {why}")]
    Syntax {
        /// Which.
        name: String,
        /// Where and what.
        why: String,
    },
    /// A run with something unknown or missing.
    #[error("recipe {name}, run {label}: {why}")]
    Run {
        /// Which.
        name: String,
        /// Which run.
        label: String,
        /// What.
        why: String,
    },
}

/// Who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White (wtm).
    White,
    /// Black (btm).
    Black,
}

impl Side {
    /// The colour.
    pub fn color(self) -> Color {
        match self {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }

    /// `white` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

/// How a net is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trainer {
    /// Position by position, as in section 4.5 of the paper.
    Paper,
    /// Mini-batches with Adam.
    Adam,
    /// Adam on the positions that are still hard, until none is wrong.
    Drill,
}

/// Where the weights begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Evenly from ±`reach`.
    Random,
    /// The same with every sign turned.
    Mirrored,
    /// Scaled to the size of the layers.
    Scaled,
    /// An n-n-1 net that begins as a linear evaluation (section 3).
    Linear,
}

/// What the outputs should say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// The result.
    Value,
    /// The depth of a win in plies d as 1 - ln(d + 4) / 4, 0 for anything else.
    Depth,
    /// Both, each by its own output.
    Both,
}

impl Target {
    /// `value`, `depth` or `both`.
    pub fn name(self) -> &'static str {
        match self {
            Target::Value => "value",
            Target::Depth => "depth",
            Target::Both => "both",
        }
    }

    /// The target of that name.
    pub fn by_name(name: &str) -> Option<Target> {
        [Target::Value, Target::Depth, Target::Both].into_iter().find(|t| t.name() == name)
    }
}

/// What to look at when a net is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// The positions it gets wrong.
    Wrong,
    /// What remains when weights are taken away.
    Prune,
    /// The net that began with every weight of the other sign.
    Mirror,
    /// Games against perfect play.
    Play,
    /// The net with a search of a few plies on top.
    Search,
    /// What the net may pass on with a margin.
    Margin,
    /// Bits per weight against errors, with and without an exception list.
    Bits,
    /// Hidden neurons as new features, and a second training.
    Evolve,
    /// Won positions of C_p that it knows, by p.
    Depths,
}

fn kpk() -> String {
    "KPK".into()
}
fn white() -> Side {
    Side::White
}
fn paper() -> String {
    "paper".into()
}
fn natural() -> String {
    "natural".into()
}
fn net() -> String {
    "net".into()
}
fn everything() -> String {
    "all".into()
}
fn sigmoid() -> Activation {
    Activation::Sigmoid
}
fn paper_trainer() -> Trainer {
    Trainer::Paper
}
fn random() -> Start {
    Start::Random
}
fn value() -> Target {
    Target::Value
}
fn tenth() -> f64 {
    0.1
}
fn rate() -> f64 {
    0.05
}
fn e2() -> u8 {
    2
}
fn one() -> u32 {
    1
}
fn one_output() -> usize {
    1
}
fn thousand() -> u32 {
    1000
}
fn batch() -> usize {
    128
}

/// One line of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Run {
    /// What the report calls it.
    pub label: String,
    /// `net`, or a method of rule induction.
    #[serde(default = "net")]
    pub method: String,
    /// The endgame.
    #[serde(default = "kpk")]
    pub endgame: String,
    /// Who is to move.
    #[serde(default = "white")]
    pub side: Side,
    /// The characterisation.
    #[serde(default = "paper")]
    pub features: String,
    /// Only these features of it.
    #[serde(default)]
    pub only: Vec<String>,
    /// Leave out features that are linear in others.
    #[serde(default)]
    pub drop_dependent: bool,
    /// `natural`, `scaled` or `binary`.
    #[serde(default = "natural")]
    pub coding: String,
    /// The positions to learn from: `T1` … `T5`, `all`, `Fa`, `P5`, `C9`, `uniform 1000`, `borderline 125`.
    #[serde(default = "everything")]
    pub train: String,
    /// Sets to learn before, one after the other.
    #[serde(default)]
    pub stages: Vec<String>,
    /// The positions to test on: as `train`, or `rest`, `rest 10000`, `rest borderline`.
    #[serde(default)]
    pub test: String,
    /// Neurons in the hidden layers; 0 stands for as many as there are inputs.
    #[serde(default)]
    pub hidden: Vec<usize>,
    /// Output neurons (1 or 2) of an endgame with two results; one with three has three.
    #[serde(default = "one_output")]
    pub outputs: usize,
    /// What the hidden neurons do.
    #[serde(default = "sigmoid")]
    pub activation: Activation,
    /// How it is trained.
    #[serde(default = "paper_trainer")]
    pub trainer: Trainer,
    /// Epochs (or rounds) at most.
    #[serde(default = "thousand")]
    pub epochs: u32,
    /// Size of the steps.
    #[serde(default = "rate")]
    pub rate: f64,
    /// Share of the last step that is kept.
    #[serde(default)]
    pub momentum: f64,
    /// Let the rate fall to almost nothing.
    #[serde(default)]
    pub anneal: bool,
    /// Positions per step of Adam.
    #[serde(default = "batch")]
    pub batch: usize,
    /// The error function of the paper that stops the training and chooses the epoch: 1 (mean) or 2 (largest).
    #[serde(default = "e2")]
    pub error: u8,
    /// What that error should fall below.
    #[serde(default = "tenth")]
    pub goal: f64,
    /// Epochs without success, or below the goal, after which the training ends; 0: never before `epochs`.
    #[serde(default)]
    pub patience: u32,
    /// Where the weights begin.
    #[serde(default = "random")]
    pub start: Start,
    /// How large they may be then.
    #[serde(default = "tenth")]
    pub reach: f64,
    /// What the outputs should say.
    #[serde(default = "value")]
    pub target: Target,
    /// Bits per weight.
    #[serde(default)]
    pub bits: Option<u32>,
    /// How often it is repeated with another seed.
    #[serde(default = "one")]
    pub seeds: u32,
    /// What to look at afterwards.
    #[serde(default)]
    pub then: Vec<Look>,
    /// What the paper reports, by name of the figure.
    #[serde(default)]
    pub paper: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: String,
    order: Option<u32>,
    question: String,
    plot: Option<[String; 2]>,
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    defaults: toml::Table,
    #[serde(default)]
    quick: toml::Table,
    runs: Vec<toml::Table>,
}

/// The recipes that come with the program, in the order that they give themselves.
pub fn recipes() -> Vec<Recipe> {
    let parse = |file: &Entry| Recipe::parse(file.name, file.text, false).expect("a shipped recipe");
    let mut all: Vec<Recipe> = MINING_RECIPES.entries().iter().map(parse).collect();
    all.sort_by_key(|recipe| recipe.order);
    all
}

impl Recipe {
    /// A shipped recipe.
    pub fn find(name: &str, quick: bool) -> Result<Recipe, RecipeError> {
        let known = || MINING_RECIPES.names().collect::<Vec<_>>().join(", ");
        let file = MINING_RECIPES.get(name);
        let file = file.ok_or_else(|| RecipeError::Unknown { name: name.to_owned(), known: known() })?;
        Recipe::parse(file.name, file.text, quick)
    }

    /// A recipe by name, or from a file whose name ends in `.toml`.
    pub fn read(name: &str, quick: bool) -> anyhow::Result<Recipe> {
        if !name.ends_with(".toml") {
            return Ok(Recipe::find(name, quick)?);
        }
        let path = Path::new(name);
        Ok(Recipe::parse(&files::stem(path), &files::read_text(path)?, quick)?)
    }

    /// Reads a recipe; `quick` makes it small.
    pub fn parse(name: &str, text: &str, quick: bool) -> Result<Recipe, RecipeError> {
        let syntax = |e: toml::de::Error| RecipeError::Syntax { name: name.into(), why: e.to_string() };
        let raw: Raw = toml::from_str(text).map_err(syntax)?;
        let mut runs = Vec::new();
        for own in &raw.runs {
            let mut all = raw.defaults.clone();
            all.extend(own.clone());
            if quick {
                all.extend(raw.quick.clone());
            }
            let label = all.get("label").map_or_else(|| "without label".to_owned(), ToString::to_string);
            let run: Result<Run, _> = toml::Value::Table(all).try_into();
            runs.push(run.map_err(|e: toml::de::Error| RecipeError::Run {
                name: name.into(),
                label,
                why: e.to_string().trim().to_owned(),
            })?);
        }
        Ok(Recipe {
            name: name.to_owned(),
            title: raw.title,
            question: raw.question.split_whitespace().collect::<Vec<_>>().join(" "),
            plot: raw.plot,
            columns: raw.columns,
            runs,
            order: raw.order.unwrap_or(u32::MAX),
        })
    }

    /// The same for another endgame: features that exist for it, and the paper's own sets replaced by such that do.
    #[must_use]
    pub fn for_endgame(mut self, material: Material) -> Recipe {
        let name = material.canonical().to_string();
        if name == "KPK" {
            return self;
        }
        self.title = format!("{name}: {}", self.title);
        for run in &mut self.runs {
            run.endgame.clone_from(&name);
            if run.features != "physical" {
                run.features = "generic".into();
            }
            run.only.clear();
            run.paper.clear();
            for set in run.stages.iter_mut().chain([&mut run.train, &mut run.test]) {
                if matches!(set.as_str(), "T3" | "T4" | "T5") || set.starts_with(['F', 'P']) {
                    *set = everything();
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_recipes_can_be_read_and_made_quick() {
        for recipe in recipes() {
            assert!(!recipe.runs.is_empty() && !recipe.question.is_empty(), "{}", recipe.name);
            let quick = Recipe::find(&recipe.name, true).unwrap();
            assert_eq!(quick.runs.len(), recipe.runs.len());
            let mut labels: Vec<&str> = recipe.runs.iter().map(|r| r.label.as_str()).collect();
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), recipe.runs.len(), "labels of {}", recipe.name);
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let says = |text: &str| Recipe::parse("mine", text, false).unwrap_err().to_string();
        assert!(says("title = ").contains("line 1"));
        let run = |line: &str| format!("title = 't'\nquestion = 'q'\n[[runs]]\nlabel = 'a'\n{line}");
        assert!(says(&run("hiden = [3]")).contains("hiden"));
        assert!(says(&run("trainer = 'magic'")).contains("magic"));
        let error = Recipe::find("tabel5", false).unwrap_err().to_string();
        assert!(error.contains("tabel5") && error.contains("table5"), "{error}");
    }
}
