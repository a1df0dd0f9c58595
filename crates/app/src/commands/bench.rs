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

use std::{fmt, path::PathBuf, process::ExitCode, time::Instant};

use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, perft},
};
use philidor_know::search::{Engine, Game};
use philidor_truth::Tables;
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

/// Depth of the signature searches.
pub(crate) const DEPTH: u32 = 12;

/// Openings, middlegames and endings of all kinds; our own selection from well-known games and studies.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
    "r1bqkb1r/pp3ppp/2nppn2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R w KQkq - 0 7",
    "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 8",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r2r2k1/1p2qppp/p1n1pn2/2b5/4P3/P1N2N2/1PQ1BPPP/R1BR2K1 w - - 0 15",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "8/3k4/1p1p1p2/p1pPpPp1/P1P1P1P1/1P1K4/8/8 w - - 0 1",
    "3r1rk1/p3qppp/1p2pn2/8/2PQ4/1P3N2/P4PPP/3RR1K1 w - - 0 20",
];

/// Perft of the second position to this depth is part of the signature.
const PERFT_DEPTH: u32 = 4;

/// Nodes of the signature searches and the time they took.
pub(crate) struct SearchSignature {
    /// Nodes of all searches together.
    pub(crate) nodes: u64,
    /// Seconds.
    pub(crate) seconds: f64,
}

impl fmt::Display for SearchSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, (self.nodes as f64 / self.seconds.max(1e-6)) as u64)
    }
}

/// The positions of the signature.
pub(crate) fn positions() -> Vec<Chess> {
    POSITIONS.iter().map(|fen| parse_fen(fen).expect("legal position")).collect()
}

/// Searches every position to `depth` with the default evaluation, each from an empty memory.
pub(crate) fn search_signature(depth: u32) -> SearchSignature {
    signature_of(judges::NAMES[0], depth, 16).expect("the default evaluation exists")
}

fn signature_of(evaluation: &str, depth: u32, hash_mib: usize) -> anyhow::Result<SearchSignature> {
    let mut engine = Engine::new(judges::by_name(evaluation)?, hash_mib, 1);
    let started = Instant::now();
    let mut nodes = 0;
    for pos in positions() {
        engine.new_game();
        nodes += engine.search_depth(&Game::new(pos), depth).nodes;
    }
    Ok(SearchSignature { nodes, seconds: started.elapsed().as_secs_f64() })
}

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
    let search = signature_of(&args.eval, args.depth, args.hash as usize)?;
    if args.json {
        let value = json!({
            "perft": perft_nodes,
            "table_wins": wins,
            "table_plies": plies,
            "search_nodes": search.nodes,
            "search_depth": args.depth,
            "search_nps": (search.nodes as f64 / search.seconds.max(1e-6)) as u64,
        });
        outln!("{value}")?;
    } else {
        outln!(
            "signature: perft {perft_nodes} tables {wins}/{plies} search {} ({}, depth {}); perft {:.0} Mn/s, search {:.2} Mn/s",
            search.nodes,
            args.eval,
            args.depth,
            perft_nodes as f64 / perft_seconds.max(1e-6) / 1e6,
            search.nodes as f64 / search.seconds.max(1e-6) / 1e6,
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
