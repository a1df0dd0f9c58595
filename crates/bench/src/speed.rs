//! Nodes per CPU-second of our engine and of others, in one run on the same positions.

use std::{fmt, time::Duration};

use anyhow::Context;
use philidor_know::search::Game;
use philidor_uci::{GAMES, PACKAGED, UciEngine, signature::positions};
use serde::Serialize;

/// One engine's speed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Speed {
    /// The name it gave itself.
    pub engine: String,
    /// Nodes over all positions.
    pub nodes: u64,
    /// CPU seconds they took.
    pub cpu_s: f64,
    /// The ratio.
    pub nodes_per_cpu_s: f64,
}

/// Our engine and those installed here.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Ours first.
    pub speeds: Vec<Speed>,
    /// Engines that could not be measured, and why.
    pub missing: Vec<String>,
}

/// Runs our engine (`own` is its command) and every packaged one on the positions in turn, with the same hash table and time.
pub fn compare(own: &str, evaluation: &str, hash_mib: u32, movetime_ms: u64) -> anyhow::Result<Comparison> {
    let run = |command: &str, options: &[(&str, &str)]| measure(command, options, hash_mib, movetime_ms);
    let mut speeds = vec![run(own, &[("Evaluation", evaluation)])?];
    let mut missing = Vec::new();
    for (command, options) in PACKAGED {
        let full = format!("{GAMES}/{command}");
        match run(command, options).or_else(|_| run(&full, options)) {
            Ok(speed) => speeds.push(speed),
            Err(error) => missing.push(format!("{command}: {error}")),
        }
    }
    Ok(Comparison { speeds, missing })
}

fn measure(
    command: &str,
    options: &[(&str, &str)],
    hash_mib: u32,
    movetime_ms: u64,
) -> anyhow::Result<Speed> {
    let mut all: Vec<(String, String)> = vec![("Hash".to_owned(), hash_mib.to_string())];
    all.extend(options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())));
    let mut engine = UciEngine::start(command, &all)?;
    let (mut nodes, mut cpu) = (0, Duration::ZERO);
    for pos in positions() {
        engine.new_game()?;
        let before = engine.cpu_time().context("CPU times are only known where /proc is")?;
        let patience = Duration::from_millis(movetime_ms) + Duration::from_secs(10);
        let answer = engine.go(&Game::new(pos), &format!("movetime {movetime_ms}"), patience)?;
        let after = engine.cpu_time().context("CPU times are only known where /proc is")?;
        nodes += answer.nodes.unwrap_or(0);
        cpu += after.saturating_sub(before);
    }
    let cpu_s = cpu.as_secs_f64();
    let nodes_per_cpu_s = nodes as f64 / cpu_s.max(0.01);
    Ok(Speed { engine: engine.name().to_owned(), nodes, cpu_s, nodes_per_cpu_s })
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<36} {:>12} {:>8} {:>14} {:>10}", "engine", "nodes", "CPU s", "kn/CPU-s", "we/they")?;
        let ours = self.speeds.first().map_or(0.0, |s| s.nodes_per_cpu_s);
        for speed in &self.speeds {
            writeln!(
                f,
                "{:<36} {:>12} {:>8.2} {:>14.0} {:>10.2}",
                speed.engine,
                speed.nodes,
                speed.cpu_s,
                speed.nodes_per_cpu_s / 1000.0,
                ours / speed.nodes_per_cpu_s,
            )?;
        }
        for line in &self.missing {
            writeln!(f, "not measured: {line}")?;
        }
        Ok(())
    }
}
