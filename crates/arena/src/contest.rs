//! A match from its plan to its outcome: several games at a time, finished games on disk.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use philidor_know::search::Game;
use philidor_uci::Resources;
use serde_json::json;

use crate::{
    ArenaError,
    game::{self, Adjudication, Record, Rules},
    openings,
    outcome::{Outcome, tally},
    player::{Pace, Player, Spec},
    stats::{SPRT_BOUND, Sprt, Tally},
};

/// Plies after which a game is stopped: a safeguard only.
const MAX_PLIES: usize = 800;

/// A match as it is to be played.
#[derive(Debug, Clone)]
pub struct Match {
    /// Who plays; results are seen by the first.
    pub players: [Spec; 2],
    /// Thinking time.
    pub pace: Pace,
    /// Number of games; openings are played in pairs, so an even number is best.
    pub games: u32,
    /// Games played at the same time.
    pub concurrency: u32,
    /// Where games begin; used in order, again from the first when they run out.
    pub openings: Vec<Game>,
    /// Begins with another opening of the list.
    pub seed: u64,
    /// Stops as soon as this test is decided.
    pub sprt: Option<Sprt>,
    /// When a lost game is resigned; `None` plays to mate.
    pub resign: Option<Adjudication>,
    /// When a level game is agreed drawn; `None` plays on.
    pub draw: Option<Adjudication>,
    /// The longest wait for a move that has no time limit of its own.
    pub patience: Duration,
    /// Lateness that is forgiven on the clock, in milliseconds.
    pub margin_ms: i64,
    /// Keeps finished games here, and resumes from it if it exists.
    pub state: Option<PathBuf>,
}

impl Match {
    /// A match of 200 games, one at a time, from our balanced openings, without adjudication.
    pub fn new(players: [Spec; 2], pace: Pace) -> Match {
        Match {
            players,
            pace,
            games: 200,
            concurrency: 1,
            openings: openings::balanced(),
            seed: 0,
            sprt: None,
            resign: None,
            draw: None,
            patience: Duration::from_secs(60),
            margin_ms: 50,
            state: None,
        }
    }
}

/// A game that has just ended.
#[derive(Debug)]
pub struct News<'a> {
    /// The game.
    pub record: &'a Record,
    /// Games finished so far, with those of the state file.
    pub played: usize,
    /// The results so far.
    pub tally: Tally,
}

/// A match whose players are known to start.
pub struct Contest<'a> {
    plan: Match,
    labels: [String; 2],
    resources: &'a dyn Resources,
}

/// What the threads of a match share.
struct Board {
    records: BTreeMap<usize, Record>,
    log: Option<(PathBuf, File)>,
}

impl<'a> Contest<'a> {
    /// Starts both players once (better a failure now than after an hour) and asks programs for their names.
    pub fn new(mut plan: Match, resources: &'a dyn Resources) -> Result<Contest<'a>, ArenaError> {
        if plan.openings.is_empty() {
            return Err(ArenaError::Input("a match wants at least one opening".to_owned()));
        }
        let mut labels = [plan.players[0].label(), plan.players[1].label()];
        for (spec, label) in plan.players.iter().zip(&mut labels) {
            if let Player::Outside(engine) = spec.start(resources)? {
                engine.name().clone_into(label);
            }
        }
        if labels[0] == labels[1] {
            labels[1].push_str(" (second)");
        }
        let shift = (plan.seed % plan.openings.len() as u64) as usize;
        plan.openings.rotate_left(shift);
        Ok(Contest { plan, labels, resources })
    }

    /// The match.
    pub fn plan(&self) -> &Match {
        &self.plan
    }

    /// Plays all games that the state file does not hold; `hear` is told about each, in the order in which they end.
    pub fn play(&self, hear: &(dyn Fn(&News<'_>) + Sync)) -> Result<Outcome, ArenaError> {
        let records = self.resume()?;
        let todo: Vec<usize> =
            (0..self.plan.games as usize).filter(|number| !records.contains_key(number)).collect();
        let log = self.plan.state.as_deref().map(append).transpose()?;
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let board = Mutex::new(Board { records, log });
        let failure: Mutex<Option<ArenaError>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..self.plan.concurrency.min(todo.len().max(1) as u32) {
                scope.spawn(|| {
                    let mut players: [Option<Player>; 2] = [None, None];
                    while !enough.load(Relaxed) {
                        let Some(&number) = todo.get(next.fetch_add(1, Relaxed)) else { return };
                        let played = self
                            .game(number, &mut players)
                            .and_then(|record| self.enter(record, &board, hear));
                        match played {
                            Ok(false) => {}
                            Ok(true) => enough.store(true, Relaxed),
                            Err(error) => {
                                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                                enough.store(true, Relaxed);
                            }
                        }
                    }
                });
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => {
                let records = board.into_inner().unwrap_or_else(PoisonError::into_inner).records;
                Ok(Outcome::new(self.labels.clone(), self.plan.pace, self.plan.sprt, records))
            }
        }
    }

    /// Takes a finished game into the books; `true` if the sequential test is decided.
    fn enter(
        &self,
        record: Record,
        board: &Mutex<Board>,
        hear: &(dyn Fn(&News<'_>) + Sync),
    ) -> Result<bool, ArenaError> {
        let mut board = board.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((path, file)) = &mut board.log {
            let line = serde_json::to_string(&record).map_err(std::io::Error::from);
            line.and_then(|line| writeln!(file, "{line}"))
                .map_err(|source| ArenaError::Write { path: path.clone(), source })?;
        }
        let number = record.number;
        board.records.insert(number, record);
        let tally = tally(&board.records);
        hear(&News { record: &board.records[&number], played: board.records.len(), tally });
        Ok(self.plan.sprt.is_some_and(|sprt| tally.llr(sprt).abs() >= SPRT_BOUND))
    }

    /// What makes two matches the same match.
    fn header(&self) -> String {
        json!({
            "match": [format!("{:?}", self.plan.players[0]), format!("{:?}", self.plan.players[1])],
            "pace": format!("{:?}", self.plan.pace),
            "seed": self.plan.seed,
            "openings": self.plan.openings.len(),
        })
        .to_string()
    }

    /// Games finished before an interruption.
    fn resume(&self) -> Result<BTreeMap<usize, Record>, ArenaError> {
        let mut records = BTreeMap::new();
        let Some(path) = &self.plan.state else { return Ok(records) };
        if !path.exists() {
            std::fs::write(path, self.header() + "\n")
                .map_err(|source| ArenaError::Write { path: path.clone(), source })?;
            return Ok(records);
        }
        let unreadable = |source| ArenaError::Read { path: path.clone(), source };
        let mut lines = BufReader::new(File::open(path).map_err(unreadable)?).lines();
        let found = lines.next().transpose().map_err(unreadable)?.unwrap_or_default();
        let wanted = self.header();
        if found != wanted {
            return Err(ArenaError::OtherMatch { path: path.clone(), found, wanted });
        }
        for line in lines {
            // A line cut off by the interruption is played again.
            if let Ok(record) = serde_json::from_str::<Record>(&line.map_err(unreadable)?) {
                records.insert(record.number, record);
            }
        }
        Ok(records)
    }

    fn game(&self, number: usize, players: &mut [Option<Player>; 2]) -> Result<Record, ArenaError> {
        let [first, second] = players;
        let [spec, other] = &self.plan.players;
        let playing = [spec.started(first, self.resources)?, other.started(second, self.resources)?];
        let opening = &self.plan.openings[number / 2 % self.plan.openings.len()];
        let labels = [&*self.labels[0], &*self.labels[1]];
        let rules = Rules {
            pace: self.plan.pace,
            patience: self.plan.patience,
            margin_ms: self.plan.margin_ms,
            resign: self.plan.resign,
            draw: self.plan.draw,
            max_plies: MAX_PLIES,
        };
        let record = game::play(playing, labels, number, opening, &rules);
        // A player that broke down starts afresh.
        match record.forfeit.as_deref() {
            Some("first") => players[0] = None,
            Some(_) => players[1] = None,
            None => {}
        }
        Ok(record)
    }
}

fn append(path: &Path) -> Result<(PathBuf, File), ArenaError> {
    match OpenOptions::new().append(true).open(path) {
        Ok(file) => Ok((path.to_owned(), file)),
        Err(source) => Err(ArenaError::Write { path: path.to_owned(), source }),
    }
}
