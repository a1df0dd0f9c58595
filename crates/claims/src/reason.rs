//! Why a move is played, tested by what happens without it. *Start*, *there* and *Side* are those of the claim ([`crate::Statement`]).
//!
//! The claim's line begins with the move; a second line, *otherwise*, begins at the same start without it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    basic::{Set, Square},
    line::{Line, Move},
    score::Score,
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
    /// The man that would carry the threat out is pinned to its king there, was not at the start, and cannot do it any more.
    Pins,
    /// The threat is mate. Carried out it is check, and the king can go somewhere.
    Flight,
    /// The threat is carried out, and Side's answer takes a man on another square.
    Counters,
}

/// What a man has on its new square: true of the board, and no longer true (a pawn is a passed one further back) when the man is put back on the
/// square it came from. Other men that it speaks of stand where they stood at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Asset {
    /// A knight, bishop, rook or queen attacks at least [`crate::limits::SCOPE`] squares more: `sees` *there*, put back `instead`.
    Scope {
        /// Squares that it attacks there.
        sees: u8,
        /// Squares that it would attack from where it came.
        instead: u8,
    },
    /// A knight or bishop stands on the fourth to sixth rank, guarded by an own pawn, and no enemy pawn can come to attack it.
    Outpost,
    /// A rook or queen stands on a file without pawns.
    OpenFile,
    /// A rook stands on a file with enemy pawns and no own ones.
    HalfOpenFile,
    /// A rook or queen stands on the seventh rank.
    Seventh,
    /// It guards the own man on this square: the other side, to move, wins nothing by taking there, and would with the man put back. Nor
    /// would it have won anything there at the start, had it been its move.
    Guards(Square),
    /// It attacks the enemy man (no king) on this square, which no enemy pawn guards.
    Presses(Square),
    /// It is no king, and the other side, to move, could take it at a profit where it came from, which it could not at the start, had it
    /// been its move.
    Safety,
    /// It is the king, and he would be in check where he came from.
    OutOfCheck,
    /// It attacks two or more of the squares around the enemy king and none if put back.
    NearKing,
    /// It is a pawn, and passed.
    Passed,
    /// The own bishop, rook or queen on this square attacks at least two squares more; it is not a pawn that moved along its file.
    Opens(Square),
    /// A king, without queens, is within three steps of the enemy pawn on this square, and nearer.
    Nears(Square),
    /// The enemy piece on the first square may go to the second one, on which nothing stands: a knight or bishop on the enemy's fourth rank or
    /// beyond, a rook or queen on the enemy's seventh or eighth. The other side, to move, would lose something by that, and nothing with the man put back.
    Denies(Square, Square),
    /// The enemy pawn on the first square may step to the second one, where it would attack a man of Side. The other side, to move, would lose something by that, and
    /// nothing with the man put back.
    Holds(Square, Square),
    /// No pawn; it stands right before the enemy's passed pawn on this square, and put back it would not stand before it on its file.
    Blocks(Square),
    /// A rook on the file of the pawn on this square, behind it and with nothing between; put back it is not on that file. The pawn is passed,
    /// whosever it is, or an own one of the d- or e-file on its fourth rank or beyond.
    Behind(Square),
    /// A king, without queens, is within two steps of the own passed pawn on this square, and nearer.
    Escorts(Square),
    /// Two own rooks guard each other along their first rank, and do not with the man put back.
    Connects,
    /// The enemy piece on this square is pinned to its king by the man, and by nothing with the man put back.
    Pins(Square),
    /// The own piece on this square is not pinned to its king, and is with the man put back.
    Frees(Square),
    /// A knight or bishop attacks two or more of d4, e4, d5 and e5, and none put back.
    Centre,
    /// A rook stands on the file of the enemy queen or king on this square with one or two men between, and put back on another file.
    Faces(Square),
    /// The king, on the first or second rank and not in check at the start, where the enemy piece on the first square, going to the second, would give no check, nor any other enemy
    /// man one that loses nothing; with the king put back that piece would give check there, and lose nothing by it.
    Unchecked(Square, Square),
    /// The king has castled. At least two own pawns stand right before him on his own and the next files: `pawns`, and fewer before the
    /// square that he left: `instead`.
    Shelter {
        /// Pawns before him there.
        pawns: u8,
        /// Pawns before the square that he left.
        instead: u8,
    },
    /// A pawn's step lets its king, on the first rank, off it: otherwise all squares of the second rank beside him are own men's or attacked. The
    /// enemy has a rook or queen.
    WayOut,
}

impl Asset {
    /// The squares of other men that it speaks of.
    pub fn squares(self) -> Vec<Square> {
        match self {
            Asset::Guards(sq)
            | Asset::Presses(sq)
            | Asset::Opens(sq)
            | Asset::Nears(sq)
            | Asset::Blocks(sq)
            | Asset::Behind(sq)
            | Asset::Escorts(sq)
            | Asset::Pins(sq)
            | Asset::Frees(sq)
            | Asset::Faces(sq) => vec![sq],
            Asset::Denies(from, to) | Asset::Holds(from, to) | Asset::Unchecked(from, to) => vec![from, to],
            _ => Vec::new(),
        }
    }

    /// Its name, by which its words are found.
    pub fn id(self) -> &'static str {
        match self {
            Asset::Scope { .. } => "scope",
            Asset::Outpost => "outpost",
            Asset::OpenFile => "open-file",
            Asset::HalfOpenFile => "half-open-file",
            Asset::Seventh => "seventh",
            Asset::Guards(_) => "guards",
            Asset::Presses(_) => "presses",
            Asset::Safety => "safety",
            Asset::OutOfCheck => "out-of-check",
            Asset::NearKing => "near-king",
            Asset::Passed => "passed",
            Asset::Opens(_) => "opens",
            Asset::Nears(_) => "nears",
            Asset::Denies(..) => "denies",
            Asset::WayOut => "way-out",
            Asset::Holds(..) => "holds",
            Asset::Blocks(_) => "blocks",
            Asset::Behind(_) => "behind",
            Asset::Escorts(_) => "escorts",
            Asset::Connects => "connects",
            Asset::Pins(_) => "pins",
            Asset::Frees(_) => "frees",
            Asset::Centre => "centre",
            Asset::Faces(_) => "faces",
            Asset::Unchecked(..) => "unchecked",
            Asset::Shelter { .. } => "shelter",
        }
    }

    /// The men that it speaks of: they stand where they stood at the start.
    pub fn men(self) -> Option<Square> {
        self.squares().first().copied()
    }
}

/// Why an exchange helps. The line ends *there*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The man taken first guarded the enemy man on this square, which could not be taken at a profit at the start; Side takes it later in the line.
    Guard(Square),
    /// The man taken first is a bishop, the enemy had two of them, and has not there.
    Pair,
    /// An enemy pawn has taken in the line, stands on this square there, and is doubled or isolated, and it was neither.
    Spoils(Square),
    /// Side is so many points ahead at the start, at least two, and there as well; pieces of like worth are exchanged first.
    Ahead(i32),
    /// The own rook on this square has not moved; there is no own pawn on its file there, and there was at the start.
    Opens(Square),
    /// The own pawn on this square is passed there, and was not at the start.
    Passed(Square),
    /// The men exchanged are pieces of like worth, both are gone there, and at the start the enemy's attacked at least [`crate::limits::SCOPE`]
    /// squares more than Side's: `sees` and `instead`.
    Active {
        /// Squares that the enemy's man attacked.
        sees: u8,
        /// Squares that Side's man attacked.
        instead: u8,
    },
    /// The man that takes back, from this square, stands on the square of the exchange there and attacks at least [`crate::limits::SCOPE`] squares more than
    /// at the start.
    Brings(Square),
    /// The enemy takes back at once and this move of Side follows, by another man and not on the same square. It is not possible at the start, which is no check, nor after the
    /// exchange's first move and a pass; where it goes it cannot be taken at a profit, what it takes counted.
    Draws(Move),
    /// The enemy takes back at once and this move of Side follows; it takes nothing and gives no check. Then Side could, after a pass, win something on the square of the exchange,
    /// and the man that took back moves away with the next entry, the line's last.
    Lures(Move),
}

impl Why {
    /// The square it speaks of, besides that of the exchange.
    pub fn square(self) -> Option<Square> {
        match self {
            Why::Guard(sq) | Why::Spoils(sq) | Why::Opens(sq) | Why::Passed(sq) | Why::Brings(sq) => Some(sq),
            Why::Draws(next) | Why::Lures(next) => Some(next.to),
            Why::Pair | Why::Ahead(_) | Why::Active { .. } => None,
        }
    }

    /// Its name, by which its words are found.
    pub fn id(self) -> &'static str {
        match self {
            Why::Guard(_) => "guard",
            Why::Pair => "pair",
            Why::Spoils(_) => "spoils",
            Why::Ahead(_) => "ahead",
            Why::Opens(_) => "opens",
            Why::Passed(_) => "passed",
            Why::Active { .. } => "active",
            Why::Brings(_) => "brings",
            Why::Draws(_) => "draws",
            Why::Lures(_) => "lures",
        }
    }
}

/// What a move is for. Side plays it at the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// *Otherwise* begins with a pass of Side; then the other side plays `threat`, no quiet move of its king, and wins `payoff`, as
    /// [`crate::Statement::Threat`] says, material within [`crate::limits::FORESEEN_PLIES`]. After the move `threat` is not legal, and the line is the move alone (if
    /// the move gives check, `how` has a name); or the line goes on with it
    /// and ends *there*: of a threat of mate on the next move, without mate; of another one, with nothing to be won by captures, nobody in check and
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
    /// The line ends *there* with `next`, a move of Side by another man, which cannot be taken at a profit where it goes, what it takes counted.
    /// At the start, which is no check, `next` is not legal (*otherwise* is empty), but it is after the move and a pass; or `next` takes nothing, *otherwise*
    /// begins with it and ends with nothing more to be won by captures, Side having lost a point since the start, while after the move and a pass
    /// it could not be taken at a profit.
    Prepares {
        /// The move that is prepared.
        next: Move,
    },
    /// The man that moved stands better than before, as `asset` says: at the end of the line, where nothing more is to be won by captures,
    /// and at the end of `also`, which begins with the same move, goes on with another answer, and is as quiet. The move takes nothing, is no
    /// castling and no promotion; the man stands on its new square all the way, where it cannot be taken at a profit, and the old one is empty
    /// there. *Otherwise* is empty.
    Improves {
        /// Its new square.
        square: Square,
        /// What it has.
        asset: Asset,
        /// A line with another answer.
        also: Line,
    },
    /// *Otherwise* is a pass of Side and `theirs`, the other side's best after it; it is then worth `score` to the other side, better by at least
    /// [`crate::limits::THREAT_CP`] than what it has after the move, `otherwise`. The move takes nothing and gives no
    /// check. `theirs`, no move of the king, takes nothing; it is not legal any more, and the line is the move alone; or it still is, and the line goes on with another answer.
    Forestalls {
        /// The move that would be strong.
        theirs: Move,
        /// Its score for the other side, after the pass.
        score: Score,
        /// The other side's score after the move.
        otherwise: Score,
    },
    /// The line ends *there* with `next`, a move of the man that moved first, to a square to which it could not have gone at once, where
    /// nothing is lost by it. After the move and a pass it can. Side is not in check, at the start or before `next`, and the man would not be lost if it
    /// stayed. It is worth going there: `next` takes a man or gives check; or a pawn is passed there or attacks an enemy man; or the king, without queens, is nearer to the middle
    /// than at the start; or a piece reaches the fourth rank or beyond, or attacks at least [`crate::limits::SCOPE`] squares more than at the start. *Otherwise* is empty.
    Heads {
        /// The man's next move.
        next: Move,
    },
    /// The line is the move and an answer, and there the man that stood on the square of `taking` has moved away or cannot be taken at a profit.
    /// *Otherwise* is the move, a pass and `taking`, and ends with nothing more to be won by captures and Side ahead by a point more than
    /// after the move. At the start nothing was to be won on that square. Side is not in check at the start or there. The answer does not take the
    /// man that moved.
    Hits {
        /// The capture that would follow.
        taking: Move,
    },
    /// The bishop that moves could be exchanged at the start, were it the other side's move: `taking` is a capture of it by a knight, and nothing would be won by that; *otherwise*
    /// is a pass and `taking`. The move takes nothing, and where it goes no enemy man attacks it. The line is the move alone.
    Spares {
        /// The exchange that is avoided.
        taking: Move,
    },
    /// The move takes a man, or offers its own to be taken by the second entry of the line, which the third one takes back. *There* nothing is to be
    /// won by captures, and Side is no worse off in material than at the start. *Otherwise* is empty.
    Exchanges {
        /// Where.
        square: Square,
        /// Why it helps.
        why: Why,
    },
}

impl Reason {
    /// The square it is about.
    pub fn square(&self) -> Square {
        match self {
            Reason::Answers { threat, .. } => threat.to,
            Reason::Stops { theirs } | Reason::Forestalls { theirs, .. } => theirs.to,
            Reason::Baits { taking } => taking.to,
            Reason::Prepares { next } | Reason::Heads { next } => next.to,
            Reason::Improves { square, .. } | Reason::Exchanges { square, .. } => *square,
            Reason::Hits { taking } | Reason::Spares { taking } => taking.to,
        }
    }

    /// All squares that it speaks of.
    pub fn squares(&self) -> Set {
        let more: Vec<Square> = match self {
            Reason::Improves { asset, .. } => asset.squares(),
            Reason::Exchanges { why, .. } => why.square().into_iter().collect(),
            _ => Vec::new(),
        };
        more.into_iter().chain([self.square()]).collect()
    }

    /// Its name, by which its words are found.
    pub fn id(&self) -> &'static str {
        match self {
            Reason::Answers { .. } => "answers",
            Reason::Stops { .. } => "stops",
            Reason::Baits { .. } => "baits",
            Reason::Prepares { .. } => "prepares",
            Reason::Improves { .. } => "improves",
            Reason::Forestalls { .. } => "forestalls",
            Reason::Heads { .. } => "heads",
            Reason::Hits { .. } => "hits",
            Reason::Spares { .. } => "spares",
            Reason::Exchanges { .. } => "exchanges",
        }
    }
}
