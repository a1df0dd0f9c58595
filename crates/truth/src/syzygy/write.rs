//! Our tables as Syzygy files (`.rtbw` results under the fifty-move rule, `.rtbz` distances to zeroing), for programs that read those.
//!
//! What a reader finds out by looking at captures and pawn moves itself may be anything in the file, whatever packs best. Files end
//! with sixteen zero bytes where others have a checksum, which readers do not look at.

use std::{
    collections::HashMap,
    fs, io,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Role},
};
use philidor_files::Scratch;
use rayon::prelude::*;

use super::{
    numbering::{Man, Numbering, leading},
    pairs::{Packed, pack},
};
use crate::{
    file::FileError,
    layout::Squares,
    solve::{
        Man as TableMan, Stopped,
        board::{bit, king_attacks, man_attacks},
        side,
    },
    table::Table,
    tables::Tables,
    value::{Depth, FIFTY_MOVES, FiftyMove},
};

const RESULTS: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const DISTANCES: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];
/// Blocks have so many bytes, as a power of two. Results are asked for often: theirs are small.
const RESULT_BLOCKS: RangeInclusive<u8> = 5..=6;
const DISTANCE_BLOCKS: RangeInclusive<u8> = 5..=10;
/// Flags of a part of distances.
const MAPPED: u8 = 2;
const WIN_PLIES: u8 = 4;
const LOSS_PLIES: u8 = 8;

/// Why files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A table that captures lead to is missing.
    #[error("the table of {0} is not built: `philidor tables build {0}` makes it")]
    Missing(Material),
    /// A table cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system said no.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The user had enough.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A file that was written.
#[derive(Debug, Clone)]
pub struct Written {
    /// Where.
    pub path: PathBuf,
    /// How large.
    pub bytes: u64,
}

/// The name of a material's files without ending, such as `KQvKR`.
fn stem(material: Material) -> String {
    let name = material.to_string();
    let second = name.rfind('K').unwrap_or(0);
    format!("{}v{}", &name[..second], &name[second..])
}

/// Writes both files of an endgame into a directory, each all or nothing; `tell` hears of parts finished, and of how many.
pub fn write(
    tables: &Tables,
    material: Material,
    dir: &Path,
    stop: &AtomicBool,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<[Written; 2], WriteError> {
    let material = material.canonical();
    let mut known = HashMap::new();
    for m in Tables::closure(&[material]) {
        let table = tables.table(m)?.ok_or(WriteError::Missing(m))?;
        known.insert(m, table.clone());
        known.insert(m.flipped(), table);
    }
    let table = known.get(&material).ok_or(WriteError::Missing(material))?.clone();
    let source = Source { table, known };
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| WriteError::Io { path, source }
    };
    fs::create_dir_all(dir).map_err(io(dir))?;
    let mut out = Vec::with_capacity(2);
    for (distances, ending) in [(false, "rtbw"), (true, "rtbz")] {
        let bytes =
            source.file(distances, stop, &|done, of| tell(done + usize::from(distances) * of, 2 * of))?;
        let path = dir.join(format!("{}.{ending}", stem(material)));
        let written = || {
            let scratch = Scratch::new(&path)?;
            io::Write::write_all(&mut scratch.file(), &bytes)?;
            scratch.finish()
        };
        written().map_err(io(&path))?;
        out.push(Written { bytes: bytes.len() as u64, path });
    }
    let second = out.pop().expect("two files");
    Ok([out.pop().expect("two files"), second])
}

/// A part of a file: its numbering and packing for each side to move that it has.
struct Part {
    sides: Vec<(Numbering, [u8; 2], Packed)>,
    /// Distances by their numbers, for wins, losses, cursed wins and blessed losses.
    map: Option<[Vec<u8>; 4]>,
}

/// Where the men stand.
#[derive(Clone, Copy)]
struct Placed {
    kings: [u8; 2],
    men: [TableMan; 3],
    count: usize,
}

/// A number stands for nothing that matters, for a value (the low byte), or for anything up to a value.
const FREE: u16 = u16::MAX;
const UP_TO: u16 = 1 << 12;

struct Source {
    table: Arc<Table>,
    known: HashMap<Material, Arc<Table>>,
}

impl Source {
    fn file(
        &self,
        distances: bool,
        stop: &AtomicBool,
        tell: &dyn Fn(usize, usize),
    ) -> Result<Vec<u8>, WriteError> {
        let material = self.table.material();
        let symmetric = material == material.flipped();
        let files: u8 = if material.has_pawns() { 4 } else { 1 };
        let colors = if symmetric { vec![Color::White] } else { vec![Color::White, Color::Black] };
        let of = usize::from(files) * colors.len();
        let mut parts = Vec::new();
        for file in 0..files {
            let mut made = Vec::new();
            for &to_move in &colors {
                if stop.load(Ordering::Relaxed) {
                    return Err(Stopped.into());
                }
                made.push(self.part(file, to_move, distances));
                tell(usize::from(file) * colors.len() + made.len(), of);
            }
            parts.push(match distances {
                // Distances are kept for one side to move: what is smaller.
                true => made.into_iter().min_by_key(|p| p.sides[0].2.size()).expect("a side to move"),
                false => Part { sides: made.into_iter().flat_map(|p| p.sides).collect(), map: None },
            });
        }
        Ok(assemble(material, symmetric, distances, parts))
    }

    fn part(&self, file: u8, to_move: Color, distances: bool) -> Part {
        let (order, numbering) = self.numbering(file, to_move, distances);
        let look = Look::new(self, &numbering, to_move, distances);
        let mut codes = vec![FREE; numbering.len as usize];
        codes.par_chunks_mut(1 << 14).enumerate().for_each(|(chunk, out)| {
            for (i, code) in out.iter_mut().enumerate() {
                *code = look.code((chunk << 14 | i) as u64);
            }
        });
        let stm = u8::from(distances && to_move.is_black());
        let (flags, map) = if distances { number_distances(&mut codes) } else { (0, None) };
        let values = settle(&codes);
        drop(codes);
        let packed = pack(&values, flags | stm, if distances { DISTANCE_BLOCKS } else { RESULT_BLOCKS });
        Part { sides: vec![(numbering, order, packed)], map }
    }

    /// The numbering under which a sample of values changes least often from one to the next.
    fn numbering(&self, file: u8, to_move: Color, distances: bool) -> ([u8; 2], Numbering) {
        let best = candidates(self.table.material()).into_iter().enumerate().map(|(i, (men, order))| {
            let numbering = Numbering::new(&men, order, file);
            let look = Look::new(self, &numbering, to_move, distances);
            let runs: usize = (0..SAMPLES)
                .into_par_iter()
                .map(|n| {
                    let start = n * (numbering.len.saturating_sub(SAMPLE) / SAMPLES);
                    let codes: Vec<u16> =
                        (start..numbering.len.min(start + SAMPLE)).map(|n| look.code(n)).collect();
                    settle(&codes).windows(2).filter(|w| w[0] != w[1]).count()
                })
                .sum();
            (runs, i, order, numbering)
        });
        let (_, _, order, numbering) =
            best.min_by_key(|b| (b.0, b.1)).expect("at least one order of the men");
        (order, numbering)
    }
}

/// Places in a numbering that are looked at before one is chosen, and how many numbers at each.
const SAMPLES: u64 = 32;
const SAMPLE: u64 = 512;

/// All orders of the men, and of the groups in the sum, that the format knows.
fn candidates(material: Material) -> Vec<(Vec<Man>, [u8; 2])> {
    let men = |color: Color| {
        let others = material.pieces(color).map(move |p| (color, p.role()));
        std::iter::once((color, Role::King)).chain(others)
    };
    let (pawns, pieces): (Vec<Man>, Vec<Man>) =
        men(Color::White).chain(men(Color::Black)).partition(|m| m.1 == Role::Pawn);
    // Of two sides with pawns the one that has fewer leads.
    let count = |color: Color| pawns.iter().filter(|m| m.0 == color).count();
    let lead = match (count(Color::White), count(Color::Black)) {
        (white, black) if black > 0 && (white == 0 || black < white) => Color::Black,
        _ => Color::White,
    };
    let mut first: Vec<Man> = pawns.iter().copied().filter(|m| m.0 == lead).collect();
    first.extend(pawns.iter().copied().filter(|m| m.0 != lead));
    let both = count(Color::White) > 0 && count(Color::Black) > 0;
    let mut out = Vec::new();
    let mut seen: Vec<Vec<Man>> = Vec::new();
    each_order(pieces.len(), &mut |order| {
        let all: Vec<Man> = first.iter().copied().chain(order.iter().map(|&i| pieces[i])).collect();
        let lead = leading(&all);
        let alone = |m: &Man| all.iter().filter(|o| *o == m).count() == 1;
        let fits = match (first.is_empty(), lead) {
            (false, _) => true,
            (true, 3) => all[..3].iter().all(alone),
            (true, _) => all[..2].iter().all(|m| m.1 == Role::King),
        };
        // Like men stand side by side.
        let chunks = all.chunk_by(|a, b| a == b).count();
        let kinds = all.iter().enumerate().filter(|(i, m)| !all[..*i].contains(m)).count();
        if !fits || chunks != kinds || seen.contains(&all) {
            return;
        }
        seen.push(all.clone());
        let groups = 1 + all[lead..].chunk_by(|a, b| a == b).count() as u8;
        for a in 0..groups {
            if !both {
                out.push((all.clone(), [a, 15]));
                continue;
            }
            out.extend((0..groups).filter(|b| *b != a).map(|b| (all.clone(), [a, b])));
        }
    });
    out
}

/// All orders of so many things.
fn each_order(n: usize, each: &mut impl FnMut(&[usize])) {
    fn go(left: &mut Vec<usize>, order: &mut Vec<usize>, each: &mut impl FnMut(&[usize])) {
        if left.is_empty() {
            each(order);
        }
        for i in 0..left.len() {
            order.push(left.remove(i));
            go(left, order, each);
            let last = order.pop().expect("just pushed");
            left.insert(i, last);
        }
    }
    go(&mut (0..n).collect(), &mut Vec::new(), each);
}

/// Where a man of the file's order belongs.
#[derive(Clone, Copy)]
enum Slot {
    King(usize),
    Man(usize),
}

/// Reads values by number.
struct Look<'s> {
    source: &'s Source,
    numbering: &'s Numbering,
    to_move: Color,
    distances: bool,
    slots: Vec<Slot>,
    blank: Placed,
}

impl<'s> Look<'s> {
    fn new(source: &'s Source, numbering: &'s Numbering, to_move: Color, distances: bool) -> Look<'s> {
        // Men in the layout's order: pieces, then pawns.
        let layout = source.table.layout();
        let pawns = layout.pawns.iter().map(|&color| (color, Piece::Pawn));
        let all: Vec<(Color, Piece)> = layout.pieces.iter().copied().chain(pawns).collect();
        let mut used = vec![false; all.len()];
        let slots = numbering.men.iter().map(|&(color, role)| match Piece::from_role(role) {
            None => Slot::King(side(color)),
            Some(piece) => {
                let free = (0..all.len()).find(|&i| !used[i] && all[i] == (color, piece));
                let slot = free.expect("the men of the table");
                used[slot] = true;
                Slot::Man(slot)
            }
        });
        let slots = slots.collect();
        let mut men = [(Color::White, Piece::Pawn, 0); 3];
        men.iter_mut().zip(&all).for_each(|(man, &(color, piece))| *man = (color, piece, 0));
        let blank = Placed { kings: [0; 2], men, count: all.len() };
        Look { source, numbering, to_move, distances, slots, blank }
    }

    /// A value, anything up to it, or nothing that matters; of distances their class and number (see [`distance`]).
    fn code(&self, number: u64) -> u16 {
        let squares = self.numbering.squares(number);
        let mut placed = self.blank;
        for (slot, &sq) in self.slots.iter().zip(&squares) {
            match *slot {
                Slot::King(side) => placed.kings[side] = sq,
                Slot::Man(i) => placed.men[i].2 = sq,
            }
        }
        if !placed.is_legal(self.to_move) {
            return FREE;
        }
        let layout = self.source.table.layout();
        let (mut pieces, mut pawns): (Squares, Squares) = ([0; 3], [0; 3]);
        let n = layout.pieces.len();
        for (i, man) in placed.men[..placed.count].iter().enumerate() {
            *if i < n { &mut pieces[i] } else { &mut pawns[i - n] } = man.2;
        }
        let index = layout.place(placed.kings[0], pieces, pawns).index(placed.kings[1]);
        let value = self.source.table.value(self.to_move, index);
        let result = value.fifty_move(0);
        if !self.distances {
            let settled = self.source.best_capture(&placed, self.to_move) == Some(result);
            return result as u16 + if settled { UP_TO } else { 0 };
        }
        let wins = matches!(result, FiftyMove::Win | FiftyMove::CursedWin);
        if result == FiftyMove::Draw
            || (wins && self.source.best_capture(&placed, self.to_move) == Some(result))
        {
            return FREE;
        }
        if wins
            && matches!(value.dtz, Depth::Win(n) if n == 1 || n == FIFTY_MOVES + 1)
            && self.source.wins_by_push(&placed, self.to_move, result)
        {
            return FREE;
        }
        distance(result, value.dtz)
    }
}

/// Plies, class (win, loss, cursed win, blessed loss) above them.
fn distance(result: FiftyMove, dtz: Depth) -> u16 {
    let plies = dtz.plies().unwrap_or(0);
    let (class, first) = match result {
        FiftyMove::Win => (0, 1),
        FiftyMove::Loss => (1, 1),
        FiftyMove::CursedWin => (2, FIFTY_MOVES + 1),
        FiftyMove::BlessedLoss => (3, FIFTY_MOVES + 1),
        FiftyMove::Draw => return FREE,
    };
    class << 8 | plies.saturating_sub(first)
}

impl Placed {
    fn occupied(&self) -> u64 {
        self.men[..self.count].iter().fold(bit(self.kings[0]) | bit(self.kings[1]), |set, m| set | bit(m.2))
    }

    /// True if a side's king is attacked.
    fn attacked(&self, color: Color) -> bool {
        let (king, occupied) = (self.kings[side(color)], self.occupied());
        self.men[..self.count].iter().any(|&m| m.0 != color && man_attacks(m, occupied) & bit(king) != 0)
            || king_attacks(self.kings[side(!color)]) & bit(king) != 0
    }

    fn is_legal(&self, to_move: Color) -> bool {
        let apart = self.kings[0] != self.kings[1] && king_attacks(self.kings[0]) & bit(self.kings[1]) == 0;
        apart && !self.attacked(!to_move)
    }
}

impl Source {
    /// The result, for the side that has just moved into a position.
    fn after(&self, placed: &Placed, moved: Color) -> FiftyMove {
        if placed.count == 0 {
            return FiftyMove::Draw;
        }
        let men = &placed.men[..placed.count];
        let material = men.iter().fold(Material::KK, |m, man| m.with(man.0, man.1));
        let Some(table) = self.known.get(&material) else { return FiftyMove::Draw };
        let [white, black] = placed.kings;
        match table.value_of(white, black, men, !moved).fifty_move(0) {
            FiftyMove::Loss => FiftyMove::Win,
            FiftyMove::BlessedLoss => FiftyMove::CursedWin,
            FiftyMove::Draw => FiftyMove::Draw,
            FiftyMove::CursedWin => FiftyMove::BlessedLoss,
            FiftyMove::Win => FiftyMove::Loss,
        }
    }

    /// The best a capture gets.
    fn best_capture(&self, placed: &Placed, us: Color) -> Option<FiftyMove> {
        let men = &placed.men[..placed.count];
        let enemies = men.iter().filter(|m| m.0 != us).fold(0, |set, m| set | bit(m.2));
        let occupied = placed.occupied();
        let mut best: Option<FiftyMove> = None;
        let mut take = |mover: Option<usize>, mut targets: u64| {
            while targets != 0 {
                let to = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                let mut next = *placed;
                match mover {
                    None => next.kings[side(us)] = to,
                    Some(i) => next.men[i].2 = to,
                }
                let taken = (0..placed.count).find(|&i| placed.men[i].0 != us && placed.men[i].2 == to);
                let moved = mover.map(|i| i - usize::from(taken.is_some_and(|t| t < i)));
                if let Some(taken) = taken {
                    next.men.copy_within(taken + 1..placed.count, taken);
                    next.count -= 1;
                }
                if next.attacked(us) {
                    continue;
                }
                let promotes = moved.filter(|&i| next.men[i].1 == Piece::Pawn && !(8..56).contains(&to));
                let found = match promotes {
                    None => self.after(&next, us),
                    Some(i) => self.best_promotion(next, i, us),
                };
                best = best.max(Some(found));
            }
        };
        take(None, king_attacks(placed.kings[side(us)]) & enemies);
        for (i, &man) in men.iter().enumerate().filter(|(_, m)| m.0 == us) {
            take(Some(i), man_attacks(man, occupied) & enemies);
        }
        best
    }

    fn best_promotion(&self, mut next: Placed, man: usize, us: Color) -> FiftyMove {
        let results = Piece::PROMOTIONS.map(|piece| {
            next.men[man].1 = piece;
            self.after(&next, us)
        });
        results.into_iter().max().unwrap_or(FiftyMove::Loss)
    }

    /// True if a pawn's step gets a result. Double steps that could be taken in passing are left out.
    fn wins_by_push(&self, placed: &Placed, us: Color, result: FiftyMove) -> bool {
        let occupied = placed.occupied();
        let up = |sq: u8| if us.is_white() { sq + 8 } else { sq.wrapping_sub(8) };
        (0..placed.count).filter(|&i| placed.men[i].0 == us && placed.men[i].1 == Piece::Pawn).any(|i| {
            let from = placed.men[i].2;
            let home = from >> 3 == if us.is_white() { 1 } else { 6 };
            let one = up(from);
            let mut steps = vec![one];
            if home {
                steps.push(up(one));
            }
            for (n, to) in steps.into_iter().enumerate() {
                if occupied & bit(to) != 0 {
                    return false;
                }
                let beside = king_attacks(to) & 0xff << (to & 56);
                let enemy_pawn = |m: &TableMan| m.0 != us && m.1 == Piece::Pawn && beside & bit(m.2) != 0;
                let watched = n == 1 && placed.men[..placed.count].iter().any(enemy_pawn);
                let mut next = *placed;
                next.men[i].2 = to;
                if watched || next.attacked(us) {
                    continue;
                }
                let found = match to {
                    8..56 => self.after(&next, us),
                    _ => self.best_promotion(next, i, us),
                };
                if found == result {
                    return true;
                }
            }
            false
        })
    }
}

/// Numbers distances by how often they occur, class by class: flags, and what the numbers mean.
fn number_distances(codes: &mut [u16]) -> (u8, Option<[Vec<u8>; 4]>) {
    let mut counts = vec![0u64; 4 << 8];
    codes.iter().filter(|c| **c != FREE).for_each(|&c| counts[usize::from(c)] += 1);
    if counts.iter().all(|c| *c == 0) {
        return (0, None);
    }
    // Where the fifty-move rule is near, plies are told; else moves.
    let last = usize::from(FIFTY_MOVES) - 1;
    let plies = [counts[last] > 0, counts[1 << 8 | last] > 0, false, false];
    let halved = |code: usize| if plies[code >> 8] { code & 255 } else { (code & 255) / 2 };
    let mut sums = vec![[0u64; 256]; 4];
    counts.iter().enumerate().for_each(|(code, n)| sums[code >> 8][halved(code)] += n);
    let map: Vec<Vec<u8>> = sums
        .iter()
        .map(|sums| {
            let mut values: Vec<u8> = (0..=255).filter(|&v| sums[usize::from(v)] > 0).collect();
            values.sort_by_key(|&v| std::cmp::Reverse(sums[usize::from(v)]));
            values
        })
        .collect();
    let mut number = vec![[0u16; 256]; 4];
    for (class, values) in map.iter().enumerate() {
        values.iter().enumerate().for_each(|(i, &v)| number[class][usize::from(v)] = i as u16);
    }
    for code in codes.iter_mut().filter(|c| **c != FREE) {
        let old = usize::from(*code);
        *code = number[old >> 8][halved(old)];
    }
    let flags = MAPPED | if plies[0] { WIN_PLIES } else { 0 } | if plies[1] { LOSS_PLIES } else { 0 };
    (flags, map.try_into().ok())
}

/// A value for every number: what is free is what stood before it.
fn settle(codes: &[u16]) -> Vec<u8> {
    let mut last = codes.iter().find(|c| **c != FREE).map_or(0, |&c| c as u8);
    codes
        .iter()
        .map(|&code| {
            let loose = code & UP_TO != 0 && last <= code as u8;
            if code != FREE && !loose {
                last = code as u8;
            }
            last
        })
        .collect()
}

/// The parts as a file.
fn assemble(material: Material, symmetric: bool, distances: bool, parts: Vec<Part>) -> Vec<u8> {
    let mut out = if distances { DISTANCES } else { RESULTS }.to_vec();
    out.push(u8::from(!symmetric) | u8::from(material.has_pawns()) << 1);
    let nibble = |m: &Man| m.1 as u8 | u8::from(m.0.is_black()) << 3;
    let both = [Color::White, Color::Black].iter().all(|&color| material.count(color, Piece::Pawn) > 0);
    for part in &parts {
        let (first, last) = (&part.sides[0], &part.sides[part.sides.len() - 1]);
        for i in 0..if both { 2 } else { 1 } {
            out.push(first.1[i] | last.1[i] << 4);
        }
        out.extend(first.0.men.iter().zip(&last.0.men).map(|(a, b)| nibble(a) | nibble(b) << 4));
    }
    let even = |out: &mut Vec<u8>| out.resize(out.len().next_multiple_of(2), 0);
    even(&mut out);
    let packed = || parts.iter().flat_map(|part| part.sides.iter().map(|side| &side.2));
    packed().for_each(|p| out.extend_from_slice(&p.head));
    for values in parts.iter().filter_map(|part| part.map.as_ref()).flatten() {
        out.push(values.len() as u8);
        out.extend_from_slice(values);
    }
    even(&mut out);
    packed().for_each(|p| out.extend_from_slice(&p.sparse));
    packed().for_each(|p| out.extend_from_slice(&p.lengths));
    for p in packed() {
        out.resize(out.len().next_multiple_of(64), 0);
        out.extend_from_slice(&p.blocks);
    }
    out.resize(out.len().next_multiple_of(64) + 16, 0);
    out
}
