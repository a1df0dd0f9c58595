//! `philidor learn tune`: weights of the evaluation from the results of games.

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use philidor_know::{eval::Weights, features::FeatureId};
use philidor_train::tune::{Dataset, Epoch, FitSettings, Fitted, Progress, SampleSettings, Source, fit};

use crate::output::{out, write_text};

pub(super) const EXAMPLE: &str =
    "Example:\n  philidor learn tune --games expert-120k.pgn.zst --output knowledge/eval/weights.txt";

/// Where the games are and how to learn from them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games with results: PGN, or PGN compressed with zstd (.zst); may be given several times
    #[arg(long, value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// About how many positions to take from each file
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Passes over the positions
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// Chooses the positions and the games held out
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to start from (default: our hand-made ones)
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Pull towards the starting weights (loss at 100 centipawns distance)
    #[arg(long, default_value_t = 1e-3)]
    pull: f64,
    /// The same for the features of material: games show few imbalances
    #[arg(long, default_value_t = 2e-2)]
    material_pull: f64,
    /// Plies at the start of each game that are left out
    #[arg(long, default_value_t = 10)]
    skip_plies: usize,
    /// Let a search of so many nodes judge each position beside the result of its game (0: the result alone)
    #[arg(long, default_value_t = 1_500, value_name = "NODES")]
    teacher_nodes: u64,
    /// How much that judgement counts, from 0 to 1; the result counts the rest
    #[arg(long, default_value_t = 0.5, value_name = "SHARE")]
    teacher_share: f64,
    /// Where to write the weights (default: standard output)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(
        (0.0..=1.0).contains(&args.teacher_share),
        "--teacher-share is a share from 0 to 1, not {}",
        args.teacher_share
    );
    let start = start(args)?;
    let sample = SampleSettings {
        positions: args.positions,
        skip_plies: args.skip_plies,
        seed: args.seed,
        held_out: 20,
        quiescence_plies: 8,
        teacher_nodes: args.teacher_nodes,
    };
    let bar = Bar::new();
    let mut data = Dataset::default();
    for games in &args.games {
        data.read(games, &start, &sample, &bar)
            .with_context(|| format!("reading games from {}", games.display()))?;
    }
    let (learnt, held_out) = data.sizes();
    ensure!(
        learnt > 0 && held_out > 0,
        "too few quiet positions to learn from: {learnt} and {held_out} held out, of {} games",
        data.sources.iter().map(|source| source.games).sum::<u64>()
    );
    let settings = FitSettings {
        epochs: args.epochs,
        rate: 1.0,
        pull: args.pull,
        material_pull: args.material_pull,
        teacher_share: args.teacher_share,
    };
    let fitted = fit(&data, &start, &settings, &bar);
    bar.0.finish_and_clear();
    eprintln!("{} weights, {learnt} positions, {held_out} held out; k = {:.4}", FeatureId::WEIGHTS, fitted.k);
    for epoch in &fitted.epochs {
        eprintln!("epoch {:>3}  loss {:.6}  held out {:.6}", epoch.number, epoch.loss, epoch.held_out);
    }
    eprintln!("rounded to centipawns: held out {:.6}", fitted.rounded);
    let text = fitted.weights.write(&provenance(args, &data, &fitted));
    match &args.output {
        None => out!("{text}")?,
        Some(path) => write_text(path, &text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn start(args: &Args) -> anyhow::Result<Arc<Weights>> {
    let Some(path) = &args.start else { return Ok(Weights::untuned()) };
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    Ok(Arc::new(Weights::parse(&text).with_context(|| format!("in {}", path.display()))?))
}

/// The header of the weights file: enough to repeat the run.
fn provenance(args: &Args, data: &Dataset, fitted: &Fitted) -> String {
    let (learnt, held_out) = data.sizes();
    let source = |s: &Source| {
        format!(
            "games: {}, {} with results, {} positions, xxh3 {:016x} of the PGN text\n",
            s.name, s.games, s.positions, s.digest
        )
    };
    let sources: String = data.sources.iter().map(source).collect();
    let (first, last) = (fitted.epochs.first(), fitted.epochs.last());
    let losses = |epoch: Option<&Epoch>| {
        epoch.map_or_else(String::new, |e| format!("{:.6} (held out {:.6})", e.loss, e.held_out))
    };
    let teacher = if args.teacher_nodes == 0 {
        String::new()
    } else {
        format!(
            "; targets: result and, to {}, a search of {} nodes with the starting weights",
            args.teacher_share, args.teacher_nodes
        )
    };
    format!(
        "Weights in centipawns, middlegame/endgame, tuned by `philidor learn tune`.\n\
         {sources}positions: {learnt} learnt from, {held_out} held out (one game in twenty); first {} plies left out; seed {}\n\
         method: logistic regression, Adam, {} epochs, pull {} (material {}), sigmoid k {:.4}{teacher}\n\
         start: {}\n\
         log loss: {} before, {} after; held out {:.6} after rounding",
        args.skip_plies,
        args.seed,
        args.epochs,
        args.pull,
        args.material_pull,
        fitted.k,
        args.start
            .as_ref()
            .map_or_else(|| "knowledge/eval/untuned.txt".to_owned(), |p| p.display().to_string()),
        losses(first),
        losses(last),
        fitted.rounded,
    )
}

/// A bar on a terminal, nothing in a pipe.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let style = ProgressStyle::with_template("{msg:>9} [{wide_bar}] {pos}/{len} {eta}");
        Bar(ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }
}

impl Progress for Bar {
    fn at(&self, stage: &str, done: u64, all: u64) {
        if self.0.message() != stage {
            self.0.reset();
            self.0.set_message(stage.to_owned());
        }
        self.0.set_length(all);
        self.0.set_position(done);
    }
}
