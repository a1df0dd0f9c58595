//! What a master would speak of: how likely each concept is to be mentioned at a move where it could be claimed.
//!
//! Old masters write of alternatives, plans and, in the opening, of development and theory; a list of all that is true
//! reads like no comment at all. One small logistic model for each concept begins at the share of comments that mention
//! it and leans away from that only as far as the evidence goes (a ridge holds it). The weights are data
//! (`knowledge/tutor/concepts.toml`), fitted to an annotated book by [`fit`]; they order what is said and choose among
//! sentences, and never make anything true.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::{Deserialize, Serialize};

use crate::{
    claim::Claim,
    concept::concepts,
    judge::Phase,
    select::{FEATURES, Values},
};

/// What is known of the moment at which a concept could be claimed, beside what the selector sees of the move.
const OWN_SIGNS: [&str; 6] = ["claimed", "opening", "endgame", "error", "best", "worth"];

/// Number of signs.
pub const SIGNS: usize = OWN_SIGNS.len() + FEATURES.len();

/// The names of all signs.
pub fn sign_names() -> impl Iterator<Item = &'static str> {
    OWN_SIGNS.into_iter().chain(FEATURES)
}

/// The move under discussion, as far as it bears on what is worth saying.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// The phase the game is in.
    pub phase: Phase,
    /// The move was judged.
    pub error: bool,
    /// Nothing better was found.
    pub best: bool,
    /// What the selector sees.
    pub values: Values,
}

/// Centipawns beyond which a claim's worth says no more.
const FULL_WORTH_CP: f64 = 200.0;

impl Moment {
    /// The values of all signs for a claim of this worth, in centipawns.
    pub fn signs(&self, worth: f64) -> [f64; SIGNS] {
        let flag = |yes: bool| f64::from(u8::from(yes));
        let own = [
            1.0,
            flag(self.phase == Phase::Opening),
            flag(self.phase == Phase::Endgame),
            flag(self.error),
            flag(self.best),
            (worth / FULL_WORTH_CP).min(1.0),
        ];
        let mut all = [0.0; SIGNS];
        all.iter_mut().zip(own.into_iter().chain(self.values)).for_each(|(place, value)| *place = value);
        all
    }
}

/// One concept's model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Log odds of its share among all comments.
    pub prior: f64,
    /// What each sign adds: what is known of the moment, and what the selector sees of the move.
    pub weights: BTreeMap<String, f64>,
}

/// The models of all concepts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Relevance {
    /// Where the weights come from.
    pub provenance: String,
    /// A sentence that is less likely to be wanted than this is left out, unless it must be said.
    pub threshold: f64,
    /// By concept.
    pub concepts: BTreeMap<String, Weights>,
}

/// Why the models could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RelevanceError {
    /// Not TOML, or a field is missing.
    #[error("the model of concepts is not readable: {0}")]
    Syntax(String),
    /// A sign that nobody knows.
    #[error("the model of {concept} weighs {sign:?}, but the signs are {}", sign_names().collect::<Vec<_>>().join(", "))]
    Sign {
        /// Of which concept.
        concept: String,
        /// What is not known.
        sign: String,
    },
}

/// A sentence that is about none of the concepts is as likely to be wanted as this.
const PLAIN: f64 = 0.12;

impl Relevance {
    /// The models that come with the program.
    pub fn ours() -> &'static Relevance {
        static MODELS: OnceLock<Relevance> = OnceLock::new();
        MODELS.get_or_init(|| {
            Relevance::parse(const { philidor_knowledge::TUTOR_MODELS.text("concepts") })
                .expect("checked models")
        })
    }

    /// Reads models.
    pub fn parse(text: &str) -> Result<Relevance, RelevanceError> {
        let models: Relevance = toml::from_str(text).map_err(|e| RelevanceError::Syntax(e.to_string()))?;
        for (concept, model) in &models.concepts {
            if let Some(sign) = model.weights.keys().find(|sign| !sign_names().any(|name| name == *sign)) {
                return Err(RelevanceError::Sign { concept: concept.clone(), sign: sign.clone() });
            }
        }
        Ok(models)
    }

    /// How likely a master is to mention the concept, if it can be claimed with this worth (in centipawns).
    pub fn probability(&self, concept: &str, moment: &Moment, worth: f64) -> f64 {
        let Some(model) = self.concepts.get(concept) else { return 0.0 };
        let signs = sign_names().zip(moment.signs(worth));
        let sum: f64 = signs.map(|(name, value)| model.weights.get(name).unwrap_or(&0.0) * value).sum();
        sigmoid(model.prior + sum)
    }

    /// How likely a master is to say something like this claim: its likeliest concept.
    pub fn of_claim(&self, claim: &Claim, moment: &Moment) -> f64 {
        let worth = f64::from(claim.worth.0.abs());
        let all = concepts(claim).into_iter().map(|name| self.probability(name, moment, worth));
        all.max_by(f64::total_cmp).unwrap_or(PLAIN)
    }

    /// The concepts of several claims, the likeliest first, none twice.
    pub fn ranked<'a>(
        &self,
        claims: impl IntoIterator<Item = &'a Claim>,
        moment: &Moment,
    ) -> Vec<&'static str> {
        let mut found: Vec<(&'static str, f64)> = claimed(claims)
            .into_iter()
            .map(|(name, worth)| (name, self.probability(name, moment, worth)))
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        found.into_iter().map(|(name, _)| name).collect()
    }
}

/// The concepts of several claims, each with the most that a claim of it is worth.
pub fn claimed<'a>(claims: impl IntoIterator<Item = &'a Claim>) -> Vec<(&'static str, f64)> {
    let mut found: Vec<(&'static str, f64)> = Vec::new();
    for claim in claims {
        let worth = f64::from(claim.worth.0.abs());
        for name in concepts(claim) {
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, most)) => *most = most.max(worth),
                None => found.push((name, worth)),
            }
        }
    }
    found
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_with_an_unknown_sign_is_refused() {
        let text = "provenance = \"\"\nthreshold = 0.2\n[concepts.plan]\nprior = 0.0\n[concepts.plan.weights]\nmoon = 1.0\n";
        let error = Relevance::parse(text).unwrap_err();
        assert!(error.to_string().starts_with("the model of plan weighs \"moon\""), "{error}");
        assert!(Relevance::parse("x").is_err());
    }
}
