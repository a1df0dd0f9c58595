//! What a comment is about, in the words of a lexicon of master comments: alternatives, plans, threats …
//!
//! Serves measurement: the concepts of our claims are held against the concepts masters mention (`annotate --score`).

use philidor_know::features::{FeatureId, Group};

use crate::{
    claim::{Claim, Deed, Fact, Goal},
    theme::Theme,
};

/// Concepts in the order in which a comment is known by them, the most telling first.
pub const CONCEPTS: [&str; 26] = [
    "opening_theory",
    "mate",
    "sacrifice",
    "alternative",
    "plan",
    "attack_initiative",
    "evaluation",
    "threat",
    "development",
    "material",
    "defence",
    "king_safety",
    "exchange_trade",
    "open_file",
    "centre",
    "pawn_structure",
    "endgame",
    "mobility_activity",
    "passed_pawn",
    "outpost_square",
    "bishop_pair",
    "bad_good_bishop",
    "diagonal",
    "tempo",
    "pin",
    "fork",
];

/// The concepts a claim is about.
pub fn concepts(claim: &Claim) -> Vec<&'static str> {
    match &claim.fact {
        Fact::Standing { .. } | Fact::Over(_) => vec!["evaluation"],
        Fact::Opening { .. } => vec!["opening_theory"],
        Fact::Endgame { .. } => vec!["endgame", "evaluation"],
        Fact::Feature { feature, .. } => of_feature(*feature),
        Fact::Concept { name, .. } => of_name(name),
        Fact::Material { by, .. } => by.iter().flat_map(|m| of_theme(m.theme)).chain(["material"]).collect(),
        Fact::Sacrifice { .. } => vec!["sacrifice"],
        Fact::Device { motif, .. } => of_theme(motif.theme),
        Fact::Mate { .. } => vec!["mate"],
        Fact::Threat { .. } => vec!["threat"],
        Fact::Plan(Goal::Exchange { .. }) => vec!["plan", "exchange_trade"],
        Fact::Plan(Goal::Castle(_)) => vec!["plan", "king_safety"],
        Fact::Plan(_) => vec!["plan"],
        Fact::Deed(deed) => match deed {
            Deed::Protects(_) | Deed::Saves(_) => vec!["defence"],
            Deed::Attacks(_) => vec!["threat"],
            Deed::Develops(_) => vec!["development"],
            Deed::Castles(_) => vec!["king_safety"],
            Deed::TakesOpenFile(_) => vec!["open_file"],
            Deed::Recaptures(_) => vec!["exchange_trade"],
            Deed::Checks(_) => Vec::new(),
        },
        Fact::MissedChance { .. } | Fact::Better { .. } | Fact::Pitfall { .. } => vec!["alternative"],
        Fact::OnlyMove { .. } | Fact::Best { .. } => Vec::new(),
    }
}

/// The concepts of several claims, the most telling first, none twice.
pub fn ranked<'a>(claims: impl IntoIterator<Item = &'a Claim>) -> Vec<&'static str> {
    let found: Vec<&str> = claims.into_iter().flat_map(concepts).collect();
    CONCEPTS.into_iter().filter(|name| found.contains(name)).collect()
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
