//! Chance and what stands out from it.

use serde::{Deserialize, Serialize};

/// So many of so many, with Wilson's 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Share {
    /// How many.
    pub count: u32,
    /// Of how many.
    pub of: u32,
    /// The lower end, from 0 to 1.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// Of so many.
    pub fn new(count: u32, of: u32) -> Share {
        let (k, n, z) = (f64::from(count), f64::from(of.max(1)), 1.96);
        let share = k / n;
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        Share { count, of, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// The share, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.count) / f64::from(self.of.max(1))
    }
}

/// Counts by game: so many of so many in each. Moves of one game are not independent of each other, games are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    games: Vec<(u32, u32)>,
}

impl Tally {
    /// A game's counts: how many, of how many.
    pub fn add(&mut self, count: u32, of: u32) {
        if of > 0 {
            self.games.push((count, of));
        }
    }

    /// Takes another tally's games too.
    pub fn join(&mut self, other: &Tally) {
        self.games.extend_from_slice(&other.games);
    }

    /// All games together.
    pub fn share(&self) -> Share {
        let (count, of) = self.games.iter().fold((0, 0), |(k, n), game| (k + game.0, n + game.1));
        Share::new(count, of)
    }

    /// Games in which it happened.
    pub fn games_with(&self) -> usize {
        self.games.iter().filter(|game| game.0 > 0).count()
    }

    /// The logarithm of the odds, and its variance with games as units; half a case is added on both sides.
    pub fn log_odds(&self) -> (f64, f64) {
        let whole = self.share();
        let (k, n) = (f64::from(whole.count) + 0.5, f64::from(whole.of) + 1.0);
        let rate = k / n;
        let spread: f64 = self.games.iter().map(|&(k, n)| (f64::from(k) - rate * f64::from(n)).powi(2)).sum();
        let games = self.games.len() as f64;
        // Never less than if all cases were independent.
        let variance = (spread * games / (games - 1.0).max(1.0)).max(n * rate * (1.0 - rate));
        let slope = n * rate * (1.0 - rate);
        ((rate / (1.0 - rate)).ln(), variance / (slope * slope))
    }
}

/// Whether two shares differ by more than chance would make them, one time in twenty.
pub fn differ(a: &Share, b: &Share) -> bool {
    let (n, m) = (f64::from(a.of), f64::from(b.of));
    let both = f64::from(a.count + b.count) / (n + m).max(1.0);
    let error = (both * (1.0 - both) * (1.0 / n.max(1.0) + 1.0 / m.max(1.0))).sqrt();
    a.of > 0 && b.of > 0 && (a.share() - b.share()).abs() > 1.96 * error
}

/// How likely a standard normal number is above `z`.
pub fn above(z: f64) -> f64 {
    // Chebyshev fit of erfc (relative error below 1.2e-7).
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * x);
    let fit = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let sum = fit.iter().rev().fold(0.0, |sum, c| sum * t + c);
    let half = 0.5 * t * (-x * x + sum).exp();
    if z >= 0.0 { half } else { 1.0 - half }
}

/// The chance that mine is this much worse than theirs if it is not: the odds of mine against theirs, compared with the same odds in
/// everything else of the kind (`rest`), so that who is weaker in all respects has no weakness in each.
pub fn worse(mine: &Tally, theirs: &Tally, rest: Option<(&Tally, &Tally)>) -> f64 {
    let ((a, va), (b, vb)) = (mine.log_odds(), theirs.log_odds());
    let (base, vbase) = rest.map_or((0.0, 0.0), |(mine, theirs)| {
        let ((c, vc), (d, vd)) = (mine.log_odds(), theirs.log_odds());
        (c - d, vc + vd)
    });
    above((a - b - base) / (va + vb + vbase).sqrt().max(1e-9))
}

/// Which of these chances are discoveries: of all that are called so at most this share is false (Benjamini and Hochberg).
pub fn discoveries(chances: &[f64], share: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let all = chances.len() as f64;
    let within = |rank: usize| chances[order[rank]] <= share * (rank as f64 + 1.0) / all;
    let last = (0..order.len()).rev().find(|&rank| within(rank));
    let mut out = vec![false; chances.len()];
    for &at in order.iter().take(last.map_or(0, |rank| rank + 1)) {
        out[at] = true;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        let share = Share::new(8, 10);
        assert!((share.low - 0.4902).abs() < 1e-3 && (share.high - 0.9433).abs() < 1e-3, "{share:?}");
        assert!((above(1.644_85) - 0.05).abs() < 1e-5 && (above(-1.0) - 0.841_345).abs() < 1e-5);
        assert!((above(3.0) - 0.001_349_9).abs() < 1e-6);
        // The textbook: 0.01, 0.02, 0.03 pass at five of a hundred, 0.06 does not.
        assert_eq!(discoveries(&[0.06, 0.01, 0.03, 0.02], 0.05), [false, true, true, true]);
        assert_eq!(discoveries(&[], 0.05), Vec::<bool>::new());
    }

    #[test]
    fn games_are_the_units() {
        let (mut even, mut lumped) = (Tally::default(), Tally::default());
        for game in 0..40 {
            even.add(1, 4);
            lumped.add(if game % 4 == 0 { 4 } else { 0 }, 4);
        }
        assert_eq!(even.share(), lumped.share());
        assert!(lumped.log_odds().1 > 2.0 * even.log_odds().1);
    }
}
