//! Options of all commands in which the tutor speaks, and the session they make.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{anyhow, bail};
use philidor_batch::{Order, Task};
use philidor_humans::{Lc0Dir, Rating};
use philidor_session::{Builder, Engine, Session, Stop, budget::Effort};
use philidor_train::neuro::file::weights;
use philidor_tutor::say::{Level, Words};

use crate::{home, judges, progress};

/// What our own search is called among engines.
const OURS: &str = "philidor";

/// Who is asked, and for whom the answer is.
#[derive(clap::Args)]
pub(crate) struct TutorArgs {
    /// For whom: beginner, club or master
    #[arg(long, default_value = "club")]
    pub(crate) level: String,
    /// Your rating: what players like you find, miss and answer is told too (1500 is Lichess; 1500@chess.com, 1500@fide)
    #[arg(long, value_name = "RATING")]
    pub(crate) rating: Option<Rating>,
    /// Directory with Maia's nets (maia-1500.pb.gz …) to ask what people play [default: maia in the data directory, else our own net]
    #[arg(long, value_name = "DIR")]
    pub(crate) humans: Option<PathBuf>,
    /// The language: en, de or fr, or a file of phrases of your own (.ftl)
    #[arg(long, default_value = "en")]
    pub(crate) lang: String,
    /// Who looks ahead: philidor (our own search) or the command of a UCI engine [default: stockfish where it is installed]
    #[arg(long, value_name = "COMMAND", env = "PHILIDOR_ENGINE", hide_env_values = true)]
    pub(crate) engine: Option<String>,
    /// Our own search with this evaluation: learned (the usual one), philidor (hand-made), untuned, gnu-like, material, a weights file or net:FILE
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// A first answer in a fraction of a second; a game in seconds
    #[arg(long, conflicts_with_all = ["deep", "nodes"])]
    pub(crate) quick: bool,
    /// Search about ten times as long as usual
    #[arg(long, conflicts_with = "nodes")]
    pub(crate) deep: bool,
    /// Directory with Syzygy tables (several: separate with ':')
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR", hide_env_values = true)]
    pub(crate) syzygy: Option<String>,
    /// Chooses among phrases that mean the same
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

/// With Maia's nets of a directory, or those in the data directory, to say what people play; else with our own net.
pub(crate) fn with_people(builder: Builder, dir: Option<&Path>) -> anyhow::Result<Builder> {
    let kept = home::data()?.join("maia");
    let dir = dir.map(Path::to_owned).or_else(|| kept.is_dir().then_some(kept));
    Ok(match dir {
        Some(dir) => builder.humans(Arc::new(Lc0Dir::open(&dir)?)),
        None => builder,
    })
}

impl TutorArgs {
    /// The session that these options ask for, with a number of nodes instead of the usual effort if one is given; Ctrl-C ends
    /// its work.
    pub(crate) fn session(&self, nodes: Option<u64>) -> anyhow::Result<Builder> {
        if self.humans.is_some() && self.rating.is_none() {
            bail!("--humans says who is asked what players of a rating play: give --rating too");
        }
        self.session_for(nodes, self.rating.is_some())
    }

    /// The same for somebody who may be asked what people play, whether or not a rating was given here.
    pub(crate) fn session_for(&self, nodes: Option<u64>, people: bool) -> anyhow::Result<Builder> {
        let engine = self.analyst()?;
        let name = engine.name().to_owned();
        let effort = match (self.quick, self.deep) {
            (true, _) => Effort::Quick,
            (_, true) => Effort::Deep,
            _ => Effort::Usual,
        };
        let builder = session()?
            .syzygy(self.syzygy.iter().flat_map(std::env::split_paths))
            .level(self.level.parse::<Level>()?)
            .rating(self.rating)
            .words(words(&self.lang)?)
            .engine(engine)
            .ask(&name)
            .effort(effort)
            .seed(self.seed);
        let builder = if people { with_people(builder, self.humans.as_deref())? } else { builder };
        Ok(match nodes {
            Some(nodes) => builder.nodes(nodes),
            None => builder,
        })
    }

    /// The same for workers elsewhere, who have what comes with the program and nothing else.
    pub(crate) fn order(&self, task: Task, nodes: Option<u64>) -> anyhow::Result<Order> {
        let files = [
            (&self.syzygy, "--syzygy"),
            (&self.humans.as_ref().map(|d| d.display().to_string()), "--humans"),
        ];
        if let Some((_, flag)) = files.iter().find(|(given, _)| given.is_some()) {
            bail!("with --nats every worker must find the same: leave {flag} out");
        }
        let engine = match (&self.engine, &self.eval) {
            (Some(command), _) if command != OURS => {
                bail!("with --nats our own search looks ahead: leave --engine {command} out")
            }
            (_, Some(eval)) => Engine::with_evaluation(eval).ok_or_else(|| {
                let known = judges::NAMES.join(", ");
                anyhow!("with --nats the evaluation is one that comes with the program: {known}")
            })?,
            (_, None) => Engine::ours(),
        };
        Words::of(&self.lang)?;
        let effort = if self.quick {
            "quick"
        } else if self.deep {
            "deep"
        } else {
            "usual"
        };
        Ok(Order {
            task,
            engine: engine.name().to_owned(),
            nodes,
            effort: effort.to_owned(),
            level: self.level.clone(),
            language: self.lang.clone(),
            rating: self.rating.map(|rating| rating.to_string()),
            seed: self.seed,
            ..Order::profile(0)
        })
    }

    /// The engine that was asked for; stockfish, if nobody was and it is installed.
    fn analyst(&self) -> anyhow::Result<Engine> {
        let ours = |name: &str| name == OURS;
        match (&self.engine, &self.eval) {
            (Some(command), Some(eval)) if !ours(command) => {
                bail!(
                    "--eval {eval} is for our own search: leave it out, or ask with --engine philidor instead of {command}"
                )
            }
            (_, Some(eval)) => evaluation(eval),
            // Answers call our other evaluations by names, which may be asked for.
            (Some(command), None) if !ours(command) => {
                Ok(Engine::with_evaluation(command).unwrap_or_else(|| Engine::program(command, command)))
            }
            (Some(_), None) => Ok(Engine::ours()),
            (None, None) => Ok(Engine::stockfish().unwrap_or_else(Engine::ours)),
        }
    }

    /// Who is asked and how long, for the identity of a piece of work.
    pub(crate) fn identity(&self) -> anyhow::Result<String> {
        let engine = self.analyst()?;
        let kind = if engine.is_program() { "program" } else { "own" };
        Ok(format!("{kind} {} {} {}", engine.name(), self.quick, self.deep))
    }
}

/// A session with the tables of the data directory. Ctrl-C ends its work.
pub(crate) fn session() -> anyhow::Result<Builder> {
    Ok(Session::builder().tables(home::tables()?).stop(Stop::from(progress::interrupt())))
}

/// Our search with an evaluation by name.
pub(crate) fn evaluation(name: &str) -> anyhow::Result<Engine> {
    if let Some(shipped) = Engine::with_evaluation(name) {
        return Ok(shipped);
    }
    if !name.ends_with(".txt") {
        return Ok(Engine::own(name, judges::by_name(name)?));
    }
    Ok(Engine::with_weights(name, Arc::new(weights(Path::new(name))?)))
}

/// The words of a shipped language, or of a file.
pub(crate) fn words(language: &str) -> anyhow::Result<Words> {
    let path = Path::new(language);
    if path.extension().is_none_or(|e| e != "ftl") {
        return Ok(Words::of(language)?);
    }
    let name = philidor_files::stem(path);
    // A name such as fr.ftl or fr-mine.ftl says the language; questions and plurals of others are English.
    let code = name.split(['-', '_']).next().filter(|code| (2..=3).contains(&code.len()));
    Ok(Words::new(code.unwrap_or("en"), &philidor_files::read_text(path)?)?)
}

/// Why there is no answer: whoever pressed Ctrl-C knows.
pub(crate) fn failed(error: impl Into<anyhow::Error>) -> anyhow::Error {
    if Stop::from(progress::interrupt()).is_raised() { anyhow!("interrupted") } else { error.into() }
}

/// Workers elsewhere, who share the work.
#[derive(clap::Args)]
pub(crate) struct NatsArgs {
    /// Let workers elsewhere look at the games (`philidor worker`): a NATS server with JetStream, such as nats://localhost:4222
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// Name of the run on that server
    #[arg(long, default_value = "games", value_name = "NAME", requires = "nats")]
    pub(crate) run: String,
}

impl NatsArgs {
    /// The server, the run's name and the order, if workers elsewhere are wanted.
    pub(crate) fn with(&self, order: Option<Order>) -> Option<(&str, &str, Order)> {
        Some((self.nats.as_deref()?, self.run.as_str(), order?))
    }
}
