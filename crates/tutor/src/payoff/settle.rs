//! The captures that both sides still make before a position is quiet, counted in plain material.

use philidor_chess::shakmaty::{Chess, Move, Position, Role};

use crate::sight::{balance, value, way};

/// Plies looked ahead.
const DEPTH: u32 = 8;
/// More than all material.
const INFINITE: i32 = 1000;
/// Mated on the way.
const MATED: i32 = -500;

/// The best sequence of captures and promotions for both sides; either may stop when it likes, unless in check.
pub fn settle(pos: &Chess) -> Vec<Move> {
    let mut line = Vec::new();
    search(pos, -INFINITE, INFINITE, DEPTH, &mut line);
    line
}

fn search(pos: &Chess, mut alpha: i32, beta: i32, depth: u32, line: &mut Vec<Move>) -> i32 {
    line.clear();
    let stand = balance(pos.board(), pos.turn());
    if depth == 0 {
        return stand;
    }
    let check = pos.is_check();
    let mut best = if check { MATED } else { stand };
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let mut moves = pos.legal_moves();
    if check && moves.is_empty() {
        return MATED;
    }
    if !check {
        moves.retain(|m| m.is_capture() || m.promotion() == Some(Role::Queen));
    }
    // Dearest victim, cheapest attacker first; the rest in an order that does not know colours.
    moves.sort_by_key(|m| {
        let worth = m.capture().map_or(0, value) * 16 + m.promotion().map_or(0, value) * 16 - value(m.role());
        (-worth, way(pos.turn(), m))
    });
    let mut below = Vec::new();
    for &mv in &moves {
        // Even for nothing this capture would not bring the score up to what is assured.
        let most = mv.capture().map_or(0, value) + mv.promotion().map_or(0, |r| value(r) - 1);
        if !check && stand + most <= alpha {
            continue;
        }
        let mut after = pos.clone();
        after.play_unchecked(mv);
        let score = -search(&after, -beta, -alpha, depth - 1, &mut below);
        if score > best {
            best = score;
            line.clear();
            line.push(mv);
            line.append(&mut below);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
    }
    best
}
