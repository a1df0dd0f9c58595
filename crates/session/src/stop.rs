//! The token with which somebody ends the work.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// A flag that is raised once and stays up. Searches, engines and the table solver look at it while they run.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that nobody has raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends all work that was given this token.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether somebody has raised it.
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// The flag itself, for those that take one.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}

impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }
}
