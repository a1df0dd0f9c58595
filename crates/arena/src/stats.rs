//! What a match proves: score, Elo with its interval, and when to stop.
//!
//! Every opening is played twice with colours swapped, so the unit of chance is the pair: five outcomes, from
//! 0 to 2 points (the "pentanomial" model). The sequential test is the generalised SPRT with a normal
//! approximation of the pair score.

use std::{fmt, str::FromStr};

use crate::ArenaError;

/// Results as counted, from the first player's view.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Wins.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Losses.
    pub losses: u32,
    /// Complete pairs that gave 0, ½, 1, 1½, 2 points.
    pub pairs: [u32; 5],
}

/// What follows from a tally.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Share of points, 0 to 1.
    pub score: f64,
    /// 95 % interval of the score.
    pub score_low: f64,
    /// Its upper end.
    pub score_high: f64,
}

/// A sequential test: is the first player `high` Elo better rather than `low`?
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The smaller difference, in Elo.
    pub low: f64,
    /// The larger one.
    pub high: f64,
}

impl FromStr for Sprt {
    type Err = ArenaError;

    fn from_str(text: &str) -> Result<Sprt, ArenaError> {
        let parts: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
        match parts[..] {
            [low, high] if low < high => Ok(Sprt { low, high }),
            [_, _] => {
                Err(ArenaError::Input(format!("--sprt {text:?}: the first number must be the smaller one")))
            }
            _ => Err(ArenaError::Input(format!(
                "--sprt {text:?} is not a pair of Elo numbers; write e.g. --sprt 0,5"
            ))),
        }
    }
}

/// Elo of a score; a clean sweep counts as 1200.
pub fn elo(score: f64) -> f64 {
    if score <= 0.001 {
        -1200.0
    } else if score >= 0.999 {
        1200.0
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl fmt::Display for Tally {
    /// `+3 =2 -1 66.7 %`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.estimate().map_or(0.5, |estimate| estimate.score);
        write!(f, "+{} ={} -{} {:.1} %", self.wins, self.draws, self.losses, 100.0 * score)
    }
}

impl Tally {
    /// Adds a pair of games given in half points of the first player (0, 1 or 2 each).
    pub fn add_pair(&mut self, first: u32, second: u32) {
        self.add_game(first);
        self.add_game(second);
        self.pairs[(first + second) as usize] += 1;
    }

    /// Adds a game without its partner.
    pub fn add_game(&mut self, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn pair_count(&self) -> f64 {
        f64::from(self.pairs.iter().sum::<u32>())
    }

    /// Mean and variance of the points per game, over pairs. The variance is regularised by one virtual pair
    /// spread over all outcomes, so that a clean sweep has an interval, too.
    fn moments(&self) -> Option<(f64, f64)> {
        let count = self.pair_count();
        if count < 1.0 {
            return None;
        }
        let value = |i: usize| i as f64 / 4.0;
        let mean = self.pairs.iter().enumerate().map(|(i, &n)| value(i) * f64::from(n)).sum::<f64>() / count;
        let spread: f64 = self
            .pairs
            .iter()
            .enumerate()
            .map(|(i, &n)| (value(i) - mean).powi(2) * (f64::from(n) + 0.2))
            .sum();
        Some((mean, spread / (count + 1.0)))
    }

    /// Score and 95 % interval.
    pub fn estimate(&self) -> Option<Estimate> {
        let games = f64::from(self.games());
        if games < 1.0 {
            return None;
        }
        let score = (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / games;
        let margin = match self.moments() {
            Some((_, variance)) => 1.96 * (variance / self.pair_count()).sqrt(),
            None => 1.0,
        };
        Some(Estimate { score, score_low: (score - margin).max(0.0), score_high: (score + margin).min(1.0) })
    }

    /// Log-likelihood ratio of "the first player is `test.high` better" against "`test.low` better".
    pub fn llr(&self, test: Sprt) -> f64 {
        let Some((mean, variance)) = self.moments() else { return 0.0 };
        let (s0, s1) = (expected(test.low), expected(test.high));
        self.pair_count() * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance.max(1e-9))
    }
}

/// Bounds of a sequential test with 5 % error on both sides.
pub const SPRT_BOUND: f64 = 2.944_438_979;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_expectation_are_inverse() {
        for e in [-300.0, -12.5, 0.0, 88.0] {
            assert!((elo(expected(e)) - e).abs() < 1e-6);
        }
    }

    #[test]
    fn an_even_match_is_even() {
        let mut tally = Tally::default();
        for _ in 0..50 {
            tally.add_pair(2, 0);
            tally.add_pair(1, 1);
        }
        let estimate = tally.estimate().expect("games");
        assert!((estimate.score - 0.5).abs() < 1e-9);
        // Pairs that always split carry little variance.
        assert!(estimate.score_high - estimate.score_low < 0.05);
        assert!(tally.llr(Sprt { low: 0.0, high: 10.0 }) < 0.0);
    }

    #[test]
    fn a_sweep_is_proof_enough() {
        let mut tally = Tally::default();
        for _ in 0..40 {
            tally.add_pair(2, 2);
        }
        assert!(tally.llr(Sprt { low: 0.0, high: 10.0 }) > SPRT_BOUND);
        assert!(tally.estimate().expect("games").score_low > 0.9);
    }
}
