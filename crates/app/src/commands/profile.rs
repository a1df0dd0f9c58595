//! `philidor profile`: what all games of a player say together.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, ensure};
use philidor_batch::{Host, Looker, Order, Piece, Task};
use philidor_profile::{Collection, Profile, Voice};

use crate::{commands::annotate::Terminal, home, output::out, progress, tutor::NatsArgs};

/// Arguments of `philidor profile`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  philidor profile games.pgn --me NAME\n  \
philidor profile lichess.pgn --me NAME --last 200 --format html --out me.html --state me.state\n\n\
Your opponents in the same games are the measure: only what you do worse than they, beyond chance, is called a weakness.\n\
Limits: of a game 4 MiB of text and 20,000 half-moves are read, of any number of games.")]
pub(crate) struct Args {
    /// Your games (PGN, or PGN compressed with zstd): any export
    games: PathBuf,
    /// Your name, as the games write it
    #[arg(long, value_name = "NAME")]
    me: String,
    /// Only your last N games
    #[arg(long, value_name = "N")]
    last: Option<usize>,
    /// Compare what was before this date with what is since (2021.06.01)
    #[arg(long, value_name = "DATE", value_parser = philidor_profile::date)]
    since: Option<String>,
    /// Nodes for each position
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// Keep what was looked at in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    nats: NatsArgs,
    /// Games looked at, at the same time [default: as many as there are processors; none with --nats]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// The language: en, de or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: String,
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
    let voice = Voice::of(&args.lang).with_context(|| {
        let all: Vec<&str> = Voice::languages().collect();
        format!("no language {:?}: there are {}", args.lang, all.join(", "))
    })?;
    let mut mine = Collection::read(&args.games, &args.me)?;
    mine.keep_last(args.last);
    mine.check_since(args.since.as_deref())?;
    let far = args.nats.nats.is_some();
    ensure!(
        !far || args.state.is_some(),
        "with --nats what was looked at is kept: say where with --state FILE"
    );
    let order = Order::profile(args.nodes);
    let waiting = Terminal(progress::spinner("reading games".to_owned()));
    let cores = || if far { 0 } else { std::thread::available_parallelism().map_or(1, usize::from) };
    let piece = Piece {
        input: &args.games,
        looker: Looker::new(order.session(&home::tables()?, progress::interrupt())?, Task::Profile),
        threads: args.jobs.map_or_else(cores, usize::from),
        elsewhere: args.nats.with(Some(order)),
        host: Host { waiting: &waiting, stop: progress::interrupt() },
    };
    let (records, failed) = piece.records(&mine, args.nodes, args.state.as_deref())?;
    waiting.0.finish_and_clear();
    mine.left_out.extend(failed);
    let profile = Profile::new(&mine, &records, args.seed, args.since.as_deref());
    match &args.drills {
        Some(path) if profile.drills.is_empty() => {
            philidor_terminal::noteln!(
                "philidor: nothing stands out, so there is nothing to practise: {} is not written",
                path.display()
            );
        }
        Some(path) => philidor_files::write(path, profile.epd())?,
        None => {}
    }
    let text = match args.format {
        Format::Text => profile.text(&voice),
        Format::Html => profile.html(&voice, &args.lang),
        Format::Json => format!("{}\n", serde_json::to_string_pretty(&profile)?),
    };
    match &args.out {
        None => out!("{text}")?,
        Some(path) => philidor_files::write(path, text)?,
    }
    Ok(ExitCode::SUCCESS)
}
