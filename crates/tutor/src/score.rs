//! How well found themes agree with given ones.

use philidor_claims::{Family, Theme, ThemeSet};

/// Counts for one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Found and given.
    pub both: u64,
    /// Found, not given.
    pub only_found: u64,
    /// Given, not found.
    pub only_given: u64,
}

impl Tally {
    /// Share of the found ones that are given.
    pub fn precision(self) -> f64 {
        share(self.both, self.both + self.only_found)
    }

    /// Share of the given ones that are found.
    pub fn recall(self) -> f64 {
        share(self.both, self.both + self.only_given)
    }

    /// Harmonic mean of precision and recall.
    pub fn f1(self) -> f64 {
        share(2 * self.both, 2 * self.both + self.only_found + self.only_given)
    }

    /// How often the theme is given.
    pub fn given(self) -> u64 {
        self.both + self.only_given
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Counts for all themes.
#[derive(Debug, Clone)]
pub struct Scores {
    tallies: Vec<Tally>,
}

impl Default for Scores {
    fn default() -> Scores {
        Scores { tallies: vec![Tally::default(); Theme::ALL.len()] }
    }
}

impl Scores {
    /// Counts one puzzle.
    pub fn add(&mut self, found: ThemeSet, given: ThemeSet) {
        for &theme in Theme::ALL {
            let tally = &mut self.tallies[theme as usize];
            match (found.contains(theme), given.contains(theme)) {
                (true, true) => tally.both += 1,
                (true, false) => tally.only_found += 1,
                (false, true) => tally.only_given += 1,
                (false, false) => {}
            }
        }
    }

    /// The counts of a theme.
    pub fn tally(&self, theme: Theme) -> Tally {
        self.tallies[theme as usize]
    }

    /// Mean F1 over the themes that satisfy `counts` and that the file gives at least once.
    pub fn macro_f1(&self, counts: impl Fn(Theme) -> bool) -> f64 {
        let given: Vec<f64> = Theme::ALL
            .iter()
            .filter(|&&theme| counts(theme) && self.tally(theme).given() > 0)
            .map(|&theme| self.tally(theme).f1())
            .collect();
        given.iter().sum::<f64>() / given.len().max(1) as f64
    }
}

/// Themes that follow from the line alone: not where the game comes from, not what an engine thinks of it, not the
/// phase of a game of which only one position is known.
pub fn follows_from_line(theme: Theme) -> bool {
    match theme {
        Theme::Advantage | Theme::Crushing | Theme::Equality | Theme::Zugzwang => false,
        Theme::Opening | Theme::Middlegame | Theme::Endgame | Theme::Overloading => false,
        _ => theme.family() != Family::Origin,
    }
}
