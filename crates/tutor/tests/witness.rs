//! The squares on which features are seen, held against the counts of the evaluation.

use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Color, Position},
    write_fen,
};
use philidor_know::eval::Evaluation;
use philidor_tutor::{
    envision::Picture,
    witness::{Tally, WITNESSED, witness},
};

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

#[test]
fn witnesses_agree_with_what_the_evaluation_counts() {
    let evaluation = Evaluation::tuned();
    let mut seen = vec![0; WITNESSED.len()];
    let kings = parse_fen("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1").expect("a position");
    for seed in 0..40 {
        let game = if seed == 0 { vec![kings.clone()] } else { random_game(seed, 160) };
        for pos in game {
            let picture = Picture::new(&evaluation, &pos);
            for (i, &(feature, tally)) in WITNESSED.iter().enumerate() {
                for side in Color::ALL {
                    let count = picture.cell(feature, side).count;
                    let squares = witness(&pos, feature, side).expect("a witness").count() as i32;
                    seen[i] += count;
                    let agrees = match tally {
                        Tally::Each => squares == count,
                        Tally::Any => (squares > 0) == (count > 0),
                    };
                    let fen = write_fen(&pos);
                    assert!(
                        agrees,
                        "{} of {side:?}: {squares} squares, counted {count}: {fen}",
                        feature.id()
                    );
                }
            }
        }
    }
    for (&(feature, _), seen) in WITNESSED.iter().zip(seen) {
        assert!(seen > 0, "{} never came up", feature.id());
    }
}
