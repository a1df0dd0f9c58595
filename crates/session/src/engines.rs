//! Who looks ahead: our own search with one of our evaluations, or another program.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use philidor_chess::{Material, shakmaty::Position as _, write_fen};
use philidor_know::{
    eval::{Evaluation, Weights},
    evaluator,
    search::{EvaluatorFactory, Game},
};
use philidor_tutor::{
    analyst::{Analysis, Analyst, AnalystError, Question},
    claim::Margin,
    look::Look,
};

use crate::{
    Session, Stop,
    budget::Budget,
    endings::SOLVED_AT_ONCE,
    exact::correct,
    mates,
    memory::{Asked, Found, Place},
    own::Own,
    program::Program,
};

/// The analyst of choice, where it is installed.
const STOCKFISH: &str = "stockfish";
/// The longest a program may take for one answer, unless somebody waits for it.
const PATIENCE: Duration = Duration::from_secs(120);

/// An engine that a session may ask, under a name.
#[derive(Clone)]
pub struct Engine {
    name: Arc<str>,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    /// Our search, and the weights of the features that the tutor speaks of.
    Own { factory: EvaluatorFactory, features: Arc<Weights> },
    /// Another program.
    Program { command: String, patience: Duration },
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Engine {
    /// Our search with the net that it plays with.
    pub fn ours() -> Engine {
        let learned = evaluator::by_name(evaluator::LEARNED).expect("the net that we ship");
        Engine::own(OWN_NAME, learned)
    }

    /// Our search with each evaluation that comes with the program, the usual one first.
    pub fn shipped() -> Vec<Engine> {
        let others = evaluator::NAMES.into_iter().filter(|&name| name != evaluator::LEARNED);
        std::iter::once(Engine::ours()).chain(others.filter_map(Engine::with_evaluation)).collect()
    }

    /// Our search with an evaluation that comes with the program, by the name that matches know it by, or that answers call it by.
    pub fn with_evaluation(name: &str) -> Option<Engine> {
        match name {
            evaluator::LEARNED => Some(Engine::ours()),
            // The name of the search is taken.
            OWN_NAME | HAND_MADE => Some(Engine::own(HAND_MADE, evaluator::by_name(OWN_NAME)?)),
            _ => Some(Engine::own(name, evaluator::by_name(name)?)),
        }
    }

    /// Our search with any evaluation. The tutor speaks of our usual features.
    pub fn own(name: &str, factory: EvaluatorFactory) -> Engine {
        let features = if name == "untuned" { Weights::untuned() } else { Weights::tuned() };
        Engine { name: name.into(), kind: Kind::Own { factory, features } }
    }

    /// Our search with other weights of our features, which the tutor then speaks of.
    pub fn with_weights(name: &str, features: Arc<Weights>) -> Engine {
        let weights = features.clone();
        let factory: EvaluatorFactory =
            Arc::new(move || Box::new(Evaluation::new("weights", weights.clone())));
        Engine { name: name.into(), kind: Kind::Own { factory, features } }
    }

    /// Another program that speaks UCI.
    pub fn program(name: &str, command: &str) -> Engine {
        Engine { name: name.into(), kind: Kind::Program { command: command.to_owned(), patience: PATIENCE } }
    }

    /// Stockfish, where it is installed: it judges better than our own search.
    pub fn stockfish() -> Option<Engine> {
        let (name, command) = philidor_uci::installed().into_iter().find(|(name, _)| name == STOCKFISH)?;
        Some(Engine::program(&name, &command))
    }

    /// Programs that were given names, and the well-known ones that are installed under other names.
    pub fn programs(named: &[(String, String)], longest: Duration) -> Vec<Engine> {
        let mut all: Vec<(String, String)> = named.to_vec();
        for (name, command) in philidor_uci::installed() {
            if all.iter().all(|(known, _)| *known != name) {
                all.push((name, command));
            }
        }
        all.iter().map(|(name, command)| Engine::program(name, command).within(longest)).collect()
    }

    /// The engine that is asked unless somebody else is: stockfish, if it is among these, else ours.
    pub fn usual(programs: &[Engine]) -> &'static str {
        if programs.iter().any(|engine| &*engine.name == STOCKFISH) { STOCKFISH } else { OWN_NAME }
    }

    /// The same, but a program that takes longer for an answer gives none.
    #[must_use]
    pub fn within(mut self, longest: Duration) -> Engine {
        if let Kind::Program { patience, .. } = &mut self.kind {
            *patience = longest;
        }
        self
    }

    /// The name it is asked for by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is another program.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program { .. })
    }

    pub(crate) fn place(
        &self,
        pos: &philidor_chess::shakmaty::Chess,
        past: Option<&philidor_know::search::Game>,
    ) -> Place {
        Place::new(&self.name, pos, past)
    }

    /// The evaluation whose features the tutor names.
    pub(crate) fn features(&self) -> Evaluation {
        match &self.kind {
            Kind::Own { features, .. } => Evaluation::new("features", features.clone()),
            Kind::Program { .. } => Evaluation::tuned(),
        }
    }
}

/// Answers questions by searching.
pub(crate) trait Source: Send {
    /// From now on a search ends when this token is raised.
    fn set_stop(&mut self, stop: &Stop);

    /// Whether it still runs.
    fn is_alive(&mut self) -> bool {
        true
    }

    /// The lines asked for, within a budget.
    fn ask(&mut self, question: &Question<'_>, nodes: u64) -> Result<Vec<Look>, AnalystError>;

    /// What it is called.
    fn name(&self) -> String;

    /// Searches until it is stopped or the nodes are spent; `hear` gets depth, nodes and lines, again and again. It can be asked
    /// again afterwards.
    fn live(
        &mut self,
        game: &Game,
        count: usize,
        nodes: u64,
        hear: &mut (dyn FnMut(u32, u64, Vec<Look>) + Send),
    ) -> Result<(), AnalystError>;
}

/// A permit to search, given back when it is dropped.
pub type Permit = Box<dyn Send>;

/// Whoever decides when a search may begin.
pub trait Turns: Send + Sync {
    /// Waits until it is our turn; an error says in words why it never will be.
    fn wait(&self) -> Result<Permit, String>;
}

/// The engine of a session: it remembers what was analysed, and starts nothing before it is needed. Where tables know the answer
/// nobody is asked; where another program fails, ours goes on in its place.
pub(crate) struct Recalling<'s> {
    session: &'s Session,
    engine: &'s Engine,
    name: String,
    /// Of a best line.
    budget: Budget,
    /// A position that a game has settled is worth what it was worth there.
    settled: bool,
    source: Option<Box<dyn Source>>,
    /// Larger tables that answered.
    tables: BTreeSet<String>,
    /// Why another engine answers than the one that was asked.
    remark: Option<String>,
}

/// First choices that turn out to be mated, after each of which the other moves are looked at.
const MOST_MATED: usize = 3;
/// Nodes that go into the choice among moves that all draw by the tables.
const DRAWING_NODES: u64 = 20_000;

impl<'s> Recalling<'s> {
    pub(crate) fn new(session: &'s Session, budget: Budget, settled: bool) -> Recalling<'s> {
        let engine = session.engine();
        let name = session.engine_name();
        let (source, tables, remark) = (None, BTreeSet::new(), None);
        let mut new = Recalling { session, engine, name, budget, settled, source, tables, remark };
        if let Some(reason) = session.room.failures.given_up(engine) {
            new.fall_back(reason);
        }
        new
    }

    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    /// The engine, running: an idle one, or a new one.
    pub(crate) fn source(&mut self) -> Result<&mut dyn Source, AnalystError> {
        let mut source = match self.source.take().or_else(|| self.session.room.idle.take(self.engine)) {
            Some(source) => source,
            None => self.start()?,
        };
        source.set_stop(&self.session.stop);
        Ok(&mut **self.source.insert(source))
    }

    /// Whether the engine may be asked again after this.
    pub(crate) fn keep(&mut self, sound: bool) {
        if !sound {
            self.source = None;
        }
    }

    fn start(&mut self) -> Result<Box<dyn Source>, AnalystError> {
        Ok(match &self.engine.kind {
            Kind::Own { factory, .. } => Box::new(Own::new(factory.clone(), self.session.endings().clone())),
            Kind::Program { command, patience } => {
                let program = Program::start(command, *patience).map_err(|error| AnalystError {
                    analyst: self.engine.name().to_owned(),
                    reason: error.to_string(),
                })?;
                self.session.note_engine_name(program.name());
                program.name().clone_into(&mut self.name);
                Box::new(program)
            }
        })
    }

    /// From now on our own search answers.
    fn fall_back(&mut self, reason: String) {
        self.engine = self.session.room.own();
        self.source = None;
        OWN_NAME.clone_into(&mut self.name);
        self.remark = Some(reason);
    }

    fn search(&mut self, question: &Question<'_>, nodes: u64) -> Result<Vec<Look>, AnalystError> {
        let (mut looks, mut refuted) = self.searched(question, nodes)?;
        // A move that is mated takes no other's place.
        let mut tries = MOST_MATED;
        while refuted && question.only.is_empty() && tries > 0 {
            let rest = mates::others(question, &looks);
            if rest.is_empty() {
                break;
            }
            let more = self.searched(&Question { only: &rest, ..question.clone() }, nodes)?;
            looks.extend(more.0);
            looks.sort_by_key(|look| std::cmp::Reverse(look.score));
            (refuted, tries) = (more.1, tries - 1);
        }
        looks.truncate(question.lines.max(1));
        Ok(looks)
    }

    /// What the engine finds, with what tables and mates make of it, and whether a mate was new to it.
    fn searched(&mut self, question: &Question<'_>, nodes: u64) -> Result<(Vec<Look>, bool), AnalystError> {
        let began = Instant::now();
        let looks = self.source()?.ask(question, nodes);
        let (fen, took) = (write_fen(question.pos), began.elapsed());
        tracing::debug!(engine = self.engine.name(), fen, nodes, lines = question.lines, ?took, "looked at");
        if looks.is_err() || self.session.stop.is_raised() {
            // Dead, or in the middle of something: the next question gets a new one.
            self.source = None;
        }
        if self.session.stop.is_raised() {
            return Err(AnalystError::interrupted(&self.name));
        }
        let mut looks = looks?;
        let session = self.session;
        if looks.is_empty() && !question.pos.legal_moves().is_empty() {
            let reason = format!("it names no legal move in {}", write_fen(question.pos));
            return Err(AnalystError { analyst: self.name.clone(), reason });
        }
        correct(&mut looks, &*session.endings().probe(question.pos, &session.stop));
        let refuted = mates::see(question, &mut looks);
        Ok((looks, refuted))
    }

    /// Searches until the answer is settled, if the budget says so.
    fn settle(&mut self, question: &Question<'_>, budget: Budget) -> Result<Vec<Look>, AnalystError> {
        let nodes = |nodes: u64| nodes * u64::from(question.permille) / 1000;
        if !budget.settled || !is_best(question) {
            return self.search(question, nodes(budget.nodes));
        }
        let [first, usual, longest] = budget.stages();
        let early = self.search(&Question { lines: 1, ..question.clone() }, first)?;
        let found = self.search(question, usual)?;
        if agree(early.first(), found.first()) { Ok(found) } else { self.search(question, longest) }
    }

    /// The answer of tables, or of the engine.
    fn answer(&mut self, question: &Question<'_>, budget: Budget) -> Result<Vec<Look>, AnalystError> {
        let session = self.session;
        let Some(known) = session.endings().known_moves(question.pos, &session.stop) else {
            let looks = self.settle(question, budget)?;
            return self.with_theory(question, budget, looks);
        };
        session.endings().clone().exact_lines(
            question.pos,
            &known,
            (question.only, question.lines),
            &mut |lines, only| {
                let among = Question { lines, only, permille: 1000, ..question.clone() };
                self.search(&among, DRAWING_NODES.min(budget.nodes))
            },
        )
    }

    /// The same with what the theory of an ending knows of it: a move that it holds best has a line.
    fn with_theory(
        &mut self,
        question: &Question<'_>,
        budget: Budget,
        mut looks: Vec<Look>,
    ) -> Result<Vec<Look>, AnalystError> {
        let session = self.session;
        let (endings, stop) = (session.endings(), &session.stop);
        let Some(mut decided) = endings.decided(question.pos, stop) else { return Ok(looks) };
        let keeping = decided.keeping(question.only);
        let told = |look: &Look| look.first().is_some_and(|mv| keeping.contains(&mv));
        if !keeping.is_empty() && !looks.iter().any(told) {
            let among = Question { lines: 1, only: &keeping, permille: 1000, ..question.clone() };
            looks.extend(self.search(&among, DRAWING_NODES.min(budget.nodes))?);
        }
        decided.look_closer(endings, question.pos, &looks, stop);
        decided.correct(&mut looks);
        looks.truncate(question.lines.max(1));
        Ok(looks)
    }

    fn recall(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let session = self.session;
        let material = Material::of(question.pos.board());
        if material.men() > SOLVED_AT_ONCE && session.endings().knows(question.pos) {
            self.tables.insert(material.canonical().to_string());
        }
        let place = self.engine.place(question.pos, question.past);
        let known = session.memory.known(&place);
        let budget = self.budget.max(known.budget);
        let share = Budget { nodes: budget.nodes * u64::from(question.permille) / 1000, ..budget };
        let asked = Asked { place, lines: question.lines, only: question.only.to_vec(), budget: share };
        let found = match session.memory.answer(&asked) {
            Some(found) => found,
            None => {
                // The turn comes first: whoever waits for another's answer must not keep him from searching.
                let _permit = session.wait_for_turn(&self.name)?;
                let search = || Ok(self.answer(question, budget)?.iter().map(Found::new).collect());
                session.memory.answer_or(&asked, &session.stop, search)?
            }
        };
        let looks = found.iter().filter_map(|found| found.look(question.pos));
        let mut looks: Vec<Look> = looks.take(question.lines.max(1)).collect();
        if is_best(question) {
            session.memory.note(&asked.place, budget);
            let anchor = session.anchor.as_ref().filter(|anchor| anchor.0 == *question.pos);
            let settled = anchor.map(|anchor| anchor.1.clone()).or(known.settled).filter(|_| self.settled);
            if let Some(settled) = settled.and_then(|found| found.look(question.pos)) {
                settle(&mut looks, settled);
            }
        }
        Ok(looks)
    }
}

/// The question that gives a position its score.
fn is_best(question: &Question<'_>) -> bool {
    question.only.is_empty() && question.permille == 1000
}

/// Expected results (scale -1 … 1) that are as good as the same.
const SETTLED_CHANCE: f64 = 0.08;

/// Two searches found the same move, and the same to say of it.
fn agree(early: Option<&Look>, late: Option<&Look>) -> bool {
    let (Some(early), Some(late)) = (early, late) else { return early.is_none() && late.is_none() };
    let (a, b) = (early.rated(), late.rated());
    early.first() == late.first()
        && (Margin::of(a) == Margin::of(b) || (a.expected() - b.expected()).abs() < SETTLED_CHANCE / 2.0)
        && (a.expected() - b.expected()).abs() < SETTLED_CHANCE
}

/// What our own engine is called.
pub(crate) const OWN_NAME: &str = "philidor";
/// Our search with the hand-made evaluation instead of the net.
const HAND_MADE: &str = "hand-made";

/// Programs that failed, and how often in a row.
#[derive(Default)]
pub(crate) struct Failures(Mutex<HashMap<Arc<str>, (u32, String)>>);

/// After so many failures in a row a program is not asked again.
const MOST_FAILURES: u32 = 3;

impl Failures {
    /// Why a program is not asked any more.
    fn given_up(&self, engine: &Engine) -> Option<String> {
        let failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        failures.get(&engine.name).filter(|(times, _)| *times >= MOST_FAILURES).map(|(_, why)| why.clone())
    }

    fn note(&self, engine: &Engine, reason: &str) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = failures.entry(engine.name.clone()).or_default();
        *entry = (entry.0 + 1, reason.to_owned());
    }

    fn forget(&self, engine: &Engine) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&engine.name);
    }
}

impl Drop for Recalling<'_> {
    fn drop(&mut self) {
        if let Some(source) = self.source.take() {
            self.session.room.idle.put(self.engine, source);
        }
    }
}

/// An engine and the name it was asked for by.
type Named = (Arc<str>, Box<dyn Source>);

/// Engines that wait for the next question: starting one costs more than many an answer.
#[derive(Default)]
pub(crate) struct Idle(Mutex<Vec<Named>>);

/// Engines that may wait at the same time.
const MOST_IDLE: usize = 8;

impl Idle {
    /// One that still runs.
    fn take(&self, engine: &Engine) -> Option<Box<dyn Source>> {
        loop {
            let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let at = idle.iter().rposition(|(name, _)| *name == engine.name)?;
            let (_, mut source) = idle.remove(at);
            drop(idle);
            if source.is_alive() {
                return Some(source);
            }
        }
    }

    fn put(&self, engine: &Engine, source: Box<dyn Source>) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((engine.name.clone(), source));
        // The one that has waited longest goes; it ends outside the lock.
        let gone = (idle.len() > MOST_IDLE).then(|| idle.remove(0));
        drop(idle);
        drop(gone);
    }
}

/// Puts the line that a game has settled first; the others are worth no more.
fn settle(looks: &mut Vec<Look>, settled: Look) {
    let count = looks.len();
    let (first, score) = (settled.first(), settled.score);
    let others = std::mem::take(looks).into_iter().filter(|look| look.first() != first);
    let others = others.map(|look| look.at_most(score));
    *looks = std::iter::once(settled).chain(others).take(count).collect();
    looks.sort_by_key(|look| std::cmp::Reverse(look.score));
}

impl Analyst for Recalling<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn analysis(&self) -> Analysis {
        Analysis {
            analyst: self.name.clone(),
            nodes: self.budget.nodes,
            tables: self.tables.iter().cloned().collect(),
            remark: self.remark.clone(),
        }
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let failures = &self.session.room.failures;
        match self.recall(question) {
            Err(error) if self.engine.is_program() && !self.session.stop.is_raised() => {
                tracing::info!("{error}: our own search goes on");
                failures.note(self.engine, &error.to_string());
                self.fall_back(error.to_string());
                self.recall(question)
            }
            Ok(looks) => {
                if self.engine.is_program() {
                    failures.forget(self.engine);
                }
                Ok(looks)
            }
            Err(error) => Err(error),
        }
    }
}
