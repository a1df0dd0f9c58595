//! What every worker does: take a job, say now and then that it is still at it, deliver, take the next. What a job means is known to
//! its [`Hand`].

use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::ScopedJoinHandle,
    time::Duration,
};

use anyhow::bail;

use crate::{Exchange, Lease, Nats, Part};

/// How long a worker elsewhere may be silent about a job; it confirms every few seconds.
pub const LEASE_ELSEWHERE: Duration = Duration::from_secs(20);
/// How long to wait for work before looking up.
pub const PATIENCE: Duration = Duration::from_secs(1);
/// A job in hand is confirmed this often.
const CONFIRM: Duration = Duration::from_secs(5);
/// Between two looks for the run or the server.
const AGAIN: Duration = Duration::from_secs(2);

/// Who knows what a job means.
pub trait Hand {
    /// Does a job. `None`: not now; what it needs is gone, or still to come, and it goes back when its lease ends.
    fn work(&mut self, exchange: &dyn Exchange, job: &[u8]) -> anyhow::Result<Option<Vec<u8>>>;

    /// What it tells about itself.
    fn words(&self) -> Vec<u8>;
}

/// Works until the exchange is closed, or until `stop`.
pub fn work(
    exchange: &dyn Exchange,
    name: &str,
    stop: &AtomicBool,
    hand: &mut dyn Hand,
) -> anyhow::Result<()> {
    exchange.beat(name, &hand.words())?;
    while !stop.load(Ordering::Relaxed) && !exchange.closed() {
        let Some(lease) = exchange.lease(PATIENCE)? else {
            exchange.beat(name, &hand.words())?;
            continue;
        };
        tracing::debug!(worker = name, job = lease.number, "took a job");
        let Some(result) = confirmed(exchange, &lease, hand)? else { continue };
        exchange.finish(lease, &result)?;
        exchange.beat(name, &hand.words())?;
    }
    Ok(())
}

/// Works while somebody else tells the exchange, now and then, that the job is still in hand.
fn confirmed(exchange: &dyn Exchange, lease: &Lease, hand: &mut dyn Hand) -> anyhow::Result<Option<Vec<u8>>> {
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let confirming = scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = waiting.recv_timeout(CONFIRM) {
                if exchange.extend(lease).is_err() {
                    break;
                }
            }
        });
        let result = hand.work(exchange, &lease.job);
        drop(done);
        if confirming.join().is_err() {
            bail!("confirming a job failed");
        }
        result
    })
}

/// What a thread does with a run, under its name.
pub type Worker<'f> = dyn Fn(&Nats, &str) -> anyhow::Result<()> + Sync + 'f;

/// Where a worker looks for work.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The server.
    pub url: &'a str,
    /// Names of runs; the first that is there is worked for.
    pub runs: &'a [&'a str],
    /// The worker's name.
    pub name: &'a str,
    /// Jobs at the same time.
    pub threads: u32,
    /// Bytes of stack that a thread needs.
    pub stack: usize,
}

/// Works for a coordinator elsewhere until its run is over, or until `stop`; `tell` hears what is waited for and what failed. Only a
/// server that does not answer at the first time is an error: later it may come back.
pub fn elsewhere(
    place: Place<'_>,
    stop: &AtomicBool,
    tell: &(dyn Fn(String) + Sync),
    worker: &Worker<'_>,
) -> anyhow::Result<()> {
    let (mut waited, mut known) = (false, false);
    while !stop.load(Ordering::Relaxed) {
        let mut here = 0;
        for run in place.runs {
            match Nats::open(place.url, run, Part::Worker, "", LEASE_ELSEWHERE) {
                Err(error) if !known => return Err(error.into()),
                Err(error) => tell(format!("{error}; trying again")),
                // A run that is over waits for nobody.
                Ok(Some(exchange)) if exchange.closed() && place.runs.len() > 1 => {}
                Ok(None) => {}
                Ok(Some(exchange)) => {
                    (known, here) = (true, here + 1);
                    if work_on(&exchange, place, tell, worker) {
                        return Ok(());
                    }
                }
            }
        }
        if here == 0 && !waited {
            tell(format!("no run {} there yet; waiting for its coordinator", place.runs.join(" or ")));
            waited = true;
        }
        known = true;
        std::thread::sleep(AGAIN);
    }
    Ok(())
}

/// Works until the run is over; false if the connection was lost.
fn work_on(exchange: &Nats, place: Place<'_>, tell: &(dyn Fn(String) + Sync), worker: &Worker<'_>) -> bool {
    std::thread::scope(|scope| {
        let working: Vec<_> = (1..=place.threads)
            .map(|n| {
                let one = place.threads == 1;
                let name = if one { place.name.to_owned() } else { format!("{}-{n}", place.name) };
                let thread = std::thread::Builder::new().stack_size(place.stack);
                thread.spawn_scoped(scope, move || worker(exchange, &name))
            })
            .collect();
        let mut whole = true;
        for thread in working {
            match thread.map(ScopedJoinHandle::join) {
                Ok(Ok(Ok(()))) => continue,
                Ok(Ok(Err(error))) => tell(format!("{error:#}; trying again")),
                Ok(Err(_)) => {}
                Err(error) => tell(format!("no thread to work on: {error}; trying again")),
            }
            whole = false;
        }
        whole
    })
}
