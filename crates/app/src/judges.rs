//! Our evaluations by name, and the wall clock the search is handed.

use std::{sync::Arc, time::Instant};

use anyhow::bail;
use philidor_know::{
    eval::Evaluation,
    evaluator::{GnuLike, MaterialOnly},
    search::{Clock, EvaluatorFactory},
};

/// The evaluations a match or the `Evaluation` option can name.
pub(crate) const NAMES: [&str; 4] = ["philidor", "untuned", "gnu-like", "material"];

/// The evaluation called `name`.
pub(crate) fn by_name(name: &str) -> anyhow::Result<EvaluatorFactory> {
    Ok(match name {
        "philidor" => Arc::new(|| Box::new(Evaluation::tuned())),
        "untuned" => Arc::new(|| Box::new(Evaluation::untuned())),
        "gnu-like" => Arc::new(|| Box::new(GnuLike)),
        "material" => Arc::new(|| Box::new(MaterialOnly)),
        _ => bail!("no evaluation called {name:?}; there are {}", NAMES.join(", ")),
    })
}

/// Time since an instant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WallClock(pub(crate) Instant);

impl WallClock {
    /// Starts now.
    pub(crate) fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed_us(&self) -> u64 {
        self.0.elapsed().as_micros() as u64
    }
}
