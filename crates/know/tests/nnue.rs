//! The net with two perspectives: kept sums are exact, files round-trip, colours and wings do not matter.

use std::sync::Arc;

use philidor_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use philidor_know::{
    evaluator::{
        Evaluator,
        nnue::{Nnue, NnueEvaluator, NnueStory, range},
    },
    squares::SQUARES,
};
use proptest::prelude::*;

fn dice(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

fn noise(neurons: usize, ranges: usize, seed: u64) -> Nnue {
    let mut state = seed;
    let mut noise = |reach: i64| dice(&mut state) as i64 % (2 * reach + 1) - reach;
    Nnue {
        first: (0..SQUARES * neurons).map(|_| noise(60) as i16).collect(),
        first_bias: (0..neurons).map(|_| noise(100) as i16).collect(),
        last: (0..2 * ranges * neurons).map(|_| noise(127) as i16).collect(),
        last_bias: (0..ranges).map(|_| noise(3000) as i32).collect(),
        story: NnueStory {
            centipawns: 400,
            teacher: "dice".into(),
            result_share: 0.0,
            positions: 0,
            passes: 0,
            seed,
            data: String::new(),
            held_out: 0.0,
        },
        reading: None,
    }
}

proptest! {
    /// Whatever order positions come in: what is kept gives the same answer as sums made afresh.
    #[test]
    fn kept_sums_are_exact(seed in 0_u64..u64::MAX, neurons in 1_usize..9, ranges in 1_usize..9) {
        let net = Arc::new(noise(16 * neurons, ranges, seed | 1));
        let mut judge = NnueEvaluator::new(net.clone(), "noise");
        let mut state = seed;
        let mut visited = vec![Chess::default()];
        for _ in 0..120 {
            // Walks on from a random one of the last positions, as a search goes back and forth.
            let back = dice(&mut state) as usize % visited.len().min(6);
            let mut pos = visited[visited.len() - 1 - back].clone();
            let moves = pos.legal_moves();
            if moves.is_empty() {
                visited.push(Chess::default());
                continue;
            }
            pos.play_unchecked(moves[dice(&mut state) as usize % moves.len()]);
            prop_assert_eq!(judge.evaluate(&pos), net.judge(&pos));
            visited.push(pos);
        }
    }
}

#[test]
fn colours_and_wings_do_not_matter() {
    let net = noise(32, 4, 5);
    let mut state = 3;
    let mut values = std::collections::BTreeSet::new();
    let mut pos = Chess::default();
    for _ in 0..400 {
        let moves = pos.legal_moves();
        if moves.is_empty() || pos.halfmoves() > 60 {
            pos = Chess::default();
            continue;
        }
        pos.play_unchecked(moves[dice(&mut state) as usize % moves.len()]);
        let value = net.judge(&pos);
        values.insert(value);
        let setup = pos.to_setup(EnPassantMode::Legal);
        let mut wings = setup.clone();
        wings.board.flip_horizontal();
        wings.castling_rights = Default::default();
        wings.ep_square = None;
        if let Ok(other) = wings.position::<Chess>(CastlingMode::Standard) {
            assert_eq!(value, net.judge(&other));
        }
        let mut colours = setup;
        colours.mirror();
        assert_eq!(value, net.judge(&colours.position(CastlingMode::Standard).unwrap()));
    }
    assert!(values.len() > 100, "{} different values", values.len());
}

#[test]
fn what_men_add_sums_to_the_answer() {
    let net = noise(64, 4, 21);
    let mut pos = Chess::default();
    let mut state = 8;
    for _ in 0..60 {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        pos.play_unchecked(moves[dice(&mut state) as usize % moves.len()]);
        let parts = net.explain(&pos);
        assert_eq!(parts.men.len(), pos.board().occupied().count());
        let (said, total) = (f64::from(net.judge(&pos)), parts.total());
        assert!((said - total).abs() <= 1.5, "{said} is divided into {total}");
    }
}

#[test]
fn files_round_trip_and_what_cannot_be_played_is_refused() {
    let net = noise(32, 8, 7);
    let bytes = net.to_bytes().unwrap();
    assert_eq!(bytes, net.to_bytes().unwrap());
    assert_eq!(Nnue::from_bytes(&bytes).unwrap(), net);
    let refused = |change: &dyn Fn(&mut Nnue)| {
        let mut net = net.clone();
        change(&mut net);
        Nnue::from_bytes(&net.to_bytes().unwrap()).unwrap_err().to_string()
    };
    assert!(refused(&|net| net.last[0] = 128).contains("too large"));
    assert!(refused(&|net| net.story.centipawns = 0).contains("centipawns"));
    assert!(Nnue::from_bytes(b"no net").is_err());
    let other = std::fs::read("../../nets/squares-64.safetensors").unwrap();
    assert!(Nnue::from_bytes(&other).unwrap_err().to_string().contains("two perspectives"));
}

#[test]
fn ranges_of_men_cover_all_numbers() {
    for ranges in 1..=31 {
        let all: Vec<usize> = (2..=32).map(|men| range(men, ranges)).collect();
        assert!(all.is_sorted() && all[0] == 0 && all[30] == ranges - 1, "{ranges}: {all:?}");
    }
}
