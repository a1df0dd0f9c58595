//! What a player does worse than his opponents in the same games, held against chance.

use std::collections::BTreeMap;

use philidor_tutor::judge::Phase;
use serde::{Deserialize, Serialize};

use crate::{
    record::{Example, Moved, Record},
    stats::{Share, Tally, discoveries, worse},
};

/// What a question is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "name")]
pub enum Kind {
    /// Chances of this device that were not taken.
    Missed(String),
    /// Moves after which the other side won by this device.
    Allowed(String),
    /// Mistakes where this concept speaks for the better move.
    Wanted(String),
    /// Mistakes against which this concept speaks.
    Conceded(String),
    /// Mistakes in this part of the game.
    Phase(Phase),
    /// Mistakes with little time left.
    Trouble,
    /// Mistakes in moves played at once although the best move beat all others.
    Haste,
    /// Mistakes with White, or with Black.
    Colour(bool),
    /// Mistakes in positions that are nearly won.
    Conversion,
    /// Mistakes in positions that are nearly lost.
    Defence,
    /// Mistakes in all other positions.
    Level,
    /// Points lost with an opening against what ratings promise.
    Opening(String),
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What it is about.
    #[serde(flatten)]
    pub kind: Kind,
    /// The player's cases.
    pub mine: Share,
    /// His opponents' in the same games.
    pub theirs: Share,
    /// How likely a difference as large is by chance alone.
    pub chance: f64,
    /// It is no chance: of all findings called so at most one in twenty is false.
    pub stands_out: bool,
    /// Points of results that it costs beyond what the opponents lose the same way.
    pub cost: f64,
    /// His cases in the first and in the second half of the games.
    pub halves: (Share, Share),
    /// Where it happened, the dearest first.
    pub examples: Vec<Example>,
}

/// Cases that a question needs before it is asked.
const LEAST_CASES: u32 = 20;
/// Times that it must have happened, in different games.
const LEAST_GAMES: usize = 5;
/// Share of discoveries that may be false.
const FALSE_SHARE: f64 = 0.05;
/// Odds by which it must be worse to be worth a word.
const LEAST_RATIO: f64 = 1.2;
/// Examples kept.
const EXAMPLES: usize = 40;
/// Share of the first time on the clock from which on there is little left.
const LITTLE: f64 = 0.1;
/// Seconds in which a move is played at once.
const AT_ONCE: f64 = 3.0;
/// Winning chances from which on a position should be won.
pub(crate) const WON: f64 = 90.0;
/// Winning chances from which on it is nearly so.
const AHEAD: f64 = 80.0;

/// Both sides' counts, game by game.
#[derive(Default)]
struct Both {
    mine: Tally,
    theirs: Tally,
    /// The player's own counts of the first and second half of the games.
    halves: [(u32, u32); 2],
    /// What each of his cases cost, and where.
    cases: Vec<(f64, Option<Example>)>,
}

impl Both {
    fn add(&mut self, mine: bool, half: usize, count: u32, of: u32) {
        if mine {
            self.mine.add(count, of);
            self.halves[half].0 += count;
            self.halves[half].1 += of;
        } else {
            self.theirs.add(count, of);
        }
    }
}

/// Which group a move belongs to, and whether it went wrong there.
type Sorted = Vec<(Kind, bool)>;

fn missed(_: &Record, moved: &Moved) -> Sorted {
    let gone = moved.is_mistake();
    moved.chance.iter().map(|name| (Kind::Missed(name.clone()), gone)).collect()
}

fn in_phase(_: &Record, moved: &Moved) -> Sorted {
    vec![(Kind::Phase(moved.phase), moved.is_mistake())]
}

fn by_colour(record: &Record, moved: &Moved) -> Sorted {
    vec![(Kind::Colour(record.white == moved.mine), moved.is_mistake())]
}

fn by_standing(_: &Record, moved: &Moved) -> Sorted {
    let kind = match moved.before {
        x if x >= AHEAD => Kind::Conversion,
        x if x <= 100.0 - AHEAD => Kind::Defence,
        _ => Kind::Level,
    };
    vec![(kind, moved.is_mistake())]
}

/// All questions with their answers, what stands out first, then what costs most. Halves are those before a date and since, or the
/// first and the second half of the games.
pub fn findings(records: &[Record], since: Option<&str>) -> Vec<Finding> {
    let games = &Games { records, since };
    let mut asked: Vec<Finding> = Vec::new();
    asked.extend(grouped(games, &missed));
    asked.extend(happened(games, |moved| &moved.allowed, Kind::Allowed));
    asked.extend(happened(games, |moved| &moved.wanted, Kind::Wanted));
    asked.extend(happened(games, |moved| &moved.conceded, Kind::Conceded));
    asked.extend(grouped(games, &in_phase));
    asked.extend(grouped(games, &by_colour));
    asked.extend(clocks(games));
    asked.extend(grouped(games, &by_standing));
    asked.extend(openings(games));
    let chances: Vec<f64> = asked.iter().map(|finding| finding.chance).collect();
    for (finding, found) in asked.iter_mut().zip(discoveries(&chances, FALSE_SHARE)) {
        let odds = |share: &Share| (share.share() + 1e-9) / (1.0 - share.share() + 1e-9);
        let ratio = odds(&finding.mine) / odds(&finding.theirs);
        finding.stands_out = found && (ratio >= LEAST_RATIO || matches!(finding.kind, Kind::Opening(_)));
    }
    asked.sort_by(|a, b| {
        b.stands_out.cmp(&a.stands_out).then(b.cost.total_cmp(&a.cost)).then(a.kind.cmp(&b.kind))
    });
    asked
}

/// All games, and what divides them into halves.
struct Games<'r> {
    records: &'r [Record],
    since: Option<&'r str>,
}

impl Games<'_> {
    /// Which half a record belongs to.
    fn half(&self, at: usize) -> usize {
        usize::from(match self.since {
            Some(date) => self.records[at].date.as_str() >= date,
            None => 2 * at >= self.records.len(),
        })
    }
}

/// Counts every move in its groups; each group is held against all others of its kind.
fn grouped(games: &Games<'_>, sort: &dyn Fn(&Record, &Moved) -> Sorted) -> Vec<Finding> {
    let mut groups: BTreeMap<Kind, Both> = BTreeMap::new();
    for (at, record) in games.records.iter().enumerate() {
        let mut here: BTreeMap<(Kind, bool), (u32, u32)> = BTreeMap::new();
        for moved in &record.moves {
            for (kind, wrong) in sort(record, moved) {
                let count = here.entry((kind.clone(), moved.mine)).or_default();
                count.0 += u32::from(wrong);
                count.1 += 1;
                if wrong && moved.mine {
                    groups.entry(kind).or_default().cases.push((moved.loss() / 100.0, record.example(moved)));
                }
            }
        }
        for ((kind, mine), (count, of)) in here {
            groups.entry(kind).or_default().add(mine, games.half(at), count, of);
        }
    }
    against_rest(groups)
}

/// Each group with its rest.
fn against_rest(groups: BTreeMap<Kind, Both>) -> Vec<Finding> {
    let sum = |without: &Kind, mine: bool| {
        let mut rest = Tally::default();
        for (_, both) in groups.iter().filter(|(kind, _)| *kind != without) {
            rest.join(if mine { &both.mine } else { &both.theirs });
        }
        rest
    };
    let rests: Vec<Option<(Tally, Tally)>> = groups
        .keys()
        .map(|kind| (sum(kind, true), sum(kind, false)))
        .map(|(mine, theirs)| {
            let enough = mine.share().of >= LEAST_CASES && theirs.share().of >= LEAST_CASES;
            enough.then_some((mine, theirs))
        })
        .collect();
    groups.into_iter().zip(rests).filter_map(|((kind, both), rest)| finding(kind, both, rest)).collect()
}

/// A question, if there are cases enough to ask it.
fn finding(kind: Kind, both: Both, rest: Option<(Tally, Tally)>) -> Option<Finding> {
    let (mine, theirs) = (both.mine.share(), both.theirs.share());
    if mine.of < LEAST_CASES || theirs.of < LEAST_CASES || both.mine.games_with() < LEAST_GAMES {
        return None;
    }
    let chance = worse(&both.mine, &both.theirs, rest.as_ref().map(|(mine, theirs)| (mine, theirs)));
    let lost: f64 = both.cases.iter().map(|(loss, _)| loss).sum();
    let excess = 1.0 - theirs.share() / mine.share().max(1e-9);
    Some(told(kind, both, (mine, theirs), chance, lost * excess))
}

fn told(kind: Kind, both: Both, (mine, theirs): (Share, Share), chance: f64, cost: f64) -> Finding {
    let mut cases = both.cases;
    cases.sort_by(|a, b| b.0.total_cmp(&a.0));
    let [first, second] = both.halves.map(|(count, of)| Share::new(count, of));
    let examples = cases.into_iter().filter_map(|(_, example)| example).take(EXAMPLES).collect();
    Finding { kind, mine, theirs, chance, stands_out: false, cost, halves: (first, second), examples }
}

/// What moves are noted for by name, of all moves that were not lost already.
fn happened(games: &Games<'_>, of: fn(&Moved) -> &Vec<String>, kind: fn(String) -> Kind) -> Vec<Finding> {
    let records = games.records;
    let mut names: Vec<&String> = records.iter().flat_map(|record| &record.moves).flat_map(of).collect();
    names.sort();
    names.dedup();
    let mut groups: BTreeMap<Kind, Both> = BTreeMap::new();
    for (at, record) in records.iter().enumerate() {
        let alive = |mine: bool| {
            record.moves.iter().filter(|moved| moved.mine == mine && moved.before >= 100.0 - WON).count()
                as u32
        };
        for name in &names {
            let both = groups.entry(kind((*name).clone())).or_default();
            for mine in [true, false] {
                let these = || record.moves.iter().filter(|m| m.mine == mine && of(m).contains(name));
                both.add(mine, games.half(at), these().count() as u32, alive(mine));
                if mine {
                    both.cases.extend(these().map(|moved| (moved.loss() / 100.0, record.example(moved))));
                }
            }
        }
    }
    against_rest(groups)
}

/// A question about a move: none if it does not arise.
type OfMove = fn(&Record, &Moved) -> Option<bool>;

/// Mistakes with little time, and at once; each against all other moves.
fn clocks(games: &Games<'_>) -> Vec<Finding> {
    let questions: [(Kind, OfMove); 2] = [
        (Kind::Trouble, |record, moved| Some(moved.left? < LITTLE * record.base?)),
        (Kind::Haste, |record, moved| {
            let calm = moved.left? >= LITTLE * record.base?;
            Some(calm && moved.spent? < AT_ONCE && !moved.chance.is_empty())
        }),
    ];
    let records = games.records;
    let mut out = Vec::new();
    for (kind, is_one) in questions {
        let (mut inside, mut outside) = (Both::default(), Both::default());
        for (at, record) in records.iter().enumerate() {
            for mine in [true, false] {
                let mut counts = [(0, 0); 2];
                for moved in record.moves.iter().filter(|moved| moved.mine == mine) {
                    let Some(one) = is_one(record, moved) else { continue };
                    let count = &mut counts[usize::from(one)];
                    count.0 += u32::from(moved.is_mistake());
                    count.1 += 1;
                    if one && mine && moved.is_mistake() {
                        inside.cases.push((moved.loss() / 100.0, record.example(moved)));
                    }
                }
                inside.add(mine, games.half(at), counts[1].0, counts[1].1);
                outside.add(mine, games.half(at), counts[0].0, counts[0].1);
            }
        }
        out.extend(finding(kind, inside, Some((outside.mine, outside.theirs))));
    }
    out
}

/// What ratings promise, from 0 to 1.
pub(crate) fn promised(mine: u16, theirs: u16) -> f64 {
    1.0 / (1.0 + 10f64.powf((f64::from(theirs) - f64::from(mine)) / 400.0))
}

/// Games that an opening needs.
const LEAST_OPENING: usize = 12;

/// Openings in which fewer points are made than ratings promise, compared with all other games.
fn openings(games: &Games<'_>) -> Vec<Finding> {
    let records = games.records;
    let surplus = |record: &Record| {
        let (mine, theirs) = record.ratings?;
        Some(f64::from(record.half_points) / 2.0 - promised(mine, theirs))
    };
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, record) in
        records.iter().enumerate().filter(|(_, r)| !r.family.is_empty() && r.ratings.is_some())
    {
        let colour = if record.white { "White" } else { "Black" };
        groups.entry(format!("{} with {colour}", record.family)).or_default().push(at);
    }
    let all: Vec<f64> = records.iter().filter_map(surplus).collect();
    let mut out = Vec::new();
    for (name, places) in groups.into_iter().filter(|(_, places)| places.len() >= LEAST_OPENING) {
        let own: Vec<f64> = places.iter().filter_map(|&at| surplus(&records[at])).collect();
        let rest = all.len().saturating_sub(own.len());
        if rest < LEAST_OPENING {
            continue;
        }
        let mean = |sum: f64, n: usize| sum / n as f64;
        let (sum, own_sum): (f64, f64) = (all.iter().sum(), own.iter().sum());
        let (here, there) = (mean(own_sum, own.len()), mean(sum - own_sum, rest));
        let spread = all.iter().map(|x| (x - mean(sum, all.len())).powi(2)).sum::<f64>() / all.len() as f64;
        let error = (spread / own.len() as f64 + spread / rest as f64).sqrt();
        let chance = crate::stats::above((there - here) / error.max(1e-9));
        let mut both = Both::default();
        for &at in &places {
            let record = &records[at];
            let lost = u32::from(2 - record.half_points);
            both.add(true, games.half(at), lost, 2);
            let worst = record.moves.iter().filter(|m| m.mine && m.is_mistake());
            let worst = worst.min_by_key(|moved| moved.ply).and_then(|moved| record.example(moved));
            both.cases.push((f64::from(lost) / 2.0, worst));
        }
        let mine = both.mine.share();
        let expected: f64 =
            places.iter().filter_map(|&at| records[at].ratings).map(|(a, b)| promised(a, b)).sum();
        let theirs = Share::new((mine.of as f64 - 2.0 * expected).round().max(0.0) as u32, mine.of);
        let cost = (there - here) * own.len() as f64;
        out.push(told(Kind::Opening(name), both, (mine, theirs), chance, cost));
    }
    out
}
