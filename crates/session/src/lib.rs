//! Where the tutor is put together: tables and theories, engines, knowledge, budgets, the stop token, and what was analysed so far.
//! The command line, the server, its jobs and drills, measurements and tests all ask a [`Session`]; nobody assembles these parts
//! elsewhere. So the same question gives the same answer at every door.
//!
//! **One score per position.** The best line of a position is searched with a budget of its own, and everybody who shows the
//! position shows that line's score. A question with a smaller budget than the position was analysed with before is answered as if
//! it had asked with the larger one. What a game's study found out about its positions (a position is worth at least what was
//! played in it) counts as deeper than a search of the same budget. Apart from that no answer depends on what was asked before.
//!
//! ```
//! use philidor_chess::parse_fen;
//! use philidor_session::Session;
//!
//! let session = Session::builder().nodes(10_000).build()?;
//! let pos = parse_fen("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1")?;
//! let explained = session.explain(&pos, None)?;
//! assert!(explained.text.sections.iter().any(|section| section.sentences.iter().any(|s| s.text.contains("mate"))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod budget;
mod builder;
mod drill;
pub mod ending_drill;
mod endings;
mod engines;
mod memory;
mod opinion;
mod own;
mod program;
mod stop;

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use philidor_chess::{
    pgn::Game,
    shakmaty::{Chess, Move},
};
use philidor_tutor::{
    Line,
    analyst::{Analyst, AnalystError, Question},
    annotate::{Annotated, Narrator},
    ask::{self, Answer, AskError, Context, Tutor},
    explain::{self, CANDIDATES, Explanation, Knowledge},
    look::Look,
    refine::Refinery,
    relevance::Relevance,
    say::{Level, Told, Voice, Words, WordsError, tell},
    select::{Model, Reason},
    study::Study,
};

pub use crate::{
    builder::{BuildError, Builder},
    drill::Attempt,
    endings::{Endings, SOLVED_AT_ONCE, TheoryError},
    engines::{Engine, Permit, Turns},
    opinion::OpinionError,
    stop::Stop,
};
use crate::{
    endings::Book,
    engines::{Idle, Recalling},
    memory::{Found, Memory},
};

/// There is no engine of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no engine {name:?}: there are {}", known.join(", "))]
pub struct NoEngine {
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<String>,
}

/// Who is asked, how much may be searched, and for whom the answer is.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The engine's name; none for the first one.
    pub engine: Option<String>,
    /// Nodes: in all for an answer, for the best line of each position of a game. None for the default of [`budget`].
    pub nodes: Option<u64>,
    /// The reader.
    pub level: Level,
    /// The language.
    pub words: Arc<Words>,
    /// Chooses among phrases that mean the same.
    pub seed: u64,
}

/// What all sessions of one root share.
struct Room {
    endings: Arc<Endings>,
    engines: Vec<Engine>,
    rules: Refinery,
    selection: Model,
    relevance: Relevance,
    /// Words by language, read once.
    words: Mutex<HashMap<String, Arc<Words>>>,
    /// What programs call themselves.
    names: Mutex<HashMap<String, String>>,
    idle: Idle,
}

/// The tutor with everything it needs. Clones share tables, theories and what was analysed.
#[derive(Clone)]
pub struct Session {
    room: Arc<Room>,
    memory: Arc<Memory>,
    settings: Settings,
    /// Its place in the room.
    engine: usize,
    stop: Stop,
    turns: Option<Arc<dyn Turns>>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// A position or a move, explained in words.
#[derive(Debug, Clone)]
pub struct Explained {
    /// What was found out.
    pub explanation: Explanation,
    /// The same in words.
    pub text: Told,
    /// Who looked ahead.
    pub analyst: String,
    /// Nodes it may have cost.
    pub nodes: u64,
    /// The reader.
    pub level: Level,
    /// The language.
    pub language: String,
}

/// A question, answered.
#[derive(Debug, Clone)]
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    /// Who looked ahead.
    pub analyst: String,
    /// Nodes it may have cost.
    pub nodes: u64,
    /// The reader.
    pub level: Level,
    /// The language.
    pub language: String,
}

/// The best lines of a position.
#[derive(Debug, Clone)]
pub struct Lines {
    /// Best first.
    pub lines: Vec<Look>,
    /// Who looked ahead.
    pub analyst: String,
    /// Nodes they may have cost.
    pub nodes: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    /// Puts a session together.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The same tables, theories and memory for somebody else.
    pub fn with(&self, settings: Settings) -> Result<Session, NoEngine> {
        let engine = self.room.find(settings.engine.as_deref())?;
        Ok(Session { settings, engine, ..self.clone() })
    }

    /// The same session, whose work ends when this token is raised.
    #[must_use]
    pub fn stopped_by(&self, stop: &Stop) -> Session {
        Session { stop: stop.clone(), ..self.clone() }
    }

    /// The same session, which waits for its turn before every search.
    #[must_use]
    pub fn taking_turns(&self, turns: Arc<dyn Turns>) -> Session {
        Session { turns: Some(turns), ..self.clone() }
    }

    /// The same session without what was analysed so far, and whose analyses nobody else sees: for pieces of work that run at
    /// the same time and must not depend on each other.
    #[must_use]
    pub fn isolated(&self) -> Session {
        Session { memory: Arc::default(), ..self.clone() }
    }

    /// Tables and theories.
    pub fn endings(&self) -> &Arc<Endings> {
        &self.room.endings
    }

    /// All engines that may be asked.
    pub fn engines(&self) -> &[Engine] {
        &self.room.engines
    }

    /// The engine that is asked.
    pub fn engine(&self) -> &Engine {
        &self.room.engines[self.engine]
    }

    /// Who is asked, and for whom.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The words of a language that comes with the program.
    pub fn words(&self, language: &str) -> Result<Arc<Words>, WordsError> {
        if let Some(words) = lock(&self.room.words).get(language) {
            return Ok(words.clone());
        }
        let words = Arc::new(Words::of(language)?);
        lock(&self.room.words).insert(language.to_owned(), words.clone());
        Ok(words)
    }

    /// What the tutor knows: features, expert rules, openings, tables and theories.
    pub fn knowledge(&self) -> Knowledge {
        let book = || Book { endings: self.endings().clone(), stop: self.stop.clone() };
        Knowledge {
            evaluation: self.engine().features(),
            rules: self.room.rules.clone(),
            endgames: Some(Box::new(book())),
            oracle: Some(Box::new(book())),
            ..Knowledge::ours()
        }
    }

    /// A voice in this session's language, for this session's reader.
    pub fn voice(&self) -> Voice<'_> {
        Voice::new(&self.settings.words, self.settings.level, self.settings.seed)
    }

    /// The engine itself, with the budget of an explanation.
    pub fn analyst(&self) -> impl Analyst {
        Recalling::new(self, budget::best_line(self.explanation_nodes()), false)
    }

    /// Starts the engine once, so that one that does not start is known at once.
    pub fn check_engine(&self) -> Result<(), AnalystError> {
        Recalling::new(self, 1, false).source().map(|_| ())
    }

    /// Explains a position, or a move in it.
    pub fn explain(&self, pos: &Chess, subject: Option<Move>) -> Result<Explained, AnalystError> {
        let mut analyst = self.recalling(&[pos]);
        let told = explain::explain(pos, subject, &mut analyst, &self.knowledge())?;
        self.explained(told, &analyst)
    }

    /// Explains the first move of a line by that line; its score is still the engine's.
    pub fn explain_line(&self, pos: &Chess, line: &Line) -> Result<Explained, AnalystError> {
        let mut analyst = self.recalling(&[pos]);
        let told = explain::explain_line(pos, line, &mut analyst, &self.knowledge())?;
        self.explained(told, &analyst)
    }

    /// Answers a question.
    pub fn ask(&self, question: &str, context: Context<'_>) -> Result<Answered, AskError> {
        let before = context.previous.map(|(before, _)| before);
        let places: Vec<&Chess> = before.into_iter().chain([context.position]).collect();
        let mut analyst = self.recalling(&places);
        let knowledge = self.knowledge();
        let Settings { level, seed, words, .. } = &self.settings;
        let mut tutor =
            Tutor { analyst: &mut analyst, knowledge: &knowledge, words, level: *level, seed: *seed };
        let answer = ask::ask(question, context, &mut tutor)?;
        self.not_stopped()?;
        Ok(Answered {
            answer,
            analyst: analyst.name().to_owned(),
            nodes: self.cost(&analyst),
            level: *level,
            language: words.language().to_owned(),
        })
    }

    /// The best `count` lines of a position, or of some of its moves.
    pub fn lines(&self, pos: &Chess, count: usize, only: &[Move]) -> Result<Lines, AnalystError> {
        let mut analyst = self.recalling(&[pos]);
        let mut lines = if only.is_empty() {
            analyst.lines(&Question::best(pos, count.max(CANDIDATES), 1000))?
        } else {
            analyst.lines(&Question { lines: count, ..Question::only(pos, only, 1000) })?
        };
        lines.truncate(count);
        Ok(Lines { lines, nodes: self.cost(&analyst), analyst: analyst.name().to_owned() })
    }

    /// Looks at every position of a game. `tell` hears how many are done. From then on its positions are worth what they were
    /// worth in the game.
    pub fn study(&self, game: &Game, tell: &mut dyn FnMut(usize)) -> Result<Study, AnalystError> {
        let nodes = self.settings.nodes.unwrap_or(budget::ANNOTATE_NODES);
        let study = Study::new(&mut Recalling::new(self, nodes, false), game, tell)?;
        for (index, view) in study.views.iter().enumerate() {
            if let Some(best) = &view.best {
                let place = self.engine().place(&view.pos, study.past(index).as_ref());
                self.memory.settle(&place, nodes, Found::new(best));
            }
        }
        Ok(study)
    }

    /// Puts a studied game into words.
    pub fn comment(&self, game: Game, study: Study) -> Annotated {
        let mut narrator = self.narrator(&self.room.relevance);
        Annotated::new(game, study, &self.knowledge(), &self.room.selection, &mut narrator)
    }

    /// Puts the chosen moves of a studied game into words, by other weights of what is worth saying.
    pub fn comment_on(
        &self,
        game: Game,
        study: Study,
        chosen: &[Option<Reason>],
        relevance: &Relevance,
    ) -> Annotated {
        Annotated::with_choice(game, study, chosen, &self.knowledge(), &mut self.narrator(relevance))
    }

    /// Studies a game and puts it into words.
    pub fn annotate(&self, game: Game, tell: &mut dyn FnMut(usize)) -> Result<Annotated, AnalystError> {
        let study = self.study(&game, tell)?;
        let annotated = self.comment(game, study);
        self.not_stopped()?;
        Ok(annotated)
    }

    /// The weights that choose moves, and what is said of them.
    pub fn models(&self) -> (&Model, &Relevance) {
        (&self.room.selection, &self.room.relevance)
    }

    fn narrator<'a>(&'a self, relevance: &'a Relevance) -> Narrator<'a> {
        let Settings { level, seed, words, .. } = &self.settings;
        Narrator::new(words, *level, *seed).with_relevance(relevance)
    }

    fn explained(&self, told: Explanation, analyst: &Recalling<'_>) -> Result<Explained, AnalystError> {
        self.not_stopped()?;
        let Settings { level, seed, words, .. } = &self.settings;
        Ok(Explained {
            text: tell(&told, words, *level, *seed),
            explanation: told,
            analyst: analyst.name().to_owned(),
            nodes: self.cost(analyst),
            level: *level,
            language: words.language().to_owned(),
        })
    }

    fn explanation_nodes(&self) -> u64 {
        self.settings.nodes.unwrap_or(budget::EXPLAIN_NODES)
    }

    /// The engine for an answer about some positions: no position is looked at with less than it was before.
    fn recalling(&self, places: &[&Chess]) -> Recalling<'_> {
        let asked = budget::best_line(self.explanation_nodes());
        let known = places.iter().map(|pos| self.memory.known(&self.engine().place(pos, None)).nodes);
        Recalling::new(self, known.fold(asked, u64::max), true)
    }

    /// What an answer may have cost.
    fn cost(&self, analyst: &Recalling<'_>) -> u64 {
        let asked = self.explanation_nodes();
        if analyst.nodes() == budget::best_line(asked) { asked } else { budget::explanation(analyst.nodes()) }
    }

    /// What somebody stopped may be incomplete.
    fn not_stopped(&self) -> Result<(), AnalystError> {
        if self.stop.is_raised() { Err(AnalystError::interrupted(&self.engine_name())) } else { Ok(()) }
    }

    fn wait_for_turn(&self, analyst: &str) -> Result<Option<Permit>, AnalystError> {
        let failed = |reason| AnalystError { analyst: analyst.to_owned(), reason };
        self.turns.as_ref().map(|turns| turns.wait()).transpose().map_err(failed)
    }

    /// What the engine calls itself, as far as it has said so.
    fn engine_name(&self) -> String {
        let name = self.engine().name();
        lock(&self.room.names).get(name).cloned().unwrap_or_else(|| {
            if self.engine().is_program() { name.to_owned() } else { "philidor".to_owned() }
        })
    }

    fn note_engine_name(&self, called: &str) {
        lock(&self.room.names).insert(self.engine().name().to_owned(), called.to_owned());
    }
}

impl Room {
    fn find(&self, name: Option<&str>) -> Result<usize, NoEngine> {
        let Some(name) = name else { return Ok(0) };
        self.engines.iter().position(|engine| engine.name() == name).ok_or_else(|| NoEngine {
            name: name.chars().take(30).collect(),
            known: self.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        })
    }
}
