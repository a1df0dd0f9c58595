//! A statement with its place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    basic::{Color, Man, Role, Set, Square},
    line::Line,
    statement::{Payoff, Statement},
};

/// What a claim is said about: where in an explanation it belongs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// The position as it stands.
    Position,
    /// What would happen if the side to move passed.
    Threat,
    /// What a side intends: the line of best play.
    Plan,
    /// What the move under discussion achieves.
    Aim,
    /// What the move under discussion gives up or allows.
    Concession,
    /// What the better (or another) move would have achieved.
    Alternative,
}

/// What a claim is worth to its side, in centipawns, for ranking; a mate counts as [`Worth::MATE`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(transparent)]
pub struct Worth(pub i32);

impl Worth {
    /// Mate, or a win that tables prove.
    pub const MATE: Worth = Worth(10_000);

    /// What is won, in centipawns.
    pub fn of_payoff(payoff: Payoff) -> Worth {
        Worth(match payoff {
            Payoff::Mate(_) => Worth::MATE.0,
            Payoff::Promotion => 800,
            Payoff::Exchange => 200,
            Payoff::Wins(role) => 100 * role.points().max(1),
        })
    }

    /// The same seen by the other side.
    #[must_use]
    pub fn turned(self) -> Worth {
        Worth(-self.0)
    }
}

/// A statement with everything that is needed to understand, show and check it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Claim {
    /// Where in an explanation it belongs.
    pub about: About,
    /// The side it speaks for: whose asset, plan, move or loss it is (each [`Statement`] says which).
    pub side: Color,
    /// The position asked about, as FEN.
    pub fen: String,
    /// The position before the last move, if that move was a capture: taking back wins nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub before: Option<String>,
    /// The line that shows it, from the position asked about.
    pub line: Line,
    /// The statement holds in the position after this many entries of the line.
    pub ply: usize,
    /// The men it speaks of, where they stand there (at the start if [`Statement::is_gone`]).
    pub men: Vec<(Square, Man)>,
    /// What it is worth to its side: positive if good for it. For ranking only.
    pub worth: Worth,
    /// What is said.
    pub statement: Statement,
}

impl Claim {
    /// A claim about a position, with no line and no men.
    pub fn new(about: About, side: Color, fen: impl Into<String>, statement: Statement) -> Claim {
        Claim {
            about,
            side,
            fen: fen.into(),
            before: None,
            line: Line::default(),
            ply: 0,
            men: Vec::new(),
            worth: Worth(0),
            statement,
        }
    }

    /// The same claim shown by a line, holding after `ply` of its entries.
    #[must_use]
    pub fn shown_by(mut self, line: Line, ply: usize) -> Claim {
        self.ply = ply.min(line.len());
        self.line = line;
        self
    }

    /// The same claim in another place of an explanation.
    #[must_use]
    pub fn placed(mut self, about: About) -> Claim {
        self.about = about;
        self
    }

    /// The squares it speaks of, occupied or not.
    pub fn squares(&self) -> Set {
        self.statement.squares()
    }

    /// The kind of man on `square` where the statement holds.
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.men.iter().find(|(sq, _)| *sq == square).map(|(_, man)| man.role)
    }

    /// Whose doing or having it is: the owner of a feature, else the side.
    pub fn subject(&self) -> Color {
        match &self.statement {
            Statement::Feature { numbers, .. } => numbers.owner,
            _ => self.side,
        }
    }
}
