//! The numbers behind a claim, in a form a program can read.

use philidor_chess::shakmaty::{Color, Square};
use philidor_know::{
    features::FeatureId,
    search::{Score, mate_moves},
};
use serde::Serialize;

use super::record::{colour, square_names};
use crate::{motif::Motif, payoff::Payoff};

/// What a claim is worth to its side, in centipawns; a mate counts as [`Worth::MATE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct Worth(pub i32);

impl Worth {
    /// Mate, or a win that tables prove.
    pub const MATE: Worth = Worth(10_000);

    /// A payoff in centipawns.
    pub fn of_payoff(payoff: Payoff) -> Worth {
        use philidor_chess::shakmaty::Role;
        Worth(match payoff {
            Payoff::Mate { .. } => Worth::MATE.0,
            Payoff::Promotion => 800,
            Payoff::Exchange => 200,
            Payoff::Advantage => 50,
            Payoff::Wins(Role::Queen) => 900,
            Payoff::Wins(Role::Rook) => 500,
            Payoff::Wins(Role::Bishop | Role::Knight) => 300,
            Payoff::Wins(Role::Pawn | Role::King) => 100,
        })
    }

    /// The same seen by the other side.
    #[must_use]
    pub fn turned(self) -> Worth {
        Worth(-self.0)
    }
}

/// A number, a rule or a table behind a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Evidence {
    /// A feature of the evaluation (`philidor eval --all FEN --json` prints the same counts). `before` is the start of
    /// the claim's line, `after` the position where the claim holds. Centipawns are the owner's: good is positive.
    Feature {
        /// Its id, as in `knowledge/features.toml`.
        id: &'static str,
        /// Whose it is.
        owner: &'static str,
        /// Count before, in the feature's unit.
        before: i32,
        /// Count after.
        after: i32,
        /// Centipawns before.
        cp_before: i32,
        /// Centipawns after.
        cp_after: i32,
    },
    /// Material (pawn 1, knight and bishop 3, rook 5, queen 9): the claim's side minus the other.
    Material {
        /// At the start of the line.
        before: i32,
        /// Where the claim holds.
        after: i32,
    },
    /// A device and the men and squares that show it, after the claim's `ply` entries.
    Device {
        /// As puzzle files spell it.
        theme: &'static str,
        /// The man that does it.
        actor: String,
        /// Those it is done to.
        targets: Vec<String>,
        /// The square it turns on.
        key: Option<String>,
        /// What it wins: `mate in 2`, `rook`, `exchange`, `pawn`, `promotion` …
        payoff: String,
    },
    /// The score of a line, for the claim's side.
    Score {
        /// Which line: its first move in UCI notation.
        line: String,
        /// Centipawns, if it is no mate.
        #[serde(skip_serializing_if = "Option::is_none")]
        cp: Option<i32>,
        /// Moves to mate: positive if the claim's side mates.
        #[serde(skip_serializing_if = "Option::is_none")]
        mate: Option<i32>,
    },
    /// Expected result for the claim's side on the scale -1 … 1, in thousandths.
    Chance {
        /// With the better line.
        before: i32,
        /// With the other.
        after: i32,
    },
    /// An exact value from an endgame table, for the claim's side.
    Table {
        /// `win`, `draw` or `loss`.
        value: &'static str,
        /// Moves to mate, if the table counts them.
        #[serde(skip_serializing_if = "Option::is_none")]
        mate_in: Option<u32>,
    },
    /// A rule that applied.
    Rule {
        /// Where it stands.
        file: String,
        /// Its name.
        rule: String,
        /// Its reason, filled with this position's values.
        reason: String,
    },
    /// A named opening.
    Opening {
        /// Its code.
        eco: String,
        /// Its name.
        name: String,
    },
}

impl Evidence {
    /// The score of a line, for `side`; `score` is for `mover`, who plays `first`.
    pub fn score(first: String, score: Score, mover: Color, side: Color) -> Evidence {
        let score = if mover == side { score } else { -score };
        match mate_moves(score) {
            Some(mate) => Evidence::Score { line: first, cp: None, mate: Some(mate) },
            None => Evidence::Score { line: first, cp: Some(score), mate: None },
        }
    }

    /// A motif and what it wins.
    pub fn device(motif: &Motif, payoff: Payoff) -> Evidence {
        Evidence::Device {
            theme: motif.theme.id(),
            actor: motif.actor.to_string(),
            targets: square_names(motif.targets),
            key: motif.key.map(|sq: Square| sq.to_string()),
            payoff: payoff.to_string(),
        }
    }

    /// A feature's numbers.
    pub fn feature(
        feature: FeatureId,
        owner: Color,
        (before, after): (i32, i32),
        (cp_before, cp_after): (i32, i32),
    ) -> Evidence {
        Evidence::Feature { id: feature.id(), owner: colour(owner), before, after, cp_before, cp_after }
    }
}
