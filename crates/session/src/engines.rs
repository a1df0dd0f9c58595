//! Who looks ahead: our own search with one of our evaluations, or another program.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use philidor_know::{
    eval::{Evaluation, Weights},
    evaluator,
    search::EvaluatorFactory,
};
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Question},
    look::Look,
};

use crate::{
    Session, Stop,
    memory::{Asked, Found, Place},
    own::Own,
    program::Program,
};

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
    /// All evaluations that come with the program, the usual one first.
    pub fn shipped() -> Vec<Engine> {
        let own = |name: &str| Some(Engine::own(name, evaluator::by_name(name)?));
        evaluator::NAMES.into_iter().filter_map(own).collect()
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
}

/// A permit to search, given back when it is dropped.
pub type Permit = Box<dyn Send>;

/// Whoever decides when a search may begin.
pub trait Turns: Send + Sync {
    /// Waits until it is our turn; an error says in words why it never will be.
    fn wait(&self) -> Result<Permit, String>;
}

/// The engine of a session: it remembers what was analysed, and starts nothing before it is needed.
pub(crate) struct Recalling<'s> {
    session: &'s Session,
    engine: &'s Engine,
    name: String,
    /// Nodes of a best line.
    nodes: u64,
    /// A position that a game has settled is worth what it was worth there.
    settled: bool,
    source: Option<Box<dyn Source>>,
}

impl<'s> Recalling<'s> {
    pub(crate) fn new(session: &'s Session, nodes: u64, settled: bool) -> Recalling<'s> {
        let engine = session.engine();
        Recalling { session, engine, name: session.engine_name(), nodes, settled, source: None }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
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

    fn search(&mut self, question: &Question<'_>, nodes: u64) -> Result<Vec<Found>, AnalystError> {
        let looks = self.source()?.ask(question, nodes);
        if looks.is_err() || self.session.stop.is_raised() {
            // Dead, or in the middle of something: the next question gets a new one.
            self.source = None;
        }
        if self.session.stop.is_raised() {
            return Err(AnalystError::interrupted(&self.name));
        }
        Ok(looks?.iter().map(Found::new).collect())
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

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let session = self.session;
        let place = self.engine.place(question.pos, question.past);
        let known = session.memory.known(&place);
        let nodes = self.nodes.max(known.nodes);
        let best = question.only.is_empty() && question.permille == 1000;
        let asked = Asked {
            place,
            lines: question.lines,
            only: question.only.to_vec(),
            nodes: nodes * u64::from(question.permille) / 1000,
        };
        let looks = |found: &[Found]| -> Vec<Look> {
            let looks = found.iter().filter_map(|found| found.look(question.pos));
            looks.take(question.lines.max(1)).collect()
        };
        if question.carry_on {
            // Searched in any case, so that the answers after it do not depend on what is known here.
            let _permit = session.wait_for_turn(&self.name)?;
            let found = self.search(question, self.nodes * u64::from(question.permille) / 1000)?;
            let deeper = session.memory.answer(&asked).filter(|_| nodes > self.nodes);
            return Ok(looks(deeper.as_deref().unwrap_or(&found)));
        }
        let found = match session.memory.answer(&asked) {
            Some(found) => found,
            None => {
                // The turn comes first: whoever waits for another's answer must not keep him from searching.
                let _permit = session.wait_for_turn(&self.name)?;
                session.memory.answer_or(&asked, &session.stop, || self.search(question, asked.nodes))?
            }
        };
        let mut looks = looks(&found);
        if best {
            session.memory.note(&asked.place, nodes);
            let settled = known.settled.filter(|_| self.settled);
            if let Some(settled) = settled.and_then(|found| found.look(question.pos)) {
                settle(&mut looks, settled);
            }
        }
        Ok(looks)
    }
}
