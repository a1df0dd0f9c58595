//! Hands out the moves of a node one by one, the most promising first, generating as late as possible.
//!
//! Order: hash move, winning captures, killers and counter move, quiet moves by history, losing captures. Where only
//! captures are wanted, the order ends with the winning ones, or with the quiet checks if those are wanted, too.

use arrayvec::ArrayVec;
use philidor_chess::shakmaty::{Move, Position, Role};

use super::{
    history::{Context, Histories},
    movegen::{Generator, MoveCode, Moves, code},
    node::Node,
    params::Params,
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
    GenerateChecks,
    Checks,
    Done,
}

/// Which moves are handed out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Captures and queen promotions.
    Noisy,
    /// These, and quiet moves that give check.
    NoisyAndChecks,
}

/// A move with the number that orders it.
#[derive(Clone, Copy)]
struct Ranked {
    m: Move,
    rank: i32,
}

/// The moves of one node.
pub(crate) struct Picker<'a> {
    params: &'a Params,
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
    wanted: Wanted,
    skip_quiets: bool,
    /// Captures must win this much to count as good.
    threshold: i32,
    history: Option<i32>,
}

impl<'a> Picker<'a> {
    /// All moves of a node of the main search.
    #[inline]
    pub(crate) fn new(
        params: &'a Params,
        node: &'a Node,
        hash: MoveCode,
        refutations: [MoveCode; 3],
    ) -> Picker<'a> {
        Picker::with(params, node, hash, refutations, Wanted::All, 0)
    }

    /// Captures and queen promotions that win at least `threshold`; in check all moves.
    #[inline]
    pub(crate) fn noisy(params: &'a Params, node: &'a Node, hash: MoveCode, threshold: i32) -> Picker<'a> {
        let wanted = if node.checkers.any() { Wanted::All } else { Wanted::Noisy };
        Picker::with(params, node, hash, [0; 3], wanted, threshold)
    }

    /// The moves of quiescence: captures and queen promotions that lose nothing, then, if wanted, quiet checks that
    /// lose nothing; in check all moves.
    #[inline]
    pub(crate) fn quiescence(
        params: &'a Params,
        node: &'a Node,
        hash: MoveCode,
        quiet_checks: bool,
    ) -> Picker<'a> {
        let wanted = match (node.checkers.any(), quiet_checks) {
            (true, _) => Wanted::All,
            (false, true) => Wanted::NoisyAndChecks,
            (false, false) => Wanted::Noisy,
        };
        Picker::with(params, node, hash, [0; 3], wanted, params.qs_capture_see)
    }

    #[inline]
    fn with(
        params: &'a Params,
        node: &'a Node,
        hash: MoveCode,
        refutations: [MoveCode; 3],
        wanted: Wanted,
        threshold: i32,
    ) -> Picker<'a> {
        let generator = Generator::new(node);
        let mut hash_move = if hash == 0 { None } else { generator.decode(hash) };
        if wanted != Wanted::All
            && hash_move.is_some_and(|m| !m.is_capture() && m.promotion() != Some(Role::Queen))
        {
            hash_move = None;
        }
        Picker {
            params,
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
            wanted,
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
                    self.rank_noisy(histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(m) = self.good_noisy() {
                        return Some(m);
                    }
                    self.stage = match self.wanted {
                        Wanted::All => Stage::Killers,
                        Wanted::Noisy => Stage::Done,
                        Wanted::NoisyAndChecks => Stage::GenerateChecks,
                    };
                }
                Stage::Killers => {
                    if let Some(m) = self.refutation() {
                        return Some(m);
                    }
                    self.stage = Stage::GenerateQuiet;
                }
                Stage::GenerateQuiet => {
                    self.rank_quiet(histories, context);
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
                Stage::GenerateChecks => {
                    self.list_checks();
                    self.stage = Stage::Checks;
                }
                Stage::Checks => {
                    while let Some(&Ranked { m, .. }) = self.moves.get(self.next) {
                        self.next += 1;
                        if see::at_least(&self.node.pos, m, self.params.qs_check_see) {
                            return Some(m);
                        }
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Generates captures and promotions, ordered by what they take and by their record.
    #[inline(never)]
    fn rank_noisy(&mut self, histories: &Histories) {
        let params = self.params;
        let mut noisy = Moves::new();
        self.generator.noisy(self.wanted == Wanted::All, &mut noisy);
        let us = self.node.pos.turn();
        for &m in &noisy {
            if Some(m) == self.hash {
                continue;
            }
            let mut rank = params.order_capture_value * m.capture().map_or(0, see::value)
                + histories.capture(us, m) / params.order_capture_history_divisor;
            match m.promotion() {
                Some(Role::Queen) => rank += params.order_capture_value * params.promotion_gain,
                Some(_) => rank -= params.order_underpromotion,
                None => {}
            }
            self.moves.push(Ranked { m, rank });
        }
    }

    /// The next capture or promotion that wins enough; those that do not are kept for later where all moves are wanted.
    #[inline]
    fn good_noisy(&mut self) -> Option<Move> {
        while let Some(Ranked { m, rank }) = self.select() {
            let good =
                rank > self.params.order_good_capture && see::at_least(&self.node.pos, m, self.threshold);
            if good || (self.wanted == Wanted::All && self.bad.try_push(m).is_err()) {
                return Some(m);
            }
        }
        None
    }

    /// The next of killers and counter move that is a quiet move here and was not handed out as the hash move.
    #[inline]
    fn refutation(&mut self) -> Option<Move> {
        while !self.skip_quiets && self.next_refutation < self.refutations.len() {
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
        None
    }

    /// Generates the quiet moves that were not handed out before, with their histories.
    #[inline(never)]
    fn rank_quiet(&mut self, histories: &Histories, context: &Context) {
        self.moves.clear();
        self.next = 0;
        if self.skip_quiets {
            return;
        }
        let mut quiet = Moves::new();
        self.generator.quiet(&mut quiet);
        let view = histories.view(self.params, context);
        let [a, b, c] = self.refutations;
        for &m in &quiet {
            let mcode = code(m);
            if Some(m) != self.hash && mcode != a && mcode != b && mcode != c {
                self.moves.push(Ranked { m, rank: view.quiet(m) });
            }
        }
    }

    /// Generates the quiet moves that give check by the piece that moves.
    #[inline(never)]
    fn list_checks(&mut self) {
        self.moves.clear();
        self.next = 0;
        let checks = self.node.check_squares();
        let mut quiet = Moves::new();
        self.generator.quiet(&mut quiet);
        for &m in &quiet {
            if checks[m.role() as usize - 1].contains(m.to()) {
                self.moves.push(Ranked { m, rank: 0 });
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
