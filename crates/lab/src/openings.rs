//! `philidor mine openings`: what nets learn of openings from the results of games.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, ensure};
use philidor_mine::openings::{Opening, collect, json, learn, text};

use philidor_terminal::{output::answer, progress::spinner};

pub(super) const EXAMPLE: &str = "Example:\n  philidor mine openings --games expert.pgn.zst --at-least 10";

/// How to ask for it.
pub(super) const COMMAND: &str = "philidor mine openings --games FILE.pgn";

/// Which games.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games with results: PGN, or PGN compressed with zstd (.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Games in which a position must have occurred
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    at_least: u32,
    /// Passes over the positions
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Chooses the positions held out
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The figures as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let bar = spinner("reading games".into());
    let opening = Opening { plies: (4, 24), at_least: args.at_least };
    let known = collect(&args.games, opening).with_context(|| format!("reading {}", args.games.display()))?;
    ensure!(
        known.len() >= 50,
        "only {} positions occurred in {} games or more: give more games, or a smaller --at-least",
        known.len(),
        args.at_least
    );
    let guesses = learn(&known, args.epochs, args.seed, &mut |tick| {
        bar.set_message(format!("{} {}/{}", tick.stage, tick.done, tick.all));
        true
    })?;
    bar.finish_and_clear();
    answer(args.json, || Ok(json(known.len(), &guesses)), || text(known.len(), &opening, &guesses))?;
    Ok(ExitCode::SUCCESS)
}
