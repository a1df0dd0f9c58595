//! Retrograde analysis of one slab, 64 positions at a time.
//!
//! Sets are words over Black's king. A newly lost word is unmoved to find wins; a newly won word is unmoved to find
//! candidates for losses, and a candidate is lost if none of its moves leads outside the other side's wins. Illegal
//! positions count as won for the side to move, so moves into check never save anybody. Ply after ply, until nothing
//! new is found: the ply is the depth.
//!
//! Work is divided by the square of White's king ("lead"): a lead reads what others found and writes only its
//! own, so any number of threads gives the same answer. Leads are worked on with the machine's best instructions for bits ([`Width`]).

use std::sync::atomic::{AtomicBool, Ordering};

use philidor_wide::Width;
use rayon::prelude::*;

use philidor_chess::{geometry::Symmetry, shakmaty::Color};

use super::{
    Stopped,
    board::{BETWEEN, Man, Survey, bit, king_attacks, king_spread, piece_attacks, side, survey},
    exits::{Exits, Row},
    view::{NEVER, SAVED},
};
use crate::{
    layout::{Layout, MOST, SYMMETRY, Squares, TRIANGLE},
    value::Code,
};

/// Which distance is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Metric {
    /// Plies to mate; planes hold a [`Code`].
    Mate,
    /// Plies to conversion; planes hold plies, the sign is that of the first plane.
    Conversion,
    /// Plies to zeroing under the fifty-move rule; planes as above.
    Zeroing,
}

/// How many there are.
const METRICS: usize = 3;

const WIN: usize = 0;
const LOSS: usize = 1;

/// Slabs with fewer words than this are solved by one thread; others run beside them.
const WORTH_SHARING: usize = 1 << 17;

/// Something an exit brings about at a certain ply.
#[derive(Debug, Clone, Copy)]
struct Event {
    ply: u8,
    side: u8,
    kind: u8,
    word: u32,
    bits: u64,
}

/// What is known of one lead before analysis starts.
#[derive(Debug)]
struct Ground {
    /// Positions with an exit that has not been refuted, and stalemates. By metric the same at the start.
    held: [Vec<u64>; 2],
    mates: [Vec<(u32, u64)>; 2],
    /// By metric.
    events: [Vec<Event>; METRICS],
}

/// A slab ready to be analysed under any metric.
#[derive(Debug)]
pub(crate) struct Slab<'a> {
    layout: &'a Layout,
    pawns: Vec<Man>,
    pawn_squares: u64,
    /// For each lead: where a step of White's king leads, and by which symmetry.
    steps: Vec<Vec<(usize, Symmetry)>>,
    /// Illegal positions, by side to move, then lead.
    illegal: [Vec<Vec<u64>>; 2],
    ground: Vec<Ground>,
    /// The fewest leads one thread takes: one, or all.
    grain: usize,
    /// Zeroing is a metric of its own here.
    zeroing: bool,
}

/// Planes of one slab, by side to move.
pub(crate) type Planes = [Vec<u8>; 2];

impl<'a> Slab<'a> {
    pub(crate) fn new(layout: &'a Layout, exits: &Exits<'_>, zeroing: bool) -> Slab<'a> {
        let steps = layout
            .leads
            .iter()
            .map(|&wk| {
                let mut out = Vec::with_capacity(8);
                let mut targets = king_attacks(wk);
                while targets != 0 {
                    let to = targets.trailing_zeros() as usize;
                    targets &= targets - 1;
                    out.push(if layout.pawns.is_empty() {
                        let (lead, sym) = TRIANGLE.homes[to];
                        (lead as usize, Symmetry::all().nth(sym as usize).expect("one of eight"))
                    } else {
                        (to, Symmetry::IDENTITY)
                    });
                }
                out
            })
            .collect();
        let pawns = exits.pawns().to_vec();
        let pawn_squares = pawns.iter().fold(0, |all, m| all | bit(m.2));
        let shared = layout.leads.len() * layout.words_per_lead() >= WORTH_SHARING;
        let grain = if shared { 1 } else { usize::MAX };
        let mut slab = Slab {
            layout,
            pawns,
            pawn_squares,
            steps,
            illegal: [vec![], vec![]],
            ground: vec![],
            grain,
            zeroing,
        };
        let illegal = slab.each_lead(|lead| slab.illegal_words(lead));
        for [white, black] in illegal {
            slab.illegal[0].push(white);
            slab.illegal[1].push(black);
        }
        slab.ground = slab.each_lead(|lead| slab.survey_lead(lead, exits));
        slab
    }

    /// Maps all leads, on all cores if the slab is large.
    fn each_lead<T: Send>(&self, f: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
        let n = self.layout.leads.len();
        let width = Width::here();
        (0..n).into_par_iter().with_min_len(self.grain).map(|lead| width.run(|| f(lead))).collect()
    }

    fn men(&self, squares: &Squares) -> ([Man; MOST], usize) {
        let mut men = [(Color::White, philidor_chess::Piece::Pawn, 0); MOST];
        let mut n = 0;
        for (&(color, piece), &sq) in self.layout.pieces.iter().zip(squares) {
            men[n] = (color, piece, sq);
            n += 1;
        }
        for &pawn in &self.pawns {
            men[n] = pawn;
            n += 1;
        }
        (men, n)
    }

    fn survey_word(&self, wk: u8, squares: &Squares) -> Option<Survey> {
        if !self.layout.in_order(squares) {
            return None;
        }
        let (men, n) = self.men(squares);
        survey(wk, &men[..n])
    }

    fn illegal_words(&self, lead: usize) -> [Vec<u64>; 2] {
        let words = self.layout.words_per_lead();
        let wk = self.layout.leads[lead];
        (0..words)
            .map(|word| {
                self.survey_word(wk, &self.layout.squares(word))
                    .map_or((!0, !0), |seen| (!seen.legal[0], !seen.legal[1]))
            })
            .unzip()
            .into()
    }

    /// Mates, stalemates and exits of all positions of one lead.
    fn survey_lead(&self, lead: usize, exits: &Exits<'_>) -> Ground {
        let words = self.layout.words_per_lead();
        let wk = self.layout.leads[lead];
        let mut ground = Ground {
            held: [vec![0; words], vec![0; words]],
            mates: [Vec::new(), Vec::new()],
            events: Default::default(),
        };
        for word in 0..words {
            let squares = self.layout.squares(word);
            let Some(seen) = self.survey_word(wk, &squares).filter(|seen| seen.legal != [0, 0]) else {
                continue;
            };
            let rows = exits.rows(wk, &squares, &seen);
            for s in 0..2 {
                let legal = seen.legal[s];
                let exit = legal & !equal(&rows.dtm[s].loses, 0);
                // Who has no exit and no quiet move is mated or stalemated.
                let stuck = self.without_escape(s, lead, word, legal & !exit, &self.illegal[1 - s]);
                let mated = stuck & seen.check[s];
                if mated != 0 {
                    ground.mates[s].push((word as u32, mated));
                }
                ground.held[s][word] = exit | (stuck & !mated);
                if exit != 0 {
                    let metrics = [&rows.dtm[s], &rows.dtc[s], &rows.dtz[s]];
                    let used = if self.zeroing { METRICS } else { METRICS - 1 };
                    for (row, events) in metrics.into_iter().zip(&mut ground.events).take(used) {
                        push_events(row, exit, s, word, events);
                    }
                }
            }
        }
        for events in &mut ground.events {
            events.sort_by_key(|e| e.ply);
        }
        ground
    }

    /// Runs the analysis; planes are filled with codes or plies, zero where drawn or illegal.
    /// `tell` hears each ply.
    pub(crate) fn solve(
        &self,
        metric: Metric,
        stop: &AtomicBool,
        tell: &(dyn Fn(u16) + Sync),
    ) -> Result<Planes, Stopped> {
        Analysis::new(self, metric).run(stop, tell)
    }

    /// Where a symmetry takes the pieces of a word.
    #[inline]
    fn image(&self, word: usize, sym: Symmetry) -> usize {
        if sym.is_identity() {
            word
        } else {
            self.layout.word(self.layout.squares(word), &SYMMETRY[sym.number()])
        }
    }
}

/// Turns a row of exits into events.
fn push_events(row: &Row, exit: u64, side: usize, word: usize, events: &mut Vec<Event>) {
    for (kind, plies, nothing) in [(WIN, &row.wins, NEVER), (LOSS, &row.loses, SAVED)] {
        let mut left = exit & !equal(plies, nothing);
        while left != 0 {
            let ply = plies[left.trailing_zeros() as usize];
            let bits = equal(plies, ply) & left;
            left &= !bits;
            events.push(Event { ply, side: side as u8, kind: kind as u8, word: word as u32, bits });
        }
    }
}

/// The places of a row that hold a byte, as a word. Eight at a time, without branches.
#[inline]
pub(crate) fn equal(row: &[u8; 64], byte: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let pattern = u64::from_le_bytes([byte; 8]);
    let mut out = 0;
    for (i, chunk) in row.as_chunks::<8>().0.iter().enumerate() {
        let x = u64::from_le_bytes(*chunk) ^ pattern;
        // High bit of each byte set if the byte is zero.
        let zero = !(((x & LOW) + LOW) | x | LOW);
        out |= ((zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    out
}

/// The candidates of one lead, with the list of words that have any.
#[derive(Debug)]
struct Candidates {
    bits: Vec<u64>,
    touched: Vec<u32>,
}

impl Candidates {
    #[inline]
    fn add(&mut self, word: usize, bits: u64) {
        if bits != 0 {
            if self.bits[word] == 0 {
                self.touched.push(word as u32);
            }
            self.bits[word] |= bits;
        }
    }
}

/// A lead's own state during analysis.
#[derive(Debug)]
struct Work {
    /// Undecided legal positions.
    open: [Vec<u64>; 2],
    held: [Vec<u64>; 2],
    /// By side, then win or loss.
    candidates: [[Candidates; 2]; 2],
    next_event: usize,
}

/// What a lead found in the last ply, by side, then win or loss.
type Found = [[Vec<(u32, u64)>; 2]; 2];

struct Analysis<'s, 'a> {
    slab: &'s Slab<'a>,
    metric: Metric,
    /// Won for the side to move, or illegal. By side, then by lead.
    won: [Vec<Vec<u64>>; 2],
    work: Vec<Work>,
    found: Vec<Found>,
    planes: Vec<[Vec<u8>; 2]>,
}

impl<'s, 'a> Analysis<'s, 'a> {
    fn new(slab: &'s Slab<'a>, metric: Metric) -> Self {
        let words = slab.layout.words_per_lead();
        let work = slab.each_lead(|lead| {
            let none = || Candidates { bits: vec![0; words], touched: Vec::new() };
            let ground = &slab.ground[lead];
            Work {
                open: [0, 1].map(|s| slab.illegal[s][lead].iter().map(|w| !w).collect()),
                held: ground.held.clone(),
                candidates: [[none(), none()], [none(), none()]],
                next_event: 0,
            }
        });
        let won = slab.illegal.clone();
        let found = (0..work.len()).map(|_| Found::default()).collect();
        let planes = slab.each_lead(|_| [vec![0; words * 64], vec![0; words * 64]]);
        Analysis { slab, metric, won, work, found, planes }
    }

    fn run(mut self, stop: &AtomicBool, tell: &(dyn Fn(u16) + Sync)) -> Result<Planes, Stopped> {
        // 1. Ply 0: mates.
        for (found, ground) in self.found.iter_mut().zip(&self.slab.ground) {
            for (found, mates) in found.iter_mut().zip(&ground.mates) {
                found[LOSS].clone_from(mates);
            }
        }
        let mut ply = 0u16;
        loop {
            // 2. Write down what this ply brought.
            self.commit(ply);
            tell(ply);
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let last = self.metric as usize;
            let busy = self.found.iter().flatten().flatten().any(|list| !list.is_empty());
            let waiting =
                self.work.iter().zip(&self.slab.ground).any(|(w, g)| w.next_event < g.events[last].len());
            if !busy && !waiting {
                break;
            }
            // 3. Unmove it to the candidates of the next ply.
            if busy {
                self.unmove();
            }
            ply += 1;
            // 4. Let the exits of the next ply speak, and judge all candidates.
            self.judge(ply);
        }
        let mut out = [Vec::new(), Vec::new()];
        for (s, plane) in out.iter_mut().enumerate() {
            plane.reserve_exact(self.slab.layout.slab_len());
            for lead in &mut self.planes {
                plane.append(&mut lead[s]);
            }
        }
        Ok(out)
    }

    fn commit(&mut self, ply: u16) {
        let byte = |kind: usize| match (self.metric, kind) {
            (Metric::Conversion | Metric::Zeroing, _) => ply as u8,
            // Wins come at odd plies and losses at even ones; the other kind's list is empty.
            (Metric::Mate, WIN) => Code::win(ply | 1).0,
            (Metric::Mate, _) => Code::loss(ply & !1).0,
        };
        let bytes = [byte(WIN), byte(LOSS)];
        let [won_white, won_black] = &mut self.won;
        self.work
            .par_iter_mut()
            .zip(&self.found)
            .zip(&mut self.planes)
            .zip(won_white)
            .zip(won_black)
            .with_min_len(self.slab.grain)
            .for_each(|((((work, found), planes), won_white), won_black)| {
                for (s, won) in [won_white, won_black].into_iter().enumerate() {
                    for kind in [WIN, LOSS] {
                        for &(word, bits) in &found[s][kind] {
                            let word = word as usize;
                            work.open[s][word] &= !bits;
                            if kind == WIN {
                                won[word] |= bits;
                            }
                            let row = &mut planes[s][word * 64..word * 64 + 64];
                            let mut left = bits;
                            while left != 0 {
                                row[left.trailing_zeros() as usize] = bytes[kind];
                                left &= left - 1;
                            }
                        }
                    }
                }
            });
    }

    fn unmove(&mut self) {
        let (slab, found) = (self.slab, &self.found);
        let each = |(lead, work): (usize, &mut Work)| {
            // A mover s comes from positions in which the other side is to move.
            for s in 0..2 {
                for (kind, after) in [(LOSS, WIN), (WIN, LOSS)] {
                    let Work { open, held, candidates, .. } = work;
                    let (open, held) = (&open[s], &held[s]);
                    let candidates = &mut candidates[s][after];
                    let mut add = |word: usize, bits: u64| {
                        let wanted = if after == WIN { open[word] } else { open[word] & !held[word] };
                        candidates.add(word, bits & wanted);
                    };
                    for &(word, bits) in &found[lead][1 - s][kind] {
                        slab.unmove_pieces(s, lead, word as usize, bits, &mut add);
                    }
                    if s == 0 {
                        for &(from, sym) in &slab.steps[lead] {
                            let back = sym.inverse();
                            for &(word, bits) in &found[from][1][kind] {
                                let bits = if back.is_identity() {
                                    bits
                                } else {
                                    back.bitboard(philidor_chess::shakmaty::Bitboard(bits)).0
                                };
                                add(slab.image(word as usize, back), bits);
                            }
                        }
                    }
                }
            }
        };
        let width = Width::here();
        let leads = self.work.par_iter_mut().enumerate().with_min_len(slab.grain);
        leads.for_each(|lead| width.run(|| each(lead)));
    }

    fn judge(&mut self, ply: u16) {
        let (slab, won, metric) = (self.slab, &self.won, self.metric);
        let each = |(lead, (work, found)): (usize, (&mut Work, &mut Found))| {
            let events = &slab.ground[lead].events[metric as usize];
            while let Some(event) = events.get(work.next_event).filter(|e| u16::from(e.ply) == ply) {
                work.next_event += 1;
                let (s, word) = (event.side as usize, event.word as usize);
                if event.kind as usize == LOSS {
                    work.held[s][word] &= !event.bits;
                }
                let bits = event.bits & work.open[s][word];
                work.candidates[s][event.kind as usize].add(word, bits);
            }
            for s in 0..2 {
                for kind in [WIN, LOSS] {
                    let list = &mut found[s][kind];
                    list.clear();
                    let Candidates { bits, touched } = &mut work.candidates[s][kind];
                    for &word in touched.iter() {
                        let w = word as usize;
                        let mut new = std::mem::take(&mut bits[w]);
                        if kind == LOSS {
                            new &= !work.held[s][w];
                            new = slab.without_escape(s, lead, w, new, &won[1 - s]);
                        }
                        if new != 0 {
                            list.push((word, new));
                        }
                    }
                    touched.clear();
                }
            }
        };
        let width = Width::here();
        let leads = self.work.par_iter_mut().zip(&mut self.found).enumerate().with_min_len(slab.grain);
        leads.for_each(|lead| width.run(|| each(lead)));
    }
}

impl Slab<'_> {
    #[inline]
    fn occupied(&self, lead: usize, squares: &Squares) -> u64 {
        let mut all = bit(self.layout.leads[lead]) | self.pawn_squares;
        for &sq in &squares[..self.layout.pieces.len()] {
            all |= bit(sq);
        }
        all
    }

    /// Calls back for each quiet move (or unmove, the same thing) of the pieces of side `s`: target word, and the
    /// squares of Black's king that do not stand in the way.
    #[inline]
    fn piece_moves(
        &self,
        s: usize,
        word: usize,
        squares: &Squares,
        occupied: u64,
        mut each: impl FnMut(usize, u64),
    ) {
        let n = self.layout.pieces.len();
        for (i, &(color, piece)) in self.layout.pieces.iter().enumerate() {
            if side(color) != s {
                continue;
            }
            let from = squares[i];
            let shift = 6 * (n - 1 - i);
            let between = &BETWEEN[from as usize];
            let mut targets = piece_attacks(piece, from, occupied) & !occupied;
            if self.layout.has_twin(i) {
                while targets != 0 {
                    let to = targets.trailing_zeros() as u8;
                    targets &= targets - 1;
                    let mut moved = *squares;
                    moved[i] = to;
                    each(self.layout.word(moved, &SYMMETRY[0]), !between[to as usize]);
                }
            } else {
                let base = word & !(63 << shift);
                while targets != 0 {
                    let to = targets.trailing_zeros() as usize;
                    targets &= targets - 1;
                    each(base | to << shift, !between[to]);
                }
            }
        }
    }

    #[inline]
    fn unmove_pieces(&self, s: usize, lead: usize, word: usize, bits: u64, add: &mut impl FnMut(usize, u64)) {
        let squares = self.layout.squares(word);
        let occupied = self.occupied(lead, &squares);
        if s == 1 {
            add(word, king_spread(bits));
        }
        self.piece_moves(s, word, &squares, occupied, |to, open| add(to, bits & open));
    }

    /// Of `bits`, those for which no quiet move of side `s` leaves the other side's wins.
    #[inline]
    fn without_escape(&self, s: usize, lead: usize, word: usize, bits: u64, won: &[Vec<u64>]) -> u64 {
        let mut left = bits;
        if left == 0 {
            return 0;
        }
        let squares = self.layout.squares(word);
        let occupied = self.occupied(lead, &squares);
        if s == 1 {
            left &= !king_spread(!won[lead][word]);
        } else {
            for &(to, sym) in &self.steps[lead] {
                let mut escape = !won[to][self.image(word, sym)];
                if !sym.is_identity() {
                    escape = sym.inverse().bitboard(philidor_chess::shakmaty::Bitboard(escape)).0;
                }
                left &= !escape;
            }
        }
        if left != 0 {
            let own = &won[lead];
            self.piece_moves(s, word, &squares, occupied, |to, open| left &= own[to] | !open);
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_finds_every_place() {
        let mut row = [0u8; 64];
        for (i, byte) in row.iter_mut().enumerate() {
            *byte = (i * 37 % 256) as u8;
        }
        for byte in 0..=255 {
            let slow = row.iter().enumerate().fold(0, |m, (i, &b)| m | u64::from(b == byte) << i);
            assert_eq!(equal(&row, byte), slow);
        }
    }
}
