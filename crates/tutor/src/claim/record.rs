//! A claim as programs read it.

use philidor_chess::shakmaty::{Bitboard, Color};
use serde::Serialize;

use super::{Claim, Evidence, Worth};

/// A claim with its words: what `--json` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClaimRecord {
    /// See [`super::Kind`].
    pub kind: &'static str,
    /// Where in an explanation it belongs.
    pub about: &'static str,
    /// `white` or `black`: whom it speaks for.
    pub side: &'static str,
    /// What a reader is told; empty if the claim is not said at this level.
    pub text: String,
    /// The men it speaks of, such as `Nd5` (capital letters for White) or `nb7` (small ones for Black).
    pub pieces: Vec<String>,
    /// The squares it speaks of.
    pub squares: Vec<String>,
    /// UCI moves from the given position; `0000` is a pass.
    pub line: Vec<String>,
    /// The claim holds after this many entries of `line`.
    pub ply: usize,
    /// Centipawns for `side`.
    pub worth: Worth,
    /// What it rests on.
    pub evidence: Vec<Evidence>,
}

impl ClaimRecord {
    /// The record of a claim that is said with these words.
    pub fn new(claim: &Claim, text: impl Into<String>) -> ClaimRecord {
        let pieces = claim.pieces().iter().map(|(sq, piece)| format!("{}{sq}", piece.char()));
        ClaimRecord {
            kind: claim.kind().id(),
            about: claim.about.name(),
            side: colour(claim.side),
            text: text.into(),
            pieces: pieces.collect(),
            squares: square_names(claim.squares()),
            line: claim.line.uci(),
            ply: claim.ply,
            worth: claim.worth,
            evidence: claim.evidence.clone(),
        }
    }
}

pub(crate) fn colour(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

pub(crate) fn square_names(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|sq| sq.to_string()).collect()
}
