//! What people of a rating play. *Start*, *there* and *Side* are those of the claim ([`crate::Statement`]).
//!
//! Chances are whole numbers of players in a hundred, as a policy of human moves gives them for the position alone. That the policy says so
//! can be confirmed by asking it again; what it says is its word.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{limits, line::Move, score::Score};

/// Whose rating a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum RatingScale {
    /// Lichess.
    Lichess,
    /// Chess.com.
    ChessCom,
    /// Over the board.
    Fide,
}

/// How strong the players are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
pub struct Rated {
    /// The number.
    pub number: u16,
    /// Whose.
    pub scale: RatingScale,
}

impl fmt::Display for Rated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        f.write_str(match self.scale {
            RatingScale::Lichess => "",
            RatingScale::ChessCom => " (Chess.com)",
            RatingScale::Fide => " (FIDE)",
        })
    }
}

/// A move that people play, and what it is worth to them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Way {
    /// The move.
    pub mv: Move,
    /// So many of a hundred play it.
    pub percent: u8,
    /// Its score.
    pub score: Score,
}

/// What is said of people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum People {
    /// `percent` of a hundred players play `mv`, the first move of the line; Side is to move at the start.
    Play {
        /// The move.
        mv: Move,
        /// So many of a hundred.
        percent: u8,
    },
    /// The same, of a move that is the only good one as [`crate::Statement::OnlyMove`] says, and that at most
    /// [`limits::HARD_PERCENT`] play.
    Miss {
        /// The move.
        mv: Move,
        /// So many of a hundred play it.
        percent: u8,
        /// Its score.
        score: Score,
        /// Score of the best other move.
        next: Score,
    },
    /// At least [`limits::TEMPTING_PERCENT`] play `mv`, the first move of the line, which leaves Side an expected result lower by at
    /// least [`limits::TEMPTING_CHANCE`] than the best move.
    Tempted {
        /// The natural move.
        mv: Move,
        /// So many of a hundred play it.
        percent: u8,
        /// Its score.
        score: Score,
        /// Score of the best move.
        best: Score,
    },
    /// After the first move of the line, by Side, at least [`limits::TEMPTING_PERCENT`] of the other side's players answer with the
    /// second, `mv`. There is the position after both.
    Answer {
        /// The answer.
        mv: Move,
        /// So many of a hundred play it.
        percent: u8,
        /// If the answer is a mistake, its score and that of the best answer, both for Side: the answer leaves Side an expected result
        /// higher by at least [`limits::TEMPTING_CHANCE`].
        trap: Option<(Score, Score)>,
    },
    /// `ways` are the likeliest moves of Side, who is to move at the start, the likeliest first: at least [`limits::WAYS_PERCENT`] of
    /// a hundred together. `wrong` of a hundred, at least [`limits::WRONG_PERCENT`], play one of them that loses
    /// [`limits::TEMPTING_CHANCE`] or more. `expected` is the mean of what all of them get, in percent of a point; `promised`
    /// what the best move promises.
    GoWrong {
        /// The moves.
        ways: Vec<Way>,
        /// Score of the best move.
        best: Score,
        /// So many of a hundred go wrong.
        wrong: u8,
        /// What they get.
        expected: u8,
        /// What the best move promises.
        promised: u8,
    },
}

/// An expected result in percent of a point.
pub fn percent(expected: f64) -> u8 {
    (50.0 + 50.0 * expected.clamp(-1.0, 1.0)).round() as u8
}

/// How many go wrong and what all get, by the limits: `wrong` and `expected` of [`People::GoWrong`].
pub fn gone_wrong(ways: &[Way], best: Score) -> (u8, u8) {
    let loses = |way: &&Way| best.expected() - way.score.expected() >= limits::TEMPTING_CHANCE;
    let count = |way: &Way| u32::from(way.percent);
    let wrong: u32 = ways.iter().filter(loses).map(count).sum();
    let all: u32 = ways.iter().map(count).sum();
    let sum: f64 = ways.iter().map(|way| f64::from(way.percent) * way.score.expected()).sum();
    (wrong.min(100) as u8, percent(sum / f64::from(all.max(1))))
}

impl People {
    /// The move it speaks of.
    pub fn mv(&self) -> Option<Move> {
        match self {
            People::Play { mv, .. }
            | People::Miss { mv, .. }
            | People::Tempted { mv, .. }
            | People::Answer { mv, .. } => Some(*mv),
            People::GoWrong { .. } => None,
        }
    }
}
