//! `philidor annotate`: whole games with comments, in PGN, Markdown, HTML or JSON.
//!
//! A game that cannot be read is reported with its line and kept; the others are annotated.

mod scoring;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use philidor_chess::pgn::{Entry, Games};
use philidor_files::read_text;
use philidor_report::annotated::{
    Counts, Waiting,
    many::{self, Annotator},
};
use philidor_session::Session;
use philidor_tutor::{annotate::Annotated, relevance::Relevance, select::Model};

use crate::{
    progress,
    tutor::{self, TutorArgs, failed},
};

/// Arguments of `philidor annotate`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  philidor annotate game.pgn\n  philidor annotate games.pgn --format html --out games.html\n  \
philidor annotate games.pgn --engine stockfish --nodes 200000 --out annotated.pgn --state annotated.state\n  \
philidor annotate --score annotated-games/\n\n\
Comments, variations and tags of the input are kept. The same input and options give the same bytes."
)]
pub(crate) struct Args {
    /// Games to annotate (PGN); - reads standard input
    #[arg(required_unless_present = "score", value_name = "GAMES.pgn")]
    games: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Pgn)]
    format: Format,
    /// Where to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    tutor: TutorArgs,
    /// Nodes searched for the best line of every position; moves that seem to lose something get ten times as many
    /// [default: until a position is settled, at most a minute for a game of 40 moves]
    #[arg(long, value_parser = clap::value_parser!(u64).range(100..=10_000_000_000))]
    nodes: Option<u64>,
    /// Searches at the same time: games, or positions of a single game [default: as many as there are processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Keep finished games here, and resume from it if it exists
    #[arg(long, value_name = "FILE", alias = "resume")]
    state: Option<PathBuf>,
    /// Compare our choice of moves and concepts with the comments of annotated games (a directory or a file)
    #[arg(long, value_name = "DIR", conflicts_with = "games")]
    score: Option<PathBuf>,
    /// Choose moves with these weights instead of ours (a file written by --fit-selection)
    #[arg(long, value_name = "FILE")]
    selection: Option<PathBuf>,
    /// With --score: write the weights fitted to these games
    #[arg(long, value_name = "FILE", requires = "score")]
    fit_selection: Option<PathBuf>,
    /// Choose what to say with these weights instead of ours (a file written by --fit-concepts)
    #[arg(long, value_name = "FILE")]
    concepts: Option<PathBuf>,
    /// With --score: write the weights of concepts fitted to these games
    #[arg(long, value_name = "FILE", requires = "score")]
    fit_concepts: Option<PathBuf>,
    /// List every claim with its evidence and the checker's verdict, also those that were not said or were dropped
    #[arg(long, conflicts_with = "score")]
    audit: bool,
    /// With --score: for programs
    #[arg(long, requires = "score")]
    json: bool,
}

/// What comes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Games with comments, glyphs, variations, evaluations and arrows
    Pgn,
    /// Markdown
    Md,
    /// One page with diagrams and graphs
    Html,
    /// For programs
    Json,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(dir) = &args.score {
        return scoring::run(args, dir);
    }
    let input = args.games.as_deref().context("no games given")?;
    if args.audit && !matches!(args.format, Format::Pgn | Format::Json) {
        bail!("--audit lists claims as text, or with --format json for programs");
    }
    let session = session(args)?;
    // An engine that does not start is better known now.
    if let Err(error) = session.check_engine() {
        eprintln!("philidor: {error}; our own search goes on in its place");
    }
    let waiting = Terminal(progress::spinner("reading games".to_owned()));
    let annotator = annotator(args, session, &waiting)?;
    let mut counts = Counts::default();
    let done = match &args.out {
        Some(path) => {
            philidor_files::write_with(path, |out| annotator.run(input, out).map(|all| counts = all))
        }
        None => annotator.run(input, &mut std::io::stdout()).map(|all| counts = all),
    };
    waiting.0.finish_and_clear();
    done?;
    if counts.good == 0 {
        bail!("{} has no game that could be annotated ({} could not)", input.display(), counts.bad);
    }
    Ok(ExitCode::SUCCESS)
}

/// One game in our usual words.
pub(crate) fn comment(pgn: &str, nodes: u64) -> anyhow::Result<Annotated> {
    let Some(Entry::Game(game)) = Games::new(pgn.as_bytes()).next_entry()? else {
        bail!("the game cannot be read")
    };
    let bar = bar(game.main_line().count() as u64 + 1, "positions of the game shown");
    let session = tutor::session()?.nodes(nodes).build()?;
    let annotated = session.annotate(game, &mut |done| bar.set_position(done as u64)).map_err(failed)?;
    bar.finish_and_clear();
    Ok(annotated)
}

/// The tutor, with the models that were asked for.
fn session(args: &Args) -> anyhow::Result<Session> {
    let mut builder = args.tutor.session(args.nodes)?;
    if let Some(path) = &args.selection {
        let model = Model::parse(&read_text(path)?).with_context(|| format!("in {}", path.display()))?;
        builder = builder.selection(model);
    }
    if let Some(path) = &args.concepts {
        let model = Relevance::parse(&read_text(path)?).with_context(|| format!("in {}", path.display()))?;
        builder = builder.relevance(model);
    }
    Ok(builder.build()?)
}

/// A progress bar that is silent in a pipe.
fn bar(length: u64, unit: &str) -> ProgressBar {
    progress::bar(length, &format!("{{wide_bar}} {{pos}}/{{len}} {unit} {{msg}}"))
}

fn annotator<'a>(args: &'a Args, session: Session, waiting: &'a Terminal) -> anyhow::Result<Annotator<'a>> {
    let TutorArgs { level, lang, syzygy, seed, .. } = &args.tutor;
    let analyst = args.tutor.identity()?;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(Annotator {
        session,
        format: match args.format {
            Format::Pgn => many::Format::Pgn,
            Format::Md => many::Format::Md,
            Format::Html => many::Format::Html,
            Format::Json => many::Format::Json,
        },
        audit: args.audit,
        jobs: args.jobs.map_or_else(cores, usize::from),
        state: args.state.as_deref(),
        options: format!("{level} {lang} {:?} {analyst} {syzygy:?} {seed}", args.nodes),
        stop: progress::interrupt(),
        waiting,
    })
}

/// Whoever waits at a terminal.
struct Terminal(ProgressBar);

impl Waiting for Terminal {
    fn at(&self, text: String) {
        self.0.set_message(text);
    }

    fn complain(&self, text: &str) {
        eprintln!("philidor: {text}");
    }
}
