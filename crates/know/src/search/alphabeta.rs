//! Principal-variation search: the heart of the playing mode, told in numbered steps.
//!
//! The techniques are the common property of the field (chessprogramming.org names each); margins are in
//! centipawns and were chosen for this search, then tried in matches. Nodes of the principal variation never
//! end in a table look-up, so the line that is shown is the line that was searched.

use arrayvec::ArrayVec;
use philidor_chess::shakmaty::{Move, Position};

use super::{
    history::{LIMIT, NO_PIECE_TO, piece_to},
    iterate::Shared,
    movegen::{MoveCode, code},
    net::Net,
    node::Node,
    picker::Picker,
    score::{DECIDED, INFINITE, MATE_IN_MAX, MAX_PLY, Score, TABLE_WIN, UNKNOWN, mate_in, mated_in},
    see,
    table::{Bound, Entry},
    worker::{BEFORE_ROOT, Worker, bonus},
};

impl Worker {
    /// Goes down one move and comes back with the score for the side that moved.
    #[inline]
    fn descend<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        child: &Node,
        window: (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        -self.pvs::<PV>(shared, child, (-window.1, -window.0), depth, ply + 1, cut_node)
    }

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
        let (mut alpha, mut beta) = window;
        let mut depth = depth;

        // 1. At the horizon the captures decide.
        if depth <= 0 {
            return self.quiesce::<PV>(shared, node, (alpha, beta), ply, true);
        }
        if self.count_node(shared) {
            return 0;
        }
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        let root = ply == 0;
        let in_check = node.checkers.any();

        // 2. Draws, the end of the stack, and mates that are too far to matter.
        if !root {
            if self.is_draw(node, ply) {
                return self.draw_score(ply);
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { self.evaluate(node) };
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 3. What the table knows.
        let excluded = self.frame(ply).excluded;
        let entry = if excluded == 0 { shared.table.probe(node.key, ply) } else { None };
        let mut hash_move = entry.map_or(0, |e| e.best);
        if root && self.root_first != 0 {
            hash_move = self.root_first;
        }
        let was_pv = PV || entry.is_some_and(|e| e.pv);
        if !PV
            && let Some(e) = entry
            && e.depth >= depth
            && node.pos.halfmoves() < 90
            && usable(e, alpha, beta)
        {
            return e.score;
        }

        // 4. Endgame tables.
        let mut ceiling = INFINITE;
        let mut best_score = -INFINITE;
        if !root
            && excluded == 0
            && let Some(probe) = shared.probe
            && node.pos.board().occupied().count() <= probe.max_men() as usize
            && node.pos.castles().is_empty()
            && node.pos.halfmoves() == 0
            && let Some(wdl) = probe.wdl(&node.pos)
        {
            self.table_hits += 1;
            let (score, bound) = match wdl {
                2.. => (TABLE_WIN - ply as Score, Bound::Lower),
                ..=-2 => (-TABLE_WIN + ply as Score, Bound::Upper),
                drawn => (Score::from(drawn), Bound::Exact),
            };
            let decides = bound == Bound::Exact
                || (bound == Bound::Lower && score >= beta)
                || (bound == Bound::Upper && score <= alpha);
            if decides {
                let entry =
                    Entry { best: 0, score, eval: UNKNOWN_IN_TABLE, depth: depth + 6, bound, pv: was_pv };
                shared.table.store(node.key, ply, entry);
                return score;
            }
            if PV {
                if bound == Bound::Lower {
                    best_score = score;
                    alpha = alpha.max(score);
                } else {
                    ceiling = score;
                }
            }
        }

        // 5. The static evaluation, and whether it rises against our last move.
        let raw_eval;
        let mut eval;
        if in_check {
            raw_eval = UNKNOWN_IN_TABLE;
            eval = UNKNOWN;
            self.frame(ply).eval = UNKNOWN;
        } else if excluded != 0 {
            raw_eval = UNKNOWN_IN_TABLE;
            eval = self.frame(ply).eval;
        } else {
            raw_eval = match entry {
                Some(e) if e.eval != UNKNOWN_IN_TABLE => e.eval,
                _ => self.evaluate(node),
            };
            eval = self.corrected(node, raw_eval);
            self.frame(ply).eval = eval;
            if entry.is_none() {
                let seen =
                    Entry { best: 0, score: 0, eval: raw_eval, depth: 0, bound: Bound::None, pv: was_pv };
                shared.table.store(node.key, ply, seen);
            }
        }
        let static_eval = eval;
        if let Some(e) = entry
            && !in_check
            && e.score.abs() < DECIDED
            && match e.bound {
                Bound::Exact => true,
                Bound::Lower => e.score > eval,
                Bound::Upper => e.score < eval,
                Bound::None => false,
            }
        {
            eval = e.score;
        }
        let at = ply + BEFORE_ROOT;
        let improving = !in_check && {
            let two = self.stack[at - 2].eval;
            let four = self.stack[at - 4].eval;
            if two != UNKNOWN { static_eval > two } else { four == UNKNOWN || static_eval > four }
        };
        self.stack[at + 1].killers = [0; 2];
        self.stack[at].double_extensions = if root { 0 } else { self.stack[at - 1].double_extensions };

        // 6. Without a hash move a deep search is spent on bad ordering: go less deep now.
        if depth >= 4 && hash_move == 0 && excluded == 0 && (PV || cut_node) {
            depth -= 1;
        }

        if !PV && !in_check && excluded == 0 {
            // Passing, or playing just anything, is no way to judge a position where our king sits in a net.
            let netted = eval >= beta
                && ply <= NET_PLIES
                && Net::around(node.pos.board(), !node.pos.turn())
                    .is_some_and(|net| net.threatens(node.pos.board()));
            // 7. Reverse futility: so far above beta that a quiet move will keep it.
            if depth <= 9
                && eval < DECIDED
                && beta > -DECIDED
                && eval - (72 * (depth - i32::from(improving))).max(18) >= beta
                && !netted
            {
                return beta + (eval - beta) / 3;
            }
            // 8. Razoring: so far below alpha that only captures can help.
            if depth <= 2 && alpha < DECIDED && eval + 200 + 260 * depth <= alpha {
                let score = self.quiesce::<false>(shared, node, (alpha, alpha + 1), ply, true);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
            // 9. Null move: if passing still holds beta, a real move will.
            if depth >= 3
                && eval >= beta
                && !netted
                && static_eval + 20 * depth >= beta + 120
                && beta > -DECIDED
                && ply >= self.no_pass_before
                && self.stack[at - 1].moved != NO_PIECE_TO
                && node.has_pieces()
                && let Some(passed) = node.pass()
            {
                let reduction = 4 + depth / 4 + ((eval - beta) / 180).min(3);
                self.stack[at].moved = NO_PIECE_TO;
                self.keys.push(passed.key);
                let score = -self.pvs::<false>(
                    shared,
                    &passed,
                    (-beta, -beta + 1),
                    depth - reduction,
                    ply + 1,
                    !cut_node,
                );
                self.keys.pop();
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    let score = if score >= DECIDED { beta } else { score };
                    if depth < 14 || self.no_pass_before > 0 {
                        return score;
                    }
                    // Deep results are verified without passing, against zugzwang.
                    self.no_pass_before = ply + (3 * (depth - reduction) / 4).max(1) as usize;
                    let verified =
                        self.pvs::<false>(shared, node, (beta - 1, beta), depth - reduction, ply, false);
                    self.no_pass_before = 0;
                    if verified >= beta {
                        return score;
                    }
                }
            }
            // 10. ProbCut: a capture that beats beta clearly at low depth beats it at full depth.
            let probcut_beta = beta + 190 - 50 * i32::from(improving);
            if depth >= 5
                && beta.abs() < DECIDED
                && !entry.is_some_and(|e| e.depth >= depth - 3 && e.score < probcut_beta)
                && let Some(score) = self.probcut(
                    shared,
                    node,
                    probcut_beta,
                    static_eval,
                    raw_eval,
                    hash_move,
                    (depth, ply, cut_node),
                )
            {
                return score;
            }
        }

        // 11. The moves.
        let context = self.context(node, ply);
        let counter = self.histories.counter(context.before[0]);
        let killers = self.stack[at].killers;
        let mut picker = Picker::new(node, hash_move, [killers[0], killers[1], counter]);
        let mut best_move = None;
        let mut count = 0;
        let mut bound = Bound::Upper;
        let mut check_squares = None;
        let mut net = None;
        let mut quiets_tried: ArrayVec<Move, 64> = ArrayVec::new();
        let mut captures_tried: ArrayVec<Move, 32> = ArrayVec::new();
        let hash_is_noisy = entry.is_some() && hash_move != 0 && {
            let target = philidor_chess::shakmaty::Square::new(u32::from(hash_move >> 6 & 63));
            node.pos.them().contains(target)
        };
        while let Some(m) = picker.next(&self.histories, &context) {
            let mcode = code(m);
            if mcode == excluded || (root && self.skip_at_root(mcode)) {
                continue;
            }
            count += 1;
            let quiet = !m.is_capture() && !m.is_promotion();
            let history = if quiet {
                picker.history().unwrap_or_else(|| self.histories.quiet(&context, m))
            } else {
                self.histories.capture(context.us, m)
            };
            let mut reduction = shared.reduction(depth, count);
            let mut forcing = false;

            // 12. Late, quiet or losing moves at low depth are not searched at all (at the root every move is).
            let may_skip = best_score > -DECIDED && node.has_pieces();
            if may_skip {
                // A check may be the point of the line: it is not judged by its looks.
                let checks = check_squares.get_or_insert_with(|| node.check_squares());
                let checking = checks[m.role() as usize - 1].contains(m.to());
                forcing = checking
                    || ply <= NET_PLIES
                        && net
                            .get_or_insert_with(|| Net::around(node.pos.board(), context.us))
                            .as_ref()
                            .is_some_and(|net| net.is_tightened_by(node.pos.board(), m.role(), m.to()));
            }
            if may_skip && !root {
                let reduced_depth = (depth - reduction / 1024).max(0);
                if quiet {
                    if !in_check && !forcing && count > (4 + depth * depth) / (2 - i32::from(improving)) {
                        // Near a shut-in king a later quiet move may be the one that matters.
                        if matches!(net, Some(Some(_))) {
                            continue;
                        }
                        picker.skip_quiets();
                    }
                    if !in_check
                        && !forcing
                        && reduced_depth <= 8
                        && static_eval + 95 + 120 * reduced_depth + history / 220 <= alpha
                        && alpha < DECIDED
                    {
                        continue;
                    }
                    if !forcing && reduced_depth <= 5 && history < -3600 * depth {
                        picker.skip_quiets();
                        continue;
                    }
                    let risk = if forcing { 120 } else { 32 };
                    if !see::at_least(&node.pos, m, -risk * reduced_depth * reduced_depth) {
                        continue;
                    }
                } else if depth <= 7
                    && !see::at_least(&node.pos, m, -(if forcing { 220 } else { 95 }) * depth - history / 40)
                {
                    continue;
                }
            }

            // 13. Singular extension: is the hash move much better than all others?
            let mut extension = 0;
            if !root
                && depth >= 7
                && mcode == hash_move
                && excluded == 0
                && ply < 2 * self.root_depth as usize
                && let Some(e) = entry
                && e.depth >= depth - 3
                && matches!(e.bound, Bound::Lower | Bound::Exact)
                && e.score.abs() < DECIDED
            {
                let singular_beta = e.score - 2 * depth;
                self.stack[at].excluded = mcode;
                let score = self.pvs::<false>(
                    shared,
                    node,
                    (singular_beta - 1, singular_beta),
                    (depth - 1) / 2,
                    ply,
                    cut_node,
                );
                self.stack[at].excluded = 0;
                if self.stopped {
                    return 0;
                }
                if score < singular_beta {
                    extension = 1;
                    if !PV && score < singular_beta - 18 && self.stack[at].double_extensions <= 6 {
                        extension = 2;
                        self.stack[at].double_extensions += 1;
                    }
                } else if singular_beta >= beta {
                    return singular_beta;
                } else if e.score >= beta {
                    extension = -2 + i32::from(PV);
                } else if cut_node {
                    extension = -1;
                }
            }

            let child = node.child_announced(m, |key| shared.table.touch(key));
            let gives_check = child.checkers.any();
            // 14. A check that loses nothing is looked at one ply further.
            if extension == 0
                && gives_check
                && ply < 2 * self.root_depth as usize
                && (PV || depth <= 8)
                && see::at_least(&node.pos, m, 0)
            {
                extension = 1;
            }
            let new_depth = depth - 1 + extension;
            self.stack[at].moved = piece_to(context.us, m);
            self.keys.push(child.key);
            let nodes_before = self.nodes;
            let mut score = -INFINITE;

            // 15. Late moves: reduced depth and a null window first.
            let mut full = !PV || count > 1;
            if depth >= 2 && count > 1 + i32::from(PV) + i32::from(root) {
                if quiet {
                    reduction -= history * 1024 / (LIMIT / 2 + 2048);
                    if mcode == killers[0] || mcode == killers[1] || mcode == counter {
                        reduction -= 1024;
                    }
                } else {
                    reduction -= 900 + history * 1024 / (LIMIT / 2);
                }
                reduction += 1024 * i32::from(!improving && !in_check);
                reduction += 1500 * i32::from(cut_node);
                reduction += 900 * i32::from(hash_is_noisy && quiet);
                reduction -= 1024 * i32::from(was_pv);
                reduction -= 1024 * i32::from(PV);
                reduction -= 2048 * i32::from(gives_check);
                reduction -= 2048 * i32::from(forcing && !gives_check);
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                score = self.descend::<false>(shared, &child, (alpha, alpha + 1), reduced, ply, true);
                full = score > alpha && reduced < new_depth;
                if full {
                    // Surprisingly good or barely good: a ply more or less.
                    let deeper = score > best_score + 45 + 2 * new_depth;
                    let shallower = score < best_score + 8;
                    let adjusted = new_depth + i32::from(deeper) - i32::from(shallower && !deeper);
                    if adjusted > reduced {
                        score = self.descend::<false>(
                            shared,
                            &child,
                            (alpha, alpha + 1),
                            adjusted,
                            ply,
                            !cut_node,
                        );
                    }
                    full = false;
                    if quiet && (score <= alpha || score >= beta) {
                        let bonus = bonus(new_depth);
                        self.histories.update_quiet(&context, m, if score >= beta { bonus } else { -bonus });
                    }
                }
            }
            if full {
                score = self.descend::<false>(shared, &child, (alpha, alpha + 1), new_depth, ply, !cut_node);
            }
            // 16. The first move, and every move that may become the main line: the full window.
            if PV && (count == 1 || (score > alpha && (root || score < beta))) {
                score = self.descend::<true>(shared, &child, (alpha, beta), new_depth, ply, false);
            } else if PV {
                // Whatever line stands below belongs to an earlier move.
                self.pv[ply + 1].clear();
            }
            self.keys.pop();
            if self.stopped {
                return 0;
            }
            if root {
                self.note_root_nodes(mcode, self.nodes - nodes_before);
            }

            // 17. A new best move?
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(m);
                    bound = Bound::Exact;
                    if PV {
                        self.save_pv(ply, m);
                    }
                    if root {
                        self.root_score = score;
                    }
                    alpha = score;
                    if score >= beta {
                        bound = Bound::Lower;
                        self.reward(&context, ply, m, depth, (&quiets_tried, &captures_tried));
                        break;
                    }
                }
            }
            let _full_list =
                if quiet { quiets_tried.try_push(m).is_err() } else { captures_tried.try_push(m).is_err() };
        }

        // 18. No move: mate, stalemate, or only the excluded move.
        if count == 0 {
            return if excluded != 0 {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                self.draw_score(ply)
            };
        }
        best_score = best_score.min(ceiling);

        // 19. Remember.
        if excluded == 0 && (!root || self.root_taken.is_empty()) {
            let entry = Entry {
                best: best_move.map_or(0, code),
                score: best_score,
                eval: raw_eval,
                depth,
                bound,
                pv: was_pv,
            };
            shared.table.store(node.key, ply, entry);
            if !in_check
                && best_score.abs() < DECIDED
                && best_move.is_none_or(|m| !m.is_capture() && !m.is_promotion())
                && !(bound == Bound::Lower && best_score <= static_eval)
                && !(bound == Bound::Upper && best_score >= static_eval)
            {
                self.histories.update_correction(node, depth, best_score - static_eval);
            }
        }
        best_score
    }

    /// Step 10.
    #[expect(clippy::too_many_arguments, reason = "one step of the search, split off for its length only")]
    fn probcut(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        probcut_beta: Score,
        static_eval: Score,
        raw_eval: Score,
        hash_move: MoveCode,
        (depth, ply, cut_node): (i32, usize, bool),
    ) -> Option<Score> {
        let context = self.context(node, ply);
        let mut picker = Picker::noisy(node, hash_move, (probcut_beta - static_eval).max(0));
        while let Some(m) = picker.next(&self.histories, &context) {
            let child = node.child_announced(m, |key| shared.table.touch(key));
            self.stack[ply + BEFORE_ROOT].moved = piece_to(context.us, m);
            self.keys.push(child.key);
            let window = (-probcut_beta, -probcut_beta + 1);
            let mut score = -self.quiesce::<false>(shared, &child, window, ply + 1, false);
            if score >= probcut_beta && depth > 4 {
                score = -self.pvs::<false>(shared, &child, window, depth - 4, ply + 1, !cut_node);
            }
            self.keys.pop();
            if self.stopped {
                return Some(0);
            }
            if score >= probcut_beta {
                let entry = Entry {
                    best: code(m),
                    score,
                    eval: raw_eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                shared.table.store(node.key, ply, entry);
                return Some(score);
            }
        }
        None
    }
}

/// Mating nets are looked for this near to the root: further down they would cost more nodes than they win games.
const NET_PLIES: usize = 8;

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

/// Whether a score is a proven mate.
pub(super) fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX
}
