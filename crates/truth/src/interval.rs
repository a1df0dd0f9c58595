//! What is known of a value that need not be known exactly: a rule gives an interval, search narrows it, a table
//! value is a point. Intersection is the only operator.

use std::fmt;

use crate::value::{Depth, Wdl};

/// More plies than any ending takes.
const MANY: u16 = 999;

/// All values between two, both included, seen by one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    lo: Depth,
    hi: Depth,
}

impl Interval {
    /// Nothing is known.
    pub const ALL: Interval = Interval { lo: Depth::Loss(0), hi: Depth::Win(0) };
    /// A win, however long it takes.
    pub const WIN: Interval = Interval { lo: Depth::Win(MANY), hi: Depth::Win(0) };
    /// A draw.
    pub const DRAW: Interval = Interval { lo: Depth::Draw, hi: Depth::Draw };
    /// A loss, however long it takes.
    pub const LOSS: Interval = Interval { lo: Depth::Loss(0), hi: Depth::Loss(MANY) };
    /// A draw or better.
    pub const AT_LEAST_DRAW: Interval = Interval { lo: Depth::Draw, hi: Depth::Win(0) };
    /// A draw or worse.
    pub const AT_MOST_DRAW: Interval = Interval { lo: Depth::Loss(0), hi: Depth::Draw };

    /// From the worst value to the best; `None` if the best is worse than the worst.
    pub fn new(lo: Depth, hi: Depth) -> Option<Interval> {
        (lo.rank() <= hi.rank()).then_some(Interval { lo, hi })
    }

    /// An exact value.
    pub fn point(value: Depth) -> Interval {
        Interval { lo: value, hi: value }
    }

    /// The worst value.
    pub fn lo(self) -> Depth {
        self.lo
    }

    /// The best value.
    pub fn hi(self) -> Depth {
        self.hi
    }

    /// What both know; `None` if they contradict each other.
    #[must_use]
    pub fn intersect(self, other: Interval) -> Option<Interval> {
        let lo = if self.lo.rank() >= other.lo.rank() { self.lo } else { other.lo };
        let hi = if self.hi.rank() <= other.hi.rank() { self.hi } else { other.hi };
        Interval::new(lo, hi)
    }

    /// True if a value lies in it.
    pub fn contains(self, value: Depth) -> bool {
        (self.lo.rank()..=self.hi.rank()).contains(&value.rank())
    }

    /// Seen by the other side.
    #[must_use]
    pub fn flipped(self) -> Interval {
        let turn = |d| match d {
            Depth::Win(n) => Depth::Loss(n),
            Depth::Draw => Depth::Draw,
            Depth::Loss(n) => Depth::Win(n),
        };
        Interval { lo: turn(self.hi), hi: turn(self.lo) }
    }

    /// The result, if only one is possible.
    pub fn wdl(self) -> Option<Wdl> {
        (self.lo.wdl() == self.hi.wdl()).then(|| self.lo.wdl())
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |f: &mut fmt::Formatter<'_>, word: &str, a: u16, b: u16| match (a, b) {
            (0, MANY) => f.write_str(word),
            (a, b) if a == b => write!(f, "{word} in {a}"),
            (a, MANY) => write!(f, "{word} in {a} or more"),
            (a, b) => write!(f, "{word} in {a}..{b}"),
        };
        match (self.lo, self.hi) {
            (Depth::Win(most), Depth::Win(least)) => plies(f, "win", least, most),
            (Depth::Loss(least), Depth::Loss(most)) => plies(f, "loss", least, most),
            (Depth::Draw, Depth::Draw) => f.write_str("draw"),
            (Depth::Draw, Depth::Win(_)) => f.write_str("at least draw"),
            (Depth::Loss(_), Depth::Draw) => f.write_str("at most draw"),
            _ => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_only_narrow() {
        let soon = Interval::new(Depth::Win(8), Depth::Win(4)).unwrap();
        assert_eq!(Interval::WIN.intersect(soon), Some(soon));
        assert_eq!(Interval::ALL.intersect(soon), Some(soon));
        assert_eq!(soon.intersect(Interval::DRAW), None);
        assert_eq!(Interval::AT_LEAST_DRAW.intersect(Interval::AT_MOST_DRAW), Some(Interval::DRAW));
        assert!(
            soon.contains(Depth::Win(4)) && soon.contains(Depth::Win(8)) && !soon.contains(Depth::Win(9))
        );
        assert_eq!(soon.flipped().flipped(), soon);
        assert_eq!(soon.to_string(), "win in 4..8");
        assert_eq!(soon.flipped().to_string(), "loss in 4..8");
        assert_eq!((Interval::WIN.wdl(), Interval::ALL.wdl()), (Some(Wdl::Win), None));
    }
}
