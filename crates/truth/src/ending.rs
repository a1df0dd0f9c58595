//! One ending solved from one position: few pieces, any number of pawns.
//!
//! A table holds every placement of its men, which is too much with many pawns. But from one position only some pawn
//! structures can arise. Each of them is a slab (all placements of kings and pieces), closed but for captures, promotions and
//! pawn moves, which lead to structures with less to come; solved in that order, every slab finds its exits solved.
//!
//! Promotions make slabs large, so only those are followed that matter, and behind them only what matters there. What lies beyond is
//! unknown, and a value has a lower and an upper bound; a guess says which structures a proof would have to look into
//! (`proof.rs`), and those are solved next. As soon as the bounds of the asked position meet, it is solved, whatever the rest may be.

mod checkpoint;
mod exits;
mod line;
mod proof;
mod slab;
mod structure;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::atomic::{AtomicBool, Ordering},
};

use philidor_chess::{
    fen,
    shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, san::San},
};
use rayon::prelude::*;

pub use self::checkpoint::CheckpointError;
use self::{
    exits::Lookup,
    slab::{Frame, Run, Slab},
    structure::{MOST_PIECES, Structure},
};
use crate::value::Wdl;

/// How much may be done.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most positions (legal or not, both sides to move) that are solved. Each takes two to six bits of memory.
    pub positions: u64,
    /// Takes a promotion to more pieces than are followed for a win if the new piece is not taken at once. What is found
    /// then rests on that.
    pub trust_promotions: bool,
}

/// What a piece of work takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// So many pawn structures.
    pub structures: u64,
    /// With so many positions.
    pub positions: u64,
    /// False if counting was given up: it is at least so much.
    pub counted: bool,
}

impl Need {
    /// The most memory it may take, in bytes.
    pub fn bytes(&self) -> u64 {
        self.positions * 3 / 4
    }
}

/// Why an ending cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum EndingError {
    /// Castling is not followed.
    #[error("castling is not followed here: remove the castling rights from the FEN (third field: -)")]
    Castling,
    /// Too many pieces.
    #[error(
        "{count} pieces besides kings and pawns are too many: {MOST_PIECES} can be followed (one a side, say), with any number of pawns"
    )]
    TooManyPieces {
        /// How many there are.
        count: usize,
    },
    /// The structures are too many.
    #[error(
        "from here {}{} pawn structures with {} million positions can arise ({} MB of memory), more than the budget of {} million; --budget MILLIONS allows more",
        if need.counted { "" } else { "more than " }, need.structures, need.positions.div_ceil(1_000_000), need.bytes() >> 20, limit / 1_000_000
    )]
    TooLarge {
        /// What the first step takes.
        need: Need,
        /// What was allowed, in positions.
        limit: u64,
    },
    /// The user had enough.
    #[error("stopped")]
    Stopped,
}

/// How far the work of one round has come.
#[derive(Debug, Clone, Copy)]
pub struct EndingProgress {
    /// Positions of this round, legal or not, that were looked at.
    pub done: u64,
    /// Of so many.
    pub of: u64,
    /// How often promotions were followed further. What a round finds may make another necessary.
    pub round: u32,
}

/// Listens to the work and may stop it.
#[derive(Clone, Copy)]
pub struct EndingWatch<'w> {
    /// Set it to stop.
    pub stop: &'w AtomicBool,
    /// Hears how far the work has come.
    pub hear: &'w (dyn Fn(EndingProgress) + Sync),
}

/// What is known of a position, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub low: Wdl,
    /// At most this.
    pub high: Wdl,
}

impl Bounds {
    /// The value, if the bounds meet.
    pub fn exact(self) -> Option<Wdl> {
        (self.low == self.high).then_some(self.low)
    }

    /// Seen by the other side.
    #[must_use]
    pub fn flipped(self) -> Bounds {
        Bounds { low: self.high.flipped(), high: self.low.flipped() }
    }
}

/// A legal move and what it is worth for the side that makes it.
#[derive(Debug, Clone)]
pub struct EndingMove {
    /// The move.
    pub mv: Move,
    /// In standard notation, without check sign.
    pub san: String,
    /// For the mover.
    pub bounds: Bounds,
}

/// When a slab was solved last, and when its values changed last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Times {
    solved: u64,
    changed: u64,
}

/// An ending solved from one position.
#[derive(Debug)]
pub struct Ending {
    slabs: HashMap<Structure, Slab>,
    times: HashMap<Structure, Times>,
    /// Goes forward with every batch of slabs.
    clock: u64,
    trust_promotions: bool,
    /// How often promotions were followed further.
    pub rounds: u32,
    /// Pawn structures solved.
    pub structures: usize,
    /// Positions solved, legal or not, both sides to move.
    pub positions: u64,
    /// What the next step would take, if the position is not decided and the budget does not allow it.
    pub lacking: Option<Need>,
}

/// What the proof of the guess meets: structures that have to be solved, and those that it goes through.
#[derive(Debug, Default)]
struct Met {
    new: Vec<Structure>,
    known: HashSet<Structure>,
}

impl Ending {
    fn empty(trust_promotions: bool) -> Ending {
        Ending {
            slabs: HashMap::new(),
            times: HashMap::new(),
            clock: 0,
            trust_promotions,
            rounds: 0,
            structures: 0,
            positions: 0,
            lacking: None,
        }
    }

    /// An ending of which nothing is solved yet, if the position is of a kind that can be solved.
    pub fn begin(pos: &Chess, limits: Limits) -> Result<Ending, EndingError> {
        if fen::has_castling_rights(pos) {
            return Err(EndingError::Castling);
        }
        let board = pos.board();
        let count = (board.occupied() & !board.kings() & !board.pawns()).count();
        Structure::of(board).ok_or(EndingError::TooManyPieces { count })?;
        Ok(Ending::empty(limits.trust_promotions))
    }

    /// Solves a position as far as the limits allow.
    pub fn solve(pos: &Chess, limits: Limits, watch: EndingWatch<'_>) -> Result<Ending, EndingError> {
        let mut ending = Ending::begin(pos, limits)?;
        while ending.round(pos, limits, watch)? {}
        Ok(ending)
    }

    /// One round of the work; false if there is nothing more to do. After an error what was solved before is still right.
    pub fn round(
        &mut self,
        pos: &Chess,
        limits: Limits,
        watch: EndingWatch<'_>,
    ) -> Result<bool, EndingError> {
        let root = Structure::of(pos.board());
        let first = root.is_none_or(|root| !self.slabs.contains_key(&root));
        let met = match first {
            true => Met { new: roots(pos), known: HashSet::new() },
            false => self.met(pos),
        };
        let (new, lacking) = self.follow(&met.new, limits.positions, first);
        if let (true, Some(need)) = (first, lacking) {
            return Err(EndingError::TooLarge { need, limit: limits.positions });
        }
        self.lacking = lacking;
        let worked = self.run(&new, &met.known, watch)?;
        self.rounds += u32::from(worked && !first);
        self.structures = self.slabs.len();
        if self.bounds(pos).exact().is_some() {
            self.lacking = None;
            return Ok(false);
        }
        Ok(worked)
    }

    /// New structures: `wanted`, and with `all` everything that arises from it without promotions; as far as the limit
    /// allows, and what the first that is too much would take in all.
    fn follow(&self, wanted: &[Structure], limit: u64, all: bool) -> (Vec<Structure>, Option<Need>) {
        let mut new: HashSet<Structure> = HashSet::new();
        let mut positions = self.positions;
        let mut lacking = None;
        for &start in wanted {
            if self.slabs.contains_key(&start) || new.contains(&start) {
                continue;
            }
            let mut seen: HashSet<Structure> = HashSet::from([start]);
            let mut list = vec![start];
            let (mut next, mut more) = (0, start.positions());
            while let Some(structure) = list.get(next).copied() {
                next += 1;
                if !all {
                    break;
                }
                if positions + more > limit.saturating_mul(4) {
                    break;
                }
                for exit in structure.exits().iter().filter(|exit| !exit.promotes()) {
                    for to in exit.structures() {
                        if !self.slabs.contains_key(&to) && !new.contains(&to) && seen.insert(to) {
                            more += to.positions();
                            list.push(to);
                        }
                    }
                }
            }
            if positions + more <= limit {
                positions += more;
                new.extend(list);
            } else {
                let structures = (self.slabs.len() + new.len() + list.len()) as u64;
                let counted = next == list.len();
                lacking.get_or_insert(Need { structures, positions: positions + more, counted });
            }
        }
        (new.into_iter().collect(), lacking)
    }

    fn lookup(&self) -> Lookup<'_> {
        Lookup { slabs: &self.slabs, trust_promotions: self.trust_promotions }
    }

    /// Solves new structures, and again those of `known` whose exits changed since; what else leads to changed ones keeps its bounds,
    /// which stay right. False if there was nothing to do.
    fn run(
        &mut self,
        new: &[Structure],
        known: &HashSet<Structure>,
        watch: EndingWatch<'_>,
    ) -> Result<bool, EndingError> {
        let mut levels: BTreeMap<(u32, u32), Vec<Structure>> = BTreeMap::new();
        let open = known.iter().filter(|structure| self.slabs.get(structure).is_some_and(|s| !s.is_exact()));
        for structure in new.iter().chain(open) {
            levels.entry(structure.potential()).or_default().push(*structure);
        }
        let of = levels.values().flatten().map(Structure::positions).sum::<u64>();
        let (mut done, mut worked) = (0, false);
        (watch.hear)(EndingProgress { done, of, round: self.rounds });
        for mut level in levels.into_values() {
            level.sort_unstable();
            for some in level.chunks(256) {
                let lookup = self.lookup();
                let solve = |structure: &Structure| {
                    if watch.stop.load(Ordering::Relaxed) {
                        return Err(EndingError::Stopped);
                    }
                    let solved = self.times.get(structure).map(|times| times.solved);
                    if solved.is_some_and(|since| !self.exits_changed(structure, since)) {
                        return Ok(None);
                    }
                    Ok(Some((*structure, slab::solve(&Frame::new(*structure), &lookup))))
                };
                let solved: Vec<_> = some.par_iter().map(solve).collect::<Result<_, _>>()?;
                self.clock += 1;
                for (structure, slab) in solved.into_iter().flatten() {
                    worked = true;
                    let times = self.times.entry(structure).or_default();
                    times.solved = self.clock;
                    let old = self.slabs.get(&structure);
                    if old != Some(&slab) {
                        times.changed = self.clock;
                        self.positions += if old.is_none() { structure.positions() } else { 0 };
                        self.slabs.insert(structure, slab);
                    }
                }
                done += some.iter().map(Structure::positions).sum::<u64>();
                (watch.hear)(EndingProgress { done, of, round: self.rounds });
            }
        }
        Ok(worked)
    }

    /// Whether something that a structure leads to has changed since.
    fn exits_changed(&self, structure: &Structure, since: u64) -> bool {
        let changed = |to: Structure| self.times.get(&to).is_some_and(|times| times.changed > since);
        structure.exits().iter().any(|exit| exit.structures().any(changed))
    }

    /// Bytes that the solved structures take.
    pub fn bytes(&self) -> u64 {
        self.slabs.values().map(Slab::bytes).sum()
    }

    /// What is known of a position of this ending.
    pub fn bounds(&self, pos: &Chess) -> Bounds {
        let (low, high) = (self.value(pos, Run::Low), self.value(pos, Run::High));
        if pos.turn().is_white() { Bounds { low, high } } else { Bounds { low: high, high: low } }
    }

    /// The value for the side to move under one way to judge the unknown.
    fn value(&self, pos: &Chess, run: Run) -> Wdl {
        let structure = Structure::of(pos.board());
        let found = structure.and_then(|s| Some((self.slabs.get(&s)?, line::place(&s, pos)?)));
        let Some((slab, (word, bk))) = found else {
            return self.value_beyond(pos, run);
        };
        if pos.ep_square(EnPassantMode::Legal).is_some() {
            let after = |mv: &Move| {
                let mut next = pos.clone();
                next.play_unchecked(*mv);
                self.value(&next, run).flipped()
            };
            return pos.legal_moves().iter().map(after).max().unwrap_or(Wdl::Draw);
        }
        let (white, black) = slab.sets(run).get(pos.turn(), word);
        let (own, other) = if pos.turn().is_white() { (white, black) } else { (black, white) };
        match (own >> bk & 1, other >> bk & 1) {
            (1, 0) => Wdl::Win,
            (0, 1) => Wdl::Loss,
            _ => Wdl::Draw,
        }
    }

    /// All legal moves, the best first; equal ones in the order of their notation.
    pub fn moves(&self, pos: &Chess) -> Vec<EndingMove> {
        let mut out: Vec<EndingMove> = pos
            .legal_moves()
            .iter()
            .map(|&mv| {
                let mut next = pos.clone();
                next.play_unchecked(mv);
                let san = San::from_move(pos, mv).to_string();
                EndingMove { mv, san, bounds: self.bounds(&next).flipped() }
            })
            .collect();
        let rank = |m: &EndingMove| (m.bounds.low, m.bounds.high);
        out.sort_by(|a, b| rank(b).cmp(&rank(a)).then_with(|| a.san.cmp(&b.san)));
        out
    }

    /// What the position would be worth for the other side if that side were to move; `None` if it cannot be.
    pub fn if_other_moved(&self, pos: &Chess) -> Option<Bounds> {
        Some(self.bounds(&pos.clone().swap_turn().ok()?))
    }
}

/// Where the work begins: the position's structure, and those behind a capture en passant, which its own does not lead to.
fn roots(pos: &Chess) -> Vec<Structure> {
    let after = |mv: &Move| {
        let mut next = pos.clone();
        next.play_unchecked(*mv);
        Structure::of(next.board())
    };
    let passing = pos.legal_moves();
    let passing = passing.iter().filter(|mv| mv.is_en_passant()).filter_map(after);
    Structure::of(pos.board()).into_iter().chain(passing).collect()
}

/// The colour that surely wins, if there is one.
fn winner(bounds: Bounds, to_move: Color) -> Option<Color> {
    match bounds.exact()? {
        Wdl::Win => Some(to_move),
        Wdl::Draw => None,
        Wdl::Loss => Some(!to_move),
    }
}

/// How natural a move out of the structure is: a queen first, then a capture, then the rest.
fn naturalness(mv: Move) -> u8 {
    match mv.promotion() {
        Some(Role::Queen) => 0,
        None if mv.is_capture() => 1,
        None => 2,
        Some(_) => 3,
    }
}
