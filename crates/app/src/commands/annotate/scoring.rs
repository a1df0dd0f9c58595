//! How our choice of moves compares with a master's: `--score`, and the fit behind it: `--fit-selection`.

mod concepts;

use std::{
    collections::BTreeMap,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use philidor_chess::pgn::{Entry, Game, Games};
use philidor_tutor::{
    opening::Openings,
    select::{self, Example, FEATURES, Model, auc, cross_validate},
    study::Study,
};
use rayon::prelude::*;
use serde_json::json;

use super::Args;
use crate::{
    analysts::Source,
    output::{out, outln, write_text},
};

/// A master's density of comments; ours is set to it.
const DENSITY: f64 = 0.176;

/// An annotated game, looked at.
struct Looked {
    game: Game,
    study: Study,
    commented: Vec<bool>,
}

/// Prints how well the shipped model and a freshly fitted one choose; with a path, writes the fitted one there.
pub(super) fn run(args: &Args, dir: &Path) -> anyhow::Result<ExitCode> {
    let source = super::source(args)?;
    let model = super::model(args)?;
    let files = pgn_files(dir)?;
    let mut games = Vec::new();
    // What each annotator speaks of, by game and move.
    let mut labels_of: Vec<BTreeMap<usize, Vec<String>>> = Vec::new();
    for file in &files {
        let found = games_of(file)?;
        labels_of.extend(concepts::labels(file, found.len())?);
        games.extend(found);
    }
    if !games.iter().any(|game| game.main_line().any(|id| !game.node(id).comments.is_empty())) {
        bail!("{} has no game with comments", dir.display());
    }
    let looked = look_at(args, &source, games)?;
    let examples = examples_of(&looked);
    let provenance = format!(
        "philidor annotate --fit-selection, {} games, {} moves, {} comments, {} nodes per position",
        looked.len(),
        examples.len(),
        examples.iter().filter(|e| e.commented).count(),
        args.nodes
    );
    let fitted = cross_validate(&examples, DENSITY, provenance);
    let labels: Vec<bool> = examples.iter().map(|e| e.commented).collect();
    let swings: Vec<f64> =
        looked.iter().flat_map(|l| l.study.moves().map(|p| p.loss()).collect::<Vec<_>>()).collect();
    let ours: Vec<f64> = examples.iter().map(|e| model.probability(&e.values)).collect();
    let chosen = chosen(&looked, &model);
    let [precision, recall, f1] = agreement(&examples, &chosen, 0);
    let [near_precision, near_recall, near_f1] = agreement(&examples, &chosen, 1);
    let agreed = concepts::compare(args, &source, &looked, &labels_of)?;
    let share = |flags: &[bool]| flags.iter().filter(|&&f| f).count() as f64 / flags.len().max(1) as f64;
    if args.json {
        let rows: Vec<_> = examples
            .iter()
            .map(|e| json!({"game": e.game, "commented": e.commented, "values": e.values.to_vec()}))
            .collect();
        outln!(
            "{}",
            json!({
                "games": looked.len(), "moves": examples.len(), "comments": labels.iter().filter(|&&l| l).count(),
                "auc_swing": auc(&swings, &labels), "auc_held_out": fitted.auc, "auc_shipped": auc(&ours, &labels),
                "density_theirs": share(&labels), "density_ours": share(&chosen),
                "precision": precision, "recall": recall, "f1": f1,
                "precision_1": near_precision, "recall_1": near_recall, "f1_1": near_f1,
                "concepts": agreed, "features": FEATURES, "examples": rows,
            })
        )?;
    } else {
        let text = format!(
            "When to comment, against the annotators of {}\n\
             \x20 {} games, {} moves, {} with a comment ({:.3} per move)\n\
             \x20 AUC, swing of the evaluation alone   {:.3}\n\
             \x20 AUC, fitted, each game held out      {:.3}\n\
             \x20 AUC, shipped weights                 {:.3}\n\
             \x20 our comments                         {:.3} per move\n\
             \x20 same move                            precision {:.3}  recall {:.3}  F1 {:.3}\n\
             \x20 within one move                      precision {:.3}  recall {:.3}  F1 {:.3}\n",
            dir.display(),
            looked.len(),
            examples.len(),
            labels.iter().filter(|&&l| l).count(),
            share(&labels),
            auc(&swings, &labels),
            fitted.auc,
            auc(&ours, &labels),
            share(&chosen),
            precision,
            recall,
            f1,
            near_precision,
            near_recall,
            near_f1,
        );
        out!("{text}")?;
        if let Some(agreed) = &agreed {
            out!("{}", agreed.text())?;
        }
    }
    if let Some(path) = &args.fit_selection {
        write_text(path, &model_text(&fitted.model)?)?;
    }
    if let Some(path) = &args.fit_concepts {
        let agreed = agreed.context("there is no table of concepts beside these games")?;
        write_text(path, &agreed.model_text()?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn model_text(model: &Model) -> anyhow::Result<String> {
    let body = toml::to_string(model).context("writing the model")?;
    Ok(format!(
        "# Which moves of a game are worth a comment: a logistic model, see crates/tutor/src/select.rs for its features.\n\
         # Written by a program; a weight says how much more likely a master comments for one unit of the feature.\n{body}"
    ))
}

/// The PGN files of a directory in order, or the file itself.
fn pgn_files(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if dir.is_file() {
        return Ok(vec![dir.to_owned()]);
    }
    let entries = std::fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .collect();
    files.sort();
    if files.is_empty() {
        bail!("{} has no .pgn file", dir.display());
    }
    Ok(files)
}

fn games_of(path: &Path) -> anyhow::Result<Vec<Game>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut reader = Games::new(BufReader::new(file));
    let mut games = Vec::new();
    while let Some(entry) = reader.next_entry().with_context(|| format!("reading {}", path.display()))? {
        match entry {
            Entry::Game(game) => games.push(game),
            Entry::Bad { problem, .. } => {
                eprintln!("philidor: {}:{}: {}", path.display(), problem.line, problem.kind);
            }
        }
    }
    Ok(games)
}

fn look_at(args: &Args, source: &Source, games: Vec<Game>) -> anyhow::Result<Vec<Looked>> {
    let bar = super::bar(games.len() as u64, "games");
    let looked = games
        .into_par_iter()
        .map(|game| {
            let mut analyst = source.start(args.nodes)?;
            let study = Study::new(&mut *analyst, &game, &mut |_| {})?;
            let commented = study.nodes.iter().map(|&id| !game.node(id).comments.is_empty()).collect();
            bar.inc(1);
            Ok(Looked { game, study, commented })
        })
        .collect::<anyhow::Result<Vec<_>>>();
    bar.finish_and_clear();
    looked
}

fn examples_of(looked: &[Looked]) -> Vec<Example> {
    let mut examples = Vec::new();
    for (game, annotated) in looked.iter().enumerate() {
        let values = select::values(&annotated.study, Openings::ours());
        examples.extend(values.into_iter().zip(&annotated.commented).map(|(values, &commented)| Example {
            game,
            values,
            commented,
        }));
    }
    examples
}

fn chosen(looked: &[Looked], model: &Model) -> Vec<bool> {
    looked
        .iter()
        .flat_map(|a| select::choose(&a.study, model, Openings::ours(), 1.0))
        .map(|reason| reason.is_some())
        .collect()
}

/// Precision, recall and F1 of our choice, forgiving `slack` moves.
fn agreement(examples: &[Example], chosen: &[bool], slack: usize) -> [f64; 3] {
    let near = |at: usize, flag: &dyn Fn(usize) -> bool| {
        let (from, to) = (at.saturating_sub(slack), (at + slack).min(examples.len() - 1));
        (from..=to).any(|i| examples[i].game == examples[at].game && flag(i))
    };
    let hits = |mine: &dyn Fn(usize) -> bool, theirs: &dyn Fn(usize) -> bool| {
        let all: Vec<usize> = (0..examples.len()).filter(|&i| mine(i)).collect();
        let good = all.iter().filter(|&&i| near(i, theirs)).count();
        good as f64 / all.len().max(1) as f64
    };
    let (ours, theirs) = (|i: usize| chosen[i], |i: usize| examples[i].commented);
    let (precision, recall) = (hits(&ours, &theirs), hits(&theirs, &ours));
    [precision, recall, 2.0 * precision * recall / (precision + recall).max(1e-9)]
}
