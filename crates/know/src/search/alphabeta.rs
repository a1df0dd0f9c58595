//! Principal-variation search: the heart of the playing mode.
//!
//! A node is searched in steps around one state, [`NodeState`]. A step either settles the node's score, and the others
//! are not asked, or leaves what it found in the state. The techniques are the common property of the field
//! (chessprogramming.org names each); their numbers stand in [`Params`](super::params::Params). Nodes of the principal
//! variation never end in a table look-up, so the line that is shown is the line that was searched.

mod moves;
mod prune;
mod reduction;

use std::ops::ControlFlow::{self, Break, Continue};

use philidor_chess::shakmaty::{Move, Position};

use super::{
    iterate::Shared,
    movegen::{MoveCode, code},
    node::Node,
    params::Params,
    score::{DECIDED, INFINITE, MAX_PLY, Score, TABLE_WIN, UNKNOWN, mate_in, mated_in},
    table::{Bound, Entry},
    worker::{BEFORE_ROOT, Worker},
};

/// What a step comes to: `Break` is the score of the node, `Continue` leads to the next step.
pub(super) type Step<T = ()> = ControlFlow<Score, T>;

/// What the search knows about the node it is in.
struct NodeState<'a> {
    node: &'a Node,
    /// The window: scores below alpha and above beta need not be exact.
    alpha: Score,
    beta: Score,
    /// Plies still to search.
    depth: i32,
    /// Plies from the root.
    ply: usize,
    /// Whether the node is expected to beat beta.
    cut_node: bool,
    in_check: bool,
    /// The move that a singular search leaves out, or 0.
    excluded: MoveCode,
    /// What the hash table knows of the position.
    entry: Option<Entry>,
    /// The move to try first, or 0.
    hash_move: MoveCode,
    /// Whether the node is or once was in the main line.
    was_pv: bool,
    /// The evaluator's word, as it is stored in the hash table.
    raw_eval: Score,
    /// The evaluation corrected by experience; unknown in check.
    static_eval: Score,
    /// The best guess of the score: the static evaluation, or the hash score where it says more.
    eval: Score,
    /// Whether our position has become better since our last move.
    improving: bool,
    /// Moves handed out so far, the present one counted.
    move_count: i32,
    best_score: Score,
    best_move: Option<Move>,
    /// How `best_score` relates to the true score.
    bound: Bound,
    /// No score is better than this: what an endgame table allows.
    ceiling: Score,
}

impl<'a> NodeState<'a> {
    #[inline]
    fn new(node: &'a Node, (alpha, beta): (Score, Score), depth: i32, ply: usize, cut_node: bool) -> Self {
        NodeState {
            node,
            alpha,
            beta,
            depth,
            ply,
            cut_node,
            in_check: node.checkers.any(),
            excluded: 0,
            entry: None,
            hash_move: 0,
            was_pv: false,
            raw_eval: UNKNOWN_IN_TABLE,
            static_eval: UNKNOWN,
            eval: UNKNOWN,
            improving: false,
            move_count: 0,
            best_score: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
            ceiling: INFINITE,
        }
    }

    #[inline]
    fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// The place of the node's frame in the worker's stack.
    #[inline]
    fn frame(&self) -> usize {
        self.ply + BEFORE_ROOT
    }

    /// Internal iterative reduction. Without a hash move a deep search would be spent on badly ordered moves: this one
    /// goes less deep and leaves a hash move behind. A gamble only on the depth of this visit.
    #[inline]
    fn reduce_without_hash_move<const PV: bool>(&mut self, params: &Params) {
        if self.depth >= params.iir_min_depth
            && self.hash_move == 0
            && self.excluded == 0
            && (PV || self.cut_node)
        {
            self.depth -= params.iir_reduction;
        }
    }
}

impl Worker {
    /// The score of `node` for the side to move, exact inside the window.
    pub(super) fn pvs<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        window: (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(shared, node, window, ply, true);
        }
        if self.count_node(shared) {
            return 0;
        }
        let mut state = NodeState::new(node, window, depth, ply, cut_node);
        match self.search_node::<PV>(shared, &mut state) {
            Break(score) | Continue(score) => score,
        }
    }

    /// The steps of a node, in their order.
    #[inline(always)]
    fn search_node<const PV: bool>(&mut self, shared: &Shared<'_>, state: &mut NodeState<'_>) -> Step<Score> {
        if PV {
            self.pv[state.ply].clear();
            self.seldepth = self.seldepth.max(state.ply + 1);
        }
        self.end_by_rule(state)?;
        self.probe_hash::<PV>(shared, state)?;
        self.probe_endgame_tables::<PV>(shared, state)?;
        self.judge(shared, state);
        state.reduce_without_hash_move::<PV>(&shared.params);
        if !PV && !state.in_check && state.excluded == 0 {
            self.prune_node(shared, state)?;
        }
        self.search_moves::<PV>(shared, state)?;
        Continue(self.conclude(shared, state))
    }

    /// Draws by the rules, the end of the stack, and windows that only a nearer mate than any possible here could
    /// reach. All of it is sound.
    #[inline]
    fn end_by_rule(&mut self, state: &mut NodeState<'_>) -> Step {
        if state.is_root() {
            return Continue(());
        }
        if self.is_draw(state.node, state.ply) {
            return Break(self.draw_score(state.ply));
        }
        if state.ply >= MAX_PLY - 1 {
            return Break(if state.in_check { 0 } else { self.evaluate(state.node) });
        }
        state.alpha = state.alpha.max(mated_in(state.ply));
        state.beta = state.beta.min(mate_in(state.ply + 1));
        if state.alpha >= state.beta { Break(state.alpha) } else { Continue(()) }
    }

    /// What an earlier search of this position left in the hash table. Sound but for the path: repetitions and the
    /// fifty-move rule may make the same position worth something else.
    #[inline]
    fn probe_hash<const PV: bool>(&mut self, shared: &Shared<'_>, state: &mut NodeState<'_>) -> Step {
        state.excluded = self.frame(state.ply).excluded;
        if state.excluded == 0 {
            state.entry = shared.table.probe(state.node.key, state.ply);
        }
        state.hash_move = state.entry.map_or(0, |e| e.best);
        if state.is_root() && self.root_first != 0 {
            state.hash_move = self.root_first;
        }
        state.was_pv = PV || state.entry.is_some_and(|e| e.pv);
        if !PV
            && let Some(e) = state.entry
            && e.depth >= state.depth
            && state.node.pos.halfmoves() < shared.params.hash_cut_halfmoves as u32
            && usable(e, state.alpha, state.beta)
        {
            return Break(e.score);
        }
        Continue(())
    }

    /// What the endgame tables say. Sound: a draw is exact, a win at least a table win, a loss at most one.
    #[inline]
    fn probe_endgame_tables<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &mut NodeState<'_>,
    ) -> Step {
        let pos = &state.node.pos;
        if !state.is_root()
            && state.excluded == 0
            && let Some(probe) = shared.probe
            && pos.board().occupied().count() <= probe.max_men() as usize
            && pos.castles().is_empty()
            && pos.halfmoves() == 0
            && let Some(wdl) = probe.wdl(pos)
        {
            self.table_hits += 1;
            let (score, bound) = match wdl {
                2.. => (TABLE_WIN - state.ply as Score, Bound::Lower),
                ..=-2 => (-TABLE_WIN + state.ply as Score, Bound::Upper),
                drawn => (Score::from(drawn), Bound::Exact),
            };
            let eval = UNKNOWN_IN_TABLE;
            let depth = state.depth + shared.params.tablebase_depth_bonus;
            let entry = Entry { best: 0, score, eval, depth, bound, pv: state.was_pv };
            if usable(entry, state.alpha, state.beta) {
                shared.table.store(state.node.key, state.ply, entry);
                return Break(score);
            }
            if PV && bound == Bound::Lower {
                state.best_score = score;
                state.alpha = state.alpha.max(score);
            } else if PV {
                state.ceiling = score;
            }
        }
        Continue(())
    }

    /// The static evaluation, a better guess from the hash table if there is one, and whether our position improves.
    #[inline(always)]
    fn judge(&mut self, shared: &Shared<'_>, state: &mut NodeState<'_>) {
        let at = state.frame();
        if state.in_check {
            self.stack[at].eval = UNKNOWN;
        } else if state.excluded != 0 {
            state.static_eval = self.stack[at].eval;
        } else {
            state.raw_eval = self.raw_evaluation(state.node, state.entry);
            state.static_eval = self.corrected(&shared.params, state.node, state.raw_eval);
            self.stack[at].eval = state.static_eval;
            if state.entry.is_none() {
                let (eval, pv) = (state.raw_eval, state.was_pv);
                let seen = Entry { best: 0, score: 0, eval, depth: 0, bound: Bound::None, pv };
                shared.table.store(state.node.key, state.ply, seen);
            }
        }
        state.eval = state.static_eval;
        if let Some(e) = state.entry
            && !state.in_check
            && e.score.abs() < DECIDED
            && match e.bound {
                Bound::Exact => true,
                Bound::Lower => e.score > state.eval,
                Bound::Upper => e.score < state.eval,
                Bound::None => false,
            }
        {
            state.eval = e.score;
        }
        state.improving = !state.in_check && {
            let (two, four) = (self.stack[at - 2].eval, self.stack[at - 4].eval);
            if two != UNKNOWN { state.static_eval > two } else { four == UNKNOWN || state.static_eval > four }
        };
        self.stack[at + 1].killers = [0; 2];
        self.stack[at].double_extensions =
            if state.is_root() { 0 } else { self.stack[at - 1].double_extensions };
    }

    /// The evaluator's word on `node`, which the hash table may remember.
    #[inline]
    pub(super) fn raw_evaluation(&mut self, node: &Node, entry: Option<Entry>) -> Score {
        match entry {
            Some(e) if e.eval != UNKNOWN_IN_TABLE => e.eval,
            _ => self.evaluate(node),
        }
    }

    /// The score after all moves: mate, stalemate or the best of them, which is remembered for the next visit.
    #[inline(always)]
    fn conclude(&mut self, shared: &Shared<'_>, state: &NodeState<'_>) -> Score {
        if state.move_count == 0 {
            return if state.excluded != 0 {
                state.alpha
            } else if state.in_check {
                mated_in(state.ply)
            } else {
                self.draw_score(state.ply)
            };
        }
        let score = state.best_score.min(state.ceiling);
        if state.excluded == 0 && (!state.is_root() || self.root_taken.is_empty()) {
            let entry = Entry {
                best: state.best_move.map_or(0, code),
                score,
                eval: state.raw_eval,
                depth: state.depth,
                bound: state.bound,
                pv: state.was_pv,
            };
            shared.table.store(state.node.key, state.ply, entry);
            self.learn_correction(&shared.params, state, score);
        }
        score
    }

    /// Notes how far the static evaluation was off, where the score is a quiet one and contradicts it.
    #[inline]
    fn learn_correction(&mut self, params: &Params, state: &NodeState<'_>, score: Score) {
        if !state.in_check
            && score.abs() < DECIDED
            && state.best_move.is_none_or(is_quiet_move)
            && !(state.bound == Bound::Lower && score <= state.static_eval)
            && !(state.bound == Bound::Upper && score >= state.static_eval)
        {
            let difference = score - state.static_eval;
            self.histories.update_correction(params, state.node, state.depth, difference);
        }
    }
}

/// The evaluation field of a table entry that has none.
pub(super) const UNKNOWN_IN_TABLE: Score = -32_100;

/// Whether a table entry settles the window.
#[inline]
pub(super) fn usable(entry: Entry, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
        Bound::None => false,
    }
}

/// Whether a move neither captures nor promotes.
#[inline]
pub(super) fn is_quiet_move(m: Move) -> bool {
    !m.is_capture() && !m.is_promotion()
}
