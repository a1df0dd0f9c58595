//! Playing weaker on purpose (`UCI_LimitStrength`): fewer nodes, and now and then not the best move.
//!
//! A weak player sees little and misjudges what he sees. So the node budget falls with the rating, and among
//! the best lines one is chosen with an error of judgement drawn from the position itself: the same position
//! always gets the same answer.

use philidor_chess::shakmaty::Move;
use philidor_know::search::{Limits, Report};

use super::options::ELO_RANGE;

/// Lines a limited player weighs against each other.
pub const WEAK_LINES: usize = 5;

/// Nodes that a player of `elo` sees.
pub fn weak_nodes(elo: u32) -> u64 {
    let elo = elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end());
    // Doubling the nodes is worth about 80 Elo at this level: 100 nodes at 800, 3 million at 2800.
    let doublings = (elo - ELO_RANGE.start()) / 133;
    100_u64 << doublings
}

/// The move that a player of `elo` chooses among lines with their scores in centipawns, best first.
pub fn weak_choice(lines: &[(i32, Move)], elo: u32, seed: u64) -> Option<Move> {
    let elo = elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end());
    // The error of judgement in centipawns: 160 at the lowest rating, none at the highest.
    let error = i64::from(ELO_RANGE.end() - elo) * 160 / i64::from(ELO_RANGE.end() - ELO_RANGE.start());
    let mut state = seed;
    lines
        .iter()
        .enumerate()
        .max_by_key(|&(i, &(score, _))| {
            state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(i as u64 + 1);
            let noise = (state >> 33) as i64 % (2 * error + 1) - error;
            i64::from(score) + noise
        })
        .map(|(_, &(_, mv))| mv)
}

/// Narrows the limits to what a player of `elo` sees.
pub(super) fn limit(limits: &mut Limits, elo: u32) {
    limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(weak_nodes(elo)));
    limits.multi_pv = limits.multi_pv.max(WEAK_LINES);
}

/// The move a player of `elo` chooses.
pub(super) fn choose(report: &Report, elo: u32, seed: u64) -> Option<Move> {
    let lines: Vec<(i32, Move)> =
        report.lines.iter().filter_map(|line| Some((line.score, *line.moves.first()?))).collect();
    weak_choice(&lines, elo, seed)
}
