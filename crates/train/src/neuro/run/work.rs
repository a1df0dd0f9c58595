//! What a worker does all day: take a game, fetch the weights it asks for, play, deliver.

use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{Scope, ScopedJoinHandle},
    time::Duration,
};

use anyhow::{Context, bail};
use philidor_cluster::{Exchange, Lease, Nats, Part};
use philidor_know::search::STACK_BYTES;
use serde::{Deserialize, Serialize};

use super::LEASE_ELSEWHERE;
use crate::neuro::{
    file::{NeuroNet, Role},
    play::{Harvest, Job, Worker},
};

/// What a worker tells about itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Words {
    /// Games played.
    pub(super) games: u64,
    /// Boards seen.
    pub(super) boards: u64,
    /// Weights in use.
    pub(super) revision: u64,
}

/// How long to wait for work or weights before looking up.
const PATIENCE: Duration = Duration::from_secs(1);
/// A job in hand is confirmed this often.
const CONFIRM: Duration = Duration::from_secs(5);
/// Between two looks for the run or the server.
const AGAIN: Duration = Duration::from_secs(2);

/// Starts a thread that works until the exchange is closed, or until `stop`.
pub fn start<'s>(
    scope: &'s Scope<'s, '_>,
    exchange: &'s dyn Exchange,
    name: String,
    stop: &'s AtomicBool,
) -> std::io::Result<ScopedJoinHandle<'s, anyhow::Result<()>>> {
    // The worker searches on this thread.
    std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn_scoped(scope, move || work(exchange, &name, stop))
}

fn work(exchange: &dyn Exchange, name: &str, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut worker = Worker::new();
    let mut words = Words::default();
    exchange.beat(name, &postcard::to_stdvec(&words)?)?;
    while !stop.load(Ordering::Relaxed) && !exchange.closed() {
        let Some(lease) = exchange.lease(PATIENCE)? else {
            exchange.beat(name, &postcard::to_stdvec(&words)?)?;
            continue;
        };
        let job: Job = postcard::from_bytes(&lease.job).context("a game that cannot be read")?;
        if worker.revision() != Some(job.revision) && !take_up(exchange, &mut worker, job.revision)? {
            // The weights are gone: the coordinator is further, and the game is no longer wanted; or they are still to come.
            continue;
        }
        let harvest = confirmed(exchange, &lease, || worker.carry_out(&job))?;
        words.games += 1;
        words.boards += harvest.boards.len() as u64;
        words.revision = job.revision;
        exchange.finish(lease, &postcard::to_stdvec(&harvest)?)?;
        exchange.beat(name, &postcard::to_stdvec(&words)?)?;
    }
    Ok(())
}

fn take_up(exchange: &dyn Exchange, worker: &mut Worker, revision: u64) -> anyhow::Result<bool> {
    let Some(bytes) = exchange.weights(revision, 10 * PATIENCE)? else { return Ok(false) };
    let net = NeuroNet::from_bytes(&bytes, Role::Evaluation).context("weights from the coordinator")?;
    worker.take_up(revision, &net);
    Ok(true)
}

/// Plays while somebody else tells the exchange, now and then, that the game is still being played.
fn confirmed<E: std::error::Error + Send + Sync + 'static>(
    exchange: &dyn Exchange,
    lease: &Lease,
    play: impl FnOnce() -> Result<Harvest, E>,
) -> anyhow::Result<Harvest> {
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let confirming = scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = waiting.recv_timeout(CONFIRM) {
                if exchange.extend(lease).is_err() {
                    break;
                }
            }
        });
        let harvest = play();
        drop(done);
        if confirming.join().is_err() {
            bail!("confirming a game failed");
        }
        Ok(harvest?)
    })
}

/// Plays for a coordinator elsewhere until its run is over, or until `stop`; `tell` hears what is waited for and what failed.
/// Only a server that does not answer at the first time is an error: later it may come back.
pub fn play_elsewhere(
    url: &str,
    run: &str,
    name: &str,
    threads: u32,
    stop: &AtomicBool,
    tell: &(dyn Fn(String) + Sync),
) -> anyhow::Result<()> {
    let (mut waited, mut known) = (false, false);
    while !stop.load(Ordering::Relaxed) {
        match Nats::open(url, run, Part::Worker, LEASE_ELSEWHERE) {
            Err(error) if !known => return Err(error.into()),
            Err(error) => tell(format!("{error}; trying again")),
            Ok(None) => {
                if !waited {
                    tell(format!("no run {run:?} there yet; waiting for its coordinator"));
                }
                waited = true;
            }
            Ok(Some(exchange)) => {
                known = true;
                if play_on(&exchange, name, threads, stop, tell) {
                    return Ok(());
                }
            }
        }
        std::thread::sleep(AGAIN);
    }
    Ok(())
}

/// Plays until the run is over; false if the connection was lost.
fn play_on(
    exchange: &Nats,
    name: &str,
    threads: u32,
    stop: &AtomicBool,
    tell: &(dyn Fn(String) + Sync),
) -> bool {
    std::thread::scope(|scope| {
        let playing: Vec<_> = (1..=threads)
            .map(|n| {
                let name = if threads == 1 { name.to_owned() } else { format!("{name}-{n}") };
                start(scope, exchange, name, stop)
            })
            .collect();
        let mut whole = true;
        for thread in playing {
            match thread.map(ScopedJoinHandle::join) {
                Ok(Ok(Ok(()))) => continue,
                Ok(Ok(Err(error))) => tell(format!("{error:#}; trying again")),
                Ok(Err(_)) => {}
                Err(error) => tell(format!("no thread to play on: {error}; trying again")),
            }
            whole = false;
        }
        whole
    })
}
