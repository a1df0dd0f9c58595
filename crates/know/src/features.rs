//! The feature vocabulary: what a chess player would name in a position, each for White and for Black.
//!
//! A feature has a stable id, a group and a unit, and says whether its owner wants it, whether it may be said alone,
//! what it is about and how it is pointed at; its words (gloss and phrase) are data in `knowledge/features.toml`.
//! Counts and squares come from [`crate::eval`], from the same lines that play: there is no second list of features
//! anywhere. Most features carry tuned weights; those of kind [`Kind::Remark`] are worth nothing and are only
//! counted when somebody listens.

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

/// Whether its owner wants a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarity {
    /// More of it is better for its owner.
    Asset,
    /// More of it is worse for its owner.
    Weakness,
}

/// Whether a feature may be said alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mention {
    /// A change of it is worth a word by itself.
    Alone,
    /// What it means is said by rules that look at several features.
    Fused,
    /// How many men of a kind there are: rules ask for it, and are about something else.
    Condition,
}

/// What a comment that mentions a feature is about, in the words of a lexicon of master comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the lexicon's")]
pub enum Topic {
    Attack,
    Bishop,
    BishopPair,
    Centre,
    Development,
    Diagonal,
    Endgame,
    ExchangeTrade,
    Fork,
    KingSafety,
    Material,
    Mobility,
    OpenFile,
    OutpostSquare,
    PassedPawn,
    PawnStructure,
    Pin,
    Tempo,
}

impl Topic {
    /// As the lexicon spells it.
    pub fn name(self) -> &'static str {
        match self {
            Topic::Attack => "attack_initiative",
            Topic::Bishop => "bad_good_bishop",
            Topic::BishopPair => "bishop_pair",
            Topic::Centre => "centre",
            Topic::Development => "development",
            Topic::Diagonal => "diagonal",
            Topic::Endgame => "endgame",
            Topic::ExchangeTrade => "exchange_trade",
            Topic::Fork => "fork",
            Topic::KingSafety => "king_safety",
            Topic::Material => "material",
            Topic::Mobility => "mobility_activity",
            Topic::OpenFile => "open_file",
            Topic::OutpostSquare => "outpost_square",
            Topic::PassedPawn => "passed_pawn",
            Topic::PawnStructure => "pawn_structure",
            Topic::Pin => "pin",
            Topic::Tempo => "tempo",
        }
    }
}

/// How the squares of a feature, as the evaluation's trace gives them, relate to its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// As many squares as the feature counts.
    Each(Shows),
    /// Some squares if the feature counts anything, none otherwise.
    Any(Shows),
    /// It cannot be pointed at: it measures (mobility, nearness) or judges the whole board.
    Nowhere,
}

/// What stands on the squares of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// Men of its owner.
    Own,
    /// Men of the other side.
    Enemy,
    /// Anything or nothing: the squares themselves are meant.
    Square,
}
