//! What captures win, counted in plain points.

use crate::board::{Board, Role, Square};

/// Plies of captures looked ahead.
const DEPTH: u32 = 8;
const MATED: i32 = -500;

/// The most points that the side to move can gain by captures and promotions to a queen, the other side answering in
/// kind; either side may stop unless it is in check. 0 if nothing can be gained; negative only if in check.
pub fn capture_gain(board: &Board) -> i32 {
    best(board, -1000, 1000, DEPTH) - board.balance(board.turn)
}

fn best(board: &Board, mut low: i32, high: i32, depth: u32) -> i32 {
    let us = board.turn;
    let stand = board.balance(us);
    if depth == 0 {
        return stand;
    }
    let check = board.in_check(us);
    if !check {
        low = low.max(stand);
        if low >= high {
            return stand;
        }
    }
    let worth = |mv: &crate::moves::Move| {
        let taken = board.captured(*mv).map_or(0, |(_, man)| man.role.points());
        let made = mv.promotion.map_or(0, |role| role.points() - 1);
        let mover = board.on(mv.from).map_or(0, |man| man.role.points());
        (taken + made) * 10 - mover
    };
    let mut moves = board.candidates();
    if !check {
        moves.retain(|&mv| board.captured(mv).is_some() || mv.promotion == Some(Role::Queen));
    }
    moves.sort_by_key(|mv| -worth(mv));
    let mut score = if check { MATED } else { stand };
    for mv in moves {
        let next = board.after(mv);
        if next.in_check(us) {
            continue;
        }
        score = score.max(-best(&next, -high, -low, depth - 1));
        low = low.max(score);
        if low >= high {
            break;
        }
    }
    score
}

/// The most points the side to move can gain by capturing on one square, both sides then capturing there while it
/// pays. 0 if it does not pay at all.
pub fn exchange(board: &Board, square: Square) -> i32 {
    let us = board.turn;
    let Some(victim) = board.on(square).filter(|man| man.color != us && man.role != Role::King) else {
        return 0;
    };
    let mut tried = Vec::new();
    let mut gain = 0;
    for mv in board.candidates().into_iter().filter(|mv| mv.to == square) {
        // Of like men one will do.
        let kind = (board.on(mv.from), mv.promotion);
        let next = board.after(mv);
        if tried.contains(&kind) || next.in_check(us) {
            continue;
        }
        tried.push(kind);
        let made = mv.promotion.map_or(0, |role| role.points() - 1);
        gain = gain.max(victim.role.points() + made - exchange(&next, square));
    }
    gain
}
