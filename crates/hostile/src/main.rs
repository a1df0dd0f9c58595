//! Runs every target for so many minutes, or one of them, and reports: `cargo run --release -p philidor-hostile -- MINUTES [TARGET] [SEED]`.

use std::{
    panic::catch_unwind,
    process::ExitCode,
    time::{Duration, Instant},
};

use philidor_hostile::{Seeds, TARGETS, damaged};
use philidor_stats::Rng;

/// An input that takes longer hangs, for somebody who waits.
const SLOW: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(minutes) = args.first().and_then(|text| text.parse::<f64>().ok()) else {
        eprintln!("usage: philidor-hostile MINUTES [TARGET] [SEED]");
        return ExitCode::from(2);
    };
    let seed = args.get(2).and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut faults = 0;
    for target in TARGETS.iter().filter(|target| args.get(1).is_none_or(|name| name == target.name)) {
        let (seeds, mut rng) = ((target.seeds)(&Seeds), Rng::new(seed));
        let (began, mut runs, mut slowest) = (Instant::now(), 0_u64, Duration::ZERO);
        while began.elapsed().as_secs_f64() < 60.0 * minutes {
            let input = damaged(&seeds, &mut rng);
            let start = Instant::now();
            let done = catch_unwind(|| (target.run)(&input));
            slowest = slowest.max(start.elapsed());
            runs += 1;
            if done.is_err() || start.elapsed() > SLOW {
                faults += 1;
                let path = std::env::temp_dir().join(format!("hostile-{}-{runs}", target.name));
                let kept = std::fs::write(&path, &input);
                eprintln!("{}: fault, input kept in {} ({kept:?})", target.name, path.display());
            }
        }
        println!("{:<14} {runs:>9} inputs, slowest {slowest:?}", target.name);
    }
    println!("{faults} faults");
    ExitCode::from(u8::from(faults > 0))
}
