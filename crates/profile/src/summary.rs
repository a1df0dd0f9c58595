//! All records together.

use std::collections::BTreeMap;

use philidor_tutor::judge::{Phase, mean_accuracy};
use serde::{Deserialize, Serialize};

use crate::{
    drill::{Drill, drills},
    habit::{Finding, Kind, WON, findings, promised},
    read::Collection,
    record::{Example, Moved, Record},
    stats::Share,
};

/// Results of some games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// How many.
    pub games: usize,
    /// Points made in them.
    pub points: f64,
    /// Half the width of the 95 % interval of the share of points.
    pub within: f64,
    /// The share of points that ratings promise, if there are any.
    pub promised: Option<f64>,
    /// Mean accuracy of the player's moves.
    pub accuracy: Option<f64>,
    /// Their places in the file.
    pub numbers: Vec<usize>,
}

/// The same bad move in the same position, in several games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Repeat {
    /// The games.
    pub games: Vec<usize>,
    /// The first time.
    pub example: Example,
}

/// How a kind of ending went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// Its name.
    pub name: String,
    /// Games that reached it.
    pub games: usize,
    /// Mistakes of the player's moves in it.
    pub mine: Share,
    /// His opponents'.
    pub theirs: Share,
    /// Moves at which tables knew the result, and how many of them changed it for the worse.
    pub exact: Share,
    /// The same of the opponents.
    pub exact_theirs: Share,
    /// Where the player changed it.
    pub examples: Vec<Example>,
}

/// How time was spent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Moves with a clock.
    pub moves: usize,
    /// Median seconds where one move beat all others.
    pub hard: f64,
    /// Median seconds elsewhere.
    pub easy: f64,
    /// The same of the opponents.
    pub theirs: (f64, f64),
    /// Mistakes with less than a tenth of the time left.
    pub trouble: Share,
    /// Mistakes of all other moves.
    pub calm: Share,
}

/// Everything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The player.
    pub me: String,
    /// Games looked at.
    pub games: usize,
    /// The first and the last date.
    pub from_to: (String, String),
    /// Games that are not used, with reasons.
    pub left_out: Vec<String>,
    /// Games without ratings, games without clocks.
    pub without: (usize, usize),
    /// All games.
    pub all: Group,
    /// The opponents' mean accuracy.
    pub their_accuracy: Option<f64>,
    /// By colour.
    pub colours: Vec<Group>,
    /// By the opponent's strength.
    pub strengths: Vec<Group>,
    /// By opening, the most frequent first.
    pub openings: Vec<Group>,
    /// By the phase in which the game ended.
    pub phases: Vec<Group>,
    /// Games in which a side was winning and won, the player's and his opponents'. What one side does not win the other has saved.
    pub conversion: (Share, Share),
    /// Endings.
    pub endings: Vec<Ending>,
    /// Time, if clocks are known.
    pub clock: Option<Clock>,
    /// The same mistake again.
    pub repeats: Vec<Repeat>,
    /// All questions that could be asked, what stands out first.
    pub findings: Vec<Finding>,
    /// The habit to work on, as a place in `findings`.
    pub habit: Option<usize>,
    /// The date that divides the games into what was before and what is since; none for two halves.
    pub since: Option<String>,
    /// Positions to practise.
    pub drills: Vec<Drill>,
}

/// Openings listed.
const OPENINGS: usize = 15;
/// Repeated mistakes listed.
const REPEATS: usize = 10;
/// Rating points by which an opponent is stronger or weaker.
const STRENGTH: i32 = 100;

impl Profile {
    /// Sums records up; they are in the order of the file.
    pub fn new(collection: &Collection, records: &[Record], seed: u64, since: Option<&str>) -> Profile {
        let found = findings(records, since);
        // One thing at a time: what costs most. Colours and openings are no habits.
        let is_habit = |f: &Finding| f.stands_out && !matches!(f.kind, Kind::Colour(_) | Kind::Opening(_));
        let habit = found.iter().position(is_habit);
        let dates: Vec<&str> =
            records.iter().map(|r| r.date.as_str()).filter(|d| d.len() == 10 && !d.contains('?')).collect();
        let edge = |date: Option<&&str>| date.map_or_else(String::new, |d| (*d).to_owned());
        let colour = |r: &Record| Some(if r.white { "White" } else { "Black" }.to_owned());
        Profile {
            me: collection.me.clone(),
            games: records.len(),
            from_to: (edge(dates.iter().min()), edge(dates.iter().max())),
            left_out: collection.left_out.clone(),
            without: (
                records.iter().filter(|r| r.ratings.is_none()).count(),
                records
                    .iter()
                    .filter(|r| r.moves.iter().all(|m| m.left.is_none() || m.spent.is_none()))
                    .count(),
            ),
            all: group("all games", &records.iter().collect::<Vec<_>>()),
            their_accuracy: accuracy(records.iter(), false),
            colours: groups(records, &colour),
            strengths: groups(records, &strength),
            openings: openings(records),
            phases: groups(records, &|r| r.moves.last().map(|m| m.phase.id().to_owned())),
            conversion: (conversion(records, true), conversion(records, false)),
            endings: endings(records),
            clock: clock(records),
            repeats: repeats(records),
            drills: drills(records, habit.map(|at| &found[at]), seed),
            habit,
            since: since.map(str::to_owned),
            findings: found,
        }
    }

    /// The habit to work on.
    pub fn habit(&self) -> Option<&Finding> {
        self.habit.map(|at| &self.findings[at])
    }
}

fn strength(record: &Record) -> Option<String> {
    let (mine, theirs) = record.ratings?;
    let by = i32::from(theirs) - i32::from(mine);
    Some(match by {
        _ if by > STRENGTH => "stronger by more than 100".to_owned(),
        _ if by < -STRENGTH => "weaker by more than 100".to_owned(),
        _ => "within 100 points".to_owned(),
    })
}

/// Accuracy of one move, as Lichess counts it.
fn of_move(moved: &Moved) -> f64 {
    (103.1668 * (-0.043_544_15 * moved.loss()).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

fn accuracy<'a>(records: impl Iterator<Item = &'a Record>, mine: bool) -> Option<f64> {
    let games: Vec<f64> = records
        .filter_map(|record| {
            let moves: Vec<f64> = record.moves.iter().filter(|m| m.mine == mine).map(of_move).collect();
            mean_accuracy(&moves)
        })
        .collect();
    (!games.is_empty()).then(|| games.iter().sum::<f64>() / games.len() as f64)
}

fn group(name: &str, records: &[&Record]) -> Group {
    let results: Vec<f64> = records.iter().map(|r| f64::from(r.half_points) / 2.0).collect();
    let n = results.len().max(1) as f64;
    let points: f64 = results.iter().sum();
    // Two games won and two lost besides: a single result is no certainty.
    let (seen, mean) = (n + 4.0, (points + 2.0) / (n + 4.0));
    let made_up = 2.0 * mean.powi(2) + 2.0 * (1.0 - mean).powi(2);
    let spread = (results.iter().map(|x| (x - mean).powi(2)).sum::<f64>() + made_up) / seen;
    let rated: Vec<f64> = records.iter().filter_map(|r| r.ratings).map(|(a, b)| promised(a, b)).collect();
    Group {
        name: name.to_owned(),
        games: results.len(),
        points,
        within: 1.96 * (spread / seen).sqrt(),
        promised: (!rated.is_empty()).then(|| rated.iter().sum::<f64>() / rated.len() as f64),
        accuracy: accuracy(records.iter().copied(), true),
        numbers: records.iter().map(|r| r.number).collect(),
    }
}

fn groups(records: &[Record], name: &dyn Fn(&Record) -> Option<String>) -> Vec<Group> {
    let mut sorted: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for record in records {
        if let Some(name) = name(record) {
            sorted.entry(name).or_default().push(record);
        }
    }
    sorted.iter().map(|(name, records)| group(name, records)).collect()
}

fn openings(records: &[Record]) -> Vec<Group> {
    let name = |r: &Record| {
        let colour = if r.white { "White" } else { "Black" };
        (!r.opening.is_empty()).then(|| format!("{} with {colour}", r.opening))
    };
    let mut all = groups(records, &name);
    all.sort_by(|a, b| b.games.cmp(&a.games).then(a.name.cmp(&b.name)));
    all.truncate(OPENINGS);
    all
}

fn conversion(records: &[Record], mine: bool) -> Share {
    let won = |r: &&Record| r.moves.iter().any(|m| m.mine == mine && m.before >= WON);
    let points = |r: &&Record| if mine { r.half_points == 2 } else { r.half_points == 0 };
    Share::new(
        records.iter().filter(won).filter(points).count() as u32,
        records.iter().filter(won).count() as u32,
    )
}

fn endings(records: &[Record]) -> Vec<Ending> {
    let mut names: Vec<&String> =
        records.iter().flat_map(|r| &r.moves).filter_map(|m| m.ending.as_ref()).collect();
    names.sort();
    names.dedup();
    let mut all: Vec<Ending> = names
        .into_iter()
        .map(|name| {
            let these = |mine: bool| {
                let in_it = move |m: &&Moved| m.mine == mine && m.ending.as_ref() == Some(name);
                records.iter().flat_map(move |r| r.moves.iter().filter(in_it).map(move |m| (r, m)))
            };
            let mistakes = |mine: bool| {
                Share::new(
                    these(mine).filter(|(_, m)| m.is_mistake()).count() as u32,
                    these(mine).count() as u32,
                )
            };
            let worse = |m: &Moved| m.table.is_some_and(|(before, after)| after < before);
            let exact = |mine: bool| {
                let known = these(mine).filter(|(_, m)| m.table.is_some());
                Share::new(these(mine).filter(|(_, m)| worse(m)).count() as u32, known.count() as u32)
            };
            Ending {
                name: name.clone(),
                games: records
                    .iter()
                    .filter(|r| r.moves.iter().any(|m| m.ending.as_ref() == Some(name)))
                    .count(),
                mine: mistakes(true),
                theirs: mistakes(false),
                exact: exact(true),
                exact_theirs: exact(false),
                examples: these(true).filter(|(_, m)| worse(m)).filter_map(|(r, m)| r.example(m)).collect(),
            }
        })
        .collect();
    all.sort_by(|a, b| b.games.cmp(&a.games).then(a.name.cmp(&b.name)));
    all
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn clock(records: &[Record]) -> Option<Clock> {
    let timed = |mine: bool| {
        let kept = move |m: &&Moved| m.mine == mine && m.spent.is_some() && m.phase != Phase::Opening;
        records.iter().flat_map(move |r| r.moves.iter().filter(kept).map(move |m| (r, m)))
    };
    let seconds = |mine: bool, hard: bool| {
        median(
            timed(mine).filter(|(_, m)| m.chance.is_empty() != hard).filter_map(|(_, m)| m.spent).collect(),
        )
    };
    let moves = timed(true).count();
    let little = |r: &Record, m: &Moved| m.left.zip(r.base).is_some_and(|(left, base)| left < 0.1 * base);
    let share = |wanted: bool| {
        let these = || timed(true).filter(|(r, m)| little(r, m) == wanted);
        Share::new(these().filter(|(_, m)| m.is_mistake()).count() as u32, these().count() as u32)
    };
    (moves > 0).then(|| Clock {
        moves,
        hard: seconds(true, true),
        easy: seconds(true, false),
        theirs: (seconds(false, true), seconds(false, false)),
        trouble: share(true),
        calm: share(false),
    })
}

/// The same bad move in the same position.
fn repeats(records: &[Record]) -> Vec<Repeat> {
    let mut places: BTreeMap<(String, String), Vec<(usize, Example)>> = BTreeMap::new();
    for record in records {
        for moved in record.moves.iter().filter(|m| m.mine && m.is_mistake() && m.before < WON) {
            let Some(example) = record.example(moved) else { continue };
            let board: Vec<&str> = example.fen.split(' ').take(4).collect();
            places
                .entry((board.join(" "), example.label.clone()))
                .or_default()
                .push((record.number, example));
        }
    }
    let again = places.into_values().filter(|cases| cases.len() > 1);
    let mut all: Vec<Repeat> = again
        .map(|cases| Repeat {
            games: cases.iter().map(|(game, _)| *game).collect(),
            example: cases[0].1.clone(),
        })
        .collect();
    all.sort_by(|a, b| b.games.len().cmp(&a.games.len()).then(a.games.cmp(&b.games)));
    all.truncate(REPEATS);
    all
}
