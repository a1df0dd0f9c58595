//! The `go` command: its words, and the time they mean.

use philidor_chess::shakmaty::{Chess, Color, Move, uci::UciMove};
use philidor_know::search::{GameClock, Signals};

/// What `go` asked for.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) clocks: [Option<i64>; 2],
    pub(super) increments: [Option<i64>; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) movetime: Option<i64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) perft: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) search_moves: Vec<Move>,
}

impl Go {
    /// Reads the words after `go`; what makes no sense is skipped.
    pub(super) fn parse(words: &[&str], pos: &Chess) -> Go {
        let mut go = Go::default();
        let mut i = 0;
        while i < words.len() {
            let value = words.get(i + 1).copied().unwrap_or("");
            let mut used = 1;
            match words[i] {
                "wtime" => go.clocks[0] = value.parse().ok(),
                "btime" => go.clocks[1] = value.parse().ok(),
                "winc" => go.increments[0] = value.parse().ok(),
                "binc" => go.increments[1] = value.parse().ok(),
                "movestogo" => go.moves_to_go = value.parse().ok().filter(|&moves| moves > 0),
                "movetime" => go.movetime = value.parse().ok(),
                "depth" => go.depth = value.parse().ok(),
                "nodes" => go.nodes = value.parse().ok(),
                "mate" => go.mate = value.parse().ok(),
                "perft" => go.perft = value.parse().ok(),
                "infinite" => (go.infinite, used) = (true, 0),
                "ponder" => (go.ponder, used) = (true, 0),
                "searchmoves" => {
                    used = 0;
                    while let Some(m) = words
                        .get(i + used + 1)
                        .and_then(|word| word.parse::<UciMove>().ok())
                        .and_then(|uci| uci.to_move(pos).ok())
                    {
                        go.search_moves.push(m);
                        used += 1;
                    }
                }
                _ => used = 0,
            }
            i += 1 + used;
        }
        go
    }

    /// Our clock and increment, in milliseconds. With only one clock given, it is ours.
    pub(super) fn clock(&self, us: Color) -> Option<(i64, i64)> {
        let side = us.fold_wb(0, 1);
        let left = self.clocks[side].or(self.clocks[1 - side])?;
        Some((left, self.increments[side].or(self.increments[1 - side]).unwrap_or(0)))
    }

    /// Hands the time for this move to the search, counted from `elapsed_us` on; tells when it must end.
    pub(super) fn set_time(
        &self,
        signals: &Signals,
        us: Color,
        overhead_ms: i64,
        elapsed_us: u64,
    ) -> Option<u64> {
        if let Some(ms) = self.movetime {
            // A tenth of the overhead is enough inside a fixed time; the interface waits anyway.
            let ms = (ms - overhead_ms.min(ms / 20)).max(1) as u64;
            signals.set_fixed(elapsed_us + ms * 1000);
            return None;
        }
        let (left_ms, increment_ms) = self.clock(us)?;
        let clock = GameClock { left_ms, increment_ms, moves_to_go: self.moves_to_go, overhead_ms };
        let (soft, hard) = clock.budget_us();
        let hard = elapsed_us.saturating_add(hard);
        signals.set_budget(elapsed_us.saturating_add(soft), hard);
        Some(hard)
    }

    /// Whether the answer must wait for `stop` or `ponderhit`.
    pub(super) fn waits(&self) -> bool {
        self.infinite || self.ponder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_rubbish_is_skipped() {
        let pos = Chess::default();
        let words: Vec<&str> =
            "wtime 100 binc x nonsense 7 searchmoves e2e4 d2d4 zzz depth 5 infinite".split(' ').collect();
        let go = Go::parse(&words, &pos);
        assert_eq!(go.clocks, [Some(100), None]);
        assert_eq!((go.depth, go.infinite, go.search_moves.len()), (Some(5), true, 2));
    }
}
