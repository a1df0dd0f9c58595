//! `philidor tactics`: motifs of given lines, of lines our own search finds, and of opening moves.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use philidor_bench::{
    puzzles::File,
    quiet::Openings,
    tactics::{self, Disagreement, Found},
};
use philidor_tutor::{Definitions, Theme};

use crate::{
    judges,
    output::{answer, out, outln},
    progress,
};

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

fn complain(text: &str) {
    philidor_terminal::noteln!("philidor: {text}");
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = File { path: &args.file, every: args.every, complain: &complain };
    if args.quiet_check {
        quiet_check(args)?;
    } else if args.find {
        find(args, &file)?;
    } else if args.score {
        score(args, &file)?;
    } else {
        list(args, &file)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The motifs of every puzzle.
fn list(args: &Args, file: &File<'_>) -> anyhow::Result<()> {
    let definitions = args.definitions();
    // A file without a usable row gets no header.
    let mut header = if args.json { "" } else { "PuzzleId,Themes\n" };
    file.each(
        |puzzle| tactics::row(puzzle, definitions, args.json),
        |rows: Vec<String>| {
            if !rows.is_empty() {
                out!("{}{}", std::mem::take(&mut header), rows.concat())?;
            }
            Ok(())
        },
    )?;
    Ok(())
}

/// Agreement with the themes a file gives.
fn score(args: &Args, file: &File<'_>) -> anyhow::Result<()> {
    let agreement = tactics::agreement(file, args.definitions(), args.disagree, &mut |one: Disagreement| {
        Ok(outln!("{one}")?)
    })?;
    if args.disagree.is_some() {
        return Ok(());
    }
    if args.json {
        outln!("{}", agreement.to_json())?;
    } else {
        out!("{agreement}")?;
        philidor_terminal::noteln!("{:.0} puzzles per CPU-second", agreement.per_cpu_s);
    }
    Ok(())
}

/// Lines from our own search, and what they win.
fn find(args: &Args, file: &File<'_>) -> anyhow::Result<()> {
    let evaluator = judges::by_name(judges::NAMES[0])?;
    let bar = progress::spinner(format!("{} nodes for each position", args.nodes));
    if !args.json && !args.score {
        outln!("PuzzleId,Found,Given,Line")?;
    }
    let findings = tactics::find(file, &evaluator, args.nodes, &|| bar.inc(1), &mut |row: &Found| {
        if args.score {
            return Ok(());
        }
        answer(args.json, || Ok(serde_json::to_value(row)?), || format!("{row}\n"))?;
        Ok(())
    })?;
    bar.finish_and_clear();
    match (args.score, args.json) {
        (false, _) => {}
        (true, true) => outln!("{}", findings.to_json())?,
        (true, false) => out!("{findings}")?,
    }
    Ok(())
}

/// Every ply of every opening line: which get a tactical motif, by our own definitions?
fn quiet_check(args: &Args) -> anyhow::Result<()> {
    let path = args.file.display();
    let openings =
        Openings::parse(&philidor_files::read_text(&args.file)?, &complain).with_context(|| {
            format!("{path} has no opening lines (tab-separated: code, name, moves such as 1. e4 e5)")
        })?;
    let bar = progress::spinner(format!("{} positions, {} nodes each", openings.distinct(), args.nodes));
    let alarms = openings.alarms(&judges::by_name(judges::NAMES[0])?, args.nodes, &|| bar.inc(1));
    bar.finish_and_clear();
    if !args.score {
        alarms.list.iter().try_for_each(|alarm| outln!("{alarm}"))?;
    }
    answer(args.json, || Ok(serde_json::to_value(&alarms)?), || alarms.to_string())?;
    Ok(())
}
