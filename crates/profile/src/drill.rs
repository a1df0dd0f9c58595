//! Positions of the player's own games to practise on, mixed with quiet ones where nothing is to be found.

use std::collections::BTreeSet;

use philidor_stats::Rng;
use serde::{Deserialize, Serialize};

use crate::{habit::Finding, record::Record, summary::Profile};

/// A position to solve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drill {
    /// The position.
    pub fen: String,
    /// The best move.
    pub best: String,
    /// Nothing is to be won here: any sensible move will do. Whoever always looks for a blow should meet such positions too.
    pub quiet: bool,
    /// The game it comes from.
    pub game: usize,
    /// What was played.
    pub played: String,
}

impl Profile {
    /// The drill as EPD; a quiet position has no best move.
    pub fn epd(&self) -> String {
        let line = |drill: &Drill| {
            let board: Vec<&str> = drill.fen.split(' ').take(4).collect();
            let best = if drill.quiet { String::new() } else { format!(" bm {};", drill.best) };
            format!("{}{best} id \"game {}, {}\";\n", board.join(" "), drill.game, drill.played)
        };
        self.drills.iter().map(line).collect()
    }
}

/// Positions of a drill that have a point.
const POINTED: usize = 12;
/// Quiet positions among them.
const QUIET: usize = 8;

/// A drill for one habit, in an order that a seed decides: where it went wrong, and quiet positions in between.
pub fn drills(records: &[Record], habit: Option<&Finding>, seed: u64) -> Vec<Drill> {
    let mut rng = Rng::new(seed);
    let of_habit = habit.into_iter().flat_map(|finding| &finding.examples);
    // The same position is asked once.
    let mut known = BTreeSet::new();
    let mut all: Vec<Drill> = of_habit
        .filter(|example| known.insert(&example.fen))
        .take(POINTED)
        .map(|example| Drill {
            fen: example.fen.clone(),
            best: example.best.clone(),
            quiet: false,
            game: example.game,
            played: example.label.clone(),
        })
        .collect();
    if all.is_empty() {
        return all;
    }
    let still = records.iter().flat_map(|record| {
        let quiet = record.moves.iter().filter(|moved| moved.seen.as_ref().is_some_and(|seen| seen.quiet));
        quiet.filter_map(|moved| Some((record.number, moved.label.clone(), moved.seen.clone()?)))
    });
    let still: Vec<_> = still.collect();
    let places: Vec<usize> = (0..still.len()).collect();
    for at in rng.draw(&places, QUIET.min(all.len())) {
        let (game, played, seen) = still[at].clone();
        all.push(Drill { fen: seen.fen, best: seen.best, quiet: true, game, played });
    }
    let order: Vec<usize> = (0..all.len()).collect();
    rng.draw(&order, order.len()).into_iter().map(|at| all[at].clone()).collect()
}
