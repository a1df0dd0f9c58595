//! The theories that come with the program: the files of `knowledge/endgames`, each named by its material.

use std::sync::LazyLock;

use philidor_chess::Material;
use philidor_knowledge::{Entry, THEORIES};

use crate::resolve::RuleSource;

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
