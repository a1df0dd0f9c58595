//! Time that is kept back because moves arrive late: pipes, interfaces and a busy machine take some, and how much is learned from the
//! clock as the interface tells it.

/// What is kept back in any case, as a share of the clock and at most so many milliseconds.
const SHARE: i64 = 20;
const MOST_MS: i64 = 100;
/// The longest delay seen counts twice, and fades by a tenth with every move.
const CAUTION: f64 = 2.0;
const FADE: f64 = 0.9;

/// A move that was asked for and answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    /// Our clock and increment then, in milliseconds.
    pub(super) left_ms: i64,
    pub(super) increment_ms: i64,
    /// What we thought we took.
    pub(super) took_ms: i64,
    /// How much of that was beyond the limit: the machine let us wait.
    pub(super) late_ms: i64,
}

/// What was learned in this game.
#[derive(Debug, Clone, Default)]
pub(super) struct Reserve {
    longest_clock_ms: i64,
    delay_ms: f64,
}

impl Reserve {
    /// Hears the clock at the next move, and what the one before was.
    pub(super) fn hear(&mut self, left_ms: i64, before: Option<Asked>) {
        self.longest_clock_ms = self.longest_clock_ms.max(left_ms);
        self.delay_ms *= FADE;
        let Some(before) = before else { return };
        let lost = before.left_ms + before.increment_ms - left_ms - before.took_ms;
        // More time than before: another time control has begun, and nothing can be told.
        let delay = lost.max(0) + before.late_ms.max(0);
        self.delay_ms = self.delay_ms.max(delay as f64);
    }

    /// Milliseconds of the clock that are not to be used.
    pub(super) fn ms(&self) -> i64 {
        let base = (self.longest_clock_ms / SHARE).min(MOST_MS);
        let learned = (CAUTION * self.delay_ms) as i64;
        // Nobody gains by never thinking.
        base + learned.min(self.longest_clock_ms / 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(left_ms: i64, took_ms: i64, late_ms: i64) -> Option<Asked> {
        Some(Asked { left_ms, increment_ms: 10, took_ms, late_ms })
    }

    #[test]
    fn a_busy_machine_is_noticed_and_forgotten_again() {
        let mut reserve = Reserve::default();
        reserve.hear(1_000, None);
        assert_eq!(reserve.ms(), 50, "something is always kept");
        // 40 ms were thought, 100 ms are gone.
        reserve.hear(910, asked(1_000, 40, 0));
        assert_eq!(reserve.ms(), 50 + 120);
        // A limit that was passed by 100 ms counts as well.
        reserve.hear(800, asked(910, 120, 100));
        assert_eq!(reserve.ms(), 50 + 200);
        for _ in 0..60 {
            reserve.hear(800, asked(800, 10, 0));
        }
        assert_eq!(reserve.ms(), 50, "quiet again");
    }

    #[test]
    fn a_new_time_control_is_no_delay() {
        let mut reserve = Reserve::default();
        reserve.hear(1_000, None);
        reserve.hear(60_000, asked(1_000, 40, 0));
        assert_eq!(reserve.ms(), 100);
        reserve.hear(10, asked(60_000, 40, 0));
        assert!(reserve.ms() <= 100 + 20_000, "it stays within reason");
    }
}
