//! Repeatable randomness: everything random in this room comes from a seed.

use serde::{Deserialize, Serialize};

/// A small seeded generator (splitmix64).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(u64);

impl Rng {
    /// A generator that gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The first `n` of a random order of `items` (all, if there are fewer), in that order.
    pub fn draw<T: Copy>(&mut self, items: &[T], n: usize) -> Vec<T> {
        let mut all = items.to_vec();
        let n = n.min(all.len());
        for i in 0..n {
            let j = i + self.below(all.len() - i);
            all.swap(i, j);
        }
        all.truncate(n);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_takes_each_item_once() {
        let items: Vec<u32> = (0..100).collect();
        let mut drawn = Rng::new(1).draw(&items, 60);
        assert_eq!(drawn, Rng::new(1).draw(&items, 60));
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 60);
        assert_eq!(Rng::new(1).draw(&items, 200).len(), 100);
    }
}
