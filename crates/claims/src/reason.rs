//! Why a move is played, tested by what happens without it. *Start*, *there* and *Side* are those of the claim ([`crate::Statement`]).
//!
//! The claim's line begins with the move; a second line, *otherwise*, begins at the same start without it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    basic::Square,
    line::Move,
    statement::{Payoff, Trade},
};

/// How a move meets a threat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It takes the man that would carry the threat out.
    Captures,
    /// The man that would be taken first moves away.
    Leaves,
    /// The moved man guards the man that would be taken first, and did not before.
    Guards,
    /// The moved man stands between the man that would carry the threat out and the square it wants to go to.
    Blocks,
}

/// What a move is for. Side plays it at the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// *Otherwise* begins with a pass of Side; then the other side plays `threat` and wins `payoff`, as
    /// [`crate::Statement::Threat`] says. After the move `threat` is not legal, and the line is the move alone; or the line goes on with it
    /// and ends *there*: of a threat of mate on the next move, without mate; of another one, with nothing to be won by captures and
    /// no points gained by the other side since the move.
    Answers {
        /// The move that would carry the threat out.
        threat: Move,
        /// What it would win.
        payoff: Payoff,
        /// Men that would change hands, seen by the other side.
        trade: Trade,
        /// How, if it has a name.
        how: Option<How>,
    },
    /// *Otherwise* is a pass of Side and `theirs`, a move of the other side that takes nothing and gives no check, by a man that the move does
    /// not take and that could not be taken at a profit where it goes. The move gives no check. After it `theirs` is not legal, and the line is
    /// the move alone; or the line goes on with it and ends *there*, with nothing more to be won by captures and Side ahead by a point more than after the
    /// move.
    Stops {
        /// The move that is stopped.
        theirs: Move,
    },
    /// The second entry of the line is `taking`, a capture on the square to which the move goes and by which the other side seems to win
    /// something. The line ends *there*, with mate or with nothing more to be won by captures and Side no worse off in material than
    /// at the start. *Otherwise* is empty.
    Baits {
        /// The capture.
        taking: Move,
    },
    /// The line ends *there* with `next`, a move of Side by another man, which takes nothing and cannot be taken at a profit where it
    /// goes. At the start `next` is not legal (*otherwise* is empty), but it is after the move and a pass; or *otherwise* begins
    /// with it and ends with nothing more to be won by captures, Side having lost a point since the start, while after the move and a pass
    /// it could not be taken at a profit.
    Prepares {
        /// The move that is prepared.
        next: Move,
    },
}

impl Reason {
    /// The square it is about.
    pub fn square(&self) -> Square {
        match self {
            Reason::Answers { threat, .. } => threat.to,
            Reason::Stops { theirs } => theirs.to,
            Reason::Baits { taking } => taking.to,
            Reason::Prepares { next } => next.to,
        }
    }

    /// Its name, by which its words are found.
    pub fn id(&self) -> &'static str {
        match self {
            Reason::Answers { .. } => "answers",
            Reason::Stops { .. } => "stops",
            Reason::Baits { .. } => "baits",
            Reason::Prepares { .. } => "prepares",
        }
    }
}
