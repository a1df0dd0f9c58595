//! The feature vocabulary: what a chess player would name in a position, each for White and for Black.
//!
//! A feature has a stable id, a group and a unit; its words (gloss and phrase) are data in
//! `knowledge/features.toml`. The counting lives in [`crate::eval`], in the same lines that play: there is
//! no second list of features anywhere. Most features carry tuned weights; those of kind [`Kind::Remark`]
//! are worth nothing and are only counted when somebody listens.

mod glossary;
mod vocabulary;

pub use glossary::{Entry, Glossary, glossary};
pub use vocabulary::FeatureId;

/// The themes by which a breakdown is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the chess player's own")]
pub enum Group {
    Material,
    Pawns,
    Passed,
    Knights,
    Bishops,
    Rooks,
    Queens,
    King,
    Development,
    Threats,
    Space,
    Initiative,
}

impl Group {
    /// All groups, in the order of a breakdown.
    pub const ALL: [Group; 12] = [
        Group::Material,
        Group::Pawns,
        Group::Passed,
        Group::Knights,
        Group::Bishops,
        Group::Rooks,
        Group::Queens,
        Group::King,
        Group::Development,
        Group::Threats,
        Group::Space,
        Group::Initiative,
    ];

    /// The group's name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Group::Material => "material",
            Group::Pawns => "pawns",
            Group::Passed => "passed",
            Group::Knights => "knights",
            Group::Bishops => "bishops",
            Group::Rooks => "rooks",
            Group::Queens => "queens",
            Group::King => "king",
            Group::Development => "development",
            Group::Threats => "threats",
            Group::Space => "space",
            Group::Initiative => "initiative",
        }
    }
}

/// What a feature's count counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Unit {
    Pieces,
    Pawns,
    Squares,
    Files,
    Islands,
    Steps,
    Points,
    YesNo,
}

impl Unit {
    /// The unit's name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Pieces => "pieces",
            Unit::Pawns => "pawns",
            Unit::Squares => "squares",
            Unit::Files => "files",
            Unit::Islands => "islands",
            Unit::Steps => "steps",
            Unit::Points => "points",
            Unit::YesNo => "yes/no",
        }
    }
}

/// How a feature enters the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Count times a tapered weight.
    Linear,
    /// Adds units to the danger of the enemy king; named as the attacker's asset.
    Attack,
    /// Adds units to the danger of the own king; named as the defender's worry.
    Danger,
    /// Multiplies the endgame value of the side that is ahead (in 64ths).
    Scale,
    /// Changes the endgame value of the side that is ahead, never its sign.
    Chances,
    /// Worth nothing: counted only for the commentary.
    Remark,
}
