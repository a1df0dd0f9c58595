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
use philidor_cluster::{Exchange, Lease};
use philidor_know::search::STACK_BYTES;
use philidor_train::neuro::{
    file::{NeuroNet, Role},
    play::{Harvest, Job, Worker},
};
use serde::{Deserialize, Serialize};

/// What a worker tells about itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Words {
    /// Games played.
    pub(crate) games: u64,
    /// Boards seen.
    pub(crate) boards: u64,
    /// Weights in use.
    pub(crate) revision: u64,
}

/// How long to wait for work or weights before looking up.
const PATIENCE: Duration = Duration::from_secs(1);
/// A job in hand is confirmed this often.
const CONFIRM: Duration = Duration::from_secs(5);

/// Starts a thread that works until the exchange is closed, or until `stop`.
pub(crate) fn start<'s>(
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
