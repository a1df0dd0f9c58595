//! `philidor annotate`: whole games with comments, in PGN, Markdown, HTML or JSON.
//!
//! Games are read one by one, looked at in parallel and written in their order. A game that cannot be read is reported
//! with its line and kept; the others are annotated.

mod pool;
mod scoring;

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use philidor_chess::pgn::{Entry, Game, Games};
use philidor_report::annotated::{audit, html, markdown, record};
use philidor_session::{Session, budget::ANNOTATE_NODES};
use philidor_tutor::{annotate::Annotated, relevance::Relevance, select::Model};

use crate::{
    output::write_whole,
    state::{Identity, State, digest},
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
    /// Nodes searched for the best line of every position
    #[arg(long, default_value_t = ANNOTATE_NODES, value_parser = clap::value_parser!(u64).range(100..=10_000_000_000))]
    nodes: u64,
    /// Games looked at at the same time [default: as many as there are processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Keep finished games here, and go on from it if it exists
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
    let annotator = Annotator::new(args)?;
    let counts = match &args.out {
        Some(path) => {
            let mut counts = pool::Counts::default();
            write_whole(path, |out| {
                counts = annotator.run(input, out)?;
                Ok(())
            })?;
            counts
        }
        None => annotator.run(input, &mut std::io::stdout())?,
    };
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
    let read = |path: &Path| {
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
    };
    if let Some(path) = &args.selection {
        let model = Model::parse(&read(path)?).with_context(|| format!("in {}", path.display()))?;
        builder = builder.selection(model);
    }
    if let Some(path) = &args.concepts {
        let model = Relevance::parse(&read(path)?).with_context(|| format!("in {}", path.display()))?;
        builder = builder.relevance(model);
    }
    Ok(builder.build()?)
}

/// A progress bar that is silent in a pipe.
fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit} {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Everything a worker needs.
struct Annotator<'a> {
    args: &'a Args,
    session: Session,
}

impl<'a> Annotator<'a> {
    fn new(args: &'a Args) -> anyhow::Result<Annotator<'a>> {
        if args.audit && !matches!(args.format, Format::Pgn | Format::Json) {
            bail!("--audit lists claims as text, or with --format json for programs");
        }
        let session = session(args)?;
        // An engine that does not start is better known now.
        session.check_engine()?;
        Ok(Annotator { args, session })
    }

    fn run(&self, input: &Path, out: &mut (dyn Write + Send)) -> anyhow::Result<pool::Counts> {
        let open = || -> anyhow::Result<Box<dyn BufRead + Send>> {
            if input == Path::new("-") {
                return Ok(Box::new(BufReader::new(std::io::stdin())));
            }
            let file = File::open(input).with_context(|| format!("cannot read {}", input.display()))?;
            Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
        };
        let (state, done) = match &self.args.state {
            None => (None, std::collections::BTreeMap::new()),
            Some(_) if input == Path::new("-") => bail!("--state needs a file to read, not standard input"),
            Some(path) => {
                let (state, done) = State::open::<pool::Done>(path, &self.identity(input)?)?;
                (Some(state), done.into_iter().map(|done| (done.game, done)).collect())
            }
        };
        out.write_all(self.head().as_bytes())?;
        let counts = pool::run(self, open()?, input, out, state.as_ref(), done)?;
        out.write_all(self.foot().as_bytes())?;
        Ok(counts)
    }

    fn identity(&self, input: &Path) -> anyhow::Result<Identity> {
        let args = self.args;
        Ok(Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            input: digest(input)?,
            options: format!(
                "{:?} {} {} {} {} {:?} {} {:?} {} {:?} {:?}",
                args.format,
                args.audit,
                args.tutor.level,
                args.tutor.lang,
                args.nodes,
                args.tutor.engine,
                args.tutor.eval,
                args.tutor.syzygy,
                args.tutor.seed,
                self.session.models().0,
                self.session.models().1
            ),
        })
    }

    /// Annotates a game, whatever the others found out.
    fn annotate(&self, game: Game, tell: &mut dyn FnMut(usize)) -> anyhow::Result<String> {
        let session = self.session.isolated();
        let annotated = session.annotate(game, tell)?;
        if self.args.audit {
            let moves = audit::moves(&annotated, &session.voice(), &session.knowledge());
            return Ok(match self.args.format {
                Format::Json => serde_json::to_string(&moves)?,
                _ => audit::text(&annotated, &moves),
            });
        }
        Ok(match self.args.format {
            Format::Pgn => record::pgn(&annotated),
            Format::Md => markdown::game(&annotated),
            Format::Html => html::game(&annotated),
            Format::Json => record::json(&annotated).to_string(),
        })
    }

    /// A game that stays as it is, with the reason.
    fn failed(&self, game: &Game, reason: &str) -> String {
        match self.args.format {
            Format::Pgn if self.args.audit => format!("{reason}\n"),
            Format::Pgn => format!("{game}\n"),
            Format::Md => markdown::failed(game, reason),
            Format::Html => html::failed(game, reason),
            Format::Json => record::json_failed(game, reason).to_string(),
        }
    }

    fn head(&self) -> String {
        match self.args.format {
            Format::Html => html::head(),
            Format::Json => "{\"games\":[\n".to_owned(),
            Format::Pgn | Format::Md => String::new(),
        }
    }

    fn foot(&self) -> String {
        match self.args.format {
            Format::Html => html::foot(),
            Format::Json => "\n]}\n".to_owned(),
            Format::Pgn | Format::Md => String::new(),
        }
    }

    /// What stands between two games.
    fn separator(&self) -> &'static str {
        if self.args.format == Format::Json { ",\n" } else { "" }
    }
}
