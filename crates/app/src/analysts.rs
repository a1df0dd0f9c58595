//! Who looks ahead for the tutor: our own search with its tables, or any UCI engine.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use philidor_know::search::{EvaluatorFactory, Game, TableProbe};
use philidor_tutor::{
    Line,
    analyst::{Analyst, AnalystError, Question},
    look::{Look, Looker},
};

use crate::uci_client::UciEngine;

/// How to make analysts: each worker gets one of its own.
#[derive(Clone)]
pub(crate) enum Source {
    /// Our search.
    Own { factory: EvaluatorFactory, tables: Option<Arc<dyn TableProbe>> },
    /// Another program.
    Outside { command: String },
}

impl Source {
    /// An analyst with a budget of `nodes` per position.
    pub(crate) fn start(&self, nodes: u64) -> anyhow::Result<Box<dyn Analyst>> {
        Ok(match self {
            Source::Own { factory, tables } => {
                let mut looker = Looker::new(factory.clone(), nodes);
                looker.set_tables(tables.clone());
                Box::new(looker)
            }
            Source::Outside { command } => Box::new(Outside::start(command, nodes)?),
        })
    }
}

/// Hash table of an outside engine.
const HASH_MIB: &str = "16";

/// Longest wait for one answer: thirty seconds and what the budget takes at 20,000 nodes a second.
fn patience(nodes: u64) -> Duration {
    Duration::from_millis(30_000 + nodes / 20)
}

/// A UCI engine as analyst.
struct Outside {
    engine: UciEngine,
    command: String,
    nodes: u64,
    multi_pv: usize,
}

impl Outside {
    fn start(command: &str, nodes: u64) -> anyhow::Result<Outside> {
        let options = [("Threads", "1"), ("Hash", HASH_MIB)].map(|(n, v)| (n.to_owned(), v.to_owned()));
        let engine = UciEngine::start(command, &options)?;
        Ok(Outside { engine, command: command.to_owned(), nodes, multi_pv: 1 })
    }

    fn error(&self, reason: impl ToString) -> AnalystError {
        AnalystError { analyst: self.command.clone(), reason: reason.to_string() }
    }
}

impl Analyst for Outside {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn begin(&mut self) -> Result<(), AnalystError> {
        self.engine.new_game().map_err(|e| self.error(e))
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let lines = question.lines.max(1);
        if self.multi_pv != lines {
            self.engine.set_option("MultiPV", &lines.to_string());
            self.multi_pv = lines;
        }
        let nodes = (self.nodes * u64::from(question.permille) / 1000).max(1);
        let mut go = format!("nodes {nodes}");
        if !question.only.is_empty() {
            go.push_str(" searchmoves");
            for mv in question.only {
                go.push(' ');
                go.push_str(&mv.to_uci(philidor_chess::shakmaty::CastlingMode::Standard).to_string());
            }
        }
        let game = Game::new(question.pos.clone());
        let found = self.engine.analyse(&game, &go, patience(nodes)).map_err(|e| self.error(e))?;
        let allowed = |look: &Look| {
            question.only.is_empty() || look.line.steps().first().is_some_and(|s| question.only.contains(&s.mv))
        };
        let looks: Vec<Look> = found
            .into_iter()
            .filter_map(|(moves, score)| Some(Look { line: Line::from_moves(question.pos, &moves).ok()?, score }))
            .filter(allowed)
            .collect();
        if looks.is_empty() {
            return Err(self.error("it answered with moves it was not asked about"));
        }
        Ok(looks)
    }
}

/// An analyst that stops when somebody asks: every question after that is an error.
pub(crate) struct Interruptible {
    inner: Box<dyn Analyst>,
    stop: Arc<AtomicBool>,
}

impl Interruptible {
    pub(crate) fn new(inner: Box<dyn Analyst>, stop: Arc<AtomicBool>) -> Interruptible {
        Interruptible { inner, stop }
    }
}

impl Analyst for Interruptible {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn begin(&mut self) -> Result<(), AnalystError> {
        self.inner.begin()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        if self.stop.load(Relaxed) {
            return Err(AnalystError { analyst: self.name().to_owned(), reason: "interrupted".to_owned() });
        }
        self.inner.lines(question)
    }
}
