//! What a worker does all day: take a game, fetch the weights it asks for, play, deliver.

use std::{
    sync::atomic::AtomicBool,
    thread::{Scope, ScopedJoinHandle},
};

use anyhow::Context;
use philidor_cluster::{
    Exchange,
    work::{self, Hand, PATIENCE},
};
use philidor_know::search::STACK_BYTES;
use serde::{Deserialize, Serialize};

use crate::neuro::{
    file::{NeuroNet, Role},
    play::{Job, Worker},
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
        .spawn_scoped(scope, move || play(exchange, &name, stop))
}

/// Plays games of a run until it is over, or until `stop`.
pub fn play(exchange: &dyn Exchange, name: &str, stop: &AtomicBool) -> anyhow::Result<()> {
    work::work(exchange, name, stop, &mut Player { worker: Worker::new(), words: Words::default() })
}

/// Plays training games.
struct Player {
    worker: Worker,
    words: Words,
}

impl Hand for Player {
    fn work(&mut self, exchange: &dyn Exchange, job: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
        let job: Job = postcard::from_bytes(job).context("a game that cannot be read")?;
        if self.worker.revision() != Some(job.revision) && !take_up(exchange, &mut self.worker, job.revision)?
        {
            // The weights are gone: the coordinator is further, and the game is no longer wanted; or they are still to come.
            return Ok(None);
        }
        let harvest = self.worker.carry_out(&job)?;
        self.words.games += 1;
        self.words.boards += harvest.boards.len() as u64;
        self.words.revision = job.revision;
        Ok(Some(postcard::to_stdvec(&harvest)?))
    }

    fn words(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.words).unwrap_or_default()
    }
}

fn take_up(exchange: &dyn Exchange, worker: &mut Worker, revision: u64) -> anyhow::Result<bool> {
    let Some(bytes) = exchange.weights(revision, 10 * PATIENCE)? else { return Ok(false) };
    let net = NeuroNet::from_bytes(&bytes, Role::Evaluation).context("weights from the coordinator")?;
    worker.take_up(revision, &net);
    Ok(true)
}
