//! Pawn structures remembered: most moves leave the pawns alone.

use philidor_chess::shakmaty::{Bitboard, Color};

use super::{
    Weights,
    pawns::{Skeleton, structure},
    tally::{Score, Tally},
    trace::{Silent, Trace},
};

/// Entries of the memory, as a power of two.
const ENTRIES_LOG2: u32 = 13;

/// What the pawns of both sides come to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Structure {
    /// White's value.
    pub(crate) score: Score,
    /// White's and Black's, each in its own view.
    pub(crate) skeletons: [Skeleton; 2],
}

impl Structure {
    /// Adds up both sides' pawns, each given in its own view.
    pub(crate) fn new<T: Trace>(
        weights: &Weights,
        white: Bitboard,
        black: Bitboard,
        trace: &mut T,
    ) -> Structure {
        let mut t = Tally::new(Color::White, weights, trace);
        let first = structure(&mut t, white, black.flip_vertical());
        let white_score = t.score;
        let mut t = Tally::new(Color::Black, weights, trace);
        let second = structure(&mut t, black, white.flip_vertical());
        Structure { score: white_score - t.score, skeletons: [first, second] }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    white: Bitboard,
    black: Bitboard,
    structure: Structure,
}

/// A direct-mapped memory of structures. The pawns themselves are the key, so it cannot err.
pub(crate) struct PawnCache {
    entries: Vec<Entry>,
}

impl PawnCache {
    pub(crate) fn new() -> PawnCache {
        // Empty entries are the structure of a board without pawns under some weights, so fill on first use.
        let blank = Entry { white: Bitboard::FULL, ..Entry::default() };
        PawnCache { entries: vec![blank; 1 << ENTRIES_LOG2] }
    }

    /// The structure of these pawns, each side's in its own view.
    #[inline]
    pub(crate) fn structure(&mut self, weights: &Weights, white: Bitboard, black: Bitboard) -> Structure {
        let slot = slot(white, black, ENTRIES_LOG2);
        let entry = &mut self.entries[slot];
        if entry.white != white || entry.black != black {
            *entry = Entry { white, black, structure: Structure::new(weights, white, black, &mut Silent) };
        }
        entry.structure
    }
}

/// Multiplicative hashing (Fibonacci constant); the top bits choose the entry.
#[inline]
pub(crate) fn slot(white: Bitboard, black: Bitboard, log2: u32) -> usize {
    let mixed = (white.0 ^ black.0.rotate_left(31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ black.0).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed >> (64 - log2)) as usize
}
