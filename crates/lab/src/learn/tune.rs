//! `philidor learn tune`: weights of the evaluation from the results of games.

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::ensure;
use indicatif::ProgressBar;
use philidor_know::eval::Weights;
use philidor_train::{
    neuro::file::weights,
    tune::{Dataset, FitSettings, Progress, SampleSettings, Tuned, fit},
};

use philidor_terminal::{output::out, progress};

/// Examples for the help.
pub const EXAMPLE: &str =
    "Example:\n  philidor learn tune --games expert-120k.pgn.zst --output knowledge/eval/weights.txt";

/// Where the games are and how to learn from them.
#[derive(clap::Args)]
pub struct Args {
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
    /// Let a search of this many nodes judge each position beside the result of its game (0: the result alone)
    #[arg(long, default_value_t = 1_500, value_name = "NODES")]
    teacher_nodes: u64,
    /// How much that judgement counts, from 0 to 1; the result counts the rest
    #[arg(long, default_value_t = 0.5, value_name = "SHARE")]
    teacher_share: f64,
    /// Where to write the weights (default: standard output)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(
        (0.0..=1.0).contains(&args.teacher_share),
        "--teacher-share is a share from 0 to 1, not {}",
        args.teacher_share
    );
    let start = match &args.start {
        Some(path) => Arc::new(weights(path)?),
        None => Weights::untuned(),
    };
    let sample = SampleSettings {
        positions: args.positions,
        skip_plies: args.skip_plies,
        seed: args.seed,
        held_out: 20,
        quiescence_plies: 8,
        teacher_nodes: args.teacher_nodes,
    };
    let bar = Bar::new();
    let data = Dataset::read_all(&args.games, &start, &sample, &bar)?;
    let settings = FitSettings {
        epochs: args.epochs,
        rate: 1.0,
        pull: args.pull,
        material_pull: args.material_pull,
        teacher_share: args.teacher_share,
    };
    let fitted = fit(&data, &start, &settings, &bar);
    bar.0.finish_and_clear();
    let from = args.start.as_ref().map(|path| path.display().to_string());
    let from = from.unwrap_or_else(|| "knowledge/eval/untuned.txt".to_owned());
    let tuned = Tuned { data: &data, sample: &sample, settings: &settings, start: from, fitted: &fitted };
    philidor_terminal::noteln!("{}", tuned.progress());
    match &args.output {
        None => out!("{}", tuned.file())?,
        Some(path) => philidor_files::write(path, tuned.file())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A bar on a terminal, nothing in a pipe.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        Bar(progress::bar(0, "{msg:>9} [{wide_bar}] {pos}/{len} {eta}"))
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
