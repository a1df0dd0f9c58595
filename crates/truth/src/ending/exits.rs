//! What the moves out of a structure mean for the side that makes them.

use std::collections::HashMap;

use philidor_chess::{
    Piece,
    shakmaty::{Color, Position},
};

use super::{
    slab::{Frame, Ground, Run, Slab, Spot},
    structure::{Exit, Structure, Way, squares},
};
use crate::{
    probe::position_of,
    solve::board::{BETWEEN, bit, king_attacks, piece_attacks, side, survey},
};

/// What is solved so far, and how to judge what is not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lookup<'a> {
    pub(crate) slabs: &'a HashMap<Structure, Slab>,
    /// A promotion to more pieces than a slab holds is taken for a win if the new piece is not taken at once.
    pub(crate) trust_promotions: bool,
}

/// For each side to move, words over Black's king.
#[derive(Debug)]
pub(crate) struct Exits {
    /// An exit wins.
    pub(crate) wins: [Vec<u64>; 2],
    /// An exit does not lose.
    pub(crate) holds: [Vec<u64>; 2],
    /// There is a legal exit.
    pub(crate) any: [Vec<u64>; 2],
    /// A legal exit takes a piece.
    pub(crate) takes: [Vec<u64>; 2],
    /// Nothing that was looked up is unknown.
    pub(crate) exact: bool,
}

/// An exit with the slab it leads to.
struct Door<'a> {
    exit: Exit,
    slab: Option<&'a Slab>,
    /// What is behind the door, if it is not solved and no promotion.
    beyond: Option<Frame>,
    /// What a capture en passant leads to.
    en_passant: Vec<(Option<&'a Slab>, Frame)>,
    /// For a promotion to what is not solved: what is left if the new piece is taken.
    retaken: Option<(Option<&'a Slab>, Frame)>,
}

impl Exits {
    pub(crate) fn new(frame: &Frame, ground: &Ground, lookup: &Lookup<'_>, run: Run) -> Exits {
        let words = frame.words();
        let blank = || [vec![0; words], vec![0; words]];
        let mut out = Exits { wins: blank(), holds: blank(), any: blank(), takes: blank(), exact: true };
        let doors: Vec<Door<'_>> =
            frame.structure.exits().into_iter().map(|e| Door::new(e, lookup)).collect();
        let plain = |door: &Door<'_>| {
            let known = |slab: &Option<&Slab>| slab.is_some_and(Slab::is_exact);
            known(&door.slab) && door.en_passant.iter().all(|(slab, _)| known(slab))
        };
        out.exact = doors.iter().all(plain);
        for word in 0..words {
            if ground.legal[0][word] | ground.legal[1][word] == 0 {
                continue;
            }
            let spot = frame.spot(word);
            for door in &doors {
                let s = side(door.exit.mover);
                let Some(seen) = door.open(frame, &spot, run, lookup) else { continue };
                let legal = ground.legal[s][word] & seen.mask;
                // What is won for both is illegal.
                let (own, other) = if s == 0 { (seen.white, seen.black) } else { (seen.black, seen.white) };
                out.wins[s][word] |= legal & own & !other;
                out.holds[s][word] |= legal & !other;
                out.any[s][word] |= legal & !(own & other);
                if door.exit.takes_piece() {
                    out.takes[s][word] |= legal & !(own & other);
                }
            }
        }
        out
    }
}

/// What lies behind a door for 64 squares of Black's king.
struct Seen {
    white: u64,
    black: u64,
    /// Where the move can be made.
    mask: u64,
}

impl<'a> Door<'a> {
    fn new(exit: Exit, lookup: &Lookup<'a>) -> Door<'a> {
        let slab = exit.to.and_then(|to| lookup.slabs.get(&to));
        let beyond = exit.to.filter(|_| slab.is_none() && !exit.promotes()).map(Frame::new);
        let with_frame = |to: Structure| (lookup.slabs.get(&to), Frame::new(to));
        let en_passant = exit.en_passant.iter().flatten().copied().map(with_frame).collect();
        let retaken = exit.retaken.filter(|_| slab.is_none()).map(with_frame);
        Door { exit, slab, beyond, en_passant, retaken }
    }

    /// `None` if the move cannot be made from here.
    fn open(&self, frame: &Frame, spot: &Spot, run: Run, lookup: &Lookup<'_>) -> Option<Seen> {
        let white = self.exit.mover.is_white();
        let n = frame.pieces.len();
        let mut at = [0u8; 3];
        at[..2].copy_from_slice(&spot.pieces);
        let mut wk = spot.wk;
        let mut mask = !0;
        // 1. The men after the move; for Black's king, the square it must reach.
        let mut king_to = None;
        let mut left = n;
        match self.exit.way {
            Way::Pawn { to, mid } => {
                let path = mid.map_or(0, bit);
                if spot.occupied & path != 0 || (mid.is_some() && spot.occupied & bit(to) != 0) {
                    return None;
                }
                mask &= !path;
            }
            Way::PawnTakes { to, piece } => {
                if at[piece] != to {
                    return None;
                }
                left = drop_piece(&mut at, left, piece);
            }
            Way::Promotes { to, takes, place } => {
                match takes {
                    Some(piece) if at[piece] != to => return None,
                    Some(piece) => left = drop_piece(&mut at, left, piece),
                    None if spot.occupied & bit(to) != 0 => return None,
                    None => mask &= !bit(to),
                }
                if place == usize::MAX {
                    return self.unknown(wk, &at[..left], to, mask, (run, lookup));
                }
                at.copy_within(place..left, place + 1);
                at[place] = to;
                left += 1;
                if self.slab.is_none() {
                    let kept: Vec<u8> = (0..left).filter(|&i| i != place).map(|i| at[i]).collect();
                    return self.unknown(wk, &kept, to, mask, (run, lookup));
                }
            }
            Way::KingTakesPawn { at: to } => king_takes(white, &mut wk, to, &mut king_to)?,
            Way::KingTakesPiece { piece } => {
                king_takes(white, &mut wk, at[piece], &mut king_to)?;
                left = drop_piece(&mut at, left, piece);
            }
            Way::PieceTakesPawn { piece, at: to } => {
                mask &= slide(frame, spot, piece, to)?;
                at[piece] = to;
            }
            Way::PieceTakesPiece { piece, other } => {
                let to = at[other];
                mask &= slide(frame, spot, piece, to)?;
                at[piece] = to;
                left = drop_piece(&mut at, left, other);
            }
        }
        // 2. What is known there.
        let word = pack(wk, &at[..left]);
        let (mut w, mut b) = match (self.slab, &self.beyond) {
            (Some(slab), _) => slab.sets(run).get(!self.exit.mover, word),
            (None, Some(frame)) => beyond(frame, !self.exit.mover, word, run),
            (None, None) => return None,
        };
        for (slab, after) in &self.en_passant {
            let seen = match slab {
                Some(slab) => slab.sets(run).get(self.exit.mover, word),
                None => beyond(after, self.exit.mover, word, run),
            };
            (w, b) = self.take_en_passant(seen, word, (w, b), frame);
        }
        if let Some(to) = king_to {
            let (white, black) = (all_or_none(w & bit(to)), all_or_none(b & bit(to)));
            return Some(Seen { white, black, mask: king_attacks(to) });
        }
        Some(Seen { white: w, black: b, mask })
    }

    /// Lets the other side take en passant where that is legal and better for it.
    fn take_en_passant(
        &self,
        (uw, ub): (u64, u64),
        word: usize,
        (w, b): (u64, u64),
        frame: &Frame,
    ) -> (u64, u64) {
        let mover = self.exit.mover;
        let legal = !(w & b) & !(uw & ub);
        let (taker_wins, taker_loses) = if mover.is_white() { (ub, uw) } else { (uw, ub) };
        let (mut own, mut other) = if mover.is_white() { (w, b) } else { (b, w) };
        // A stalemate that the capture lifts is none.
        for bk in squares(legal & taker_loses & !own & !other) {
            if self.is_stalemate_after(frame, word, bk) {
                own |= bit(bk);
            }
        }
        own &= !(legal & !taker_loses);
        other |= legal & taker_wins & !taker_loses;
        if mover.is_white() { (own, other) } else { (other, own) }
    }

    /// True if this pawn's step leaves the other side without a move, en passant aside.
    fn is_stalemate_after(&self, frame: &Frame, word: usize, bk: u8) -> bool {
        let Way::Pawn { to, .. } = self.exit.way else { return false };
        let mover = self.exit.mover;
        let from = if mover.is_white() { to - 16 } else { to + 16 };
        let spot = frame.spot(word);
        let mut men = frame.men(&spot);
        for man in men.iter_mut().filter(|man| man.2 == from) {
            man.2 = to;
        }
        position_of(spot.wk, bk, &men, !mover).is_some_and(|pos| pos.legal_moves().is_empty())
    }

    /// A promotion to what is not solved: the other side may take the new piece at once, beyond that nothing is known.
    fn unknown(&self, wk: u8, kept: &[u8], to: u8, mask: u64, case: (Run, &Lookup<'_>)) -> Option<Seen> {
        let (run, lookup) = case;
        let mover = self.exit.mover;
        let (slab, after) = self.retaken.as_ref()?;
        // 1. Where the move is legal. Whether the mover's king is attacked does not depend on the kind of the new piece.
        let spot = after.spot(pack(wk, kept));
        let mut men = after.men(&spot);
        men.push((mover, Piece::Knight, to));
        let seen = survey(wk, &men)?;
        let legal = seen.legal[side(!mover)] & mask;
        let trusted = lookup.trust_promotions && self.exit.to.is_none();
        let rival = after.pieces.iter().any(|p| p.0 != mover);
        let (mut own, mut other) = match run {
            Run::Guess if rival && !trusted => (0u64, 0u64),
            Run::Guess => (!0, 0),
            _ if trusted || (run == Run::High) == mover.is_white() => (!0, 0),
            _ => (0, !0),
        };
        if let (0, Some(slab)) = (other, slab) {
            // 2. The other side takes the new piece: the value is at most what that leaves.
            let mut retake = |word: usize, sources: u64, king_to: Option<u8>| {
                let (mut w, mut b) = slab.sets(run).get(mover, word);
                if let Some(q) = king_to {
                    (w, b) = (all_or_none(w & bit(q)), all_or_none(b & bit(q)));
                }
                let (mine, theirs) = if mover.is_white() { (w, b) } else { (b, w) };
                let can = sources & !(w & b);
                own &= !(can & !mine);
                other |= can & theirs & !mine;
            };
            if mover.is_white() {
                retake(pack(wk, kept), king_attacks(to), Some(to));
            } else if king_attacks(wk) & bit(to) != 0 {
                retake(pack(to, kept), !0, None);
            }
            for (i, &(color, piece)) in after.pieces.iter().enumerate() {
                if color != mover && piece_attacks(piece, kept[i], seen.occupied) & bit(to) != 0 {
                    let mut moved = kept.to_vec();
                    moved[i] = to;
                    retake(pack(wk, &moved), !BETWEEN[kept[i] as usize][to as usize], None);
                }
            }
        }
        let (white, black) = if mover.is_white() { (own, other) } else { (other, own) };
        Some(Seen { white, black, mask: legal })
    }
}

/// The words "White wins" and "Black wins" of a structure that is not solved.
fn beyond(frame: &Frame, to_move: Color, word: usize, run: Run) -> (u64, u64) {
    let spot = frame.spot(word);
    let legal = survey(spot.wk, &frame.men(&spot)).map_or(0, |seen| seen.legal[side(to_move)]);
    let (white, black) = match run {
        Run::Low => (0, !0),
        Run::High => (!0, 0),
        Run::Guess => match frame.structure.favourite() {
            Some(color) if color.is_white() => (!0, 0),
            Some(_) => (0, !0),
            None => (0, 0),
        },
    };
    (white | !legal, black | !legal)
}

fn all_or_none(bits: u64) -> u64 {
    if bits == 0 { 0 } else { !0 }
}

/// The word of White's king and the pieces.
#[inline]
fn pack(wk: u8, pieces: &[u8]) -> usize {
    pieces.iter().fold(usize::from(wk), |word, &q| word << 6 | usize::from(q))
}

fn drop_piece(at: &mut [u8; 3], left: usize, piece: usize) -> usize {
    at.copy_within(piece + 1..3, piece);
    left - 1
}

fn king_takes(white: bool, wk: &mut u8, to: u8, king_to: &mut Option<u8>) -> Option<()> {
    if white {
        if king_attacks(*wk) & bit(to) == 0 {
            return None;
        }
        *wk = to;
    } else {
        *king_to = Some(to);
    }
    Some(())
}

/// Squares of Black's king that do not stand between a piece and what it takes.
fn slide(frame: &Frame, spot: &Spot, piece: usize, to: u8) -> Option<u64> {
    let from = spot.pieces[piece];
    let hits = piece_attacks(frame.pieces[piece].1, from, spot.occupied) & bit(to) != 0;
    hits.then(|| !BETWEEN[from as usize][to as usize])
}
