//! The theories that come with the program: the files of `knowledge/endgames`, each named by its material.
//!
//! A check at every position takes seconds, so it is done by the tests, once for each text: `checked.tsv` has the digests
//! of the texts that passed. A text that is not listed is checked when it is first used.

use std::sync::LazyLock;

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, Position},
};
use philidor_knowledge::{Entry, THEORIES};

use crate::{
    Endgames, Refused, RuleSource, Unusable, ValidatedRules,
    validate::{Below, Ground},
};

/// A theory that comes with the program.
#[derive(Debug, Clone)]
pub struct Shipped {
    /// The endgame, such as `KPK`.
    pub name: String,
    /// Where it stands in the repository.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All of them, by name.
pub static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let theory = |entry: &'static Entry| Shipped {
        name: entry.name.to_ascii_uppercase(),
        file: entry.path,
        text: entry.text,
    };
    THEORIES.entries().iter().map(theory).collect()
});

/// Digests of theories without an error at any position.
const CHECKED: &str = include_str!("library/checked.tsv");

/// Why a theory that comes with the program cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NoTheory {
    /// Its text has mistakes.
    #[error(transparent)]
    Unusable(#[from] Unusable),
    /// It errs, or the check was stopped.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl Shipped {
    /// A digest of the text, as it stands in `checked.tsv`.
    pub fn digest(&self) -> String {
        format!("{:032x}", xxhash_rust::xxh3::xxh3_128(self.text.as_bytes()))
    }

    /// Whether the tests found this very text to be right at every position.
    pub fn is_checked(&self) -> bool {
        let line = format!("{}\t{}", self.name, self.digest());
        CHECKED.lines().any(|known| known == line)
    }

    /// The theory, ready for use. A text that is not known to be right is checked now.
    pub fn validated(&self, ground: Ground) -> Result<ValidatedRules, NoTheory> {
        let (rules, _) = self.source().resolve(&Endgames)?;
        if self.is_checked() {
            return Ok(ValidatedRules::trusted(rules, ground.table.material(), ground.below().clone()));
        }
        Ok(rules.validate(ground)?)
    }

    /// The theory for use without its own table, with what is known of the endgames it leads to: only a text that the tests found
    /// to be right. Where its rules and what is below do not suffice it says nothing.
    pub fn trusted(&self, below: Below) -> Option<ValidatedRules> {
        let material = self.name.parse().ok().filter(|_| self.is_checked())?;
        let (rules, _) = self.source().resolve(&Endgames).ok()?;
        Some(ValidatedRules::trusted(rules, material, below))
    }

    /// As a source.
    pub fn source(&self) -> RuleSource {
        RuleSource::new(self.file, self.text)
    }
}

/// The theory of an endgame, by name (`KPK`, `kpk`).
pub fn by_name(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|s| s.name.eq_ignore_ascii_case(name))
}

/// The theory for a material, in any colours.
pub fn for_material(material: Material) -> Option<&'static Shipped> {
    by_name(&material.canonical().to_string())
}

/// Why no theory can be asked about a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// Rules know nothing of castling.
    #[error("endgame rules have no castling: remove the castling rights")]
    Castling,
    /// There is no theory of this endgame.
    #[error("there is no theory of {0} yet: there is {known}", known = names())]
    Unwritten(Material),
}

/// The names of all theories that come with the program.
pub fn names() -> String {
    SHIPPED.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether rules can speak of a position at all.
pub fn can_be_asked(pos: &Chess) -> Result<(), NoAnswer> {
    if fen::has_castling_rights(pos) { Err(NoAnswer::Castling) } else { Ok(()) }
}

/// The theory that comes with the program for a position.
pub fn for_position(pos: &Chess) -> Result<&'static Shipped, NoAnswer> {
    let material = Material::of(pos.board());
    for_material(material).ok_or(NoAnswer::Unwritten(material.canonical()))
}
