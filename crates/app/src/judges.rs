//! Our evaluations by name, and the wall clock the search is handed.

use std::{sync::Arc, time::Instant};

use anyhow::{Context, bail};
use philidor_know::{
    eval::{Evaluation, Weights},
    evaluator::{GnuLike, MaterialOnly},
    search::{Clock, EvaluatorFactory},
};

/// The evaluations a match or the `Evaluation` option can name.
pub(crate) const NAMES: [&str; 4] = ["philidor", "untuned", "gnu-like", "material"];

/// How much we dislike a draw in a game, in centipawns; analysis has none.
pub(crate) const CONTEMPT_CP: i32 = 10;

/// The evaluation called `name`, or ours with the weights of a file.
pub(crate) fn by_name(name: &str) -> anyhow::Result<EvaluatorFactory> {
    Ok(match name {
        "philidor" => Arc::new(|| Box::new(Evaluation::tuned())),
        "untuned" => Arc::new(|| Box::new(Evaluation::untuned())),
        "gnu-like" => Arc::new(|| Box::new(GnuLike)),
        "material" => Arc::new(|| Box::new(MaterialOnly)),
        _ if name.ends_with(".txt") => {
            let text =
                std::fs::read_to_string(name).with_context(|| format!("reading weights from {name}"))?;
            let weights = Arc::new(Weights::parse(&text).with_context(|| format!("in {name}"))?);
            Arc::new(move || Box::new(Evaluation::new("weights", weights.clone())))
        }
        _ => bail!("no evaluation called {name:?}; there are {}, or a weights file (.txt)", NAMES.join(", ")),
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
