//! Scores: what they say of themselves, and exact values.

use super::{Case, Flaw, Grounds, Oracle, Verdict};
use crate::{
    board::Board,
    statement::{Margin, Score},
};

/// The score lies in the margin's range and is not the side's loss; a line that ends in mate ends for the right side.
pub(super) fn standing(case: &Case<'_>, margin: Margin, score: Score) -> Verdict {
    let fits = match (margin, score) {
        (Margin::Decided, Score::Mate(moves)) => moves > 0,
        (Margin::Equal, Score::Cp(cp)) => cp.abs() < 25 && case.side == case.there().turn,
        (Margin::Slight, Score::Cp(cp)) => (25..70).contains(&cp),
        (Margin::Clear, Score::Cp(cp)) => (70..150).contains(&cp),
        (Margin::Large, Score::Cp(cp)) => (150..350).contains(&cp),
        (Margin::Winning, Score::Cp(cp)) => cp >= 350,
        _ => false,
    };
    if !fits {
        return Err(Flaw::Score("the score does not fit what is said about it"));
    }
    let end = case.line.end();
    if end.is_mate() && (end.turn == case.side || margin != Margin::Decided) {
        return Err(Flaw::Score("the line ends in mate, which the score does not say"));
    }
    Ok(Grounds::Numbers)
}

pub(super) fn best(case: &Case<'_>, mv: &str, score: Score) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    line_fits(case, score)
}

pub(super) fn better(case: &Case<'_>, mv: &str, other: &str, score: Score, other_score: Score) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    case.legal(other)?;
    if mv == other || score.rank() < other_score.rank() {
        return Err(Flaw::Score("the other move is better"));
    }
    line_fits(case, score)
}

/// The loss of expected result by every other move.
const ONLY: f64 = 0.2;

pub(super) fn only_move(case: &Case<'_>, mv: &str, score: Score, next: Option<Score>) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    let choices = case.start().legal_moves().len();
    match next {
        None if choices == 1 => Ok(Grounds::Board),
        None => Err(Flaw::Score("there are other legal moves")),
        Some(_) if choices < 2 => Err(Flaw::Score("there is no other legal move")),
        Some(next) if expected(score) - expected(next) >= ONLY => line_fits(case, score),
        Some(_) => Err(Flaw::Score("another move is nearly as good")),
    }
}

/// Expected result from -1 to 1, by the published curve.
fn expected(score: Score) -> f64 {
    match score {
        Score::Mate(moves) => f64::from(moves.signum()),
        Score::Cp(cp) => 2.0 / (1.0 + (-0.003_682_08 * f64::from(cp)).exp()) - 1.0,
    }
}

/// A line that ends in mate has a mate's score, for the right side.
fn line_fits(case: &Case<'_>, score: Score) -> Verdict {
    let end = case.line.end();
    let mates = end.is_mate();
    let wins = matches!(score, Score::Mate(moves) if moves > 0);
    let loses = matches!(score, Score::Mate(moves) if moves <= 0);
    if mates && (end.turn == case.side && !loses || end.turn != case.side && !wins) {
        return Err(Flaw::Score("the line ends in mate, which the score does not say"));
    }
    Ok(Grounds::Numbers)
}

/// The oracle's value of the position there (best play does not change it), and of all its successors, which must fit.
pub(super) fn endgame(
    case: &Case<'_>,
    value: i8,
    mate_in: Option<u32>,
    oracle: Option<&dyn Oracle>,
) -> Verdict {
    if mate_in.is_some() && value == 0 {
        return Err(Flaw::Score("a draw has no distance to mate"));
    }
    let Some(oracle) = oracle else { return Ok(Grounds::Numbers) };
    let start = case.there();
    let known = |board: &Board| oracle.value(&board.fen());
    let here = known(start).ok_or(Flaw::NoTable)?;
    let sign = if start.turn == case.side { 1 } else { -1 };
    if here * sign != value {
        return Err(Flaw::Value { said: value, found: here * sign });
    }
    let next: Option<Vec<i8>> = start.legal_moves().into_iter().map(|mv| known(&start.after(mv))).collect();
    let best = match next {
        None => return Ok(Grounds::Table),
        Some(values) => values.into_iter().map(|value| -value).max(),
    };
    let best = best.unwrap_or(if start.in_check(start.turn) { -1 } else { 0 });
    if best == here { Ok(Grounds::Table) } else { Err(Flaw::Value { said: value, found: best * sign }) }
}
