//! What can be claimed, as data: the only thing this crate has in common with those who make claims.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Color, Man, Role, Set, Square};

/// A claim, with everything that is needed to check it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Assertion {
    /// The position asked about.
    pub fen: String,
    /// The position before the last move, if that move was a capture: taking back wins nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// UCI moves from the position; `0000` first is a pass.
    pub line: Vec<String>,
    /// The statement holds after this many entries of the line.
    pub ply: usize,
    /// The side it speaks for.
    pub side: Color,
    /// The men it speaks of, where they stand there (at the start if it speaks of something gone).
    #[serde(default)]
    pub men: Vec<(Square, Man)>,
    /// What is said.
    pub statement: Statement,
}

/// A score for the assertion's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate: positive if the side mates.
    Mate(i32),
}

impl Score {
    /// For comparing: a quick mate is better than a slow one.
    pub(crate) fn rank(self) -> i32 {
        match self {
            Score::Cp(cp) => cp.clamp(-30_000, 30_000),
            Score::Mate(moves) if moves > 0 => 100_000 - moves,
            Score::Mate(moves) => -100_000 - moves,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "{cp} centipawns"),
            Score::Mate(moves) => write!(f, "mate in {moves}"),
        }
    }
}

/// How much better a side stands, in centipawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Margin {
    /// Below 25.
    Equal,
    /// 25 to 69.
    Slight,
    /// 70 to 149.
    Clear,
    /// 150 to 349.
    Large,
    /// 350 and more.
    Winning,
    /// Mate.
    Decided,
}

/// What is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Payoff {
    /// Mate in so many moves.
    Mate(u32),
    /// A new piece that stays.
    Promotion,
    /// A rook for a minor piece.
    Exchange,
    /// The dearest kind of man won and not given back.
    Wins(Role),
}

/// Men that changed hands beyond like for like, the dearest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Trade {
    /// Won.
    pub won: Vec<Role>,
    /// Given.
    pub given: Vec<Role>,
}

/// A tactical device on the board after `ply` entries of the line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// As puzzle files spell it: `fork`, `pin` …
    pub theme: String,
    /// After how many entries.
    pub ply: usize,
    /// The man that does it.
    pub actor: Square,
    /// Those it is done to.
    pub targets: Set,
    /// The square it turns on.
    pub key: Option<Square>,
}

/// What a move does at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is defined where it is checked")]
pub enum Deed {
    Protects(Square),
    Attacks(Square),
    Saves(Square),
    Recaptures(Square),
    Develops(Square),
    Castles(Square),
    TakesOpenFile(Square),
    Checks(Square),
    Offers(Square),
    Pins(Square),
    Challenges(Square),
}

/// What a side does in a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is defined where it is checked")]
pub enum Goal {
    Manoeuvre { role: Role, path: Vec<Square> },
    Advance { from: Square, to: Square, lever: bool },
    Castle(Square),
    Exchange { own: Role, enemy: Role, square: Square },
    Occupy { role: Role, from: Square, to: Square },
    Develop { role: Role, from: Square, to: Square },
}

/// How a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum End {
    Checkmate,
    Stalemate,
    Insufficient,
}

/// A feature's numbers at the start and there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureNumbers {
    /// Its id, as in `knowledge/features.toml`.
    pub id: String,
    /// Whose.
    pub owner: Color,
    /// Count at the start.
    pub before: i32,
    /// Count there.
    pub after: i32,
    /// What it is worth to its owner at the start, in centipawns: the evaluation's word.
    #[serde(default)]
    pub cp_before: i32,
    /// What it is worth to its owner there.
    #[serde(default)]
    pub cp_after: i32,
}

/// What a change of a feature means to the side a claim speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The side has more of something good, or less of something bad.
    Gained,
    /// The side has less of something good, or more of something bad.
    Lost,
    /// The other side has more of something good, or less of something bad.
    Allowed,
    /// The other side has less of something good, or more of something bad.
    Removed,
    /// Nothing changes: it is there.
    Present,
}

/// What is said. *Start* is the position asked about, *there* the one after the assertion's entries of the line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "says", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named after what they hold; the checks define them")]
pub enum Statement {
    /// The side stands better by so much (or nobody does).
    Standing { margin: Margin, score: Score },
    /// The game is over.
    Over { end: End },
    /// The owner has `before` of a feature at the start and `after` there; these squares show it there, or showed it at the start.
    Feature { numbers: FeatureNumbers, change: Change, squares: Set, passing: bool },
    /// A concept of the expert rules, resting on these features.
    Concept { name: String, present: bool, features: Vec<FeatureNumbers>, squares: Set, gone: bool },
    /// The side gains `points`; at the start it is ahead by `before`.
    Material { payoff: Payoff, points: i32, before: i32, trade: Trade, device: Option<Device> },
    /// The side gives material: the trade is seen by the other side.
    Sacrifice { trade: Trade, points: i32, score: Score, square: Square },
    /// A device is on the board and the line wins something.
    Device { device: Device, payoff: Payoff },
    /// The side mates in so many moves.
    Mate { moves: u32, pattern: Option<String> },
    /// After a pass the side wins something.
    Threat { payoff: Payoff, mv: String, device: Option<Device> },
    /// What the side does in the line.
    Plan { goal: Goal },
    /// What the first move does.
    Deed { deed: Deed },
    /// All other moves are much worse.
    OnlyMove { mv: String, score: Score, next: Option<Score> },
    /// The first move, not played, wins something.
    MissedChance { mv: String, payoff: Payoff },
    /// A capture that looks good and loses something.
    Pitfall { mv: String, payoff: Payoff },
    /// Exact value for the side: 1, 0 or -1.
    Endgame { value: i8, mate_in: Option<u32> },
    /// The other side has to move; the side's exact value, and what it would be, which is less, if the side had to move instead.
    Zugzwang { value: i8, otherwise: i8 },
    /// A named opening: the position itself has the name, or `game` (from the usual beginning) leads to it and had the name
    /// last; with `leaves`, the line's first move is the first that the table does not know.
    Opening {
        eco: String,
        name: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        game: Vec<String>,
        #[serde(default)]
        leaves: bool,
    },
    /// One move is better than another.
    Better { mv: String, other: String, score: Score, other_score: Score },
    /// The first move is the best.
    Best { mv: String, score: Score },
}
