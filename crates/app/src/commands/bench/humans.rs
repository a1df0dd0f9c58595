//! `philidor bench --humans`: how well policies foretell what people play.

use std::{path::PathBuf, process::ExitCode};

use philidor_bench::humans::{Trial, compare, rank};
use philidor_humans::Ours;

use crate::output::answer;

/// Which games, which nets.
#[derive(clap::Args)]
pub(super) struct HumansArgs {
    /// Ask what people would play about moves of these rated games (PGN): our net, two yardsticks, and Maia's nets if they are given
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["epd", "claims", "judge"])]
    pub(super) humans: Vec<PathBuf>,
    /// With --humans: this net of `philidor learn humans` instead of the one that comes with the program
    #[arg(long, value_name = "FILE", requires = "humans")]
    net: Option<PathBuf>,
    /// With --humans: a directory of Maia's nets (maia-1500.pb.gz …) to compare with
    #[arg(long, value_name = "DIR", requires = "humans")]
    maia: Option<PathBuf>,
    /// With --humans: also rank the puzzles of this CSV file by how hard they are for people
    #[arg(long, value_name = "FILE", requires = "humans")]
    puzzles: Option<PathBuf>,
    /// With --humans: ask about all games, not only those that learning holds out; for games the net has never seen
    #[arg(long, requires = "humans")]
    unseen: bool,
    /// With --humans: moves asked about (a tenth of them by the engine and by Maia)
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "humans")]
    moves: usize,
}

pub(super) fn run(args: &HumansArgs, json: bool) -> anyhow::Result<ExitCode> {
    let own = args
        .net
        .as_deref()
        .map(|path| anyhow::Ok(Ours::from_bytes(&philidor_files::read(path)?)?))
        .transpose()?;
    let net = own.as_ref().unwrap_or_else(|| Ours::shipped());
    let HumansArgs { humans, maia, unseen, moves, .. } = args;
    let trial =
        Trial { games: humans, unseen: *unseen, net, maia: maia.as_deref(), moves: *moves, nodes: 3_000 };
    let report = compare(&trial)?;
    let ranked = args.puzzles.as_deref().map(|path| rank(net, path, 1)).transpose()?;
    let told = || format!("{report}{}", ranked.as_ref().map_or_else(String::new, |r| format!("\n{r}")));
    answer(json, || Ok(serde_json::json!({ "moves": report, "puzzles": ranked })), told)?;
    Ok(ExitCode::SUCCESS)
}
