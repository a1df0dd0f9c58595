//! Files of games, annotated: read one by one, looked at in parallel and written in their order.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::{Context, bail};
use philidor_chess::pgn::Game;
use philidor_files::resume::{Identity, State, digest};
use philidor_session::Session;
use serde::{Deserialize, Serialize};

pub use super::pool::Done;
use super::{
    audit, html, markdown,
    pool::{self, Counts, Waiting},
    record,
};

/// What comes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    /// How games are written.
    pub form: Form,
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
            philidor_games::open(input).with_context(|| format!("cannot read {}", input.display()))
        };
        let (state, done) = match self.resume(input)? {
            None => (None, BTreeMap::new()),
            Some((state, done)) => (Some(state), done),
        };
        out.write_all(self.form.head().as_bytes())?;
        let counts = pool::run(self, open()?, input, out, state.as_ref(), done)?;
        out.write_all(self.form.foot().as_bytes())?;
        Ok(counts)
    }

    /// The file of finished games, if one is wanted, and what is in it.
    pub fn resume(&self, input: &Path) -> anyhow::Result<Option<(State, BTreeMap<usize, Done>)>> {
        match self.state {
            None => Ok(None),
            Some(_) if input == Path::new("-") => bail!("--state needs a file to read, not standard input"),
            Some(path) => {
                let (state, done) = State::open::<Done>(path, &self.identity(input)?)?;
                Ok(Some((state, done.into_iter().map(|done| (done.game, done)).collect())))
            }
        }
    }

    fn identity(&self, input: &Path) -> anyhow::Result<Identity> {
        let (selection, relevance) = self.session.models();
        let Form { format, audit } = self.form;
        Ok(Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            input: digest(input)?,
            options: format!("{format:?} {audit} {} {selection:?} {relevance:?}", self.options),
        })
    }
}

/// How games are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// What comes out.
    pub format: Format,
    /// List claims instead of games.
    pub audit: bool,
}

impl Form {
    /// A game in words, whatever the session found out about others.
    pub fn annotate(
        self,
        session: &Session,
        game: Game,
        tell: &mut dyn FnMut(usize),
    ) -> anyhow::Result<String> {
        let session = session.isolated();
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
    pub fn failed(self, game: &Game, reason: &str) -> String {
        match self.format {
            Format::Pgn if self.audit => format!("{reason}\n"),
            Format::Pgn => format!("{game}\n"),
            Format::Md => markdown::failed(game, reason),
            Format::Html => html::failed(game, reason),
            Format::Json => record::json_failed(game, reason).to_string(),
        }
    }

    /// Writes finished games, which are in their order.
    pub fn write<'d>(
        self,
        games: impl IntoIterator<Item = &'d Done>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Counts> {
        out.write_all(self.head().as_bytes())?;
        let mut counts = Counts::default();
        for (at, done) in games.into_iter().enumerate() {
            let between = if at > 0 { self.separator() } else { "" };
            out.write_all(between.as_bytes())?;
            out.write_all(done.text.as_bytes())?;
            counts.add(done);
        }
        out.write_all(self.foot().as_bytes())?;
        out.flush()?;
        Ok(counts)
    }

    fn head(self) -> String {
        match self.format {
            Format::Html => html::head(),
            Format::Json => "{\"games\":[\n".to_owned(),
            Format::Pgn | Format::Md => String::new(),
        }
    }

    fn foot(self) -> String {
        match self.format {
            Format::Html => html::foot(),
            Format::Json => "\n]}\n".to_owned(),
            Format::Pgn | Format::Md => String::new(),
        }
    }

    /// What stands between two games.
    pub(super) fn separator(self) -> &'static str {
        if self.format == Format::Json { ",\n" } else { "" }
    }
}
