//! A claim's line, replayed move by move.

use philidor_claims::{Entry, Line};

use crate::{
    board::{Board, Color, Man, Square},
    moves::Move,
};

/// A move of the line with the men it concerns.
#[derive(Debug, Clone)]
pub struct Play {
    /// The move; `None` for a pass.
    pub mv: Option<Move>,
    /// The man that moved, as it was before.
    pub man: Option<Man>,
    /// What was captured, and where it stood.
    pub taken: Option<(Square, Man)>,
    /// The king castled.
    pub castled: bool,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineFlaw {
    /// A move is not legal where it is played.
    #[error("move {number} of the line, {mv}, is not legal there")]
    Illegal {
        /// From 1.
        number: usize,
        /// The move.
        mv: Move,
    },
    /// A second pass, or a pass in check.
    #[error("entry {number} of the line passes, which is only possible once and out of check")]
    Pass {
        /// From 1.
        number: usize,
    },
}

/// A legal line with all its positions.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The positions, the start first.
    pub boards: Vec<Board>,
    /// The moves between them.
    pub plays: Vec<Play>,
}

impl Replay {
    /// Replays a line from `start`.
    pub fn new(start: Board, line: &Line) -> Result<Replay, LineFlaw> {
        let mut replay = Replay { boards: vec![start], plays: Vec::with_capacity(line.len()) };
        for (i, entry) in line.entries().iter().enumerate() {
            let number = i + 1;
            let board = replay.end().clone();
            let Entry::Move(mv) = *entry else {
                let next = if line.pass() == Some(i) { board.passed() } else { None };
                replay.boards.push(next.ok_or(LineFlaw::Pass { number })?);
                replay.plays.push(Play { mv: None, man: None, taken: None, castled: false });
                continue;
            };
            if !board.allows(mv) {
                return Err(LineFlaw::Illegal { number, mv });
            }
            replay.plays.push(Play {
                mv: Some(mv),
                man: board.on(mv.from),
                taken: board.captured(mv),
                castled: board.is_castling(mv),
            });
            replay.boards.push(board.after(mv));
        }
        Ok(replay)
    }

    /// The part of the line after its first `entries` entries.
    pub(crate) fn skip(self, entries: usize) -> Replay {
        let Replay { mut boards, mut plays } = self;
        boards.drain(..entries.min(plays.len()));
        plays.drain(..entries.min(plays.len()));
        Replay { boards, plays }
    }

    /// The last position.
    pub fn end(&self) -> &Board {
        self.boards.last().unwrap_or(&self.boards[0])
    }

    /// Entries before the pass, if there is one.
    pub(crate) fn pass(&self) -> Option<usize> {
        self.plays.iter().position(|play| play.mv.is_none())
    }

    /// The second entry, if it is a move.
    pub(crate) fn second(&self) -> Option<Move> {
        self.plays.get(1).and_then(|play| play.mv)
    }

    /// The first real move.
    pub(crate) fn first(&self) -> Option<Move> {
        self.plays.iter().find_map(|play| play.mv)
    }

    /// Who makes entry `i`.
    pub(crate) fn mover(&self, i: usize) -> Color {
        self.boards[i].turn
    }

    /// The moves of `side` with their places.
    pub(crate) fn of(&self, side: Color) -> impl Iterator<Item = (usize, Move, &Play)> {
        self.plays
            .iter()
            .enumerate()
            .filter(move |(i, _)| self.mover(*i) == side)
            .filter_map(|(i, play)| play.mv.map(|mv| (i, mv, play)))
    }

    /// Where the man that stands on `square` before entry `from` stands after `to` entries; `None` if it was taken.
    pub(crate) fn follow(&self, square: Square, from: usize, to: usize) -> Option<Square> {
        let mut at = square;
        for play in &self.plays[from..to] {
            let Some(mv) = play.mv else { continue };
            if mv.from == at {
                at = mv.to;
            } else if play.castled && at.rank() == mv.to.rank() && at.file() == corner(mv) {
                // The rook that jumps over the king stands beside him afterwards.
                at = Square::at((mv.from.file() + mv.to.file()) / 2, at.rank())?;
            } else if play.taken.is_some_and(|(sq, _)| sq == at) {
                return None;
            }
        }
        Some(at)
    }
}

/// The file from which the rook comes when the king castles like this.
fn corner(mv: Move) -> i8 {
    if mv.to.file() > mv.from.file() { 7 } else { 0 }
}
