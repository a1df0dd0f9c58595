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

/// The same targets, under the same names, for libFuzzer.
#[test]
fn every_target_can_be_fuzzed() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).unwrap();
    let mut files: Vec<String> = std::fs::read_dir(dir.join("fuzz_targets"))
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().trim_end_matches(".rs").to_owned())
        .collect();
    files.sort_unstable();
    let mut names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    names.sort_unstable();
    assert_eq!(files, names);
    for name in names {
        let run = format!("philidor_hostile::run({name:?}, bytes)");
        let text = std::fs::read_to_string(dir.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(text.contains(&run), "{name}: {text}");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}

/// The readers of prose and phrases for two minutes each: `cargo test -p philidor-hostile -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn readers_of_prose_hold_out_for_minutes() {
    for target in TARGETS.iter().filter(|target| matches!(target.name, "prose" | "phrases" | "pgn")) {
        let seeds = (target.seeds)(&Seeds);
        let began = Instant::now();
        let (mut number, mut slowest) = (INPUTS, Duration::ZERO);
        while began.elapsed() < Duration::from_secs(120) {
            let input = damaged(&seeds, &mut Rng::new(number));
            let start = Instant::now();
            let run = std::panic::catch_unwind(|| (target.run)(&input));
            assert!(run.is_ok(), "{} panics with input {number}", target.name);
            slowest = slowest.max(start.elapsed());
            number += 1;
        }
        assert!(slowest < SLOW, "{}: {slowest:?}", target.name);
        println!("{}: {} inputs, the slowest {slowest:?}", target.name, number - INPUTS);
    }
}
