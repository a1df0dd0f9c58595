//! `philidor match`: engines and evaluations against each other.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::Context;
use philidor_arena::{Adjudication, Contest, Match, Pace, Spec, Time, openings};
use philidor_lab::contest;

use crate::{judges::House, output::answer};

/// Arguments of `philidor match`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// First player: eval:NAME, net:FILE or uci:COMMAND, with options as ;Name=Value (ours: Hash, Teaching, Depth, and the numbers of the search, such as rfp_margin)
    #[arg(value_name = "A", required_unless_present = "write_openings")]
    first: Option<String>,
    /// Second player
    #[arg(value_name = "B", required_unless_present = "write_openings")]
    second: Option<String>,
    /// Fixed depth per move, in plies
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Fixed nodes per move (not every engine obeys)
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Fixed time per move, in milliseconds [default: 100]
    #[arg(long, group = "pace", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Clock: seconds per game plus seconds per move
    #[arg(long, group = "pace", value_name = "10+0.1")]
    tc: Option<String>,
    /// Count processor time, not the time of day, so that a busy machine changes nothing (players of our own only)
    #[arg(long, conflicts_with_all = ["depth", "nodes"])]
    processor_time: bool,
    /// Number of games; openings are played in pairs, so an even number is best
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Own opening lines (SAN, one line each) instead of our balanced set
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Start with another opening of the set
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop as soon as the first player is shown to be ELO1 better rather than ELO0 (or the reverse), 5 % errors
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Write the games as PGN, with evaluations
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Keep finished games here, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Longest wait in milliseconds for a move without a time limit of its own
    #[arg(long, default_value_t = 60_000, value_name = "MS")]
    timeout: u64,
    /// Lateness that is forgiven on the clock
    #[arg(long, default_value_t = 50, value_name = "MS")]
    margin: i64,
    /// Resign when both see CP centipawns for MOVES moves (off by default)
    #[arg(long, value_name = "CP,MOVES")]
    resign: Option<String>,
    /// Agree on a draw when both see at most CP centipawns for MOVES moves after move 30 (off by default)
    #[arg(long, value_name = "CP,MOVES")]
    draw: Option<String>,
    /// The result as JSON
    #[arg(long)]
    json: bool,
    /// Make an opening set of --games lines instead of playing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "second"])]
    write_openings: Option<PathBuf>,
    /// Evaluation that checks the balance of --write-openings
    #[arg(long, default_value = "philidor", requires = "write_openings")]
    opening_eval: String,
}

/// Plays the match and prints its result.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.write_openings {
        let text = openings::make(args.games as usize, args.seed, &args.opening_eval, &House)
            .map_err(anyhow::Error::from_boxed)?;
        philidor_files::write(path, &text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let outcome = contest::play(&Contest::new(args.plan()?, &House)?)?;
    if let Some(path) = &args.pgn {
        philidor_files::write(path, outcome.pgn())?;
    }
    let summary = outcome.summary()?;
    answer(args.json, || Ok(serde_json::to_value(&summary)?), || summary.to_string())?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// The match that the flags describe.
    fn plan(&self) -> anyhow::Result<Match> {
        let player = |text: &Option<String>| Spec::parse(text.as_deref().unwrap_or(""), &House);
        let time = if self.processor_time { Time::Processor } else { Time::Day };
        let pace = match (self.depth, self.nodes, self.movetime, &self.tc) {
            (Some(depth), ..) => Pace::Depth(depth),
            (_, Some(nodes), ..) => Pace::Nodes(nodes),
            (.., Some(tc)) => Pace::parse_clock(tc, time)?,
            (_, _, movetime, _) => Pace::MoveTime(movetime.unwrap_or(100), time),
        };
        let openings = match &self.openings {
            Some(path) => openings::parse(&philidor_files::read_text(path)?)
                .with_context(|| format!("in {}", path.display()))?,
            None => openings::balanced(),
        };
        Ok(Match {
            games: self.games,
            concurrency: self.concurrency,
            openings,
            seed: self.seed,
            sprt: self.sprt.as_deref().map(str::parse).transpose()?,
            resign: self.resign.as_deref().map(|text| Adjudication::parse("--resign", text)).transpose()?,
            draw: self.draw.as_deref().map(|text| Adjudication::parse("--draw", text)).transpose()?,
            patience: Duration::from_millis(self.timeout),
            margin_ms: self.margin,
            state: self.state.clone(),
            ..Match::new([player(&self.first)?, player(&self.second)?], pace)
        })
    }
}
