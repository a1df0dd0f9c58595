//! Scores: what they say of themselves, and exact values.

use philidor_claims::{Margin, Move, Score, limits};

use super::{Case, Flaw, Grounds, Oracle, Verdict};
use crate::board::Board;

/// The score has this margin and is not the side's loss; a line that ends in mate ends for the right side.
pub(super) fn standing(case: &Case, margin: Margin, score: Score) -> Verdict {
    let fits = Margin::of(score) == margin
        && match margin {
            Margin::Equal => case.side == case.there().turn,
            _ => score > Score::Cp(0),
        };
    if !fits {
        return Err(Flaw::Score("the score does not fit what is said about it"));
    }
    line_fits(case, score)
}

/// Nothing is better by the limit or more; the first choice is as good as itself.
pub(super) fn best(case: &Case, mv: Move, first: bool, score: Score, best: Score) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    case.holds_after(1)?;
    if !limits::as_good(score, best) || first && score < best {
        return Err(Flaw::Score("another move is better"));
    }
    line_fits(case, score)
}

pub(super) fn better(case: &Case, mv: Move, other: Move, score: Score, other_score: Score) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    case.holds_after(1)?;
    case.legal(other)?;
    if mv == other || score < other_score {
        return Err(Flaw::Score("the other move is better"));
    }
    line_fits(case, score)
}

/// The move played costs enough for the better one to be a missed chance.
pub(super) fn missed(case: &Case, score: Score, played: Score) -> Result<(), Flaw> {
    if score.minus(played) < limits::MISSED_CP {
        return Err(Flaw::Score("the move played is hardly worse"));
    }
    line_fits(case, score).map(|_| ())
}

pub(super) fn only_move(case: &Case, mv: Move, score: Score, next: Option<Score>) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    case.holds_after(1)?;
    let choices = case.start().legal_moves().len();
    match next {
        None if choices == 1 => Ok(Grounds::Board),
        None => Err(Flaw::Score("there are other legal moves")),
        Some(_) if choices < 2 => Err(Flaw::Score("there is no other legal move")),
        Some(next) if score.expected() - next.expected() >= limits::ONLY_MOVE_CHANCE => {
            line_fits(case, score)
        }
        Some(_) => Err(Flaw::Score("another move is nearly as good")),
    }
}

/// A line that ends in mate has a mate's score, for the right side.
pub(super) fn line_fits(case: &Case, score: Score) -> Verdict {
    let end = case.line.end();
    let fits = !end.is_mate()
        || match score {
            Score::Mate(moves) => (moves > 0) == (end.turn != case.side),
            _ => false,
        };
    if fits {
        Ok(Grounds::Numbers)
    } else {
        Err(Flaw::Score("the line ends in mate, which the score does not say"))
    }
}

/// The other side has to move there and may pass; the oracle's values of both positions, in that order.
pub(super) fn zugzwang(case: &Case, value: i8, otherwise: i8, oracle: Option<&dyn Oracle>) -> Verdict {
    case.holds_at_end()?;
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

/// The oracle's value of the position after `at` entries and of all its successors, which must fit; the same for the moves to mate.
pub(super) fn endgame(
    case: &Case,
    value: i8,
    at: usize,
    mate_in: Option<u32>,
    oracle: Option<&dyn Oracle>,
) -> Verdict {
    case.holds_at_end()?;
    let Some(board) = case.line.boards.get(at) else {
        return Err(Flaw::Place { ply: at, length: case.line.plays.len() });
    };
    if mate_in.is_some() && value == 0 {
        return Err(Flaw::Score("a draw has no distance to mate"));
    }
    let Some(oracle) = oracle else { return Ok(Grounds::Numbers) };
    let known = |board: &Board| oracle.value(&board.fen());
    let here = known(board).ok_or(Flaw::NoTable)?;
    let sign = if board.turn == case.side { 1 } else { -1 };
    if here * sign != value {
        return Err(Flaw::Value { said: value, found: here * sign });
    }
    // Best play does not change the value.
    let there = case.there();
    let turned = if there.turn == case.side { 1 } else { -1 };
    if let Some(found) = known(there).map(|found| found * turned).filter(|&found| found != value) {
        return Err(Flaw::Value { said: value, found });
    }
    let moves = board.legal_moves();
    let next: Option<Vec<(Board, i8)>> = moves
        .into_iter()
        .map(|mv| board.after(mv))
        .map(|after| known(&after).map(|value| (after, -value)))
        .collect();
    let Some(next) = next else { return Ok(Grounds::Table) };
    let stuck = if board.in_check(board.turn) { -1 } else { 0 };
    let best = next.iter().map(|(_, value)| *value).max().unwrap_or(stuck);
    if best != here {
        return Err(Flaw::Value { said: value, found: best * sign });
    }
    match (mate_in, distance(&next, here, oracle)) {
        (Some(said), Some(found)) if said != found => Err(Flaw::MateMoves { said, found }),
        _ => Ok(Grounds::Table),
    }
}

/// The winner's moves to mate, from the distances of the successors: the winner takes the shortest way, the loser the longest.
fn distance(next: &[(Board, i8)], here: i8, oracle: &dyn Oracle) -> Option<u32> {
    let of = |(board, _): &(Board, i8)| {
        if board.is_mate() { Some(0) } else { oracle.mate_in(&board.fen()) }
    };
    match here {
        1 => {
            let ways: Option<Vec<u32>> = next.iter().filter(|(_, value)| *value == 1).map(of).collect();
            ways?.into_iter().min().map(|moves| moves + 1)
        }
        -1 => next.iter().map(of).collect::<Option<Vec<u32>>>()?.into_iter().max(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use philidor_claims::{About, Claim, Color, Statement};

    use crate::{
        check::{Flaw, Grounds, Oracle, Wdl, verify},
        mutate::mutants,
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
        let statement = Statement::Zugzwang { value: 1, otherwise: 0 };
        let claim = Claim::new(About::Position, Color::White, "8/8/8/1k6/8/1K6/1P6/8 b - - 0 1", statement);
        assert_eq!(verify(&claim, None), Ok(Grounds::Numbers));
        assert_eq!(verify(&claim, Some(&Stalled)), Ok(Grounds::Table));
        let wrong = mutants(&claim);
        assert!(
            wrong.len() >= 2 && wrong.iter().all(|(_, mutant)| verify(mutant, None).is_err()),
            "{wrong:?}"
        );
        let said = |value, otherwise| {
            let statement = Statement::Zugzwang { value, otherwise };
            verify(&Claim { statement, ..claim.clone() }, Some(&Stalled))
        };
        assert_eq!(said(0, -1), Err(Flaw::Value { said: 0, found: 1 }));
        assert_eq!(said(1, -1), Err(Flaw::Value { said: -1, found: 0 }));
        // Nobody may pass out of a check.
        let check = Claim { fen: "8/8/8/1k6/P7/1K6/8/8 b - - 0 1".to_owned(), ..claim };
        assert!(verify(&check, Some(&Stalled)).is_err());
    }
}
