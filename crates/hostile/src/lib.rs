//! Everything that reads what strangers hand over, as functions from bytes: no input may make one panic, hang or eat the memory.
//!
//! The same targets run three ways: a few hundred seeded inputs each in the tests, any number of minutes with
//! `cargo run --release -p philidor-hostile -- MINUTES`, and under libFuzzer from `fuzz/`.
//!
//! ```
//! let target = philidor_hostile::TARGETS.iter().find(|t| t.name == "fen").expect("a target");
//! (target.run)(b"8/8/8/8/8/8/8/8 w - - 0 1");
//! ```

mod seeds;
mod targets;

use philidor_stats::Rng;

pub use self::{
    seeds::Seeds,
    targets::{TARGETS, Target},
};

/// The longest input: more tells nothing new, and what is longer than allowed has tests of its own.
const LONGEST: usize = 64 << 10;

/// Runs a target by name.
///
/// # Panics
///
/// If there is no such target, and if it finds a fault.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target of that name");
    (target.run)(bytes);
}

/// A damaged copy of one of the seeds, the same for the same generator.
pub fn damaged(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = seeds.get(rng.below(seeds.len().max(1))).cloned().unwrap_or_default();
    for _ in 0..=rng.below(6) {
        damage(&mut bytes, seeds, rng);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn damage(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    let length = bytes.len();
    let at = rng.below(length + 1);
    let end = (at + 1 + rng.below(40)).min(length);
    match rng.below(9) {
        // A bit, a byte, a number at its limit.
        0 if length > 0 => bytes[at.min(length - 1)] ^= 1 << rng.below(8),
        1 if length > 0 => bytes[at.min(length - 1)] = rng.bits() as u8,
        2 => {
            let numbers = ["0", "-1", "65536", "4294967296", "99999999999999999999", "1e999", "NaN"];
            bytes.splice(at..at, numbers[rng.below(numbers.len())].bytes());
        }
        // Something goes, comes twice, or comes very often.
        3 => drop(bytes.drain(at..end)),
        4 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        5 => {
            let copy = bytes[at..end].repeat(1 + rng.below(300));
            bytes.splice(at..at, copy);
        }
        6 => bytes.truncate(at),
        // A piece of another seed.
        7 => {
            let other = &seeds[rng.below(seeds.len())];
            let from = rng.below(other.len() + 1);
            let piece = other[from..(from + rng.below(200)).min(other.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        _ => {
            let signs = ["(", "{", "[", "\"", "\u{0}", "\u{feff}", "♔", "\r\n", "not ", "1 + ", "{ [ "];
            bytes.splice(at..at, signs[rng.below(signs.len())].repeat(1 + rng.below(400)).bytes());
        }
    }
}
