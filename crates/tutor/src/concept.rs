//! What a comment is about, in the words of a lexicon of master comments: alternatives, plans, threats …
//!
//! The concepts of our claims are held against the concepts masters mention (`annotate --score`), and
//! [`crate::relevance`] weighs by them what is worth saying.

use philidor_know::features::{FeatureId, Group};

use philidor_claims::Theme;

use crate::claim::{Claim, Effect, Goal, Statement};

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
        Statement::Feature { numbers, .. } => {
            FeatureId::from_id(&numbers.id).map_or_else(Vec::new, of_feature)
        }
        Statement::Concept { name, .. } => of_name(name),
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
            Effect::TakesOpenFile(_) => vec!["open_file"],
            Effect::Recaptures(_) => vec!["exchange_trade"],
            Effect::Offers(_) => vec!["sacrifice"],
            Effect::Pins(_) => vec!["pin"],
            // That a man is attacked is no attack.
            Effect::Attacks(_) | Effect::Checks(_) | Effect::Challenges(_) => Vec::new(),
        },
        Statement::MissedChance { .. }
        | Statement::Better { .. }
        | Statement::Pitfall { .. }
        | Statement::OnlyMove { .. } => {
            vec!["alternative"]
        }
        Statement::Best { .. } => Vec::new(),
    }
}

fn of_theme(theme: Theme) -> Vec<&'static str> {
    match theme {
        Theme::Pin => vec!["pin"],
        Theme::Fork => vec!["fork"],
        _ => Vec::new(),
    }
}

fn of_feature(feature: FeatureId) -> Vec<&'static str> {
    let id = feature.id();
    let by_name = of_name(&id.replace('_', " "));
    if !by_name.is_empty() {
        return by_name;
    }
    match feature.group() {
        Group::Material => vec!["material"],
        _ => Vec::new(),
    }
}

/// By the words of a concept's or feature's name.
fn of_name(name: &str) -> Vec<&'static str> {
    const WORDS: [(&str, &str); 27] = [
        ("bishop pair", "bishop_pair"),
        ("attack", "attack_initiative"),
        ("initiative", "attack_initiative"),
        ("pressure", "attack_initiative"),
        ("passed pawn", "passed_pawn"),
        ("passer", "passed_pawn"),
        ("structure", "pawn_structure"),
        ("isolated", "pawn_structure"),
        ("doubled pawn", "pawn_structure"),
        ("backward", "pawn_structure"),
        ("weak pawn", "pawn_structure"),
        ("bad bishop", "bad_good_bishop"),
        ("better bishop", "bad_good_bishop"),
        ("bishop improve", "bad_good_bishop"),
        ("strong knight", "outpost_square"),
        ("outpost", "outpost_square"),
        ("hole", "outpost_square"),
        ("square", "outpost_square"),
        ("open file", "open_file"),
        ("development", "development"),
        ("undeveloped", "development"),
        ("centre", "centre"),
        ("space", "centre"),
        ("activ", "mobility_activity"),
        ("passive", "mobility_activity"),
        ("simplif", "exchange_trade"),
        ("ahead", "material"),
    ];
    let name = name.to_lowercase();
    let mut found: Vec<&'static str> =
        WORDS.iter().filter(|(word, _)| name.contains(word)).map(|&(_, concept)| concept).collect();
    let king = name.contains("king") && !name.contains("activ") && !name.contains("join");
    if king && !found.contains(&"attack_initiative") {
        found.push("king_safety");
    }
    found.dedup();
    found
}
