//! The laws of the inputs and of nets as judges: memory changes nothing, colours are alike, increments are exact.

use std::sync::Arc;

use philidor_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use philidor_know::{
    evaluator::{
        Evaluator,
        net::{CENTIPAWN_BITS, IntegerNet, NetEvaluator, TANH_BITS, TANH_REACH},
        squares::{SquareEvaluator, SquareNet},
    },
    inputs::{INPUTS, Reader, inputs},
    squares::{self, SQUARES, boards},
};

fn dice(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

fn positions() -> Vec<Chess> {
    let mut state = 11;
    let mut found = Vec::new();
    for _ in 0..40 {
        let mut pos = Chess::default();
        for _ in 0..150 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos = pos.play(moves[dice(&mut state) % moves.len()]).expect("a legal move");
            found.push(pos.clone());
        }
    }
    found
}

fn net(hidden: usize) -> IntegerNet {
    let mut state = 5;
    let mut noise = |reach: i64| dice(&mut state) as i64 % (2 * reach + 1) - reach;
    let width = hidden.next_multiple_of(8);
    let steps = 2 * (TANH_REACH << TANH_BITS);
    let middle = (TANH_REACH << TANH_BITS) as f64;
    IntegerNet {
        name: "noise".into(),
        hidden,
        first: (0..INPUTS * width).map(|_| noise(200) as i16).collect(),
        first_bias: (0..width).map(|_| noise(2000) as i32).collect(),
        first_bits: 12,
        last: (0..if hidden == 0 { INPUTS } else { hidden })
            .map(|_| (noise(90) << CENTIPAWN_BITS) as i32)
            .collect(),
        last_bias: 0,
        tanh: (0..=steps)
            .map(|i| (((i as f64 - middle) / f64::from(1 << TANH_BITS)).tanh() * 4096.0) as i16)
            .collect(),
    }
}

#[test]
fn memory_changes_nothing_and_colours_are_alike() {
    let mut reader = Reader::default();
    for pos in positions() {
        let x = reader.read(&pos);
        assert_eq!(x, inputs(&pos));
        let setup = pos.to_setup(EnPassantMode::Legal).into_mirrored();
        let mirrored: Chess = setup.position(CastlingMode::Standard).expect("legal position");
        assert_eq!(x, inputs(&mirrored), "{}", philidor_chess::write_fen(&pos));
    }
}

#[test]
fn sums_kept_from_the_last_position_are_exact() {
    for hidden in [0, 5, 80] {
        let net = Arc::new(net(hidden));
        let mut kept = NetEvaluator::new(net.clone());
        for pos in positions() {
            assert_eq!(kept.evaluate(&pos), net.judge(&inputs(&pos)));
        }
    }
}

#[test]
fn squares_are_alike_for_both_colours_and_both_wings() {
    for pos in positions() {
        let seen = boards(&pos);
        let setup = pos.to_setup(EnPassantMode::Legal);
        let flipped: Chess =
            setup.clone().into_mirrored().position(CastlingMode::Standard).expect("legal position");
        assert_eq!(seen, boards(&flipped), "{}", philidor_chess::write_fen(&pos));
        let mut wings = setup;
        wings.board.flip_horizontal();
        wings.castling_rights = Default::default();
        wings.ep_square = None;
        if let Ok(other) = wings.position::<Chess>(CastlingMode::Standard) {
            assert_eq!(seen, boards(&other), "{}", philidor_chess::write_fen(&pos));
        }
        let mut numbers: Vec<usize> =
            pos.board().occupied().into_iter().filter_map(|square| squares::number(&pos, square)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, squares::men(&seen).collect::<Vec<_>>());
    }
    let mut ids: Vec<String> = (0..SQUARES).map(squares::id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), SQUARES);
}

#[test]
fn a_net_over_squares_keeps_exact_sums() {
    let mut state = 9;
    let mut noise = |reach: i64| dice(&mut state) as i64 % (2 * reach + 1) - reach;
    let net = Arc::new(SquareNet {
        name: "noise".into(),
        first: (0..SQUARES * 32).map(|_| noise(400) as i16).collect(),
        first_bias: (0..32).map(|_| noise(400) as i16).collect(),
        last: (0..32).map(|_| (noise(90) << CENTIPAWN_BITS) as i32).collect(),
        last_bias: 0,
    });
    let mut kept = SquareEvaluator::new(net.clone());
    let mut values = std::collections::BTreeSet::new();
    for pos in positions() {
        let value = kept.evaluate(&pos);
        assert_eq!(value, net.judge(&boards(&pos)));
        values.insert(value);
    }
    assert!(values.len() > 300, "{} different values", values.len());
}
