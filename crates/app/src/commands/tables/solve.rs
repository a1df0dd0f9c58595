//! `philidor tables solve`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::parse_fen;
use philidor_report::ending::EndingAnswer;
use philidor_truth::{Ending, EndingProgress, EndingWatch, Limits};

use crate::{output::answer, progress};

/// Arguments of `tables solve`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor tables solve \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\"\n\n\
At most two pieces besides kings and pawns (one a side, say), any number of pawns. Only pawn structures that can arise \
from the position are solved, and of promotions only those that matter; no table is needed.")]
pub(crate) struct Args {
    /// The position
    fen: String,
    /// The most positions to solve, in millions (a thousand take up to 750 MB of memory)
    #[arg(long, default_value_t = 4_000, value_name = "MILLIONS", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    budget: u64,
    /// Take a promotion to a third piece for a win if the piece is not taken at once; the answer rests on that
    #[arg(long)]
    trust_promotions: bool,
    /// Most plies of play to show
    #[arg(long, default_value_t = 60, value_name = "PLIES")]
    line: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pos = parse_fen(&args.fen)?;
    let bar = progress::bar(0, "{spinner} [{bar:30}] {pos} of {len} positions, about {eta}");
    let hear = |p: EndingProgress| {
        bar.set_length(p.of);
        bar.set_position(p.done);
    };
    let limits = Limits { positions: args.budget * 1_000_000, trust_promotions: args.trust_promotions };
    let ending = Ending::solve(&pos, limits, EndingWatch { stop: &progress::interrupt(), hear: &hear })?;
    bar.finish_and_clear();
    let told = EndingAnswer::new(&ending, &pos, args.line, args.trust_promotions);
    answer(args.json, || Ok(serde_json::to_string(&told)?), || told.text(&pos))?;
    Ok(ExitCode::SUCCESS)
}
