//! Scores in centipawns, with mates and table results above everything an evaluation can say.

/// Centipawns for the side to move, or a mate or table result.
pub type Score = i32;

/// The deepest ply the search visits.
pub(crate) const MAX_PLY: usize = 128;
/// Larger than every score.
pub(crate) const INFINITE: Score = 32_001;
/// Mate on the board.
pub(crate) const MATE: Score = 32_000;
/// Scores from here on are mates within the horizon.
pub(crate) const MATE_IN_MAX: Score = MATE - 2 * MAX_PLY as Score;
/// A win by an endgame table, before the distance from the root is taken off.
pub(crate) const TABLE_WIN: Score = 30_000;
/// Scores from here on are decided: mate or table win.
pub(crate) const DECIDED: Score = TABLE_WIN - 2 * MAX_PLY as Score;
/// No static evaluation known (in check).
pub(crate) const UNKNOWN: Score = -32_002;

/// The side to move is mated `ply` plies from the root.
pub(crate) const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// The side to move mates `ply` plies from the root.
pub(crate) const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Counts a mate from the stored position instead of from the root.
#[inline]
pub(crate) fn to_table(score: Score, ply: usize) -> Score {
    if score >= DECIDED {
        score + ply as Score
    } else if score <= -DECIDED {
        score - ply as Score
    } else {
        score
    }
}

/// Counts a mate from the root again.
#[inline]
pub(crate) fn from_table(score: Score, ply: usize) -> Score {
    if score >= DECIDED {
        score - ply as Score
    } else if score <= -DECIDED {
        score + ply as Score
    } else {
        score
    }
}

/// Moves to mate if `score` is a mate: positive for the side to move, negative against it.
pub fn mate_moves(score: Score) -> Option<i32> {
    if score >= MATE_IN_MAX {
        Some((MATE - score + 1) / 2)
    } else if score <= -MATE_IN_MAX {
        Some(-(MATE + score + 1) / 2)
    } else {
        None
    }
}

/// 1 or -1 if `score` is a result that an endgame table gave without a distance, seen by the side to move.
pub fn table_result(score: Score) -> Option<i8> {
    (score.abs() >= DECIDED && mate_moves(score).is_none()).then_some(score.signum() as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(mate_moves(mate_in(1)), Some(1));
        assert_eq!(mate_moves(mate_in(3)), Some(2));
        assert_eq!(mate_moves(mated_in(0)), Some(0));
        assert_eq!(mate_moves(mated_in(2)), Some(-1));
        assert_eq!(mate_moves(900), None);
        assert_eq!(table_result(TABLE_WIN - 7), Some(1));
        assert_eq!(table_result(-TABLE_WIN + 7), Some(-1));
        assert_eq!((table_result(mate_in(3)), table_result(900)), (None, None));
    }
}
