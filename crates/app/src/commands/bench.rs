//! `philidor bench`: speed, a behaviour signature, and how many positions of a test suite are solved.
//!
//! The signature depends only on behaviour (perft numbers, nodes of fixed-depth searches), never on the
//! machine; speeds are printed beside it. Comparisons with other engines run side by side, in CPU seconds.

mod chessqa;
mod claims;
mod humans;
mod judge;
mod themes;

use std::{
    fmt::Display,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use indicatif::ProgressBar;
use philidor_bench::{
    epd::{Budget, Suite},
    figure::{Figure, Show},
    nets, rules, server, signature, speed, tables,
};
use philidor_know::search::Engine;
use philidor_serve::{Config, Server};
use philidor_uci::signature::DEPTH;
use serde::Serialize;
use serde_json::json;

use crate::{
    commands::tables::open_syzygy,
    home, judges,
    output::{answer, outln},
    progress::BuildProgress,
};

/// Arguments of `philidor bench`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  philidor bench\n  philidor bench --tables --syzygy ~/syzygy\n  \
philidor bench --rules\n  philidor bench --engines\n  philidor bench --nets\n  philidor bench --server\n  philidor bench --epd suite.epd --movetime 1000\n  philidor bench --claims games.pgn puzzles.csv --every 50 --mutants\n  philidor bench --humans rated.pgn.zst --maia ~/maia --puzzles puzzles.csv\n  philidor bench --chessqa chessqa-benchmark/benchmark\n  philidor bench --themes --list\n  philidor bench --told games.pgn --positions 100 --list\n\n\
Without options: one line whose first part changes only if behaviour does.")]
pub(crate) struct Args {
    /// Solve the positions of an EPD file (bm and am operations)
    #[arg(long, value_name = "FILE", group = "positions")]
    epd: Option<PathBuf>,
    /// Check the tutor's claims about the positions of games (PGN) and puzzles (CSV) with the independent checker
    #[arg(long, value_name = "FILE", num_args = 1.., group = "positions")]
    claims: Vec<PathBuf>,
    /// Hold the tutor's judgements against a referee's on positions of these games (PGN), and with --games on whole games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["epd", "claims"])]
    judge: Option<PathBuf>,
    /// Explain the first choice in positions of these games (PGN) and count how it is told: with a tested reason, with what it does, or with nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["epd", "claims", "judge"])]
    told: Option<PathBuf>,
    /// With --judge and --told: positions, one of each game
    #[arg(long = "positions", default_value_t = 100, value_name = "N")]
    sampled: usize,
    /// With --judge: annotate the first N games instead, and compare every mark
    #[arg(long, value_name = "N", requires = "judge")]
    games: Option<usize>,
    /// Explain N random endings of three and four men and hold what is said against the tables
    #[arg(long, value_name = "N", conflicts_with_all = ["epd", "claims", "judge"])]
    endings: Option<usize>,
    /// Answer the questions of the ChessQA benchmark in this folder (*.jsonl), without a language model
    #[arg(long, value_name = "DIR", conflicts_with_all = ["epd", "claims", "judge", "endings"])]
    chessqa: Option<PathBuf>,
    /// Explain the best moves of a strategic suite (ours, or a table of your own: theme, seen or held, move, FEN) and count how often
    /// the words name the theme
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["epd", "claims", "judge", "endings", "chessqa"])]
    themes: Option<Option<PathBuf>>,
    /// With --themes: explain the positions with N nodes and with twice as many, and count the goals of the plans that stay
    #[arg(long, requires = "themes")]
    doubled: bool,
    /// File the games of a textbook (PGN with tags Theme "19: Isolated Pawn") under the themes of our stories and compare
    #[arg(long, value_name = "FILE", conflicts_with_all = ["epd", "claims", "judge", "endings", "chessqa", "themes"])]
    chapters: Option<PathBuf>,
    /// Learn which comment fits a move from these annotated games (PGN); see --hold-out and --output
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["epd", "claims", "judge", "endings", "chessqa"])]
    fit_comments: Vec<PathBuf>,
    /// With --fit-comments: files (by name without ending) that are only measured on
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "fit_comments")]
    hold_out: Vec<String>,
    /// With --chessqa: weights of `--fit-comments` instead of those that come with the program
    #[arg(long, value_name = "FILE", requires = "chessqa")]
    weights: Option<PathBuf>,
    /// With --fit-comments: where to write the weights
    #[arg(long, value_name = "FILE", requires = "fit_comments")]
    output: Option<PathBuf>,
    /// With --judge: the referee's nodes for each question
    #[arg(long, default_value_t = 1_500_000, value_name = "N", requires = "judge")]
    referee_nodes: u64,
    /// With --judge and --told: the engine that is judged; with --chessqa: who judges positions [default: stockfish where it is installed]
    #[arg(long, value_name = "COMMAND", env = "PHILIDOR_ENGINE", hide_env_values = true)]
    analyst: Option<String>,
    /// With --judge and --told: a first answer only
    #[arg(long)]
    quick: bool,
    /// With --judge, --told and --endings: chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// With --claims: take only every N-th position
    #[arg(long, default_value_t = 1, value_name = "N", requires = "claims", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// With --claims: also corrupt each true claim in several ways and count how many the checker rejects
    #[arg(long, requires = "claims")]
    mutants: bool,
    /// With --claims: list what was dropped, and the mutants that were not rejected; with --chessqa: list wrong answers; with --themes and --told: list what is said
    #[arg(long)]
    list: bool,
    /// With --claims: keep finished parts here, and resume from it if it exists
    #[arg(long, value_name = "FILE", requires = "claims")]
    state: Option<PathBuf>,
    /// Time per position, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,
    /// Nodes per position instead of time: the same answer on every machine
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads of the search of each position; more than one is quicker, but not the same each time
    #[arg(long, requires = "epd", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Compare nodes per CPU-second with the engines installed here
    #[arg(long)]
    engines: bool,
    #[command(flatten)]
    people: humans::HumansArgs,
    /// Solver and probe speed of the endgame tables, in CPU seconds
    #[arg(long, conflicts_with_all = ["epd", "engines"])]
    tables: bool,
    /// Training and judging speed of nets, in CPU seconds
    #[arg(long, conflicts_with_all = ["epd", "engines", "tables"])]
    nets: bool,
    /// Rule evaluation, validation, search and proof, in CPU seconds
    #[arg(long, conflicts_with_all = ["epd", "engines", "tables"])]
    rules: bool,
    /// The server under load over loopback: probes at 1,000/s, 200 explanations and 20 annotations at once
    #[arg(long, conflicts_with_all = ["epd", "engines", "tables", "nets", "rules"])]
    server: bool,
    /// With --tables: also the five-man figures (minutes, gigabytes)
    #[arg(long, requires = "tables")]
    five: bool,
    /// Syzygy files, for the solver and for the comparison of probes
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR")]
    syzygy: Option<String>,
    /// Depth of the signature searches
    #[arg(long, default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Evaluation to use
    #[arg(long, default_value = judges::NAMES[0])]
    eval: String,
    /// Hash table in MiB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Answers as JSON
    #[arg(long)]
    json: bool,
}

/// Runs what was asked for: an EPD suite, the engine comparison, or the signature.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.epd {
        solve(path, args)?;
    } else if !args.claims.is_empty() {
        return claims::run(&args.claims, args);
    } else if !args.people.humans.is_empty() {
        return humans::run(&args.people, args.json);
    } else if let Some(path) = &args.judge {
        return judge::run(path, args);
    } else if let Some(path) = &args.told {
        return judge::told(path, args);
    } else if let Some(count) = args.endings {
        return judge::endings(count, args);
    } else if let Some(dir) = &args.chessqa {
        return chessqa::run(dir, args);
    } else if let Some(file) = &args.themes {
        return themes::run(file.as_deref(), args);
    } else if let Some(path) = &args.chapters {
        print(&philidor_bench::chapters::run(path)?, args.json)?;
    } else if !args.fit_comments.is_empty() {
        return chessqa::fit(&args.fit_comments, args);
    } else if args.tables {
        let syzygy = args.syzygy.as_deref().map(open_syzygy).transpose()?;
        let shown = |f: &Figure| format!("{:<44} {:>10.3} {:<10} {}", f.name, f.value, f.unit, f.note);
        figures(args.json, &shown, |show| tables::measure(args.five, syzygy.as_ref(), show))?;
        if syzygy.is_none() && !args.json {
            outln!("(give --syzygy DIR to compare with Syzygy probes)")?;
        }
    } else if args.server {
        print(&load()?, args.json)?;
    } else if args.nets {
        let speeds = nets::measure()?;
        answer(args.json, || Ok(speeds.to_json()), || speeds.to_string())?;
    } else if args.rules {
        let shown = |f: &Figure| format!("{:<52} {:>12.3} {}", f.name, f.value, f.unit);
        figures(args.json, &shown, |show| BuildProgress::new().watch(|watch| rules::measure(watch, show)))?;
    } else if args.engines {
        let own = std::env::current_exe().context("cannot find our own program")?;
        let own = format!("\"{}\" uci", own.display());
        print(&speed::compare(&own, &args.eval, args.hash, args.movetime)?, args.json)?;
    } else {
        let evaluation = (args.eval.as_str(), judges::by_name(&args.eval)?);
        let behaviour = BuildProgress::new()
            .watch(|watch| signature::behaviour(evaluation, args.depth, args.hash as usize, watch))?;
        print(&behaviour, args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what was measured, for people or for programs.
fn print(figures: &(impl Display + Serialize), json: bool) -> anyhow::Result<()> {
    answer(json, || Ok(serde_json::to_value(figures)?), || format!("{}\n", figures.to_string().trim_end()))?;
    Ok(())
}

/// Prints figures as they come, or all of them as JSON at the end.
fn figures(
    json: bool,
    line: &dyn Fn(&Figure) -> String,
    measure: impl FnOnce(Show<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut figures = Vec::new();
    measure(&mut |figure| {
        if !json {
            outln!("{}", line(&figure))?;
        }
        figures.push(figure);
        Ok(())
    })?;
    if json {
        outln!("{}", json!({ "figures": figures }))?;
    }
    Ok(())
}

/// Solves a suite with the engine as it plays: with the endgame tables it always has.
fn solve(path: &Path, args: &Args) -> anyhow::Result<()> {
    let suite = Suite::parse(&philidor_files::read_text(path)?, &path.display().to_string())?;
    let mut engine = Engine::new(judges::by_name(&args.eval)?, args.hash as usize, args.threads as usize);
    engine.set_tables(Some(Arc::new(judges::tables(args.syzygy.as_deref().unwrap_or(""))?)));
    let bar = ProgressBar::new(suite.len() as u64);
    let budget = Budget { nodes: args.nodes, movetime_ms: args.movetime };
    let solved = suite.solve(&mut engine, &budget, &mut || bar.inc(1));
    bar.finish_and_clear();
    answer(
        args.json,
        || Ok(solved.json(&budget, args.threads)),
        || solved.text(path, &budget, args.threads),
    )?;
    Ok(())
}

/// Our own server under load; server and clients have threads of their own, as they have in life.
fn load() -> anyhow::Result<server::Report> {
    let dir = tempfile::tempdir().context("making a directory for the library")?;
    let config = Config {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        token: None,
        session: philidor_session::Session::builder().tables(home::tables()?).build()?,
        library: dir.path().join("library.sqlite"),
        searches: std::thread::available_parallelism().map_or(2, usize::from),
        runs: Vec::new(),
    };
    let servers = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let server = servers.block_on(Server::bind(&config))?;
    let address = server.address()?;
    servers.spawn(server.run(std::future::pending()));
    let report = server::measure(address)?;
    servers.shutdown_timeout(Duration::from_secs(1));
    Ok(report)
}
