//! Options of all commands in which the tutor speaks, and the session they make.

use std::{path::Path, sync::Arc};

use anyhow::{Context, anyhow};
use philidor_know::eval::Weights;
use philidor_session::{Builder, Engine, Session, Stop};
use philidor_tutor::say::{Level, Words};

use crate::{home, judges, progress};

/// Who is asked, and for whom the answer is.
#[derive(clap::Args)]
pub(crate) struct TutorArgs {
    /// For whom: beginner, club or master
    #[arg(long, default_value = "club")]
    pub(crate) level: String,
    /// The language: a code such as en or de, or a file of phrases of your own (.ftl)
    #[arg(long, default_value = "en")]
    pub(crate) lang: String,
    /// Ask this UCI engine for lines instead of our own search
    #[arg(long, value_name = "COMMAND")]
    pub(crate) engine: Option<String>,
    /// The evaluation behind our own search: philidor, untuned, gnu-like, material, a weights file or net:FILE
    #[arg(long, default_value = judges::NAMES[0], value_name = "NAME", conflicts_with = "engine")]
    pub(crate) eval: String,
    /// Directory with Syzygy tables (several: separate with ':')
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR", hide_env_values = true)]
    pub(crate) syzygy: Option<String>,
    /// Chooses among phrases that mean the same
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

impl TutorArgs {
    /// The session that these options ask for; Ctrl-C ends its work.
    pub(crate) fn session(&self, nodes: u64) -> anyhow::Result<Builder> {
        let engine = match &self.engine {
            Some(command) => Engine::program(command, command),
            None => evaluation(&self.eval)?,
        };
        let name = engine.name().to_owned();
        let builder = session()?
            .syzygy(self.syzygy.iter().flat_map(std::env::split_paths))
            .level(self.level.parse::<Level>()?)
            .words(words(&self.lang)?)
            .engine(engine)
            .ask(&name);
        Ok(builder.seed(self.seed).nodes(nodes))
    }
}

/// A session with the tables of the data directory. Ctrl-C ends its work.
pub(crate) fn session() -> anyhow::Result<Builder> {
    Ok(Session::builder().tables(home::tables()?).stop(Stop::from(progress::interrupt())))
}

/// Our search with an evaluation by name.
pub(crate) fn evaluation(name: &str) -> anyhow::Result<Engine> {
    if !name.ends_with(".txt") {
        return Ok(Engine::own(name, judges::by_name(name)?));
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("reading weights from {name}"))?;
    let weights = Weights::parse(&text).with_context(|| format!("in {name}"))?;
    Ok(Engine::with_weights(name, Arc::new(weights)))
}

/// The words of a shipped language, or of a file.
fn words(language: &str) -> anyhow::Result<Words> {
    let path = Path::new(language);
    if path.extension().is_none_or(|e| e != "ftl") {
        return Ok(Words::of(language)?);
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("reading words from {language}"))?;
    let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Words::new(&name, &text)?)
}

/// Why there is no answer: whoever pressed Ctrl-C knows.
pub(crate) fn failed(error: impl Into<anyhow::Error>) -> anyhow::Error {
    if Stop::from(progress::interrupt()).is_raised() { anyhow!("interrupted") } else { error.into() }
}
