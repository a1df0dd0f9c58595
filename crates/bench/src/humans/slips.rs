//! How much of what a policy foretells loses by a short look ahead, beside what people played: all of them together slip more often than
//! any one of them.

use std::collections::BTreeMap;

use philidor_chess::shakmaty::Move;
use philidor_claims::limits::TEMPTING_CHANCE;
use philidor_humans::{Policy, learn::Corpus};
use philidor_know::evaluator;
use philidor_tutor::{analyst::Question, judge::winning_chances, look::Looker};
use serde::Serialize;

/// Half-moves at the beginning of a game that are not asked.
const OPENING: usize = 10;
/// Nodes of a look at all moves of a position.
const GLANCE: u64 = 12_000;

/// Slips of players of about one rating.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Slips {
    /// Moves looked at.
    pub moves: u64,
    /// How many slips were foretold.
    pub foretold: f64,
    /// How many there were.
    pub played: u64,
}

/// By rating, in steps of 200: the lower end.
pub(super) fn slips(policy: &dyn Policy, corpus: &Corpus, most: usize) -> BTreeMap<u16, Slips> {
    let own = evaluator::by_name(evaluator::NAMES[0]).expect("our own evaluation");
    let mut looker = Looker::new(own, GLANCE);
    let moves = corpus.held_out.iter().flat_map(|game| game.with_past().skip(OPENING));
    let there = corpus.held_out.iter().map(|game| game.plies().saturating_sub(OPENING)).sum::<usize>();
    let mut out: BTreeMap<u16, Slips> = BTreeMap::new();
    for played in moves.step_by(there.div_ceil(most.max(1)).max(1)) {
        let likely = policy.moves(played.moment(), played.rating);
        let all: Vec<Move> = likely.iter().map(|likely| likely.mv).collect();
        let Ok(looks) = looker.lines_within(&Question::only(&played.position, &all, 1000), GLANCE) else {
            continue;
        };
        let worth = |mv: Move| {
            let look = looks.iter().find(|look| look.first() == Some(mv));
            look.map_or(-1.0, |look| winning_chances(look.score))
        };
        let best = all.iter().map(|&mv| worth(mv)).fold(-1.0, f64::max);
        let slip = |mv: Move| best - worth(mv) >= TEMPTING_CHANCE;
        let band = out.entry(played.rating.number / 200 * 200).or_default();
        band.moves += 1;
        band.played += u64::from(slip(played.mv));
        band.foretold += likely
            .iter()
            .filter(|likely| slip(likely.mv))
            .map(|likely| f64::from(likely.chance))
            .sum::<f64>();
    }
    out
}
