//! The positions of some games in an order that a seed decides, again and again.

use philidor_stats::Rng;

use super::corpus::{Played, Rated};

/// Positions whose order is mixed at a time, at most.
const POOL: usize = 1 << 15;

/// Games are drawn in a random order; a position waits in a pool until another takes its place, so that the moves of a game are not
/// learned one after the other.
pub(super) struct Stream<'a> {
    games: &'a [Rated],
    rng: Rng,
    pool: Vec<Played>,
    room: usize,
    order: Vec<u32>,
    next: usize,
    game: std::vec::IntoIter<Played>,
}

impl<'a> Stream<'a> {
    pub(super) fn new(games: &'a [Rated], seed: u64) -> Stream<'a> {
        let all: usize = games.iter().map(Rated::plies).sum();
        Stream {
            games,
            rng: Rng::new(seed ^ 0x6f72_6465_7200),
            pool: Vec::new(),
            room: POOL.min(all / 2),
            order: Vec::new(),
            next: 0,
            game: Vec::new().into_iter(),
        }
    }

    /// Goes on to where it was after so many positions.
    pub(super) fn pass_over(&mut self, positions: u64) {
        for _ in 0..positions {
            let _ = self.next();
        }
    }

    fn incoming(&mut self) -> Option<Played> {
        loop {
            if let Some(played) = self.game.next() {
                return Some(played);
            }
            if self.next == self.order.len() {
                let all: Vec<u32> = (0..self.games.len() as u32).collect();
                self.order = self.rng.draw(&all, all.len());
                self.next = 0;
            }
            let game = self.games.get(*self.order.get(self.next)? as usize)?;
            self.next += 1;
            self.game = game.positions().collect::<Vec<_>>().into_iter();
        }
    }
}

impl Iterator for Stream<'_> {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        loop {
            let played = self.incoming()?;
            if self.pool.len() < self.room {
                self.pool.push(played);
                continue;
            }
            if self.room == 0 {
                return Some(played);
            }
            let at = self.rng.below(self.room);
            return Some(std::mem::replace(&mut self.pool[at], played));
        }
    }
}
