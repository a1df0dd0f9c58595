//! An arithmetic coder for choices with integer weights (Witten, Neal and Cleary, 1987).

const HALF: u32 = 1 << 31;
const QUARTER: u32 = 1 << 30;

/// Turns choices into bits.
#[derive(Debug)]
pub(super) struct Writer {
    low: u32,
    high: u32,
    pending: usize,
    bits: Vec<bool>,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer { low: 0, high: u32::MAX, pending: 0, bits: Vec::new() }
    }
}

/// The part of an interval that a choice gets.
fn narrow(low: u32, high: u32, below: u32, above: u32, sum: u32) -> (u32, u32) {
    let span = u64::from(high - low) + 1;
    let part = |n: u32| (span * u64::from(n) / u64::from(sum)) as u32;
    let top = u64::from(low) + span * u64::from(above) / u64::from(sum) - 1;
    (low + part(below), top as u32)
}

impl Writer {
    pub(super) fn put(&mut self, weights: &[u32], choice: usize) {
        let below: u32 = weights[..choice].iter().sum();
        let sum: u32 = weights.iter().sum();
        assert!(weights[choice] > 0, "a choice that is possible");
        (self.low, self.high) = narrow(self.low, self.high, below, below + weights[choice], sum);
        loop {
            if self.high < HALF {
                self.emit(false);
            } else if self.low >= HALF {
                self.emit(true);
                self.low -= HALF;
                self.high -= HALF;
            } else if self.low >= QUARTER && self.high < 3 * QUARTER {
                self.pending += 1;
                self.low -= QUARTER;
                self.high -= QUARTER;
            } else {
                break;
            }
            self.low <<= 1;
            self.high = self.high << 1 | 1;
        }
    }

    fn emit(&mut self, bit: bool) {
        self.bits.push(bit);
        self.bits.extend(std::iter::repeat_n(!bit, self.pending));
        self.pending = 0;
    }

    /// The bytes and how many bits of them count. The reader takes what follows as zeros, so zeros at the end are
    /// dropped.
    pub(super) fn finish(mut self) -> (Vec<u8>, usize) {
        // Any number in the interval will do: the one with fewest ones at the end.
        if self.low > 0 || self.pending > 0 {
            self.emit(true);
        }
        while self.bits.last() == Some(&false) {
            self.bits.pop();
        }
        let count = self.bits.len();
        let byte =
            |bits: &[bool]| bits.iter().enumerate().fold(0, |b, (i, &bit)| b | u8::from(bit) << (7 - i));
        (self.bits.chunks(8).map(byte).collect(), count)
    }
}

/// Turns bits back into choices. Beyond the end it reads zeros.
#[derive(Debug)]
pub(super) struct Reader<'b> {
    bytes: &'b [u8],
    next: usize,
    low: u32,
    high: u32,
    value: u32,
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Reader<'b> {
        let mut reader = Reader { bytes, next: 0, low: 0, high: u32::MAX, value: 0 };
        for _ in 0..32 {
            reader.value = reader.value << 1 | reader.bit();
        }
        reader
    }

    fn bit(&mut self) -> u32 {
        let byte = self.bytes.get(self.next / 8).copied().unwrap_or(0);
        let bit = byte >> (7 - self.next % 8) & 1;
        self.next += 1;
        u32::from(bit)
    }

    pub(super) fn get(&mut self, weights: &[u32]) -> usize {
        let sum: u32 = weights.iter().sum();
        let span = u64::from(self.high - self.low) + 1;
        let at = ((u64::from(self.value - self.low) + 1) * u64::from(sum) - 1) / span;
        let mut below = 0;
        let mut choice = 0;
        while u64::from(below + weights[choice]) <= at {
            below += weights[choice];
            choice += 1;
        }
        (self.low, self.high) = narrow(self.low, self.high, below, below + weights[choice], sum);
        loop {
            let off = if self.high < HALF {
                0
            } else if self.low >= HALF {
                HALF
            } else if self.low >= QUARTER && self.high < 3 * QUARTER {
                QUARTER
            } else {
                return choice;
            };
            self.low = (self.low - off) << 1;
            self.high = (self.high - off) << 1 | 1;
            self.value = (self.value - off) << 1 | self.bit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_stats::Rng;

    #[test]
    fn choices_come_back_and_cost_what_they_should() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let choices: Vec<(Vec<u32>, usize)> = (0..rng.below(300))
                .map(|_| {
                    let weights: Vec<u32> =
                        (0..1 + rng.below(20)).map(|_| 1 + rng.below(50) as u32).collect();
                    let choice = rng.below(weights.len());
                    (weights, choice)
                })
                .collect();
            let mut writer = Writer::default();
            let mut ideal = 0.0;
            for (weights, choice) in &choices {
                writer.put(weights, *choice);
                ideal += (f64::from(weights.iter().sum::<u32>()) / f64::from(weights[*choice])).log2();
            }
            let (bytes, bits) = writer.finish();
            assert!(bits as f64 <= ideal + 2.0, "{bits} bits for {ideal}");
            let mut reader = Reader::new(&bytes);
            for (weights, choice) in &choices {
                assert_eq!(reader.get(weights), *choice, "seed {seed}");
            }
        }
    }
}
