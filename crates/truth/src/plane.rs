//! The bytes of one metric for one side to move, in chunks that come to life when first asked for.

use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Brings a chunk into memory.
pub(crate) trait Load: Send + Sync {
    /// Fills `out` with chunk `chunk`.
    fn load(&self, chunk: usize, out: &mut [u8]);
}

/// A long array of bytes, cut into chunks of a power of two. Reading is safe from any number of threads and
/// allocates only when a chunk is touched for the first time.
pub(crate) struct Plane {
    bits: u32,
    len: usize,
    chunks: Vec<OnceLock<Box<[u8]>>>,
    load: Option<Arc<dyn Load>>,
    /// Bytes that were loaded.
    loaded: AtomicUsize,
}

impl Plane {
    pub(crate) fn new(len: usize, bits: u32, load: Option<Arc<dyn Load>>) -> Plane {
        let chunks = (0..len.div_ceil(1 << bits)).map(|_| OnceLock::new()).collect();
        Plane { bits, len, chunks, load, loaded: AtomicUsize::new(0) }
    }

    /// The same plane with nothing in memory yet; `None` if it is nowhere else.
    pub(crate) fn afresh(&self) -> Option<Plane> {
        Some(Plane::new(self.len, self.bits, Some(self.load.clone()?)))
    }

    /// Bytes that were brought into memory.
    pub(crate) fn loaded(&self) -> usize {
        self.loaded.load(Ordering::Relaxed)
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Puts a finished chunk in its place.
    pub(crate) fn set(&self, chunk: usize, bytes: Box<[u8]>) {
        debug_assert_eq!(bytes.len(), self.chunk_len(chunk));
        assert!(self.chunks[chunk].set(bytes).is_ok(), "chunk {chunk} is filled once");
    }

    #[inline]
    pub(crate) fn byte(&self, index: usize) -> u8 {
        let offset = index & ((1 << self.bits) - 1);
        match self.chunks[index >> self.bits].get() {
            Some(chunk) => chunk[offset],
            None => self.fetch(index >> self.bits)[offset],
        }
    }

    /// A piece of the plane that lies inside one chunk.
    #[inline]
    pub(crate) fn slice(&self, start: usize, len: usize) -> &[u8] {
        let offset = start & ((1 << self.bits) - 1);
        &self.fetch(start >> self.bits)[offset..offset + len]
    }

    /// A copy of a piece of the plane that may cross chunks.
    pub(crate) fn gather(&self, start: usize, len: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(len);
        let mut at = start;
        while at < start + len {
            let room = (1usize << self.bits) - (at & ((1 << self.bits) - 1));
            let take = room.min(start + len - at);
            out.extend_from_slice(self.slice(at, take));
            at += take;
        }
        out
    }

    /// The largest run of bytes that never crosses a chunk when it starts at a multiple of itself.
    pub(crate) fn chunk_bits(&self) -> u32 {
        self.bits
    }

    fn chunk_len(&self, chunk: usize) -> usize {
        (self.len - (chunk << self.bits)).min(1 << self.bits)
    }

    #[cold]
    fn fetch(&self, chunk: usize) -> &[u8] {
        self.chunks[chunk].get_or_init(|| {
            let mut bytes = vec![0; self.chunk_len(chunk)].into_boxed_slice();
            self.load.as_ref().expect("an unsolved part is not read").load(chunk, &mut bytes);
            self.loaded.fetch_add(bytes.len(), Ordering::Relaxed);
            bytes
        })
    }
}

impl fmt::Debug for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plane({} bytes in {} chunks)", self.len, self.chunks.len())
    }
}
