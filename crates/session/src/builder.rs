//! Putting a session together.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use philidor_humans::{Ours, Policy, Rating};
use philidor_truth::syzygy::SyzygyError;
use philidor_tutor::{
    refine::ExpertRules,
    relevance::Relevance,
    say::{Level, Words, WordsError},
    select::Model,
};

use crate::{
    Endings, Engine, NoEngine, Room, Session, Settings, Stop,
    budget::Effort,
    engines::{Failures, Idle},
};

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Syzygy files cannot be read.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    /// There is no such engine.
    #[error(transparent)]
    NoEngine(#[from] NoEngine),
    /// There are no words in the language.
    #[error(transparent)]
    Words(#[from] WordsError),
}

/// The parts of a session; what is not given is what comes with the program.
#[derive(Default)]
pub struct Builder {
    tables: Option<PathBuf>,
    syzygy: Vec<PathBuf>,
    engines: Vec<Engine>,
    engine: Option<String>,
    rules: Option<ExpertRules>,
    selection: Option<Model>,
    relevance: Option<Relevance>,
    words: Option<Words>,
    level: Level,
    rating: Option<Rating>,
    humans: Option<Arc<dyn Policy>>,
    seed: u64,
    nodes: Option<u64>,
    effort: Effort,
    stop: Stop,
}

impl Builder {
    /// Where tables are kept; without a directory they are solved in memory.
    #[must_use]
    pub fn tables(mut self, dir: impl AsRef<Path>) -> Builder {
        self.tables = Some(dir.as_ref().to_owned());
        self
    }

    /// Directories with Syzygy files.
    #[must_use]
    pub fn syzygy(mut self, dirs: impl IntoIterator<Item = PathBuf>) -> Builder {
        self.syzygy.extend(dirs);
        self
    }

    /// Another engine that may be asked, beside those that come with the program.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Builder {
        self.engines.push(engine);
        self
    }

    /// The engine that is asked unless another is named.
    #[must_use]
    pub fn ask(mut self, engine: &str) -> Builder {
        self.engine = Some(engine.to_owned());
        self
    }

    /// Expert rules.
    #[must_use]
    pub fn rules(mut self, rules: ExpertRules) -> Builder {
        self.rules = Some(rules);
        self
    }

    /// The weights that choose which moves of a game are commented on.
    #[must_use]
    pub fn selection(mut self, model: Model) -> Builder {
        self.selection = Some(model);
        self
    }

    /// The weights of what is worth saying.
    #[must_use]
    pub fn relevance(mut self, model: Relevance) -> Builder {
        self.relevance = Some(model);
        self
    }

    /// The language of the answers.
    #[must_use]
    pub fn words(mut self, words: Words) -> Builder {
        self.words = Some(words);
        self
    }

    /// The reader.
    #[must_use]
    pub fn level(mut self, level: Level) -> Builder {
        self.level = level;
        self
    }

    /// The reader's rating: what players like him do is told too.
    #[must_use]
    pub fn rating(mut self, rating: Option<Rating>) -> Builder {
        self.rating = rating;
        self
    }

    /// What people would play, instead of the net that comes with the program.
    #[must_use]
    pub fn humans(mut self, policy: Arc<dyn Policy>) -> Builder {
        self.humans = Some(policy);
        self
    }

    /// Chooses among phrases that mean the same.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Builder {
        self.seed = seed;
        self
    }

    /// Nodes: in all for an answer, for the best line of each position of a game.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Builder {
        self.nodes = Some(nodes);
        self
    }

    /// How long somebody is willing to wait, where no nodes are given.
    #[must_use]
    pub fn effort(mut self, effort: Effort) -> Builder {
        self.effort = effort;
        self
    }

    /// Ends all work when it is raised.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Builder {
        self.stop = stop;
        self
    }

    /// The session.
    pub fn build(self) -> Result<Session, BuildError> {
        let words = Arc::new(self.words.map_or_else(|| Words::of("en"), Ok)?);
        let mut engines = Engine::shipped();
        for engine in self.engines {
            engines.retain(|known| known.name() != engine.name());
            engines.push(engine);
        }
        let mut room = Room {
            endings: Arc::new(Endings::new(self.tables, &self.syzygy)?),
            engines,
            usual: 0,
            failures: Failures::default(),
            rules: self.rules.unwrap_or_else(|| ExpertRules::ours().clone()),
            selection: self.selection.unwrap_or_else(|| Model::ours().clone()),
            relevance: self.relevance.unwrap_or_else(|| Relevance::ours().clone()),
            humans: self.humans.unwrap_or_else(|| Arc::new(Ours::shipped().clone())),
            words: Mutex::default(),
            names: Mutex::default(),
            idle: Idle::default(),
        };
        let engine = room.find(self.engine.as_deref())?;
        room.usual = engine;
        let settings = Settings {
            engine: self.engine,
            nodes: self.nodes,
            effort: self.effort,
            level: self.level,
            rating: self.rating,
            words,
            seed: self.seed,
        };
        Ok(Session {
            room: Arc::new(room),
            memory: Arc::default(),
            settings,
            engine,
            stop: self.stop,
            turns: None,
            anchor: None,
            threads: 1,
        })
    }
}
