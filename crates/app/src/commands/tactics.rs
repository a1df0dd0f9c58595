//! `philidor tactics`: motifs of given lines, of lines our own search finds, and of opening moves.

mod found;
mod input;
mod scoring;

use std::{path::PathBuf, process::ExitCode};

use anyhow::bail;
use philidor_chess::shakmaty::{CastlingMode, Move};
use philidor_tutor::{Definitions, Motif, Theme, ThemeSet, motifs, puzzle::Puzzle};
use rayon::prelude::*;
use serde_json::json;

pub(crate) use self::input::Rows;
use crate::output::out;

/// Arguments of `philidor tactics`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  philidor tactics puzzles.csv\n  philidor tactics puzzles.csv --compat lichess --score\n  \
philidor tactics puzzles.csv --find --score --every 20\n  philidor tactics openings.tsv --quiet-check --nodes 20000\n\n\
FILE is CSV with a header (PuzzleId, FEN, Moves, Themes as in the Lichess database, or FEN, PV, PreFlawFEN, FirstMove),\n\
or EPD with pv or bm operations; with --quiet-check, opening lines."
)]
pub(crate) struct Args {
    /// Puzzles, as CSV or EPD
    file: PathBuf,
    /// Use the definitions of another program: lichess
    #[arg(long, value_name = "PROGRAM", value_parser = ["lichess"], conflicts_with = "strict")]
    compat: Option<String>,
    /// Our own definitions, with payoff (the default)
    #[arg(long)]
    strict: bool,
    /// Compare with the themes the file gives
    #[arg(long)]
    score: bool,
    /// Use only the positions: our own search finds the lines; prints what they win beside what the given lines win
    #[arg(long, conflicts_with_all = ["compat", "strict", "disagree"])]
    find: bool,
    /// FILE holds opening lines (code, name, moves, separated by tabs): which of their moves get a tactical motif?
    #[arg(long, conflicts_with_all = ["compat", "find", "disagree"])]
    quiet_check: bool,
    /// Nodes of each search of --find and --quiet-check
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Take only every N-th row
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// With --score: list the puzzles on which found and given differ for this theme
    #[arg(long, value_name = "THEME", requires = "score", value_parser = theme)]
    disagree: Option<Theme>,
    /// For programs: one JSON object per puzzle with the evidence; with --score, one for all
    #[arg(long)]
    json: bool,
}

fn theme(text: &str) -> Result<Theme, String> {
    text.parse().map_err(|()| {
        let all: Vec<_> = Theme::ALL.iter().map(|t| t.id()).collect();
        format!("no such theme; there are {}", all.join(", "))
    })
}

impl Args {
    fn definitions(&self) -> Definitions {
        if self.compat.is_some() { Definitions::Lichess } else { Definitions::Strict }
    }
}

/// Rows worked on at once.
const CHUNK: usize = 1 << 14;

/// Most rows complained about one by one.
const COMPLAINTS: u64 = 20;

/// Rows read so far.
#[derive(Default)]
struct Counts {
    good: u64,
    bad: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.quiet_check {
        return found::quiet_check(args);
    }
    if args.find {
        return found::find(args);
    }
    if args.score {
        return scoring::run(args);
    }
    let definitions = args.definitions();
    // A file without a usable row gets no header.
    let mut header = if args.json { "" } else { "PuzzleId,Themes\n" };
    each_chunk(
        args,
        |puzzle| row_text(puzzle, &motifs(&puzzle.line, definitions), args.json),
        |rows: Vec<String>| {
            if !rows.is_empty() {
                out!("{}{}", std::mem::take(&mut header), rows.concat())?;
            }
            Ok(())
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Does `work` for all good rows in parallel, hands the results on in order, and complains about bad rows.
fn each_chunk<R: Send>(
    args: &Args,
    work: impl Fn(&Puzzle) -> R + Sync,
    mut take: impl FnMut(Vec<R>) -> anyhow::Result<()>,
) -> anyhow::Result<Counts> {
    let mut rows = Rows::open(&args.file)?;
    let mut counts = Counts::default();
    let mut row_number = 0u64;
    loop {
        let mut chunk = rows.next_chunk(CHUNK)?;
        if chunk.is_empty() {
            break;
        }
        chunk.retain(|_| {
            row_number += 1;
            row_number.is_multiple_of(args.every)
        });
        let results: Vec<_> =
            chunk.par_iter().map(|row| row.puzzle().map(|p| work(&p)).map_err(|e| (row.line(), e))).collect();
        let mut good = Vec::with_capacity(results.len());
        for result in results {
            match result {
                Ok(value) => good.push(value),
                Err((line, reason)) => {
                    counts.bad += 1;
                    if counts.bad <= COMPLAINTS {
                        eprintln!("philidor: {}:{line}: {reason}", args.file.display());
                    }
                }
            }
        }
        counts.good += good.len() as u64;
        take(good)?;
    }
    if counts.bad > COMPLAINTS {
        eprintln!("philidor: {} more rows could not be used", counts.bad - COMPLAINTS);
    }
    if counts.good == 0 {
        bail!("{} has no usable puzzle ({} rows)", args.file.display(), counts.bad);
    }
    Ok(counts)
}

fn row_text(puzzle: &Puzzle, found: &[Motif], as_json: bool) -> String {
    if as_json {
        let motifs: Vec<_> = found.iter().map(motif_json).collect();
        format!("{}\n", json!({ "id": puzzle.id, "motifs": motifs }))
    } else {
        let themes: ThemeSet = found.iter().map(|m| m.theme).collect();
        format!("{},{themes}\n", input::quoted(&puzzle.id))
    }
}

/// A move in UCI notation.
fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

fn motif_json(motif: &Motif) -> serde_json::Value {
    json!({
        "theme": motif.theme.id(),
        "ply": motif.ply,
        "actor": motif.actor.to_string(),
        "targets": motif.targets.into_iter().map(|sq| sq.to_string()).collect::<Vec<_>>(),
        "key": motif.key.map(|sq| sq.to_string()),
    })
}
