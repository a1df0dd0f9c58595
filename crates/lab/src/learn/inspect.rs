//! `philidor learn inspect`: what each neuron of a net reacts to.

use std::{path::PathBuf, process::ExitCode};

use philidor_train::nnue::inspect::{self, Order};

use philidor_terminal::output::outln;

/// Examples for the help.
pub const EXAMPLE: &str = "Example:\n  philidor learn inspect learned --games games.pgn --out neurons\n\n\
    Written: report.html, report.md, figures.csv and the pictures as SVG.";

/// Which net, and what it is shown.
#[derive(clap::Args)]
pub struct Args {
    /// A net made by `learn train --recipe nnue`: net:FILE, or learned for the one that comes with the program
    net: String,
    /// Games (PGN); one position of each is looked at
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Positions, at most
    #[arg(long, default_value_t = 2000, value_name = "N")]
    positions: usize,
    /// Neurons that are shown with pictures, those that matter most first
    #[arg(long, default_value_t = 12, value_name = "N")]
    neurons: usize,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Args { net, games, positions, neurons, seed, out } = args;
    let made = inspect::run(&Order { net, games, positions: *positions, shown: *neurons, seed: *seed })?;
    philidor_files::make_dir(out)?;
    made.write(out)?;
    outln!(
        "{}\nwritten to {}",
        made.markdown.split("\n## ").next().unwrap_or_default().trim_end(),
        out.display()
    )?;
    Ok(ExitCode::SUCCESS)
}
