//! How long one evaluation takes: silent, without memory, and with a listener; in one run, for the ratios.
//!
//! `cargo bench -p philidor-know --bench eval`. Prints nanoseconds of wall time per evaluation, best of twenty-five
//! rounds, and asserts that all three ways give the same answers.

use std::{hint::black_box, time::Instant};

use philidor_chess::shakmaty::{Chess, Position};
use philidor_know::{
    eval::{Evaluation, Record, Silent, judge},
    evaluator::Evaluator,
};

fn main() {
    let positions = positions();
    let mut evaluation = Evaluation::tuned();
    let weights = evaluation.weights().clone();
    let white = |pos: &Chess, value: i32| i64::from(if pos.turn().is_white() { value } else { -value });
    let mut rows = [
        ("silent, pawns remembered", u128::MAX, 0),
        ("silent, nothing remembered", u128::MAX, 0),
        ("with a listener", u128::MAX, 0),
    ];
    let mut record = Record::default();
    for _ in 0..25 {
        let timed = [
            time(&positions, |pos| white(pos, evaluation.evaluate(pos))),
            time(&positions, |pos| i64::from(judge(pos, &weights, &mut Silent).total())),
            time(&positions, |pos| {
                record.counts.clear();
                i64::from(judge(pos, &weights, &mut record).total())
            }),
        ];
        for (row, (nanos, sum)) in rows.iter_mut().zip(timed) {
            row.1 = row.1.min(nanos);
            row.2 = sum;
        }
    }
    assert!(rows.iter().all(|row| row.2 == rows[0].2), "three ways, one answer");
    let base = rows[1].1 as f64;
    for (name, nanos, _) in rows {
        let each = nanos as f64 / positions.len() as f64;
        println!("{name:<28} {each:7.1} ns  ×{:.2}", nanos as f64 / base);
    }
    println!("{} positions, checksum {}", positions.len(), rows[0].2);
}

fn time(positions: &[Chess], mut value: impl FnMut(&Chess) -> i64) -> (u128, i64) {
    let start = Instant::now();
    let sum = positions.iter().map(|pos| value(black_box(pos))).sum();
    (start.elapsed().as_nanos(), sum)
}

/// Neighbouring positions, as a search sees them: every legal move from positions of a repeatable walk.
fn positions() -> Vec<Chess> {
    let mut found = Vec::new();
    let mut state = 7_u64;
    for _ in 0..40 {
        let mut pos = Chess::default();
        for ply in 0..100 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply > 8 && ply % 6 == 0 {
                found.extend(moves.iter().map(|m| pos.clone().play(*m).expect("a legal move")));
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            pos = pos.play(moves[(state >> 33) as usize % moves.len()]).expect("a legal move");
        }
    }
    found
}
