//! A claim's line, replayed move by move.

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
    /// A word is no move.
    #[error("entry {number} of the line, {text:?}, is no move")]
    NoMove {
        /// From 1.
        number: usize,
        /// The word.
        text: String,
    },
    /// A move is not legal where it is played.
    #[error("move {number} of the line, {text}, is not legal there")]
    Illegal {
        /// From 1.
        number: usize,
        /// The move.
        text: String,
    },
    /// A pass after the start, or in check.
    #[error("entry {number} of the line passes, which is only possible first and out of check")]
    Pass {
        /// From 1.
        number: usize,
    },
}

/// A legal line with all its positions.
#[derive(Debug, Clone)]
pub struct Line {
    /// The positions, the start first.
    pub boards: Vec<Board>,
    /// The moves between them.
    pub plays: Vec<Play>,
}

impl Line {
    /// Replays UCI moves; `0000` as the first one is a pass.
    pub fn replay(start: Board, moves: &[String]) -> Result<Line, LineFlaw> {
        let mut line = Line { boards: vec![start], plays: Vec::new() };
        for (i, text) in moves.iter().enumerate() {
            let number = i + 1;
            let board = line.end().clone();
            if text == "0000" {
                let next = if i == 0 { board.passed() } else { None };
                line.boards.push(next.ok_or(LineFlaw::Pass { number })?);
                line.plays.push(Play { mv: None, man: None, taken: None, castled: false });
                continue;
            }
            let mv = Move::read(text).ok_or_else(|| LineFlaw::NoMove { number, text: text.clone() })?;
            if !board.allows(mv) {
                return Err(LineFlaw::Illegal { number, text: text.clone() });
            }
            line.plays.push(Play {
                mv: Some(mv),
                man: board.on(mv.from),
                taken: board.captured(mv),
                castled: board.is_castling(mv),
            });
            line.boards.push(board.after(mv));
        }
        Ok(line)
    }

    /// The last position.
    pub fn end(&self) -> &Board {
        self.boards.last().unwrap_or(&self.boards[0])
    }

    /// The line begins with a pass.
    pub(crate) fn passes(&self) -> bool {
        self.plays.first().is_some_and(|play| play.mv.is_none())
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
            } else if play.taken.is_some_and(|(sq, _)| sq == at) {
                return None;
            }
        }
        Some(at)
    }
}
