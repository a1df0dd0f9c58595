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

/// The other side has to move there and may pass; the oracle's values of both positions, in that order.
pub(super) fn zugzwang(case: &Case<'_>, value: i8, otherwise: i8, oracle: Option<&dyn Oracle>) -> Verdict {
    let there = case.there();
    if there.turn == case.side {
        return Err(Flaw::Score("it is the side's own move"));
    }
    if otherwise >= value {
        return Err(Flaw::Score("having to move costs nothing"));
    }
    let turned = there.passed().ok_or(Flaw::Score("whoever is in check cannot pass"))?;
    let Some(oracle) = oracle else { return Ok(Grounds::Numbers) };
    for (board, said, sign) in [(there, value, -1), (&turned, otherwise, 1)] {
        let found = sign * oracle.value(&board.fen()).ok_or(Flaw::NoTable)?;
        if found != said {
            return Err(Flaw::Value { said, found });
        }
    }
    Ok(Grounds::Table)
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

#[cfg(test)]
mod tests {
    use crate::{
        board::Color,
        check::{Flaw, Grounds, Oracle, Wdl, verify},
        mutate::mutants,
        statement::{Assertion, Statement},
    };

    /// Knows one ending: whoever has to move does worse.
    struct Stalled;

    impl Oracle for Stalled {
        fn value(&self, fen: &str) -> Option<Wdl> {
            Some(if fen.contains(" w ") { 0 } else { -1 })
        }
    }

    #[test]
    fn a_zugzwang_needs_the_move_and_both_values() {
        let claim = Assertion {
            fen: "8/8/8/1k6/8/1K6/1P6/8 b - - 0 1".to_owned(),
            before: None,
            line: vec![],
            ply: 0,
            side: Color::White,
            men: vec![],
            statement: Statement::Zugzwang { value: 1, otherwise: 0 },
        };
        assert_eq!(verify(&claim, None), Ok(Grounds::Numbers));
        assert_eq!(verify(&claim, Some(&Stalled)), Ok(Grounds::Table));
        let wrong = mutants(&claim);
        assert!(
            wrong.len() >= 2 && wrong.iter().all(|(_, mutant)| verify(mutant, None).is_err()),
            "{wrong:?}"
        );
        let said = |value, otherwise| {
            let statement = Statement::Zugzwang { value, otherwise };
            verify(&Assertion { statement, ..claim.clone() }, Some(&Stalled))
        };
        assert_eq!(said(0, -1), Err(Flaw::Value { said: 0, found: 1 }));
        assert_eq!(said(1, -1), Err(Flaw::Value { said: -1, found: 0 }));
        // Nobody may pass out of a check.
        let check = Assertion { fen: "8/8/8/1k6/P7/1K6/8/8 b - - 0 1".to_owned(), ..claim };
        assert!(verify(&check, Some(&Stalled)).is_err());
    }
}
