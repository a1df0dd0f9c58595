//! What all handlers share: tables, theories, the library, the queue and the jobs.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use philidor_chess::Material;
use philidor_rules::{Endgames, RuleSource, Rules, ValidatedRules, library::Shipped, validate::Ground};
use philidor_truth::{MOST_MEN, Table, Tables, Watch};
use tokio::time::timeout;

use crate::{
    Config, answer::stats::Stats, engines::Outside, error::ApiError, jobs::Jobs, library::Library,
    queue::Queue,
};

/// Men up to which missing tables are solved on the spot.
pub(crate) const SOLVED_AT_ONCE: usize = 4;
/// How long a request may wait for a place.
const WAIT: Duration = Duration::from_secs(15);
/// How long its work may take.
const WORK: Duration = Duration::from_secs(30);

/// Shared by all handlers.
pub(crate) struct Shared {
    pub(crate) tables: Tables,
    pub(crate) library: Arc<Library>,
    pub(crate) queue: Queue,
    pub(crate) jobs: Jobs,
    pub(crate) token: Option<String>,
    pub(crate) engines: Vec<Outside>,
    pub(crate) runs: Vec<PathBuf>,
    /// Endgames whose probes need no solver; a table that was there stays there.
    at_hand: RwLock<HashSet<Material>>,
    /// One solver at a time: two requests for the same table wait for one run.
    solving: Mutex<()>,
    stats: Mutex<HashMap<Material, Arc<Stats>>>,
    theories: Mutex<HashMap<&'static str, Arc<ValidatedRules>>>,
}

/// A handle on [`Shared`].
pub(crate) type App = Arc<Shared>;

/// Raised when nobody waits for an answer any more.
pub(crate) type Stop = Arc<AtomicBool>;

/// Raises a stop flag when the request that owns it goes away.
struct RaiseOnDrop(Stop);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    pub(crate) fn new(tables: Tables, library: Arc<Library>, config: &Config) -> Shared {
        Shared {
            tables,
            jobs: Jobs::new(library.clone()),
            library,
            queue: Queue::new(config.searches),
            token: config.token.clone(),
            engines: config.engines.clone(),
            runs: config.runs.clone(),
            at_hand: RwLock::default(),
            solving: Mutex::default(),
            stats: Mutex::default(),
            theories: Mutex::default(),
        }
    }

    /// Does heavy work in its turn. If the client goes away, or time is up, the work is told to stop.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Shared>,
        client: &str,
        work: impl FnOnce(&Shared, &Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = |_| ApiError::Busy { what: "all cores are busy", seconds: 5 };
        let place = timeout(WAIT, self.queue.place(client)).await.map_err(busy)??;
        let stop = Stop::default();
        let _raise = RaiseOnDrop(stop.clone());
        let app = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&app, &stop)
        });
        let late = |_| ApiError::Busy { what: "this took too long and was stopped", seconds: 10 };
        timeout(WORK, done).await.map_err(late)?.map_err(ApiError::internal)?
    }

    /// Does something with the library, off the threads that serve.
    pub(crate) async fn shelf<T: Send + 'static>(
        self: &Arc<Shared>,
        work: impl FnOnce(&Library) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let library = self.library.clone();
        tokio::task::spawn_blocking(move || work(&library)).await.map_err(ApiError::internal)?
    }

    /// The table of an endgame; small ones are solved if they are missing.
    pub(crate) fn table(&self, material: Material, stop: &Stop) -> Result<Arc<Table>, ApiError> {
        self.solve(material, stop)?;
        let table = self.tables.table(material).map_err(ApiError::internal)?;
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
        let men = material.men();
        let there = || self.tables.table(material).is_ok_and(|t| t.is_some());
        if men <= 2 || men > MOST_MEN || (men > SOLVED_AT_ONCE && !there()) {
            return Ok(());
        }
        // A promotion or capture leads to other tables, which may be missing even if this one is there.
        let missing = |m: &Material| self.tables.table(*m).map_or(true, |t| t.is_none());
        if !Tables::closure(&[material]).iter().any(missing) {
            return Ok(());
        }
        let _one = self.solving.lock().unwrap_or_else(PoisonError::into_inner);
        let watch = Watch { stop, hear: &|_| () };
        self.tables.build(&[material], false, watch).map_err(ApiError::internal)?;
        Ok(())
    }

    /// Whether a probe of this material needs no solver.
    pub(crate) fn is_at_hand(&self, material: Material) -> bool {
        if material.men() <= 2 || self.at_hand.read().is_ok_and(|known| known.contains(&material)) {
            return true;
        }
        let there = |&m: &Material| self.tables.table(m).is_ok_and(|t| t.is_some());
        let all = Tables::closure(&[material]).iter().all(there);
        if all && let Ok(mut known) = self.at_hand.write() {
            known.insert(material);
        }
        all
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
        let stats = Arc::new(Stats::new(&self.tables, &table).map_err(ApiError::internal)?);
        self.stats.lock().unwrap_or_else(PoisonError::into_inner).insert(material, stats.clone());
        Ok(stats)
    }

    /// The tables under a theory.
    pub(crate) fn ground(&self, material: Material, stop: &Stop) -> Result<Ground, ApiError> {
        self.table(material, stop)?;
        Ground::new(&self.tables, material)
            .ok_or_else(|| ApiError::Internal(format!("the tables of {material} are incomplete")))
    }

    /// A theory that comes with the program, checked once.
    pub(crate) fn theory(
        &self,
        shipped: &'static Shipped,
        stop: &Stop,
    ) -> Result<Arc<ValidatedRules>, ApiError> {
        let known = || {
            self.theories.lock().unwrap_or_else(PoisonError::into_inner).get(shipped.name.as_str()).cloned()
        };
        if let Some(theory) = known() {
            return Ok(theory);
        }
        let theory = Arc::new(self.validate(&shipped.source(), stop)?);
        self.theories.lock().unwrap_or_else(PoisonError::into_inner).insert(&shipped.name, theory.clone());
        Ok(theory)
    }

    /// Checks a theory at every position.
    pub(crate) fn validate(&self, source: &RuleSource, stop: &Stop) -> Result<ValidatedRules, ApiError> {
        let (rules, _) = source.resolve(&Endgames).map_err(|unusable| {
            let first = unusable.problems.first().map_or_else(String::new, |p| p.message.clone());
            ApiError::Bad(format!("{unusable}: {first}"))
        })?;
        let ground = self.ground(subject(&rules)?, stop)?;
        rules.validate(ground).map_err(|report| {
            let wrong: u64 = report.wrong.iter().sum();
            ApiError::Bad(format!(
                "{} errs at {wrong} positions, so it cannot be relied on: check it first",
                source.name
            ))
        })
    }
}

/// The endgame that rules are about.
pub(crate) fn subject(rules: &Rules) -> Result<Material, ApiError> {
    rules.subject.material.ok_or_else(|| ApiError::Bad("these rules are about no endgame".into()))
}
