//! Files of games, annotated: read one by one, looked at in parallel and written in their order.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead, BufReader, Write},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::{Context, bail};
use philidor_chess::pgn::Game;
use philidor_files::resume::{Identity, State, digest};
use philidor_session::Session;

use super::{
    audit, html, markdown,
    pool::{self, Counts, Waiting},
    record,
};

/// What comes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Games with comments, glyphs, variations, evaluations and arrows.
    Pgn,
    /// Markdown.
    Md,
    /// One page with diagrams and graphs.
    Html,
    /// For programs.
    Json,
}

/// Everything that annotating a file of games needs.
pub struct Annotator<'a> {
    /// The tutor.
    pub session: Session,
    /// What to write.
    pub format: Format,
    /// List claims instead of games.
    pub audit: bool,
    /// Searches at the same time: games, or positions of a single game.
    pub jobs: usize,
    /// Where finished games are kept.
    pub state: Option<&'a Path>,
    /// What else changes the output: options that make another run.
    pub options: String,
    /// Raised by whoever has had enough.
    pub stop: Arc<AtomicBool>,
    /// Who waits.
    pub waiting: &'a dyn Waiting,
}

impl Annotator<'_> {
    /// Annotates the games of a file, or of standard input (`-`), and writes them in their order.
    pub fn run(&self, input: &Path, out: &mut (dyn Write + Send)) -> anyhow::Result<Counts> {
        let open = || -> anyhow::Result<Box<dyn BufRead + Send>> {
            if input == Path::new("-") {
                return Ok(Box::new(BufReader::new(std::io::stdin())));
            }
            let file = File::open(input).with_context(|| format!("cannot read {}", input.display()))?;
            Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
        };
        let (state, done) = match self.state {
            None => (None, BTreeMap::new()),
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
        let (selection, relevance) = self.session.models();
        Ok(Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            input: digest(input)?,
            options: format!("{:?} {} {} {selection:?} {relevance:?}", self.format, self.audit, self.options),
        })
    }

    /// Annotates a game, whatever the others found out.
    pub(super) fn annotate(
        &self,
        game: Game,
        threads: usize,
        tell: &mut dyn FnMut(usize),
    ) -> anyhow::Result<String> {
        let session = self.session.isolated().with_threads(threads);
        let annotated = session.annotate(game, tell)?;
        if self.audit {
            let moves = audit::moves(&annotated, &session.voice(), &session.knowledge());
            return Ok(match self.format {
                Format::Json => serde_json::to_string(&moves)?,
                _ => audit::text(&annotated, &moves),
            });
        }
        Ok(match self.format {
            Format::Pgn => record::pgn(&annotated),
            Format::Md => markdown::game(&annotated),
            Format::Html => html::game(&annotated),
            Format::Json => record::json(&annotated).to_string(),
        })
    }

    /// A game that stays as it is, with the reason.
    pub(super) fn failed(&self, game: &Game, reason: &str) -> String {
        match self.format {
            Format::Pgn if self.audit => format!("{reason}\n"),
            Format::Pgn => format!("{game}\n"),
            Format::Md => markdown::failed(game, reason),
            Format::Html => html::failed(game, reason),
            Format::Json => record::json_failed(game, reason).to_string(),
        }
    }

    fn head(&self) -> String {
        match self.format {
            Format::Html => html::head(),
            Format::Json => "{\"games\":[\n".to_owned(),
            Format::Pgn | Format::Md => String::new(),
        }
    }

    fn foot(&self) -> String {
        match self.format {
            Format::Html => html::foot(),
            Format::Json => "\n]}\n".to_owned(),
            Format::Pgn | Format::Md => String::new(),
        }
    }

    /// What stands between two games.
    pub(super) fn separator(&self) -> &'static str {
        if self.format == Format::Json { ",\n" } else { "" }
    }
}
