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
    /// A reply is as good as the best one if it is worse by no more than this.
    pub reply: i32,
    /// A move must cost this much for each point that the answer takes, for it to be what is wrong with the move.
    pub taken: i32,
    /// What it is worth to hear that no move is better.
    pub best: i32,
    /// Within this the parts of a level position make up for each other.
    pub even: i32,
    /// What everything weighs at least that is said for or against a side.
    pub weight: i32,
    /// A change of one feature is a claim of its own from here on.
    pub raw: i32,
    /// What a change is worth that the evaluation only remarks on.
    pub remark: i32,
    /// Devices are not worth a word if their side stands worse than this afterwards.
    pub device: i32,
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
    /// Beyond those of a usual line, which a reader follows to see what is won.
    pub followed: usize,
    /// Of the game itself, which show what was intended.
    pub game: usize,
    /// A structure must last this long to be spoken of.
    pub lasting: usize,
    /// Within these what is won is forced.
    pub forced: usize,
    /// Within these the gain of a better line is a chance that was missed.
    pub missed: usize,
    /// Within these what was taken is back.
    pub back: usize,
    /// Within these a device is seen to win something.
    pub device: usize,
    /// A line goes on this long after something was won: the gain must still be there.
    pub safe: usize,
    /// Within these captures are under way.
    pub under_way: usize,
}

/// What a move does at once, and what it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effects {
    /// Told in one sentence, at most.
    pub most: usize,
    /// What a move plainly does is told beside something stronger if it is worth this.
    pub telling: i32,
    /// The same beside taking back.
    pub taking: i32,
    /// The same beside what the move wins.
    pub marked: i32,
    /// What the answer to an error plainly does shows its fault if it is worth this.
    pub answer: i32,
}

/// Reasons that are tested by trying what happens without the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reasons {
    /// Centipawns that the other side must gain by its idea, were it to move, for stopping it to be a reason.
    pub idea: i32,
    /// Entries of the line that shows what an error allows.
    pub allowed: usize,
    /// Entries of a line within which a move is prepared.
    pub prepared: usize,
    /// The same for a man that comes to the square which the move has left.
    pub vacated: usize,
    /// Entries of a line after which a man or an exchange is looked at, at most.
    pub settled: usize,
    /// Things said of one man.
    pub assets: usize,
}

/// Moves that are looked at because people play them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// Tempting moves that fail, at most.
    pub tempting: usize,
    /// Likely moves, at most.
    pub ways: usize,
    /// Moves that fewer of a hundred play are not looked at.
    pub likely: u8,
}

/// Plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plans {
    /// Plies of a line that a plan speaks of.
    pub plies: usize,
    /// Sound lines of which most must share a goal: what fewer lines do may be chance.
    pub lines: usize,
}

/// Answers to questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// Claims shown with their lines, at most.
    pub claims: usize,
    /// Claims of a plan told on their own, at most.
    pub plans: usize,
    /// Pieces with few squares named, at most.
    pub still: usize,
    /// Squares that are few for a piece.
    pub few: usize,
}

/// What a whole game was about.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// Themes, and lessons for each side, at most.
    pub most: usize,
    /// Winning chances from which on a side is on top.
    pub on_top: f64,
    /// Winning chances from which on a game is as good as won.
    pub won: f64,
    /// Plies of a phase that is worth a heading.
    pub phase: usize,
    /// Steps that make a man's way in the game a march …
    pub march_steps: usize,
    /// … within so many moves of its side.
    pub march_moves: usize,
    /// What a march is worth: more than any other plan.
    pub march_worth: i32,
    /// A share of a game that stands for "long" where hardly any game has the thing.
    pub long: f64,
    /// What holds for a smaller share of a game is not what it was about.
    pub least: f64,
    /// Plies after the opening from which on shares say what a game was about; of fewer they say less.
    pub full: f64,
    /// How far from the usual to what one game of ten has a theme must go.
    pub far: f64,
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
    /// Points of winning chances within which a move is as good as the best.
    pub as_good: f64,
    /// Points of material that the taker of a sacrifice is ahead at least.
    pub given: i32,
    /// So many of a hundred players find a great move, at most.
    pub great: u8,
    /// Part of the loss that every other answer must give back for an error to hang on one answer.
    pub given_back: f64,
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
    /// What a move does at once.
    pub effects: Effects,
    /// Tested reasons.
    pub reasons: Reasons,
    /// Moves that people play.
    pub moves: Moves,
    /// Plans.
    pub plans: Plans,
    /// Answers to questions.
    pub answers: Answers,
    /// What a game was about.
    pub story: Story,
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
