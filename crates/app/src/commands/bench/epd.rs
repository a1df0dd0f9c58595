//! Test suites in Extended Position Description: how many positions are solved in how much time.

use std::{
    io::{IsTerminal, Write},
    path::Path,
    process::ExitCode,
    sync::Arc,
};

use anyhow::Context;
use indicatif::ProgressBar;
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Move, san::SanPlus},
};
use philidor_know::search::{Engine, Game, Info, Limits, Signals, mate_moves};
use philidor_uci::WallClock;
use serde_json::json;

use super::Args;
use crate::judges;

/// One position of a suite.
struct Problem {
    id: String,
    pos: Chess,
    best: Vec<Move>,
    avoid: Vec<Move>,
}

impl Problem {
    fn solved_by(&self, m: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
    }
}

/// Solves the suite in `path` and prints the count.
pub(super) fn run(path: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        problems.push(parse(line, number + 1).with_context(|| format!("{}:{}", path.display(), number + 1))?);
    }
    anyhow::ensure!(!problems.is_empty(), "{} holds no positions", path.display());

    // The engine as it plays: with the endgame tables it always has.
    let mut engine = Engine::new(judges::by_name(&args.eval)?, args.hash as usize, args.threads as usize);
    engine.set_tables(Some(Arc::new(judges::tables(args.syzygy.as_deref().unwrap_or(""))?.0)));
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(problems.len() as u64)
    } else {
        ProgressBar::hidden()
    };
    let limits = Limits { nodes: args.nodes, ..Limits::default() };
    let mut budget = args.nodes.map_or(format!("{} ms", args.movetime), |nodes| format!("{nodes} nodes"));
    if args.threads > 1 {
        budget.push_str(&format!(" on {} threads", args.threads));
    }
    let (mut solved, mut nodes, mut time_to_solution) = (0, 0, 0.0);
    let mut rows = Vec::new();
    let mut missed = Vec::new();
    for problem in &problems {
        engine.new_game();
        let clock = WallClock::start();
        let signals = Signals::default();
        if args.nodes.is_none() {
            signals.set_fixed(args.movetime * 1000);
        }
        // When the solution was first kept until the end.
        let mut since = None;
        let mut watch = |info: &Info<'_>| {
            if info.multi_pv == 1 {
                match info.line.moves.first() {
                    Some(&m) if problem.solved_by(m) => since = since.or(Some(info.elapsed_us)),
                    _ => since = None,
                }
            }
        };
        let game = Game::new(problem.pos.clone());
        let report = engine.search(&game, &limits, &signals, &clock, &mut watch);
        nodes += report.nodes;
        let found = report.best_move();
        let ok = found.is_some_and(|m| problem.solved_by(m));
        solved += usize::from(ok);
        let shown =
            found.map_or("none".to_owned(), |m| SanPlus::from_move(problem.pos.clone(), m).to_string());
        if ok {
            time_to_solution += since.unwrap_or(0) as f64 / 1e6;
        } else {
            missed.push(format!("{} ({shown})", problem.id));
        }
        let score = report.score().unwrap_or(0);
        rows.push(json!({
            "id": problem.id,
            "solved": ok,
            "move": shown,
            "cp": score,
            "mate": mate_moves(score),
            "solved_after_ms": since.map(|us| us / 1000),
        }));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if args.json {
        let value = json!({
            "solved": solved,
            "positions": problems.len(),
            "movetime_ms": args.nodes.is_none().then_some(args.movetime),
            "nodes_each": args.nodes,
            "threads": args.threads,
            "nodes": nodes,
            "results": rows,
        });
        writeln!(out, "{value}")?;
    } else {
        writeln!(
            out,
            "{}: {solved} of {} solved in {budget} each ({:.1} s to all solutions, {nodes} nodes)",
            path.file_name().map_or_else(|| "suite".into(), |name| name.to_string_lossy()),
            problems.len(),
            time_to_solution,
        )?;
        if !missed.is_empty() {
            writeln!(out, "missed: {}", missed.join(", "))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn parse(line: &str, number: usize) -> anyhow::Result<Problem> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    anyhow::ensure!(
        fields.len() >= 4,
        "an EPD line has four fields and operations, e.g. ... w KQkq - bm Nf3;"
    );
    let fen = fields[..4].join(" ");
    let pos = parse_fen(&format!("{fen} 0 1"))?;
    let operations = line.trim().splitn(5, char::is_whitespace).nth(4).unwrap_or("");
    let mut problem = Problem { id: format!("line {number}"), pos, best: Vec::new(), avoid: Vec::new() };
    for operation in operations.split(';') {
        let (name, value) = operation.trim().split_once(' ').unwrap_or((operation.trim(), ""));
        match name {
            "id" => problem.id = value.trim().trim_matches('"').to_owned(),
            "bm" | "am" => {
                for word in value.split_whitespace() {
                    let m = word
                        .trim_end_matches(['!', '?'])
                        .parse::<SanPlus>()
                        .ok()
                        .and_then(|san| san.san.to_move(&problem.pos).ok())
                        .with_context(|| format!("{name} {word:?} is no legal move in {fen}"))?;
                    if name == "bm" { problem.best.push(m) } else { problem.avoid.push(m) }
                }
            }
            _ => {}
        }
    }
    Ok(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_lines_are_read() {
        let line = r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";"#;
        let problem = parse(line, 1).expect("a problem");
        assert_eq!((problem.id.as_str(), problem.best.len()), ("WAC.001", 1));
        assert!(parse("8/8 w", 1).is_err());
        assert!(parse(&line.replace("Qg6", "Qh7"), 1).is_err());
    }
}
