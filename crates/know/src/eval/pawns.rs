//! Pawn structure: everything that depends on the pawns alone, so that it can be remembered by pawn skeleton.
//!
//! Isolated, doubled and backward pawns, chains and phalanxes, islands, levers, majorities, holes; and which
//! pawns are passed or may become so (what a passed pawn is worth with pieces on is in `passed`).

use philidor_chess::shakmaty::{Bitboard, Square};

use super::{
    lines::{
        CENTRE_FILES, INNER_FILES, KINGSIDE, LIGHT, QUEENSIDE, beside, count, down, file, file_of, files_of,
        fill_down, fill_up, half_board, pawn_attacks_down, pawn_attacks_up, rank, rank_of, up,
    },
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// What the other themes want to know about one side's pawns, seen by that side.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Skeleton {
    pub(crate) passed: Bitboard,
    /// What these pawns may ever attack, by advancing.
    pub(crate) reach: Bitboard,
    /// Pawns that no neighbour can ever defend, on a file without an enemy pawn in front.
    pub(crate) targets: Bitboard,
    pub(crate) rams: u8,
}

/// Adds up one side's structure. `ours` march up, `theirs` down.
pub(crate) fn structure<T: Trace>(t: &mut Tally<'_, T>, ours: Bitboard, theirs: Bitboard) -> Skeleton {
    let shape = Shape::new(ours, theirs);
    squares(t, ours);
    weaknesses(t, &shape);
    togetherness(t, &shape);
    tension(t, &shape);
    wings(t, &shape);
    holes(t, &shape);
    passers(t, &shape);
    Skeleton {
        passed: shape.passed,
        reach: shape.reach,
        targets: (shape.isolated | shape.backward) & shape.unopposed,
        rams: count(ours & down(theirs)) as u8,
    }
}

/// The sets that several rules share.
struct Shape {
    ours: Bitboard,
    theirs: Bitboard,
    reach: Bitboard,
    isolated: Bitboard,
    doubled: Bitboard,
    backward: Bitboard,
    unopposed: Bitboard,
    phalanx: Bitboard,
    chained: Bitboard,
    passed: Bitboard,
}

impl Shape {
    fn new(ours: Bitboard, theirs: Bitboard) -> Shape {
        let attacks = pawn_attacks_up(ours);
        let their_attacks = pawn_attacks_down(theirs);
        let isolated = ours & !beside(files_of(ours));
        let doubled = ours & fill_down(down(ours));
        let unopposed = ours & !fill_down(down(theirs));
        // A pawn is backward if no neighbour stands level with or behind it and its next square is guarded.
        let backward = ours & !isolated & !fill_up(beside(ours)) & down(their_attacks);
        Shape {
            ours,
            theirs,
            reach: fill_up(attacks),
            isolated,
            doubled,
            backward,
            unopposed,
            phalanx: ours & beside(ours),
            chained: ours & attacks,
            passed: unopposed & !fill_down(their_attacks) & !doubled,
        }
    }
}

/// The value of each pawn's square.
fn squares<T: Trace>(t: &mut Tally<'_, T>, ours: Bitboard) {
    for sq in ours {
        t.pick_at(F::PawnPosition, half_board(sq), sq);
    }
}

/// Pawns that pieces must guard.
fn weaknesses<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    const EDGE: [Bitboard; 4] = [
        Bitboard(file(0).0 | file(7).0),
        Bitboard(file(1).0 | file(6).0),
        Bitboard(file(2).0 | file(5).0),
        Bitboard(file(3).0 | file(4).0),
    ];
    if shape.isolated.any() {
        for (slot, files) in EDGE.into_iter().enumerate() {
            t.each_in(F::IsolatedPawn, slot, shape.isolated & files);
        }
        t.each(F::IsolatedOnHalfOpenFile, shape.isolated & shape.unopposed & !shape.passed);
        t.each(F::DoubledIsolatedPawns, shape.isolated & shape.doubled);
    }
    // Each that has another one in front of it counts; all of them are doubled.
    t.seen(F::DoubledPawns, count(shape.doubled), shape.ours & fill_up(shape.doubled));
    t.each(F::BackwardPawn, shape.backward);
    t.each(F::BackwardOnHalfOpenFile, shape.backward & shape.unopposed);
    let unsupported = shape.ours & !shape.chained & !shape.phalanx & !shape.isolated & !shape.backward;
    t.each(F::UnsupportedPawn, unsupported);
}

/// Pawns that help each other.
fn togetherness<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    for sq in shape.phalanx {
        t.pick_at(F::PawnPhalanx, rank_of(sq), sq);
    }
    for sq in shape.chained {
        t.pick_at(F::PawnChain, rank_of(sq), sq);
    }
    let files = fill_down(shape.ours).0 & 0xFF;
    t.add(F::PawnIslands, (files & !(files << 1)).count_ones() as i32);
}

/// Where the pawns of both sides meet.
fn tension<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    t.each(F::RammedPawns, shape.ours & down(shape.theirs));
    t.each(F::PawnLever, shape.ours & pawn_attacks_down(shape.theirs));
}

/// Majorities, and how far apart the pawns stand.
fn wings<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    let majority = |wing: Bitboard| i32::from(count(shape.ours & wing) > count(shape.theirs & wing));
    t.add(F::PawnMajority, majority(QUEENSIDE) + majority(KINGSIDE));
    let files = (fill_down(shape.ours).0 & 0xFF) as u8;
    if files != 0 {
        let width = 7 - files.leading_zeros() as i32 - files.trailing_zeros() as i32;
        t.add(F::PawnWidth, width);
    }
}

/// Squares in front of the own camp that no own pawn will ever guard again.
fn holes<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    let holes = (rank(2) | rank(3)) & INNER_FILES & !shape.reach & !shape.ours;
    t.each(F::PawnHoles, holes);
    if T::REMARKS {
        let camp = (rank(2) | rank(3) | rank(4)) & !shape.reach & !shape.ours & !file(0) & !file(7);
        let (light, dark) = (camp & LIGHT, camp & !LIGHT);
        let weaker = if count(light) > count(dark) { light } else { dark };
        let weak = count(light).abs_diff(count(dark)) >= 4;
        t.remark(F::WeakColourComplex, if weak { count(weaker) } else { 0 }, weaker);
    }
}

/// Passed pawns and pawns that may become passed.
fn passers<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    for sq in shape.passed {
        t.pick_at(F::PassedPawn, rank_of(sq), sq);
        if shape.chained.contains(sq) {
            t.pick_at(F::ProtectedPasser, rank_of(sq), sq);
        }
    }
    for sq in shape.unopposed & !shape.passed & !shape.doubled {
        candidate(t, shape, sq);
    }
    if shape.passed.more_than_one() {
        together_or_apart(t, shape);
    }
    outside(t, shape);
}

/// A pawn that can become passed: on a half-open file with as many helpers as sentries, or by a lever.
fn candidate<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape, sq: Square) {
    let neighbours = beside(file(file_of(sq) as u32));
    let level = fill_down(rank(rank_of(sq) as u32));
    let sentries = shape.theirs & neighbours & !level;
    let helpers = shape.ours & neighbours & level;
    if count(helpers) >= count(sentries) {
        t.pick_at(F::CandidatePasser, rank_of(sq), sq);
    } else if sentries.is_subset(pawn_attacks_up(Bitboard::from_square(sq))) && rank_of(sq) >= 3 {
        t.when(F::HiddenPasser, true, sq);
    }
}

fn together_or_apart<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    let passed = shape.passed;
    let near = beside(passed | up(passed) | down(passed));
    for sq in passed & near {
        t.pick_at(F::ConnectedPassers, rank_of(sq), sq);
    }
    let files = (fill_down(passed).0 & 0xFF) as u8;
    let apart = 7 - files.leading_zeros() as i32 - files.trailing_zeros() as i32;
    t.when(F::SplitPassers, apart >= 3 && (passed & near).is_empty(), passed);
}

/// A passed pawn on a wing with all other pawns at least three files away.
fn outside<T: Trace>(t: &mut Tally<'_, T>, shape: &Shape) {
    for sq in shape.passed & !CENTRE_FILES {
        let own = file(file_of(sq) as u32);
        let near = own | beside(own) | beside(beside(own));
        let others = (shape.ours | shape.theirs) & !Bitboard::from_square(sq);
        t.when(F::OutsidePasser, others.any() && (others & near).is_empty(), sq);
    }
}
