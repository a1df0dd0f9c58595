//! Steps that settle a node outside the main line without looking at all its moves. Each is a gamble on the static
//! evaluation; none is taken in check, where that is worth little.

use std::ops::ControlFlow::{Break, Continue};

use philidor_chess::shakmaty::Position;

use super::{NodeState, Step};
use crate::search::{
    history::{NO_PIECE_TO, piece_to},
    iterate::Shared,
    mate_net::MateNet,
    movegen::code,
    params::Params,
    picker::Picker,
    score::{DECIDED, Score},
    table::{Bound, Entry},
    worker::Worker,
};

impl Worker {
    /// Tries the shortcuts, the cheapest first.
    #[inline]
    pub(super) fn prune_node(&mut self, shared: &Shared<'_>, state: &NodeState<'_>) -> Step {
        let netted = is_netted(&shared.params, state);
        if !netted {
            reverse_futility(&shared.params, state)?;
        }
        self.razor(shared, state)?;
        if !netted {
            self.null_move(shared, state)?;
        }
        self.probcut(shared, state)
    }

    /// Razoring: so far below alpha that only captures can help. Gambles that no quiet move brings that much.
    #[inline]
    fn razor(&mut self, shared: &Shared<'_>, state: &NodeState<'_>) -> Step {
        let (params, alpha) = (&shared.params, state.alpha);
        if state.depth <= params.razor_max_depth
            && alpha < DECIDED
            && state.eval + params.razor_base + params.razor_margin * state.depth <= alpha
        {
            let score = self.quiesce::<false>(shared, state.node, (alpha, alpha + 1), state.ply, true);
            if score <= alpha || self.stopped {
                return Break(score);
            }
        }
        Continue(())
    }

    /// Null move: if passing still holds beta, a real move will. Wrong in zugzwang, so not without pieces, and deep
    /// results are verified by a search in which nobody passes.
    #[inline]
    fn null_move(&mut self, shared: &Shared<'_>, state: &NodeState<'_>) -> Step {
        let params = &shared.params;
        let (depth, beta, ply) = (state.depth, state.beta, state.ply);
        let at = state.frame();
        if depth >= params.null_min_depth
            && state.eval >= beta
            && state.static_eval + params.null_eval_slope * depth >= beta + params.null_eval_margin
            && beta > -DECIDED
            && ply >= self.no_pass_before
            && self.stack[at - 1].moved != NO_PIECE_TO
            && state.node.has_pieces()
            && let Some(passed) = state.node.pass()
        {
            let surplus = ((state.eval - beta) / params.null_eval_divisor).min(params.null_eval_max);
            let reduced = depth - params.null_reduction - depth / params.null_depth_divisor - surplus;
            self.stack[at].moved = NO_PIECE_TO;
            self.keys.push(passed.key);
            let window = (-beta, -beta + 1);
            let score = -self.pvs::<false>(shared, &passed, window, reduced, ply + 1, !state.cut_node);
            self.keys.pop();
            if self.stopped {
                return Break(0);
            }
            if score >= beta && self.holds_without_passing(shared, state, reduced) {
                // A mate found after passing is none.
                return Break(if score >= DECIDED { beta } else { score });
            }
        }
        Continue(())
    }

    /// Whether beta also holds at depth `reduced` if our side may not pass; taken for granted at low depth.
    #[inline]
    fn holds_without_passing(&mut self, shared: &Shared<'_>, state: &NodeState<'_>, reduced: i32) -> bool {
        let params = &shared.params;
        if state.depth < params.null_verify_depth || self.no_pass_before > 0 {
            return true;
        }
        let plies = (params.null_verify_quarters * reduced / 4).max(1);
        self.no_pass_before = state.ply + plies as usize;
        let window = (state.beta - 1, state.beta);
        let verified = self.pvs::<false>(shared, state.node, window, reduced, state.ply, false);
        self.no_pass_before = 0;
        verified >= state.beta
    }

    /// ProbCut: a capture that beats beta clearly at low depth is taken to beat it at full depth.
    #[inline]
    fn probcut(&mut self, shared: &Shared<'_>, state: &NodeState<'_>) -> Step {
        let params = &shared.params;
        let threshold =
            state.beta + params.probcut_margin - params.probcut_improving * i32::from(state.improving);
        // The depth that the result will have: the capture and the search behind it.
        let worth = state.depth - params.probcut_reduction + 1;
        let is_refuted = |e: Entry| e.depth >= worth && e.score < threshold;
        if state.depth < params.probcut_min_depth
            || state.beta.abs() >= DECIDED
            || state.entry.is_some_and(is_refuted)
        {
            return Continue(());
        }
        self.try_captures(shared, state, threshold, worth)
    }

    /// Searches the captures that may reach `threshold`; one that does settles the node at depth `worth`.
    fn try_captures(
        &mut self,
        shared: &Shared<'_>,
        state: &NodeState<'_>,
        threshold: Score,
        worth: i32,
    ) -> Step {
        let (node, ply) = (state.node, state.ply);
        let context = self.context(node, ply);
        let gain = (threshold - state.static_eval).max(0);
        let mut picker = Picker::noisy(&shared.params, node, state.hash_move, gain);
        while let Some(m) = picker.next(&self.histories, &context) {
            let child = node.child_announced(m, |key| shared.table.touch(key));
            self.stack[state.frame()].moved = piece_to(context.us, m);
            self.keys.push(child.key);
            let window = (-threshold, -threshold + 1);
            let mut score = -self.quiesce::<false>(shared, &child, window, ply + 1, false);
            if score >= threshold && worth > 1 {
                score = -self.pvs::<false>(shared, &child, window, worth - 1, ply + 1, !state.cut_node);
            }
            self.keys.pop();
            if self.stopped {
                return Break(0);
            }
            if score >= threshold {
                let eval = state.raw_eval;
                let entry =
                    Entry { best: code(m), score, eval, depth: worth, bound: Bound::Lower, pv: false };
                shared.table.store(node.key, ply, entry);
                return Break(score);
            }
        }
        Continue(())
    }
}

/// Whether our king sits in a mating net near the root: passing, or playing just anything, is no way to judge that.
#[inline]
fn is_netted(params: &Params, state: &NodeState<'_>) -> bool {
    let pos = &state.node.pos;
    state.eval >= state.beta
        && state.ply <= params.mate_net_plies as usize
        && MateNet::around(pos.board(), !pos.turn()).is_some_and(|net| net.threatens(pos.board()))
}

/// Reverse futility: so far above beta that some quiet move is taken to keep it.
#[inline]
fn reverse_futility(params: &Params, state: &NodeState<'_>) -> Step {
    let (eval, beta) = (state.eval, state.beta);
    let margin = params.rfp_margin * (state.depth - i32::from(state.improving));
    if state.depth <= params.rfp_max_depth
        && eval < DECIDED
        && beta > -DECIDED
        && eval - margin.max(params.rfp_min_margin) >= beta
    {
        return Break(beta + (eval - beta) / params.rfp_return_divisor);
    }
    Continue(())
}
