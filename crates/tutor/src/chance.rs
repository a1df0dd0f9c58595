//! From centipawns to expected results.

use philidor_know::search::{Score, mate_moves};

/// Expected result on the scale -1 (lost) … 1 (won), by the logistic curve that Lichess publishes. Mates are certain.
///
/// ```
/// use philidor_tutor::chance::win_chance;
/// assert_eq!(win_chance(0), 0.0);
/// assert!(win_chance(100) > 0.17 && win_chance(100) < 0.19);
/// assert_eq!(win_chance(-31_999), -1.0);
/// ```
pub fn win_chance(score: Score) -> f64 {
    match mate_moves(score) {
        Some(moves) if moves > 0 => 1.0,
        Some(_) => -1.0,
        None => 2.0 / (1.0 + (-0.003_682_08 * f64::from(score)).exp()) - 1.0,
    }
}
