//! `philidor bench`: speed, a behaviour signature, and how many positions of a test suite are solved.
//!
//! The signature depends only on behaviour (perft numbers, nodes of fixed-depth searches), never on the
//! machine; speeds are printed beside it. Comparisons with other engines run side by side, in CPU seconds.

mod claims;
mod epd;
mod nets;
mod rules;
mod server;
mod speed;
mod tables;

use std::{path::PathBuf, process::ExitCode, time::Instant};

use philidor_chess::shakmaty::perft;
use philidor_truth::Tables;
use philidor_uci::signature::{self, positions};
use serde_json::json;

use crate::{judges, output::outln, progress::BuildProgress};

/// Arguments of `philidor bench`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  philidor bench\n  philidor bench --tables --syzygy ~/syzygy\n  \
philidor bench --rules\n  philidor bench --engines\n  philidor bench --nets\n  philidor bench --server\n  philidor bench --epd suite.epd --movetime 1000\n  philidor bench --claims games.pgn puzzles.csv --every 50 --mutants\n\n\
Without options: one line whose first part changes only if behaviour does.")]
pub(crate) struct Args {
    /// Solve the positions of an EPD file (bm and am operations)
    #[arg(long, value_name = "FILE", group = "positions")]
    epd: Option<PathBuf>,
    /// Check the tutor's claims about the positions of games (PGN) and puzzles (CSV) with the independent checker
    #[arg(long, value_name = "FILE", num_args = 1.., group = "positions")]
    claims: Vec<PathBuf>,
    /// With --claims: take only every N-th position
    #[arg(long, default_value_t = 1, value_name = "N", requires = "claims", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// With --claims: also corrupt each true claim in several ways and count how many the checker rejects
    #[arg(long, requires = "claims")]
    mutants: bool,
    /// With --claims: list what was dropped, and the mutants that were not rejected
    #[arg(long, requires = "claims")]
    list: bool,
    /// With --claims: keep finished parts here, and go on from it if it exists
    #[arg(long, value_name = "FILE", requires = "claims")]
    state: Option<PathBuf>,
    /// Time per position, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,
    /// Nodes per position instead of time: the same answer on every machine
    #[arg(long, requires = "positions", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads of the search of each position; more than one is quicker, but not the same each time
    #[arg(long, requires = "epd", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Compare nodes per CPU-second with the engines installed here
    #[arg(long)]
    engines: bool,
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
    #[arg(long, default_value_t = signature::DEPTH, value_parser = clap::value_parser!(u32).range(1..=40))]
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

/// Perft of the second position to this depth is part of the signature.
const PERFT_DEPTH: u32 = 4;

/// Runs what was asked for: an EPD suite, the engine comparison, or the signature.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.epd {
        return epd::run(path, args);
    }
    if !args.claims.is_empty() {
        return claims::run(&args.claims, args);
    }
    if args.tables {
        tables::run(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.server {
        return server::run(args.json);
    }
    if args.nets {
        nets::run(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.rules {
        rules::run(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.engines {
        return speed::run(args);
    }
    let started = Instant::now();
    let perft_nodes = perft(&positions()[1], PERFT_DEPTH);
    let perft_seconds = started.elapsed().as_secs_f64();
    let (wins, plies) = table_signature()?;
    let search = signature::signature(judges::by_name(&args.eval)?, args.depth, args.hash as usize);
    if args.json {
        let value = json!({
            "perft": perft_nodes,
            "table_wins": wins,
            "table_plies": plies,
            "search_nodes": search.nodes,
            "search_depth": args.depth,
            "search_nps": search.speed() as u64,
        });
        outln!("{value}")?;
    } else {
        outln!(
            "signature: perft {perft_nodes} tables {wins}/{plies} search {} ({}, depth {}); perft {:.0} Mn/s, search {:.2} Mn/s",
            search.nodes,
            args.eval,
            args.depth,
            perft_nodes as f64 / perft_seconds.max(1e-6) / 1e6,
            search.speed() / 1e6,
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Endgames of the signature.
const SOLVED: [&str; 3] = ["KPK", "KRK", "KQKR"];

/// Wins of the signature's endgames, and the sum of their depths under both metrics.
fn table_signature() -> anyhow::Result<(u64, u64)> {
    let tables = Tables::in_memory();
    let (mut wins, mut plies) = (0, 0);
    for name in SOLVED {
        let table = BuildProgress::new()
            .watch(|watch| tables.ensure(name.parse()?, watch).map_err(anyhow::Error::from))?;
        for side in &table.profile().sides {
            wins += side.wins().classes;
            let depths = side.wins_by_dtm_plies.iter().chain(&side.wins_by_dtc_plies);
            plies += depths.map(|(&n, c)| u64::from(n) * c.classes).sum::<u64>();
        }
    }
    Ok((wins, plies))
}
