//! The teaching mode: an exact full-width search to a fixed depth.
//!
//! Alpha-beta without hash table, reductions, pruning or extensions, so the score is exactly the minimax value
//! of the tree; a test compares it with plain minimax. Quiescence, where wanted, plays all captures and
//! promotions (in check: all moves) up to its own limit. Sebastian Thrun's NeuroChess (1995) used
//! depth 3 with quiescence to depth 11.

use philidor_chess::shakmaty::{Move, Position};

use super::{
    Info, Line, LineBound,
    iterate::{Shared, tell},
    movegen::{Generator, Moves, code},
    node::Node,
    score::{INFINITE, MAX_PLY, Score, mated_in},
    see,
    worker::Worker,
};

/// Depth by depth, because the last depth's line is the best first guess of the next.
pub(super) fn deepen(
    worker: &mut Worker,
    root: &Node,
    root_moves: &[Move],
    quiescence_plies: u32,
    shared: &Shared<'_>,
    listener: &mut (dyn FnMut(&Info<'_>) + Send),
) -> Vec<Line> {
    let wanted = shared.limits.multi_pv.clamp(1, root_moves.len());
    let max_depth = shared.limits.depth.unwrap_or(MAX_PLY as u32 / 2).clamp(1, MAX_PLY as u32 / 2);
    let mut lines: Vec<Line> = Vec::new();
    for depth in 1..=max_depth {
        let mut found: Vec<Line> = Vec::new();
        for index in 0..wanted {
            worker.seldepth = 0;
            let taken: Vec<Move> = found.iter().filter_map(|line| line.moves.first().copied()).collect();
            let guess = lines.get(index).map_or(Vec::new(), |line| line.moves.clone());
            let mut teacher = Teacher { worker, shared, quiescence_plies, guess };
            let mut moves: Vec<Move> = root_moves.iter().copied().filter(|m| !taken.contains(m)).collect();
            let score = teacher.root(root, &mut moves, depth);
            if worker.stopped {
                break;
            }
            let moves = worker.pv[0].iter().copied().collect();
            let seldepth = worker.seldepth as u32;
            found.push(Line { score, bound: LineBound::Exact, depth, seldepth, moves });
        }
        if worker.stopped {
            break;
        }
        lines = found;
        for (index, line) in lines.iter().enumerate() {
            tell(worker, shared, index, line, listener);
        }
    }
    if lines.is_empty() {
        let moves = root_moves.iter().take(1).copied().collect();
        lines.push(Line { score: 0, bound: LineBound::Exact, depth: 0, seldepth: 0, moves });
    }
    lines
}

struct Teacher<'a, 'b> {
    worker: &'a mut Worker,
    shared: &'a Shared<'b>,
    quiescence_plies: u32,
    /// The line of the previous depth: tried first along its own path.
    guess: Vec<Move>,
}

impl Teacher<'_, '_> {
    fn root(&mut self, root: &Node, moves: &mut [Move], depth: u32) -> Score {
        self.worker.pv[0].clear();
        self.order(root, moves, 0, true);
        let mut alpha = -INFINITE;
        for (i, &m) in moves.iter().enumerate() {
            let score = self.play(root, m, (alpha, INFINITE), depth - 1, 0, i == 0);
            if self.worker.stopped {
                return 0;
            }
            if score > alpha {
                alpha = score;
                self.worker.save_pv(0, m);
            }
        }
        alpha
    }

    fn play(
        &mut self,
        node: &Node,
        m: Move,
        (alpha, beta): (Score, Score),
        depth: u32,
        ply: usize,
        on_guess: bool,
    ) -> Score {
        let child = node.child(m);
        let on_guess = on_guess && self.guess.get(ply) == Some(&m);
        self.worker.keys.push(child.key);
        let score = -self.full_width(&child, (-beta, -alpha), depth, ply + 1, on_guess);
        self.worker.keys.pop();
        score
    }

    /// Exactly the minimax value, if it lies inside the window.
    fn full_width(
        &mut self,
        node: &Node,
        (mut alpha, beta): (Score, Score),
        depth: u32,
        ply: usize,
        on_guess: bool,
    ) -> Score {
        // 1. The horizon and the rules of the game.
        if depth == 0 {
            return self.quiet(node, (alpha, beta), self.quiescence_plies, ply);
        }
        self.worker.pv[ply].clear();
        self.worker.seldepth = self.worker.seldepth.max(ply + 1);
        if self.worker.count_node(self.shared) {
            return 0;
        }
        if self.worker.is_draw(node, ply) {
            return 0;
        }
        // 2. All moves.
        let generator = Generator::new(node);
        let mut moves = Moves::new();
        generator.noisy(true, &mut moves);
        generator.quiet(&mut moves);
        if moves.is_empty() {
            return if node.checkers.any() { mated_in(ply) } else { 0 };
        }
        self.order(node, &mut moves, ply, on_guess);
        let mut best = -INFINITE;
        for (i, &m) in moves.iter().enumerate() {
            let score = self.play(node, m, (alpha, beta), depth - 1, ply, on_guess && i == 0);
            if self.worker.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.worker.save_pv(ply, m);
                    if score >= beta {
                        self.worker.remember_killer(ply, m);
                        break;
                    }
                }
            }
        }
        best
    }

    /// Captures and promotions (in check: everything) to a limit; the evaluation at the end.
    fn quiet(&mut self, node: &Node, (mut alpha, beta): (Score, Score), plies: u32, ply: usize) -> Score {
        self.worker.pv[ply].clear();
        self.worker.seldepth = self.worker.seldepth.max(ply);
        if self.worker.count_node(self.shared) {
            return 0;
        }
        if self.worker.is_draw(node, ply) {
            return 0;
        }
        let generator = Generator::new(node);
        let in_check = node.checkers.any();
        let mut moves = Moves::new();
        generator.noisy(true, &mut moves);
        if in_check {
            generator.quiet(&mut moves);
            if moves.is_empty() {
                return mated_in(ply);
            }
        } else if moves.is_empty() {
            let mut others = Moves::new();
            generator.quiet(&mut others);
            if others.is_empty() {
                return 0;
            }
        }
        if plies == 0 || ply >= MAX_PLY - 2 {
            return self.worker.evaluate(node);
        }
        let mut best = -INFINITE;
        if !in_check {
            best = self.worker.evaluate(node);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        self.order(node, &mut moves, ply, false);
        for &m in &moves {
            let child = node.child(m);
            self.worker.keys.push(child.key);
            let score = -self.quiet(&child, (-beta, -alpha), plies - 1, ply + 1);
            self.worker.keys.pop();
            if self.worker.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.worker.save_pv(ply, m);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// The guess first, then captures by victim, then killers.
    fn order(&mut self, node: &Node, moves: &mut [Move], ply: usize, on_guess: bool) {
        let guess = if on_guess { self.guess.get(ply).copied() } else { None };
        let killers = self.worker.killers(ply);
        let us = node.pos.turn();
        moves.sort_by_cached_key(|&m| {
            let rank = if Some(m) == guess {
                1_000_000
            } else if m.is_capture() || m.is_promotion() {
                let gain = m.capture().map_or(0, see::value) + m.promotion().map_or(0, see::value);
                let safe = i32::from(see::at_least(&node.pos, m, 0));
                500_000 * safe + 16 * gain - see::value(m.role()) / 16
            } else if killers.contains(&code(m)) {
                400_000
            } else {
                // Towards the centre and forward.
                let to = m.to();
                let file = to.file() as i32;
                let rank = if us.is_white() { to.rank() as i32 } else { 7 - to.rank() as i32 };
                rank.min(5) - (2 * file - 7).abs()
            };
            std::cmp::Reverse(rank)
        });
    }
}
