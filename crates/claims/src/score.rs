//! Scores with their kind, and the words for how much better a side stands.

use std::{cmp::Ordering, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::limits::{CLEAR_CP, EQUAL_CP, LARGE_CP, SLIGHT_CP, SLOPE};

/// What a position or line is worth to a side: an opinion, a proven mate, or a table's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns, by evaluation and search.
    Cp(i32),
    /// Moves to mate: positive if the side mates, negative (or 0: it is mated now) if it is mated.
    Mate(i32),
    /// An endgame table's answer without a distance: 1 won, 0 drawn, -1 lost.
    Table(i8),
}

impl Score {
    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Score {
        match self {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(moves) => Score::Mate(-moves),
            Score::Table(value) => Score::Table(-value),
        }
    }

    /// Decided one way or the other: a mate or a table win.
    pub fn is_decided(self) -> bool {
        !matches!(self, Score::Cp(_) | Score::Table(0))
    }

    /// Expected result on the scale -1 (lost) … 1 (won), by the logistic curve that Lichess publishes; mates and table
    /// values are certain.
    pub fn expected(self) -> f64 {
        match self {
            Score::Cp(cp) => 2.0 / (1.0 + (-SLOPE * f64::from(cp)).exp()) - 1.0,
            Score::Mate(moves) if moves > 0 => 1.0,
            Score::Mate(_) => -1.0,
            Score::Table(value) => f64::from(value),
        }
    }

    /// For comparing: mates are better than table wins, quick mates better than slow ones.
    fn rank(self) -> i32 {
        match self {
            Score::Cp(cp) => cp.clamp(-30_000, 30_000),
            Score::Table(value) => i32::from(value) * 50_000,
            Score::Mate(moves) if moves > 0 => 100_000 - moves,
            Score::Mate(moves) => -100_000 - moves,
        }
    }

    /// Centipawns by which `self` is better than `other`, decided scores counted as 10,000.
    pub fn minus(self, other: Score) -> i32 {
        let bounded = |score: Score| match score {
            Score::Cp(cp) => cp,
            Score::Table(value) => i32::from(value) * 10_000,
            Score::Mate(moves) => {
                if moves > 0 {
                    10_000
                } else {
                    -10_000
                }
            }
        };
        bounded(self) - bounded(other)
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// As readers know it: pawns with a sign, `#3` for a mate.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Cp(0) | Score::Table(0) => f.write_str("0.00"),
            Score::Cp(cp) => {
                let sign = if cp > 0 { "+" } else { "−" };
                write!(f, "{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
            }
            Score::Mate(moves) => write!(f, "#{moves}"),
            Score::Table(value) => f.write_str(if value > 0 { "+–" } else { "–+" }),
        }
    }
}

/// How much better one side stands.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Margin {
    /// Less than [`EQUAL_CP`], or a table's draw.
    Equal,
    /// From there to below [`SLIGHT_CP`].
    Slight,
    /// From there to below [`CLEAR_CP`].
    Clear,
    /// From there to below [`LARGE_CP`].
    Large,
    /// From there on, short of proof.
    Winning,
    /// A proven mate, or a table's win.
    Decided,
}

impl Margin {
    /// All, the smallest first.
    pub const ALL: [Margin; 6] =
        [Margin::Equal, Margin::Slight, Margin::Clear, Margin::Large, Margin::Winning, Margin::Decided];

    /// The margin of a score, whichever side it favours.
    ///
    /// ```
    /// use philidor_claims::{Margin, Score};
    /// assert_eq!(Margin::of(Score::Cp(-69)), Margin::Slight);
    /// assert_eq!(Margin::of(Score::Mate(3)), Margin::Decided);
    /// ```
    pub fn of(score: Score) -> Margin {
        match score {
            Score::Mate(_) => Margin::Decided,
            Score::Table(0) => Margin::Equal,
            Score::Table(_) => Margin::Decided,
            Score::Cp(cp) => match cp.abs() {
                cp if cp < EQUAL_CP => Margin::Equal,
                cp if cp < SLIGHT_CP => Margin::Slight,
                cp if cp < CLEAR_CP => Margin::Clear,
                cp if cp < LARGE_CP => Margin::Large,
                _ => Margin::Winning,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_from_mated_to_mating() {
        let order = [
            Score::Mate(-1),
            Score::Mate(-5),
            Score::Table(-1),
            Score::Cp(-900),
            Score::Cp(0),
            Score::Cp(900),
            Score::Table(1),
            Score::Mate(5),
            Score::Mate(1),
        ];
        assert!(order.is_sorted());
        assert!(order.iter().all(|score| score.turned().turned() == *score));
        assert!(order.windows(2).all(|pair| pair[0].expected() <= pair[1].expected()));
        assert!(order.iter().rev().map(|score| score.turned()).is_sorted());
    }

    #[test]
    fn scores_are_printed_in_pawns() {
        let printed = [Score::Cp(5), Score::Cp(-123), Score::Cp(0), Score::Mate(-2)].map(|s| s.to_string());
        assert_eq!(printed, ["+0.05", "−1.23", "0.00", "#-2"]);
    }
}
