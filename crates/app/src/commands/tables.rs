//! `philidor tables`: exact endgame tables.

mod blockade;
mod build;
mod export;
mod find;
mod probe;
mod slips;
mod solve;
mod stats;
mod verify;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args as ClapArgs, Subcommand};
pub(crate) use philidor_terminal::tables::{ensure, table_of, tables_for};
use philidor_truth::{Syzygy, Tables};

use crate::home;

/// Exact endgame tables: build, ask, count, search, check, export.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve endgames and keep them on disk
    Build(build::Args),
    /// The exact value of a position, all its moves, and best play
    Probe(probe::Args),
    /// An ending with many pawns, solved exactly from one position
    Solve(solve::Args),
    /// Counts by result and depth, longest wins, zugzwangs; published KPK counts
    Stats(stats::Args),
    /// Positions by value, depth, zugzwang and squares
    Find(find::Args),
    /// How far a pawn may have come for pieces that block it to win: Troitsky's line for two knights
    Blockade(blockade::Args),
    /// What players give away in endings: slips in games, counted by exact tables
    Slips(slips::Args),
    /// Compare every position with Syzygy files
    Verify(verify::Args),
    /// Write a table as Parquet, CSV or Syzygy files
    Export(export::Args),
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.command {
        Command::Build(args) => build::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Find(args) => find::run(&args),
        Command::Blockade(args) => blockade::run(&args),
        Command::Slips(args) => slips::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Export(args) => export::run(&args),
    }
}

/// Where tables come from.
#[derive(ClapArgs, Clone)]
struct Source {
    /// Directory with Syzygy files, for positions beyond the own tables (several: separate with ':')
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR")]
    syzygy: Option<String>,
}

impl Source {
    fn open(&self) -> anyhow::Result<Tables> {
        let tables = Tables::at(home::tables()?);
        Ok(match &self.syzygy {
            None => tables,
            Some(dirs) => tables.with_syzygy(open_syzygy(dirs)?),
        })
    }
}

pub(crate) fn open_syzygy(dirs: &str) -> anyhow::Result<Syzygy> {
    let dirs: Vec<PathBuf> = std::env::split_paths(dirs).collect();
    Ok(Syzygy::open(&dirs)?)
}
