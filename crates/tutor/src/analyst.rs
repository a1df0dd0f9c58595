//! Who looks ahead for the tutor: our engine, or any other that can be asked for its best lines.

use philidor_chess::shakmaty::{Chess, Move};

use crate::look::Look;

/// What is asked of an analyst.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The position.
    pub pos: &'a Chess,
    /// How many of the best lines, at least 1.
    pub lines: usize,
    /// Only lines that begin with one of these moves; empty means any.
    pub only: &'a [Move],
    /// Which part of the analyst's budget may be spent, in thousandths.
    pub permille: u32,
}

impl<'a> Question<'a> {
    /// The best `lines` lines, with `permille` thousandths of the budget.
    pub fn best(pos: &'a Chess, lines: usize, permille: u32) -> Question<'a> {
        Question { pos, lines, only: &[], permille }
    }

    /// The line that begins with one of `only`.
    pub fn only(pos: &'a Chess, only: &'a [Move], permille: u32) -> Question<'a> {
        Question { pos, lines: only.len().max(1), only, permille }
    }
}

/// Why an analyst did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{analyst} gave no answer: {reason}")]
pub struct AnalystError {
    /// Its name.
    pub analyst: String,
    /// What happened.
    pub reason: String,
}

/// Looks ahead. With a fixed budget the same questions after [`Analyst::begin`] must give the same answers.
pub trait Analyst {
    /// Its name, for the reader.
    fn name(&self) -> &str;

    /// Forgets everything: what follows is one context (a position, or a game), and its answers fit together.
    fn begin(&mut self) -> Result<(), AnalystError>;

    /// The best lines, best first, each scored for the side to move; none if the game is over. A line begins with a legal
    /// move and should go on until things are quiet.
    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError>;
}
