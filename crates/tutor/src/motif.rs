//! Motifs: named devices, found on a given line and shown on the board.
//!
//! Two sets of definitions. [`Definitions::Lichess`] reproduces the tags of Lichess's puzzles, quirks included
//! (the king never forks, the last move never counts as a fork, only absolute pins, one arbitrary defender for
//! interferences, values compared with piece numbers in deflections; overloading never fires).
//! [`Definitions::Strict`] is ours: a device counts only if it pays in this line ([`crate::payoff`]), and it knows
//! relative pins, forks by the king and on the last move, clearance by capture and overloaded guards.
//!
//! One file per family; a detector proposes motifs to a [`Finder`], which says whether it is content.

mod captures;
mod discovered;
mod double_attack;
mod frame;
mod guards;
mod king;
mod mates;
mod pawns;
mod pins;
mod quiet;

use philidor_chess::shakmaty::{Bitboard, Square};

pub use self::frame::phase;
use philidor_claims::{Theme, ThemeSet};

use crate::{
    line::Line,
    payoff::{Outcome, outcome},
};

/// Whose definitions of the motifs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Definitions {
    /// As the tags of Lichess's puzzles.
    Lichess,
    /// Ours: only what pays.
    #[default]
    Strict,
}

/// A motif with the men and squares that show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motif {
    /// Its name.
    pub theme: Theme,
    /// The move that shows it: its place in the line, from 0.
    pub ply: usize,
    /// The man that does it, where it stands after that move.
    pub actor: Square,
    /// Those it is done to, where they stand after that move.
    pub targets: Bitboard,
    /// The square it turns on, if there is one: the guard drawn away, the square cleared, the piece behind.
    pub key: Option<Square>,
}

impl Motif {
    /// A motif of the man that moved at `ply`.
    pub(crate) fn new(theme: Theme, ply: usize, actor: Square, targets: impl Into<Bitboard>) -> Motif {
        Motif { theme, ply, actor, targets: targets.into(), key: None }
    }

    /// Names the square it turns on.
    pub(crate) fn at(self, key: Square) -> Motif {
        Motif { key: Some(key), ..self }
    }
}

/// Collects the motifs of one line.
pub(crate) struct Finder<'a> {
    pub(crate) line: &'a Line,
    definitions: Definitions,
    outcome: Option<Outcome>,
    found: Vec<Motif>,
}

impl Finder<'_> {
    /// Ours rather than Lichess's definitions are wanted.
    pub(crate) fn strict(&self) -> bool {
        self.definitions == Definitions::Strict
    }

    /// Takes a motif if it counts; a detector goes on looking until one does.
    pub(crate) fn claim(&mut self, motif: Motif) -> bool {
        let counts = self.outcome.as_ref().is_none_or(|outcome| outcome.supports(self.line, &motif));
        if counts {
            self.found.push(motif);
        }
        counts
    }

    /// A fact about the line that needs no payoff.
    pub(crate) fn note(&mut self, theme: Theme, ply: usize) {
        let actor = self.line.steps()[ply].to;
        self.found.push(Motif::new(theme, ply, actor, Bitboard::EMPTY));
    }

    pub(crate) fn has(&self, theme: Theme) -> bool {
        self.found.iter().any(|m| m.theme == theme)
    }
}

/// Looks for motifs and proposes them.
type Detector = fn(&mut Finder<'_>);

/// The detectors in the order in which they look, each with the tactical devices it proposes.
const DETECTORS: [(&[Theme], Detector); 25] = [
    (&[], mates::mates),
    (&[Theme::Attraction], guards::attraction),
    (&[Theme::Deflection], guards::deflection),
    (&[Theme::Overloading], guards::overloading),
    (&[Theme::CapturingDefender], guards::capturing_defender),
    (&[Theme::Interference], guards::interference),
    (&[Theme::Fork], double_attack::fork),
    (&[Theme::Skewer], double_attack::skewer),
    (&[Theme::Pin], pins::pin),
    (&[Theme::DiscoveredAttack, Theme::DiscoveredCheck], discovered::discovered_attack),
    (&[Theme::DoubleCheck], discovered::double_check),
    (&[Theme::XRayAttack], discovered::x_ray),
    (&[Theme::Clearance], discovered::clearance),
    (&[Theme::CollinearMove], discovered::collinear_move),
    (&[Theme::HangingPiece], captures::hanging_piece),
    (&[Theme::TrappedPiece], captures::trapped_piece),
    (&[Theme::Intermezzo], captures::intermezzo),
    (&[Theme::Sacrifice], captures::sacrifice),
    (&[], quiet::quiet_move),
    (&[], quiet::defensive_move),
    (&[], king::exposed_king),
    (&[], king::attacking_f2_f7),
    (&[], king::side_attack),
    (&[], pawns::pawns),
    (&[], frame::frame),
];

/// The tactical devices that some detector proposes.
pub fn detected() -> impl Iterator<Item = Theme> {
    DETECTORS.iter().flat_map(|(themes, _)| themes.iter().copied())
}

/// All motifs of a line, one for each theme at most.
///
/// ```text
///  8 r . . . k . . r
///  7 . . . . . . . .
///  6 . . . . . . . .
///  5 . N . . . . . .     1. Nc7+ attacks king and rook, and wins the rook.
///    a b c d e f g h
/// ```
///
/// ```
/// use philidor_chess::{parse_fen, shakmaty::{Bitboard, Square}};
/// use philidor_tutor::{Definitions, Line, Theme, motifs};
///
/// let pos = parse_fen("r3k2r/8/8/1N6/8/8/8/6K1 w - - 0 1").unwrap();
/// let line = Line::from_uci(&pos, "b5c7 e8d7 c7a8").unwrap();
/// let found = motifs(&line, Definitions::Strict);
/// let fork = found.iter().find(|m| m.theme == Theme::Fork).unwrap();
/// assert_eq!((fork.ply, fork.actor), (0, Square::C7));
/// assert_eq!(fork.targets, Bitboard::from(Square::A8) | Square::E8);
/// ```
pub fn motifs(line: &Line, definitions: Definitions) -> Vec<Motif> {
    let outcome = (definitions == Definitions::Strict).then(|| outcome(line));
    let mut finder = Finder { line, definitions, outcome, found: Vec::with_capacity(12) };
    DETECTORS.iter().for_each(|(_, detect)| detect(&mut finder));
    finder.found.sort_by_key(|m| m.theme);
    finder.found
}

/// The names of the motifs of a line.
pub fn themes(line: &Line, definitions: Definitions) -> ThemeSet {
    motifs(line, definitions).iter().map(|m| m.theme).collect()
}
