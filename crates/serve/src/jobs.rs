//! Work that outlives the page that asked for it: kept in the library, done in the background, told as it goes.
//!
//! There are four lanes, each doing one job at a time: the tutor's (annotations, which ask for a place in the queue for every piece of
//! work), two for thousands of games (comments on all that were found, profiles; both ask for places in the same way, and a single game
//! need not wait for them) and the laboratory's (mining, tables).

pub(crate) mod annotate;
pub(crate) mod build;
pub(crate) mod collection;
pub(crate) mod mine;
pub(crate) mod profile;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use philidor_session::Stop;
use tokio::{
    sync::{Notify, broadcast},
    task::JoinHandle,
};

use crate::{
    error::ApiError,
    library::{
        Library, LibraryError,
        jobs::{CurvePoint, Job, JobState},
    },
    state::App,
};

/// Jobs that may be open at the same time.
const OPEN: usize = 24;
/// News that a slow listener may lag behind.
const NEWS: usize = 256;
/// Progress is written down, and told, at most so often.
const PAUSE: Duration = Duration::from_millis(150);
/// Points of a curve that are kept.
const POINTS: usize = 4_000;

/// What each lane does.
const LANES: [&[&str]; 4] = [&["annotate"], &["collection"], &["profile"], &["mine", "build"]];

/// All jobs.
pub(crate) struct Jobs {
    library: Arc<Library>,
    /// Jobs that are being done.
    live: Mutex<HashMap<i64, Live>>,
    news: broadcast::Sender<Job>,
    wake: Notify,
}

struct Live {
    job: Job,
    stop: Stop,
}

/// How a job tells how far it is, and hears that it should stop.
pub(crate) struct Reporter {
    app: App,
    id: i64,
    pub(crate) stop: Stop,
    told: Instant,
}

/// How a job ended.
pub(crate) enum Ended {
    /// With this result.
    Done(serde_json::Value),
    /// Somebody, or the server's end, stopped it.
    Stopped,
}

impl Jobs {
    pub(crate) fn new(library: Arc<Library>) -> Jobs {
        let (news, _) = broadcast::channel(NEWS);
        Jobs { library, live: Mutex::default(), news, wake: Notify::new() }
    }

    /// Takes a new job.
    pub(crate) fn add(&self, kind: &str, title: &str, input: &serde_json::Value) -> Result<Job, ApiError> {
        if self.library.open_jobs()? >= OPEN {
            return Err(ApiError::TooMany { what: "many jobs are waiting already", seconds: 30 });
        }
        let job = self.library.add_job(kind, title, input)?;
        self.tell(&job);
        self.wake.notify_waiters();
        Ok(job)
    }

    /// A job as it is now.
    pub(crate) fn job(&self, id: i64) -> Result<Job, ApiError> {
        let live = self.lock().get(&id).map(|live| live.job.clone());
        match live {
            Some(job) => Ok(job),
            None => self.library.job(id)?.ok_or_else(|| ApiError::NotFound(format!("there is no job {id}"))),
        }
    }

    /// The newest jobs as they are now.
    pub(crate) fn list(&self, most: usize) -> Result<Vec<Job>, ApiError> {
        let mut jobs = self.library.jobs(most)?;
        let live = self.lock();
        for job in &mut jobs {
            if let Some(live) = live.get(&job.id) {
                job.clone_from(&live.job);
            }
        }
        Ok(jobs)
    }

    /// Stops a job, or forgets one that is over.
    pub(crate) fn cancel(&self, id: i64) -> Result<(), ApiError> {
        if let Some(live) = self.lock().get(&id) {
            live.stop.raise();
        }
        if self.library.end_job(id, JobState::Cancelled, None, None)? {
            let job = self.library.job(id)?;
            if let Some(job) = job {
                self.tell(&job);
            }
            return Ok(());
        }
        if self.library.forget_job(id)? {
            return Ok(());
        }
        Err(ApiError::NotFound(format!("there is no job {id}")))
    }

    /// Asks all running jobs to stop; they go on when the server is started again.
    pub(crate) fn stop_all(&self) {
        for live in self.lock().values() {
            live.stop.raise();
        }
    }

    /// News of all jobs.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Job> {
        self.news.subscribe()
    }

    fn tell(&self, job: &Job) {
        // Nobody need be listening.
        let _ = self.news.send(job.clone());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reporter {
    /// Tells how far the job is; false if it should stop.
    pub(crate) fn at(&mut self, done: u64, total: u64, note: &str, point: Option<CurvePoint>) -> bool {
        let jobs = &self.app.jobs;
        let last = done >= total;
        let mut told = None;
        if let Some(live) = jobs.lock().get_mut(&self.id) {
            live.job.done = done;
            live.job.total = total;
            note.clone_into(&mut live.job.note);
            if let Some(point) = point {
                thin(&mut live.job.curve, point);
            }
            if last || self.told.elapsed() >= PAUSE {
                told = Some(live.job.clone());
            }
        }
        if let Some(job) = told {
            self.told = Instant::now();
            jobs.tell(&job);
            // What cannot be noted now is noted the next time.
            let _ = jobs.library.note_job(&job);
        }
        !self.stop.is_raised()
    }

    /// The curve so far.
    pub(crate) fn curve(&self) -> Vec<CurvePoint> {
        self.app.jobs.lock().get(&self.id).map(|live| live.job.curve.clone()).unwrap_or_default()
    }
}

/// Adds a point; when there are many, every second one of the older goes.
fn thin(curve: &mut Vec<CurvePoint>, point: CurvePoint) {
    curve.push(point);
    if curve.len() > POINTS {
        let mut place = 0;
        curve.retain(|_| {
            place += 1;
            place % 2 == 0
        });
    }
}

/// Starts the lanes; jobs that an earlier server had begun wait again.
pub(crate) fn start(app: App) -> Result<Vec<JoinHandle<()>>, LibraryError> {
    app.library.reopen_jobs()?;
    Ok(LANES.into_iter().map(|kinds| tokio::spawn(lane(app.clone(), kinds))).collect())
}

async fn lane(app: App, kinds: &'static [&'static str]) {
    loop {
        // Asked before looking, so that no job can slip in between.
        let mut woken = std::pin::pin!(app.jobs.wake.notified());
        woken.as_mut().enable();
        let taken = app.shelf(move |library| Ok(library.take_job(kinds)?)).await;
        match taken {
            Ok(Some(job)) => run(&app, job).await,
            Ok(None) => woken.await,
            Err(error) => {
                tracing::error!("jobs: {}", error.words());
                tokio::time::sleep(Duration::from_secs(5)).await;
            }
        }
    }
}

async fn run(app: &App, job: Job) {
    let (id, kind, input) = (job.id, job.kind.clone(), job.input.clone());
    let stop = Stop::new();
    app.jobs.tell(&job);
    app.jobs.lock().insert(id, Live { job, stop: stop.clone() });
    let reporter = Reporter { app: app.clone(), id, stop: stop.clone(), told: Instant::now() };
    let shared = app.clone();
    let runtime = tokio::runtime::Handle::current();
    let done = tokio::task::spawn_blocking(move || match kind.as_str() {
        "annotate" => annotate::run(&shared, &runtime, &input, reporter),
        "collection" => collection::run(&shared, &runtime, &input, reporter),
        "profile" => profile::run(&shared, &runtime, &input, reporter),
        "mine" => mine::run(&shared, &input, reporter),
        "build" => build::run(&shared, &input, reporter),
        other => Err(ApiError::Bad(format!("unknown kind of job: {other}"))),
    });
    let ended = done.await.map_err(ApiError::internal).and_then(|ended| ended);
    app.jobs.lock().remove(&id);
    let noted = match &ended {
        Ok(Ended::Done(result)) => app.library.end_job(id, JobState::Done, None, Some(result)),
        // Cancelled already, or the server stops and the job waits for the next one.
        Ok(Ended::Stopped) => Ok(false),
        Err(_) if stop.is_raised() => Ok(false),
        Err(error) => {
            tracing::warn!("job {id} failed: {}", error.words());
            app.library.end_job(id, JobState::Failed, Some(&error.words()), None)
        }
    };
    if let Err(error) = noted {
        tracing::error!("job {id}: {error}");
    }
    if let Ok(job) = app.jobs.job(id) {
        app.jobs.tell(&job);
    }
}
