//! Runs every target for so many minutes, or one of them, and reports: `cargo run --release -p philidor-hostile -- MINUTES [TARGET] [SEED]`.
//! With `seeds DIR` it writes the good inputs of every target into a folder of its own instead, for other fuzzers to begin with.

use std::{
    fs, io,
    panic::catch_unwind,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use philidor_hostile::{Seeds, TARGETS, damaged};
use philidor_stats::Rng;

/// An input that takes longer hangs, for somebody who waits.
const SLOW: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [word, dir] = args.as_slice()
        && word == "seeds"
    {
        return match write_seeds(Path::new(dir)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("seeds cannot be written to {dir}: {error}");
                ExitCode::from(2)
            }
        };
    }
    let Some(minutes) = args.first().and_then(|text| text.parse::<f64>().ok()) else {
        eprintln!("usage: philidor-hostile MINUTES [TARGET] [SEED], or philidor-hostile seeds DIR");
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

fn write_seeds(dir: &Path) -> io::Result<()> {
    for target in TARGETS {
        let own = dir.join(target.name);
        fs::create_dir_all(&own)?;
        for (number, seed) in (target.seeds)(&Seeds).iter().enumerate() {
            fs::write(own.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
