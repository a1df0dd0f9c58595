//! How Syzygy files number positions: from a number to the squares of the men.
//!
//! The men stand in an order that each file chooses. Leading men (three different ones, the kings, or the pawns of one colour) are
//! numbered together, symmetries undone; then the pawns of the other colour, then groups of like men, each by the free squares
//! that are left. The numbers are a mixed-radix sum whose order the file chooses too.

use philidor_chess::shakmaty::{Color, Role};

/// Most men of a file that we write.
pub(super) const MOST: usize = 5;

/// A man: colour and kind.
pub(super) type Man = (Color, Role);

/// The triangle a1-d1-d4 in the order of the format: what is off the diagonal first.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The squares of the leading men for each of their numbers.
type Leads = Vec<[u8; 3]>;

/// The numbering of one part of a file.
#[derive(Debug)]
pub(super) struct Numbering {
    /// The men in the file's order.
    pub(super) men: Vec<Man>,
    /// How many men each group has; the leading ones first.
    lens: Vec<usize>,
    /// What one step of each group's number counts.
    factors: Vec<u64>,
    sizes: Vec<u64>,
    leads: Leads,
    /// The second group is of pawns.
    more_pawns: bool,
    /// How many numbers there are.
    pub(super) len: u64,
}

fn file(sq: u8) -> u8 {
    sq & 7
}

fn rank(sq: u8) -> u8 {
    sq >> 3
}

fn on_diagonal(sq: u8) -> bool {
    file(sq) == rank(sq)
}

fn below(sq: u8) -> bool {
    file(sq) > rank(sq)
}

pub(super) fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |r, i| if n > i { r * (n - i) / (i + 1) } else { 0 })
}

/// Men of which there is one only.
fn unique(men: &[Man]) -> usize {
    men.iter().filter(|m| men.iter().filter(|o| o == m).count() == 1).count()
}

/// How many men lead.
pub(super) fn leading(men: &[Man]) -> usize {
    match men[0].1 {
        Role::Pawn => men.iter().take_while(|m| **m == men[0]).count(),
        _ if unique(men) >= 3 => 3,
        _ => 2,
    }
}

impl Numbering {
    /// The numbering with men in an order, the leading group (and other pawns) at places in the sum; `file` of the leading pawn.
    pub(super) fn new(men: &[Man], order: [u8; 2], file: u8) -> Numbering {
        let lead = leading(men);
        let mut lens = vec![lead];
        lens.extend(men[lead..].chunk_by(|a, b| a == b).map(<[Man]>::len));
        let pawns = men[0].1 == Role::Pawn;
        let more_pawns = pawns && men.get(lead).is_some_and(|m| m.1 == Role::Pawn);
        let leads = match (pawns, lead) {
            (true, _) => lead_pawns(lead, file),
            (false, 3) => lead_three(),
            _ => lead_kings(),
        };
        let mut factors = vec![0; lens.len()];
        let mut sizes = vec![0; lens.len()];
        let mut free = 64 - lead - if more_pawns { lens[1] } else { 0 };
        let mut next = if more_pawns { 2 } else { 1 };
        let (mut len, mut k) = (1, 0);
        while next < lens.len() || k == order[0] || k == order[1] {
            let (group, size) = if k == order[0] {
                (0, leads.len() as u64)
            } else if k == order[1] {
                (1, binomial(48 - lead as u64, lens[1] as u64))
            } else {
                let size = binomial(free as u64, lens[next] as u64);
                free -= lens[next];
                next += 1;
                (next - 1, size)
            };
            (factors[group], sizes[group]) = (len, size);
            len *= size;
            k += 1;
        }
        Numbering { men: men.to_vec(), lens, factors, sizes, leads, more_pawns, len }
    }

    /// The squares of the men of a number, in the file's order.
    pub(super) fn squares(&self, number: u64) -> [u8; MOST] {
        let mut out = [0; MOST];
        let part = |group: usize| number / self.factors[group] % self.sizes[group];
        let lead = self.lens[0];
        out[..lead].copy_from_slice(&self.leads[part(0) as usize][..lead]);
        let mut taken = out[..lead].iter().fold(0u64, |set, sq| set | 1 << sq);
        let mut at = lead;
        for (group, &len) in self.lens.iter().enumerate().skip(1) {
            let mut left = part(group);
            let free = match self.more_pawns && group == 1 {
                true => !taken & 0x00ff_ffff_ffff_ff00,
                false => !taken,
            };
            // Places among the free squares, the highest first; places do not move, as the group's own men do not count.
            for i in (0..len).rev() {
                let place = if i == 0 { left } else { highest(left, i as u64 + 1) };
                left -= binomial(place, i as u64 + 1);
                out[at + i] = nth(free, place);
            }
            taken |= out[at..at + len].iter().fold(0, |set, sq| set | 1 << sq);
            at += len;
        }
        out
    }
}

/// The largest n with so many ways to choose k of n at most.
fn highest(ways: u64, k: u64) -> u64 {
    let mut n = k - 1;
    while binomial(n + 1, k) <= ways {
        n += 1;
    }
    n
}

/// The square with a place in a set.
fn nth(mut set: u64, place: u64) -> u8 {
    for _ in 0..place {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

/// Kings that do not stand side by side, the first in the triangle.
fn lead_kings() -> Leads {
    let apart = |a: u8, b: u8| file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b))) > 1;
    let mut out = Vec::with_capacity(462);
    for first in TRIANGLE {
        let fits = |sq: &u8| apart(first, *sq) && (!on_diagonal(first) || below(*sq));
        out.extend((0..64).filter(fits).map(|sq| [first, sq, 0]));
    }
    for first in &TRIANGLE[6..] {
        out.extend((0..64).filter(|&sq| on_diagonal(sq) && apart(*first, sq)).map(|sq| [*first, sq, 0]));
    }
    out
}

/// Three different men, the first that is not on the diagonal below it.
fn lead_three() -> Leads {
    let mut out = vec![[64; 3]; 31_332];
    let lower: Vec<u8> = (0..64).filter(|&sq| below(sq)).collect();
    let lower_place = |sq: u8| lower.iter().position(|&l| l == sq).unwrap_or(0) as u64;
    let after = |sq: u8, other: u8| u64::from(sq > other);
    let whole = 63 * 62;
    for (place, &a) in TRIANGLE.iter().enumerate() {
        for b in (0..64).filter(|&b| b != a) {
            for c in (0..64).filter(|&c| c != a && c != b) {
                let rest = u64::from(c) - after(c, a) - after(c, b);
                let number = if !on_diagonal(a) {
                    place as u64 * whole + (u64::from(b) - after(b, a)) * 62 + rest
                } else if !on_diagonal(b) {
                    if !below(b) {
                        continue;
                    }
                    6 * whole + u64::from(rank(a)) * 28 * 62 + lower_place(b) * 62 + rest
                } else if !on_diagonal(c) {
                    if !below(c) {
                        continue;
                    }
                    let second = u64::from(rank(b)) - after(b, a);
                    6 * whole + 4 * 28 * 62 + u64::from(rank(a)) * 7 * 28 + second * 28 + lower_place(c)
                } else {
                    let second = u64::from(rank(b)) - after(b, a);
                    let third = u64::from(rank(c)) - after(c, a) - after(c, b);
                    6 * whole + 4 * 28 * 62 + 4 * 7 * 28 + u64::from(rank(a)) * 7 * 6 + second * 6 + third
                };
                out[number as usize] = [a, b, c];
            }
        }
    }
    out
}

/// Places of squares for pawns, the a- and h-file first: 47 down to 0.
fn pawn_places() -> [u64; 64] {
    let (mut places, mut left) = ([0; 64], 48);
    for file in 0..4u8 {
        for rank in 1..7u8 {
            let sq = usize::from(rank * 8 + file);
            (places[sq], places[sq ^ 7]) = (left - 1, left - 2);
            left -= 2;
        }
    }
    places
}

/// Pawns of one colour: the one with the highest place on the file, the others with lower places.
fn lead_pawns(count: usize, file: u8) -> Leads {
    let places = pawn_places();
    let mut out = Vec::new();
    let mut by_place: Vec<u8> = (8..56).collect();
    by_place.sort_unstable_by_key(|&sq| places[usize::from(sq)]);
    for rank in 1..7u8 {
        let first = rank * 8 + file;
        let base = out.len();
        let others = &by_place[..places[usize::from(first)] as usize];
        match count {
            1 => out.push([first, 0, 0]),
            2 => out.extend(others.iter().map(|&sq| [first, sq, 0])),
            _ => {
                for (j, &c) in others.iter().enumerate() {
                    out.extend(others[..j].iter().map(|&b| [first, b, c]));
                }
            }
        }
        debug_assert_eq!((out.len() - base) as u64, binomial(places[usize::from(first)], count as u64 - 1));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leading_number_has_squares() {
        assert_eq!(lead_kings().len(), 462);
        assert!(lead_three().iter().all(|men| men[0] < 64));
        let pawns: Vec<usize> = (0..4).map(|f| lead_pawns(2, f).len()).collect();
        assert_eq!(pawns, [252, 180, 108, 36]);
    }

    #[test]
    fn numbers_stand_for_different_squares() {
        use std::collections::HashSet;
        let man =
            |c: char| (Color::from_white(c.is_uppercase()), Role::from_char(c.to_ascii_lowercase()).unwrap());
        for (men, order, size) in [("KkBB", [0, 15], 462 * 1891), ("PpKk", [1, 0], 6 * 47 * 62 * 61)] {
            let men: Vec<Man> = men.chars().map(man).collect();
            let numbering = Numbering::new(&men, order, 0);
            assert_eq!(numbering.len, size);
            let seen: HashSet<[u8; MOST]> = (0..size).map(|n| numbering.squares(n)).collect();
            assert_eq!(seen.len() as u64, size);
        }
    }
}
