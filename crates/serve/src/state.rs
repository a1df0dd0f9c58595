//! What all handlers share: the tutor's session, the library, the queue and the jobs.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use philidor_chess::Material;
use philidor_report::stats::Stats;
use philidor_rules::{Rules, validate::Ground};
use philidor_session::{Session, Stop};
use philidor_truth::{Table, Tables};
use tokio::{sync::Semaphore, time::timeout};

use crate::{
    Config, door::Door, error::ApiError, jobs::Jobs, library::Library, queue::Queue, watch::Metrics,
};

/// How long a request may wait for a place.
const WAIT: Duration = Duration::from_secs(15);
/// How long its work may take.
const WORK: Duration = Duration::from_secs(30);

/// Wrong tokens that are answered at the same time.
const GUESSES: usize = 8;

/// Shared by all handlers.
pub(crate) struct Shared {
    pub(crate) session: Session,
    pub(crate) library: Arc<Library>,
    pub(crate) queue: Queue,
    pub(crate) jobs: Jobs,
    pub(crate) door: Door,
    pub(crate) metrics: Metrics,
    /// Wrong tokens that are being answered, slowly.
    pub(crate) guesses: Semaphore,
    pub(crate) token: Option<String>,
    pub(crate) runs: Vec<PathBuf>,
    stats: Mutex<HashMap<Material, Arc<Stats>>>,
}

/// A handle on [`Shared`].
pub(crate) type App = Arc<Shared>;

/// Raises a stop flag when the request that owns it goes away.
struct RaiseOnDrop(Stop);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl Shared {
    pub(crate) fn new(library: Arc<Library>, config: &Config) -> Result<Shared, prometheus::Error> {
        Ok(Shared {
            session: config.session.clone(),
            jobs: Jobs::new(library.clone()),
            library,
            queue: Queue::new(config.searches),
            token: config.token.clone(),
            runs: config.runs.clone(),
            door: Door::new(),
            metrics: Metrics::new()?,
            guesses: Semaphore::new(GUESSES),
            stats: Mutex::default(),
        })
    }

    /// Does heavy work in its turn. If the client goes away, or time is up, the work is told to stop.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Shared>,
        client: &str,
        work: impl FnOnce(&Shared, &Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = |_| ApiError::Busy { what: "all cores are busy", seconds: 5 };
        let asked = Instant::now();
        let place = timeout(WAIT, self.queue.place(client)).await.map_err(busy)??;
        let began = Instant::now();
        let stop = Stop::new();
        let _raise = RaiseOnDrop(stop.clone());
        let app = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&app, &stop)
        });
        let late = |_| ApiError::Busy { what: "this took too long and was stopped", seconds: 10 };
        let done = timeout(WORK, done).await;
        self.metrics.work(began - asked, began.elapsed());
        done.map_err(late)?.map_err(ApiError::internal)?
    }

    /// Does something with the library, off the threads that serve.
    pub(crate) async fn shelf<T: Send + 'static>(
        self: &Arc<Shared>,
        work: impl FnOnce(&Library) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let library = self.library.clone();
        tokio::task::spawn_blocking(move || work(&library)).await.map_err(ApiError::internal)?
    }

    /// The tables themselves.
    pub(crate) fn tables(&self) -> &Tables {
        self.session.endings().tables()
    }

    /// The table of an endgame; small ones are solved if they are missing.
    pub(crate) fn table(&self, material: Material, stop: &Stop) -> Result<Arc<Table>, ApiError> {
        let table = self.session.endings().table(material, stop).map_err(ApiError::internal)?;
        table.ok_or_else(|| {
            ApiError::NotFound(format!(
                "the table of {} is not solved yet: ask for it with POST /api/tables/{}/build, or `philidor tables build {}`",
                material.canonical(),
                material.canonical(),
                material.canonical()
            ))
        })
    }

    /// Solves a small endgame and all it leads to, if that is missing.
    pub(crate) fn solve(&self, material: Material, stop: &Stop) -> Result<(), ApiError> {
        self.session.endings().solve(material, stop).map_err(ApiError::internal)
    }

    /// The counts of a whole table, made once.
    pub(crate) fn stats(&self, material: Material, stop: &Stop) -> Result<Arc<Stats>, ApiError> {
        let material = material.canonical();
        let known =
            |s: &Shared| s.stats.lock().unwrap_or_else(PoisonError::into_inner).get(&material).cloned();
        if let Some(stats) = known(self) {
            return Ok(stats);
        }
        let table = self.table(material, stop)?;
        let stats = Arc::new(Stats::new(self.tables(), &table).map_err(ApiError::internal)?);
        self.stats.lock().unwrap_or_else(PoisonError::into_inner).insert(material, stats.clone());
        Ok(stats)
    }

    /// The tables under a theory.
    pub(crate) fn ground(&self, material: Material, stop: &Stop) -> Result<Ground, ApiError> {
        self.table(material, stop)?;
        Ok(self.session.endings().ground(material, stop)?)
    }
}

/// The endgame that rules are about.
pub(crate) fn subject(rules: &Rules) -> Result<Material, ApiError> {
    rules.subject.material.ok_or_else(|| ApiError::Bad("these rules are about no endgame".into()))
}
