//! What an engine needs from outside the protocol: evaluations, endgame tables, time.

use std::{
    error::Error,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use cpu_time::ThreadTime;
use philidor_know::{
    evaluator,
    search::{Clock, EvaluatorFactory, TableProbe},
};

/// Why something could not be had; its text is for a person.
pub type Failure = Box<dyn Error + Send + Sync>;

/// How much we dislike a draw in a game, in centipawns; analysis has none.
pub const CONTEMPT_CP: i32 = 10;

/// Where evaluations and tables come from: files, or only what is compiled in ([`Shipped`]).
pub trait Resources: Send + Sync {
    /// The evaluation called `name`; the error says which there are.
    fn evaluator(&self, name: &str) -> Result<EvaluatorFactory, Failure>;

    /// Endgame tables for a search, with Syzygy files from `syzygy_path` unless it is empty; and what was found, in words.
    fn tables(&self, syzygy_path: &str) -> Result<(Arc<dyn TableProbe>, String), Failure>;
}

/// The evaluations that are compiled in, and no tables.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shipped;

impl Resources for Shipped {
    fn evaluator(&self, name: &str) -> Result<EvaluatorFactory, Failure> {
        let names = evaluator::NAMES.join(", ");
        evaluator::by_name(name)
            .ok_or_else(|| format!("no evaluation called {name:?}; there are {names}").into())
    }

    fn tables(&self, _syzygy_path: &str) -> Result<(Arc<dyn TableProbe>, String), Failure> {
        Err("no endgame tables".into())
    }
}

/// Time since an instant.
#[derive(Debug, Clone, Copy)]
pub struct WallClock(Instant);

impl WallClock {
    /// Starts now.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed_us(&self) -> u64 {
        self.0.elapsed().as_micros() as u64
    }
}

/// Processor time of the thread that searches, from when it is first asked: on a busy machine a search of one thread then
/// does as much work as on a quiet one.
#[derive(Debug, Default)]
pub struct ProcessorClock {
    began: OnceLock<Duration>,
    last_us: AtomicU64,
}

impl ProcessorClock {
    /// What the clock told last, for those who are not the thread that searched.
    pub fn told_us(&self) -> u64 {
        self.last_us.load(Relaxed)
    }
}

impl Clock for ProcessorClock {
    fn elapsed_us(&self) -> u64 {
        let now = ThreadTime::now().as_duration();
        let us = now.saturating_sub(*self.began.get_or_init(|| now)).as_micros() as u64;
        self.last_us.store(us, Relaxed);
        us
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_costs_no_processor_time() {
        let clock = ProcessorClock::default();
        assert_eq!(clock.elapsed_us(), 0);
        std::thread::sleep(Duration::from_millis(30));
        assert!(clock.elapsed_us() < 20_000);
        let began = std::time::Instant::now();
        while clock.elapsed_us() < 20_000 {
            assert!(began.elapsed() < Duration::from_secs(60), "the clock stands still");
        }
        assert!(clock.told_us() >= 20_000);
    }
}
