//! A match from its plan to its outcome: several games at a time, finished games on disk.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use philidor_files::resume::{Identity, State};
use philidor_know::search::Game;
use philidor_uci::Resources;

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

impl Match {
    /// A match that measures a learned net against our hand-made evaluation that looks like GNU Chess: both search to the same depth and see
    /// captures the same number of plies beyond it.
    pub fn measuring(
        net: &Path,
        (depth, captures): (u32, u32),
        resources: &dyn Resources,
    ) -> Result<Match, ArenaError> {
        let first = Spec::parse(&format!("net:{};Teaching={captures}", net.display()), resources)?;
        let second = Spec::parse(&format!("eval:gnu-like;Teaching={captures}"), resources)?;
        Ok(Match::new([first, second], Pace::Depth(depth)))
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
    log: Option<State>,
}

impl<'a> Contest<'a> {
    /// Starts both players once (better a failure now than after an hour) and asks programs for their names.
    pub fn new(mut plan: Match, resources: &'a dyn Resources) -> Result<Contest<'a>, ArenaError> {
        if plan.openings.is_empty() {
            return Err(ArenaError::Input("a match wants at least one opening".to_owned()));
        }
        if plan.pace.is_processor_time()
            && let Some(outside) = plan.players.iter().find(|spec| matches!(spec, Spec::Uci { .. }))
        {
            return Err(ArenaError::Input(format!(
                "{} cannot be held to processor time: that is for players inside this program, eval:NAME and net:FILE",
                outside.label()
            )));
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
        let (log, records) = self.resume()?;
        let todo: Vec<usize> =
            (0..self.plan.games as usize).filter(|number| !records.contains_key(number)).collect();
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
        if let Some(log) = &board.log {
            log.keep(&record).map_err(|error| ArenaError::State(format!("{error:#}")))?;
        }
        let number = record.number;
        board.records.insert(number, record);
        let tally = tally(&board.records);
        hear(&News { record: &board.records[&number], played: board.records.len(), tally });
        Ok(self.plan.sprt.is_some_and(|sprt| tally.llr(sprt).abs() >= SPRT_BOUND))
    }

    /// What makes two matches the same match.
    fn identity(&self) -> Identity {
        let [first, second] = &self.plan.players;
        Identity {
            version: "match".to_owned(),
            input: format!("{first:?} against {second:?}"),
            options: format!(
                "{:?}, seed {}, {} openings",
                self.plan.pace,
                self.plan.seed,
                self.plan.openings.len()
            ),
        }
    }

    /// The state file, and the games finished before an interruption.
    fn resume(&self) -> Result<(Option<State>, BTreeMap<usize, Record>), ArenaError> {
        let Some(path) = &self.plan.state else { return Ok((None, BTreeMap::new())) };
        let (state, done) = State::open::<Record>(path, &self.identity())
            .map_err(|error| ArenaError::State(format!("{error:#}")))?;
        Ok((Some(state), done.into_iter().map(|record| (record.number, record)).collect()))
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
