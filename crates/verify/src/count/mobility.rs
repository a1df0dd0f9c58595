//! What is measured rather than pointed at: how many squares pieces have, and how near they and the king are to their aims.

use super::{Count, View, minus};
use crate::board::{Role, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    let scopes = |role: Role| v.own(role).iter().map(|sq| scope(v, sq) as i32).sum();
    Some(Count::bare(match feature {
        "knight_mobility" => scopes(Role::Knight),
        "bishop_mobility" => scopes(Role::Bishop),
        "rook_mobility" => scopes(Role::Rook),
        "queen_mobility" => scopes(Role::Queen),
        "king_tropism" => v.pieces().iter().map(|sq| nearness(v, sq)).sum(),
        "king_activity" => quarter_steps_to_pawns(v),
        _ => return None,
    }))
}

/// Squares a piece sees that it can make use of: not those of the own king and of own pawns that are blocked or on the second
/// or third rank, nor those that enemy pawns attack.
pub(super) fn useful(v: View<'_>, sees: Set) -> Set {
    let stiff = |sq: Square| {
        v.own(Role::Pawn).contains(sq)
            && (matches!(v.rank(sq), 1 | 2) || v.front(sq).is_some_and(|front| !v.is_empty(front)))
    };
    let good = sees.iter().filter(|&sq| !stiff(sq) && sq != v.king()).collect();
    minus(good, v.turned().pawn_attacks())
}

/// How many squares the piece on this square can make use of.
pub(super) fn scope(v: View<'_>, piece: Square) -> usize {
    useful(v, v.sees(piece)).len()
}

/// Three points at one or two king moves from the enemy king, two at three, one at four.
fn nearness(v: View<'_>, piece: Square) -> i32 {
    match piece.distance(v.turned().king()) {
        0..=2 => 3,
        3 => 2,
        4 => 1,
        _ => 0,
    }
}

/// King moves to the pawns of both sides, on average, in quarters, rounded down.
fn quarter_steps_to_pawns(v: View<'_>) -> i32 {
    let pawns = v.own(Role::Pawn).or(v.enemy(Role::Pawn));
    let steps: i32 = pawns.iter().map(|sq| i32::from(sq.distance(v.king()))).sum();
    (4 * steps).checked_div(pawns.len() as i32).unwrap_or(0)
}
