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
mod endings;
mod engines;
mod exact;
pub mod lesson;
mod live;
mod mates;
mod memory;
mod opinion;
mod opponent;
mod own;
mod players;
mod program;
pub mod slips;
mod stop;
mod theory;

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use philidor_chess::{
    pgn::Game,
    shakmaty::{Chess, Move},
    write_fen,
};
use philidor_claims::Claim;
use philidor_humans::{Policy, Rating};
use philidor_rules::Tongue;
use philidor_tutor::{
    Line,
    analyst::{Analysis, Analyst, AnalystError, Question},
    annotate::{Annotated, Narrator},
    ask::{self, Answer, AskError, Context, Tutor},
    explain::{self, CANDIDATES, Crowd, Explanation, Knowledge},
    look::Look,
    refine::ExpertRules,
    relevance::Relevance,
    say::{Level, Told, Voice, Words, WordsError, tell},
    select::{Model, Reason},
    study::Study,
};

use crate::{
    budget::{Budget, Effort},
    endings::Book,
    engines::{Failures, Idle, OWN_NAME, Recalling},
    memory::{Found, Memory},
    players::Players,
};
pub use crate::{
    builder::{BuildError, Builder},
    drill::Attempt,
    endings::{Endings, SOLVED_AT_ONCE, TheoryError},
    engines::{Engine, Permit, Turns},
    live::News,
    opinion::OpinionError,
    opponent::ELO_RANGE,
    stop::Stop,
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
    /// The engine's name; none for the usual one.
    pub engine: Option<String>,
    /// Nodes: in all for an answer, for the best line of each position of a game. None to search as long as `effort` says.
    pub nodes: Option<u64>,
    /// How long somebody is willing to wait.
    pub effort: Effort,
    /// The reader.
    pub level: Level,
    /// The language.
    pub words: Arc<Words>,
    /// The reader's rating: what players like him do is told too. None to leave it out.
    pub rating: Option<Rating>,
    /// Chooses among phrases that mean the same.
    pub seed: u64,
}

/// What all sessions of one root share.
struct Room {
    endings: Arc<Endings>,
    /// Ours first.
    engines: Vec<Engine>,
    /// The one that is asked if none is named.
    usual: usize,
    failures: Failures,
    rules: ExpertRules,
    selection: Model,
    relevance: Relevance,
    /// What people would play.
    humans: Arc<dyn Policy>,
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
    /// What the comments on a game say of a position.
    anchor: Option<Arc<(Chess, Found)>>,
    /// Searches of one game at the same time.
    threads: usize,
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
    pub analysis: Analysis,
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
    pub analysis: Analysis,
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
    pub analysis: Analysis,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the checker refused, in the log.
fn tell_dropped<'a>(dropped: impl IntoIterator<Item = &'a (Claim, String)>) {
    for (claim, why) in dropped {
        tracing::debug!(?claim, why, "the checker refused a claim");
    }
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

    /// The same session, which looks at so many positions of a game at the same time. What it says does not depend on it.
    #[must_use]
    pub fn with_threads(&self, threads: usize) -> Session {
        Session { threads: threads.max(1), ..self.clone() }
    }

    /// The same session without what was analysed so far, and whose analyses nobody else sees: for pieces of work that run at
    /// the same time and must not depend on each other.
    #[must_use]
    pub fn isolated(&self) -> Session {
        Session { memory: Arc::default(), ..self.clone() }
    }

    /// The same session, for which the best line of a position is worth what the comments on a game say, whatever a later search finds:
    /// one score in words, lists and comments. A line that cannot be played changes nothing.
    #[must_use]
    pub fn anchored(&self, pos: &Chess, line: &[Move], score: i32) -> Session {
        let best = Line::from_moves(pos, line).ok().filter(|_| !line.is_empty());
        let found = best.map(|line| Found::new(&Look { line, score }));
        Session { anchor: found.map(|found| Arc::new((pos.clone(), found))), ..self.clone() }
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
        let book =
            || Book { endings: self.endings().clone(), tongue: self.tongue(), stop: self.stop.clone() };
        Knowledge {
            evaluation: self.engine().features(),
            rules: self.room.rules.clone(),
            endgames: Some(Box::new(book())),
            oracle: Some(Box::new(book())),
            people: self.settings.rating.map(|rating| self.crowd(rating)),
            natural: Some(self.natural()),
            ..Knowledge::ours()
        }
    }

    /// The language in which rules of endgames give their reasons.
    pub(crate) fn tongue(&self) -> &'static Tongue {
        Tongue::of(self.settings.words.language())
    }

    /// Players of a rating.
    fn crowd(&self, rating: Rating) -> Box<dyn Crowd> {
        Box::new(Players { policy: self.room.humans.clone(), rating })
    }

    /// Players like the reader, or club players.
    fn natural(&self) -> Box<dyn Crowd> {
        self.crowd(self.settings.rating.unwrap_or(lesson::USUAL))
    }

    /// What people would play.
    pub fn humans(&self) -> &Arc<dyn Policy> {
        &self.room.humans
    }

    /// A voice in this session's language, for this session's reader.
    pub fn voice(&self) -> Voice<'_> {
        Voice::new(&self.settings.words, self.settings.level, self.settings.seed)
    }

    /// The engine itself, with the budget of an explanation.
    pub fn analyst(&self) -> impl Analyst {
        Recalling::new(self, self.explanation_budget(), false)
    }

    /// Starts the engine once, so that one that does not start is known at once.
    pub fn check_engine(&self) -> Result<(), AnalystError> {
        Recalling::new(self, Budget::fixed(1), false).source().map(|_| ())
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
        let here = context.position;
        let places: Vec<&Chess> = before.into_iter().chain([here]).collect();
        let mut analyst = self.recalling(&places);
        let knowledge = self.knowledge();
        let Settings { level, seed, words, .. } = &self.settings;
        let mut tutor =
            Tutor { analyst: &mut analyst, knowledge: &knowledge, words, level: *level, seed: *seed };
        let answer = ask::ask(question, context, &mut tutor)?;
        self.not_stopped()?;
        Ok(Answered {
            answer,
            analysis: self.analysis(here, &analyst),
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
        Ok(Lines { lines, analysis: self.analysis(pos, &analyst) })
    }

    /// Looks at every position of a game. `tell` hears how many are done. From then on its positions are worth what they were
    /// worth in the game.
    pub fn study(&self, game: &Game, tell: &mut dyn FnMut(usize)) -> Result<Study, AnalystError> {
        let budget = self.game_budget();
        let mut analysts: Vec<Recalling<'_>> =
            (0..self.threads).map(|_| Recalling::new(self, budget, false)).collect();
        let mut study = Study::new(&mut analysts, game, tell)?;
        study.look_at_natural(&mut analysts, &*self.natural())?;
        // What another engine had to finish is not the word of the one that was asked.
        if study.analysis.remark.is_none() {
            for (index, view) in study.views.iter().enumerate() {
                if let Some(best) = &view.best {
                    let place = self.engine().place(&view.pos, study.past(index).as_ref());
                    self.memory.settle(&place, budget, Found::new(best));
                }
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
        let dropped = || annotated.notes.iter().flat_map(|note| &note.dropped);
        tracing::info!(moves = annotated.notes.len(), dropped = dropped().count(), "commented on a game");
        tell_dropped(dropped());
        Ok(annotated)
    }

    /// The same for games by the thousand: a quicker look ([`Study::along`]). What was analysed before bears on nothing, and nothing of it
    /// is remembered.
    pub fn survey(&self, game: &Game) -> Result<Study, AnalystError> {
        let alone = self.isolated();
        let mut analyst = Recalling::new(&alone, self.game_budget(), false);
        let mut study = Study::along(&mut analyst, game)?;
        study.look_at_natural(std::slice::from_mut(&mut analyst), &*self.natural())?;
        self.not_stopped()?;
        Ok(study)
    }

    /// A studied game in words, with the claims about every move, said or not: [`philidor_tutor::annotate::Note::checked`].
    pub fn comment_on_all(&self, game: Game, study: Study) -> Annotated {
        let mut narrator = self.narrator(&self.room.relevance).thorough();
        Annotated::new(game, study, &self.knowledge(), &self.room.selection, &mut narrator)
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
        let analysis = self.analysis(&told.position, analyst);
        tracing::info!(
            fen = write_fen(&told.position),
            analyst = analysis.analyst,
            nodes = analysis.nodes,
            claims = told.claims.len(),
            dropped = told.dropped.len(),
            "explained"
        );
        tell_dropped(&told.dropped);
        Ok(Explained {
            text: tell(&told, words, *level, *seed),
            explanation: told,
            analysis,
            level: *level,
            language: words.language().to_owned(),
        })
    }

    /// The budget of the best line of an explanation.
    fn explanation_budget(&self) -> Budget {
        let Settings { nodes, effort, .. } = self.settings;
        let by_effort = || Budget::explanation(effort, self.engine().is_program());
        nodes.map_or_else(by_effort, |nodes| Budget::fixed(budget::best_line(nodes)))
    }

    /// The budget of the best line of each position of a game.
    fn game_budget(&self) -> Budget {
        let Settings { nodes, effort, .. } = self.settings;
        nodes.map_or_else(|| Budget::game(effort, self.engine().is_program()), Budget::fixed)
    }

    /// The engine for an answer about some positions: no position is looked at with less than it was before.
    fn recalling(&self, places: &[&Chess]) -> Recalling<'_> {
        let known = places.iter().map(|pos| self.memory.known(&self.engine().place(pos, None)).budget);
        Recalling::new(self, known.fold(self.explanation_budget(), Budget::max), true)
    }

    /// Who answered, and what it may have cost. Where tables know everything nobody searches.
    fn analysis(&self, pos: &Chess, analyst: &Recalling<'_>) -> Analysis {
        if self.endings().is_small(pos) {
            let analyst = "endgame tables".to_owned();
            return Analysis { analyst, ..Analysis::default() };
        }
        let nodes = match self.settings.nodes {
            Some(nodes) if analyst.budget() == self.explanation_budget() => nodes,
            _ => analyst.budget().explanation_cost(),
        };
        Analysis { nodes, ..analyst.analysis() }
    }

    /// Whether somebody has raised the token of this session's work.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// What somebody stopped may be incomplete.
    fn not_stopped(&self) -> Result<(), AnalystError> {
        if self.is_stopped() { Err(AnalystError::interrupted(&self.engine_name())) } else { Ok(()) }
    }

    fn wait_for_turn(&self, analyst: &str) -> Result<Option<Permit>, AnalystError> {
        let failed = |reason| AnalystError { analyst: analyst.to_owned(), reason };
        self.turns.as_ref().map(|turns| turns.wait()).transpose().map_err(failed)
    }

    /// What the engine calls itself, as far as it has said so.
    fn engine_name(&self) -> String {
        let name = self.engine().name();
        lock(&self.room.names)
            .get(name)
            .cloned()
            .unwrap_or_else(|| if self.engine().is_program() { name.to_owned() } else { OWN_NAME.to_owned() })
    }

    fn note_engine_name(&self, called: &str) {
        lock(&self.room.names).insert(self.engine().name().to_owned(), called.to_owned());
    }
}

impl Room {
    /// Our own search, with the usual evaluation.
    fn own(&self) -> &Engine {
        let named = |engine: &&Engine| engine.name() == OWN_NAME && !engine.is_program();
        let ours = |engine: &&Engine| !engine.is_program();
        let found = self.engines.iter().find(named).or_else(|| self.engines.iter().find(ours));
        found.expect("an engine of our own")
    }

    fn find(&self, name: Option<&str>) -> Result<usize, NoEngine> {
        let Some(name) = name else { return Ok(self.usual) };
        self.engines.iter().position(|engine| engine.name() == name).ok_or_else(|| NoEngine {
            name: name.chars().take(30).collect(),
            known: self.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        })
    }
}
