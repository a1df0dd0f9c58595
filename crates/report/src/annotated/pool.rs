//! Many games at once, written in their order.

use std::{
    collections::{BTreeMap, VecDeque},
    io::{BufRead, Write},
    path::Path,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering::Relaxed, mpsc::channel},
};

use anyhow::{Context, bail};
use philidor_chess::pgn::{Entry, GameProblem, Games};
use philidor_files::resume::State;
use serde::{Deserialize, Serialize};

use super::many::Annotator;

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// Counted from 0.
    pub game: usize,
    /// As it goes into the output.
    pub text: String,
    /// It was annotated.
    pub good: bool,
}

/// Games so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Annotated.
    pub good: usize,
    /// Kept as they are.
    pub bad: usize,
}

impl Counts {
    pub(super) fn add(&mut self, done: &Done) {
        if done.good {
            self.good += 1;
        } else {
            self.bad += 1;
        }
    }
}

/// The games not taken yet.
struct Queue<R> {
    games: Games<R>,
    /// Read already, to see whether there are as many games as processors.
    first: VecDeque<Job>,
    next: usize,
}

/// A game to look at.
struct Job {
    index: usize,
    entry: Entry,
    warnings: Vec<GameProblem>,
}

impl<R: BufRead> Queue<R> {
    fn new(games: Games<R>, ahead: usize) -> anyhow::Result<Queue<R>> {
        let mut queue = Queue { games, first: VecDeque::new(), next: 0 };
        while queue.first.len() < ahead {
            let Some(job) = queue.read()? else { break };
            queue.first.push_back(job);
        }
        Ok(queue)
    }

    fn take(&mut self) -> anyhow::Result<Option<Job>> {
        match self.first.pop_front() {
            Some(job) => Ok(Some(job)),
            None => self.read(),
        }
    }

    fn read(&mut self) -> anyhow::Result<Option<Job>> {
        let Some(entry) = self.games.next_entry().context("reading games")? else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        Ok(Some(Job { index, entry, warnings: self.games.take_warnings() }))
    }
}

/// Games that may fail one after the other before we give up.
const PATIENCE: usize = 3;

/// Who waits for the games.
pub trait Waiting: Sync {
    /// Shows which game is looked at, and how far.
    fn at(&self, text: String);
    /// Shows what is wrong with a game, and its line in the file.
    fn complain(&self, text: &str);
}

/// Annotates all games of `input`, several at a time.
pub(super) fn run(
    annotator: &Annotator<'_>,
    input: Box<dyn BufRead + Send>,
    name: &Path,
    out: &mut (dyn Write + Send),
    state: Option<&State>,
    mut done: BTreeMap<usize, Done>,
) -> anyhow::Result<Counts> {
    let stop = annotator.stop.clone();
    let queue = Queue::new(Games::new(input), annotator.jobs)?;
    // Fewer games than processors: each game gets several.
    let jobs = queue.first.len().clamp(1, annotator.jobs.max(1));
    let threads = annotator.jobs / jobs;
    let queue = Mutex::new(queue);
    let finished: BTreeMap<usize, Done> = std::mem::take(&mut done);
    let (sender, receiver) = channel::<anyhow::Result<Done>>();
    let counts = std::thread::scope(|scope| -> anyhow::Result<Counts> {
        for _ in 0..jobs {
            let (sender, stop, queue, finished) = (sender.clone(), stop.clone(), &queue, &finished);
            scope.spawn(move || {
                let mut worker = Worker { annotator, name, threads, failures: 0, stop: stop.clone() };
                loop {
                    if stop.load(Relaxed) {
                        return;
                    }
                    let job = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
                    let result = match job {
                        Ok(None) => return,
                        Ok(Some(job)) => match finished.get(&job.index) {
                            Some(done) => Ok(done.clone()),
                            None => worker.work(job, &|text| annotator.waiting.at(text)).and_then(|done| {
                                if let Some(state) = state {
                                    state.keep(&done)?;
                                }
                                Ok(done)
                            }),
                        },
                        Err(error) => Err(error),
                    };
                    let over = result.is_err();
                    // A receiver that is gone has heard an error already.
                    if sender.send(result).is_err() || over {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Write in order; what comes early waits.
        let mut counts = Counts::default();
        let mut waiting: BTreeMap<usize, Done> = BTreeMap::new();
        let mut next = 0;
        for result in receiver {
            let done = match result {
                Ok(done) => done,
                // Somebody pressed Ctrl-C: said below.
                Err(_) if stop.load(Relaxed) => continue,
                Err(error) => {
                    // The other workers may stop.
                    stop.store(true, Relaxed);
                    return Err(error);
                }
            };
            waiting.insert(done.game, done);
            while let Some(done) = waiting.remove(&next) {
                if next > 0 {
                    out.write_all(annotator.form.separator().as_bytes())?;
                }
                out.write_all(done.text.as_bytes())?;
                counts.add(&done);
                next += 1;
            }
        }
        out.flush()?;
        Ok(counts)
    });
    let counts = counts?;
    if stop.load(Relaxed) {
        match annotator.state {
            Some(path) => {
                bail!("interrupted; finished games are in {}: run the same command to resume", path.display())
            }
            None => bail!("interrupted; with --state FILE it could resume from here"),
        }
    }
    Ok(counts)
}

/// One worker.
struct Worker<'a> {
    annotator: &'a Annotator<'a>,
    name: &'a Path,
    /// Searches of one game at the same time.
    threads: usize,
    failures: usize,
    stop: Arc<std::sync::atomic::AtomicBool>,
}

impl Worker<'_> {
    fn work(&mut self, job: Job, tell: &dyn Fn(String)) -> anyhow::Result<Done> {
        for warning in &job.warnings {
            self.complain(warning.line, &format!("{} (in a variation; kept as text)", warning.kind));
        }
        let (game, problem) = match job.entry {
            Entry::Game(game) => (game, None),
            Entry::Bad { game, problem } => (game, Some(problem)),
        };
        let reason = match problem {
            Some(problem) => Some((problem.line, problem.kind.to_string())),
            None if game.main_line().next().is_none() => Some((game.line, "a game without moves".to_owned())),
            None => None,
        };
        if let Some((line, reason)) = reason {
            self.complain(line, &reason);
            let reason = format!("line {line}: {reason}");
            return Ok(Done {
                game: job.index,
                text: self.annotator.form.failed(&game, &reason),
                good: false,
            });
        }
        let total = game.main_line().count() + 1;
        let number = job.index + 1;
        let session = self.annotator.session.with_threads(self.threads);
        let result = self.annotator.form.annotate(&session, game.clone(), &mut |positions| {
            tell(format!("game {number}: {positions} of {total} positions"));
        });
        match result {
            Ok(text) => {
                self.failures = 0;
                Ok(Done { game: job.index, text, good: true })
            }
            Err(error) if self.stop.load(Relaxed) => Err(error),
            Err(error) => {
                self.failures += 1;
                if self.failures >= PATIENCE {
                    return Err(error);
                }
                let reason = format!("not annotated: {error:#}");
                self.complain(game.line, &reason);
                Ok(Done { game: job.index, text: self.annotator.form.failed(&game, &reason), good: false })
            }
        }
    }

    fn complain(&self, line: usize, reason: &str) {
        self.annotator.waiting.complain(&format!("{}:{line}: {reason}", self.name.display()));
    }
}
