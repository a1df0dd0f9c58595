//! What a search is handed: how far, how long, which moves, who may stop it.
//!
//! The search owns no clock. It asks a [`Clock`] it was given, so that a test can run on frozen time and a
//! search limited by nodes or depth never depends on the machine.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use philidor_chess::shakmaty::{Chess, Move, Position as _};

use super::movegen::{MoveCode, code};

/// Tells how much time has passed since the search was asked for.
pub trait Clock: Sync {
    /// Microseconds since the start.
    fn elapsed_us(&self) -> u64;
}

/// Time that never passes: for searches limited by depth or nodes.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed_us(&self) -> u64 {
        0
    }
}

/// How the tree is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// With everything that makes an engine strong.
    #[default]
    Playing,
    /// Full width to exactly the depth limit, nothing pruned, nothing reduced, nothing extended.
    Teaching {
        /// Plies of captures searched beyond the full-width part; 0 evaluates its leaves as they stand.
        quiescence_plies: u32,
    },
}

/// What ends a search. Everything unset is unlimited.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Nodes of all threads together (exact with one thread).
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves is proven.
    pub mate: Option<u32>,
    /// Only these moves at the root; empty means all.
    pub search_moves: Vec<Move>,
    /// How many best lines are wanted; 0 means one.
    pub multi_pv: usize,
    /// How the tree is searched.
    pub mode: Mode,
    /// Centipawns by which the side to move at the root dislikes a draw; 0 for honest analysis.
    pub contempt: i32,
}

const NEVER: u64 = u64::MAX;

/// The way into a running search: a stop signal and a time budget that may be set later (pondering).
#[derive(Debug)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    soft_us: AtomicU64,
    hard_us: AtomicU64,
    fixed: AtomicBool,
    /// The move in hand at the root: which one, from 1, above its code; 0 before the first.
    at_root: AtomicU64,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals {
            stop: Arc::default(),
            soft_us: AtomicU64::new(NEVER),
            hard_us: AtomicU64::new(NEVER),
            fixed: AtomicBool::new(false),
            at_root: AtomicU64::new(0),
        }
    }
}

impl Signals {
    /// Signals whose stop is somebody else's flag: whoever raises it ends the search, which looks at it every few hundred
    /// nodes.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Signals {
        Signals { stop, ..Signals::default() }
    }

    /// Asks the search to end soon.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether someone asked.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// A budget for a game with a clock: no new iteration after `soft_us` (scaled by how settled the choice
    /// is), nothing at all after `hard_us`.
    pub fn set_budget(&self, soft_us: u64, hard_us: u64) {
        self.soft_us.store(soft_us.min(hard_us), Relaxed);
        self.hard_us.store(hard_us, Relaxed);
    }

    /// Think exactly this long.
    pub fn set_fixed(&self, us: u64) {
        self.fixed.store(true, Relaxed);
        self.hard_us.store(us, Relaxed);
    }

    /// The move that the search looks at among those of `pos`, where it began, and which one it is, from 1.
    pub fn at_root(&self, pos: &Chess) -> Option<(Move, u64)> {
        let noted = self.at_root.load(Relaxed);
        let (number, wanted) = (noted >> 16, noted as u16);
        let found = pos.legal_moves().into_iter().find(|&mv| code(mv) == wanted);
        found.filter(|_| number > 0).map(|mv| (mv, number))
    }

    pub(crate) fn note_at_root(&self, code: MoveCode, number: u64) {
        self.at_root.store(number << 16 | u64::from(code), Relaxed);
    }

    /// The soft limit, if any.
    pub(crate) fn soft_us(&self) -> Option<u64> {
        Some(self.soft_us.load(Relaxed)).filter(|&us| us != NEVER)
    }

    /// Whether time is up.
    pub(crate) fn out_of_time(&self, clock: &dyn Clock) -> bool {
        let hard = self.hard_us.load(Relaxed);
        hard != NEVER && clock.elapsed_us() >= hard
    }
}

/// One side's clock as a game gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameClock {
    /// Milliseconds left; may be negative when the interface is late.
    pub left_ms: i64,
    /// Milliseconds added per move.
    pub increment_ms: i64,
    /// Moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// Milliseconds the interface takes to pass a move on.
    pub overhead_ms: i64,
}

impl GameClock {
    /// Soft and hard limit in microseconds for the next move.
    pub fn budget_us(&self) -> (u64, u64) {
        let left = (self.left_ms - self.overhead_ms).max(1) as f64;
        let increment = self.increment_ms.max(0) as f64;
        let (soft, hard) = match self.moves_to_go {
            Some(moves) => {
                let moves = f64::from(moves.clamp(1, 50));
                let share = left / moves + 0.75 * increment;
                (share * 0.9, (share * 3.5).min(left * if moves <= 1.0 { 0.9 } else { 0.7 }))
            }
            None => (left * 0.042 + 0.55 * increment, (left * 0.25 + increment).min(left * 0.7)),
        };
        let hard = hard.min(left * 0.9).max(1.0);
        ((soft.min(hard) * 1000.0) as u64, (hard * 1000.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for left_ms in [-5, 0, 1, 30, 100, 1_000, 60_000, 5_400_000] {
            for increment_ms in [0, 100, 5_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let clock = GameClock { left_ms, increment_ms, moves_to_go, overhead_ms: 20 };
                    let (soft, hard) = clock.budget_us();
                    assert!(soft <= hard);
                    let left_us = (left_ms - 20).max(1) as u64 * 1000;
                    assert!(hard <= left_us.max(1000), "{clock:?} {hard}");
                }
            }
        }
    }
}
