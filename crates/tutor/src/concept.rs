//! What a comment is about, in the words of a lexicon of master comments: alternatives, plans, threats …
//!
//! The concepts of our claims are held against the concepts masters mention (`annotate --score`), and
//! [`crate::relevance`] weighs by them what is worth saying.

use philidor_know::features::{FeatureId, Mention};

use philidor_claims::Theme;

use crate::claim::{Claim, Effect, FeatureNumbers, Goal, Reason, Statement};

/// All concepts of the lexicon that a claim can be about.
pub const CONCEPTS: [&str; 26] = [
    "alternative",
    "plan",
    "attack_initiative",
    "evaluation",
    "threat",
    "development",
    "king_safety",
    "defence",
    "exchange_trade",
    "open_file",
    "opening_theory",
    "centre",
    "material",
    "mate",
    "pawn_structure",
    "sacrifice",
    "endgame",
    "mobility_activity",
    "diagonal",
    "outpost_square",
    "tempo",
    "bishop_pair",
    "passed_pawn",
    "pin",
    "bad_good_bishop",
    "fork",
];

/// The concepts a claim is about.
pub fn concepts(claim: &Claim) -> Vec<&'static str> {
    match &claim.statement {
        Statement::Standing { .. } | Statement::Over { .. } => vec!["evaluation"],
        Statement::Opening { .. } => vec!["opening_theory"],
        Statement::Endgame { .. } => vec!["endgame", "evaluation"],
        Statement::Zugzwang { .. } => vec!["endgame", "tempo"],
        Statement::Feature { numbers, .. } => topics(std::slice::from_ref(numbers)),
        Statement::Concept { features, .. } => topics(features),
        Statement::Structure { .. } | Statement::Practice { .. } => vec!["pawn_structure", "plan"],
        Statement::Material { device, .. } => {
            device.iter().flat_map(|device| of_theme(device.theme)).chain(["material"]).collect()
        }
        Statement::Sacrifice { .. } => vec!["sacrifice"],
        Statement::Device { device, .. } => of_theme(device.theme),
        Statement::Mate { .. } => vec!["mate"],
        Statement::Threat { .. } => vec!["threat"],
        Statement::Plan { goal: Goal::Exchange { .. } } => vec!["plan", "exchange_trade"],
        Statement::Plan { goal: Goal::Castle { .. } } => vec!["plan", "king_safety"],
        Statement::Plan { goal: Goal::Develop { .. } } => vec!["plan", "development"],
        Statement::Plan { .. } => vec!["plan"],
        Statement::Effect { effect } => match effect {
            Effect::Protects(_) | Effect::Saves(_) => vec!["defence"],
            Effect::Develops(_) => vec!["development"],
            Effect::Castles(_) => vec!["king_safety"],
            Effect::TakesOpenFile(_)
            | Effect::TakesHalfOpenFile(_)
            | Effect::QueenTakesFile(_)
            | Effect::DoublesHeavy(_)
            | Effect::DoublesRooks(_) => {
                vec!["open_file"]
            }
            Effect::Recaptures(_)
            | Effect::Trades(_)
            | Effect::OffersTrade(_)
            | Effect::AvoidsTrade(_)
            | Effect::Simplifies(_)
            | Effect::OffersSimpler(_)
            | Effect::TradesInCentre(_)
            | Effect::GivesBishop(_)
            | Effect::GivesKnight(_)
            | Effect::BreaksBishopPair(_) => {
                vec!["exchange_trade"]
            }
            Effect::TakesOutpost(_) | Effect::TakesSquare(_) => vec!["outpost_square"],
            Effect::PushesPasser(_) | Effect::BacksPasser(_) | Effect::Blockades(_) => vec!["passed_pawn"],
            Effect::Centralises(_)
            | Effect::StrikesCentre(_)
            | Effect::OccupiesCentre(_)
            | Effect::EyesCentre(_) => vec!["centre"],
            Effect::TakesDiagonal(_) => vec!["diagonal"],
            Effect::MakesLuft(_) | Effect::LeavesLine(_) => vec!["king_safety"],
            Effect::LeavesCheck(_) | Effect::BlocksCheck(_) | Effect::TakesChecker(_) => vec!["king_safety"],
            Effect::Regains(_) => vec!["material"],
            Effect::ActivatesKing(_) | Effect::BringsKing(_) => vec!["endgame"],
            Effect::Supports(_) => vec!["defence"],
            Effect::InvadesSeventh(_)
            | Effect::ConnectsRooks(_)
            | Effect::Opens(_)
            | Effect::GainsSpace(_)
            | Effect::AdvancesQueenside(_)
            | Effect::AdvancesKingside(_)
            | Effect::QueenInvades(_)
            | Effect::GainsScope(_) => vec!["mobility_activity"],
            Effect::Offers(_) => vec!["sacrifice"],
            Effect::Pins(_) | Effect::Unpins(_) => vec!["pin"],
            // That a man is attacked is no attack.
            Effect::Attacks(_)
            | Effect::Checks(_)
            | Effect::Challenges(_)
            | Effect::Undermines(_)
            | Effect::KeepsTension(_)
            | Effect::Presses(_) => Vec::new(),
        },
        Statement::Reason { reason: Reason::Answers { .. }, .. } => vec!["threat", "defence"],
        Statement::Reason { .. } => vec!["plan"],
        Statement::Allows { .. } => Vec::new(),
        Statement::MissedChance { .. }
        | Statement::Better { .. }
        | Statement::Pitfall { .. }
        | Statement::OnlyMove { .. } => {
            vec!["alternative"]
        }
        Statement::Best { .. } | Statement::People { .. } => Vec::new(),
    }
}

fn of_theme(theme: Theme) -> Vec<&'static str> {
    match theme {
        Theme::Pin => vec!["pin"],
        Theme::Fork => vec!["fork"],
        _ => Vec::new(),
    }
}

/// What features are about together, by the column of their table. How many men there are counts only if nothing else is
/// named.
fn topics(features: &[FeatureNumbers]) -> Vec<&'static str> {
    let known = || features.iter().filter_map(|numbers| FeatureId::from_id(&numbers.id));
    let telling = |f: &FeatureId| f.mention() != Mention::Condition;
    let bare = !known().any(|f| telling(&f));
    let mut found = Vec::new();
    for topic in known().filter(|f| bare || telling(f)).filter_map(FeatureId::topic) {
        if !found.contains(&topic.name()) {
            found.push(topic.name());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use philidor_claims::Color;

    use super::*;

    #[test]
    fn every_topic_is_in_the_lexicon() {
        for topic in FeatureId::all().filter_map(FeatureId::topic) {
            assert!(CONCEPTS.contains(&topic.name()), "{topic:?}");
        }
    }

    #[test]
    fn men_are_what_it_is_about_only_if_nothing_else_is() {
        let of = |features: &[FeatureId]| {
            let numbers = |f: &FeatureId| FeatureNumbers {
                id: f.id().to_owned(),
                owner: Color::White,
                before: 0,
                after: 0,
                cp_before: 0,
                cp_after: 0,
            };
            topics(&features.iter().map(numbers).collect::<Vec<_>>())
        };
        assert_eq!(of(&[FeatureId::Pawns, FeatureId::Rooks]), ["material"]);
        let attack = [FeatureId::Queens, FeatureId::SafeChecks, FeatureId::KingAttackers];
        assert_eq!(of(&attack), ["attack_initiative"]);
    }
}
