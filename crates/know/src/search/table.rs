//! The transposition table: what the search already knows about positions it met before.
//!
//! Shared by all threads without locks: an entry is two words, the key XORed with the data and the data, so
//! a torn write is simply not found (R. Hyatt, T. Mann, "A lock-less transposition-table implementation for
//! parallel search", ICGA Journal 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{
    movegen::MoveCode,
    score::{self, Score},
};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    None = 0,
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) best: MoveCode,
    pub(crate) score: Score,
    pub(crate) eval: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) pv: bool,
}

/// Entries per bucket: with the landing word, one cache line.
const WAYS: usize = 3;
/// Ages run modulo 32: five bits of the data word.
const AGES: u8 = 32;

/// One cache line of entries.
#[derive(Default)]
#[repr(align(64))]
struct Bucket {
    entries: [[AtomicU64; 2]; WAYS],
    /// Written, never read: see [`Table::touch`].
    landing: AtomicU64,
}

/// The shared table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

fn pack(best: MoveCode, score: Score, eval: Score, depth: i32, bound: Bound, pv: bool, age: u8) -> u64 {
    u64::from(best)
        | u64::from(score as i16 as u16) << 16
        | u64::from(eval as i16 as u16) << 32
        | (depth.clamp(0, 255) as u64) << 48
        | u64::from(age) << 56
        | (pv as u64) << 61
        | (bound as u64) << 62
}

#[inline]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 255) as i32
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 56 & 31) as u8
}

impl Table {
    /// An empty table of about `mebibytes`, or of half as many, and half of that, if there is no memory for it.
    pub(crate) fn new(mebibytes: usize) -> Table {
        let mut count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: AtomicU8::new(0) }
    }

    /// How large it became.
    pub(crate) fn mebibytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for word in self.buckets.iter().flat_map(|bucket| bucket.entries.iter().flatten()) {
            word.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: older entries may be replaced sooner.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Fetches the cache line of `key` while other work goes on. A store does not make the processor wait as
    /// a load would, and needs no `unsafe` as a prefetch instruction would; nobody reads what it writes.
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        self.bucket(key).landing.store(key, Relaxed);
    }

    /// The entry of `key`, with mate scores counted from `ply`.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for [check, data] in &self.bucket(key).entries {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key && data != 0 {
                return Some(Entry {
                    best: data as u16,
                    score: score::from_table(i32::from((data >> 16) as i16), ply),
                    eval: i32::from((data >> 32) as i16),
                    depth: depth_of(data),
                    bound: match data >> 62 {
                        0 => Bound::None,
                        1 => Bound::Upper,
                        2 => Bound::Lower,
                        _ => Bound::Exact,
                    },
                    pv: data >> 61 & 1 == 1,
                });
            }
        }
        None
    }

    /// Stores an entry, replacing the same position or the least valuable entry of the bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let (mut slot, mut worst) = (0, i32::MAX);
        let mut best = entry.best;
        for (i, [check, data]) in bucket.entries.iter().enumerate() {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key {
                if best == 0 {
                    best = data as u16;
                }
                // A much deeper result of this search is kept.
                if entry.bound != Bound::Exact
                    && age_of(data) == age
                    && entry.depth + 4 + 2 * i32::from(entry.pv) <= depth_of(data)
                {
                    return;
                }
                slot = i;
                break;
            }
            let years = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 4 * years };
            if worth < worst {
                (slot, worst) = (i, worth);
            }
        }
        let score = score::to_table(entry.score, ply);
        let data = pack(best, score, entry.eval, entry.depth, entry.bound, entry.pv, age);
        bucket.entries[slot][0].store(key ^ data, Relaxed);
        bucket.entries[slot][1].store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in permille of a sample.
    pub(crate) fn permille(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.entries)
            .filter(|[_, data]| {
                let data = data.load(Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        let entry = Entry { best: 1234, score: -77, eval: 31, depth: 9, bound: Bound::Lower, pv: true };
        table.store(42 << 50, 3, entry);
        let found = table.probe(42 << 50, 3).expect("just stored");
        assert_eq!((found.best, found.score, found.eval, found.depth), (1234, -77, 31, 9));
        assert_eq!((found.bound, found.pv), (Bound::Lower, true));
        assert!(table.probe(43 << 50, 3).is_none());
        // Mate scores are stored relative to the position.
        let mate = Entry { score: score::mated_in(10), ..entry };
        table.store(7, 4, mate);
        assert_eq!(table.probe(7, 2).expect("stored").score, score::mated_in(8));
        table.clear();
        assert!(table.probe(7, 2).is_none());
    }
}
