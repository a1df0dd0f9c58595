//! How Syzygy files pack values: frequent pairs become symbols, symbols become words of bits, words fill blocks of one size.

use std::ops::RangeInclusive;

/// Symbols a file may have; the last number of twelve bits means "no second half".
const MOST_SYMBOLS: usize = 4095;
/// Readers count the values of a symbol in a byte, one less than there are.
const MOST_VALUES: u16 = 256;
/// Readers follow the halves of a symbol no further than this.
const MOST_DEPTH: u8 = 15;
/// A pair that is rarer is not worth its symbol.
const LEAST: u32 = 12;
/// The longest word of bits.
const LONGEST: u32 = 32;
/// Values in a block at most, so that places in the sparse index fit into 16 bits.
const MOST_IN_BLOCK: u32 = 1 << 15;

/// A part of a file, packed.
#[derive(Debug, Default)]
pub(super) struct Packed {
    /// How it is packed.
    pub(super) head: Vec<u8>,
    pub(super) sparse: Vec<u8>,
    pub(super) lengths: Vec<u8>,
    pub(super) blocks: Vec<u8>,
}

impl Packed {
    /// One value everywhere.
    pub(super) fn single(flags: u8, value: u8) -> Packed {
        Packed { head: vec![flags | 0x80, value], ..Packed::default() }
    }

    pub(super) fn size(&self) -> usize {
        self.head.len() + self.sparse.len() + self.lengths.len() + self.blocks.len()
    }
}

/// A symbol: a value, or two symbols.
#[derive(Debug, Clone, Copy)]
struct Symbol {
    left: u16,
    right: Option<u16>,
    values: u16,
    depth: u8,
}

/// Packs values into blocks of `1 << block_bits` bytes, of several sizes the one that needs least room.
pub(super) fn pack(values: &[u8], flags: u8, block_bits: RangeInclusive<u8>) -> Packed {
    if values.iter().all(|v| *v == values[0]) {
        return Packed::single(flags, values[0]);
    }
    let (mut symbols, mut seq) = leaves(values);
    join_pairs(&mut symbols, &mut seq);
    let mut counts = vec![0u64; symbols.len()];
    seq.iter().for_each(|&s| counts[usize::from(s)] += 1);
    if counts.iter().filter(|c| **c > 0).count() == 1 {
        // Words of bits need two symbols: a value that is the half of another serves.
        counts[0] += 1;
        if counts.iter().filter(|c| **c > 0).count() == 1 {
            counts[1] += 1;
        }
    }
    let code = Code::new(&counts);
    let laid = |bits: u8| lay_out(&symbols, &seq, &code, flags, bits, values.len() as u64);
    block_bits.map(laid).min_by_key(Packed::size).unwrap_or_default()
}

/// A symbol for each value that occurs.
fn leaves(values: &[u8]) -> (Vec<Symbol>, Vec<u16>) {
    let mut of = [u16::MAX; 256];
    values.iter().for_each(|&v| of[usize::from(v)] = 0);
    let mut symbols = Vec::new();
    for (value, number) in of.iter_mut().enumerate().filter(|(_, n)| **n == 0) {
        *number = symbols.len() as u16;
        symbols.push(Symbol { left: value as u16, right: None, values: 1, depth: 0 });
    }
    (symbols, values.iter().map(|&v| of[usize::from(v)]).collect())
}

/// Again and again the most frequent pairs become symbols.
fn join_pairs(symbols: &mut Vec<Symbol>, seq: &mut Vec<u16>) {
    loop {
        let n = symbols.len();
        let counts = count_pairs(seq, n);
        let fits = |a: usize, b: usize| {
            let (a, b) = (symbols[a], symbols[b]);
            a.values + b.values <= MOST_VALUES && a.depth.max(b.depth) < MOST_DEPTH
        };
        let mut found: Vec<(u32, usize)> = counts
            .iter()
            .enumerate()
            .filter(|&(i, &count)| count >= LEAST && fits(i / n, i % n))
            .map(|(i, &count)| (count, i))
            .collect();
        drop(counts);
        found.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let Some(&(top, _)) = found.first() else { return };
        // Several at once, if they do not stand in each other's way and are nearly as frequent.
        let (mut lefts, mut rights) = (vec![false; n], vec![false; n]);
        let mut joined = vec![0u16; n * n];
        for (count, pair) in found {
            if symbols.len() >= MOST_SYMBOLS || u64::from(count) * 3 < u64::from(top) * 2 {
                break;
            }
            let (a, b) = (pair / n, pair % n);
            if rights[a] || lefts[b] {
                continue;
            }
            (lefts[a], rights[b]) = (true, true);
            joined[pair] = symbols.len() as u16;
            let (left, right) = (symbols[a], symbols[b]);
            symbols.push(Symbol {
                left: a as u16,
                right: Some(b as u16),
                values: left.values + right.values,
                depth: left.depth.max(right.depth) + 1,
            });
        }
        if symbols.len() == n {
            return;
        }
        replace(seq, &joined, &lefts, n);
    }
}

fn count_pairs(seq: &[u16], n: usize) -> Vec<u32> {
    let mut counts = vec![0u32; n * n];
    let mut i = 0;
    while i + 1 < seq.len() {
        counts[usize::from(seq[i]) * n + usize::from(seq[i + 1])] += 1;
        // Three of a kind are one pair, not two.
        i += if i + 2 < seq.len() && seq[i] == seq[i + 1] && seq[i + 1] == seq[i + 2] { 2 } else { 1 };
    }
    counts
}

fn replace(seq: &mut Vec<u16>, joined: &[u16], lefts: &[bool], n: usize) {
    let (mut from, mut to) = (0, 0);
    while from < seq.len() {
        let a = usize::from(seq[from]);
        if from + 1 < seq.len() && lefts[a] {
            let symbol = joined[a * n + usize::from(seq[from + 1])];
            if symbol != 0 {
                seq[to] = symbol;
                (from, to) = (from + 2, to + 1);
                continue;
            }
        }
        seq[to] = seq[from];
        (from, to) = (from + 1, to + 1);
    }
    seq.truncate(to);
}

/// Words of bits for symbols: the longest are the smallest numbers.
#[derive(Debug)]
struct Code {
    /// Symbols in their new order: longest words first, those without words last.
    order: Vec<u16>,
    /// New numbers.
    number: Vec<u16>,
    /// By new number: how many bits, and which.
    words: Vec<(u32, u64)>,
    shortest: u32,
    longest: u32,
    /// The first symbol of each length, from the shortest.
    lowest: Vec<u16>,
}

impl Code {
    fn new(counts: &[u64]) -> Code {
        let lengths = lengths(counts);
        let mut order: Vec<u16> = (0..counts.len() as u16).collect();
        let key = |s: &u16| match lengths[usize::from(*s)] {
            0 => u32::MAX,
            length => LONGEST - length,
        };
        order.sort_by_key(key);
        let mut number = vec![0; counts.len()];
        order.iter().enumerate().for_each(|(new, &old)| number[usize::from(old)] = new as u16);
        let longest = lengths.iter().copied().max().unwrap_or(1);
        let shortest = lengths.iter().copied().filter(|l| *l > 0).min().unwrap_or(1);
        let of_length = |length: u32| lengths.iter().filter(|l| **l == length).count();
        let mut lowest = vec![0u16; (longest - shortest + 1) as usize];
        let mut bases = vec![0u64; lowest.len()];
        for length in (shortest..longest).rev() {
            let i = (length - shortest) as usize;
            lowest[i] = lowest[i + 1] + of_length(length + 1) as u16;
            bases[i] = (bases[i + 1] + of_length(length + 1) as u64) / 2;
        }
        let words = order.iter().enumerate().map(|(new, &old)| match lengths[usize::from(old)] {
            0 => (0, 0),
            length => {
                let i = (length - shortest) as usize;
                (length, bases[i] + (new as u64 - u64::from(lowest[i])))
            }
        });
        let words = words.collect();
        Code { order, number, words, shortest, longest, lowest }
    }
}

/// Lengths of words, after Huffman.
fn lengths(counts: &[u64]) -> Vec<u32> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = huffman(&counts);
        if lengths.iter().all(|l| *l <= LONGEST) {
            return lengths;
        }
        counts.iter_mut().filter(|c| **c > 0).for_each(|c| *c = c.div_ceil(2));
    }
}

fn huffman(counts: &[u64]) -> Vec<u32> {
    use std::{cmp::Reverse, collections::BinaryHeap};
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> =
        counts.iter().enumerate().filter(|(_, c)| **c > 0).map(|(i, c)| Reverse((*c, i))).collect();
    let mut parent = vec![usize::MAX; counts.len()];
    while let (Some(Reverse(a)), Some(Reverse(b))) = (heap.pop(), heap.pop()) {
        let node = parent.len();
        parent.push(usize::MAX);
        (parent[a.1], parent[b.1]) = (node, node);
        heap.push(Reverse((a.0 + b.0, node)));
        if heap.len() == 1 {
            break;
        }
    }
    let mut depth = vec![0u32; parent.len()];
    for node in (0..parent.len()).rev() {
        if parent[node] != usize::MAX {
            depth[node] = depth[parent[node]] + 1;
        }
    }
    depth.truncate(counts.len());
    depth
}

/// Words into blocks, with what readers need to find their way.
fn lay_out(symbols: &[Symbol], seq: &[u16], code: &Code, flags: u8, block_bits: u8, len: u64) -> Packed {
    let room = 8u32 << block_bits;
    let mut blocks = Vec::new();
    let mut counts: Vec<u32> = Vec::new();
    let mut block = Block::default();
    for &old in seq {
        let (bits, word) = code.words[usize::from(code.number[usize::from(old)])];
        let values = u32::from(symbols[usize::from(old)].values);
        if block.used + bits > room || block.values + values > MOST_IN_BLOCK {
            counts.push(block.values);
            block.finish(1 << block_bits, &mut blocks);
        }
        block.push(bits, word);
        block.values += values;
    }
    counts.push(block.values);
    block.finish(1 << block_bits, &mut blocks);
    // 1. One entry for every span of numbers: where its middle is.
    let average = len.div_ceil(counts.len() as u64);
    let span_bits = (average * 4).next_power_of_two().ilog2().clamp(6, 15);
    let span = 1u64 << span_bits;
    let mut sparse = Vec::new();
    let (mut at, mut start) = (0usize, 0u64);
    for entry in 0..len.div_ceil(span) {
        let middle = entry * span + span / 2;
        while at + 1 < counts.len() && start + u64::from(counts[at]) <= middle {
            start += u64::from(counts[at]);
            at += 1;
        }
        sparse.extend_from_slice(&(at as u32).to_le_bytes());
        sparse.extend_from_slice(&((middle - start) as u16).to_le_bytes());
    }
    let lengths = counts.iter().flat_map(|c| ((c - 1) as u16).to_le_bytes()).collect();
    // 2. The head.
    let mut head = vec![flags, block_bits, span_bits as u8, 0];
    head.extend_from_slice(&(counts.len() as u32).to_le_bytes());
    head.extend_from_slice(&[code.longest as u8, code.shortest as u8]);
    code.lowest.iter().for_each(|s| head.extend_from_slice(&s.to_le_bytes()));
    head.extend_from_slice(&(symbols.len() as u16).to_le_bytes());
    for &old in &code.order {
        let symbol = symbols[usize::from(old)];
        let (left, right) = match symbol.right {
            None => (symbol.left, 0xfff),
            Some(right) => (code.number[usize::from(symbol.left)], code.number[usize::from(right)]),
        };
        head.extend_from_slice(&[left as u8, (left >> 8) as u8 | (right << 4) as u8, (right >> 4) as u8]);
    }
    if symbols.len() % 2 == 1 {
        head.push(0);
    }
    Packed { head, sparse, lengths, blocks }
}

#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    used: u32,
    values: u32,
}

impl Block {
    fn push(&mut self, bits: u32, word: u64) {
        for i in (0..bits).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((word >> i & 1) as u8) << (7 - self.used % 8);
            self.used += 1;
        }
    }

    fn finish(&mut self, size: usize, out: &mut Vec<u8>) {
        self.bytes.resize(size, 0);
        out.append(&mut self.bytes);
        (self.used, self.values) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a packed part, read block by block as the format says.
    fn unpack(packed: &Packed, len: usize) -> Vec<u8> {
        let head = &packed.head;
        let word = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let (longest, shortest) = (u32::from(head[8]), u32::from(head[9]));
        let kinds = (longest - shortest + 1) as usize;
        let lowest: Vec<u16> = (0..kinds).map(|i| word(10 + 2 * i)).collect();
        let mut bases = vec![0u64; kinds];
        for i in (0..kinds - 1).rev() {
            bases[i] = (bases[i + 1] + u64::from(lowest[i]) - u64::from(lowest[i + 1])) / 2;
        }
        let tree = 12 + 2 * kinds;
        let halves = |symbol: u16| {
            let at = tree + 3 * usize::from(symbol);
            let [a, b, c] = [head[at], head[at + 1], head[at + 2]].map(u16::from);
            (a | (b & 15) << 8, b >> 4 | c << 4)
        };
        fn expand(symbol: u16, halves: &dyn Fn(u16) -> (u16, u16), out: &mut Vec<u8>) {
            match halves(symbol) {
                (value, 0xfff) => out.push(value as u8),
                (left, right) => [left, right].into_iter().for_each(|s| expand(s, halves, out)),
            }
        }
        let mut out = Vec::new();
        for (n, block) in packed.blocks.chunks(1 << head[1]).enumerate() {
            let count =
                usize::from(u16::from_le_bytes([packed.lengths[2 * n], packed.lengths[2 * n + 1]])) + 1;
            let (end, mut at) = (out.len() + count, 0);
            while out.len() < end {
                let (mut bits, mut length) = (0u64, 0);
                loop {
                    bits = bits << 1 | u64::from(block[at / 8] >> (7 - at % 8) & 1);
                    (at, length) = (at + 1, length + 1);
                    if length >= shortest && bits >= bases[(length - shortest) as usize] {
                        break;
                    }
                }
                let i = (length - shortest) as usize;
                expand(lowest[i] + (bits - bases[i]) as u16, &halves, &mut out);
            }
        }
        assert_eq!(out.len(), len);
        out
    }

    #[test]
    fn what_is_packed_comes_back() {
        let mut seed = 7u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u8
        };
        let runs: Vec<u8> = (0..9_000).flat_map(|_| vec![random() % 5; usize::from(random() % 90)]).collect();
        let noise: Vec<u8> = (0..70_000).map(|_| random()).collect();
        let rare: Vec<u8> = (0..300_000).map(|i| u8::from(i % 100_000 == 7)).collect();
        for values in [runs, noise, rare, vec![3, 1], vec![1; 9].into_iter().chain([2]).collect()] {
            let packed = pack(&values, 0, 5..=10);
            assert_eq!(unpack(&packed, values.len()), values);
        }
        assert_eq!(pack(&[4; 100], 1, 6..=6).head, [0x81, 4]);
    }
}
