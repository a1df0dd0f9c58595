//! The thresholds of statements, each in one place: the maker asks them before it claims, the checker afterwards.

use crate::Score;

/// A move worth `score` is as good as one worth `best`: its expected result is nearly the same, and it does not run into a mate that the
/// other avoids.
pub fn as_good(score: Score, best: Score) -> bool {
    let mated = |score: Score| matches!(score, Score::Mate(..=0));
    best.expected() - score.expected() < SAME_CHANCE && (mated(best) || !mated(score))
}

/// Slope of the logistic curve from centipawns to winning chances (lichess-org/lila pull request 11148).
pub const SLOPE: f64 = 0.003_682_08;

/// Below so many centipawns nobody stands better ([`crate::Margin::Equal`]).
pub const EQUAL_CP: i32 = 25;
/// Below so many centipawns a side stands slightly better.
pub const SLIGHT_CP: i32 = 70;
/// Below so many centipawns a side stands clearly better.
pub const CLEAR_CP: i32 = 150;
/// Below so many centipawns a side stands much better; from here on it is winning.
pub const LARGE_CP: i32 = 350;

/// Two moves whose expected results (scale -1 … 1) differ by less are equally good ([`crate::Statement::Best`]): two points of
/// winning chances.
pub const SAME_CHANCE: f64 = 0.04;
/// A move is criticised only if it loses this much of the expected result, for any reader: three points of winning chances.
pub const BLAME_CHANCE: f64 = 0.06;

/// Loss of expected result (scale -1 … 1) by every other move that makes a move the only one
/// ([`crate::Statement::OnlyMove`]).
pub const ONLY_MOVE_CHANCE: f64 = 0.2;

/// Points of material that a sacrifice gives up at least, and that its side is behind afterwards
/// ([`crate::Statement::Sacrifice`]).
pub const SACRIFICE_POINTS: i32 = 2;
/// A side that has sacrificed stands no worse than this many centipawns below equality.
pub const SACRIFICE_CP: i32 = 60;

/// Centipawns by which a threat, carried out, improves on what its side has otherwise ([`crate::Statement::Threat`]).
pub const THREAT_CP: i32 = 80;
/// Plies within which a threat to win material is carried out.
pub const THREAT_PLIES: usize = 3;
/// Plies within which a move that is met or stopped would have won material ([`crate::Reason::Answers`]).
pub const FORESEEN_PLIES: usize = 7;
/// Moves within which a threat of mate is carried out.
pub const THREAT_MATE_MOVES: u32 = 4;

/// Squares that a piece attacks more than before for its scope to be a reason ([`crate::Asset::Scope`]).
pub const SCOPE: usize = 3;
/// A side that is ahead by so many points exchanges for that ([`crate::Why::Ahead`]).
pub const AHEAD_POINTS: i32 = 2;

/// Centipawns that a move must cost for the better one to be a missed chance ([`crate::Statement::MissedChance`]).
pub const MISSED_CP: i32 = 60;

/// Loss of expected result (scale -1 … 1) by a move that many play, for it to be a mistake at their level ([`crate::People`]): ten
/// points of winning chances.
pub const TEMPTING_CHANCE: f64 = 0.2;
/// So many of a hundred players must play a move for it to be natural.
pub const TEMPTING_PERCENT: u8 = 15;
/// At most so many of a hundred find a move that is hard to see.
pub const HARD_PERCENT: u8 = 15;
/// So many of a hundred must go wrong for a position to be one where that is easy.
pub const WRONG_PERCENT: u8 = 40;
/// So many of a hundred must be accounted for by the moves that are looked at.
pub const WAYS_PERCENT: u8 = 60;

/// Centipawns that a tempting capture loses against the best move ([`crate::Statement::Pitfall`]).
pub const PITFALL_CP: i32 = 150;
