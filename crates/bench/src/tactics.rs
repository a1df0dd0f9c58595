//! How well tactics are found: themes on given lines, and payoffs of lines that our own search finds.

use std::{collections::BTreeMap, fmt};

use philidor_chess::{
    shakmaty::{CastlingMode, Move},
    write_fen,
};
use philidor_know::search::EvaluatorFactory;
use philidor_tutor::{
    Definitions, Motif, Theme, ThemeSet,
    look::Looker,
    motif::themes,
    motifs,
    payoff::outcome,
    puzzle::Puzzle,
    score::{Scores, follows_from_line},
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    figure::timed,
    puzzles::{File, quoted},
};

/// Agreement with the themes a file gives.
#[derive(Debug, Clone)]
pub struct Agreement {
    scores: Scores,
    /// Puzzles compared.
    pub puzzles: u64,
    /// Rows that could not be used.
    pub bad_rows: u64,
    /// Puzzles looked at per CPU second.
    pub per_cpu_s: f64,
}

/// A puzzle on which found and given differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The puzzle.
    pub id: String,
    /// We found the theme and the file does not give it; otherwise the other way round.
    pub only_found: bool,
    /// The position.
    pub fen: String,
}

/// Compares the themes we find with those given; with `disagree` every puzzle that differs on that theme is handed on.
pub fn agreement(
    file: &File<'_>,
    definitions: Definitions,
    disagree: Option<Theme>,
    differs: &mut dyn FnMut(Disagreement) -> anyhow::Result<()>,
) -> anyhow::Result<Agreement> {
    let mut scores = Scores::default();
    let mut puzzles = 0u64;
    let (counts, seconds) = timed(|| {
        file.each(
            |puzzle| {
                puzzle.themes.map(|given| {
                    let found = themes(&puzzle.line, definitions);
                    let different = disagree.filter(|&t| found.contains(t) != given.contains(t));
                    let different = different.map(|theme| Disagreement {
                        id: puzzle.id.clone(),
                        only_found: found.contains(theme),
                        fen: write_fen(puzzle.line.start()),
                    });
                    (found, given, different)
                })
            },
            |rows| {
                for (found, given, different) in rows.into_iter().flatten() {
                    different.map_or(Ok(()), &mut *differs)?;
                    scores.add(found, given);
                    puzzles += 1;
                }
                Ok(())
            },
        )
    });
    let counts = counts?;
    anyhow::ensure!(
        puzzles > 0,
        "{} gives no themes to compare with (no column Themes)",
        file.path.display()
    );
    let per_cpu_s = counts.good as f64 / seconds.max(1e-9);
    Ok(Agreement { scores, puzzles, bad_rows: counts.bad, per_cpu_s })
}

impl Agreement {
    /// Themes that were found or given.
    fn themes(&self) -> impl Iterator<Item = Theme> {
        Theme::ALL.iter().copied().filter(|&theme| {
            let tally = self.scores.tally(theme);
            tally.given() + tally.only_found > 0
        })
    }

    /// The mean F1 over the themes that follow from the line.
    pub fn macro_f1(&self) -> f64 {
        self.scores.macro_f1(follows_from_line)
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let theme = |theme: Theme| {
            let t = self.scores.tally(theme);
            json!({
                "theme": theme.id(), "given": t.given(), "both": t.both, "only_found": t.only_found,
                "only_given": t.only_given, "precision": t.precision(), "recall": t.recall(), "f1": t.f1(),
                "follows_from_line": follows_from_line(theme),
            })
        };
        let themes: Vec<Value> = self.themes().map(theme).collect();
        json!({ "puzzles": self.puzzles, "bad_rows": self.bad_rows, "macro_f1": self.macro_f1(), "themes": themes })
    }
}

impl fmt::Display for Disagreement {
    /// A row of CSV.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = if self.only_found { "only found" } else { "only given" };
        write!(f, "{},{which},{}", quoted(&self.id), self.fen)
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<20} {:>6} {:>10} {:>8} {:>8}", "theme", "given", "precision", "recall", "F1")?;
        for theme in self.themes() {
            let t = self.scores.tally(theme);
            let mark = if follows_from_line(theme) { "" } else { "  *" };
            writeln!(
                f,
                "{:<20} {:>6} {:>10.4} {:>8.4} {:>8.4}{mark}",
                theme.id(),
                t.given(),
                t.precision(),
                t.recall(),
                t.f1()
            )?;
        }
        writeln!(f, "\n* does not follow from the line: needs the game or an engine; not in the mean")?;
        let counted = self.themes().filter(|&t| follows_from_line(t) && self.scores.tally(t).given() > 0);
        writeln!(
            f,
            "macro-F1 {:.4} over {} themes, {} puzzles",
            self.macro_f1(),
            counted.count(),
            self.puzzles
        )
    }
}

/// What our search found in one position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The puzzle.
    pub id: String,
    /// What our line wins.
    pub found: String,
    /// What the given line wins.
    pub given: String,
    /// Our line, as interfaces write moves.
    pub line: String,
    /// Its first move is the given one.
    #[serde(skip)]
    pub first_move_right: bool,
}

impl fmt::Display for Found {
    /// A row of CSV.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", quoted(&self.id), self.found, self.given, self.line)
    }
}

/// Payoffs of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Class {
    /// Given lines that win this.
    pub given: u64,
    /// Of those, the ones for which we found the same.
    pub right: u64,
}

/// How often our search finds what a puzzle wins.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// Puzzles looked at.
    pub puzzles: u64,
    /// Rows that could not be used.
    pub bad_rows: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// Puzzles whose first move we found.
    pub first_moves: u64,
    /// By what the given line wins.
    pub classes: BTreeMap<String, Class>,
}

/// Only the positions are used: our search finds the line, and its payoff is compared with that of the given line. `row` is
/// handed every puzzle in order, `searched` hears of each search as it ends.
pub fn find(
    file: &File<'_>,
    evaluator: &EvaluatorFactory,
    nodes: u64,
    searched: &(dyn Fn() + Sync),
    row: &mut dyn FnMut(&Found) -> anyhow::Result<()>,
) -> anyhow::Result<Findings> {
    let mut findings = Findings { puzzles: 0, bad_rows: 0, nodes, first_moves: 0, classes: BTreeMap::new() };
    let counts = file.each(
        |puzzle| {
            let look = Looker::new(evaluator.clone(), nodes).best(puzzle.line.start());
            searched();
            let given = name(outcome(&puzzle.line).payoff);
            let uci = |mv: Move| mv.to_uci(CastlingMode::Standard).to_string();
            let (payoff, first, line) = match look {
                Some(look) => {
                    let moves: Vec<String> = look.line.steps().iter().map(|s| uci(s.mv)).collect();
                    (Some(name(look.payoff())), Some(look.line.steps()[0].mv), moves.join(" "))
                }
                None => (None, None, String::new()),
            };
            let right = payoff.as_ref() == Some(&given);
            let found = Found {
                id: puzzle.id.clone(),
                found: payoff.unwrap_or_else(|| "none".to_owned()),
                given,
                line,
                first_move_right: first == Some(puzzle.line.steps()[0].mv),
            };
            (found, right)
        },
        |rows| {
            for (found, right) in rows {
                findings.puzzles += 1;
                findings.first_moves += u64::from(found.first_move_right);
                let class = findings.classes.entry(found.given.clone()).or_default();
                class.given += 1;
                class.right += u64::from(right);
                row(&found)?;
            }
            Ok(())
        },
    )?;
    findings.bad_rows = counts.bad;
    Ok(findings)
}

/// What a line wins, in words.
fn name(payoff: Option<philidor_claims::Payoff>) -> String {
    payoff.map_or_else(|| "advantage".to_owned(), |payoff| payoff.to_string())
}

impl Findings {
    fn right(&self) -> u64 {
        self.classes.values().map(|class| class.right).sum()
    }

    fn share(&self, part: u64) -> f64 {
        part as f64 / self.puzzles as f64
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        json!({ "puzzles": self.puzzles, "bad_rows": self.bad_rows, "nodes": self.nodes,
                "payoff_right": self.share(self.right()), "first_move_right": self.share(self.first_moves),
                "classes": self.classes })
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<12} {:>6} {:>7}", "payoff", "given", "right")?;
        for (name, Class { given, right }) in &self.classes {
            writeln!(f, "{name:<12} {given:>6} {:>6.1} %", 100.0 * *right as f64 / *given as f64)?;
        }
        let (first, right, all) = (self.first_moves, self.right(), self.puzzles);
        writeln!(f, "\nFirst move as given: {first} of {all} ({:.1} %)", 100.0 * self.share(first))?;
        writeln!(
            f,
            "Payoff named right: {right} of {all} ({:.1} %) at {} nodes",
            100.0 * self.share(right),
            self.nodes
        )
    }
}

/// The motifs of a puzzle's given line: a row of CSV, or for programs an object with the evidence.
pub fn row(puzzle: &Puzzle, definitions: Definitions, as_json: bool) -> String {
    let found = motifs(&puzzle.line, definitions);
    if as_json {
        let motifs: Vec<_> = found.iter().map(motif_json).collect();
        format!("{}\n", json!({ "id": puzzle.id, "motifs": motifs }))
    } else {
        let themes: ThemeSet = found.iter().map(|m| m.theme).collect();
        format!("{},{themes}\n", quoted(&puzzle.id))
    }
}

fn motif_json(motif: &Motif) -> Value {
    json!({
        "theme": motif.theme.id(),
        "ply": motif.ply,
        "actor": motif.actor.to_string(),
        "targets": motif.targets.into_iter().map(|sq| sq.to_string()).collect::<Vec<_>>(),
        "key": motif.key.map(|sq| sq.to_string()),
    })
}
