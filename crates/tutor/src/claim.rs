//! Claims in the making: the vocabulary ([`philidor_claims`]) joined to the boards and lines of this room.
//!
//! A claim is built once, here, and carried unchanged to the checker, the API and the words. [`claim`] reads the men it speaks of off
//! the board; [`OnBoard`] plays a claim's line where a reader needs positions or notation.

use philidor_chess::{
    shakmaty::{
        CastlingMode, Chess, Color, EnPassantMode, Move, Position, san::SanPlus, uci::UciMove as Uci,
    },
    write_fen,
};
pub use philidor_claims::{
    About, Asset, Change, Claim, Device, Effect, End, Entry, FeatureNumbers, Goal, How, Idea, Line, Margin,
    Payoff, Purpose, Reason, RuleText, Score, Statement, Trade, Why, Worth, limits,
};
use philidor_know::search::{self, mate_moves, table_result};

use crate::{line::Step, motif::Motif};

/// A claim about the position `start` after `ply` entries of `line`.
pub fn claim(
    about: About,
    statement: Statement,
    side: Color,
    start: &Chess,
    line: Line,
    ply: usize,
    worth: Worth,
) -> Claim {
    let ply = ply.min(line.len());
    let shown = if statement.is_gone() { 0 } else { ply };
    let there = line.position(start, shown);
    let on = |square| {
        let piece = there.as_ref()?.board().piece_at(philidor_chess::shakmaty::Square::from(square))?;
        Some((square, piece.into()))
    };
    let men = statement.squares().iter().filter_map(on).collect();
    let claim = Claim::new(about, side.into(), write_fen(start), statement).shown_by(line, ply);
    Claim { men, worth, ..claim }
}

/// A score of the search, for the side it is for.
pub fn score(score: search::Score) -> Score {
    match (mate_moves(score), table_result(score)) {
        (Some(moves), _) => Score::Mate(moves),
        (_, Some(value)) => Score::Table(value),
        _ => Score::Cp(score),
    }
}

/// A score for `mover`, seen by `side`.
pub(crate) fn score_for(value: search::Score, mover: Color, side: Color) -> Score {
    if mover == side { score(value) } else { score(value).turned() }
}

/// A line of moves without a pass.
pub(crate) fn line_of(moves: impl IntoIterator<Item = Move>) -> Line {
    Line::of(moves.into_iter().map(philidor_claims::Move::from))
}

/// A motif as a device on the board after `ply` entries.
pub(crate) fn device(motif: &Motif, ply: usize) -> Device {
    Device {
        theme: motif.theme,
        ply,
        actor: motif.actor.into(),
        targets: motif.targets.into(),
        key: motif.key.map(Into::into),
    }
}

/// A claim's line, played.
pub trait OnBoard {
    /// The position after the first `entries` entries; `None` if a move is not legal or the pass is impossible (the side to
    /// move is in check).
    fn position(&self, start: &Chess, entries: usize) -> Option<Chess>;

    /// Moves in SAN with move numbers: `16…Ra7 17.Bd3 O-O`; a pass is not written, the next move has its number. At most `most`
    /// entries.
    fn numbered(&self, start: &Chess, most: usize) -> Vec<String>;

    /// The moves, the pass left out; those after one that is not legal are missing.
    fn moves(&self, start: &Chess) -> Vec<Move>;
}

impl OnBoard for Line {
    fn position(&self, start: &Chess, entries: usize) -> Option<Chess> {
        let mut pos = start.clone();
        for entry in self.entries().iter().take(entries) {
            match played(&pos, *entry)? {
                Some(mv) => pos.play_unchecked(mv),
                None => pos = passed(&pos)?,
            }
        }
        Some(pos)
    }

    fn numbered(&self, start: &Chess, most: usize) -> Vec<String> {
        let mut pos = start.clone();
        let mut out = Vec::new();
        let mut begins = true;
        for entry in self.entries().iter().take(most) {
            let (n, turn) = (pos.fullmoves(), pos.turn());
            let Some(entry) = played(&pos, *entry) else { return out };
            let Some(mv) = entry else {
                let Some(next) = passed(&pos) else { return out };
                (pos, begins) = (next, true);
                continue;
            };
            let text = SanPlus::from_move_and_play_unchecked(&mut pos, mv).to_string();
            out.push(match turn {
                Color::White => format!("{n}.{text}"),
                Color::Black if begins => format!("{n}…{text}"),
                Color::Black => text,
            });
            begins = false;
        }
        out
    }

    fn moves(&self, start: &Chess) -> Vec<Move> {
        let mut pos = start.clone();
        let mut moves = Vec::with_capacity(self.len());
        for entry in self.entries() {
            match played(&pos, *entry) {
                Some(Some(mv)) => {
                    pos.play_unchecked(mv);
                    moves.push(mv);
                }
                Some(None) => match passed(&pos) {
                    Some(next) => pos = next,
                    None => break,
                },
                None => break,
            }
        }
        moves
    }
}

/// The legal move of an entry, `Some(None)` for a pass, `None` if it is not legal here.
fn played(pos: &Chess, entry: Entry) -> Option<Option<Move>> {
    match entry {
        Entry::Pass => Some(None),
        Entry::Move(mv) => <Uci as From<_>>::from(mv).to_move(pos).ok().map(Some),
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

/// The steps of a line, replayed.
pub(crate) fn steps(start: &Chess, moves: &[Move]) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::with_capacity(moves.len());
    for &mv in moves {
        let before = out.last().map_or(start, |s| &s.after);
        out.push(Step::new(before, mv));
    }
    out
}
