//! Depths and draws of KPK by the definitions of the papers, worked out on plain arrays.
//!
//! Clarke and Bramer counted White's moves until the pawn can promote safely, and took it for granted that
//! a promotion out of reach of Black's king wins. In one position it does not (WK a3, BK a1, WP b7: queen
//! and rook both stalemate). Bramer proposed to call that position depth zero "for all future purposes";
//! [`promotes_by_convention`] does so.

use philidor_chess::shakmaty::{Color, Rank};

use super::placement::{PLACEMENTS, Placement};

/// Bramer's depth zero: the pawn is on the seventh rank, the queening square is free, and Black's king
/// cannot take the new queen or rook.
pub(crate) fn promotes_by_convention(place: Placement) -> bool {
    on_seventh(place)
        && place.queening_square() != place.wk
        && place.queening_square() != place.bk
        && !place.new_queen_is_lost()
}

/// Depth zero as Bramer's prose of 1986 has it, which forgets that the queening square may be occupied.
pub(crate) fn promotes_by_the_letter(place: Placement) -> bool {
    on_seventh(place) && !place.new_queen_is_lost()
}

fn on_seventh(place: Placement) -> bool {
    place.pawn.rank() == Rank::Seventh && place.is_legal(Color::White)
}

/// Moves to a depth-zero position with best play; unset if White cannot force one.
#[derive(Debug)]
pub(crate) struct Depths {
    wtm: Vec<Option<u8>>,
    btm: Vec<Option<u8>>,
}

impl Depths {
    /// Works backwards from the positions that `zero` picks (White to move).
    ///
    /// White to move has depth n if some move reaches Black to move at depth n - 1, n minimal. Black to move
    /// has depth m if there is a legal move, the pawn cannot be taken and m is the largest depth among the
    /// replies. Stalemate draws.
    pub(crate) fn new(zero: impl Fn(Placement) -> bool) -> Depths {
        let mut depths = Depths { wtm: vec![None; PLACEMENTS], btm: vec![None; PLACEMENTS] };
        for place in Placement::all().filter(|&p| zero(p)) {
            depths.wtm[place.index()] = Some(0);
        }
        for n in 0.. {
            let lost = depths.newly_lost();
            if lost.is_empty() {
                break;
            }
            for &place in &lost {
                depths.btm[place.index()] = Some(n);
            }
            let reaches = |p: &Placement| p.white_moves().any(|to| depths.btm[to.index()] == Some(n));
            let open = |p: &Placement| p.is_legal(Color::White) && depths.wtm[p.index()].is_none();
            let won: Vec<Placement> = Placement::all().filter(|p| open(p) && reaches(p)).collect();
            for place in won {
                depths.wtm[place.index()] = Some(n + 1);
            }
        }
        depths
    }

    /// Depth in moves of a legal position.
    fn moves(&self, place: Placement, to_move: Color) -> Option<u8> {
        to_move.fold_wb(&self.wtm, &self.btm)[place.index()]
    }

    /// Plies up to and with the promotion.
    pub(crate) fn plies(&self, place: Placement, to_move: Color) -> Option<u16> {
        self.moves(place, to_move).map(|n| 2 * u16::from(n) + to_move.fold_wb(1, 2))
    }

    fn newly_lost(&self) -> Vec<Placement> {
        let open = |p: &Placement| p.is_legal(Color::Black) && self.btm[p.index()].is_none();
        let lost = |p: &Placement| all_replies(*p, |to| self.wtm[to.index()].is_some());
        Placement::all().filter(|p| open(p) && lost(p)).collect()
    }
}

/// Black can move, cannot take the pawn, and every reply is as asked.
fn all_replies(place: Placement, mut wanted: impl FnMut(Placement) -> bool) -> bool {
    let Some(replies) = place.black_replies() else { return false };
    let mut any = false;
    for to in replies {
        any = true;
        if !wanted(to) {
            return false;
        }
    }
    any
}

/// Draws in which White keeps the pawn for ever and Black is never stalemated: Clarke's and Bramer's "drawn by
/// repetition", the greatest set that White to move can stay in.
#[derive(Debug)]
pub(crate) struct Repetition {
    wtm: Vec<bool>,
    btm: Vec<bool>,
}

impl Repetition {
    /// Starts from all drawn positions and drops those that White cannot hold, until none is left to drop.
    pub(crate) fn new(is_drawn: impl Fn(Placement, Color) -> bool) -> Repetition {
        let drawn = |color| -> Vec<bool> {
            Placement::all().map(|p| p.is_legal(color) && is_drawn(p, color)).collect()
        };
        let won: Vec<bool> =
            Placement::all().map(|p| p.is_legal(Color::White) && !is_drawn(p, Color::White)).collect();
        let drawn_btm = drawn(Color::Black);
        let mut set = Repetition { wtm: drawn(Color::White), btm: Vec::new() };
        loop {
            let holds = |to: Placement| set.wtm[to.index()] || won[to.index()];
            set.btm = Placement::all().map(|p| drawn_btm[p.index()] && all_replies(p, holds)).collect();
            let kept: Vec<bool> = Placement::all()
                .map(|p| set.wtm[p.index()] && p.white_moves().any(|to| set.btm[to.index()]))
                .collect();
            if kept == set.wtm {
                return set;
            }
            set.wtm = kept;
        }
    }

    /// True if the legal position is drawn in this way.
    pub(crate) fn contains(&self, place: Placement, to_move: Color) -> bool {
        to_move.fold_wb(&self.wtm, &self.btm)[place.index()]
    }
}

/// Black-to-move positions that White wins by pushing the pawn and nothing else: Shapiro and Niblett's "pawn can
/// run". `zero` picks the positions in which the pawn has arrived.
pub(crate) fn runners(zero: impl Fn(Placement) -> bool) -> Vec<Placement> {
    let mut runs = vec![false; PLACEMENTS];
    let mut out = Vec::new();
    // A push leads to a higher rank, so those are settled first.
    for rank in Rank::ALL[1..7].iter().rev() {
        for place in Placement::with_pawn_on(std::slice::from_ref(rank)).filter(|p| p.is_legal(Color::Black))
        {
            let arrives = |to: Placement| zero(to) || to.pushes().any(|pushed| runs[pushed.index()]);
            if all_replies(place, arrives) {
                runs[place.index()] = true;
                out.push(place);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use philidor_chess::shakmaty::Square;

    use super::*;

    #[test]
    fn niblett_s_position_is_a_depth_zero_win_by_convention() {
        assert!(promotes_by_convention(Placement::new(Square::A3, Square::B7, Square::A1)));
    }

    #[test]
    fn prose_and_convention_differ_where_a_king_stands_on_the_queening_square() {
        let count = |rule: fn(Placement) -> bool| Placement::all().filter(|&p| rule(p)).count();
        assert_eq!(count(promotes_by_convention), 12_750);
        assert_eq!(count(promotes_by_the_letter), 13_218);
    }
}
