//! Which KPK positions can arise in a game, looking one move back.
//!
//! Haworth and Velliste (1998) left out positions "not reachable from the initial array": sets 6a-e (White
//! to move) and 7a-c (Black to move). Their sets 6 follow from a simple test, [`seems_unreachable`], which
//! forgets that a pawn may have given check with its last move. [`has_last_move`] does it properly.

use philidor_chess::shakmaty::{Color, Rank, Square, attacks};

use super::placement::{Placement, pawn_attacks};

/// Table 1's test for sets 6a-e: every square next to Black's king, the pawn's own excepted, is attacked.
pub(crate) fn seems_unreachable(place: Placement) -> bool {
    let attacked = attacks::king_attacks(place.wk) | pawn_attacks(place.pawn);
    place.is_legal(Color::White) && attacks::king_attacks(place.bk).without(place.pawn).is_subset(attacked)
}

/// True if the side that is not to move can have made the last move.
pub(crate) fn has_last_move(place: Placement, to_move: Color) -> bool {
    match to_move {
        Color::White => black_came_from(place).next().is_some(),
        Color::Black => white_king_came(place) || pawn_came(place),
    }
}

/// Squares from which Black's king can have come. If the pawn attacks one, the pawn gave that check with
/// the move before: it was pushed or captured, so it has left its second rank.
fn black_came_from(place: Placement) -> impl Iterator<Item = Square> {
    attacks::king_attacks(place.bk).into_iter().filter(move |&from| {
        let before = Placement { bk: from, ..place };
        before.stands() && (!before.is_check() || pawn_came(before))
    })
}

/// White's king made the last move: it did not stand next to Black's, and Black was not in check.
fn white_king_came(place: Placement) -> bool {
    attacks::king_attacks(place.wk)
        .into_iter()
        .any(|wk| Placement { wk, ..place }.is_legal(Color::White) && wk != place.bk)
}

/// The pawn made the last move: a step, a double step or a capture from a free square that gave no check before.
fn pawn_came(place: Placement) -> bool {
    let free = |from: Square| from != place.wk && from != place.bk;
    let step = place.pawn.offset(-8).filter(|&from| free(from));
    let double = step.filter(|_| place.pawn.rank() == Rank::Fourth).and_then(|sq| sq.offset(-8));
    let captures = attacks::pawn_attacks(Color::Black, place.pawn);
    step.into_iter().chain(double).chain(captures).any(|from| {
        from.rank() > Rank::First && free(from) && Placement { pawn: from, ..place }.is_legal(Color::White)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_check_may_have_driven_the_king_into_the_corner() {
        // 1.a7+ Ka8 leads to it, yet Table 1 counts it among set 6a.
        let corner = Placement::new(Square::B6, Square::A7, Square::A8);
        assert!(seems_unreachable(corner) && has_last_move(corner, Color::White));
    }
}
