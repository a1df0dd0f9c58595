//! What a match gave: its games, its figures, and both as text.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use crate::{
    ArenaError,
    game::Record,
    pgn,
    player::Pace,
    stats::{SPRT_BOUND, Sprt, Tally, elo},
};

/// A match that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    labels: [String; 2],
    pace: Pace,
    sprt: Option<Sprt>,
    records: BTreeMap<usize, Record>,
}

/// A game that was lost because a player broke down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forfeit {
    /// The game, from 1.
    pub game: usize,
    /// "first" or "second".
    pub player: String,
    /// What happened.
    pub reason: String,
}

/// The figures of a match, seen by the first player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// The first player's name.
    pub first: String,
    /// The second player's name.
    pub second: String,
    /// How fast was played, in words.
    #[serde(skip)]
    pub time_control: String,
    /// Games played.
    pub games: u32,
    /// Won by the first player.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost by the first player.
    pub losses: u32,
    /// Complete pairs that gave 0, ½, 1, 1½, 2 points.
    pub pairs: [u32; 5],
    /// Share of points, 0 to 1.
    pub score: f64,
    /// Lower end of its 95 % interval.
    pub score_low: f64,
    /// Upper end.
    pub score_high: f64,
    /// The score in Elo.
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub elo_low: f64,
    /// Upper end.
    pub elo_high: f64,
    /// Log-likelihood ratio of the sequential test, if there was one.
    pub llr: Option<f64>,
    /// The sequential test, if there was one.
    #[serde(skip)]
    pub sprt: Option<Sprt>,
    /// How many games ended how.
    pub endings: BTreeMap<String, u32>,
    /// Games that were lost by breaking down.
    pub forfeits: Vec<Forfeit>,
}

impl Outcome {
    pub(crate) fn new(
        labels: [String; 2],
        pace: Pace,
        sprt: Option<Sprt>,
        records: BTreeMap<usize, Record>,
    ) -> Outcome {
        Outcome { labels, pace, sprt, records }
    }

    /// The games in order of their numbers.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// The results as counted.
    pub fn tally(&self) -> Tally {
        tally(&self.records)
    }

    /// All games as PGN, with the players' own scores.
    pub fn pgn(&self) -> String {
        let labels = [&*self.labels[0], &*self.labels[1]];
        let time_control = self.pace.to_string();
        self.records().map(|record| pgn::write(record, labels, &time_control)).collect()
    }

    /// The figures.
    pub fn summary(&self) -> Result<Summary, ArenaError> {
        let tally = self.tally();
        let estimate = tally.estimate().ok_or(ArenaError::NoGames)?;
        let mut endings: BTreeMap<String, u32> = BTreeMap::new();
        for record in self.records() {
            let reason = if record.forfeit.is_some() { "forfeit" } else { &record.reason };
            *endings.entry(reason.to_owned()).or_default() += 1;
        }
        let forfeit = |record: &Record| {
            let player = record.forfeit.clone()?;
            Some(Forfeit { game: record.number + 1, player, reason: record.reason.clone() })
        };
        Ok(Summary {
            first: self.labels[0].clone(),
            second: self.labels[1].clone(),
            time_control: self.pace.to_string(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pairs: tally.pairs,
            score: estimate.score,
            score_low: estimate.score_low,
            score_high: estimate.score_high,
            elo: elo(estimate.score),
            elo_low: elo(estimate.score_low),
            elo_high: elo(estimate.score_high),
            llr: self.sprt.map(|sprt| tally.llr(sprt)),
            sprt: self.sprt,
            endings,
            forfeits: self.records().filter_map(forfeit).collect(),
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} - {}: {} games, {}", self.first, self.second, self.games, self.time_control)?;
        writeln!(f, "  +{} ={} -{}", self.wins, self.draws, self.losses)?;
        writeln!(
            f,
            "  score {:.1} % [{:.1}, {:.1}], Elo {:+.0} [{:+.0}, {:+.0}] (95 %, pairs {:?})",
            100.0 * self.score,
            100.0 * self.score_low,
            100.0 * self.score_high,
            self.elo,
            self.elo_low,
            self.elo_high,
            self.pairs,
        )?;
        let endings: Vec<String> =
            self.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(f, "  ended by: {}", endings.join(", "))?;
        if let (Some(llr), Some(Sprt { low, high })) = (self.llr, self.sprt) {
            let verdict = if llr >= SPRT_BOUND {
                format!("at least {high} Elo better, accepted")
            } else if llr <= -SPRT_BOUND {
                format!("not more than {low} Elo better, accepted")
            } else {
                "undecided".to_owned()
            };
            writeln!(
                f,
                "  SPRT [{low}, {high}]: log-likelihood ratio {llr:.2} of ±{SPRT_BOUND:.2}: {verdict}"
            )?;
        }
        for forfeit in &self.forfeits {
            writeln!(f, "  game {}: {} player, {}", forfeit.game, forfeit.player, forfeit.reason)?;
        }
        Ok(())
    }
}

/// Counts complete pairs as pairs, the rest as single games.
pub(crate) fn tally(records: &BTreeMap<usize, Record>) -> Tally {
    let mut tally = Tally::default();
    for (number, record) in records {
        let points = record.first_half_points();
        match (number % 2, records.get(&(number ^ 1))) {
            (0, Some(partner)) => tally.add_pair(points, partner.first_half_points()),
            (_, None) => tally.add_game(points),
            _ => {}
        }
    }
    tally
}
