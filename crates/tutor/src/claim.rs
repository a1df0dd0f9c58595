//! Claims: what the tutor says, as typed facts with their evidence, before there are any words.
//!
//! A claim names a fact, the side it speaks for, the line of moves (from the position that was asked about) and the
//! place in that line where the fact holds. Everything a reader is told comes from a claim, and everything in a
//! claim can be checked on a board: the documentation of each [`Fact`] says exactly what must be true, so that a
//! checker can be written without reading the code that made it. No sentences live here ([`crate::say`]).

mod evidence;
mod fact;
mod record;

use philidor_chess::shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, Role, Square,
    san::SanPlus, uci::UciMove,
};

pub use self::{
    evidence::{Evidence, Worth},
    fact::{Deed, Fact, GameEnd, Goal, Kind, Margin, Trade},
    record::ClaimRecord,
};
use crate::line::Step;

/// A line of moves from the position asked about. A threat holds a *pass*: the side to move does nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variation {
    /// After so many moves the side to move passes; then the other side goes on.
    pub pass: Option<usize>,
    /// The moves, in turns.
    pub moves: Vec<Move>,
}

impl Variation {
    /// A line without a pass.
    pub fn of(moves: impl IntoIterator<Item = Move>) -> Variation {
        Variation { pass: None, moves: moves.into_iter().collect() }
    }

    /// No moves: the position itself.
    pub fn here() -> Variation {
        Variation::default()
    }

    /// Entries: moves, and the pass if there is one.
    pub fn len(&self) -> usize {
        self.moves.len() + usize::from(self.pass.is_some())
    }

    /// True if nothing is played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Moves in order, `None` for the pass.
    fn entries(&self) -> impl Iterator<Item = Option<Move>> {
        let place = self.pass.map_or(self.moves.len(), |at| at.min(self.moves.len()));
        let (before, after) = self.moves.split_at(place);
        let pass = self.pass.map(|_| None);
        before.iter().copied().map(Some).chain(pass).chain(after.iter().copied().map(Some))
    }

    /// In UCI notation; the pass is `0000`.
    pub fn uci(&self) -> Vec<String> {
        let entry = |mv: Option<Move>| mv.map_or(UciMove::Null, |mv| mv.to_uci(CastlingMode::Standard));
        self.entries().map(|mv| entry(mv).to_string()).collect()
    }

    /// The position after the first `entries` entries; `None` if a move is not legal or the pass is impossible
    /// (the side to move is in check).
    pub fn position(&self, start: &Chess, entries: usize) -> Option<Chess> {
        let mut pos = start.clone();
        for entry in self.entries().take(entries) {
            match entry {
                None => pos = passed(&pos)?,
                Some(mv) if pos.is_legal(mv) => pos.play_unchecked(mv),
                Some(_) => return None,
            }
        }
        Some(pos)
    }

    /// Moves in SAN with move numbers: `16…Ra7 17.Bd3 O-O`; a pass is `--`. At most `most` entries.
    pub fn numbered(&self, start: &Chess, most: usize) -> Vec<String> {
        let mut pos = start.clone();
        let mut out = Vec::new();
        for entry in self.entries().take(most) {
            let (n, turn) = (pos.fullmoves(), pos.turn());
            let text = match entry {
                Some(mv) => SanPlus::from_move_and_play_unchecked(&mut pos, mv).to_string(),
                None => {
                    let Some(next) = passed(&pos) else { return out };
                    pos = next;
                    "--".to_owned()
                }
            };
            out.push(match turn {
                Color::White => format!("{n}.{text}"),
                Color::Black if out.is_empty() => format!("{n}…{text}"),
                Color::Black => text,
            });
        }
        out
    }

    /// The line from its pass on, and the moves before it.
    pub(crate) fn at_pass(&self) -> Option<(&[Move], Variation)> {
        let at = self.pass.filter(|&at| at <= self.moves.len())?;
        let (before, after) = self.moves.split_at(at);
        Some((before, Variation { pass: Some(0), moves: after.to_vec() }))
    }
}

/// The same position with the other side to move; `None` if the side to move is in check, for then it cannot pass.
pub fn passed(pos: &Chess) -> Option<Chess> {
    if pos.is_check() {
        return None;
    }
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.swap_turn();
    setup.ep_square = None;
    // Kept legal by the test above; what shakmaty still finds odd (too many checkers) cannot arise from a pass.
    setup.position(CastlingMode::Standard).ok()
}

/// What a claim is said about: where in an explanation it belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum About {
    /// The position as it stands.
    Position,
    /// What would happen if the side to move passed.
    Threat,
    /// What a side intends: the line of best play.
    Plan,
    /// What the move under discussion achieves.
    Aim,
    /// What the move under discussion gives up or allows.
    Concession,
    /// What the better (or another) move would have achieved.
    Alternative,
}

impl About {
    /// As JSON spells it.
    pub fn name(self) -> &'static str {
        match self {
            About::Position => "position",
            About::Threat => "threat",
            About::Plan => "plan",
            About::Aim => "aim",
            About::Concession => "concession",
            About::Alternative => "alternative",
        }
    }
}

/// A fact with its place and its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// What is claimed.
    pub fact: Fact,
    /// Where in an explanation it belongs.
    pub about: About,
    /// The side it speaks for: whose asset, plan, move or loss it is (each [`Fact`] says which).
    pub side: Color,
    /// The line that shows it, from the position asked about.
    pub line: Variation,
    /// The fact holds in the position after this many entries of `line`.
    pub ply: usize,
    /// What it is worth to `side`, for ranking: positive if good for `side`.
    pub worth: Worth,
    /// The numbers behind it.
    pub evidence: Vec<Evidence>,
    pieces: Vec<(Square, Piece)>,
    start: Chess,
}

impl Claim {
    /// A claim about the position `start` after `ply` entries of `line`. The men it speaks of are read off the board
    /// there.
    pub fn new(
        about: About,
        fact: Fact,
        side: Color,
        start: &Chess,
        line: Variation,
        ply: usize,
        worth: Worth,
    ) -> Claim {
        let ply = ply.min(line.len());
        let shown = if fact.is_gone() { 0 } else { ply };
        let board = line.position(start, shown).map(|pos| pos.board().clone());
        let on = |sq: Square| board.as_ref().and_then(|b| b.piece_at(sq)).map(|piece| (sq, piece));
        let pieces = fact.squares().into_iter().filter_map(on).collect();
        Claim { fact, about, side, line, ply, worth, evidence: Vec::new(), pieces, start: start.clone() }
    }

    /// Adds evidence.
    #[must_use]
    pub fn with(mut self, evidence: impl IntoIterator<Item = Evidence>) -> Claim {
        self.evidence.extend(evidence);
        self
    }

    /// The same claim in another place of an explanation.
    #[must_use]
    pub fn placed(mut self, about: About) -> Claim {
        self.about = about;
        self
    }

    /// What kind of statement it is.
    pub fn kind(&self) -> Kind {
        self.fact.kind(self.side)
    }

    /// The side it speaks for.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The men it speaks of, where they stand after `ply` entries of the line (at its start if the fact is about something
    /// that is gone).
    pub fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces
    }

    /// The squares it speaks of, occupied or not.
    pub fn squares(&self) -> Bitboard {
        self.fact.squares()
    }

    /// The line that shows it.
    pub fn line(&self) -> &Variation {
        &self.line
    }

    /// The numbers behind it.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// What it is worth to its side, for ranking.
    pub fn worth(&self) -> Worth {
        self.worth
    }

    /// The position asked about.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The board after so many entries of the line.
    pub fn board_at(&self, entries: usize) -> Option<Board> {
        self.line.position(&self.start, entries).map(|pos| pos.board().clone())
    }

    /// The role of the man on `square` where the fact holds.
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.pieces.iter().find(|(sq, _)| *sq == square).map(|(_, piece)| piece.role)
    }
}

/// The steps of a line, replayed.
pub(crate) fn steps(start: &Chess, moves: &[Move]) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::with_capacity(moves.len());
    for &mv in moves {
        let before = out.last().map_or(start, |s| &s.after);
        out.push(Step::new(before, mv));
    }
    out
}
