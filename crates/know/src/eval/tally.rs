//! The running sum of one side, and the pair of numbers (middlegame, endgame) it is made of.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use philidor_chess::shakmaty::{Bitboard, Color, Square};

use super::{Weights, lines::count, trace::Trace};
use crate::features::{FeatureId, Kind, Pointing};

/// A middlegame and an endgame value in one machine word, so that both are added at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score(i32);

impl Score {
    /// Packs the two values; each must fit into 16 bits with its sign.
    pub const fn new(mg: i32, eg: i32) -> Score {
        Score((eg << 16).wrapping_add(mg))
    }

    /// The middlegame value.
    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value.
    #[inline]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Score {
    type Output = Score;
    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    #[inline]
    fn mul(self, times: i32) -> Score {
        Score(self.0.wrapping_mul(times))
    }
}

/// The running sum of one side.
pub(crate) struct Tally<'a, T> {
    pub(crate) side: Color,
    pub(crate) score: Score,
    /// Units of danger to the enemy king.
    pub(crate) attack: i32,
    weights: &'a Weights,
    trace: &'a mut T,
}

impl<'a, T: Trace> Tally<'a, T> {
    pub(crate) fn new(side: Color, weights: &'a Weights, trace: &'a mut T) -> Self {
        Tally { side, score: Score::default(), attack: 0, weights, trace }
    }

    /// The feature's only weight, `times` times; it cannot be pointed at.
    #[inline]
    pub(crate) fn add(&mut self, feature: FeatureId, times: i32) {
        self.add_slot(feature, 0, times, times);
    }

    /// One of the feature's weights, once; a person would count `units`, and cannot point at them.
    #[inline]
    pub(crate) fn pick(&mut self, feature: FeatureId, slot: usize, units: i32) {
        self.add_slot(feature, slot, 1, units);
    }

    /// One of the feature's weights, `times` times; it cannot be pointed at.
    #[inline]
    pub(crate) fn add_slot(&mut self, feature: FeatureId, slot: usize, times: i32, units: i32) {
        debug_assert!(feature.pointing() == Pointing::Nowhere, "{} is somewhere", feature.id());
        self.enter(feature, slot, times, units, Bitboard::EMPTY);
    }

    /// The feature's only weight for each of these squares of the side's own view.
    #[inline]
    pub(crate) fn each(&mut self, feature: FeatureId, at: Bitboard) {
        self.each_in(feature, 0, at);
    }

    /// One of the feature's weights for each of these squares.
    #[inline]
    pub(crate) fn each_in(&mut self, feature: FeatureId, slot: usize, at: Bitboard) {
        debug_assert!(matches!(feature.pointing(), Pointing::Each(_)), "{}", feature.id());
        self.enter(feature, slot, count(at), count(at), at);
    }

    /// One of the feature's weights, once, for the man on this square.
    #[inline]
    pub(crate) fn pick_at(&mut self, feature: FeatureId, slot: usize, at: Square) {
        debug_assert!(matches!(feature.pointing(), Pointing::Each(_)), "{}", feature.id());
        self.enter(feature, slot, 1, 1, Bitboard::from_square(at));
    }

    /// One of the feature's weights, once, for a man that need not be there.
    #[inline]
    pub(crate) fn pick_any(&mut self, feature: FeatureId, slot: usize, at: Option<Square>) {
        let at = at.map_or(Bitboard::EMPTY, Bitboard::from_square);
        self.enter(feature, slot, 1, count(at), at);
    }

    /// The feature's only weight, once if it holds; then it is seen on these squares.
    #[inline]
    pub(crate) fn when(&mut self, feature: FeatureId, holds: bool, at: impl Into<Bitboard>) {
        self.seen(feature, i32::from(holds), at.into());
    }

    /// The feature's only weight, `times` times; if that is not 0 it is seen on these squares.
    #[inline]
    pub(crate) fn seen(&mut self, feature: FeatureId, times: i32, at: Bitboard) {
        debug_assert!(feature.pointing() != Pointing::Nowhere, "{} is nowhere", feature.id());
        self.enter(feature, 0, times, times, at);
    }

    #[inline]
    fn enter(&mut self, feature: FeatureId, slot: usize, times: i32, units: i32, at: Bitboard) {
        debug_assert!(slot < feature.weights() && feature.kind() == Kind::Linear, "{}", feature.id());
        let index = feature.offset() + slot;
        self.score += self.weights.score(index) * times;
        if T::ON && times != 0 {
            self.trace.hear(self.side, feature, index, times, units, self.on_board(at));
        }
    }

    /// Units of danger to the enemy king, named as this side's asset or as the other side's worry; they cannot be
    /// pointed at.
    #[inline]
    pub(crate) fn endanger(&mut self, feature: FeatureId, slot: usize, times: i32) {
        debug_assert!(feature.pointing() == Pointing::Nowhere, "{} is somewhere", feature.id());
        self.endanger_at(feature, slot, times, Bitboard::EMPTY);
    }

    /// Units of danger for each of these squares.
    #[inline]
    pub(crate) fn endanger_each(&mut self, feature: FeatureId, slot: usize, at: Bitboard) {
        self.endanger_at(feature, slot, count(at), at);
    }

    /// Units of danger, once if the feature holds; then it is seen on this square.
    #[inline]
    pub(crate) fn endanger_when(&mut self, feature: FeatureId, holds: bool, at: Bitboard) {
        self.endanger_at(feature, 0, i32::from(holds), at);
    }

    #[inline]
    fn endanger_at(&mut self, feature: FeatureId, slot: usize, times: i32, at: Bitboard) {
        debug_assert!(slot < feature.weights() && matches!(feature.kind(), Kind::Attack | Kind::Danger));
        let index = feature.offset() + slot;
        self.attack += self.weights.score(index).mg() * times;
        if T::ON && times != 0 {
            let side = if feature.kind() == Kind::Danger { !self.side } else { self.side };
            self.trace.hear(side, feature, index, times, times, self.on_board(at));
        }
    }

    /// A feature that is worth nothing, and where it is seen. Call it only when somebody listens to remarks.
    pub(crate) fn remark(&mut self, feature: FeatureId, units: i32, at: Bitboard) {
        debug_assert!(T::REMARKS && feature.kind() == Kind::Remark);
        if units != 0 {
            self.trace.hear(self.side, feature, feature.offset(), 0, units, self.on_board(at));
        }
    }

    /// Squares of the side's own view as squares of the board.
    #[inline]
    fn on_board(&self, at: Bitboard) -> Bitboard {
        if !T::SQUARES {
            Bitboard::EMPTY
        } else if self.side.is_black() {
            at.flip_vertical()
        } else {
            at
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_pair_adds_like_two_numbers() {
        for (a, b) in [((5, -7), (-20, 3)), ((-1, -1), (0, 1)), ((300, -900), (-1200, 40))] {
            let sum = Score::new(a.0, a.1) + Score::new(b.0, b.1);
            assert_eq!((sum.mg(), sum.eg()), (a.0 + b.0, a.1 + b.1));
            let six = Score::new(a.0, a.1) * -6;
            assert_eq!((six.mg(), six.eg()), (a.0 * -6, a.1 * -6));
        }
    }
}
