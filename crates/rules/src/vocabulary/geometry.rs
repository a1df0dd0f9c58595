//! Words about squares alone. Off the board every distance is [`FAR`] and nothing holds.

use std::sync::LazyLock;

use philidor_chess::shakmaty::{Square, attacks};

use crate::{
    scene::Scene,
    value::{NOWHERE, Value, bit},
};

/// The distance to what is not there.
pub(crate) const FAR: i16 = 99;

/// `DIST[a][b]`: king moves between two squares.
pub(crate) static DIST: LazyLock<Box<[[i16; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    for (a, row) in table.iter_mut().enumerate() {
        for (b, d) in row.iter_mut().enumerate() {
            *d = (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3)) as i16;
        }
    }
    table
});

/// King moves between two squares, [`FAR`] off the board.
#[inline]
pub(crate) fn distance(a: u8, b: u8) -> i16 {
    if a >= NOWHERE || b >= NOWHERE { FAR } else { DIST[usize::from(a)][usize::from(b)] }
}

/// Two squares of the board.
fn pair(args: &[Value]) -> Option<(u8, u8)> {
    let (a, b) = (args[0].square(), args[1].square());
    (a < NOWHERE && b < NOWHERE).then_some((a, b))
}

/// Distance in files and in ranks.
fn offsets(args: &[Value]) -> Option<(i16, i16)> {
    let (a, b) = pair(args)?;
    Some((i16::from((a & 7).abs_diff(b & 7)), i16::from((a >> 3).abs_diff(b >> 3))))
}

fn number(of: impl FnOnce(i16, i16) -> i16, args: &[Value]) -> Value {
    Value::Int(offsets(args).map_or(FAR, |(f, r)| of(f, r)))
}

fn holds(of: impl FnOnce(i16, i16) -> bool, args: &[Value]) -> Value {
    Value::Bool(offsets(args).is_some_and(|(f, r)| of(f, r)))
}

pub(crate) fn dist(_: &Scene, args: &[Value]) -> Value {
    Value::Int(distance(args[0].square(), args[1].square()))
}

pub(crate) fn taxi(_: &Scene, args: &[Value]) -> Value {
    number(|f, r| f + r, args)
}

pub(crate) fn file_dist(_: &Scene, args: &[Value]) -> Value {
    number(|f, _| f, args)
}

pub(crate) fn rank_dist(_: &Scene, args: &[Value]) -> Value {
    number(|_, r| r, args)
}

/// Steps to the nearest edge along files and along ranks.
fn to_edges(args: &[Value]) -> Option<(i16, i16)> {
    let sq = args[0].square();
    let near = |c: u8| i16::from(c.min(7 - c));
    (sq < NOWHERE).then(|| (near(sq & 7), near(sq >> 3)))
}

pub(crate) fn edge_dist(_: &Scene, args: &[Value]) -> Value {
    Value::Int(to_edges(args).map_or(FAR, |(f, r)| f.min(r)))
}

pub(crate) fn corner_dist(_: &Scene, args: &[Value]) -> Value {
    Value::Int(to_edges(args).map_or(FAR, |(f, r)| f.max(r)))
}

pub(crate) fn set_dist(_: &Scene, args: &[Value]) -> Value {
    let from = args[0].square();
    Value::Int(each(args[1].set()).map(|sq| distance(from, sq)).min().unwrap_or(FAR))
}

/// The squares of a set.
fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let sq = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(sq)
    })
}

pub(crate) fn nearest(_: &Scene, args: &[Value]) -> Value {
    let (from, foe) = (args[0].square(), args[2].square());
    let best = each(args[1].set()).min_by_key(|&sq| (distance(from, sq), -distance(foe, sq)));
    Value::Square(best.unwrap_or(NOWHERE))
}

pub(crate) fn file(_: &Scene, args: &[Value]) -> Value {
    let sq = args[0].square();
    Value::Int(if sq < NOWHERE { i16::from(sq & 7) + 1 } else { FAR })
}

pub(crate) fn rank(_: &Scene, args: &[Value]) -> Value {
    let sq = args[0].square();
    Value::Int(if sq < NOWHERE { i16::from(sq >> 3) + 1 } else { FAR })
}

pub(crate) fn abs(_: &Scene, args: &[Value]) -> Value {
    Value::Int(args[0].int().saturating_abs())
}

pub(crate) fn min(_: &Scene, args: &[Value]) -> Value {
    Value::Int(args[0].int().min(args[1].int()))
}

pub(crate) fn max(_: &Scene, args: &[Value]) -> Value {
    Value::Int(args[0].int().max(args[1].int()))
}

pub(crate) fn count(_: &Scene, args: &[Value]) -> Value {
    Value::Int(args[0].set().count_ones() as i16)
}

pub(crate) fn odd(_: &Scene, args: &[Value]) -> Value {
    Value::Bool(args[0].int() & 1 != 0)
}

pub(crate) fn adjacent(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| f.max(r) == 1, args)
}

pub(crate) fn knights_move(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| f * r == 2, args)
}

pub(crate) fn same_line(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| f == 0 || r == 0, args)
}

pub(crate) fn same_diagonal(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| f == r, args)
}

pub(crate) fn same_colour(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| (f + r) % 2 == 0, args)
}

pub(crate) fn direct_opposition(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| (f.min(r), f.max(r)) == (0, 2), args)
}

pub(crate) fn distant_opposition(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| f.min(r) == 0 && matches!(f.max(r), 4 | 6), args)
}

pub(crate) fn diagonal_opposition(_: &Scene, args: &[Value]) -> Value {
    holds(|f, r| (f, r) == (2, 2), args)
}

pub(crate) fn neighbours(_: &Scene, args: &[Value]) -> Value {
    Value::Set(around(args[0].square()))
}

/// A king's steps from a square.
#[inline]
pub(crate) fn around(sq: u8) -> u64 {
    if sq < NOWHERE { attacks::king_attacks(Square::new(u32::from(sq))).0 } else { 0 }
}

/// `BALL[square][n]`: the squares at most n king moves away.
pub(crate) static BALL: LazyLock<Box<[[u64; 8]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 8]; 64]);
    for (a, row) in table.iter_mut().enumerate() {
        for (n, set) in row.iter_mut().enumerate() {
            *set = (0..64).filter(|&b| DIST[a][b] <= n as i16).fold(0, |s, b| s | 1 << b);
        }
    }
    table
});

/// The squares at most `n` king moves away.
#[inline]
pub(crate) fn ball(sq: u8, n: i16) -> u64 {
    if sq >= NOWHERE || n < 0 { 0 } else { BALL[usize::from(sq)][n.min(7) as usize] }
}

pub(crate) fn within(_: &Scene, args: &[Value]) -> Value {
    Value::Set(ball(args[1].square(), args[0].int()))
}

pub(crate) fn between(_: &Scene, args: &[Value]) -> Value {
    let of = |sq: u8| Square::new(u32::from(sq));
    Value::Set(pair(args).map_or(0, |(a, b)| attacks::between(of(a), of(b)).0))
}

/// The dark squares.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;
/// The a-file.
const FILE_A: u64 = 0x0101_0101_0101_0101;

pub(crate) fn colour_of(_: &Scene, args: &[Value]) -> Value {
    let sq = args[0].square();
    Value::Set(if sq >= NOWHERE {
        0
    } else if DARK & bit(sq) != 0 {
        DARK
    } else {
        !DARK
    })
}

pub(crate) fn edge(_: &Scene, _: &[Value]) -> Value {
    Value::Set(0xff81_8181_8181_81ff)
}

pub(crate) fn corners(_: &Scene, _: &[Value]) -> Value {
    Value::Set(0x8100_0000_0000_0081)
}

pub(crate) fn centre(_: &Scene, _: &[Value]) -> Value {
    Value::Set(0x0000_0018_1800_0000)
}

pub(crate) fn board(_: &Scene, _: &[Value]) -> Value {
    Value::Set(!0)
}

pub(crate) fn files(_: &Scene, args: &[Value]) -> Value {
    let all = (1..=8).filter(|f| (args[0].int()..=args[1].int()).contains(f));
    Value::Set(all.fold(0, |set, f| set | FILE_A << (f - 1)))
}

pub(crate) fn ranks(_: &Scene, args: &[Value]) -> Value {
    let all = (1..=8).filter(|r| (args[0].int()..=args[1].int()).contains(r));
    Value::Set(all.fold(0, |set, r| set | 0xff << (8 * (r - 1))))
}

pub(crate) fn file_of(_: &Scene, args: &[Value]) -> Value {
    let sq = args[0].square();
    Value::Set(if sq < NOWHERE { FILE_A << (sq & 7) } else { 0 })
}

pub(crate) fn rank_of(_: &Scene, args: &[Value]) -> Value {
    let sq = args[0].square();
    Value::Set(if sq < NOWHERE { 0xff << (sq & 56) } else { 0 })
}

/// A square moved by files and ranks.
pub(crate) fn offset(sq: u8, files: i16, ranks: i16) -> u8 {
    if sq >= NOWHERE {
        return NOWHERE;
    }
    let f = i16::from(sq & 7).saturating_add(files);
    let r = i16::from(sq >> 3).saturating_add(ranks);
    if (0..8).contains(&f) && (0..8).contains(&r) { (r * 8 + f) as u8 } else { NOWHERE }
}

pub(crate) fn up(_: &Scene, args: &[Value]) -> Value {
    Value::Square(offset(args[0].square(), 0, args[1].int()))
}

pub(crate) fn right(_: &Scene, args: &[Value]) -> Value {
    Value::Square(offset(args[0].square(), args[1].int(), 0))
}

/// The squares on the king's side of the rook's file and rank.
pub(crate) fn confines(_: &Scene, args: &[Value]) -> Value {
    let (rook, king) = (args[0].square(), args[1].square());
    if rook >= NOWHERE || king >= NOWHERE {
        return Value::Set(0);
    }
    let beside = |sq: u8| {
        let side = |line: fn(u8) -> u8| line(sq).cmp(&line(rook)) == line(king).cmp(&line(rook));
        side(|sq| sq & 7) && side(|sq| sq >> 3) && rook & 7 != king & 7 && rook >> 3 != king >> 3
    };
    Value::Set((0..64).filter(|&sq| beside(sq)).fold(0, |set, sq| set | bit(sq)))
}
