//! The exchange inside one process: two queues behind a lock.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::{Delivery, Exchange, ExchangeError, Heartbeat, Lease, REVISIONS_KEPT, Token};

/// Work and weights for the threads of one process.
pub struct Local {
    inside: Mutex<Inside>,
    news: Condvar,
    /// How long a worker may keep a job without a word.
    lease: Duration,
}

#[derive(Default)]
struct Inside {
    weights: BTreeMap<u64, Vec<u8>>,
    offered: HashSet<u64>,
    finished: HashSet<u64>,
    jobs: VecDeque<(u64, Vec<u8>)>,
    /// Jobs in workers' hands.
    held: Hands,
    results: VecDeque<(u64, Vec<u8>)>,
    /// Results in the coordinator's hands: many thousands, if it seldom saves.
    delivered: Hands,
    beats: BTreeMap<String, (Instant, Vec<u8>)>,
    next_token: u64,
    closed: bool,
}

/// What is in somebody's hands until its lease ends, by token.
#[derive(Default)]
struct Hands {
    /// Until when, which, what.
    held: HashMap<u64, (Instant, u64, Vec<u8>)>,
    /// The ends in order, so that nobody need look through all of them.
    ends: BTreeSet<(Instant, u64)>,
}

impl Hands {
    fn take(&mut self, token: u64, until: Instant, number: u64, bytes: Vec<u8>) {
        self.held.insert(token, (until, number, bytes));
        self.ends.insert((until, token));
    }

    fn extend(&mut self, token: u64, until: Instant) {
        if let Some((end, ..)) = self.held.get_mut(&token) {
            self.ends.remove(&(*end, token));
            *end = until;
            self.ends.insert((until, token));
        }
    }

    fn let_go(&mut self, token: u64) -> Option<(u64, Vec<u8>)> {
        let (end, number, bytes) = self.held.remove(&token)?;
        self.ends.remove(&(end, token));
        Some((number, bytes))
    }

    /// One whose lease has run out.
    fn late(&mut self, now: Instant) -> Option<(u64, Vec<u8>)> {
        let &(_, token) = self.ends.first().filter(|(end, _)| *end <= now)?;
        self.let_go(token)
    }
}

impl Inside {
    fn token(&mut self) -> u64 {
        self.next_token += 1;
        self.next_token
    }

    /// Leases that ran out go back to the front of their queue.
    fn take_back(&mut self) {
        let now = Instant::now();
        while let Some(job) = self.held.late(now) {
            self.jobs.push_front(job);
        }
        while let Some(result) = self.delivered.late(now) {
            self.results.push_front(result);
        }
    }
}

impl Local {
    /// An empty exchange whose leases last so long.
    pub fn new(lease: Duration) -> Local {
        Local { inside: Mutex::default(), news: Condvar::new(), lease }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `find` finds something, the time is over, or all is closed.
    fn wait<T>(&self, wait: Duration, mut find: impl FnMut(&mut Inside) -> Option<T>) -> Option<T> {
        let end = Instant::now() + wait;
        let mut inside = self.lock();
        loop {
            inside.take_back();
            if let Some(found) = find(&mut inside) {
                return Some(found);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            // Leases may run out while nothing else happens.
            let nap = left.min(Duration::from_millis(50));
            inside = self.news.wait_timeout(inside, nap).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Inside) -> T) -> Result<T, ExchangeError> {
        let done = change(&mut self.lock());
        self.news.notify_all();
        Ok(done)
    }
}

impl Exchange for Local {
    fn publish(&self, revision: u64, weights: &[u8]) -> Result<(), ExchangeError> {
        self.change(|inside| {
            inside.weights.insert(revision, weights.to_vec());
            while inside.weights.len() > REVISIONS_KEPT {
                inside.weights.pop_first();
            }
        })
    }

    fn weights(&self, revision: u64, wait: Duration) -> Result<Option<Vec<u8>>, ExchangeError> {
        let found = self.wait(wait, |inside| {
            let newest = inside.weights.last_key_value().map(|(r, _)| *r);
            match inside.weights.get(&revision) {
                Some(weights) => Some(Some(weights.clone())),
                None if inside.closed || newest.is_some_and(|newest| newest > revision) => Some(None),
                None => None,
            }
        });
        Ok(found.flatten())
    }

    fn offer(&self, number: u64, job: &[u8]) -> Result<(), ExchangeError> {
        self.change(|inside| {
            if inside.offered.insert(number) {
                inside.jobs.push_back((number, job.to_vec()));
            }
        })
    }

    fn lease(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError> {
        let found = self.wait(wait, |inside| {
            if inside.closed {
                return Some(None);
            }
            let (number, job) = inside.jobs.pop_front()?;
            let token = inside.token();
            inside.held.take(token, Instant::now() + self.lease, number, job.clone());
            Some(Some(Lease { number, job, token: Token::Local(token) }))
        });
        Ok(found.flatten())
    }

    fn extend(&self, lease: &Lease) -> Result<(), ExchangeError> {
        self.change(|inside| {
            let Token::Local(token) = &lease.token else { return };
            inside.held.extend(*token, Instant::now() + self.lease);
        })
    }

    fn finish(&self, lease: Lease, result: &[u8]) -> Result<(), ExchangeError> {
        self.change(|inside| {
            let Token::Local(token) = lease.token else { return };
            inside.held.let_go(token);
            inside.jobs.retain(|(number, _)| *number != lease.number);
            if inside.finished.insert(lease.number) {
                inside.results.push_back((lease.number, result.to_vec()));
            }
        })
    }

    fn collect(&self, wait: Duration) -> Result<Option<Delivery>, ExchangeError> {
        Ok(self.wait(wait, |inside| {
            let (number, result) = inside.results.pop_front()?;
            let token = inside.token();
            inside.delivered.take(token, Instant::now() + self.lease, number, result.clone());
            Some(Delivery { number, result, token: Token::Local(token) })
        }))
    }

    fn accept(&self, delivery: Delivery) -> Result<(), ExchangeError> {
        self.change(|inside| {
            let Token::Local(token) = delivery.token else { return };
            inside.delivered.let_go(token);
        })
    }

    fn refuse(&self, delivery: Delivery, job: &[u8], _why: &str) -> Result<(), ExchangeError> {
        self.change(|inside| {
            let Token::Local(token) = delivery.token else { return };
            inside.delivered.let_go(token);
            inside.finished.remove(&delivery.number);
            inside.jobs.push_front((delivery.number, job.to_vec()));
        })
    }

    fn beat(&self, worker: &str, words: &[u8]) -> Result<(), ExchangeError> {
        self.change(|inside| {
            inside.beats.insert(worker.to_owned(), (Instant::now(), words.to_vec()));
        })
    }

    fn workers(&self) -> Result<Vec<Heartbeat>, ExchangeError> {
        let inside = self.lock();
        let one = |(worker, (at, words)): (&String, &(Instant, Vec<u8>))| Heartbeat {
            worker: worker.clone(),
            words: words.clone(),
            age: at.elapsed(),
        };
        Ok(inside.beats.iter().map(one).collect())
    }

    fn close(&self) -> Result<(), ExchangeError> {
        self.change(|inside| inside.closed = true)
    }

    fn closed(&self) -> bool {
        self.lock().closed
    }
}
