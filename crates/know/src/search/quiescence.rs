//! Quiescence: captures are played out until the position is quiet enough to be evaluated.

use philidor_chess::shakmaty::{Move, Position};

use super::{
    alphabeta::{UNKNOWN_IN_TABLE, usable},
    iterate::Shared,
    movegen::{Generator, Moves, code},
    node::Node,
    picker::Picker,
    score::{DECIDED, INFINITE, MAX_PLY, Score, mated_in},
    see,
    table::{Bound, Entry},
    worker::Worker,
};

/// What the moves tried so far have shown.
struct Found {
    alpha: Score,
    score: Score,
    best: Option<Move>,
}

impl Worker {
    /// The score of `node` when only captures and promotions (in check: all moves) are searched, and with
    /// `quiet_checks` safe checks at this first ply.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        window: (Score, Score),
        ply: usize,
        quiet_checks: bool,
    ) -> Score {
        let (mut alpha, beta) = window;
        if self.count_node(shared) {
            return 0;
        }
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        let in_check = node.checkers.any();

        // 1. Draws and the end of the stack.
        if self.is_draw(node, ply) {
            return self.draw_score(ply);
        }
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(node) };
        }

        // 2. What the table knows.
        let entry = shared.table.probe(node.key, ply);
        if !PV
            && let Some(e) = entry
            && usable(e, alpha, beta)
        {
            return e.score;
        }
        let was_pv = PV || entry.is_some_and(|e| e.pv);

        // 3. Standing pat: nobody is forced to capture.
        let raw_eval;
        let mut best_score;
        let futility;
        if in_check {
            raw_eval = UNKNOWN_IN_TABLE;
            best_score = -INFINITE;
            futility = -INFINITE;
        } else {
            raw_eval = match entry {
                Some(e) if e.eval != UNKNOWN_IN_TABLE => e.eval,
                _ => self.evaluate(node),
            };
            best_score = self.corrected(node, raw_eval);
            if !PV
                && let Some(e) = entry
                && e.score.abs() < DECIDED
                && ((e.bound == Bound::Lower && e.score > best_score)
                    || (e.bound == Bound::Upper && e.score < best_score))
            {
                best_score = e.score;
            }
            if best_score >= beta {
                if entry.is_none() {
                    let seen = Entry {
                        best: 0,
                        score: best_score,
                        eval: raw_eval,
                        depth: 0,
                        bound: Bound::Lower,
                        pv: false,
                    };
                    shared.table.store(node.key, ply, seen);
                }
                return best_score;
            }
            alpha = alpha.max(best_score);
            futility = best_score + 140;
        }

        // 4. Captures that do not lose material; in check every move.
        let context = self.context(node, ply);
        let mut picker = Picker::noisy(node, entry.map_or(0, |e| e.best), 0);
        let mut found = Found { alpha, score: best_score, best: None };
        let mut count = 0;
        while let Some(m) = picker.next(&self.histories, &context) {
            count += 1;
            let quiet = !m.is_capture() && !m.is_promotion();
            if found.score > -DECIDED {
                if in_check {
                    // One quiet evasion found: further quiet ones are not worth the nodes.
                    if quiet {
                        picker.skip_quiets();
                        if count > 2 {
                            continue;
                        }
                    }
                } else {
                    // 5. Delta pruning: even winning the piece does not reach alpha.
                    let gain = m.capture().map_or(0, see::value) + m.promotion().map_or(0, |_| 850);
                    if futility + gain <= found.alpha {
                        found.score = found.score.max(futility + gain);
                        continue;
                    }
                    if futility <= found.alpha && !see::at_least(&node.pos, m, 1) {
                        found.score = found.score.max(futility);
                        continue;
                    }
                }
            }
            if self.settle_move::<PV>(shared, node, m, ply, beta, &mut found) {
                break;
            }
        }

        // 6. At the horizon also quiet checks that lose nothing: they show most short mates.
        if quiet_checks && !in_check && !self.stopped && found.score < beta {
            let checks = node.check_squares();
            let mut quiets = Moves::new();
            Generator::new(node).quiet(&mut quiets);
            for &m in &quiets {
                if !checks[m.role() as usize - 1].contains(m.to()) || !see::at_least(&node.pos, m, 0) {
                    continue;
                }
                if self.settle_move::<PV>(shared, node, m, ply, beta, &mut found) {
                    break;
                }
            }
        }

        if self.stopped {
            return 0;
        }

        // 7. Mate is known here; stalemate is left to the main search.
        if in_check && count == 0 {
            return mated_in(ply);
        }
        let entry = Entry {
            best: found.best.map_or(0, code),
            score: found.score,
            eval: raw_eval,
            depth: 0,
            bound: if found.score >= beta { Bound::Lower } else { Bound::Upper },
            pv: was_pv,
        };
        shared.table.store(node.key, ply, entry);
        found.score
    }

    /// Plays `m` and takes its score into account; whether nothing more need be tried here.
    #[inline]
    fn settle_move<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        m: Move,
        ply: usize,
        beta: Score,
        found: &mut Found,
    ) -> bool {
        let child = node.child_announced(m, |key| shared.table.touch(key));
        self.set_moved(ply, node.pos.turn(), m);
        self.keys.push(child.key);
        let score = -self.quiesce::<PV>(shared, &child, (-beta, -found.alpha), ply + 1, false);
        self.keys.pop();
        if self.stopped {
            return true;
        }
        found.score = found.score.max(score);
        if score > found.alpha {
            found.best = Some(m);
            found.alpha = score;
            if PV {
                self.save_pv(ply, m);
            }
        }
        score >= beta
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
