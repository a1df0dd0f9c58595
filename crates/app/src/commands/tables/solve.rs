//! `philidor tables solve`

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::{parse_fen, shakmaty::Chess};
use philidor_files::sealed;
use philidor_report::ending::EndingAnswer;
use philidor_truth::{Ending, EndingError, EndingProgress, EndingWatch, Limits};

use crate::{output::answer, progress};

/// A checkpoint is written after a round if the last one is so old.
const KEEP_EVERY: Duration = Duration::from_secs(60);

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
    /// Keep what is solved in this file, and go on from it if it is there: after Ctrl-C the same command resumes
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Most plies of play to show
    #[arg(long, default_value_t = 60, value_name = "PLIES")]
    line: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pos = parse_fen(&args.fen)?;
    let limits = Limits { positions: args.budget * 1_000_000, trust_promotions: args.trust_promotions };
    let kept = args.checkpoint.as_deref();
    let mut ending = match kept.filter(|path| path.exists()) {
        None => Ending::begin(&pos, limits)?,
        Some(path) => Ending::from_checkpoint(&sealed::read(path)?, &pos, limits).with_context(|| {
            format!("cannot go on from {}: remove it or name another file", path.display())
        })?,
    };
    // How many rounds it takes nobody knows before: the estimate is that of the round.
    let bar =
        progress::bar(0, "{spinner} {msg}: [{bar:30}] {pos} of {len} positions, about {eta} for this round");
    let hear = |p: EndingProgress| {
        bar.set_message(format!("round {}", p.round + 1));
        bar.set_length(p.of);
        bar.set_position(p.done);
    };
    let stop = progress::interrupt();
    let watch = EndingWatch { stop: &stop, hear: &hear };
    let mut saved = Instant::now();
    loop {
        bar.reset_eta();
        match ending.round(&pos, limits, watch) {
            Ok(false) => break,
            Ok(true) if saved.elapsed() < KEEP_EVERY => {}
            Ok(true) => {
                keep(&ending, &pos, kept)?;
                saved = Instant::now();
            }
            Err(EndingError::Stopped) => {
                bar.finish_and_clear();
                keep(&ending, &pos, kept)?;
                let hint = match kept {
                    Some(path) => format!("the same command goes on from {}", path.display()),
                    None => "nothing is kept; --checkpoint FILE keeps what is solved".to_owned(),
                };
                anyhow::bail!("stopped in round {}: {hint}", ending.rounds + 1);
            }
            Err(error) => return Err(error.into()),
        }
    }
    bar.finish_and_clear();
    keep(&ending, &pos, kept)?;
    let told = EndingAnswer::new(&ending, &pos, args.line, args.trust_promotions);
    answer(args.json, || Ok(serde_json::to_string(&told)?), || told.text(&pos))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes what is solved, if there is a place for it.
fn keep(ending: &Ending, pos: &Chess, path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| sealed::write(path, ending.checkpoint(pos)?))
}
