//! The theories that come with the program: the files of `knowledge/endgames`.

use philidor_chess::Material;

use crate::resolve::RuleSource;

/// A theory that comes with the program.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// The endgame.
    pub name: &'static str,
    /// Where it stands in the repository.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal: $file:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            file: concat!("knowledge/endgames/", $file),
            text: include_str!(concat!("../../../knowledge/endgames/", $file)),
        }),*]
    };
}

/// All of them.
pub const SHIPPED: &[Shipped] = shipped! {
    "KPK": "kpk.rules",
    "KQKP": "kqkp.rules",
    "KQKQ": "kqkq.rules",
    "KPKP": "kpkp.rules",
    "KRKP": "krkp.rules",
    "KRK": "krk.rules",
    "KBBK": "kbbk.rules",
    "KBNK": "kbnk.rules",
};

impl Shipped {
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
