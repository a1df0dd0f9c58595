//! How hard puzzles are for people, by what a policy thinks of their moves, held against the ratings the puzzles earned.

use std::{fmt, path::Path};

use anyhow::{Context, ensure};
use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_humans::{Likely, Moment, Policy, Rating, Scale};
use philidor_tutor::{Line, puzzle::Columns};
use serde::Serialize;

/// How well the policy ranks puzzles.
#[derive(Debug, Clone, Serialize)]
pub struct Puzzles {
    /// Puzzles.
    pub count: usize,
    /// Spearman's correlation of ratings and how surprising the solutions are, nothing fitted.
    pub surprise: f64,
    /// The same of ratings and difficulty: weights fitted on one half of the puzzles, each half scored by the other's.
    pub difficulty: f64,
}

impl fmt::Display for Puzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} puzzles: Spearman's correlation with their ratings {:.3} by surprise alone, {:.3} by difficulty (weights fitted on the other half)",
            self.count, self.surprise, self.difficulty
        )
    }
}

/// Ranks the puzzles of a CSV file that has a column `Rating`; every `every`-th row is used.
pub fn rank(policy: &dyn Policy, path: &Path, every: u64) -> anyhow::Result<Puzzles> {
    let shown = path.display();
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_path(path)
        .with_context(|| format!("cannot read {shown}"))?;
    let header = reader.headers().with_context(|| format!("{shown} is not a puzzle file"))?;
    let columns = Columns::find(header).with_context(|| format!("{shown} is not a puzzle file"))?;
    let rated = header.iter().position(|name| name.trim() == "Rating");
    let rated = rated.with_context(|| format!("{shown} has no column Rating to compare with"))?;
    let (mut ratings, mut seen) = (Vec::new(), Vec::new());
    for (number, row) in reader.records().enumerate() {
        let row = row.with_context(|| format!("in {shown}"))?;
        if !(number as u64).is_multiple_of(every.max(1)) {
            continue;
        }
        let rating = row.get(rated).and_then(|text| text.trim().parse::<f64>().ok());
        if let (Some(rating), Ok(puzzle)) = (rating, columns.read(&row)) {
            ratings.push(rating);
            seen.push(look(policy, &puzzle.line));
        }
    }
    ensure!(
        ratings.len() >= 4 * SEEN,
        "{shown} has too few rated puzzles ({}) to fit and to score",
        ratings.len()
    );
    let surprise: Vec<f64> = seen.iter().map(|seen| seen[SURPRISE]).collect();
    let mut difficulty = vec![0.0; seen.len()];
    for half in 0..2 {
        let of = |other: bool| (0..seen.len()).filter(move |at| (at % 2 == half) == other);
        let weights = fitted(&of(false).map(|at| (seen[at], ratings[at])).collect::<Vec<_>>());
        for at in of(true) {
            difficulty[at] = seen[at].iter().zip(&weights).map(|(x, w)| x * w).sum();
        }
    }
    Ok(Puzzles {
        count: ratings.len(),
        surprise: spearman(&surprise, &ratings),
        difficulty: spearman(&difficulty, &ratings),
    })
}

/// What is seen of a puzzle: one, moves (ln), surprise in all for the weak and for the strong, the most surprising move, legal
/// moves (ln, mean), mate at the end, first move checks, men, moves out of check, the first move's surprise and rank (ln), the
/// chance of the likeliest other first move.
const SEEN: usize = 13;
/// The place of the whole surprise.
const SURPRISE: usize = 2;
type Seen = [f64; SEEN];

fn look(policy: &dyn Policy, line: &Line) -> Seen {
    let mut past: Vec<(Chess, Move)> = Vec::new();
    let mut pos = line.start().clone();
    if let Some((before, step)) = line.error() {
        past.push((before.clone(), step.mv));
    }
    let mut seen = [0.0; SEEN];
    let mut moves = 0.0f64;
    for (ply, step) in line.steps().iter().enumerate() {
        if ply % 2 == 0 {
            let ask = |number| {
                policy.moves(Moment { position: &pos, past: &past }, Rating { number, scale: Scale::Lichess })
            };
            let surprise = |likely: &[Likely]| {
                let found = likely.iter().find(|l| l.mv == step.mv).map_or(0.0, |l| f64::from(l.chance));
                -found.max(1e-4).ln()
            };
            let (weak, middle, strong) = (ask(800), ask(1400), ask(2600));
            seen[2] += surprise(&weak);
            seen[3] += surprise(&strong);
            seen[4] = f64::max(seen[4], surprise(&middle));
            seen[5] += (weak.len().max(1) as f64).ln();
            seen[6] = f64::from(u8::from(step.after.is_checkmate()));
            seen[9] += f64::from(u8::from(pos.is_check()));
            if ply == 0 {
                seen[7] = f64::from(u8::from(step.gives_check()));
                seen[8] = pos.board().occupied().count() as f64;
                seen[10] = surprise(&weak);
                seen[11] = (1.0 + middle.iter().position(|l| l.mv == step.mv).unwrap_or(0) as f64).ln();
                seen[12] = weak.iter().find(|l| l.mv != step.mv).map_or(0.0, |l| f64::from(l.chance));
            }
            moves += 1.0;
        }
        past.push((pos, step.mv));
        pos = step.after.clone();
    }
    seen[0] = 1.0;
    seen[1] = moves.max(1.0).ln();
    seen[5] /= moves.max(1.0);
    seen
}

/// Least squares, with a small pull towards nothing.
fn fitted(rows: &[(Seen, f64)]) -> Seen {
    let mut table = [[0.0; SEEN + 1]; SEEN];
    for (seen, rating) in rows {
        for (at, line) in table.iter_mut().enumerate() {
            for (sum, other) in line.iter_mut().zip(seen.iter().chain([rating])) {
                *sum += seen[at] * other;
            }
        }
    }
    for (at, line) in table.iter_mut().enumerate() {
        line[at] += 1e-3 * rows.len() as f64;
    }
    for at in 0..SEEN {
        let pivot = table[at];
        for (row, line) in table.iter_mut().enumerate() {
            let share = line[at] / pivot[at];
            if row != at {
                line.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= share * p);
            }
        }
    }
    std::array::from_fn(|at| table[at][SEEN] / table[at][at])
}

/// Ranks from 1; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut out = vec![0.0; values.len()];
    let mut at = 0;
    while at < order.len() {
        let same = order[at..].iter().take_while(|&&i| values[i] == values[order[at]]).count();
        for &i in &order[at..at + same] {
            out[i] = at as f64 + (same as f64 + 1.0) / 2.0;
        }
        at += same;
    }
    out
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let with = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    with(&a, &b) / (with(&a, &a) * with(&b, &b)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_weights_by_hand() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert!((spearman(&[1.0, 2.0, 3.0, 4.0], &[10.0, 20.0, 30.0, 40.0]) - 1.0).abs() < 1e-12);
        assert!((spearman(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
        let mut rng = philidor_stats::Rng::new(1);
        let rows: Vec<(Seen, f64)> = (0..2000)
            .map(|_| {
                let mut seen: Seen = std::array::from_fn(|_| rng.unit());
                seen[0] = 1.0;
                (seen, 100.0 + 50.0 * seen[3] - 20.0 * seen[7])
            })
            .collect();
        let weights = fitted(&rows);
        assert!((weights[3] - 50.0).abs() < 2.0 && (weights[7] + 20.0).abs() < 2.0, "{weights:?}");
    }
}
