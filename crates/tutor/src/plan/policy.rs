//! The policy: what is said to whom, and how much of it, as one data file (`knowledge/tutor/policy.toml`).

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use crate::say::Level;

/// How much a reader of a level is told.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breadth {
    /// Reasons given for each side.
    pub reasons: usize,
    /// Centipawns below which a reason is not worth a word.
    pub least_cp: i32,
    /// Sentences of a comment in a game.
    pub sentences: usize,
    /// Plies of a line that are shown.
    pub plies: usize,
    /// Points of winning chances that a move must lose to be criticised.
    pub blame: f64,
    /// How readily a move is commented on; 1 is a master's own density.
    pub density: f64,
}

/// Thresholds in centipawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Centipawns {
    /// Beyond this score only what decides is worth a word.
    pub decided: i32,
    /// A move that loses this much is bad: only its costs are told.
    pub bad: i32,
    /// Below this a better move is a little better.
    pub slight: i32,
    /// Below this a better move is better, from here on much better.
    pub clear: i32,
    /// Two moves within this were both possible.
    pub close: i32,
    /// A change that weighs this much is told whatever the relevance model thinks of it.
    pub heavy: i32,
    /// What a better move brings is a reason for it from here on.
    pub reason: i32,
    /// What the other side loses in a line is worth a word from here on.
    pub enemy: i32,
    /// A threat that would win this much must be told.
    pub grave: i32,
}

/// Lengths in plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plies {
    /// Shown of a line that need not be played out to its point.
    pub shown: usize,
    /// Shown of the better line beside a mistake.
    pub better: usize,
    /// Plies of a game within which its opening is worth naming.
    pub opening: usize,
}

/// Probabilities of the relevance model.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    /// What a master mentions more rarely is left out of a sentence, unless nothing else is there.
    pub hardly_ever: f64,
    /// How much likelier a point must be to go before one that comes a rank earlier.
    pub rank: f64,
}

/// When something is said again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// How a game stands is said again if it has another name and is this many centipawns away …
    pub standing_cp: i32,
    /// … or after this many plies.
    pub standing_plies: usize,
}

/// The key moments of a game.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moments {
    /// Points of winning chances that make a move a key moment.
    pub percent: f64,
    /// Most key moments of a game …
    pub most: usize,
    /// … and of one without grave errors.
    pub small: usize,
    /// Points of winning chances by which a good move must beat all others to be marked.
    pub praise: f64,
    /// Points of material that a brilliant move gives at least.
    pub offered: i32,
    /// Winning chances that it leaves at least.
    pub worst: f64,
    /// Winning chances of the next best move, at most: who wins anyway need not be brilliant.
    pub won: f64,
}

/// Which ideas of a position come first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ideas {
    /// Ideas of each side that are looked at.
    pub most: usize,
    /// Percent of the worth that each step beyond the first leaves.
    pub step: i32,
    /// Of a hundred such ideas so many are carried out within ten moves, by the name of the idea.
    worth: BTreeMap<String, i32>,
}

impl Ideas {
    /// The worth of an idea that takes so many more steps than one.
    pub fn worth(&self, id: &str, more: i32) -> i32 {
        let first = self.worth.get(id).copied().unwrap_or(0);
        (0..more).fold(first, |worth, _| worth * self.step / 100).max(1)
    }
}

/// What is said to whom, and how much of it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    levels: BTreeMap<String, Breadth>,
    /// Thresholds in centipawns.
    pub centipawns: Centipawns,
    /// Lengths in plies.
    pub plies: Plies,
    /// Probabilities of the relevance model.
    pub chances: Chances,
    /// When something is said again.
    pub repeat: Repeat,
    /// The key moments of a game.
    pub moments: Moments,
    /// Which ideas of a position come first.
    pub ideas: Ideas,
}

/// Why a policy file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// Not TOML, or a field is missing or unknown.
    #[error("the policy is not readable: {0}")]
    Syntax(String),
    /// A level has no entry.
    #[error("the policy says nothing about the level {0}")]
    Level(Level),
}

impl Policy {
    /// The policy that comes with the program.
    pub fn ours() -> &'static Policy {
        static POLICY: OnceLock<Policy> = OnceLock::new();
        POLICY.get_or_init(|| {
            Policy::parse(const { philidor_knowledge::TUTOR_MODELS.text("policy") })
                .expect("a checked policy")
        })
    }

    /// Reads a policy file.
    pub fn parse(text: &str) -> Result<Policy, PolicyError> {
        let policy: Policy = toml::from_str(text).map_err(|e| PolicyError::Syntax(e.to_string()))?;
        match Level::ALL.into_iter().find(|level| !policy.levels.contains_key(level.name())) {
            Some(level) => Err(PolicyError::Level(level)),
            None => Ok(policy),
        }
    }

    /// How much a reader of this level is told.
    pub fn breadth(&self, level: Level) -> &Breadth {
        &self.levels[level.name()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_and_all_there() {
        let policy = Policy::ours();
        let [beginner, club, master] = Level::ALL.map(|level| *policy.breadth(level));
        assert!(beginner.reasons < club.reasons && club.reasons < master.reasons);
        assert!(beginner.plies < club.plies && club.plies < master.plies);
        assert!(beginner.least_cp > club.least_cp && club.least_cp > master.least_cp);
    }

    #[test]
    fn a_policy_with_a_gap_or_an_unknown_word_is_refused() {
        let text = philidor_knowledge::TUTOR_MODELS.text("policy");
        let missing = text.replace("[levels.master]", "[levels.grandmaster]");
        assert_eq!(Policy::parse(&missing), Err(PolicyError::Level(Level::Master)));
        let unknown = text.replace("grave = 300", "grave = 300\nmoon = 1");
        assert!(matches!(Policy::parse(&unknown), Err(PolicyError::Syntax(text)) if text.contains("moon")));
    }
}
