//! What a comment is about, in the words of a lexicon of master comments: alternatives, plans, threats …
//!
//! The concepts of our claims are held against the concepts masters mention (`annotate --score`), and
//! [`crate::relevance`] weighs by them what is worth saying.

use philidor_know::features::{FeatureId, Group};

use crate::{
    claim::{Claim, Deed, Fact, Goal},
    theme::Theme,
};

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
    match &claim.fact {
        Fact::Standing { .. } | Fact::Over(_) => vec!["evaluation"],
        Fact::Opening { .. } => vec!["opening_theory"],
        Fact::Endgame { .. } => vec!["endgame", "evaluation"],
        Fact::Zugzwang { .. } => vec!["endgame", "tempo"],
        Fact::Feature { feature, .. } => of_feature(*feature),
        Fact::Concept { name, .. } => of_name(name),
        Fact::Material { by, .. } => by.iter().flat_map(|m| of_theme(m.theme)).chain(["material"]).collect(),
        Fact::Sacrifice { .. } => vec!["sacrifice"],
        Fact::Device { motif, .. } => of_theme(motif.theme),
        Fact::Mate { .. } => vec!["mate"],
        Fact::Threat { .. } => vec!["threat"],
        Fact::Plan(Goal::Exchange { .. }) => vec!["plan", "exchange_trade"],
        Fact::Plan(Goal::Castle(_)) => vec!["plan", "king_safety"],
        Fact::Plan(Goal::Develop { .. }) => vec!["plan", "development"],
        Fact::Plan(_) => vec!["plan"],
        Fact::Deed(deed) => match deed {
            Deed::Protects(_) | Deed::Saves(_) => vec!["defence"],
            Deed::Develops(_) => vec!["development"],
            Deed::Castles(_) => vec!["king_safety"],
            Deed::TakesOpenFile(_) => vec!["open_file"],
            Deed::Recaptures(_) => vec!["exchange_trade"],
            Deed::Offers(_) => vec!["sacrifice"],
            Deed::Pins(_) => vec!["pin"],
            // That a man is attacked is no attack.
            Deed::Attacks(_) | Deed::Checks(_) | Deed::Challenges(_) => Vec::new(),
        },
        Fact::MissedChance { .. } | Fact::Better { .. } | Fact::Pitfall { .. } | Fact::OnlyMove { .. } => {
            vec!["alternative"]
        }
        Fact::Best { .. } => Vec::new(),
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
