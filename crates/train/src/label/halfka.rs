//! Stockfish's own net as a judge: its file, as Stockfish 15 writes it by `export_net FILE`, read and run here.
//!
//! Asking the program by its command `eval` judges each position thirty times over and writes pages; the same arithmetic here is many times as fast. The file is 11 kinds of men by 64 squares by 32 places of the own king, seen by both sides
//! (HalfKAv2_hm), 1,024 sums for each, multiplied in pairs, and three small layers for each of eight ranges of men. Positions of one search
//! have most men in common, so sums are kept for each side and each square of its king, and only what changed is added or taken away.

use philidor_chess::shakmaty::{Board, Chess, Color, Position, Role};
use philidor_know::squares::bits;

use super::{Judge, LabelError};

const SUMS: usize = 1024;
const PLACES: usize = 32 * 11 * 64;
const RANGES: usize = 8;
const FIRST: usize = 16;
const SECOND: usize = 32;
const VERSION: u32 = 0x7AF3_2F20;
/// Bits after the point in the weights of the small layers.
const WEIGHT_BITS: u32 = 6;
/// The output is this many times the program's inner unit.
const OUTPUT_SCALE: i32 = 16;
/// Inner units of a pawn (of 100 centipawns) in Stockfish 15.1.
const PAWN: i32 = 361;

/// The small layers for one range of men.
struct Layers {
    first_bias: Vec<i32>,
    /// Eight-bit numbers, kept wide: their products are then summed in pairs.
    first: Vec<i16>,
    second_bias: Vec<i32>,
    second: Vec<i8>,
    third_bias: i32,
    third: Vec<i8>,
}

/// The net.
pub struct HalfKa {
    bias: Vec<i16>,
    weights: Vec<i16>,
    by_range: Vec<[i32; RANGES]>,
    layers: Vec<Layers>,
}

/// Reads numbers from bytes.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], LabelError> {
        let (some, rest) = self.0.split_at_checked(count).ok_or_else(|| unfit("it ends too soon"))?;
        self.0 = rest;
        Ok(some)
    }

    fn word(&mut self) -> Result<u32, LabelError> {
        Ok(self.take(4)?.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).sum())
    }

    fn shorts(&mut self, count: usize) -> Result<Vec<i16>, LabelError> {
        Ok(self.take(2 * count)?.as_chunks().0.iter().map(|b| i16::from_le_bytes(*b)).collect())
    }

    fn longs(&mut self, count: usize) -> Result<Vec<i32>, LabelError> {
        Ok(self.take(4 * count)?.as_chunks().0.iter().map(|b| i32::from_le_bytes(*b)).collect())
    }

    fn small(&mut self, count: usize) -> Result<Vec<i8>, LabelError> {
        Ok(self.take(count)?.iter().map(|&b| b as i8).collect())
    }
}

fn unfit(why: &str) -> LabelError {
    LabelError::Teacher(format!(
        "this is no net of Stockfish 15 ({why}); `export_net FILE`, typed to that program, writes it"
    ))
}

impl HalfKa {
    /// Reads a file's bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<HalfKa, LabelError> {
        let mut bytes = Bytes(bytes);
        if bytes.word()? != VERSION {
            return Err(unfit("another version"));
        }
        bytes.word()?;
        let words = bytes.word()? as usize;
        bytes.take(words)?;
        bytes.word()?;
        let bias = bytes.shorts(SUMS)?;
        let weights = bytes.shorts(PLACES * SUMS)?;
        let by_range = bytes.longs(PLACES * RANGES)?.as_chunks().0.to_vec();
        let mut layers = Vec::new();
        for _ in 0..RANGES {
            bytes.word()?;
            layers.push(Layers {
                first_bias: bytes.longs(FIRST)?,
                first: bytes.small(FIRST * SUMS)?.into_iter().map(i16::from).collect(),
                second_bias: bytes.longs(SECOND)?,
                second: bytes.small(SECOND * SECOND)?,
                third_bias: bytes.longs(1)?[0],
                third: bytes.small(SECOND)?,
            });
        }
        if !bytes.0.is_empty() {
            return Err(unfit("it goes on after its end"));
        }
        Ok(HalfKa { bias, weights, by_range, layers })
    }

    /// A judge with an empty memory.
    pub fn judge(&self) -> HalfKaJudge<'_> {
        HalfKaJudge { net: self, kept: (0..2 * 64).map(|_| None).collect() }
    }

    #[inline]
    fn row(&self, place: usize) -> &[i16; SUMS] {
        &self.weights.as_chunks::<SUMS>().0[place]
    }
}

/// Squares by kind of man: for each of the six kinds White's, then Black's.
type Sets = [u64; 12];

fn sets(board: &Board) -> Sets {
    let mut sets = [0; 12];
    for (kind, role) in Role::ALL.into_iter().enumerate() {
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            sets[2 * kind + side] = u64::from(board.by_role(role) & board.by_color(color));
        }
    }
    sets
}

/// Sums of one side with its king on one square, and the men they belong to.
struct Kept {
    sets: Sets,
    sums: [i16; SUMS],
    material: [i32; RANGES],
}

/// Judges with the net.
pub struct HalfKaJudge<'n> {
    net: &'n HalfKa,
    /// By side, then by the square of its king.
    kept: Vec<Option<Box<Kept>>>,
}

impl HalfKaJudge<'_> {
    /// Brings one side's sums up to date.
    fn refresh(&mut self, board: &Board, now: &Sets, side: Color) -> &Kept {
        let net = self.net;
        let eyes = Eyes::new(board, side);
        let kept = self.kept[64 * usize::from(side.is_black()) + eyes.king].get_or_insert_with(|| {
            let mut sums = [0; SUMS];
            sums.copy_from_slice(&net.bias);
            Box::new(Kept { sets: [0; 12], sums, material: [0; RANGES] })
        });
        for (kind, (now, then)) in now.iter().zip(kept.sets).enumerate() {
            for square in bits(now & !then) {
                let place = eyes.place(kind, square);
                kept.sums.iter_mut().zip(net.row(place)).for_each(|(sum, w)| *sum = sum.wrapping_add(*w));
                kept.material.iter_mut().zip(net.by_range[place]).for_each(|(sum, w)| *sum += w);
            }
            for square in bits(then & !now) {
                let place = eyes.place(kind, square);
                kept.sums.iter_mut().zip(net.row(place)).for_each(|(sum, w)| *sum = sum.wrapping_sub(*w));
                kept.material.iter_mut().zip(net.by_range[place]).for_each(|(sum, w)| *sum -= w);
            }
        }
        kept.sets = *now;
        kept
    }
}

impl Judge for HalfKaJudge<'_> {
    fn begin(&mut self) {}

    fn judge(&mut self, pos: &Chess) -> i32 {
        let board = pos.board();
        let range = (board.occupied().count() - 1) / 4;
        let now = sets(board);
        let mut seen = [0_i16; SUMS];
        let mut material = [0_i32; 2];
        for (half, side) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
            let kept = self.refresh(board, &now, side);
            material[half] = kept.material[range];
            let (low, high) = kept.sums.split_at(SUMS / 2);
            for (out, (a, b)) in seen[half * SUMS / 2..].iter_mut().zip(low.iter().zip(high)) {
                *out = (a.clamp(&0, &127) * b.clamp(&0, &127)) >> 7;
            }
        }
        let inner = ((material[0] - material[1]) / 2 + self.net.layers[range].run(&seen)) / OUTPUT_SCALE;
        100 * inner / PAWN
    }
}

impl Layers {
    fn run(&self, seen: &[i16; SUMS]) -> i32 {
        let wide =
            |row: &[i16]| -> i32 { row.iter().zip(seen).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum() };
        let dot = |row: &[i8], input: &[u8]| -> i32 {
            row.iter().zip(input).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum()
        };
        let cut = |x: i32| (x >> WEIGHT_BITS).clamp(0, 127) as u8;
        let squared =
            |x: i32| (((i64::from(x) * i64::from(x)) >> (2 * WEIGHT_BITS)) / 128).clamp(0, 127) as u8;
        let first: Vec<i32> =
            self.first.chunks_exact(SUMS).zip(&self.first_bias).map(|(row, bias)| bias + wide(row)).collect();
        let mut input = [0_u8; SECOND];
        for (i, &x) in first[..FIRST - 1].iter().enumerate() {
            (input[i], input[FIRST - 1 + i]) = (squared(x), cut(x));
        }
        let second: Vec<u8> = self
            .second
            .chunks_exact(SECOND)
            .zip(&self.second_bias)
            .map(|(row, bias)| cut(bias + dot(row, &input)))
            .collect();
        let straight = first[FIRST - 1] * (600 * OUTPUT_SCALE) / (127 << WEIGHT_BITS);
        self.third_bias + dot(&self.third, &second) + straight
    }
}

/// How a side sees the board.
struct Eyes {
    side: Color,
    /// The square of its king, from its own first rank.
    king: usize,
    /// Where the places for this king begin.
    base: usize,
    /// Bits of a square's number that are turned.
    turned: usize,
}

impl Eyes {
    fn new(board: &Board, side: Color) -> Eyes {
        let ranks = if side.is_black() { 56 } else { 0 };
        let king = board.king_of(side).map_or(0, |king| king as usize) ^ ranks;
        let (file, rank) = (king & 7, king >> 3);
        let turned = ranks | if file < 4 { 7 } else { 0 };
        let bucket = 4 * (7 - rank) + file.min(7 - file);
        Eyes { side, king, base: bucket * 11 * 64, turned }
    }

    /// The place of a man of one of the [`Sets`].
    #[inline]
    fn place(&self, kind: usize, square: usize) -> usize {
        const KINGS: usize = 10;
        let kind = if kind >= KINGS { KINGS } else { kind ^ usize::from(self.side.is_black()) };
        self.base + 64 * kind + (square ^ self.turned)
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::parse_fen;

    use super::*;

    /// A file of zeros but for what the caller puts in: position of the first byte after the header, and the bytes.
    fn file(put: &[(usize, &[u8])]) -> Vec<u8> {
        let layers = 4 + 4 * FIRST + FIRST * SUMS + 4 * SECOND + SECOND * SECOND + 4 + SECOND;
        let body = 4 + 2 * SUMS + 2 * PLACES * SUMS + 4 * PLACES * RANGES + RANGES * layers;
        let mut bytes = VERSION.to_le_bytes().to_vec();
        bytes.extend([0, 0, 0, 0, 1, 0, 0, 0, b'x']);
        let header = bytes.len();
        bytes.resize(header + body, 0);
        for (at, some) in put {
            bytes[header + at..][..some.len()].copy_from_slice(some);
        }
        bytes
    }

    #[test]
    fn its_parts_are_read_from_their_places() {
        let pos = parse_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").unwrap();
        assert_eq!(HalfKa::from_bytes(&file(&[])).unwrap().judge().judge(&pos), 0);
        // Our king on e1 is in place 31, our pawn is kind 0, on a2: worth two pawns to us, in the range of few men.
        let by_range = 4 + 2 * SUMS + 2 * PLACES * SUMS;
        let place = 31 * 11 * 64 + 8;
        let worth = (2 * 2 * OUTPUT_SCALE * PAWN).to_le_bytes();
        let net = HalfKa::from_bytes(&file(&[(by_range + 4 * RANGES * place, &worth)])).unwrap();
        assert_eq!(net.judge().judge(&pos), 200);
        // The other side sees it with the opposite sign, and from its own side of the board.
        assert_eq!(net.judge().judge(&parse_fen("4k3/8/8/8/8/8/P7/4K3 b - - 0 1").unwrap()), -200);
        assert_eq!(net.judge().judge(&parse_fen("4k3/p7/8/8/8/8/8/4K3 b - - 0 1").unwrap()), 200);
        // A bias of the last layer counts for whoever is to move.
        let last =
            by_range + 4 * PLACES * RANGES + 4 + 4 * FIRST + FIRST * SUMS + 4 * SECOND + SECOND * SECOND;
        let one = (OUTPUT_SCALE * PAWN).to_le_bytes();
        assert_eq!(HalfKa::from_bytes(&file(&[(last, &one)])).unwrap().judge().judge(&pos), 100);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(HalfKa::from_bytes(b"no net").is_err());
        let mut long = file(&[]);
        long.push(0);
        let Err(error) = HalfKa::from_bytes(&long) else { panic!("too long") };
        assert!(error.to_string().contains("export_net"), "{error}");
    }
}
