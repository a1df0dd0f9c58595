//! Which men a verdict on a position speaks of (`knowledge/tutor/subjects.toml`).

use std::{collections::BTreeMap, sync::OnceLock};

use philidor_claims::Role;
use serde::Deserialize;

/// Whose men are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Of {
    /// Those of the side that the concept is said of.
    #[default]
    Own,
    /// Those of the other side.
    Other,
    /// Those of both sides: the concept compares them.
    Both,
}

/// The men that a concept speaks of, beside those that it points at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Subjects {
    #[serde(default)]
    men: Vec<Role>,
    #[serde(default)]
    of: Of,
}

impl Subjects {
    /// Whether it speaks of men of this kind that belong to the side it is said of (`own`) or to the other.
    pub(super) fn have(&self, role: Role, own: bool) -> bool {
        let whose = match self.of {
            Of::Own => own,
            Of::Other => !own,
            Of::Both => true,
        };
        whose && self.men.contains(&role)
    }
}

fn all() -> &'static BTreeMap<String, Subjects> {
    static ALL: OnceLock<BTreeMap<String, Subjects>> = OnceLock::new();
    ALL.get_or_init(|| {
        toml::from_str(const { philidor_knowledge::TUTOR_MODELS.text("subjects") }).expect("checked subjects")
    })
}

/// What the concept of this name speaks of; nothing for one that is no verdict on a position.
pub(super) fn subjects(concept: &str) -> Option<&'static Subjects> {
    all().get(concept)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{claim::Purpose, refine::ExpertRules};

    #[test]
    fn every_verdict_on_a_position_says_which_men_it_speaks_of() {
        let standing = |purpose: &Purpose| matches!(purpose, Purpose::Assets | Purpose::Burdens);
        let concluded: BTreeSet<&str> =
            ExpertRules::ours().concepts().filter(|(p, _)| standing(p)).map(|(_, name)| name).collect();
        let known: BTreeSet<&str> = all().keys().map(String::as_str).collect();
        assert_eq!(known, concluded);
    }

    #[test]
    fn whose_men_are_meant() {
        let of = |name: &str| subjects(name).expect("a row");
        assert!(
            of("attack on the king").have(Role::King, false)
                && !of("attack on the king").have(Role::King, true)
        );
        assert!(
            of("better bishop").have(Role::Bishop, true) && of("better bishop").have(Role::Bishop, false)
        );
        assert!(of("isolated pawn").have(Role::Pawn, true) && !of("isolated pawn").have(Role::Pawn, false));
        assert_eq!(subjects("centipawns"), None);
    }
}
