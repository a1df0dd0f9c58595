//! `philidor learn humans`: what people would play, from rated games.

use std::{path::PathBuf, process::ExitCode, sync::atomic::Ordering};

use indicatif::ProgressBar;
use philidor_humans::learn::{Corpus, HELD_OUT, PER_BAND, PER_PLAYER, Progress, Settings, learn};

use philidor_terminal::{
    output::outln,
    progress::{self, interrupt, spinner},
};

/// Examples for the help.
pub const EXAMPLE: &str = "Example:\n  philidor learn humans --games rated.pgn.zst --out humans.safetensors\n\n\
    Progress is kept beside the output (OUT.progress): the same command goes on where it was interrupted.\n\
    `philidor bench --humans rated.pgn.zst --net humans.safetensors` measures it on the games held out.";

/// Where the games are and how to learn from them.
#[derive(clap::Args)]
pub struct Args {
    /// Games with ratings (WhiteElo, BlackElo) and results: PGN, or PGN compressed with zstd; may be given several times
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Positions to learn from; games are taken again if they do not suffice
    #[arg(long, default_value_t = 3_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Games of one player, at most
    #[arg(long, default_value_t = PER_PLAYER, value_name = "N")]
    per_player: u32,
    /// Games within 200 points of one rating scale, at most
    #[arg(long, default_value_t = PER_BAND, value_name = "N")]
    per_band: u32,
    /// Size of the first steps
    #[arg(long, default_value_t = 0.012)]
    rate: f32,
    /// Chooses the games held out, the order and the first weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write the net
    #[arg(long, value_name = "FILE", default_value = "humans.safetensors")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let state = philidor_files::beside(&args.out, "progress");
    let settings = Settings {
        games: args.games.clone(),
        positions: args.positions,
        per_player: args.per_player,
        per_band: args.per_band,
        held_out: HELD_OUT,
        rate: args.rate,
        seed: args.seed,
        state: Some(state.clone()),
    };
    let reading = spinner("reading games".to_owned());
    let corpus =
        Corpus::read(&settings, &mut |games| reading.set_message(format!("reading games: {games}")))?;
    reading.finish_and_clear();
    outln!("{corpus}")?;
    let bar = Bar(progress::bar(args.positions, "learning [{wide_bar}] {pos}/{len} {eta} {msg}"));
    let ours = learn(&corpus, &settings, &bar)?;
    bar.0.finish_and_clear();
    philidor_files::write(&args.out, ours.to_bytes()?)?;
    // Only what is no longer needed; the net itself is written.
    let _ = std::fs::remove_file(&state);
    outln!("{}\nwritten to {}", ours.story, args.out.display())?;
    Ok(ExitCode::SUCCESS)
}

struct Bar(ProgressBar);

impl Progress for Bar {
    fn at(&self, positions: u64, _: u64, surprise: f64) {
        self.0.set_position(positions);
        self.0.set_message(format!("surprise {surprise:.3}"));
    }

    fn stopped(&self) -> bool {
        interrupt().load(Ordering::Relaxed)
    }
}
