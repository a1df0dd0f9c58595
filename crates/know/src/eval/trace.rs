//! Who listens while a position is judged.
//!
//! The evaluation is generic over its listener. [`Silent`] hears nothing and compiles to nothing; the
//! [`Record`] keeps every count, from which the breakdown and the tuner's coefficients are made.

use philidor_chess::shakmaty::{Bitboard, Color};

use crate::features::FeatureId;

/// Hears every count of the evaluation as it is made.
pub trait Trace {
    /// False for a listener that hears nothing, so that work done only for it can be left out.
    const ON: bool;
    /// False for a listener that does not care for features that are worth nothing.
    const REMARKS: bool = Self::ON;
    /// False for a listener that does not care where features are seen.
    const SQUARES: bool = Self::ON;

    /// `side` has `times` × the weight at `index`; `units` is what a person would count, and `at` where: squares of
    /// the board, none for features that cannot be pointed at ([`FeatureId::pointing`]).
    fn hear(&mut self, side: Color, feature: FeatureId, index: usize, times: i32, units: i32, at: Bitboard);
}

/// Hears nothing.
#[derive(Debug, Default, Clone, Copy)]
pub struct Silent;

impl Trace for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn hear(&mut self, _: Color, _: FeatureId, _: usize, _: i32, _: i32, _: Bitboard) {}
}

/// One count of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Whose feature it is.
    pub side: Color,
    /// Which feature.
    pub feature: FeatureId,
    /// Which weight of the flat array (meaningless for remarks).
    pub index: u16,
    /// How many times the weight counts.
    pub times: i16,
    /// What a person would count.
    pub units: i16,
    /// Where it was seen.
    pub at: Bitboard,
}

/// Keeps every count.
#[derive(Debug, Default, Clone)]
pub struct Record {
    /// The counts in the order they were made.
    pub counts: Vec<Count>,
}

impl Trace for Record {
    const ON: bool = true;

    #[inline]
    fn hear(&mut self, side: Color, feature: FeatureId, index: usize, times: i32, units: i32, at: Bitboard) {
        self.counts.push(Count {
            side,
            feature,
            index: index as u16,
            times: times as i16,
            units: units as i16,
            at,
        });
    }
}

/// Hears only where one feature of one side is seen.
pub(super) struct Pointer {
    pub(super) feature: FeatureId,
    pub(super) side: Color,
    pub(super) squares: Bitboard,
}

impl Trace for Pointer {
    const ON: bool = true;

    #[inline]
    fn hear(&mut self, side: Color, feature: FeatureId, _: usize, _: i32, _: i32, at: Bitboard) {
        if feature == self.feature && side == self.side {
            self.squares |= at;
        }
    }
}
