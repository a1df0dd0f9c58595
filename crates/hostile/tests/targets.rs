//! Every reader with a few hundred damaged inputs, the same ones every time.

use std::time::{Duration, Instant};

use philidor_hostile::{Seeds, TARGETS, damaged};
use philidor_stats::Rng;

/// Inputs of each target, unless the time is over before.
const INPUTS: u64 = 400;
/// Time of each target.
const TIME: Duration = Duration::from_secs(3);
/// An input that takes longer hangs, even on a busy machine without optimisation.
const SLOW: Duration = Duration::from_secs(10);

#[test]
fn no_input_makes_a_reader_panic_or_hang() {
    for target in TARGETS {
        let seeds = (target.seeds)(&Seeds);
        assert!(seeds.iter().any(|seed| !seed.is_empty()), "{} has nothing to begin with", target.name);
        let began = Instant::now();
        for number in 0..INPUTS {
            if began.elapsed() > TIME {
                break;
            }
            let input = damaged(&seeds, &mut Rng::new(number));
            let start = Instant::now();
            // Its number says which it was.
            let run = std::panic::catch_unwind(|| (target.run)(&input));
            assert!(run.is_ok(), "{} panics with input {number}", target.name);
            assert!(start.elapsed() < SLOW, "{} takes {:?} for input {number}", target.name, start.elapsed());
        }
    }
}

/// What is good is read without complaint: the targets are not fed with rubbish only.
#[test]
fn seeds_are_read() {
    for target in TARGETS {
        for seed in (target.seeds)(&Seeds) {
            (target.run)(&seed);
        }
    }
}
