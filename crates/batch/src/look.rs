//! What a worker does with a game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Context, bail};
use philidor_chess::{
    pgn::{Entry, Game, Games},
    shakmaty::Color,
};
use philidor_cluster::{Exchange, work::Hand};
use philidor_profile::{Analyst, Mine, Record};
use philidor_report::{
    annotated::many::Form,
    lake::{self, Part},
};
use philidor_session::Session;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// What is to be done with a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Annotate it, in this form.
    Annotate(Form),
    /// Make rows of it.
    Lake,
    /// Make a record of it, for a profile.
    Profile,
}

/// A game to be looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Its place in the file, from 0.
    pub number: u32,
    /// The game.
    pub game: Game,
    /// Whose record it is.
    pub colour: Color,
}

/// A game on its way.
#[derive(Serialize, Deserialize)]
struct Parcel {
    number: u32,
    line: u32,
    pgn: String,
    white: bool,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// A game in words.
    Text(String),
    /// A game as rows.
    Part(Box<Part>),
    /// A record.
    Record(Box<Record>),
    /// Nothing, and why.
    Failed(String),
}

/// How hard bytes are packed: they travel and wait on disk.
const PACKING: i32 = 3;
/// Bytes that a parcel may unpack to.
const LARGEST: usize = 1 << 28;

fn pack(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    Ok(zstd::bulk::compress(&postcard::to_stdvec(value)?, PACKING)?)
}

fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    Ok(postcard::from_bytes(&zstd::bulk::decompress(bytes, LARGEST)?)?)
}

impl Job {
    /// For the way; none if the game would not arrive as it is.
    pub(crate) fn packed(&self) -> anyhow::Result<Option<Vec<u8>>> {
        let Job { number, game, colour } = self;
        let parcel = Parcel {
            number: *number,
            line: game.line as u32,
            pgn: game.to_string(),
            white: colour.is_white(),
        };
        let arrives = Job::opened(&parcel).is_ok_and(|job| job == *self);
        if arrives { pack(&parcel).map(Some) } else { Ok(None) }
    }

    fn opened(parcel: &Parcel) -> anyhow::Result<Job> {
        let Some(Entry::Game(mut game)) = Games::new(parcel.pgn.as_bytes()).next_entry()? else {
            bail!("a game that cannot be read")
        };
        game.line = parcel.line as usize;
        let colour = if parcel.white { Color::White } else { Color::Black };
        Ok(Job { number: parcel.number, game, colour })
    }
}

impl Outcome {
    /// As it was delivered.
    pub(crate) fn read(bytes: &[u8]) -> anyhow::Result<Outcome> {
        unpack(bytes)
    }
}

/// Looks at games. Clones share tables and theories, not what they found.
#[derive(Debug, Clone)]
pub struct Looker {
    session: Session,
    task: Task,
    games: u64,
}

impl Looker {
    /// With a session.
    pub fn new(session: Session, task: Task) -> Looker {
        Looker { session, task, games: 0 }
    }

    /// Looks at a game. What fails inside fails for this game alone; an error is a look that was stopped.
    pub fn look(&self, job: &Job) -> anyhow::Result<Outcome> {
        let outcome = match catch_unwind(AssertUnwindSafe(|| self.found(job))) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => Outcome::Failed(format!("{error:#}")),
            Err(_) => Outcome::Failed("the look at it broke down".to_owned()),
        };
        if self.session.is_stopped() {
            bail!("interrupted");
        }
        Ok(outcome)
    }

    fn found(&self, job: &Job) -> anyhow::Result<Outcome> {
        let session = self.session.isolated();
        let Job { number, game, colour } = job.clone();
        Ok(match self.task {
            Task::Annotate(form) => Outcome::Text(form.annotate(&session, game, &mut |_| ())?),
            Task::Lake => {
                let study = session.survey(&game)?;
                let annotated = session.comment_on_all(game, study);
                Outcome::Part(Box::new(lake::part(number + 1, &annotated, &session)))
            }
            Task::Profile => {
                let mine = Mine { number: number as usize + 1, game, colour };
                Outcome::Record(Box::new(Analyst { session: &session }.look(&mine)?))
            }
        })
    }
}

impl Hand for Looker {
    fn work(&mut self, _exchange: &dyn Exchange, job: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
        let parcel: Parcel = unpack(job).context("a game that cannot be read")?;
        let outcome = self.look(&Job::opened(&parcel)?)?;
        self.games += 1;
        pack(&outcome).map(Some)
    }

    fn words(&self) -> Vec<u8> {
        self.games.to_string().into_bytes()
    }
}
