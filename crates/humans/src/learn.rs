//! Learning what people play from their games: softmax over the legal moves, one position at a time, by AdaGrad.
//!
//! Same games, same settings, same bytes: games are drawn in an order that a seed decides, and there is one thread.

mod corpus;
mod kept;
mod learner;
mod measure;
mod stream;

use std::path::PathBuf;

pub use self::{
    corpus::{Corpus, Played},
    measure::{Band, Calibration, Measured, Sensible, measure},
};
use self::{kept::Kept, learner::Learner, stream::Stream};
use crate::{Ours, Story, features::look};

/// One game in so many is held out, as a rule.
pub const HELD_OUT: u64 = 20;
/// Games of one player, at most, as a rule: some export all they ever played.
pub const PER_PLAYER: u32 = 2_000;
/// Games within 200 points of rating and one scale, at most, as a rule.
pub const PER_BAND: u32 = 15_000;

/// What to learn from, and how long.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Files of rated games.
    pub games: Vec<PathBuf>,
    /// Positions to learn from; games are taken again if they do not suffice.
    pub positions: u64,
    /// Games of one player, at most.
    pub per_player: u32,
    /// Games within 200 points of rating and one scale, at most.
    pub per_band: u32,
    /// One game in so many is held out.
    pub held_out: u64,
    /// Size of the first steps.
    pub rate: f32,
    /// Chooses games, order and first weights.
    pub seed: u64,
    /// Where to keep what was learned so far, so that learning can be interrupted and go on.
    pub state: Option<PathBuf>,
}

/// Told while learning goes on.
pub trait Progress {
    /// Positions seen, and how surprising the last of them were (nats).
    fn at(&self, positions: u64, all: u64, surprise: f64);

    /// Whether somebody wants it to end.
    fn stopped(&self) -> bool {
        false
    }
}

impl Progress for () {
    fn at(&self, _: u64, _: u64, _: f64) {}
}

/// Positions between two looks at the clock.
const TOLD_EVERY: u64 = 1 << 12;
/// Positions between two times at which what was learned is kept.
const KEPT_EVERY: u64 = 1 << 20;
/// Positions of games held out that are asked, at most.
const MEASURED: usize = 20_000;

/// Learns a net from games that were read, and measures it on those held out. Interrupted and begun again with the same settings
/// it gives the same net.
pub fn learn(corpus: &Corpus, settings: &Settings, progress: &dyn Progress) -> anyhow::Result<Ours> {
    anyhow::ensure!(!corpus.learned.is_empty(), "all games are held out: there is none to learn from");
    let identity = settings.identity(corpus);
    let mut learner = Learner::new(settings.seed, settings.rate);
    let mut stream = Stream::new(&corpus.learned, settings.seed);
    let (mut seen, mut surprise) = (0, 2.5);
    if let Some(kept) =
        settings.state.as_deref().map(|path| Kept::read(path, &identity)).transpose()?.flatten()
    {
        (seen, surprise) = (kept.seen, kept.surprise);
        kept.restore(&mut learner)?;
        stream.pass_over(seen);
    }
    let keep = |learner: &Learner, seen: u64, surprise: f64| {
        settings
            .state
            .as_deref()
            .map_or(Ok(()), |path| Kept::of(learner, &identity, seen, surprise).write(path))
    };
    while seen < settings.positions {
        let Some(played) = stream.next() else { break };
        let scene = look(played.moment(), played.rating);
        if let Some(index) = scene.moves.iter().position(|&mv| mv == played.mv) {
            let left = 1.0 - seen as f32 / settings.positions as f32;
            let told = learner.learn(&scene, index, left.max(0.02));
            surprise += (told - surprise) * 1e-4;
        }
        seen += 1;
        if seen.is_multiple_of(TOLD_EVERY) {
            progress.at(seen, settings.positions, surprise);
            let stopped = progress.stopped();
            if stopped || seen.is_multiple_of(KEPT_EVERY) {
                keep(&learner, seen, surprise)?;
            }
            anyhow::ensure!(!stopped, "interrupted after {seen} positions{}", settings.goes_on());
        }
    }
    keep(&learner, seen, surprise)?;
    let story = Story {
        positions: seen,
        games: corpus.learned.len() as u64,
        held_out: corpus.held_out.len() as u64,
        matched: 0.0,
        seed: settings.seed,
        data: corpus.digest.clone(),
    };
    let mut ours = Ours::new(learner.weights.as_written(), story);
    ours.story.matched = measure(&ours, corpus, MEASURED).all.matched();
    Ok(ours)
}

impl Settings {
    /// Everything that changes what is learned.
    fn identity(&self, corpus: &Corpus) -> String {
        let Settings { positions, per_player, per_band, held_out, rate, seed, .. } = self;
        format!("{} {positions} {per_player} {per_band} {held_out} {rate} {seed}", corpus.digest)
    }

    fn goes_on(&self) -> &'static str {
        if self.state.is_some() { ": the same command goes on from there" } else { "" }
    }
}
