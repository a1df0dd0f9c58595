//! `philidor learn practice`: what was played in pawn structures.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use philidor_games::practice::Practice;

use philidor_terminal::{output::outln, progress::spinner};

/// Examples for the help.
pub const EXAMPLE: &str = "Example:\n  philidor learn practice --games expert-120k.pgn.zst --least 80 --out pawns.tsv\n\n\
    The tutor tells from knowledge/practice/pawns.tsv how games with the pawns of a position went on.";

/// Which games, and how many make a structure.
#[derive(clap::Args)]
pub struct Args {
    /// Games: PGN, or PGN compressed with zstd (.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Structures of fewer games are left out
    #[arg(long, default_value_t = 80, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    least: u32,
    /// Where to write the counts
    #[arg(long, value_name = "FILE", default_value = "pawns.tsv")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let bar = spinner(format!("reading {}", args.games.display()));
    let practice = Practice::count(&args.games, &mut |games| bar.set_message(format!("{games} games")))
        .with_context(|| format!("cannot read {}", args.games.display()))?;
    bar.finish_and_clear();
    let text = practice.text(args.least);
    philidor_files::write(&args.out, &text)?;
    let structures = text.lines().filter(|line| !line.starts_with('#')).count();
    outln!("{structures} structures, written to {}", args.out.display())?;
    Ok(ExitCode::SUCCESS)
}
