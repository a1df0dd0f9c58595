//! Whether a reading is what a claim says.

use philidor_chess::shakmaty::{Chess, Square};
use philidor_claims::{Goal, People};

use super::Reading;
use crate::{
    claim::{Claim, OnBoard as _, Statement},
    say::{
        Words,
        speaker::{
            better_alone_key, better_key, concept_key, feature_variant, goal_key, idea_key, margin_key,
            opening_key, over_key, people_key, reason_key, zugzwang_key,
        },
    },
};

impl Reading {
    /// Whether this is what the claim about `start` says: the message of its statement, its side, its move, its numbers, and no
    /// square that the claim does not speak of.
    pub fn says_in(&self, words: &Words, start: &Chess, claim: &Claim) -> bool {
        self.is_of(words, claim)
            && self.side.is_none_or(|side| claim.subject() == side)
            && self.mv.as_ref().is_none_or(|mv| names(words, start, claim, mv))
            && self.squares.iter().all(|&square| speaks_of(claim, square))
    }

    /// The message is one of those that make the claim's statement.
    pub(super) fn is_of(&self, words: &Words, claim: &Claim) -> bool {
        let key = self.key.as_str();
        match &claim.statement {
            Statement::Standing { margin, .. } => key == margin_key(*margin),
            Statement::Over { end } => key == over_key(*end),
            Statement::Feature { numbers, passing, .. } => {
                let wanted = format!("feature-{}", numbers.id.replace('_', "-"));
                key == wanted && self.variant == feature_variant(words, &wanted, numbers, *passing)
            }
            Statement::Concept { name, purpose, .. } => key == concept_key(*purpose, name),
            Statement::Structure { name, .. } => key == format!("structure-{name}"),
            Statement::Practice { .. } => key == "practice",
            Statement::Material { .. } => key.starts_with("material-"),
            Statement::Sacrifice { .. } => key.starts_with("sacrifice"),
            Statement::Device { .. } => key.starts_with("material-"),
            Statement::Mate { .. } => key.starts_with("mate-in"),
            Statement::Threat { .. } => key.starts_with("threat-"),
            Statement::Plan { goal } => key == goal_key(goal),
            Statement::Idea { path, idea, .. } => key == idea_key(*idea, path.len()),
            Statement::Effect { effect } | Statement::Allows { effect, .. } => {
                key == format!("effect-{}", effect.id())
            }
            Statement::Reason { reason, otherwise, .. } => key == reason_key(reason, otherwise, &claim.line),
            Statement::OnlyMove { .. } => key.starts_with("only-"),
            Statement::MissedChance { .. } => key.starts_with("missed-"),
            Statement::Pitfall { .. } => key.starts_with("pitfall-"),
            Statement::Endgame { .. } => key.starts_with("endgame-"),
            Statement::Zugzwang { value, otherwise } => key == zugzwang_key(*value, *otherwise),
            Statement::Opening { .. } => key == opening_key(claim),
            Statement::Better { score, other_score, .. } => {
                let known = [better_alone_key(*score, *other_score), better_key(*score, *other_score)];
                known.contains(&key) || key == "better-keeps" || key.starts_with("nearly")
            }
            Statement::People { people, rating } => {
                let hole =
                    |name: &str| self.holes.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str());
                let told = |name: &str, number: u8| hole(name).is_none_or(|text| text == number.to_string());
                key == people_key(people)
                    && hole("rating").is_some_and(|text| text == rating.to_string())
                    && match people {
                        People::Play { percent, .. }
                        | People::Miss { percent, .. }
                        | People::Tempted { percent, .. }
                        | People::Answer { percent, .. } => told("n", *percent),
                        People::GoWrong { wrong, expected, promised, .. } => {
                            told("n", *wrong) && told("own", *expected) && told("best", *promised)
                        }
                    }
            }
            Statement::Best { first, .. } => key == if *first { "best" } else { "equal-choice" },
        }
    }
}

/// The text names the claim's first move (a threat's: the one after the pass; an answer's: the second).
pub(super) fn names(words: &Words, start: &Chess, claim: &Claim, text: &str) -> bool {
    let answer = usize::from(matches!(
        claim.statement,
        Statement::Allows { .. } | Statement::People { people: People::Answer { .. }, .. }
    ));
    let skip = claim.line.pass().map_or(answer, |pass| pass + 1);
    let Some(pos) = claim.line.position(start, skip) else { return false };
    let shown = claim.line.from(skip).numbered(&pos, 1).concat();
    let bare = |text: &str| {
        let text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']);
        text.trim_end_matches(['+', '#']).to_owned()
    };
    bare(text) == words.localise(&bare(&shown))
}

/// The claim speaks of the square: its own squares, its men, or the squares of its line. A rook that castles comes to a square that no move
/// of the line names.
pub(super) fn speaks_of(claim: &Claim, square: Square) -> bool {
    let square = square.into();
    let on_its_way = matches!(
        &claim.statement,
        Statement::Plan { goal: Goal::Manoeuvre { path, .. } } | Statement::Idea { path, .. } if path.contains(&square)
    );
    let own = on_its_way || claim.squares().contains(square) || claim.men.iter().any(|(sq, _)| *sq == square);
    own || claim.line.entries().iter().filter_map(|e| e.mv()).any(|mv| mv.to == square || mv.from == square)
}
