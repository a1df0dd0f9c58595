//! Who looks ahead for the tutor: our engine, or any other that can be asked for its best lines.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use philidor_chess::shakmaty::{Chess, Move};
use philidor_know::search::Game;

use crate::look::Look;

/// What is asked of an analyst.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The position.
    pub pos: &'a Chess,
    /// The game that led to it, as far as positions can repeat; without it no line repeats what was on the board before.
    pub past: Option<&'a Game>,
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
        Question { pos, past: None, lines, only: &[], permille }
    }

    /// The line that begins with one of `only`.
    pub fn only(pos: &'a Chess, only: &'a [Move], permille: u32) -> Question<'a> {
        Question { pos, past: None, lines: only.len().max(1), only, permille }
    }

    /// The same question about a position with a past; `past` ends there.
    #[must_use]
    pub fn after(self, past: &'a Game) -> Question<'a> {
        Question { past: Some(past), ..self }
    }

    /// The game to search from.
    pub fn game(&self) -> Game {
        self.past.cloned().unwrap_or_else(|| Game::new(self.pos.clone()))
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

/// An analyst that stops when somebody asks: every question after that is an error.
pub struct Interruptible {
    inner: Box<dyn Analyst>,
    stop: Arc<AtomicBool>,
}

impl Interruptible {
    /// `inner` until `stop` is raised.
    pub fn new(inner: Box<dyn Analyst>, stop: Arc<AtomicBool>) -> Interruptible {
        Interruptible { inner, stop }
    }
}

impl Analyst for Interruptible {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn begin(&mut self) -> Result<(), AnalystError> {
        self.inner.begin()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        if self.stop.load(Relaxed) {
            return Err(AnalystError { analyst: self.name().to_owned(), reason: "interrupted".to_owned() });
        }
        self.inner.lines(question)
    }
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
