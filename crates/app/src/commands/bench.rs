//! `philidor bench`: a signature of behaviour, and speed measured side by side.

mod tables;

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, perft},
};
use philidor_truth::Tables;
use serde_json::json;

use crate::output::outln;
use crate::progress::BuildProgress;

/// Arguments of `bench`.
#[derive(ClapArgs)]
#[command(
    after_help = "Examples:\n  philidor bench\n  philidor bench --tables --syzygy ~/syzygy\n  philidor bench --tables --five\n\n\
Without options: one line that changes only if behaviour changes. Times are CPU seconds of this process."
)]
pub(crate) struct Args {
    /// Solver and probe speed
    #[arg(long)]
    tables: bool,
    /// With --tables: also the five-man figures (minutes, up to 8 GiB of memory)
    #[arg(long, requires = "tables")]
    five: bool,
    /// With --tables: Syzygy files for the comparison of probes
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR", requires = "tables")]
    syzygy: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.tables {
        tables::run(args)?;
    } else {
        signature(args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Perft positions of the signature, with depth.
const PERFT: [(&str, u32); 2] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
];

/// Endgames of the signature.
const SOLVED: [&str; 3] = ["KPK", "KRK", "KQKR"];

fn signature(as_json: bool) -> anyhow::Result<()> {
    let mut nodes = 0;
    for (fen, depth) in PERFT {
        let pos: Chess = parse_fen(fen)?;
        nodes += perft(&pos, depth);
    }
    let tables = Tables::in_memory();
    let (mut wins, mut plies) = (0, 0);
    for name in SOLVED {
        let table = BuildProgress::new()
            .watch(|watch| tables.ensure(name.parse()?, watch).map_err(anyhow::Error::from))?;
        let profile = table.profile();
        for side in &profile.sides {
            wins += side.wins().classes;
            let depths = side.wins_by_dtm_plies.iter().chain(&side.wins_by_dtc_plies);
            plies += depths.map(|(&n, c)| u64::from(n) * c.classes).sum::<u64>();
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    if as_json {
        outln!("{}", json!({"version": version, "perft": nodes, "table_wins": wins, "table_plies": plies}))?;
    } else {
        outln!("philidor {version}: perft {nodes}, table wins {wins}, table plies {plies}")?;
    }
    Ok(())
}
