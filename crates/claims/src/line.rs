//! Moves by their squares, and lines of them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::basic::{Role, Square};

/// A move by its squares, in UCI notation; castling is the king's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
#[ts(as = "String")]
pub struct Move {
    /// Where from.
    pub from: Square,
    /// Where to.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl Move {
    /// From UCI notation.
    ///
    /// ```
    /// use philidor_claims::Move;
    /// assert_eq!(Move::read("e7e8q").unwrap().to_string(), "e7e8q");
    /// assert!(Move::read("e7e9").is_none());
    /// ```
    pub fn read(text: &str) -> Option<Move> {
        let (from, rest) = (text.get(0..2)?, text.get(2..)?);
        let (to, promotion) = (rest.get(0..2)?, rest.get(2..)?);
        let promotion = match promotion {
            "" => None,
            "q" => Some(Role::Queen),
            "r" => Some(Role::Rook),
            "b" => Some(Role::Bishop),
            "n" => Some(Role::Knight),
            _ => return None,
        };
        Some(Move { from: Square::read(from)?, to: Square::read(to)?, promotion })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.promotion {
            None => "",
            Some(Role::Queen) => "q",
            Some(Role::Rook) => "r",
            Some(Role::Bishop) => "b",
            Some(_) => "n",
        };
        write!(f, "{}{}{letter}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for Move {
    type Error = String;

    fn try_from(text: String) -> Result<Move, String> {
        Move::read(&text).ok_or_else(|| format!("{text:?} is not a move; a move looks like e2e4 or e7e8q"))
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> String {
        mv.to_string()
    }
}

/// An entry of a line: a move, or a pass of the side to move (`0000`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
#[ts(as = "String")]
pub enum Entry {
    /// The side to move does nothing.
    Pass,
    /// A move.
    Move(Move),
}

impl Entry {
    /// The move; `None` for a pass.
    pub fn mv(self) -> Option<Move> {
        match self {
            Entry::Pass => None,
            Entry::Move(mv) => Some(mv),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Pass => f.write_str("0000"),
            Entry::Move(mv) => mv.fmt(f),
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for Entry {
    type Error = String;

    fn try_from(text: String) -> Result<Entry, String> {
        if text == "0000" { Ok(Entry::Pass) } else { Move::try_from(text).map(Entry::Move) }
    }
}

impl From<Entry> for String {
    fn from(entry: Entry) -> String {
        entry.to_string()
    }
}

/// A line from the position asked about: moves in turn, with a pass where a threat is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(transparent)]
pub struct Line(pub Vec<Entry>);

impl Line {
    /// A line without a pass.
    pub fn of(moves: impl IntoIterator<Item = Move>) -> Line {
        Line(moves.into_iter().map(Entry::Move).collect())
    }

    /// From UCI notation, with spaces between the entries.
    ///
    /// ```
    /// use philidor_claims::Line;
    /// assert_eq!(Line::read("e2e4 0000 d2d4").unwrap().pass(), Some(1));
    /// assert!(Line::read("e2e4 castles").is_none());
    /// ```
    pub fn read(text: &str) -> Option<Line> {
        text.split_whitespace()
            .map(|word| Entry::try_from(word.to_owned()).ok())
            .collect::<Option<_>>()
            .map(Line)
    }

    /// Number of entries, a pass included.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if nothing is played.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// The first move, whether or not a pass stands before it.
    pub fn first(&self) -> Option<Move> {
        self.0.iter().find_map(|entry| entry.mv())
    }

    /// Entries before the pass, if there is one.
    pub fn pass(&self) -> Option<usize> {
        self.0.iter().position(|entry| *entry == Entry::Pass)
    }

    /// The first `entries` entries.
    #[must_use]
    pub fn cut(&self, entries: usize) -> Line {
        Line(self.0.iter().copied().take(entries).collect())
    }

    /// The line from entry `from` on.
    #[must_use]
    pub fn from(&self, from: usize) -> Line {
        Line(self.0.iter().copied().skip(from).collect())
    }

    /// The line with `mv` before it.
    #[must_use]
    pub fn after(&self, mv: Move) -> Line {
        Line(std::iter::once(Entry::Move(mv)).chain(self.0.iter().copied()).collect())
    }
}
