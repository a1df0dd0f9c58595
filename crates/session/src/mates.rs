//! Mates by checks alone, added to what an engine says: a short search may leave out the queen that is given for one.

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_know::search::{Score, mate_by_checks, mate_moves};
use philidor_tutor::{Line, analyst::Question, look::Look};

/// Moves of a mate that is looked for.
const MOVES: usize = 4;
/// Positions that are seen for it.
const POSITIONS: usize = 2_000;
/// Mate on the board.
const MATE: Score = 32_000;

fn found(pos: &Chess) -> Option<Vec<Move>> {
    mate_by_checks(pos, MOVES, POSITIONS)
}

/// Puts the mates that there are into the lines of an answer, those for the side to move and those against it, and sorts them. Whether
/// the engine had thought better of a move.
pub(crate) fn see(question: &Question<'_>, looks: &mut Vec<Look>) -> bool {
    let mut refuted = false;
    for look in looks.iter_mut().filter(|look| mate_moves(look.score).is_none()) {
        let Some(first) = look.line.steps().first() else { continue };
        let Some(mate) = found(&first.after) else { continue };
        let moves: Vec<Move> = std::iter::once(first.mv).chain(mate).collect();
        let Ok(line) = Line::from_moves(question.pos, &moves) else { continue };
        *look = Look { line, score: moves.len() as Score - MATE };
        refuted = true;
    }
    let own = found(question.pos).filter(|mate| {
        let known = looks.first().map_or(Score::MIN, |look| look.score);
        let asked = |mv: &Move| question.only.is_empty() || question.only.contains(mv);
        mate.first().is_some_and(asked) && known < MATE - mate.len() as Score
    });
    if let Some(line) = own.and_then(|mate| Line::from_moves(question.pos, &mate).ok()) {
        let look = Look { score: MATE - line.steps().len() as Score, line };
        looks.retain(|other| other.first() != look.first());
        looks.insert(0, look);
        looks.truncate(question.lines.max(1));
    }
    looks.sort_by_key(|look| std::cmp::Reverse(look.score));
    refuted
}

/// The moves that no line begins with.
pub(crate) fn others(question: &Question<'_>, looks: &[Look]) -> Vec<Move> {
    let new = |mv: &Move| looks.iter().all(|look| look.first() != Some(*mv));
    question.pos.legal_moves().into_iter().filter(new).collect()
}
