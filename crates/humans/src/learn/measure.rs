//! How well a policy foretells the moves of games it has not seen.

use std::collections::BTreeMap;

use philidor_chess::shakmaty::Position;

use super::Corpus;
use crate::{
    Likely, Moment, Policy, Rating,
    exchange::{most_won, value},
    features, legal,
};

/// Counts over some moves.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Band {
    /// Moves asked.
    pub moves: u64,
    /// Of which the likeliest was played.
    pub first: u64,
    /// Sum of -ln of the chance given to the move played.
    pub surprise: f64,
}

impl Band {
    /// Share of moves that were thought likeliest.
    pub fn matched(&self) -> f64 {
        self.first as f64 / self.moves.max(1) as f64
    }

    /// Mean surprise in nats.
    pub fn log_loss(&self) -> f64 {
        self.surprise / self.moves.max(1) as f64
    }

    fn count(&mut self, first: bool, chance: f32) {
        self.moves += 1;
        self.first += u64::from(first);
        self.surprise -= f64::from(chance.max(1e-9)).ln();
    }
}

/// Moves that were given about one chance, and how many of them were played.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Calibration {
    /// Moves.
    pub moves: u64,
    /// Sum of their chances.
    pub foretold: f64,
    /// How many were played.
    pub played: u64,
}

/// What came out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measured {
    /// All moves asked.
    pub all: Band,
    /// By rating, in steps of 200: the lower end.
    pub bands: BTreeMap<u16, Band>,
    /// By chance, in tenths.
    pub calibration: [Calibration; 10],
}

impl Measured {
    /// Mean distance between chances foretold and shares played, weighed by moves.
    pub fn calibration_error(&self) -> f64 {
        let all: u64 = self.calibration.iter().map(|bin| bin.moves).sum();
        let off = self.calibration.iter().map(|bin| (bin.foretold - bin.played as f64).abs()).sum::<f64>();
        off / all.max(1) as f64
    }
}

/// Half-moves at the beginning of a game that are not asked: they are known by heart.
const OPENING: usize = 10;

/// Asks a policy for at most `most` moves of games held out, evenly drawn, the first five moves of each side excepted.
pub fn measure(policy: &dyn Policy, corpus: &Corpus, most: usize) -> Measured {
    let asked = |game: &super::corpus::Rated| game.plies().saturating_sub(OPENING);
    let there: usize = corpus.held_out.iter().map(asked).sum();
    let every = there.div_ceil(most.max(1)).max(1);
    let mut out = Measured::default();
    let mut at = 0;
    for game in &corpus.held_out {
        for played in game.with_past().skip(OPENING) {
            at += 1;
            if at % every != 0 {
                continue;
            }
            let likely = policy.moves(played.moment(), played.rating);
            let Some(found) = likely.iter().find(|likely| likely.mv == played.mv) else { continue };
            let first = likely[0].mv == played.mv;
            out.all.count(first, found.chance);
            out.bands.entry(played.rating.number / 200 * 200).or_default().count(first, found.chance);
            for Likely { mv, chance } in likely {
                let bin = &mut out.calibration[((chance * 10.0) as usize).min(9)];
                bin.moves += 1;
                bin.foretold += f64::from(chance);
                bin.played += u64::from(mv == played.mv);
            }
        }
    }
    out
}

/// A yardstick: every move that loses nothing at once is equally likely, others a hundredth of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sensible;

impl Policy for Sensible {
    fn name(&self) -> String {
        "sensible moves alike".to_owned()
    }

    fn moves(&self, moment: Moment<'_>, _: Rating) -> Vec<Likely> {
        let pos = moment.position;
        let moves = legal(pos);
        let scores: Vec<f32> = moves
            .iter()
            .map(|&mv| {
                let after = features::played(pos.board(), mv, pos.turn());
                let balance = mv.capture().map_or(0, value) - most_won(&after, !pos.turn());
                if balance >= 0 { 0.0 } else { -4.6 }
            })
            .collect();
        crate::ranked(&moves, &scores)
    }
}
