//! Positions as columns of small numbers: what a learner sees of an endgame.
//!
//! A [`Feature`] is a named static function of a [`Place`] (where the men stand, who is to move); it never looks
//! ahead. Features build on each other in levels, as in Haworth and Velliste's Table 4. A [`Characterisation`] is
//! a list of them; [`Dataset`] lays one out over every position of a table for one side to move, with what the
//! table says and the way back to the position. [`sets`] names the subsets that experiments train and test on.
//!
//! Everything is seen from the side that gives the endgame its name (White in KPK), whoever is to move.

mod dataset;
mod generic;
mod human;
mod paper;
mod place;
pub mod sets;

use std::{fmt, sync::Arc};

use philidor_chess::Material;

pub use self::{
    dataset::{Coding, Dataset, Inputs},
    place::{Place, Slot},
};

/// One named static function of a position.
#[derive(Clone)]
pub struct Feature {
    /// Short and stable, such as `c31`.
    pub name: String,
    /// How many layers of features it stands on (0 = where a man stands).
    pub level: u8,
    /// In words.
    pub about: String,
    /// As an expression of the rule language.
    pub rule: String,
    /// Smallest and largest value.
    pub range: (i8, i8),
    value: Arc<dyn Fn(&Place) -> i32 + Send + Sync>,
}

impl Feature {
    /// A feature whose `value` stays within `range`.
    pub fn new(
        name: impl Into<String>,
        level: u8,
        about: impl Into<String>,
        rule: impl Into<String>,
        range: (i8, i8),
        value: impl Fn(&Place) -> i32 + Send + Sync + 'static,
    ) -> Feature {
        Feature {
            name: name.into(),
            level,
            about: about.into(),
            rule: rule.into(),
            range,
            value: Arc::new(value),
        }
    }

    /// What it says of a position.
    pub fn value(&self, place: &Place) -> i8 {
        let value = (self.value)(place);
        debug_assert!(
            (i32::from(self.range.0)..=i32::from(self.range.1)).contains(&value),
            "{} = {value} outside {:?} at {place:?}",
            self.name,
            self.range
        );
        value as i8
    }

    /// A name for it in rules.
    pub fn word(&self) -> String {
        paper::word(&self.name).map_or_else(|| self.name.replace(['.', '-'], "_"), str::to_owned)
    }

    /// How many values it can take.
    pub fn values(&self) -> usize {
        (i32::from(self.range.1) - i32::from(self.range.0) + 1) as usize
    }

    /// True if the rule language can say it of this endgame: a board that may be turned has no files and ranks, and of
    /// several like men none has a name.
    pub fn is_sayable(&self, material: Material) -> bool {
        let turned = ["file(", "rank(", "a8", "a1"];
        let twins = Slot::of(material).into_iter().any(|s| s.number > 0 && self.rule.contains(&s.letter()));
        !twins && (material.has_pawns() || !turned.iter().any(|w| self.rule.contains(w)))
    }

    /// True for a feature that only says yes (1) or no (0).
    pub fn is_flag(&self) -> bool {
        self.range == (0, 1)
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {:?}", self.name, self.about, self.range)
    }
}

/// Which features a learner is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Files and ranks of the men, nothing else.
    Physical,
    /// The 32 of Haworth and Velliste's Table 4 (KPK only).
    Paper,
    /// What KPK theory adds: key-square races, zones, opposition, corners (KPK only).
    Human,
    /// Those 32 and the human ones together (KPK only).
    Both,
    /// Both and constructed differences of distances (KPK only).
    Wide,
    /// Relations of all men to each other and to the board, for any material.
    Generic,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] =
        [Kind::Physical, Kind::Paper, Kind::Human, Kind::Both, Kind::Wide, Kind::Generic];

    /// `physical`, `paper`, `human`, `both`, `wide` or `generic`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Physical => "physical",
            Kind::Paper => "paper",
            Kind::Human => "human",
            Kind::Both => "both",
            Kind::Wide => "wide",
            Kind::Generic => "generic",
        }
    }

    /// The one that is named or, where none is, `kpk` for KPK and the generic one for any other endgame.
    pub fn chosen(name: Option<&str>, material: Material, kpk: Kind) -> Result<Kind, CharacteriseError> {
        match name {
            Some(name) => name.parse(),
            None if material.to_string() == "KPK" => Ok(kpk),
            None => Ok(Kind::Generic),
        }
    }
}

/// Why a characterisation cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CharacteriseError {
    /// No such name.
    #[error("no characterisation {0:?}: use physical, paper, human, both, wide or generic")]
    Unknown(String),
    /// Made for king and pawn against king only.
    #[error("the {kind} characterisation is for KPK, not for {material}: use generic or physical", kind = kind.name())]
    KpkOnly {
        /// Which.
        kind: Kind,
        /// What for.
        material: Material,
    },
    /// No feature of that name.
    #[error("no feature {name:?} in the {kind} characterisation of {material}", kind = kind.name())]
    Feature {
        /// The name that was asked for.
        name: String,
        /// Where it was looked for.
        kind: Kind,
        /// Of which endgame.
        material: Material,
    },
}

impl std::str::FromStr for Kind {
    type Err = CharacteriseError;

    fn from_str(text: &str) -> Result<Kind, CharacteriseError> {
        let kind = Kind::ALL.into_iter().find(|k| k.name().eq_ignore_ascii_case(text.trim()));
        kind.ok_or_else(|| CharacteriseError::Unknown(text.to_owned()))
    }
}

/// A list of features of one endgame.
#[derive(Debug, Clone)]
pub struct Characterisation {
    /// Of which endgame.
    pub material: Material,
    /// The columns, in order.
    pub features: Vec<Feature>,
}

impl Characterisation {
    /// A characterisation of an endgame.
    pub fn new(kind: Kind, material: Material) -> Result<Characterisation, CharacteriseError> {
        let material = material.canonical();
        let kpk = material.to_string() == "KPK";
        let features = match kind {
            Kind::Physical if kpk => paper::features().into_iter().take(6).collect(),
            Kind::Physical => generic::physical(material),
            Kind::Generic => generic::features(material),
            Kind::Paper if kpk => paper::features(),
            Kind::Human if kpk => human::features(),
            Kind::Both if kpk => paper::features().into_iter().chain(human::features()).collect(),
            Kind::Wide if kpk => {
                let book = paper::features().into_iter().chain(human::features());
                book.chain(human::constructed()).collect()
            }
            Kind::Paper | Kind::Human | Kind::Both | Kind::Wide => {
                return Err(CharacteriseError::KpkOnly { kind, material });
            }
        };
        Ok(Characterisation { material, features })
    }

    /// The same with only the named features, in the order named.
    pub fn only(
        kind: Kind,
        material: Material,
        names: &[&str],
    ) -> Result<Characterisation, CharacteriseError> {
        let all = Characterisation::new(kind, material)?;
        let pick = |&name: &&str| {
            all.features.iter().find(|f| f.name == name).cloned().ok_or_else(|| CharacteriseError::Feature {
                name: name.to_owned(),
                kind,
                material,
            })
        };
        Ok(Characterisation { material, features: names.iter().map(pick).collect::<Result<_, _>>()? })
    }

    /// The features of one position.
    pub fn values(&self, place: &Place) -> Vec<i8> {
        self.features.iter().map(|f| f.value(place)).collect()
    }

    /// The place of a feature in the list.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.features.iter().position(|f| f.name == name)
    }
}

#[cfg(test)]
mod tests;
