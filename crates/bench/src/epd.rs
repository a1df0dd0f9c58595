//! Test suites in Extended Position Description: how many positions are solved in how much time.

use std::path::Path;

use anyhow::{Context, ensure};
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Move, san::SanPlus},
};
use philidor_know::search::{Clock, Engine, Game, Info, Limits, Signals, mate_moves};
use philidor_uci::{ProcessorClock, WallClock};
use serde::Serialize;
use serde_json::{Value, json};

/// One position of a suite.
#[derive(Debug, Clone)]
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

/// Positions with moves to find (`bm`) or to avoid (`am`).
#[derive(Debug, Clone)]
pub struct Suite(Vec<Problem>);

/// What each position may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Nodes instead of time: the same answer on every machine.
    pub nodes: Option<u64>,
    /// Milliseconds, without a number of nodes.
    pub movetime_ms: u64,
    /// The milliseconds are processor time, so that a busy machine changes nothing (searches of one thread).
    pub processor_time: bool,
}

impl Default for Budget {
    /// A second.
    fn default() -> Budget {
        Budget { nodes: None, movetime_ms: 1000, processor_time: false }
    }
}

/// What became of one position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The position's name.
    pub id: String,
    /// The move is as wanted.
    pub solved: bool,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// Its score in centipawns.
    pub cp: i32,
    /// Moves to mate, if it mates.
    pub mate: Option<i32>,
    /// Since when the search had kept a right move.
    pub solved_after_ms: Option<u64>,
}

/// A suite that was worked through.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// Position by position.
    pub solutions: Vec<Solution>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Seconds until the solutions were found, summed over what was solved.
    pub seconds: f64,
}

impl Solved {
    /// How many positions were solved.
    pub fn count(&self) -> usize {
        self.solutions.iter().filter(|s| s.solved).count()
    }

    /// For programs.
    pub fn json(&self, budget: &Budget, threads: u32) -> Value {
        json!({
            "solved": self.count(),
            "positions": self.solutions.len(),
            "movetime_ms": budget.nodes.is_none().then_some(budget.movetime_ms),
            "nodes_each": budget.nodes,
            "threads": threads,
            "nodes": self.nodes,
            "results": self.solutions,
        })
    }

    /// For a terminal: how many were solved, and what was played in the others.
    pub fn text(&self, file: &Path, budget: &Budget, threads: u32) -> String {
        let on = if threads > 1 { format!(" on {threads} threads") } else { String::new() };
        let each = budget.nodes.map_or(
            format!(
                "{} ms{}",
                budget.movetime_ms,
                if budget.processor_time { " of processor time" } else { "" }
            ),
            |nodes| format!("{nodes} nodes"),
        );
        let mut out = format!(
            "{}: {} of {} solved in {each}{on} each ({:.1} s to all solutions, {} nodes)\n",
            file.file_name().map_or_else(|| "suite".into(), |name| name.to_string_lossy()),
            self.count(),
            self.solutions.len(),
            self.seconds,
            self.nodes,
        );
        let missed = self.solutions.iter().filter(|s| !s.solved);
        let missed: Vec<String> = missed.map(|s| format!("{} ({})", s.id, s.played)).collect();
        if !missed.is_empty() {
            out += &format!("missed: {}\n", missed.join(", "));
        }
        out
    }
}

impl Suite {
    /// Reads a suite, one position a line; `#` begins a comment. `name` is for messages.
    pub fn parse(text: &str, name: &str) -> anyhow::Result<Suite> {
        let mut problems = Vec::new();
        for (number, line) in text.lines().enumerate() {
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                problems.push(problem(line, number + 1).with_context(|| format!("{name}:{}", number + 1))?);
            }
        }
        ensure!(!problems.is_empty(), "{name} holds no positions");
        Ok(Suite(problems))
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never: a suite holds at least one position.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Searches every position from an empty memory; `done` hears of each.
    pub fn solve(&self, engine: &mut Engine, budget: &Budget, done: &mut dyn FnMut()) -> Solved {
        let limits = Limits { nodes: budget.nodes, ..Limits::default() };
        let mut solved = Solved { solutions: Vec::with_capacity(self.len()), nodes: 0, seconds: 0.0 };
        for problem in &self.0 {
            engine.new_game();
            let (day, processor) = (WallClock::start(), ProcessorClock::default());
            let clock: &dyn Clock = if budget.processor_time { &processor } else { &day };
            let signals = Signals::default();
            if budget.nodes.is_none() {
                signals.set_fixed(budget.movetime_ms * 1000);
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
            let report = engine.search(&Game::new(problem.pos.clone()), &limits, &signals, clock, &mut watch);
            solved.nodes += report.nodes;
            let found = report.best_move();
            let right = found.is_some_and(|m| problem.solved_by(m));
            if right {
                solved.seconds += since.unwrap_or(0) as f64 / 1e6;
            }
            let score = report.score().unwrap_or(0);
            let san = |m: Move| SanPlus::from_move(problem.pos.clone(), m).to_string();
            solved.solutions.push(Solution {
                id: problem.id.clone(),
                solved: right,
                played: found.map_or("none".to_owned(), san),
                cp: score,
                mate: mate_moves(score),
                solved_after_ms: since.map(|us| us / 1000),
            });
            done();
        }
        solved
    }
}

fn problem(line: &str, number: usize) -> anyhow::Result<Problem> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    ensure!(fields.len() >= 4, "an EPD line has four fields and operations, e.g. ... w KQkq - bm Nf3;");
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
                        .with_context(|| format!("{name} {word:?} is not a legal move in {fen}"))?;
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
        let problem = problem(line, 1).expect("a problem");
        assert_eq!((problem.id.as_str(), problem.best.len()), ("WAC.001", 1));
        assert!(Suite::parse("8/8 w", "x.epd").is_err());
        let error = Suite::parse(&line.replace("Qg6", "Qh7"), "x.epd").expect_err("no such move");
        assert_eq!(error.to_string(), "x.epd:1");
    }
}
