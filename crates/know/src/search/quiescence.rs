//! Quiescence: captures are played out until the position is quiet enough to be evaluated.

use std::ops::ControlFlow::{Break, Continue};

use philidor_chess::shakmaty::{Move, Position};

use super::{
    alphabeta::{Step, UNKNOWN_IN_TABLE, is_quiet_move, usable},
    iterate::Shared,
    movegen::code,
    node::Node,
    params::Params,
    picker::Picker,
    score::{DECIDED, INFINITE, MAX_PLY, Score, mated_in},
    see,
    table::{Bound, Entry},
    worker::Worker,
};

/// What quiescence knows about the node it is in.
struct QuietState<'a> {
    node: &'a Node,
    alpha: Score,
    beta: Score,
    ply: usize,
    in_check: bool,
    /// What the hash table knows of the position.
    entry: Option<Entry>,
    /// The evaluator's word, as it is stored in the hash table.
    raw_eval: Score,
    /// What a move reaches at most if it wins nothing; no limit in check.
    futility: Score,
    /// Moves handed out so far, the present one counted.
    move_count: i32,
    best_score: Score,
    best_move: Option<Move>,
}

impl Worker {
    /// The score of `node` when only captures and promotions (in check: all moves) are searched, and with
    /// `quiet_checks` also safe checks at this first ply: they show most short mates.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        (alpha, beta): (Score, Score),
        ply: usize,
        quiet_checks: bool,
    ) -> Score {
        if self.count_node(shared) {
            return 0;
        }
        let mut state = QuietState {
            node,
            alpha,
            beta,
            ply,
            in_check: node.checkers.any(),
            entry: None,
            raw_eval: UNKNOWN_IN_TABLE,
            futility: -INFINITE,
            move_count: 0,
            best_score: -INFINITE,
            best_move: None,
        };
        match self.quiesce_node::<PV>(shared, &mut state, quiet_checks) {
            Break(score) | Continue(score) => score,
        }
    }

    /// The steps of a node, in their order.
    #[inline]
    fn quiesce_node<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &mut QuietState<'_>,
        quiet_checks: bool,
    ) -> Step<Score> {
        let (node, ply) = (state.node, state.ply);
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if self.is_draw(node, ply) {
            return Break(self.draw_score(ply));
        }
        if ply >= MAX_PLY - 1 {
            return Break(if state.in_check { 0 } else { self.evaluate(node) });
        }
        state.entry = shared.table.probe(node.key, ply);
        if !PV
            && let Some(e) = state.entry
            && usable(e, state.alpha, state.beta)
        {
            return Break(e.score);
        }
        if !state.in_check {
            self.stand_pat::<PV>(shared, state)?;
        }
        self.play_out::<PV>(shared, state, quiet_checks)?;
        Continue(conclude::<PV>(shared, state))
    }

    /// Nobody is forced to capture, so the evaluation is a lower bound, zugzwang aside.
    #[inline]
    fn stand_pat<const PV: bool>(&mut self, shared: &Shared<'_>, state: &mut QuietState<'_>) -> Step {
        state.raw_eval = self.raw_evaluation(state.node, state.entry);
        let mut score = self.corrected(&shared.params, state.node, state.raw_eval);
        if !PV
            && let Some(e) = state.entry
            && e.score.abs() < DECIDED
            && ((e.bound == Bound::Lower && e.score > score) || (e.bound == Bound::Upper && e.score < score))
        {
            score = e.score;
        }
        if score >= state.beta {
            if state.entry.is_none() {
                let eval = state.raw_eval;
                let seen = Entry { best: 0, score, eval, depth: 0, bound: Bound::Lower, pv: false };
                shared.table.store(state.node.key, state.ply, seen);
            }
            return Break(score);
        }
        state.alpha = state.alpha.max(score);
        state.best_score = score;
        state.futility = score + shared.params.qs_futility;
        Continue(())
    }

    /// Plays the moves that may change something until one beats beta.
    #[inline]
    fn play_out<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &mut QuietState<'_>,
        quiet_checks: bool,
    ) -> Step {
        let (node, ply) = (state.node, state.ply);
        let context = self.context(node, ply);
        let hash_move = state.entry.map_or(0, |e| e.best);
        let mut picker = Picker::quiescence(&shared.params, node, hash_move, quiet_checks);
        while let Some(m) = picker.next(&self.histories, &context) {
            state.move_count += 1;
            if state.best_score > -DECIDED && is_skipped(&shared.params, state, m, &mut picker) {
                continue;
            }
            let child = node.child_announced(m, |key| shared.table.touch(key));
            self.set_moved(ply, context.us, m);
            self.keys.push(child.key);
            let window = (-state.beta, -state.alpha);
            let score = -self.quiesce::<PV>(shared, &child, window, ply + 1, false);
            self.keys.pop();
            if self.stopped {
                return Break(0);
            }
            state.best_score = state.best_score.max(score);
            if score > state.alpha {
                state.best_move = Some(m);
                state.alpha = score;
                if PV {
                    self.save_pv(ply, m);
                }
            }
            if score >= state.beta {
                break;
            }
        }
        Continue(())
    }

    /// Whether `node` is quiet: no check and no capture that changes the evaluation. If not, the captures that
    /// settle it are in row `ply` of the principal variation.
    pub(super) fn settles(&mut self, shared: &Shared<'_>, node: &Node, ply: usize) -> bool {
        self.pv[ply].clear();
        if node.checkers.is_empty()
            && !node.pos.legal_moves().iter().any(|m| m.is_capture() || m.is_promotion())
        {
            return true;
        }
        self.quiesce::<true>(shared, node, (-INFINITE, INFINITE), ply, false);
        self.pv[ply].is_empty()
    }
}

/// Whether a move is not worth its nodes, once some move avoids mate. In check: after one quiet evasion the further ones.
/// Otherwise delta pruning: captures that do not reach alpha even if they win the piece, or win nothing where something
/// is needed. Gambles that a capture's worth is what it takes.
#[inline]
fn is_skipped(params: &Params, state: &mut QuietState<'_>, m: Move, picker: &mut Picker<'_>) -> bool {
    let quiet = is_quiet_move(m);
    if state.in_check {
        if quiet {
            picker.skip_quiets();
        }
        return quiet && state.move_count > params.qs_evasions;
    }
    if quiet {
        return false;
    }
    let gain = m.capture().map_or(0, see::value) + m.promotion().map_or(0, |_| params.promotion_gain);
    let most = if state.futility + gain <= state.alpha {
        state.futility + gain
    } else if state.futility <= state.alpha && !see::at_least(&state.node.pos, m, 1) {
        state.futility
    } else {
        return false;
    };
    state.best_score = state.best_score.max(most);
    true
}

/// The score after all moves, remembered. Mate is known here; stalemate is left to the main search.
#[inline]
fn conclude<const PV: bool>(shared: &Shared<'_>, state: &QuietState<'_>) -> Score {
    if state.in_check && state.move_count == 0 {
        return mated_in(state.ply);
    }
    let entry = Entry {
        best: state.best_move.map_or(0, code),
        score: state.best_score,
        eval: state.raw_eval,
        depth: 0,
        bound: if state.best_score >= state.beta { Bound::Lower } else { Bound::Upper },
        pv: PV || state.entry.is_some_and(|e| e.pv),
    };
    shared.table.store(state.node.key, state.ply, entry);
    state.best_score
}
