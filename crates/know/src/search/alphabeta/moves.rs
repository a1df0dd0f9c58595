//! The moves of a node: which are left out, how deep the others are searched, and what is learned from them.

use std::ops::ControlFlow::{Break, Continue};

use arrayvec::ArrayVec;
use philidor_chess::shakmaty::{Bitboard, Move, Position, Square};

use super::{NodeState, Step, is_quiet_move, reduction};
use crate::search::{
    history::{Context, bonus},
    iterate::Shared,
    mate_net::MateNet,
    movegen::{MoveCode, code},
    node::Node,
    params::Params,
    picker::Picker,
    score::{DECIDED, INFINITE, Score},
    see,
    table::Bound,
    worker::Worker,
};

/// What the decisions about each move of a node ask about the node; the dear answers are found when first needed.
pub(super) struct Outlook {
    pub(super) context: Context,
    /// Killers and counter move.
    pub(super) refutations: [MoveCode; 3],
    /// Whether the hash move is a capture.
    pub(super) hash_is_noisy: bool,
    check_squares: Option<[Bitboard; 6]>,
    /// The mating net around the king of the other side, if there is one.
    net: Option<Option<MateNet>>,
}

/// A move that is about to be searched or left out.
pub(super) struct Candidate {
    pub(super) m: Move,
    pub(super) code: MoveCode,
    pub(super) quiet: bool,
    /// The statistic of the move, of quiet moves or of captures.
    pub(super) history: i32,
    /// The reduction of a move of this depth and number, in 1/1024 ply.
    pub(super) reduction: i32,
    /// Whether it checks or tightens a mating net; known only where moves may be left out.
    pub(super) forcing: bool,
    pub(super) gives_check: bool,
}

/// Moves searched without a cut-off: they lose in the statistics what the best move gains.
struct Tried {
    quiets: ArrayVec<Move, 64>,
    captures: ArrayVec<Move, 32>,
}

impl Tried {
    #[inline]
    fn push(&mut self, candidate: &Candidate) {
        // Moves beyond the end of the lists are forgotten.
        let _is_full = if candidate.quiet {
            self.quiets.try_push(candidate.m).is_err()
        } else {
            self.captures.try_push(candidate.m).is_err()
        };
    }
}

impl Outlook {
    /// A check may be the point of a line, a tightened net, too: such moves are not judged by their looks.
    #[inline(always)]
    fn is_forcing(&mut self, params: &Params, state: &NodeState<'_>, m: Move) -> bool {
        let node = state.node;
        let checks = self.check_squares.get_or_insert_with(|| node.check_squares());
        checks[m.role() as usize - 1].contains(m.to())
            || state.ply <= params.mate_net_plies as usize
                && self
                    .net
                    .get_or_insert_with(|| MateNet::around(node.pos.board(), self.context.us))
                    .as_ref()
                    .is_some_and(|net| net.is_tightened_by(node.pos.board(), m.role(), m.to()))
    }

    /// Whether a mating net was found around the king of the other side.
    #[inline]
    fn has_net(&self) -> bool {
        matches!(self.net, Some(Some(_)))
    }
}

impl Worker {
    /// Searches the moves, the most promising first, until one beats beta or none is left.
    #[inline]
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &mut NodeState<'_>,
    ) -> Step {
        let params = &shared.params;
        let mut outlook = self.outlook(state);
        let mut picker = Picker::new(params, state.node, state.hash_move, outlook.refutations);
        let mut tried = Tried { quiets: ArrayVec::new(), captures: ArrayVec::new() };
        while let Some(m) = picker.next(&self.histories, &outlook.context) {
            let mcode = code(m);
            if mcode == state.excluded || (state.is_root() && self.skip_at_root(mcode)) {
                continue;
            }
            state.move_count += 1;
            if state.is_root() && self.leads {
                shared.signals.note_at_root(mcode, state.move_count as u64);
            }
            let mut candidate = self.candidate(params, state, &outlook.context, (m, mcode), picker.history());
            if state.best_score > -DECIDED && state.node.has_pieces() {
                candidate.forcing = outlook.is_forcing(params, state, m);
                if !state.is_root() && is_skipped(params, state, &outlook, &candidate, &mut picker) {
                    continue;
                }
            }
            let score = self.search_move::<PV>(shared, state, &outlook, &mut candidate)?;
            if self.take_score::<PV>(state, m, score) {
                let depth = state.depth;
                self.reward(params, &outlook.context, state.ply, m, depth, (&tried.quiets, &tried.captures));
                break;
            }
            tried.push(&candidate);
        }
        Continue(())
    }

    #[inline(always)]
    fn outlook(&self, state: &NodeState<'_>) -> Outlook {
        let context = self.context(state.node, state.ply);
        let [first, second] = self.killers(state.ply);
        let target = Square::new(u32::from(state.hash_move >> 6 & 63));
        Outlook {
            context,
            refutations: [first, second, self.histories.counter(context.before[0])],
            hash_is_noisy: state.entry.is_some()
                && state.hash_move != 0
                && state.node.pos.them().contains(target),
            check_squares: None,
            net: None,
        }
    }

    /// What is known of a move before it is played; its history may be known from ordering it.
    #[inline(always)]
    fn candidate(
        &self,
        params: &Params,
        state: &NodeState<'_>,
        context: &Context,
        (m, code): (Move, MoveCode),
        history: Option<i32>,
    ) -> Candidate {
        let quiet = is_quiet_move(m);
        let history = if quiet {
            history.unwrap_or_else(|| self.histories.quiet(params, context, m))
        } else {
            self.histories.capture(context.us, m)
        };
        Candidate {
            m,
            code,
            quiet,
            history,
            reduction: reduction::of_late_move(params, state.depth, state.move_count),
            forcing: false,
            gives_check: false,
        }
    }

    /// Plays a move and searches what follows, deeper or less deep as it deserves.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &NodeState<'_>,
        outlook: &Outlook,
        candidate: &mut Candidate,
    ) -> Step<Score> {
        let mut extension = self.singular_extension::<PV>(shared, state, candidate)?;
        let child = state.node.child_announced(candidate.m, |key| shared.table.touch(key));
        candidate.gives_check = child.checkers.any();
        if extension == 0 && self.extends_check::<PV>(&shared.params, state, candidate) {
            extension = 1;
        }
        self.set_moved(state.ply, outlook.context.us, candidate.m);
        self.keys.push(child.key);
        let nodes_before = self.nodes;
        let new_depth = state.depth - 1 + extension;
        let score = self.search_child::<PV>(shared, state, outlook, candidate, &child, new_depth);
        self.keys.pop();
        if self.stopped {
            return Break(0);
        }
        if state.is_root() {
            self.note_root_nodes(candidate.code, self.nodes - nodes_before);
        }
        Continue(score)
    }

    /// Singular extension: is the hash move much better than all others, or not even alone in beating beta? A search of
    /// the other moves at low depth answers; the gamble is that low depth tells.
    #[inline]
    fn singular_extension<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &NodeState<'_>,
        candidate: &Candidate,
    ) -> Step<i32> {
        let params = &shared.params;
        let Some(e) = state.entry else { return Continue(0) };
        if state.is_root()
            || state.depth < params.singular_min_depth
            || candidate.code != state.hash_move
            || state.excluded != 0
            || !self.may_extend(params, state.ply)
            || e.depth < state.depth - params.singular_entry_margin
            || !matches!(e.bound, Bound::Lower | Bound::Exact)
            || e.score.abs() >= DECIDED
        {
            return Continue(0);
        }
        let at = state.frame();
        let beta = e.score - params.singular_margin * state.depth;
        let depth = (state.depth - 1) / params.singular_depth_divisor;
        self.stack[at].excluded = candidate.code;
        let score = self.pvs::<false>(shared, state.node, (beta - 1, beta), depth, state.ply, state.cut_node);
        self.stack[at].excluded = 0;
        if self.stopped {
            return Break(0);
        }
        if score < beta {
            let twice = !PV
                && score < beta - params.double_extension_margin
                && self.stack[at].double_extensions <= params.double_extension_limit;
            self.stack[at].double_extensions += i32::from(twice);
            return Continue(1 + i32::from(twice));
        }
        // Several moves beat beta: none of them need be searched to the end (multi-cut).
        if beta >= state.beta {
            return Break(beta);
        }
        Continue(if e.score >= state.beta {
            i32::from(PV) - params.not_singular_reduction
        } else if state.cut_node {
            -params.not_singular_cut_reduction
        } else {
            0
        })
    }

    /// Whether a check that loses nothing is looked at one ply further.
    #[inline]
    fn extends_check<const PV: bool>(
        &self,
        params: &Params,
        state: &NodeState<'_>,
        candidate: &Candidate,
    ) -> bool {
        candidate.gives_check
            && self.may_extend(params, state.ply)
            && (PV || state.depth <= params.check_extension_max_depth)
            && see::at_least(&state.node.pos, candidate.m, 0)
    }

    /// Extensions end some way beyond the depth of the iteration, so that every iteration does.
    #[inline]
    fn may_extend(&self, params: &Params, ply: usize) -> bool {
        ply < (params.extension_reach * self.root_depth) as usize
    }

    /// The score of a move after it was played: late moves reduced first, all but the first with a null window, and
    /// every move that may become the main line with the full one.
    #[inline]
    fn search_child<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &NodeState<'_>,
        outlook: &Outlook,
        candidate: &Candidate,
        child: &Node,
        new_depth: i32,
    ) -> Score {
        let (alpha, beta, count) = (state.alpha, state.beta, state.move_count);
        let mut score = -INFINITE;
        if reduction::is_late::<PV>(&shared.params, state) {
            score = self.search_late_move::<PV>(shared, state, outlook, candidate, child, new_depth);
        } else if !PV || count > 1 {
            score = self.scout(shared, state, child, new_depth, !state.cut_node);
        }
        if PV && (count == 1 || (score > alpha && (state.is_root() || score < beta))) {
            score = -self.pvs::<true>(shared, child, (-beta, -alpha), new_depth, state.ply + 1, false);
        } else if PV {
            // Whatever line stands below belongs to an earlier move.
            self.pv[state.ply + 1].clear();
        }
        score
    }

    /// Asks only whether the move beats alpha.
    #[inline]
    fn scout(
        &mut self,
        shared: &Shared<'_>,
        state: &NodeState<'_>,
        child: &Node,
        depth: i32,
        cut_node: bool,
    ) -> Score {
        let window = (-state.alpha - 1, -state.alpha);
        -self.pvs::<false>(shared, child, window, depth, state.ply + 1, cut_node)
    }

    /// A late move: reduced depth first, and a second search if it is better than expected. Gambles that the order of
    /// the moves is right; what is lost is a good move that needs the full depth to be seen.
    #[inline]
    fn search_late_move<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &NodeState<'_>,
        outlook: &Outlook,
        candidate: &Candidate,
        child: &Node,
        new_depth: i32,
    ) -> Score {
        let params = &shared.params;
        let reduced = reduction::reduced_depth::<PV>(params, state, outlook, candidate, new_depth);
        let mut score = self.scout(shared, state, child, reduced, true);
        if score <= state.alpha || reduced >= new_depth {
            return score;
        }
        // Surprisingly good or barely good: a ply more or less.
        let deeper = score
            > state.best_score + params.research_deeper_base + params.research_deeper_margin * new_depth;
        let shallower = score < state.best_score + params.research_shallower_margin;
        let adjusted = new_depth + i32::from(deeper) - i32::from(shallower && !deeper);
        if adjusted > reduced {
            score = self.scout(shared, state, child, adjusted, !state.cut_node);
        }
        if candidate.quiet && (score <= state.alpha || score >= state.beta) {
            let bonus = bonus(params, new_depth);
            let bonus = if score >= state.beta { bonus } else { -bonus };
            self.histories.update_quiet(params, &outlook.context, candidate.m, bonus);
        }
        score
    }

    /// Takes the score of a move into account; whether it beats beta, so that no other move matters.
    #[inline(always)]
    fn take_score<const PV: bool>(&mut self, state: &mut NodeState<'_>, m: Move, score: Score) -> bool {
        if score <= state.best_score {
            return false;
        }
        state.best_score = score;
        if score <= state.alpha {
            return false;
        }
        state.best_move = Some(m);
        state.alpha = score;
        if PV {
            self.save_pv(state.ply, m);
        }
        if state.is_root() {
            self.root_score = score;
        }
        let cut = score >= state.beta;
        state.bound = if cut { Bound::Lower } else { Bound::Exact };
        cut
    }
}

/// Late, quiet or losing moves at low depth are not searched at all. Gambles on order, evaluation and exchanges, so only
/// after some move has saved the day and while we have pieces.
#[inline(always)]
fn is_skipped(
    params: &Params,
    state: &NodeState<'_>,
    outlook: &Outlook,
    candidate: &Candidate,
    picker: &mut Picker<'_>,
) -> bool {
    if candidate.quiet {
        let depth = (state.depth - candidate.reduction / reduction::PLY).max(0);
        if !candidate.forcing && is_hopeless(params, state, outlook, candidate, picker, depth) {
            return true;
        }
        let risk = if candidate.forcing { params.see_quiet_forcing_margin } else { params.see_quiet_margin };
        return !see::at_least(&state.node.pos, candidate.m, -risk * depth * depth);
    }
    let risk = if candidate.forcing { params.see_capture_forcing_margin } else { params.see_capture_margin };
    state.depth <= params.see_capture_max_depth && {
        let most = risk * state.depth + candidate.history / params.see_capture_history_divisor;
        !see::at_least(&state.node.pos, candidate.m, -most)
    }
}

/// Whether a quiet move is too late, too far below alpha at its reduced `depth`, or too often refuted to be tried.
#[inline(always)]
fn is_hopeless(
    params: &Params,
    state: &NodeState<'_>,
    outlook: &Outlook,
    candidate: &Candidate,
    picker: &mut Picker<'_>,
    depth: i32,
) -> bool {
    if !state.in_check {
        let enough = params.lmp_base + state.depth * state.depth;
        let enough = if state.improving { enough } else { enough / params.lmp_divisor };
        if state.move_count > enough {
            // Near a shut-in king a later quiet move may be the one that matters.
            if outlook.has_net() {
                return true;
            }
            picker.skip_quiets();
        }
        if depth <= params.futility_max_depth && state.alpha < DECIDED {
            let hope = params.futility_base
                + params.futility_margin * depth
                + candidate.history / params.futility_history_divisor;
            if state.static_eval + hope <= state.alpha {
                return true;
            }
        }
    }
    if depth <= params.history_prune_max_depth
        && candidate.history < -params.history_prune_margin * state.depth
    {
        picker.skip_quiets();
        return true;
    }
    false
}
