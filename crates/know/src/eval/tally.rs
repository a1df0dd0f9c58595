//! The running sum of one side, and the pair of numbers (middlegame, endgame) it is made of.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use philidor_chess::shakmaty::Color;

use super::{Weights, trace::Trace};
use crate::features::{FeatureId, Kind};

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

    /// The feature's only weight, `times` times.
    #[inline]
    pub(crate) fn add(&mut self, feature: FeatureId, times: i32) {
        self.add_at(feature, 0, times, times);
    }

    /// One of the feature's weights, once; a person would count `units`.
    #[inline]
    pub(crate) fn pick(&mut self, feature: FeatureId, slot: usize, units: i32) {
        self.add_at(feature, slot, 1, units);
    }

    /// One of the feature's weights, `times` times.
    #[inline]
    pub(crate) fn add_at(&mut self, feature: FeatureId, slot: usize, times: i32, units: i32) {
        debug_assert!(slot < feature.weights() && feature.kind() == Kind::Linear, "{}", feature.id());
        let index = feature.offset() + slot;
        self.score += self.weights.score(index) * times;
        if T::ON && times != 0 {
            self.trace.hear(self.side, feature, index, times, units);
        }
    }

    /// Units of danger to the enemy king, named as this side's asset or as the other side's worry.
    #[inline]
    pub(crate) fn endanger(&mut self, feature: FeatureId, slot: usize, times: i32) {
        debug_assert!(slot < feature.weights() && matches!(feature.kind(), Kind::Attack | Kind::Danger));
        let index = feature.offset() + slot;
        self.attack += self.weights.score(index).mg() * times;
        if T::ON && times != 0 {
            let side = if feature.kind() == Kind::Danger { !self.side } else { self.side };
            self.trace.hear(side, feature, index, times, times);
        }
    }

    /// A feature that is worth nothing. Call it only when somebody listens to remarks.
    pub(crate) fn remark(&mut self, feature: FeatureId, units: i32) {
        debug_assert!(T::REMARKS && feature.kind() == Kind::Remark);
        if units != 0 {
            self.trace.hear(self.side, feature, feature.offset(), 0, units);
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
