//! The weights: data in `knowledge/eval/`, read once into a flat array.
//!
//! One record per feature: its id, then its weights as `middlegame/endgame` in centipawns; a record may
//! run over several lines. King-danger units, 64ths of scale and winning chances are single numbers. `#`
//! starts a comment. Tables by square go from the first rank up, four numbers (a-d, mirrored) per rank.

use std::{
    fmt::Write,
    sync::{Arc, LazyLock},
};

use super::tally::Score;
use crate::features::{FeatureId, Kind};

const TUNED: &str = philidor_knowledge::WEIGHTS.text("weights");
const UNTUNED: &str = philidor_knowledge::WEIGHTS.text("untuned");

/// One weight per slot of every feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    scores: Box<[Score; FeatureId::WEIGHTS]>,
}

/// What is wrong with a weights file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// A word that is neither a known feature nor a weight.
    #[error("line {line}: {word:?} is neither a feature nor a weight such as 12/-3")]
    Word {
        /// Where.
        line: usize,
        /// What was read.
        word: String,
    },
    /// A feature with too few or too many weights.
    #[error("{id} has {found} weights, but needs {wanted}")]
    Number {
        /// The feature's id.
        id: &'static str,
        /// How many were read.
        found: usize,
        /// How many it owns.
        wanted: usize,
    },
    /// A feature that comes twice.
    #[error("line {line}: {id} comes a second time")]
    Twice {
        /// Where.
        line: usize,
        /// The feature's id.
        id: &'static str,
    },
}

impl Weights {
    /// The tuned weights that we ship.
    pub fn tuned() -> Arc<Weights> {
        static SHARED: LazyLock<Arc<Weights>> =
            LazyLock::new(|| Arc::new(Weights::parse(TUNED).expect("checked weights")));
        SHARED.clone()
    }

    /// A digest of the tuned weights (FNV-1a of their text): what was learned beside them fits no others.
    pub fn tuned_digest() -> u64 {
        TUNED.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// The hand-made weights from which tuning started.
    pub fn untuned() -> Arc<Weights> {
        static SHARED: LazyLock<Arc<Weights>> =
            LazyLock::new(|| Arc::new(Weights::parse(UNTUNED).expect("checked weights")));
        SHARED.clone()
    }

    /// Reads a weights file.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut read: Vec<Option<Vec<Score>>> = vec![None; FeatureId::COUNT];
        let mut open: Option<FeatureId> = None;
        for (number, line) in text.lines().enumerate() {
            let line_number = number + 1;
            let content = line.split('#').next().unwrap_or_default();
            for word in content.split_whitespace() {
                if let Some(feature) = FeatureId::from_id(word) {
                    if read[feature as usize].is_some() {
                        return Err(WeightsError::Twice { line: line_number, id: feature.id() });
                    }
                    read[feature as usize] = Some(Vec::new());
                    open = Some(feature);
                    continue;
                }
                let error = || WeightsError::Word { line: line_number, word: word.to_string() };
                let feature = open.ok_or_else(error)?;
                let score = parse_weight(feature.kind(), word).ok_or_else(error)?;
                read[feature as usize].get_or_insert_default().push(score);
            }
        }
        let mut scores = Box::new([Score::default(); FeatureId::WEIGHTS]);
        for feature in FeatureId::all() {
            let values = read[feature as usize].take().unwrap_or_default();
            if values.len() != feature.weights() {
                return Err(WeightsError::Number {
                    id: feature.id(),
                    found: values.len(),
                    wanted: feature.weights(),
                });
            }
            scores[feature.offset()..][..values.len()].copy_from_slice(&values);
        }
        Ok(Weights { scores })
    }

    /// Writes a weights file below a comment that says where the numbers come from.
    pub fn write(&self, provenance: &str) -> String {
        let mut text = String::new();
        for line in provenance.lines() {
            writeln!(text, "# {line}").expect("a string grows");
        }
        let mut group = None;
        for feature in FeatureId::all().filter(|f| f.weights() > 0) {
            if group != Some(feature.group()) {
                group = Some(feature.group());
                write!(text, "\n# {}\n", feature.group().name()).expect("a string grows");
            }
            write!(text, "{:<32}", feature.id()).expect("a string grows");
            let per_line = if feature.weights() % 4 == 0 && feature.weights() > 16 { 4 } else { 8 };
            for slot in 0..feature.weights() {
                if feature.weights() > 8 && slot % per_line == 0 {
                    text.push_str("\n   ");
                }
                let score = self.scores[feature.offset() + slot];
                let word = match feature.kind() {
                    Kind::Linear => format!("{}/{}", score.mg(), score.eg()),
                    Kind::Attack | Kind::Danger => score.mg().to_string(),
                    Kind::Scale | Kind::Chances | Kind::Remark => score.eg().to_string(),
                };
                write!(text, " {word:>9}").expect("a string grows");
            }
            text.push('\n');
        }
        text
    }

    /// The weight at an index of the flat array.
    #[inline]
    pub fn score(&self, index: usize) -> Score {
        self.scores[index]
    }

    /// Changes one weight.
    pub fn set(&mut self, index: usize, score: Score) {
        self.scores[index] = score;
    }
}

fn parse_weight(kind: Kind, word: &str) -> Option<Score> {
    let single = || word.parse::<i16>().ok().map(i32::from);
    match kind {
        Kind::Linear => {
            let (mg, eg) = word.split_once('/')?;
            Some(Score::new(mg.parse::<i16>().ok()?.into(), eg.parse::<i16>().ok()?.into()))
        }
        Kind::Attack | Kind::Danger => Some(Score::new(single()?, 0)),
        Kind::Scale | Kind::Chances => Some(Score::new(0, single()?)),
        Kind::Remark => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_files_are_complete_and_round_trip() {
        for weights in [Weights::tuned(), Weights::untuned()] {
            let again = Weights::parse(&weights.write("a line\nanother")).unwrap();
            assert_eq!(*weights, again);
        }
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(
            Weights::parse("pawns 80/100\nknihgts 3/4"),
            Err(WeightsError::Word { line: 2, word: "knihgts".into() })
        );
        assert!(matches!(Weights::parse("pawns 80"), Err(WeightsError::Word { line: 1, .. })));
        assert!(matches!(Weights::parse("pawns 1/2 3/4"), Err(WeightsError::Number { id: "pawns", .. })));
    }
}
