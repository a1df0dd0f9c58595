//! Games by the thousand. A coordinator hands out games, workers look at them, and what they found is put together in the order of the
//! games: annotated files, a lake of rows, a player's records.
//!
//! Workers are threads of the coordinator or processes anywhere (`cluster`); a [`Looker`] is what all of them do with a game. A game's
//! result depends on the game and the [`Order`] alone, it is known by the game's number and kept before it is accepted: so the
//! number of workers, their deaths and the coordinator's own change not one byte. Nothing is judged or put into words here.

mod coordinate;
mod desk;
mod look;
mod order;
mod piece;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use philidor_cluster::{
    Exchange, Local, Nats, Part,
    work::{self, LEASE_ELSEWHERE, PATIENCE},
};
use philidor_files as files;
use philidor_know::search::STACK_BYTES;
use philidor_report::annotated::Waiting;

pub use self::{
    desk::Desk,
    look::{Job, Looker, Outcome, Task},
    order::Order,
    piece::Piece,
};

/// The beginning of what a run of games says that it is for.
pub const PURPOSE: &str = "games";
/// How long a thread may be silent about a game.
const LEASE: Duration = Duration::from_secs(3600);

/// Who waits for a run, and may stop it.
#[derive(Clone)]
pub struct Host<'h> {
    /// Who waits.
    pub waiting: &'h dyn Waiting,
    /// Raised by whoever has had enough.
    pub stop: Arc<AtomicBool>,
}

impl Host<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Where workers elsewhere find a run.
#[derive(Debug, Clone)]
pub struct Meeting<'m> {
    /// A NATS server with JetStream.
    pub url: &'m str,
    /// The run's name there.
    pub run: &'m str,
    /// The file that remembers this run, so that a coordinator that was killed finds it again; it lies beside what the run makes.
    pub memory: PathBuf,
    /// What the workers are asked to do.
    pub order: Order,
}

/// Has all games of a desk looked at: by `threads` threads here and, if there is a meeting, by whoever comes.
pub fn run(
    desk: &mut dyn Desk,
    looker: &Looker,
    threads: usize,
    meeting: Option<&Meeting<'_>>,
    host: &Host<'_>,
) -> anyhow::Result<()> {
    ensure!(threads > 0 || meeting.is_some(), "without workers elsewhere somebody here must look");
    let exchange: Box<dyn Exchange> = match meeting {
        None => Box::new(Local::new(LEASE)),
        Some(meeting) => Box::new(meeting.open()?),
    };
    let home = AtomicBool::new(false);
    let done = std::thread::scope(|scope| {
        let mut working = Vec::new();
        for number in 1..=threads {
            let (exchange, home, mut hand) = (&*exchange, &home, looker.clone());
            let name = format!("thread-{number}");
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let work = move || work::work(exchange, &name, home, &mut hand);
            working.push(thread.spawn_scoped(scope, work).context("a thread to look on")?);
        }
        let done = coordinate::coordinate(&*exchange, desk, looker, host);
        home.store(true, Ordering::Relaxed);
        if done.is_ok() {
            exchange.close()?;
        }
        for thread in working {
            match thread.join() {
                // Whoever was stopped has nothing more to say.
                Ok(worked) if done.is_ok() => worked?,
                Ok(_) => {}
                Err(_) => bail!("a worker broke down; what was found is kept"),
            }
        }
        done
    });
    if let (Ok(()), Some(meeting)) = (&done, meeting) {
        // The next run is another one; if the file is gone already, so much the better.
        let _ = std::fs::remove_file(&meeting.memory);
    }
    done
}

impl Meeting<'_> {
    fn open(&self) -> anyhow::Result<Nats> {
        let id = match files::read_text(&self.memory) {
            Ok(id) => id,
            Err(_) => {
                let id = nuid::next().to_string();
                files::write(&self.memory, &id)?;
                id
            }
        };
        let purpose = format!("{PURPOSE} {}", id.trim());
        let opened = Nats::open(self.url, self.run, Part::OldRun, &purpose, LEASE_ELSEWHERE)?;
        let exchange = opened.context("a coordinator makes the run it needs")?;
        exchange.publish(0, &serde_json::to_vec(&self.order)?)?;
        Ok(exchange)
    }
}

/// Looks at games of a run elsewhere until it is over, or until `stop`.
pub fn look_elsewhere(
    exchange: &Nats,
    name: &str,
    tables: &Path,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let order = loop {
        if stop.load(Ordering::Relaxed) || exchange.closed() {
            return Ok(());
        }
        if let Some(bytes) = exchange.weights(0, PATIENCE)? {
            break Order::read(&bytes)?;
        }
    };
    let session = order.session(tables, stop.clone())?;
    work::work(exchange, name, stop, &mut Looker::new(session, order.task))
}
