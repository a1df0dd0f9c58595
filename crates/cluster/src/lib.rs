//! Work and weights between a coordinator and its workers, inside one process or over a NATS server.
//!
//! Everything is bytes here: what a job or a result means is known to those who send and read them. [`Exchange`] is the
//! seam; [`Local`] serves the threads of one process, [`Nats`] any number of machines. Both keep the same promises, and one suite of tests
//! asks both for them: a job is done at least once, its result is delivered at least once and known by the job's number, so that it is
//! counted once; one that nobody can read is put aside and its job done again; a worker that vanishes loses its lease and its job is handed to another; weights have revisions and
//! the latest few can be read.

mod local;
mod nats;
pub mod work;

use std::time::Duration;

pub use local::Local;
pub use nats::{Nats, Part};

/// What went wrong between processes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExchangeError {
    /// The server cannot be reached.
    #[error("no NATS server answers at {url}: {why}; start one with `nats-server -js`, or leave --nats out")]
    Unreachable {
        /// Where.
        url: String,
        /// What happened.
        why: String,
    },
    /// The server has no persistence.
    #[error("the NATS server at {url} has no JetStream ({why}); start it with `nats-server -js`")]
    NoJetStream {
        /// Where.
        url: String,
        /// What it said.
        why: String,
    },
    /// Two coordinators must not share a name.
    #[error(
        "a coordinator is at work on the run {run:?} already: give this one another name with --run, or stop that one"
    )]
    InUse {
        /// The name.
        run: String,
    },
    /// Somebody else began a run under the same name, so that this one is over.
    #[error("{what} failed: another run has begun under the name {run:?}")]
    Superseded {
        /// What was tried.
        what: &'static str,
        /// The name.
        run: String,
    },
    /// An answer that was not understood, or none.
    #[error("{what} failed: {why}")]
    Failed {
        /// What was tried.
        what: &'static str,
        /// What happened.
        why: String,
    },
}

/// A job in a worker's hands. Dropped without [`Exchange::finish`] it is handed out again when its lease ends.
#[derive(Debug)]
pub struct Lease {
    /// The job's number.
    pub number: u64,
    /// What to do.
    pub job: Vec<u8>,
    /// For the exchange: which hand-out this is.
    pub(crate) token: Token,
}

#[derive(Debug)]
pub(crate) enum Token {
    Local(u64),
    Nats(Box<async_nats::jetstream::Message>),
}

/// A result in the coordinator's hands; it is delivered again until [`Exchange::accept`].
#[derive(Debug)]
pub struct Delivery {
    /// The job's number.
    pub number: u64,
    /// What came of it.
    pub result: Vec<u8>,
    pub(crate) token: Token,
}

/// A worker as it last told about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heartbeat {
    /// Who.
    pub worker: String,
    /// What it said.
    pub words: Vec<u8>,
    /// How long ago.
    pub age: Duration,
}

/// Work and weights between a coordinator and its workers.
pub trait Exchange: Send + Sync {
    /// Makes weights known; revisions grow.
    fn publish(&self, revision: u64, weights: &[u8]) -> Result<(), ExchangeError>;
    /// Weights of a revision, waiting for them if need be; `None` if they do not come in time or are no longer kept.
    fn weights(&self, revision: u64, wait: Duration) -> Result<Option<Vec<u8>>, ExchangeError>;
    /// Offers a job. One that was offered before is not offered twice.
    fn offer(&self, number: u64, job: &[u8]) -> Result<(), ExchangeError>;
    /// Takes a job, waiting for one.
    fn lease(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError>;
    /// Says that a job is still being worked on.
    fn extend(&self, lease: &Lease) -> Result<(), ExchangeError>;
    /// Delivers the result of a job and lets go of it.
    fn finish(&self, lease: Lease, result: &[u8]) -> Result<(), ExchangeError>;
    /// Takes a result, waiting for one.
    fn collect(&self, wait: Duration) -> Result<Option<Delivery>, ExchangeError>;
    /// A result is safe and need not come again.
    fn accept(&self, delivery: Delivery) -> Result<(), ExchangeError>;
    /// A result is of no use: it is put aside, and its job is handed out again.
    fn refuse(&self, delivery: Delivery, job: &[u8], why: &str) -> Result<(), ExchangeError>;
    /// A worker tells that it is there.
    fn beat(&self, worker: &str, words: &[u8]) -> Result<(), ExchangeError>;
    /// All workers heard of lately.
    fn workers(&self) -> Result<Vec<Heartbeat>, ExchangeError>;
    /// Workers may go home: leases return `None` at once.
    fn close(&self) -> Result<(), ExchangeError>;
    /// Whether workers may go home.
    fn closed(&self) -> bool;
}

/// Revisions of the weights that can still be read.
pub const REVISIONS_KEPT: usize = 12;
