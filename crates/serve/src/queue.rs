//! Who may search now: a fixed number of places, shared fairly.
//!
//! Clients take turns, however many requests each of them has waiting. Jobs (annotations) come after people who wait,
//! but every fourth place is theirs if they want one, and they never hold all places unless there is only one.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

use crate::error::ApiError;

/// Requests of all clients that may wait.
const WAITING: usize = 96;
/// Requests of one client that may wait.
const WAITING_EACH: usize = 24;
/// A job gets a place at least after so many requests of people.
const TURNS: u32 = 3;

/// The waiting room.
#[derive(Clone)]
pub(crate) struct Queue {
    room: Arc<Room>,
}

struct Room {
    state: Mutex<State>,
    places: usize,
}

#[derive(Default)]
struct State {
    /// Places taken.
    taken: usize,
    /// Of those, by jobs.
    by_jobs: usize,
    /// People's requests by client; the client in front is served next.
    people: VecDeque<(String, VecDeque<oneshot::Sender<Place>>)>,
    jobs: VecDeque<oneshot::Sender<Place>>,
    /// Places given to people since a job got one.
    since_job: u32,
}

/// A place in which one search may run; given back when dropped.
pub(crate) struct Place {
    /// None if it was never taken.
    room: Option<Arc<Room>>,
    job: bool,
}

impl Queue {
    pub(crate) fn new(places: usize) -> Queue {
        Queue { room: Arc::new(Room { state: Mutex::default(), places: places.max(1) }) }
    }

    /// Waits for a place. Fails at once if too many wait already.
    pub(crate) async fn place(&self, client: &str) -> Result<Place, ApiError> {
        let waiting = {
            let mut state = self.room.lock();
            state.forget_the_gone();
            let all: usize = state.people.iter().map(|(_, w)| w.len()).sum();
            let own = state.people.iter().find(|(c, _)| c == client).map_or(0, |(_, w)| w.len());
            if own >= WAITING_EACH {
                return Err(ApiError::TooMany { what: "you have many searches waiting", seconds: 2 });
            }
            if all >= WAITING {
                return Err(ApiError::Busy { what: "many searches are waiting", seconds: 5 });
            }
            let (sender, receiver) = oneshot::channel();
            match state.people.iter_mut().find(|(c, _)| c == client) {
                Some((_, waiting)) => waiting.push_back(sender),
                None => state.people.push_back((client.to_owned(), VecDeque::from([sender]))),
            }
            Room::hand_out(&self.room, &mut state);
            receiver
        };
        waiting.await.map_err(ApiError::internal)
    }

    /// Waits for a place for a piece of a job.
    pub(crate) async fn job_place(&self) -> Result<Place, ApiError> {
        let waiting = {
            let mut state = self.room.lock();
            let (sender, receiver) = oneshot::channel();
            state.jobs.push_back(sender);
            Room::hand_out(&self.room, &mut state);
            receiver
        };
        waiting.await.map_err(ApiError::internal)
    }

    /// Searches running and waiting.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.room.lock();
        (state.taken, state.people.iter().map(|(_, w)| w.len()).sum::<usize>() + state.jobs.len())
    }
}

impl State {
    fn forget_the_gone(&mut self) {
        for (_, waiting) in &mut self.people {
            waiting.retain(|sender| !sender.is_closed());
        }
        self.people.retain(|(_, waiting)| !waiting.is_empty());
        self.jobs.retain(|sender| !sender.is_closed());
    }
}

impl Room {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free places to those whose turn it is.
    fn hand_out(room: &Arc<Room>, state: &mut State) {
        let for_jobs = room.places.saturating_sub(1).max(1);
        while state.taken < room.places {
            state.forget_the_gone();
            let job_may = !state.jobs.is_empty() && state.by_jobs < for_jobs;
            let job = job_may && (state.people.is_empty() || state.since_job >= TURNS);
            let sender = if job {
                state.jobs.pop_front()
            } else {
                // The client in front gives one request and goes to the end.
                state.people.pop_front().and_then(|(client, mut waiting)| {
                    let sender = waiting.pop_front();
                    if !waiting.is_empty() {
                        state.people.push_back((client, waiting));
                    }
                    sender
                })
            };
            let Some(sender) = sender else { return };
            match sender.send(Place { room: Some(room.clone()), job }) {
                Ok(()) => {
                    state.taken += 1;
                    state.by_jobs += usize::from(job);
                    state.since_job = if job { 0 } else { state.since_job + 1 };
                }
                // Gone meanwhile. Dropping the place would ask for the lock that is held here.
                Err(mut unused) => unused.room = None,
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(room) = self.room.take() else { return };
        let mut state = room.lock();
        state.taken -= 1;
        state.by_jobs -= usize::from(self.job);
        Room::hand_out(&room, &mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn clients_take_turns_and_a_greedy_one_is_told() {
        let queue = Queue::new(1);
        let first = queue.place("a").await.unwrap();
        let mut order = tokio::task::JoinSet::new();
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        for (i, client) in ["a", "a", "a", "b", "a"].into_iter().enumerate() {
            let (own, tell) = (queue.clone(), tell.clone());
            order.spawn(async move {
                let place = own.place(client).await.unwrap();
                tell.send((client, i)).unwrap();
                drop(place);
            });
            // Let it take its turn in the queue before the next one comes.
            while queue.load().1 < i + 1 {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        while order.join_next().await.is_some() {}
        drop(tell);
        let mut got = Vec::new();
        while let Some((client, _)) = told.recv().await {
            got.push(client);
        }
        assert_eq!(got, ["a", "b", "a", "a", "a"]);
        assert_eq!(queue.load(), (0, 0));
    }

    #[tokio::test]
    async fn too_many_of_one_client_are_refused_and_those_who_leave_are_forgotten() {
        let queue = Queue::new(1);
        let _first = queue.place("a").await.unwrap();
        let mut waiting = Vec::new();
        for _ in 0..WAITING_EACH {
            let mut place = Box::pin(queue.place("a"));
            assert!(futures_poll(&mut place).await.is_none());
            waiting.push(place);
        }
        assert!(matches!(queue.place("a").await, Err(ApiError::TooMany { .. })));
        drop(waiting);
        let mut place = Box::pin(queue.place("a"));
        assert!(futures_poll(&mut place).await.is_none(), "waits again instead of being refused");
    }

    #[tokio::test]
    async fn a_job_leaves_a_place_for_people() {
        let queue = Queue::new(2);
        let _job = queue.job_place().await.unwrap();
        let mut second = Box::pin(queue.job_place());
        assert!(futures_poll(&mut second).await.is_none());
        let person = queue.place("a").await.unwrap();
        drop(person);
        assert!(futures_poll(&mut second).await.is_none());
    }

    /// Polls once.
    async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        std::future::poll_fn(|cx| {
            std::task::Poll::Ready(match std::pin::Pin::new(&mut *future).poll(cx) {
                std::task::Poll::Ready(value) => Some(value),
                std::task::Poll::Pending => None,
            })
        })
        .await
    }
}
