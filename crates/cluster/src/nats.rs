//! The exchange over a NATS server with JetStream.
//!
//! Jobs and results are two work-queue streams with acknowledgement and redelivery by the server, and message ids against duplicates;
//! weights, heartbeats and the end of the run are keys of a bucket that workers watch. Written for servers from
//! 2.9 on (Debian's). `create_key_value` of async-nats 0.51 asks an older server for what it does not tell, so the bucket's stream is
//! created by hand, as the client would.

use std::{
    collections::HashMap,
    future::Future,
    sync::{Mutex, PoisonError},
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
use tokio::runtime::Runtime;

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
}

fn failed(what: &'static str, why: impl ToString) -> ExchangeError {
    ExchangeError::Failed { what, why: why.to_string() }
}

impl Nats {
    /// Opens the exchange of a run. `None`: there is no such run yet (workers only).
    pub fn open(url: &str, run: &str, part: Part, lease: Duration) -> Result<Option<Nats>, ExchangeError> {
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
        let opened = runtime.block_on(open(url, run, part, lease))?;
        let Some((jetstream, bucket, jobs, results)) = opened else { return Ok(None) };
        let beats = Mutex::default();
        Ok(Some(Nats { runtime, jetstream, run: run.to_owned(), bucket, jobs, results, beats }))
    }

    fn wait<T>(
        &self,
        what: &'static str,
        work: impl Future<Output = Result<T, String>>,
    ) -> Result<T, ExchangeError> {
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

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// The number at the end of a subject.
fn number_of(message: &Message) -> Option<u64> {
    message.subject.rsplit('.').next()?.parse().ok()
}

type Opened = (Context, Store, Consumer<pull::Config>, Option<Consumer<pull::Config>>);

/// Who takes jobs, and who takes results, on the server.
const WORKERS: &str = "workers";
const COORDINATOR: &str = "coordinator";

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

async fn open(url: &str, run: &str, part: Part, lease: Duration) -> Result<Option<Opened>, ExchangeError> {
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
            let opened = set_up(jetstream, &names, part == Part::NewRun, lease).await;
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
        Ok(bucket) => Ok(Some((jetstream, bucket, jobs, None))),
        Err(error) if error.kind() == KeyValueErrorKind::GetBucket => Ok(None),
        Err(error) => Err(text(error)),
    }
}

/// Streams and bucket of a coordinator, and who takes from the queues.
async fn set_up(jetstream: Context, names: &Names, new: bool, lease: Duration) -> Result<Opened, String> {
    if new {
        for stream in [names.bucket_stream(), names.stream("jobs"), names.stream("results")] {
            // Only one of an earlier run can be there; if not, nothing is to be removed.
            let _ = jetstream.delete_stream(stream).await;
        }
    }
    let queue = |what: &str| Config {
        name: names.stream(what),
        subjects: vec![format!("philidor.{}.{what}.*", names.run)],
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
    Ok((jetstream, bucket, jobs, Some(results)))
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
        let subject = format!("philidor.{}.jobs.{number}", self.run);
        self.store("offering a job", subject, format!("job-{number}"), job)
    }

    fn lease(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError> {
        let Some(message) = self.next("taking a job", &self.jobs, wait)? else { return Ok(None) };
        let number = number_of(&message).ok_or_else(|| failed("taking a job", "it has no number"))?;
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
        let subject = format!("philidor.{}.results.{}", self.run, lease.number);
        self.store("delivering a result", subject, format!("result-{}", lease.number), result)?;
        self.acknowledge("letting go of a job", lease.token)
    }

    fn collect(&self, wait: Duration) -> Result<Option<Delivery>, ExchangeError> {
        let mine = self.results.as_ref().ok_or_else(|| failed("taking a result", "a worker takes none"))?;
        let Some(message) = self.next("taking a result", mine, wait)? else { return Ok(None) };
        let number = number_of(&message).ok_or_else(|| failed("taking a result", "it has no number"))?;
        Ok(Some(Delivery { number, result: message.payload.to_vec(), token: Token::Nats(Box::new(message)) }))
    }

    fn accept(&self, delivery: Delivery) -> Result<(), ExchangeError> {
        self.acknowledge("accepting a result", delivery.token)
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
