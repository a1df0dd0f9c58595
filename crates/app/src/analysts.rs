//! Who looks ahead for the tutor: our own search with its tables, or any UCI engine.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use philidor_know::search::{EvaluatorFactory, TableProbe};
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Question},
    look::{Look, Looker},
};

use crate::uci_analyst::UciAnalyst;

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
            Source::Outside { command } => Box::new(UciAnalyst::start(command, nodes)?),
        })
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
