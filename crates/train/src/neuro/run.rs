//! A training run: a coordinator hands out games, learns from what comes back in the order of the games, and makes new weights known
//! after every round. Workers are threads of the same process or processes anywhere; the result does not depend on how many there are.
//!
//! What only the program around a run can do (its clock, its terminal, matches against other players) comes in through [`Host`].

mod coordinate;
mod work;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use philidor_cluster::{Exchange, Local, Nats, Part, work::LEASE_ELSEWHERE};
use philidor_files as files;

pub use self::{
    coordinate::{Coordinator, Finished},
    work::{play, start},
};
use super::{corpus::Corpus, file::NeuroNet, recipe::Recipe};

/// How long a worker may be silent about a game.
const LEASE: Duration = Duration::from_secs(120);
/// What a run of training says that it is for.
pub const PURPOSE: &str = "training";

/// What only the program around a run can do.
pub trait Host: Sync {
    /// Time since the run began, by a clock that never goes back.
    fn clock(&self) -> Duration;
    /// Whether somebody asked the run to stop.
    fn stopped(&self) -> bool;
    /// Shows how many games were learned from.
    fn at(&self, games: u64);
    /// Shows who works and how fast; told anew every few seconds.
    fn workers(&self, table: String);
    /// Shows a line that stays.
    fn tell(&self, line: &str);
    /// Plays a match of V against the hand-made evaluation that looks like GNU Chess.
    fn play(&self, challenge: &Challenge) -> anyhow::Result<Played>;
}

/// A match that measures V.
#[derive(Debug, Clone, PartialEq)]
pub struct Challenge {
    /// The file of V.
    pub net: PathBuf,
    /// Games.
    pub games: u32,
    /// Depth of both players' searches, in plies.
    pub depth: u32,
    /// Plies of captures beyond that depth.
    pub captures: u32,
    /// Chooses the first opening.
    pub seed: u64,
    /// Games at the same time.
    pub concurrency: u32,
}

/// The result of a match, as V sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// 95 % interval of the score, from 0 to 1.
    pub score: (f64, f64),
    /// The games.
    pub pgn: String,
}

/// What a run is made of.
pub struct Setup {
    /// The recipe as it was asked for: a name, or a file.
    pub name: String,
    /// What is learned, and how.
    pub recipe: Recipe,
    /// Chooses first weights, games and examples.
    pub seed: u64,
    /// Expert games.
    pub corpus: Corpus,
    /// The chess model M, where slopes are learned.
    pub model: Option<NeuroNet>,
    /// V to start from instead of random weights.
    pub start: Option<NeuroNet>,
    /// A point of the curve is measured after every n games; 0: at the end only.
    pub match_every: u64,
    /// Games of each match; 0: none.
    pub match_games: u32,
    /// Depth and plies of captures of the matches.
    pub match_search: (u32, u32),
    /// Match games at the same time.
    pub concurrency: u32,
    /// The run's directory.
    pub out: PathBuf,
}

impl Setup {
    /// Makes the run's directory and notes what is run there. Progress of an earlier run is kept from being overwritten.
    pub fn prepare(&self, resume: bool) -> anyhow::Result<()> {
        files::make_dir(&self.out)?;
        ensure_free(&self.out, resume)?;
        let named = serde_json::json!({ "name": self.name, "seed": self.seed, "recipe": self.recipe });
        files::write(&self.out.join("recipe.json"), serde_json::to_string_pretty(&named)? + "\n")
    }
}

fn ensure_free(out: &Path, resume: bool) -> anyhow::Result<()> {
    ensure!(
        resume || !out.join(coordinate::PROGRESS).exists(),
        "{} holds the progress of an earlier run: continue it with --resume, or give another --out",
        out.display()
    );
    Ok(())
}

/// Where work and weights go: inside this process, or over a NATS server, where the run has a name.
pub fn exchange(nats: Option<(&str, &str)>, out: &Path, resume: bool) -> anyhow::Result<Box<dyn Exchange>> {
    let Some((url, run)) = nats else { return Ok(Box::new(Local::new(LEASE))) };
    ensure_free(out, resume)?;
    let part = if out.join(coordinate::PROGRESS).exists() { Part::OldRun } else { Part::NewRun };
    let opened = Nats::open(url, run, part, PURPOSE, LEASE_ELSEWHERE)?;
    Ok(Box::new(opened.context("a coordinator makes the run it needs")?))
}

/// Runs from where `coordinator` is to the end, with `workers` threads of this process beside whoever plays elsewhere.
pub fn run(
    coordinator: &mut Coordinator<'_>,
    exchange: &dyn Exchange,
    workers: u32,
    place: &str,
) -> anyhow::Result<Finished> {
    let home = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..=workers)
            .map(|number| start(scope, exchange, format!("{place} {number}"), &home))
            .collect::<Result<_, _>>()
            .context("a thread to play on")?;
        let done = coordinator.run(exchange);
        home.store(true, Ordering::Relaxed);
        if done.is_ok() {
            exchange.close()?;
        }
        for worker in workers {
            match worker.join() {
                Ok(worked) => worked?,
                Err(_) => bail!("a worker broke down; what was learned is saved"),
            }
        }
        done
    })
}
