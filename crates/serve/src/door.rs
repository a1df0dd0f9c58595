//! Who is inside: connections are numbered, and when all seats are taken the oldest stranger has to go.
//!
//! A stranger is a connection that has not been allowed anything yet. One that sends its token at once is known within
//! milliseconds; those that only hold a seat are put out, so that nobody without the token can keep others from being served.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::AbortHandle,
};

/// Connections at the same time.
const SEATS: usize = 1_024;

/// Whether a connection was allowed something; travels with its requests.
#[derive(Debug, Clone, Default)]
pub(crate) struct Visitor(Arc<AtomicBool>);

impl Visitor {
    /// From now on it keeps its seat.
    pub(crate) fn welcome(&self) {
        self.0.store(true, Relaxed);
    }

    fn is_stranger(&self) -> bool {
        !self.0.load(Relaxed)
    }
}

/// The seats and who came in order.
#[derive(Debug)]
pub(crate) struct Door {
    seats: Arc<Semaphore>,
    inside: Mutex<VecDeque<(Visitor, AbortHandle)>>,
}

impl Door {
    pub(crate) fn new() -> Door {
        Door { seats: Arc::new(Semaphore::new(SEATS)), inside: Mutex::default() }
    }

    /// A seat for somebody who stands at the door.
    pub(crate) async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        if self.seats.available_permits() == 0 {
            self.put_out_one();
        }
        self.seats.clone().acquire_owned().await.ok()
    }

    /// Notes who took it.
    pub(crate) fn enter(&self, visitor: Visitor, connection: AbortHandle) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if inside.len() >= 2 * SEATS {
            inside.retain(|(_, connection)| !connection.is_finished());
        }
        inside.push_back((visitor, connection));
    }

    fn put_out_one(&self) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.retain(|(_, connection)| !connection.is_finished());
        if let Some(at) = inside.iter().position(|(visitor, _)| visitor.is_stranger())
            && let Some((_, connection)) = inside.remove(at)
        {
            connection.abort();
        }
    }

    /// Connections that are open.
    pub(crate) fn taken(&self) -> usize {
        SEATS - self.seats.available_permits()
    }
}
