//! Who looks ahead for the tutor: our engine, or any other that can be asked for its best lines.

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_know::search::{Game, Score};

use crate::look::Look;

/// What an analyst may use of what it found before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Memory {
    /// Nothing, so that the answer depends on the question alone.
    #[default]
    None,
    /// Nothing, but what it finds now is of use for the next question.
    Begins,
    /// What it found since a question that began: the answers depend on the order of the questions.
    Goes,
}

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
    /// What the analyst may use of what it found before.
    pub memory: Memory,
    /// Which part of the analyst's budget may be spent, in thousandths. Of several best lines this is the first one's part; see
    /// [`best_first`].
    pub permille: u32,
}

impl<'a> Question<'a> {
    /// The best `lines` lines, with `permille` thousandths of the budget.
    pub fn best(pos: &'a Chess, lines: usize, permille: u32) -> Question<'a> {
        Question { pos, past: None, lines, only: &[], memory: Memory::None, permille }
    }

    /// The line that begins with one of `only`.
    pub fn only(pos: &'a Chess, only: &'a [Move], permille: u32) -> Question<'a> {
        Question { lines: only.len().max(1), only, ..Question::best(pos, 1, permille) }
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

impl AnalystError {
    /// Somebody stopped the work.
    pub fn interrupted(analyst: &str) -> AnalystError {
        AnalystError { analyst: analyst.to_owned(), reason: "interrupted".to_owned() }
    }
}

/// Who looked ahead, and for how long: what every answer says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Analysis {
    /// The analyst's name.
    pub analyst: String,
    /// Nodes: in all for an answer, for the best line of each position of a game.
    pub nodes: u64,
    /// Larger endgame tables that answered: those that not every installation has.
    pub tables: Vec<String>,
    /// Why another analyst answered than the one that was asked.
    pub remark: Option<String>,
}

impl Analysis {
    /// The same of two analysts that shared the work; what failed for one is told.
    #[must_use]
    pub fn and(self, other: Analysis) -> Analysis {
        let (mut told, silent) = if other.remark.is_some() { (other, self) } else { (self, other) };
        told.tables.extend(silent.tables);
        told.tables.sort();
        told.tables.dedup();
        told
    }
}

/// Looks ahead with a fixed budget. An answer depends on the question alone, so that it can be kept.
pub trait Analyst {
    /// Its name, for the reader.
    fn name(&self) -> &str;

    /// Who answered so far, with how many nodes for a best line.
    fn analysis(&self) -> Analysis;

    /// The best lines, best first, each scored for the side to move; none if the game is over. A line begins with a legal
    /// move and should go on until things are quiet.
    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError>;
}

/// Plies that a line should show: what is won must still be there two plies later.
pub const LINE_PLIES: usize = 11;

/// Thousandths of the best line's budget for each line beside it.
const OTHER: u64 = 250;
/// Lines that are searched together after the best one; further lines come after them, so that these do not depend on how many
/// are wanted.
const TOGETHER: usize = 2;

/// Searches so many lines, of these moves only (all if there are none), with so many nodes.
pub type Searching<'s, E> = dyn FnMut(usize, &[Move], u64) -> Result<Vec<Look>, E> + 's;

/// The best lines of a position by a `search` for some lines among some moves (any, if there are none) within a budget: the best one
/// with all the nodes, then the others with a part of them. So a position has one score, however many lines are shown, and the
/// first three lines are the same whenever at least three are.
pub fn best_first<E>(
    question: &Question<'_>,
    nodes: u64,
    search: &mut Searching<'_, E>,
) -> Result<Vec<Look>, E> {
    let mut found = search(1, &[], nodes)?;
    while !found.is_empty() && found.len() < question.lines {
        let known = |mv: &Move| found.iter().any(|look| look.first() == Some(*mv));
        let rest: Vec<Move> = question.pos.legal_moves().into_iter().filter(|mv| !known(mv)).collect();
        let wanted = question.lines - found.len();
        let wanted = if found.len() == 1 { wanted.min(TOGETHER) } else { wanted };
        let others = match rest.is_empty() {
            true => Vec::new(),
            false => search(wanted, &rest, nodes * OTHER * wanted as u64 / 1000)?,
        };
        if others.is_empty() {
            break;
        }
        for other in others {
            let most = found.last().map_or(Score::MAX, |look| look.score);
            found.push(other.at_most(most));
        }
    }
    // Only what is proven can stand above a line that was searched longer.
    found.sort_by_key(|look| std::cmp::Reverse(look.score));
    Ok(found)
}
