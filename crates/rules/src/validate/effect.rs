//! What rules achieve when a search asks them at its leaves: static verdicts carried through the move graph, ply by
//! ply, for all positions at once.
//!
//! Two questions are asked of every position: can White (the table's stronger side) force a win, can White hold? A
//! search to depth n answers them from the answers at depth n - 1. Where a question is never answered, play can go
//! round in circles, so neither side makes progress: a draw by repetition.

use philidor_chess::shakmaty::Color;

use super::{
    graph::{Graph, Ground},
    statics::{Facts, Sides, side},
};

const WIN: u8 = 1;
const NO_WIN: u8 = 2;
const SAFE: u8 = 4;
const NOT_SAFE: u8 = 8;

/// The effect of search.
#[derive(Debug, Clone, Default)]
pub struct Effect {
    /// Positions decided by a search of exactly so many plies, by side to move (White first).
    pub by_ply: Vec<Sides<u64>>,
    /// Positions that no search of any depth decides: play goes round in circles.
    pub never: Sides<u64>,
    /// Positions with a wrong result after search (never decided counts as a draw).
    pub wrong: Sides<u64>,
    /// Some of them: table index and side to move.
    pub wrong_positions: Vec<(usize, Color)>,
    /// Some positions that are never decided.
    pub never_positions: Vec<(usize, Color)>,
}

impl Effect {
    /// The depth that decides everything that can be decided.
    pub fn max_ply(&self) -> usize {
        self.by_ply.len().saturating_sub(1)
    }
}

/// What follows from what.
#[inline]
fn closed(mut bits: u8) -> u8 {
    if bits & WIN != 0 {
        bits |= SAFE;
    }
    if bits & NOT_SAFE != 0 {
        bits |= NO_WIN;
    }
    bits
}

#[inline]
fn decided(bits: u8) -> bool {
    bits & (WIN | NOT_SAFE) != 0 || bits & (NO_WIN | SAFE) == NO_WIN | SAFE
}

/// Men up to which the moves of all positions that rules leave open fit into memory.
pub const SEARCHED_MEN: usize = 4;
/// At most so many positions are listed.
const LISTED: usize = 10_000;

/// Carries the facts through the moves until nothing changes.
pub fn effect(ground: &Ground, facts: &Facts) -> Effect {
    let rows = ground.table.row_count();
    let mut state: [Vec<u8>; 2] = [vec![0; rows << 6], vec![0; rows << 6]];
    let mut effect = Effect { by_ply: vec![[0; 2]], ..Effect::default() };
    for (s, plane) in state.iter_mut().enumerate() {
        for row in 0..rows {
            let mut left = facts.domain[s][row];
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let bit = |plane: &[u64], flag: u8| if plane[row] >> lane & 1 != 0 { flag } else { 0 };
                let bits = bit(&facts.win[s], WIN)
                    | bit(&facts.no_win[s], NO_WIN)
                    | bit(&facts.no_loss[s], SAFE)
                    | bit(&facts.loss[s], NOT_SAFE);
                plane[row << 6 | lane] = closed(bits);
                effect.by_ply[0][s] += u64::from(decided(bits));
            }
        }
    }
    let inside =
        |index: usize, to_move: Color| facts.domain[side(to_move)][index >> 6] >> (index & 63) & 1 != 0;
    let open_lanes = |row: &philidor_truth::rows::Row<'_>, to_move: Color| {
        let (s, r) = (side(to_move), row.number());
        let known = facts.win[s][r] | facts.loss[s][r] | facts.no_win[s][r] & facts.no_loss[s][r];
        facts.domain[s][r] & !known
    };
    let graph = Graph::new(ground, open_lanes, inside);
    let mut open: Vec<usize> = (0..graph.nodes.len()).collect();
    while !ground.is_stopped() {
        let mut news = Vec::new();
        for &node in &open {
            let (index, to_move) = graph.nodes[node];
            let old = state[side(to_move)][index as usize];
            let new = old | answer(&graph, node, to_move, &state[side(!to_move)]);
            if new != old {
                news.push((node, new));
            }
        }
        if news.is_empty() {
            break;
        }
        let mut count = [0; 2];
        for (node, new) in news {
            let (index, to_move) = graph.nodes[node];
            state[side(to_move)][index as usize] = new;
            count[side(to_move)] += u64::from(decided(new));
        }
        effect.by_ply.push(count);
        open.retain(|&node| {
            let (index, to_move) = graph.nodes[node];
            !decided(state[side(to_move)][index as usize])
        });
    }
    // Last plies that only half-decided something decide nothing.
    while effect.by_ply.len() > 1 && effect.by_ply.last() == Some(&[0; 2]) {
        effect.by_ply.pop();
    }
    for &node in &open {
        let (index, to_move) = graph.nodes[node];
        effect.never[side(to_move)] += 1;
        if effect.never_positions.len() < LISTED {
            effect.never_positions.push((index as usize, to_move));
        }
    }
    verify(ground, facts, &state, &mut effect);
    effect
}

/// What one more ply says of a position.
fn answer(graph: &Graph, node: usize, to_move: Color, next: &[u8]) -> u8 {
    if graph.is_over(node) {
        return match (graph.checked[node], to_move) {
            (false, _) => NO_WIN | SAFE,
            (true, Color::White) => NO_WIN | NOT_SAFE,
            (true, Color::Black) => WIN | SAFE,
        };
    }
    let [lost, drawn, won] = graph.exits[node].seen;
    let (mut any, mut all) = (0, WIN | NO_WIN | SAFE | NOT_SAFE);
    for (seen, bits) in [(lost, NO_WIN | NOT_SAFE), (drawn, NO_WIN | SAFE), (won, WIN | SAFE)] {
        if seen {
            any |= bits;
            all &= bits;
        }
    }
    for (index, _) in graph.edges(node) {
        any |= next[index];
        all &= next[index];
    }
    // White needs one good move; against Black's moves all must be good.
    closed(match to_move {
        Color::White => any & (WIN | SAFE) | all & (NO_WIN | NOT_SAFE),
        Color::Black => all & (WIN | SAFE) | any & (NO_WIN | NOT_SAFE),
    })
}

/// Compares what came out with the table.
fn verify(ground: &Ground, facts: &Facts, state: &[Vec<u8>; 2], effect: &mut Effect) {
    let parts = ground.fold_rows(Vec::new, |out, row| {
        for to_move in [Color::White, Color::Black] {
            let s = side(to_move);
            let (wins, losses) = row.decided(to_move);
            let (white, black) = if to_move.is_white() { (wins, losses) } else { (losses, wins) };
            let mut left = facts.domain[s][row.number()];
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let bits = state[s][row.number() << 6 | lane];
                let want = match (white >> lane & 1, black >> lane & 1) {
                    (1, _) => bits & WIN != 0 && bits & NO_WIN == 0,
                    (_, 1) => bits & NOT_SAFE != 0 && bits & SAFE == 0,
                    _ => bits & (WIN | NOT_SAFE) == 0,
                };
                if !want {
                    out.push((row.number() << 6 | lane, to_move));
                }
            }
        }
    });
    for (index, to_move) in parts.into_iter().flatten() {
        effect.wrong[side(to_move)] += 1;
        if effect.wrong_positions.len() < LISTED {
            effect.wrong_positions.push((index, to_move));
        }
    }
}
