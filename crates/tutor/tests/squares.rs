//! Squares: evaluation and checker count every feature alike and see it in the same places, and claims name those of the side they speak of.

use std::sync::Arc;

use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Color, Position},
    write_fen,
};
use philidor_claims::{Purpose, Statement};
use philidor_know::{
    eval::Evaluation,
    features::{FeatureId, Pointing},
};
use philidor_knowledge::TUTOR_RULES;
use philidor_tutor::{
    envision::Picture,
    explain::{Knowledge, explain},
    look::Looker,
};
use philidor_verify::{Board, count};

/// A game of random moves, repeatable.
fn random_game(seed: u64, plies: usize) -> Vec<Chess> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut pos = Chess::default();
    let mut out = vec![pos.clone()];
    for _ in 0..plies {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        pos.play_unchecked(moves[(state % moves.len() as u64) as usize]);
        out.push(pos.clone());
    }
    out
}

/// What random games do not show: pawn endings, bishops that took on a7, pawns that cannot be stopped.
const SEEDS: [&str; 9] = [
    "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
    "8/B1p5/1p6/4k3/8/8/4P3/4K3 w - - 0 1",
    "8/P6p/8/8/8/1k6/8/6K1 w - - 0 1",
    "8/8/8/7k/P7/8/8/4K3 w - - 0 1",
    "6k1/5ppp/8/8/8/5p1q/PPP2P1P/R5K1 w - - 0 1",
    "6k1/R4ppp/8/8/8/8/R4PPP/6K1 w - - 0 1",
    "8/1p4k1/8/P7/8/8/6K1/8 w - - 0 1",
    "6k1/RQ6/8/8/8/8/8/6K1 w - - 0 1",
    "8/r2k4/3b3r/1p1Bnp1p/p3RN1P/P5P1/1PR3K1/8 w - - 0 32",
];

/// Whether a rule of the tutor names the feature: its count, or with an ending what it was, how it changed, what it is worth.
fn named(feature: FeatureId) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = |word: &str| {
        let ending = word.strip_prefix(feature.id());
        ending.is_some_and(|end| ["", "_before", "_change", "_worth", "_most"].contains(&end))
    };
    TUTOR_RULES.entries().iter().any(|file| file.text.split(|c| !is_word(c)).any(names))
}

#[test]
fn evaluation_and_checker_count_the_same_numbers_and_squares() {
    let evaluation = Evaluation::tuned();
    let named: Vec<bool> = FeatureId::all().map(named).collect();
    let mut seen = [false; FeatureId::COUNT];
    let seeds = SEEDS.iter().map(|fen| parse_fen(fen).unwrap());
    for pos in seeds.chain((1..30).flat_map(|seed| random_game(seed, 140))) {
        let picture = Picture::new(&evaluation, &pos);
        let board = Board::read(&write_fen(&pos)).unwrap();
        for feature in FeatureId::all() {
            for side in Color::ALL {
                let counted = picture.cell(feature, side);
                let found = count(&board, feature.id(), side.into());
                let place = format!("{} of {side:?} in {}", feature.id(), write_fen(&pos));
                let pointed = feature.pointing() != Pointing::Nowhere;
                assert!(found.is_some() || !pointed && !named[feature as usize], "nobody checks {place}");
                let Some(found) = found else { continue };
                assert_eq!(found.number, counted.count, "{place}");
                let squares = pointed.then(|| counted.squares.into());
                assert_eq!(found.squares, squares, "{place}");
                seen[feature as usize] |= if pointed { counted.squares.any() } else { counted.count != 0 };
            }
        }
    }
    let never =
        |f: &FeatureId| (f.pointing() != Pointing::Nowhere || named[*f as usize]) && !seen[*f as usize];
    let never: Vec<&str> = FeatureId::all().filter(never).map(FeatureId::id).collect();
    assert!(never.is_empty(), "{never:?}");
}

/// Claims about positions in which both sides have the same weakness or asset.
#[test]
fn assets_and_burdens_are_shown_on_their_owners_men() {
    let fens = [
        "2rn4/2p1rpk1/p3n1p1/P3N1P1/BpN1b2P/1P4K1/2PR4/3R4 w - - 0 1",
        "8/r2k4/3b3r/1p1Bnp1p/p3RN1P/P5P1/1PR3K1/8 w - - 0 32",
        "r4rk1/1p3ppp/p2p1n2/4n3/4PN2/1P3N2/P4PPP/R3R1K1 b - - 0 1",
    ];
    let knowledge = Knowledge::ours();
    let mut pointed = 0;
    for fen in fens {
        let pos = parse_fen(fen).unwrap();
        let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 3_000);
        let told = explain(&pos, None, &mut looker, &knowledge).unwrap();
        assert!(told.dropped.is_empty(), "{fen}: {:?}", told.dropped);
        for claim in &told.claims {
            let Statement::Concept { name, purpose: Purpose::Assets | Purpose::Burdens, squares, .. } =
                &claim.statement
            else {
                continue;
            };
            let foreign = claim.men.iter().find(|(_, man)| man.color != claim.side);
            assert_eq!(foreign, None, "{fen}: {name} of {:?}", claim.side);
            assert_eq!(claim.men.len(), squares.len(), "{fen}: {name} points at men");
            pointed += squares.len();
        }
    }
    assert!(pointed > 10, "{pointed}");
}
