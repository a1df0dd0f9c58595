//! `philidor profile`: what all games of a player say together.

use std::{path::PathBuf, process::ExitCode};

use philidor_profile::{Analyst, Collection, Profile, Record};

use crate::{
    output::out,
    progress,
    tutor::{self, failed},
};

/// Arguments of `philidor profile`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  philidor profile games.pgn --me NAME\n  \
philidor profile lichess.pgn --me NAME --last 200 --format html --out me.html --state me.state\n\n\
Your opponents in the same games are the measure: only what you do worse than they, beyond chance, is called a weakness.")]
pub(crate) struct Args {
    /// Your games (PGN, or PGN compressed with zstd): any export
    games: PathBuf,
    /// Your name, as the games write it
    #[arg(long, value_name = "NAME")]
    me: String,
    /// Only your last N games
    #[arg(long, value_name = "N")]
    last: Option<usize>,
    /// Nodes for each position
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// Keep what was looked at in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write the positions to practise (EPD)
    #[arg(long, value_name = "FILE")]
    drills: Option<PathBuf>,
    /// Chooses the quiet positions of the drill, and its order
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Html,
    Json,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut mine = Collection::read(&args.games, &args.me)?;
    mine.keep_last(args.last);
    let session = tutor::session()?.ask("philidor").nodes(args.nodes).build()?;
    let session = session.with_threads(std::thread::available_parallelism().map_or(1, usize::from));
    let analyst = Analyst { session: &session };
    let bar = progress::bar(mine.games.len() as u64, "looking [{wide_bar}] {pos}/{len} games {eta}");
    let records: Vec<Record> = analyst
        .all(&mine, &args.games, args.nodes, args.state.as_deref(), &mut || bar.inc(1))
        .map_err(failed)?;
    bar.finish_and_clear();
    let profile = Profile::new(&mine, &records, args.seed);
    if let Some(path) = &args.drills {
        philidor_files::write(path, profile.epd())?;
    }
    let text = match args.format {
        Format::Text => profile.to_string(),
        Format::Html => profile.html(),
        Format::Json => format!("{}\n", serde_json::to_string_pretty(&profile)?),
    };
    match &args.out {
        None => out!("{text}")?,
        Some(path) => philidor_files::write(path, text)?,
    }
    Ok(ExitCode::SUCCESS)
}
