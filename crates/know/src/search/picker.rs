//! Hands out the moves of a node one by one, the most promising first, generating as late as possible.
//!
//! Order: hash move, winning captures, killers and counter move, quiet moves by history, losing captures.

use arrayvec::ArrayVec;
use philidor_chess::shakmaty::{Move, Position, Role};

use super::{
    history::{Context, Histories},
    movegen::{Generator, MoveCode, Moves, code},
    node::Node,
    see,
};

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Stage {
    Hash,
    GenerateNoisy,
    GoodNoisy,
    Killers,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// A move with the number that orders it.
#[derive(Clone, Copy)]
struct Ranked {
    m: Move,
    rank: i32,
}

/// The moves of one node.
pub(crate) struct Picker<'a> {
    node: &'a Node,
    generator: Generator<'a>,
    stage: Stage,
    hash: Option<Move>,
    refutations: [MoveCode; 3],
    next_refutation: usize,
    moves: ArrayVec<Ranked, 256>,
    next: usize,
    bad: ArrayVec<Move, 80>,
    next_bad: usize,
    /// Only captures and queen promotions (quiescence, probcut).
    noisy_only: bool,
    skip_quiets: bool,
    /// Captures must win this much to count as good.
    threshold: i32,
    history: Option<i32>,
}

impl<'a> Picker<'a> {
    /// All moves of a node of the main search.
    #[inline]
    pub(crate) fn new(node: &'a Node, hash: MoveCode, refutations: [MoveCode; 3]) -> Picker<'a> {
        Picker::with(node, hash, refutations, false, 0)
    }

    /// Captures and queen promotions that win at least `threshold`; in check all moves.
    #[inline]
    pub(crate) fn noisy(node: &'a Node, hash: MoveCode, threshold: i32) -> Picker<'a> {
        Picker::with(node, hash, [0; 3], node.checkers.is_empty(), threshold)
    }

    #[inline]
    fn with(
        node: &'a Node,
        hash: MoveCode,
        refutations: [MoveCode; 3],
        noisy_only: bool,
        threshold: i32,
    ) -> Picker<'a> {
        let generator = Generator::new(node);
        let mut hash_move = if hash == 0 { None } else { generator.decode(hash) };
        if noisy_only && hash_move.is_some_and(|m| !m.is_capture() && m.promotion() != Some(Role::Queen)) {
            hash_move = None;
        }
        Picker {
            node,
            generator,
            stage: if hash_move.is_some() { Stage::Hash } else { Stage::GenerateNoisy },
            hash: hash_move,
            refutations,
            next_refutation: 0,
            moves: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
            noisy_only,
            skip_quiets: false,
            threshold,
            history: None,
        }
    }

    /// No more quiet moves, please.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The history of the move handed out last, where it was already looked up.
    #[inline]
    pub(crate) fn history(&self) -> Option<i32> {
        self.history
    }

    /// The next move, or `None` when all are played.
    pub(crate) fn next(&mut self, histories: &Histories, context: &Context) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::GenerateNoisy;
                    return self.hash;
                }
                Stage::GenerateNoisy => {
                    let mut noisy = Moves::new();
                    self.generator.noisy(!self.noisy_only, &mut noisy);
                    let us = self.node.pos.turn();
                    for &m in &noisy {
                        if Some(m) == self.hash {
                            continue;
                        }
                        let mut rank = 16 * m.capture().map_or(0, see::value) + histories.capture(us, m) / 2;
                        match m.promotion() {
                            Some(Role::Queen) => rank += 16 * 850,
                            Some(_) => rank -= 40_000,
                            None => {}
                        }
                        self.moves.push(Ranked { m, rank });
                    }
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    while let Some(Ranked { m, rank }) = self.select() {
                        // A capture with a good record may cost a little.
                        let good = rank > -30_000 && see::at_least(&self.node.pos, m, self.threshold);
                        if good {
                            return Some(m);
                        }
                        if !self.noisy_only && self.bad.try_push(m).is_err() {
                            return Some(m);
                        }
                    }
                    self.stage = if self.noisy_only { Stage::Done } else { Stage::Killers };
                }
                Stage::Killers => {
                    if self.skip_quiets || self.next_refutation == self.refutations.len() {
                        self.stage = Stage::GenerateQuiet;
                        continue;
                    }
                    let i = self.next_refutation;
                    self.next_refutation += 1;
                    let refutation = self.refutations[i];
                    let known = refutation == 0
                        || self.refutations[..i].contains(&refutation)
                        || self.hash.is_some_and(|m| code(m) == refutation);
                    if known {
                        continue;
                    }
                    match self.generator.decode(refutation) {
                        Some(m) if !m.is_capture() && !m.is_promotion() => return Some(m),
                        _ => self.refutations[i] = 0,
                    }
                }
                Stage::GenerateQuiet => {
                    self.moves.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        let mut quiet = Moves::new();
                        self.generator.quiet(&mut quiet);
                        let view = histories.view(context);
                        let [a, b, c] = self.refutations;
                        for &m in &quiet {
                            let mcode = code(m);
                            if Some(m) != self.hash && mcode != a && mcode != b && mcode != c {
                                self.moves.push(Ranked { m, rank: view.quiet(m) });
                            }
                        }
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skip_quiets
                        && let Some(Ranked { m, rank }) = self.select()
                    {
                        self.history = Some(rank);
                        return Some(m);
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    self.history = None;
                    let m = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    if m.is_none() {
                        self.stage = Stage::Done;
                    }
                    return m;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the highest ranked of the remaining moves.
    #[inline]
    fn select(&mut self) -> Option<Ranked> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].rank > rest[best].rank {
                best = i;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}
