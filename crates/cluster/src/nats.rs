//! The exchange over a NATS server with JetStream.
//!
//! A run under a name has a number of its own, its epoch, which is part of every subject: what somebody still sends for an earlier run of
//! that name reaches nobody. The coordinator confirms every second that it is there, so that no other takes its place.
//!
//! Jobs and results are two work-queue streams with acknowledgement and redelivery by the server, and message ids against duplicates;
//! weights, heartbeats and the end of the run are keys of a bucket that workers watch. Written for servers from
//! 2.9 on (Debian's). `create_key_value` of async-nats 0.51 asks an older server for what it does not tell, so the bucket's stream is
//! created by hand, as the client would.

use std::{
    collections::HashMap,
    future::Future,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use async_nats::{
    ConnectOptions,
    jetstream::{
        self, AckKind, Context, Message,
        consumer::{AckPolicy, Consumer, pull},
        context::{
            ConsumerInfoError, ConsumerInfoErrorKind, GetStreamError, GetStreamErrorKind, KeyValueErrorKind,
        },
        kv::{Operation, Store},
        message::PublishMessage,
        stream::{Config, DiscardPolicy, RetentionPolicy, Stream},
    },
};
use futures_util::StreamExt;
use tokio::{runtime::Runtime, task::JoinHandle};

use crate::{Delivery, Exchange, ExchangeError, Heartbeat, Lease, REVISIONS_KEPT, Token};

/// How long a server may take to answer (one that is not there is known at once).
const ANSWER: Duration = Duration::from_secs(15);
/// No request takes longer than this, waiting for work or weights included.
const LONGEST: Duration = Duration::from_secs(60);
/// So many jobs or results may be in hands; the server holds back the others.
const MOST_IN_HANDS: i64 = 100_000;
/// Within this time a message id is not taken twice.
const DUPLICATES: Duration = Duration::from_secs(3600);

/// Who opens the exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The coordinator of a new run: whatever an earlier run of that name left is removed.
    NewRun,
    /// The coordinator of a run that goes on.
    OldRun,
    /// A worker; the run must be there. It creates nothing, so it may come while a coordinator does.
    Worker,
}

/// Work and weights over a NATS server.
pub struct Nats {
    runtime: Runtime,
    jetstream: Context,
    run: String,
    bucket: Store,
    jobs: Consumer<pull::Config>,
    /// Only the coordinator takes results.
    results: Option<Consumer<pull::Config>>,
    /// When each worker's last heartbeat was first seen here.
    beats: Mutex<HashMap<String, (u64, Instant)>>,
    /// The number of this run under its name.
    epoch: String,
    /// What the run is for.
    purpose: String,
    /// The coordinator's task that confirms its place, and whether it lost it.
    office: Option<(JoinHandle<()>, Arc<AtomicBool>)>,
}

impl Drop for Nats {
    /// A coordinator that leaves says so: the next one need not wait.
    fn drop(&mut self) {
        let Some((task, lost)) = self.office.take() else { return };
        task.abort();
        if !lost.load(Relaxed) {
            let leaving = async { tokio::time::timeout(LEAVE, self.bucket.purge(COORDINATOR)).await };
            let _ = self.runtime.block_on(leaving);
        }
    }
}

fn failed(what: &'static str, why: impl ToString) -> ExchangeError {
    ExchangeError::Failed { what, why: why.to_string() }
}

impl Nats {
    /// Opens the exchange of a run. `None`: there is no such run yet (workers only). A run of another purpose under the same name
    /// is not the run that goes on: a new one takes its place. Workers take whatever it is for.
    pub fn open(
        url: &str,
        run: &str,
        part: Part,
        purpose: &str,
        lease: Duration,
    ) -> Result<Option<Nats>, ExchangeError> {
        let good = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if run.is_empty() || run.len() > 40 || !run.chars().all(good) {
            let why = format!("{run:?} is no name of a run; use letters, digits and -");
            return Err(failed("opening a run", why));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|e| failed("starting the NATS client", e))?;
        let opened = runtime.block_on(open(url, run, part, purpose, lease))?;
        let Some(Opened { jetstream, bucket, jobs, results, epoch, purpose, place }) = opened else {
            return Ok(None);
        };
        let office = place.map(|place| {
            let lost = Arc::new(AtomicBool::new(false));
            (runtime.spawn(hold(bucket.clone(), place, lost.clone())), lost)
        });
        let (run, beats) = (run.to_owned(), Mutex::default());
        Ok(Some(Nats { runtime, jetstream, run, bucket, jobs, results, beats, epoch, purpose, office }))
    }

    /// What the run is for, as its coordinator said.
    pub fn purpose(&self) -> &str {
        &self.purpose
    }

    fn superseded(&self, what: &'static str) -> ExchangeError {
        ExchangeError::Superseded { what, run: self.run.clone() }
    }

    fn subject(&self, what: &str, number: u64) -> String {
        format!("philidor.{}.{what}.{}.{number}", self.run, self.epoch)
    }

    /// The number of a message of this run; one of another run goes back, and this run is over.
    fn number(&self, what: &'static str, message: &Message) -> Result<u64, ExchangeError> {
        let mut parts = message.subject.rsplit('.');
        let number = parts.next().and_then(|number| number.parse().ok());
        if parts.next() != Some(&self.epoch) {
            let back = async { message.ack_with(AckKind::Nak(None)).await.map_err(text) };
            let _ = self.wait(what, back);
            return Err(self.superseded(what));
        }
        number.ok_or_else(|| failed(what, "it has no number"))
    }

    fn wait<T>(
        &self,
        what: &'static str,
        work: impl Future<Output = Result<T, String>>,
    ) -> Result<T, ExchangeError> {
        if self.office.as_ref().is_some_and(|(_, lost)| lost.load(Relaxed)) {
            return Err(self.superseded(what));
        }
        let answered = self.runtime.block_on(async { tokio::time::timeout(LONGEST, work).await });
        let silent = |_| Err(format!("no answer within {} s", LONGEST.as_secs()));
        answered.unwrap_or_else(silent).map_err(|why| failed(what, why))
    }

    /// Publishes with a message id and waits until it is stored.
    fn store(
        &self,
        what: &'static str,
        subject: String,
        id: String,
        bytes: &[u8],
    ) -> Result<(), ExchangeError> {
        self.wait(what, async {
            let message = PublishMessage::build().payload(bytes.to_vec().into()).message_id(id);
            let stored = self.jetstream.send_publish(subject, message).await.map_err(text)?;
            stored.await.map_err(text)?;
            Ok(())
        })
    }

    /// The next message of a stream. The request is always waited for: one that is given up would still draw a message.
    fn next(
        &self,
        what: &'static str,
        consumer: &Consumer<pull::Config>,
        wait: Duration,
    ) -> Result<Option<Message>, ExchangeError> {
        self.wait(what, async {
            let request = consumer.batch().max_messages(1).expires(wait.max(Duration::from_millis(20)));
            let mut messages = request.messages().await.map_err(text)?;
            let mut found = None;
            while let Some(message) = messages.next().await {
                found = Some(message.map_err(text)?);
            }
            Ok(found)
        })
    }

    fn acknowledge(&self, what: &'static str, token: Token) -> Result<(), ExchangeError> {
        match token {
            Token::Nats(message) => self.wait(what, async { message.double_ack().await.map_err(text) }),
            Token::Local(_) => Ok(()),
        }
    }
}

/// A result is taken once for each time its job was offered.
fn result_id(number: u64, token: &Token) -> String {
    let offered = match token {
        Token::Nats(message) => {
            message.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id")).map(ToString::to_string)
        }
        Token::Local(_) => None,
    };
    format!("result-{number}-{}", offered.unwrap_or_default())
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// What belongs to an open run.
struct Opened {
    jetstream: Context,
    bucket: Store,
    jobs: Consumer<pull::Config>,
    results: Option<Consumer<pull::Config>>,
    epoch: String,
    purpose: String,
    /// The coordinator's.
    place: Option<Place>,
}

/// A coordinator's place: who it is, and its last word in the bucket.
struct Place {
    who: String,
    revision: u64,
}

/// Confirms a coordinator's place until somebody else has taken it.
async fn hold(bucket: Store, mut place: Place, lost: Arc<AtomicBool>) {
    loop {
        tokio::time::sleep(CONFIRM).await;
        let word = place.who.clone().into_bytes();
        match bucket.update(COORDINATOR, word.into(), place.revision).await {
            Ok(revision) => place.revision = revision,
            // The server may be away for a while, or its answer was lost: who has the place now?
            Err(_) => match bucket.entry(COORDINATOR).await {
                Ok(Some(now)) if now.value == place.who.as_bytes() => place.revision = now.revision,
                Ok(_) => return lost.store(true, Relaxed),
                Err(_) => {}
            },
        }
    }
}

/// Whether a coordinator confirms its place in a bucket.
async fn is_held(bucket: &Store) -> Result<bool, String> {
    let word = || async { bucket.entry(COORDINATOR).await.map_err(text) };
    let Some(first) = word().await?.filter(|entry| entry.operation == Operation::Put) else {
        return Ok(false);
    };
    tokio::time::sleep(4 * CONFIRM).await;
    Ok(word().await?.is_some_and(|now| now.operation == Operation::Put && now.revision != first.revision))
}

/// Who takes jobs, and who takes results, on the server.
const WORKERS: &str = "workers";
const COORDINATOR: &str = "coordinator";
/// The number of a run under its name, in the bucket.
const EPOCH: &str = "epoch";
/// What the run is for.
const PURPOSE: &str = "purpose";
/// A coordinator confirms its place this often.
const CONFIRM: Duration = Duration::from_secs(1);
/// How long a coordinator that leaves may take to say so.
const LEAVE: Duration = Duration::from_secs(2);

/// What the parts of a run are called on the server.
struct Names {
    run: String,
}

impl Names {
    fn stream(&self, what: &str) -> String {
        format!("philidor_{}_{what}", self.run)
    }

    fn bucket(&self) -> String {
        self.stream("bucket")
    }

    fn bucket_stream(&self) -> String {
        format!("KV_{}", self.bucket())
    }
}

async fn open(
    url: &str,
    run: &str,
    part: Part,
    purpose: &str,
    lease: Duration,
) -> Result<Option<Opened>, ExchangeError> {
    let unreachable = |why: String| ExchangeError::Unreachable { url: url.to_owned(), why };
    let connecting = ConnectOptions::new().connection_timeout(ANSWER).connect(url);
    let client = match tokio::time::timeout(ANSWER, connecting).await {
        Err(_) => return Err(unreachable(format!("no answer within {} s", ANSWER.as_secs()))),
        Ok(Err(error)) => return Err(unreachable(error.to_string())),
        Ok(Ok(client)) => client,
    };
    // A slow answer is no broken run.
    let jetstream = jetstream::ContextBuilder::new().timeout(LONGEST).build(client);
    let names = Names { run: run.to_owned() };
    // Whether it keeps streams at all.
    let asked = found(jetstream.get_stream(names.bucket_stream()).await);
    let there = asked.map_err(|why| ExchangeError::NoJetStream { url: url.to_owned(), why })?;
    match part {
        Part::Worker if there.is_none() => Ok(None),
        Part::Worker => join(jetstream, &names).await.map_err(|why| failed("joining a run", why)),
        Part::NewRun | Part::OldRun => {
            if there.is_some()
                && let Ok(bucket) = jetstream.get_key_value(names.bucket()).await
                && is_held(&bucket).await.map_err(|why| failed("asking for the coordinator", why))?
            {
                return Err(ExchangeError::InUse { run: run.to_owned() });
            }
            let opened = set_up(jetstream, &names, part == Part::NewRun, purpose, lease).await;
            opened.map(Some).map_err(|why| failed("setting up a run on the NATS server", why))
        }
    }
}

/// `None`: there is no such stream.
fn found(asked: Result<Stream, GetStreamError>) -> Result<Option<Stream>, String> {
    match asked {
        Ok(stream) => Ok(Some(stream)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(answer)
                if answer.error_code() == jetstream::ErrorCode::STREAM_NOT_FOUND =>
            {
                Ok(None)
            }
            _ => Err(error.to_string()),
        },
    }
}

/// What a worker needs of a run. `None`: not all of it is there; a coordinator is setting it up, or has just removed it.
async fn join(jetstream: Context, names: &Names) -> Result<Option<Opened>, String> {
    let Some(jobs) = found(jetstream.get_stream(names.stream("jobs")).await)? else { return Ok(None) };
    let jobs = match jobs.get_consumer(WORKERS).await {
        Ok(jobs) => jobs,
        Err(error) => match error.downcast_ref::<ConsumerInfoError>().map(ConsumerInfoError::kind) {
            Some(ConsumerInfoErrorKind::NotFound | ConsumerInfoErrorKind::StreamNotFound) => return Ok(None),
            _ => return Err(text(error)),
        },
    };
    match jetstream.get_key_value(names.bucket()).await {
        Ok(bucket) => {
            // Nobody answers for a bucket that was removed meanwhile.
            let word = async |key: &str| {
                let asked = tokio::time::timeout(LEAVE, bucket.get(key)).await;
                asked.ok().and_then(Result::ok).flatten().and_then(|b| String::from_utf8(b.to_vec()).ok())
            };
            let (epoch, purpose) = (word(EPOCH).await, word(PURPOSE).await.unwrap_or_default());
            let opened =
                |epoch| Opened { jetstream, bucket, jobs, results: None, epoch, purpose, place: None };
            Ok(epoch.map(opened))
        }
        Err(error) if error.kind() == KeyValueErrorKind::GetBucket => Ok(None),
        Err(error) => Err(text(error)),
    }
}

/// Streams and bucket of a coordinator, and who takes from the queues.
async fn set_up(
    jetstream: Context,
    names: &Names,
    new: bool,
    purpose: &str,
    lease: Duration,
) -> Result<Opened, String> {
    let known = match (new, jetstream.get_key_value(names.bucket()).await) {
        (false, Ok(bucket)) => {
            let same = bucket.get(PURPOSE).await.map_err(text)?.is_some_and(|b| *b == *purpose.as_bytes());
            bucket.get(EPOCH).await.map_err(text)?.filter(|_| same)
        }
        _ => None,
    };
    let known = known.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
    if known.is_none() {
        for stream in [names.bucket_stream(), names.stream("jobs"), names.stream("results")] {
            // Only one of an earlier run can be there; if not, nothing is to be removed.
            let _ = jetstream.delete_stream(stream).await;
        }
    }
    let epoch = known.clone().unwrap_or_else(|| nuid::next().to_string());
    let queue = |what: &str| Config {
        name: names.stream(what),
        subjects: vec![format!("philidor.{}.{what}.{epoch}.*", names.run)],
        retention: RetentionPolicy::WorkQueue,
        duplicate_window: DUPLICATES,
        ..Config::default()
    };
    let bucket = Config {
        name: names.bucket_stream(),
        subjects: vec![format!("$KV.{}.>", names.bucket())],
        max_messages_per_subject: 1,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        discard: DiscardPolicy::New,
        ..Config::default()
    };
    jetstream.get_or_create_stream(bucket).await.map_err(text)?;
    let jobs = jetstream.get_or_create_stream(queue("jobs")).await.map_err(text)?;
    let results = jetstream.get_or_create_stream(queue("results")).await.map_err(text)?;
    let bucket = jetstream.get_key_value(names.bucket()).await.map_err(text)?;
    let taker = |who: &str| pull::Config {
        durable_name: Some(who.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: lease,
        max_ack_pending: MOST_IN_HANDS,
        ..pull::Config::default()
    };
    // A coordinator that comes back takes over what its former self had in hands.
    let _ = results.delete_consumer(COORDINATOR).await; // there is none in a new run
    let jobs = jobs.get_or_create_consumer(WORKERS, taker(WORKERS)).await.map_err(text)?;
    let results = results.get_or_create_consumer(COORDINATOR, taker(COORDINATOR)).await.map_err(text)?;
    bucket.purge("closed").await.map_err(text)?;
    let who = nuid::next().to_string();
    let revision = bucket.put(COORDINATOR, who.clone().into_bytes().into()).await.map_err(text)?;
    if known.is_none() {
        bucket.put(PURPOSE, purpose.to_owned().into_bytes().into()).await.map_err(text)?;
        // The last thing: workers that find it find everything else.
        bucket.put(EPOCH, epoch.clone().into_bytes().into()).await.map_err(text)?;
    }
    Ok(Opened {
        jetstream,
        bucket,
        jobs,
        results: Some(results),
        epoch,
        purpose: purpose.to_owned(),
        place: Some(Place { who, revision }),
    })
}

impl Exchange for Nats {
    fn publish(&self, revision: u64, weights: &[u8]) -> Result<(), ExchangeError> {
        self.wait("publishing weights", async {
            let put = |key: String, bytes: Vec<u8>| self.bucket.put(key, bytes.into());
            put(format!("weights.{revision}"), weights.to_vec()).await.map_err(text)?;
            put("latest".to_owned(), revision.to_string().into_bytes()).await.map_err(text)?;
            if let Some(old) = revision.checked_sub(REVISIONS_KEPT as u64) {
                self.bucket.purge(format!("weights.{old}")).await.map_err(text)?;
            }
            Ok(())
        })
    }

    fn weights(&self, revision: u64, wait: Duration) -> Result<Option<Vec<u8>>, ExchangeError> {
        self.wait("fetching weights", async {
            let key = format!("weights.{revision}");
            if let Some(bytes) = self.bucket.get(&key).await.map_err(text)? {
                return Ok(Some(bytes.to_vec()));
            }
            let latest = self.bucket.get("latest").await.map_err(text)?;
            let latest: Option<u64> = latest.and_then(|b| std::str::from_utf8(&b).ok()?.parse().ok());
            if latest.is_some_and(|latest| latest > revision) {
                return Ok(None);
            }
            // Still to come: the bucket tells when.
            let mut news = self.bucket.watch_with_history(&key).await.map_err(text)?;
            let first = async {
                while let Some(entry) = news.next().await {
                    let entry = entry.map_err(text)?;
                    if entry.operation == Operation::Put {
                        return Ok(Some(entry.value.to_vec()));
                    }
                }
                Ok(None)
            };
            tokio::time::timeout(wait, first).await.unwrap_or(Ok(None))
        })
    }

    fn offer(&self, number: u64, job: &[u8]) -> Result<(), ExchangeError> {
        self.store("offering a job", self.subject("jobs", number), format!("job-{number}"), job)
    }

    fn lease(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError> {
        let Some(message) = self.next("taking a job", &self.jobs, wait)? else { return Ok(None) };
        let number = self.number("taking a job", &message)?;
        Ok(Some(Lease { number, job: message.payload.to_vec(), token: Token::Nats(Box::new(message)) }))
    }

    fn extend(&self, lease: &Lease) -> Result<(), ExchangeError> {
        match &lease.token {
            Token::Nats(message) => self
                .wait("confirming a job", async { message.ack_with(AckKind::Progress).await.map_err(text) }),
            Token::Local(_) => Ok(()),
        }
    }

    fn finish(&self, lease: Lease, result: &[u8]) -> Result<(), ExchangeError> {
        let subject = self.subject("results", lease.number);
        self.store("delivering a result", subject, result_id(lease.number, &lease.token), result)?;
        self.acknowledge("letting go of a job", lease.token)
    }

    fn collect(&self, wait: Duration) -> Result<Option<Delivery>, ExchangeError> {
        let mine = self.results.as_ref().ok_or_else(|| failed("taking a result", "a worker takes none"))?;
        let Some(message) = self.next("taking a result", mine, wait)? else { return Ok(None) };
        let number = self.number("taking a result", &message)?;
        Ok(Some(Delivery { number, result: message.payload.to_vec(), token: Token::Nats(Box::new(message)) }))
    }

    fn accept(&self, delivery: Delivery) -> Result<(), ExchangeError> {
        self.acknowledge("accepting a result", delivery.token)
    }

    fn refuse(&self, delivery: Delivery, job: &[u8], why: &str) -> Result<(), ExchangeError> {
        let (number, again) = (delivery.number, nuid::next().to_string());
        self.wait("putting a result aside", async {
            let words = [why.as_bytes(), b"\n", &delivery.result].concat();
            self.bucket.put(format!("refused.{number}"), words.into()).await.map_err(text)?;
            Ok(())
        })?;
        self.store(
            "offering a job again",
            self.subject("jobs", number),
            format!("job-{number}-{again}"),
            job,
        )?;
        self.acknowledge("letting go of a result", delivery.token)
    }

    fn beat(&self, worker: &str, words: &[u8]) -> Result<(), ExchangeError> {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let key = format!("worker.{}", worker.chars().map(plain).collect::<String>());
        self.wait("a heartbeat", async {
            self.bucket.put(key, words.to_vec().into()).await.map_err(text)?;
            Ok(())
        })
    }

    fn workers(&self) -> Result<Vec<Heartbeat>, ExchangeError> {
        let entries = self.wait("asking for workers", async {
            // Not `keys()`: its listing never ends if a key is written anew while it is read.
            let prefix = format!("{}worker.", self.bucket.prefix);
            let filter = format!("{prefix}>");
            let mut subjects = self.bucket.stream.info_with_subjects(filter).await.map_err(text)?;
            let mut found = Vec::new();
            while let Some(subject) = subjects.next().await {
                let (subject, _) = subject.map_err(text)?;
                let Some(worker) = subject.strip_prefix(&prefix) else { continue };
                if let Some(entry) = self.bucket.entry(format!("worker.{worker}")).await.map_err(text)? {
                    found.push((worker.to_owned(), entry.revision, entry.value.to_vec()));
                }
            }
            Ok(found)
        })?;
        let mut beats = self.beats.lock().unwrap_or_else(PoisonError::into_inner);
        let mut workers: Vec<Heartbeat> = entries
            .into_iter()
            .map(|(worker, revision, words)| {
                let seen = beats.entry(worker.clone()).or_insert((revision, Instant::now()));
                if seen.0 != revision {
                    *seen = (revision, Instant::now());
                }
                Heartbeat { worker, words, age: seen.1.elapsed() }
            })
            .collect();
        workers.sort_by(|a, b| a.worker.cmp(&b.worker));
        Ok(workers)
    }

    fn close(&self) -> Result<(), ExchangeError> {
        self.wait("closing the run", async {
            self.bucket.put("closed", "yes".into()).await.map_err(text)?;
            Ok(())
        })
    }

    fn closed(&self) -> bool {
        let asked = self
            .wait("asking for the end of the run", async { self.bucket.get("closed").await.map_err(text) });
        matches!(asked, Ok(Some(_)))
    }
}
