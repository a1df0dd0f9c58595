//! What moves do: at once, and in the course of a line. *Start*, *there* and *Side* are those of the claim ([`crate::Statement`]).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::basic::{Role, Square};

/// What a move does at once, before any line is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The moved man attacks the square (of an own man) there and did not at the start; the enemy could win material by
    /// taking on it at the start (had it been their move), and cannot there.
    Protects(Square),
    /// The moved man attacks the square (of an enemy man) there and did not at the start, and taking on it would win
    /// material there if it were Side's move.
    Attacks(Square),
    /// The man that moved stood on this square, where the enemy could have won material by taking it (had it been their
    /// move), and cannot be taken at a profit where it went.
    Saves(Square),
    /// The move captures on the square on which the enemy has just captured.
    Recaptures(Square),
    /// A knight or bishop leaves its first square and goes to this one.
    Develops(Square),
    /// Castling; the king goes to this square.
    Castles(Square),
    /// A rook goes to a file without pawns, which it was not on.
    TakesOpenFile(Square),
    /// The move gives check to the king on this square.
    Checks(Square),
    /// The moved piece can be taken on this square, and the enemy would come out at least two points ahead by taking there,
    /// what the move took counted.
    Offers(Square),
    /// The moved line piece pins the enemy piece on this square to its king there, and nothing pinned it at the start.
    Pins(Square),
    /// The moved pawn attacks the enemy pawn on this square there and did not at the start.
    Challenges(Square),
}

impl Effect {
    /// The square it is about.
    pub fn square(self) -> Square {
        match self {
            Effect::Protects(sq)
            | Effect::Attacks(sq)
            | Effect::Saves(sq)
            | Effect::Recaptures(sq)
            | Effect::Develops(sq)
            | Effect::Castles(sq)
            | Effect::TakesOpenFile(sq)
            | Effect::Checks(sq)
            | Effect::Offers(sq)
            | Effect::Pins(sq)
            | Effect::Challenges(sq) => sq,
        }
    }

    /// The same effect on another square.
    #[must_use]
    pub fn on(self, square: Square) -> Effect {
        match self {
            Effect::Protects(_) => Effect::Protects(square),
            Effect::Attacks(_) => Effect::Attacks(square),
            Effect::Saves(_) => Effect::Saves(square),
            Effect::Recaptures(_) => Effect::Recaptures(square),
            Effect::Develops(_) => Effect::Develops(square),
            Effect::Castles(_) => Effect::Castles(square),
            Effect::TakesOpenFile(_) => Effect::TakesOpenFile(square),
            Effect::Checks(_) => Effect::Checks(square),
            Effect::Offers(_) => Effect::Offers(square),
            Effect::Pins(_) => Effect::Pins(square),
            Effect::Challenges(_) => Effect::Challenges(square),
        }
    }

    /// Its name, by which its words are found.
    pub fn id(self) -> &'static str {
        match self {
            Effect::Protects(_) => "protects",
            Effect::Attacks(_) => "attacks",
            Effect::Saves(_) => "saves",
            Effect::Recaptures(_) => "recaptures",
            Effect::Develops(_) => "develops",
            Effect::Castles(_) => "castles",
            Effect::TakesOpenFile(_) => "takes-open-file",
            Effect::Checks(_) => "checks",
            Effect::Offers(_) => "offers",
            Effect::Pins(_) => "pins",
            Effect::Challenges(_) => "challenges",
        }
    }
}

/// What a side does in a line, read off its moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// One man of Side makes at least two of the line's moves, from the first square to the last; the others are where
    /// it stops on the way. It is not captured before *there*.
    Manoeuvre {
        /// Its kind (a pawn's march is [`Goal::Advance`]).
        role: Role,
        /// All squares it stands on.
        path: Vec<Square>,
    },
    /// A pawn of Side advances (without capturing) from one square to another of the same file.
    Advance {
        /// Where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
        /// It attacks an enemy pawn there: a break.
        lever: bool,
    },
    /// Side castles with the last entry before *there*; the king arrives here.
    Castle {
        /// The king's new square.
        to: Square,
    },
    /// Side's man captures an enemy piece (no pawn) and is itself taken on that square by the enemy's next move, or the
    /// other way round, and both are worth the same (3, 5 or 9 points).
    Exchange {
        /// Side's piece that goes.
        own: Role,
        /// The enemy's piece that goes.
        enemy: Role,
        /// Where.
        square: Square,
    },
    /// Side's piece (not pawn, not king) reaches this square in one move of the line and still stands there.
    Occupy {
        /// Its kind.
        role: Role,
        /// Where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
    },
    /// Side's knight or bishop leaves its first square in the line, by one move, and still stands where it went.
    Develop {
        /// Its kind.
        role: Role,
        /// Its first square, where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
    },
}

impl Goal {
    /// Where it leads.
    pub fn square(&self) -> Option<Square> {
        match self {
            Goal::Manoeuvre { path, .. } => path.last().copied(),
            Goal::Advance { to, .. }
            | Goal::Occupy { to, .. }
            | Goal::Develop { to, .. }
            | Goal::Castle { to } => Some(*to),
            Goal::Exchange { square, .. } => Some(*square),
        }
    }
}
