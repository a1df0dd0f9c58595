//! `philidor annotate`: whole games with comments, in PGN, Markdown, HTML or JSON.
//!
//! A game that cannot be read is reported with its line and kept; the others are annotated.

mod scoring;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use philidor_batch::{Host, Looker, Order, Piece, Task};
use philidor_chess::pgn::{Entry, Games};
use philidor_files::read_text;
use philidor_report::annotated::{
    Counts, Waiting,
    many::{self, Annotator, Form},
};
use philidor_session::Session;
use philidor_tutor::{annotate::Annotated, relevance::Relevance, select::Model};

use crate::{
    home, progress,
    tutor::{self, NatsArgs, TutorArgs, failed},
};

/// Arguments of `philidor annotate`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  philidor annotate game.pgn\n  philidor annotate games.pgn --format html --out games.html\n  \
philidor annotate games.pgn --engine stockfish --nodes 200000 --out annotated.pgn --state annotated.state\n  \
philidor annotate --score annotated-games/\n\n\
Comments, variations and tags of the input are kept. The same input and options give the same bytes.\n\
Limits: of a game 4 MiB of text, 1 MiB in a line and 20,000 half-moves are read, of any number of games."
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
    /// Instead of a document, fill a directory with rows for DuckDB or Polars: games, moves and claims (docs/LAKE.md). It goes on
    /// where it stopped
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "format", "state", "audit"])]
    lake: Option<PathBuf>,
    #[command(flatten)]
    nats: NatsArgs,
    #[command(flatten)]
    tutor: TutorArgs,
    /// Nodes searched for the best line of every position; moves that seem to lose something get ten times as many. For a lake it is
    /// half as many, and up to five times as many for a move as long as its mark is in doubt
    /// [default: until a position is settled, at most a minute for a game of 40 moves]
    #[arg(long, value_parser = clap::value_parser!(u64).range(100..=10_000_000_000))]
    nodes: Option<u64>,
    /// Searches at the same time: games, or positions of a single game [default: as many as there are processors; none with --nats]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Keep finished games here, and resume from it if it exists
    #[arg(long, value_name = "FILE", alias = "resume")]
    state: Option<PathBuf>,
    /// Compare our choice of moves and concepts with the comments of annotated games (a directory or a file)
    #[arg(long, value_name = "DIR", conflicts_with = "games")]
    score: Option<PathBuf>,
    /// With --score: take only the first N games of each annotator
    #[arg(long, value_name = "N", requires = "score", value_parser = clap::value_parser!(u32).range(1..))]
    each: Option<u32>,
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
    if args.lake.is_some() || args.nats.nats.is_some() {
        return batch(args, input);
    }
    let session = session(args)?;
    // An engine that does not start is better known now.
    if let Err(error) = session.check_engine() {
        philidor_terminal::noteln!("philidor: {error}; our own search goes on in its place");
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

/// By the thousand: a lake, or workers elsewhere.
fn batch(args: &Args, input: &Path) -> anyhow::Result<ExitCode> {
    ensure!(
        input != Path::new("-"),
        "games are read again when a run goes on: give a file, not standard input"
    );
    let form = form(args);
    let task = if args.lake.is_some() { Task::Lake } else { Task::Annotate(form) };
    let text = |path: &Option<PathBuf>| path.as_deref().map(read_text).transpose();
    let far = args.nats.nats.is_some();
    let order = far.then(|| args.tutor.order(task, args.nodes)).transpose()?;
    let order = match order {
        Some(order) => {
            Some(Order { selection: text(&args.selection)?, relevance: text(&args.concepts)?, ..order })
        }
        None => None,
    };
    let session = match &order {
        Some(order) => order.session(&home::tables()?, progress::interrupt())?,
        None => session(args)?,
    };
    let waiting = Terminal(progress::spinner("reading games".to_owned()));
    let piece = Piece {
        input,
        looker: Looker::new(session.clone(), task),
        threads: if far { args.jobs.map_or(0, usize::from) } else { jobs(args) },
        elsewhere: args.nats.with(order),
        host: Host { waiting: &waiting, stop: progress::interrupt() },
    };
    let annotator = annotator(args, session, &waiting)?;
    let counts = match (&args.lake, &args.state) {
        (Some(dir), _) => {
            let models = (&args.selection, &args.concepts);
            piece.fill(dir, &format!("{} {models:?}", annotator.options))?
        }
        (None, Some(state)) => {
            piece.annotate(&annotator, state, args.out.as_deref(), &mut std::io::stdout())?
        }
        (None, None) => bail!(
            "with --nats finished games are kept: say where with --state FILE, or make rows with --lake DIR"
        ),
    };
    waiting.0.finish_and_clear();
    if counts.good == 0 {
        bail!("{} has no game that could be annotated ({} could not)", input.display(), counts.bad);
    }
    if let Some(dir) = &args.lake {
        let all = counts.good + counts.bad;
        philidor_terminal::noteln!(
            "philidor: {all} games, {} of them not looked at; rows in {}",
            counts.bad,
            dir.display()
        );
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

fn form(args: &Args) -> Form {
    let format = match args.format {
        Format::Pgn => many::Format::Pgn,
        Format::Md => many::Format::Md,
        Format::Html => many::Format::Html,
        Format::Json => many::Format::Json,
    };
    Form { format, audit: args.audit }
}

fn jobs(args: &Args) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    args.jobs.map_or_else(cores, usize::from)
}

fn annotator<'a>(args: &'a Args, session: Session, waiting: &'a Terminal) -> anyhow::Result<Annotator<'a>> {
    let TutorArgs { level, lang, rating, syzygy, seed, .. } = &args.tutor;
    let analyst = if args.nats.nats.is_some() {
        args.tutor.order(Task::Lake, args.nodes)?.identity()
    } else {
        args.tutor.identity()?
    };
    Ok(Annotator {
        session,
        form: form(args),
        jobs: jobs(args),
        state: args.state.as_deref(),
        options: format!("{level} {lang} {rating:?} {:?} {analyst} {syzygy:?} {seed}", args.nodes),
        stop: progress::interrupt(),
        waiting,
    })
}

/// Whoever waits at a terminal.
pub(crate) struct Terminal(pub(crate) ProgressBar);

impl Waiting for Terminal {
    fn at(&self, text: String) {
        self.0.set_message(text);
    }

    fn complain(&self, text: &str) {
        philidor_terminal::noteln!("philidor: {text}");
    }
}
