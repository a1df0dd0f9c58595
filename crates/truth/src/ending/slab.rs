//! All positions of one structure, solved for win, draw and loss, 64 at a time.
//!
//! Words are over Black's king, as in the tables; outside stand the pieces, then White's king. Positions that cannot
//! be decided for lack of what lies behind an exit have a lower and an upper bound: two runs, in which everything unknown goes
//! against White and for White.

use philidor_chess::{Piece, shakmaty::Color};

use super::{
    exits::{Exits, Lookup},
    structure::{MOST_PIECES, Structure, squares},
};
use crate::solve::board::{BETWEEN, Man, bit, king_attacks, king_spread, piece_attacks, side, survey};

/// Who wins where, under one way to judge the unknown: by winner, then by side to move. Illegal positions are won for both.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sets(pub(crate) [[Box<[u64]>; 2]; 2]);

impl Sets {
    /// The words "White wins" and "Black wins".
    #[inline]
    pub(crate) fn get(&self, to_move: Color, word: usize) -> (u64, u64) {
        let s = side(to_move);
        (self.0[0][s][word], self.0[1][s][word])
    }
}

/// A solved structure.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Slab {
    /// The unknown judged against White.
    pub(crate) low: Sets,
    /// The unknown judged for White, and guessed; `None` if nothing is unknown.
    pub(crate) others: Option<Box<[Sets; 2]>>,
}

/// How the unknown is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// Against White.
    Low,
    /// For White.
    High,
    /// By a guess: who alone has a queen or a rook wins; who promotes wins, unless the new piece is taken at once or the
    /// other side has a piece too.
    Guess,
}

impl Slab {
    pub(crate) fn sets(&self, run: Run) -> &Sets {
        match (run, self.others.as_deref()) {
            (Run::High, Some([high, _])) => high,
            (Run::Guess, Some([_, guess])) => guess,
            _ => &self.low,
        }
    }

    /// True if no value of the slab depends on anything unknown.
    pub(crate) fn is_exact(&self) -> bool {
        self.others.is_none()
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        let of = |sets: &Sets| sets.0.iter().flatten().map(|words| 8 * words.len() as u64).sum::<u64>();
        of(&self.low) + self.others.iter().flat_map(|others| others.iter()).map(of).sum::<u64>()
    }
}

/// How many words lie behind each coordinate, and who stands where.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) structure: Structure,
    pub(crate) pieces: Vec<(Color, Piece)>,
    pawns: Vec<Man>,
    pawn_squares: u64,
}

/// White's king and the pieces of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) wk: u8,
    pub(crate) pieces: [u8; MOST_PIECES],
    /// All men but Black's king.
    pub(crate) occupied: u64,
}

impl Frame {
    pub(crate) fn new(structure: Structure) -> Frame {
        let pawn = |color: Color| {
            squares(structure.pawns[side(color)]).map(move |q| (color, Piece::Pawn, q)).collect::<Vec<Man>>()
        };
        let mut pawns = pawn(Color::White);
        pawns.extend(pawn(Color::Black));
        let pawn_squares = structure.pawns[0] | structure.pawns[1];
        Frame { structure, pieces: structure.pieces().collect(), pawns, pawn_squares }
    }

    pub(crate) fn words(&self) -> usize {
        64 << (6 * self.pieces.len())
    }

    fn shift(&self, piece: usize) -> usize {
        6 * (self.pieces.len() - 1 - piece)
    }

    #[inline]
    pub(crate) fn spot(&self, word: usize) -> Spot {
        let n = self.pieces.len();
        let wk = (word >> (6 * n)) as u8;
        let mut pieces = [0; MOST_PIECES];
        let mut occupied = bit(wk) | self.pawn_squares;
        for (i, q) in pieces.iter_mut().enumerate().take(n) {
            *q = (word >> self.shift(i) & 63) as u8;
            occupied |= bit(*q);
        }
        Spot { wk, pieces, occupied }
    }

    /// The men of a word, kings aside.
    pub(crate) fn men(&self, spot: &Spot) -> Vec<Man> {
        let pieces = self.pieces.iter().zip(spot.pieces).map(|(&(color, piece), q)| (color, piece, q));
        pieces.chain(self.pawns.iter().copied()).collect()
    }

    /// Quiet moves of the pieces of one side, or unmoves, which are the same: target word and the squares of Black's king
    /// that do not stand in the way.
    #[inline]
    fn piece_moves(&self, mover: Color, word: usize, spot: &Spot, mut each: impl FnMut(usize, u64)) {
        for (i, &(color, piece)) in self.pieces.iter().enumerate() {
            if color != mover {
                continue;
            }
            let from = spot.pieces[i];
            let base = word & !(63 << self.shift(i));
            for to in squares(piece_attacks(piece, from, spot.occupied) & !spot.occupied) {
                each(base | usize::from(to) << self.shift(i), !BETWEEN[from as usize][to as usize]);
            }
        }
    }

    /// The words to which White's king steps.
    #[inline]
    fn king_words(&self, word: usize, spot: &Spot) -> impl Iterator<Item = usize> + use<> {
        let (bits, n) = (6 * self.pieces.len(), word);
        let rest = n & ((1 << bits) - 1);
        squares(king_attacks(spot.wk) & !spot.occupied).map(move |to| usize::from(to) << bits | rest)
    }

    /// Squares of Black's king from which a quiet move of `mover` reaches one of `goal`.
    #[inline]
    fn reach(&self, mover: Color, word: usize, goal: &[u64]) -> u64 {
        let spot = self.spot(word);
        let mut out = 0;
        if mover.is_black() {
            out |= king_spread(goal[word]);
        } else {
            for to in self.king_words(word, &spot) {
                out |= goal[to];
            }
        }
        self.piece_moves(mover, word, &spot, |to, open| out |= goal[to] & open);
        out
    }
}

/// What can be said of all positions of a slab before the analysis.
#[derive(Debug)]
pub(crate) struct Ground {
    /// By side to move.
    pub(crate) legal: [Vec<u64>; 2],
    check: [Vec<u64>; 2],
}

impl Ground {
    pub(crate) fn new(frame: &Frame) -> Ground {
        let words = frame.words();
        let blank = || [vec![0; words], vec![0; words]];
        let mut ground = Ground { legal: blank(), check: blank() };
        for word in 0..words {
            let spot = frame.spot(word);
            if let Some(seen) = survey(spot.wk, &frame.men(&spot)) {
                for s in 0..2 {
                    ground.legal[s][word] = seen.legal[s];
                    ground.check[s][word] = seen.check[s];
                }
            }
        }
        ground
    }

    /// Positions in which `mover` has no legal move and is not in check.
    pub(crate) fn stalemates(&self, frame: &Frame, mover: Color, exits: &[u64]) -> Vec<u64> {
        let (s, other) = (side(mover), &self.legal[side(!mover)]);
        let stuck = |word: usize| {
            let quiet = self.legal[s][word] & !exits[word] & !self.check[s][word];
            if quiet == 0 { 0 } else { quiet & !frame.reach(mover, word, other) }
        };
        (0..frame.words()).map(stuck).collect()
    }
}

/// Distances inside a slab: plies until the winner mates or leaves it, by side to move. [`FAR`] where nobody wins.
pub(crate) type Plies = [Vec<u16>; 2];

/// No win here.
pub(crate) const FAR: u16 = u16::MAX;

/// The positions that `winner` wins, by side to move.
pub(crate) fn won_by(
    winner: Color,
    frame: &Frame,
    ground: &Ground,
    exits: &Exits,
    stalemates: &[Vec<u64>; 2],
    mut plies: Option<&mut Plies>,
) -> [Vec<u64>; 2] {
    let words = frame.words();
    let (a, d) = (side(winner), side(!winner));
    let mut won = [vec![0u64; words], vec![0u64; words]];
    // Where the defender, having moved, is not lost: the attacker to move, not won.
    let mut safe = ground.legal[a].clone();
    let mut todo: [Vec<u32>; 2] = [(0..words as u32).collect(), (0..words as u32).collect()];
    let mut marked = [vec![false; words], vec![false; words]];
    let mut ply = 0u16;
    let mut note = |s: usize, word: usize, new: u64, ply: u16| {
        if let Some(plies) = plies.as_deref_mut() {
            squares(new).for_each(|bk| plies[s][word << 6 | usize::from(bk)] = ply);
        }
    };
    loop {
        // 1. The defender to move: lost if nothing holds.
        for word in std::mem::take(&mut todo[d]) {
            let word = word as usize;
            marked[d][word] = false;
            let mut new =
                ground.legal[d][word] & !won[d][word] & !exits.holds[d][word] & !stalemates[d][word];
            if new != 0 {
                new &= !frame.reach(!winner, word, &safe);
            }
            if new != 0 {
                won[d][word] |= new;
                note(d, word, new, ply);
                mark_sources(frame, winner, word, &mut marked[a], &mut todo[a]);
            }
        }
        ply += 1;
        // 2. The attacker to move: won if a move wins.
        for word in std::mem::take(&mut todo[a]) {
            let word = word as usize;
            marked[a][word] = false;
            let open = safe[word];
            if open == 0 {
                continue;
            }
            let new = open & (exits.wins[a][word] | frame.reach(winner, word, &won[d]));
            if new != 0 {
                won[a][word] |= new;
                safe[word] &= !new;
                note(a, word, new, ply);
                mark_sources(frame, !winner, word, &mut marked[d], &mut todo[d]);
            }
        }
        ply += 1;
        if todo[d].is_empty() {
            return won;
        }
    }
}

/// Marks the words from which `mover` reaches `word` by a quiet move.
#[inline]
fn mark_sources(frame: &Frame, mover: Color, word: usize, marked: &mut [bool], todo: &mut Vec<u32>) {
    let spot = frame.spot(word);
    let mut mark = |from: usize| {
        if !marked[from] {
            marked[from] = true;
            todo.push(from as u32);
        }
    };
    if mover.is_black() {
        mark(word);
    } else {
        frame.king_words(word, &spot).for_each(&mut mark);
    }
    frame.piece_moves(mover, word, &spot, |from, _| mark(from));
}

/// Solves a structure whose exits lead to what is solved.
pub(crate) fn solve(frame: &Frame, lookup: &Lookup<'_>) -> Slab {
    let ground = Ground::new(frame);
    let low = Exits::new(frame, &ground, lookup, Run::Low);
    let exact = low.exact;
    let stalemates = [Color::White, Color::Black].map(|c| ground.stalemates(frame, c, &low.any[side(c)]));
    let low = sets(frame, &ground, &low, &stalemates);
    let run = |run| sets(frame, &ground, &Exits::new(frame, &ground, lookup, run), &stalemates);
    let high = (!exact).then(|| run(Run::High)).filter(|high| *high != low);
    let others = high.map(|high| Box::new([high, run(Run::Guess)]));
    Slab { low, others }
}

fn sets(frame: &Frame, ground: &Ground, exits: &Exits, stalemates: &[Vec<u64>; 2]) -> Sets {
    Sets([Color::White, Color::Black].map(|winner| {
        let mut won = won_by(winner, frame, ground, exits, stalemates, None);
        for (won, legal) in won.iter_mut().zip(&ground.legal) {
            won.iter_mut().zip(legal).for_each(|(won, legal)| *won |= !legal);
        }
        won.map(Vec::into_boxed_slice)
    }))
}

/// Plies to the next exit or mate where `winner` wins under one way to judge the unknown; with `careful`, where it wins without
/// ever letting a piece be taken.
pub(crate) fn plies(winner: Color, frame: &Frame, lookup: &Lookup<'_>, run: Run, careful: bool) -> Plies {
    let ground = Ground::new(frame);
    let mut exits = Exits::new(frame, &ground, lookup, run);
    let stalemates = [Color::White, Color::Black].map(|c| ground.stalemates(frame, c, &exits.any[side(c)]));
    if careful {
        let d = side(!winner);
        exits.holds[d].iter_mut().zip(&exits.takes[d]).for_each(|(holds, takes)| *holds |= takes);
    }
    let mut out = [vec![FAR; frame.words() << 6], vec![FAR; frame.words() << 6]];
    won_by(winner, frame, &ground, &exits, &stalemates, Some(&mut out));
    out
}
