//! The words for every feature, read from `knowledge/features.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::{FeatureId, Group};

const TEXT: &str = philidor_knowledge::FEATURES.text;

/// The words for one feature.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// One line on what is counted.
    pub gloss: String,
    /// What a tutor can say; `{side}` is White or Black.
    pub phrase: String,
    /// The tutor paper's name for it, if it has one.
    pub seed: Option<String>,
}

/// A name of the tutor paper that is a sum of whole groups here.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sum {
    groups: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct File {
    groups: BTreeMap<String, Sum>,
    #[serde(flatten)]
    features: BTreeMap<String, Entry>,
}

/// The words for all features.
#[derive(Debug)]
pub struct Glossary {
    entries: Vec<Entry>,
    sums: BTreeMap<String, Vec<Group>>,
}

impl Glossary {
    /// The words for a feature.
    pub fn entry(&self, feature: FeatureId) -> &Entry {
        &self.entries[feature as usize]
    }

    /// The features for which the tutor paper used this name, such as `KNIGHTS_OUTPOSTS` or `EVALUATE_PAWNS`.
    pub fn seed_features(&self, name: &str) -> Vec<FeatureId> {
        let groups = self.sums.get(name);
        let in_groups = |f: FeatureId| groups.is_some_and(|groups| groups.contains(&f.group()));
        FeatureId::all().filter(|&f| in_groups(f) || self.entry(f).seed.as_deref() == Some(name)).collect()
    }

    fn parse(text: &str) -> Result<Glossary, String> {
        let mut file: File = toml::from_str(text).map_err(|e| e.to_string())?;
        let entries = FeatureId::all()
            .map(|f| file.features.remove(f.id()).ok_or_else(|| format!("no words for {}", f.id())))
            .collect::<Result<_, _>>()?;
        if let Some(id) = file.features.keys().next() {
            return Err(format!("words for an unknown feature: {id}"));
        }
        let group = |name: &String| {
            Group::ALL.into_iter().find(|g| g.name() == name).ok_or_else(|| format!("no group {name}"))
        };
        let sums = file
            .groups
            .into_iter()
            .map(|(name, sum)| Ok((name, sum.groups.iter().map(group).collect::<Result<_, String>>()?)))
            .collect::<Result<_, String>>()?;
        Ok(Glossary { entries, sums })
    }
}

/// The shipped words.
pub fn glossary() -> &'static Glossary {
    static SHARED: LazyLock<Glossary> = LazyLock::new(|| Glossary::parse(TEXT).expect("checked words"));
    &SHARED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_words_and_every_word_its_feature() {
        let glossary = Glossary::parse(TEXT).unwrap();
        for feature in FeatureId::all() {
            let entry = glossary.entry(feature);
            assert!(entry.gloss.ends_with('.') && !entry.phrase.ends_with('.'), "{}", feature.id());
            assert!(entry.gloss.len() < 120, "{}", feature.id());
        }
        assert!(Glossary::parse(&format!("{TEXT}\n[bishop_triple]\ngloss = 'x.'\nphrase = 'x'\n")).is_err());
    }

    #[test]
    fn there_are_enough_features_and_ids_are_unique() {
        const { assert!(FeatureId::COUNT >= 110) };
        for feature in FeatureId::all() {
            assert_eq!(FeatureId::from_id(feature.id()), Some(feature));
        }
    }

    #[test]
    fn the_tutor_papers_names_are_known() {
        for name in [
            "BISHOPS",
            "BISHOPS_BLOCK_CENTER",
            "BISHOPS_MOBILITY",
            "BISHOPS_POSITION",
            "BISHOP_KING_SAFETY",
            "BISHOP_PAIR",
            "BISHOP_PLUS_PAWNS_ON_COLOR",
            "ROOK_BEHIND_PASSED_PAWN",
            "EVALUATE_KING_SAFETY",
            "EVALUATE_PAWNS",
            "KING_TROPISM",
            "KING_SAFETY",
            "KNIGHTS_CENTRALIZATION",
            "KNIGHTS_OUTPOSTS",
            "BACK_RANK",
            "ACTIVITY_CHANGE",
        ] {
            assert!(!glossary().seed_features(name).is_empty(), "{name}");
        }
    }
}
