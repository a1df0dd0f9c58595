//! Who may look ahead: our own evaluations, and the programs that the server was started with. A request names one of them
//! and never a command.

use std::{fmt, sync::Arc};

use philidor_know::evaluator;
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Interruptible},
    look::Looker,
};

use crate::{
    error::ApiError,
    state::{Shared, Stop},
};

/// Starts a program for a number of nodes per position.
pub type Start = dyn Fn(u64) -> Result<Box<dyn Analyst>, AnalystError> + Send + Sync;

/// Another program that may be asked instead of our own search.
#[derive(Clone)]
pub struct Outside {
    /// Under which it is asked for.
    pub name: String,
    /// Starts it.
    pub start: Arc<Start>,
}

impl fmt::Debug for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outside").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Shared {
    /// Whether there is an engine of this name.
    pub(crate) fn check_engine(&self, name: &str) -> Result<(), ApiError> {
        if evaluator::by_name(name).is_some() || self.outside(name).is_some() {
            return Ok(());
        }
        let shown: String = name.chars().take(30).collect();
        let all = evaluator::NAMES.into_iter().chain(self.engines.iter().map(|e| e.name.as_str()));
        let all: Vec<&str> = all.collect();
        Err(ApiError::Bad(format!("no engine {shown:?}: there are {}", all.join(", "))))
    }

    /// The other program of this name.
    pub(crate) fn outside(&self, name: &str) -> Option<&Outside> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// An analyst by name, with a budget for each position.
    pub(crate) fn analyst(&self, name: &str, nodes: u64, stop: &Stop) -> Result<Interruptible, ApiError> {
        self.check_engine(name)?;
        let inner: Box<dyn Analyst> = match (evaluator::by_name(name), self.outside(name)) {
            (None, Some(outside)) => (outside.start)(nodes).map_err(ApiError::analyst)?,
            (factory, _) => Box::new(Looker::new(factory.ok_or_else(|| ApiError::bad(name))?, nodes)),
        };
        Ok(Interruptible::new(inner, stop.clone()))
    }
}
