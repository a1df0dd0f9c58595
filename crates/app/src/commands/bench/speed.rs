//! Nodes per CPU-second of our engine and of others, in one run on the same positions.

use std::{io::Write, process::ExitCode, time::Duration};

use anyhow::Context;
use philidor_know::search::Game;
use philidor_uci::{GAMES, PACKAGED, UciEngine, signature::positions};
use serde_json::json;

use super::Args;

struct Speed {
    name: String,
    nodes: u64,
    cpu: Duration,
}

impl Speed {
    fn per_second(&self) -> f64 {
        self.nodes as f64 / self.cpu.as_secs_f64().max(0.01)
    }
}

/// Runs every engine on the positions in turn and prints the ratios.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let own = std::env::current_exe().context("cannot find our own program")?;
    let own = format!("\"{}\" uci", own.display());
    let mut speeds = vec![measure(&own, &[("Evaluation", args.eval.as_str())], args)?];
    let mut missing = Vec::new();
    for (command, options) in PACKAGED {
        let full = format!("{GAMES}/{command}");
        match measure(command, options, args).or_else(|_| measure(&full, options, args)) {
            Ok(speed) => speeds.push(speed),
            Err(error) => missing.push(format!("{command}: {error}")),
        }
    }
    let mut out = std::io::stdout().lock();
    let ours = speeds[0].per_second();
    if args.json {
        let rows: Vec<_> = speeds
            .iter()
            .map(|s| json!({"engine": s.name, "nodes": s.nodes, "cpu_s": s.cpu.as_secs_f64(), "nodes_per_cpu_s": s.per_second()}))
            .collect();
        writeln!(out, "{}", json!({"speeds": rows, "missing": missing}))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{:<36} {:>12} {:>8} {:>14} {:>10}", "engine", "nodes", "CPU s", "kn/CPU-s", "we/they")?;
    for speed in &speeds {
        writeln!(
            out,
            "{:<36} {:>12} {:>8.2} {:>14.0} {:>10.2}",
            speed.name,
            speed.nodes,
            speed.cpu.as_secs_f64(),
            speed.per_second() / 1000.0,
            ours / speed.per_second(),
        )?;
    }
    for line in missing {
        writeln!(out, "not measured: {line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(command: &str, options: &[(&str, &str)], args: &Args) -> anyhow::Result<Speed> {
    let mut all: Vec<(String, String)> = vec![("Hash".to_owned(), args.hash.to_string())];
    all.extend(options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())));
    let mut engine = UciEngine::start(command, &all)?;
    let mut speed = Speed { name: engine.name().to_owned(), nodes: 0, cpu: Duration::ZERO };
    for pos in positions() {
        engine.new_game()?;
        let before = engine.cpu_time().context("CPU times are only known where /proc is")?;
        let patience = Duration::from_millis(args.movetime) + Duration::from_secs(10);
        let answer = engine.go(&Game::new(pos), &format!("movetime {}", args.movetime), patience)?;
        let after = engine.cpu_time().context("CPU times are only known where /proc is")?;
        speed.nodes += answer.nodes.unwrap_or(0);
        speed.cpu += after.saturating_sub(before);
    }
    Ok(speed)
}
