//! Iterative deepening: ply by ply, line by line, thread by thread, until a limit says enough.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use philidor_chess::shakmaty::{Move, Position};

use super::{
    Game, Info, Line, LineBound, Report,
    alphabeta::is_mate,
    limits::{Clock, Limits, Mode, Signals},
    movegen::code,
    node::Node,
    score::{INFINITE, MAX_PLY, Score, TABLE_WIN, mate_moves},
    table::Table,
    tables::TableProbe,
    teach,
    worker::Worker,
};

/// Stack of a search thread: 128 plies of move lists fit many times.
pub const STACK_BYTES: usize = 16 << 20;
/// The main line is lengthened until it is quiet, but not for ever.
const SETTLING_NODES: u64 = 20_000;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) probe: Option<&'a dyn TableProbe>,
    pub(super) limits: &'a Limits,
    pub(super) signals: &'a Signals,
    pub(super) clock: &'a dyn Clock,
    pub(super) nodes: AtomicU64,
    pub(super) table_hits: AtomicU64,
    pub(super) finished: AtomicBool,
    pub(super) stays: bool,
}

/// ln(i) · 1024 for i in 1..64, by repeated squaring in integers, so that no platform's `ln` matters.
const LN: [i32; 64] = {
    let mut table = [0; 64];
    let mut i = 1;
    while i < 64 {
        // log2 in 1/65536: the integer part, then one bit per squaring.
        let mut log = 0_u64;
        let mut x = (i as u64) << 32;
        while x >= 2 << 32 {
            x >>= 1;
            log += 1 << 16;
        }
        let mut bit = 1 << 15;
        while bit > 0 {
            x = ((x as u128 * x as u128) >> 32) as u64;
            if x >= 2 << 32 {
                x >>= 1;
                log += bit;
            }
            bit >>= 1;
        }
        // ln 2 = 0.693147; 1024 · ln 2 = 709.78.
        table[i] = ((log * 70_978 / 100) >> 16) as i32;
        i += 1;
    }
    table
};

impl Shared<'_> {
    #[inline]
    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    #[inline]
    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// Late-move reduction in 1/1024 ply: 0.8 + ln(depth)·ln(count)/2.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, count: i32) -> i32 {
        let (depth, count) = (depth.clamp(1, 63) as usize, count.clamp(1, 63) as usize);
        820 + LN[depth] * LN[count] / 2048
    }
}

/// Runs the search on all workers and collects the report of the first.
pub(crate) fn search(
    workers: &mut [Worker],
    game: &Game,
    shared: &Shared<'_>,
    listener: &mut (dyn FnMut(&Info<'_>) + Send),
) -> Report {
    let root = Node::new(game.position());
    let root_moves = root_moves(game, shared);
    if root_moves.is_empty() {
        return Report::default();
    }
    let node_limit = shared.limits.nodes.map_or(u64::MAX, |nodes| (nodes / workers.len() as u64).max(1));
    let root_wdl = shared.probe.filter(|_| shared.limits.search_moves.is_empty()).and_then(|probe| {
        let few = root.pos.board().occupied().count() <= probe.max_men() as usize;
        if few && root.pos.castles().is_empty() { probe.wdl(&root.pos) } else { None }
    });
    let only: Vec<u16> = root_moves.iter().map(|&m| code(m)).collect();
    for worker in workers.iter_mut() {
        worker.start(&game.keys, node_limit);
        worker.root_only.clone_from(&only);
        worker.contempt = shared.limits.contempt;
        worker.root_wdl = root_wdl;
    }
    let Some((first, helpers)) = workers.split_first_mut() else { return Report::default() };
    let root = &root;
    let root_moves = &root_moves[..];
    let lines = match shared.limits.mode {
        // Bounded in depth and often asked for by the million: a thread each would cost more than the search.
        Mode::Teaching { quiescence_plies } => {
            teach::deepen(first, root, root_moves, quiescence_plies, shared, listener)
        }
        Mode::Playing if shared.stays && helpers.is_empty() => {
            deepen(first, root, root_moves, shared, listener)
        }
        Mode::Playing => std::thread::scope(|scope| {
            let spawn =
                |name: &str| std::thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES);
            for (i, helper) in helpers.iter_mut().enumerate() {
                let work = move || help(helper, root, shared, i);
                spawn("search helper").spawn_scoped(scope, work).expect("a thread for the search");
            }
            let lead = move || {
                let lines = deepen(first, root, root_moves, shared, listener);
                shared.finished.store(true, Relaxed);
                lines
            };
            let lead = spawn("search").spawn_scoped(scope, lead).expect("a thread for the search");
            lead.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        }),
    };
    let nodes = workers.iter().map(|worker| worker.nodes).sum();
    let table_hits = workers.iter().map(|worker| worker.table_hits).sum();
    Report { lines, nodes, table_hits }
}

/// The moves to consider: those asked for, and of those the ones that endgame tables call best.
fn root_moves(game: &Game, shared: &Shared<'_>) -> Vec<Move> {
    let mut moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
    let wanted = &shared.limits.search_moves;
    if !wanted.is_empty() && moves.iter().any(|m| wanted.contains(m)) {
        moves.retain(|m| wanted.contains(m));
    } else if shared.limits.multi_pv <= 1
        && shared.limits.mode == Mode::Playing
        && let Some(best) = shared.probe.and_then(|probe| probe.best_moves(game.position()))
        && !best.is_empty()
    {
        moves = best;
    }
    moves
}

/// A helper thread searches the same tree at its own pace; the shared table passes its findings on.
fn help(worker: &mut Worker, root: &Node, shared: &Shared<'_>, index: usize) {
    let mut score = 0;
    for depth in 1..MAX_PLY as i32 {
        // Half of the helpers run one ply ahead.
        let depth = (depth + (index as i32 + 1) % 2).min(MAX_PLY as i32 - 1);
        score = aspire(worker, root, shared, depth, score, &mut |_, _, _| {});
        if worker.stopped || shared.is_finished() {
            break;
        }
    }
}

/// One depth with a window around the last score, widened until the score lies inside.
fn aspire(
    worker: &mut Worker,
    root: &Node,
    shared: &Shared<'_>,
    depth: i32,
    last: Score,
    missed: &mut dyn FnMut(&mut Worker, Score, LineBound),
) -> Score {
    let mut delta = 14 + (last.abs() / 64).min(100);
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    if depth >= 4 {
        (alpha, beta) = ((last - delta).max(-INFINITE), (last + delta).min(INFINITE));
    }
    let mut reduced = 0;
    worker.root_depth = depth;
    loop {
        let score = worker.pvs::<true>(shared, root, (alpha, beta), (depth - reduced).max(1), 0, false);
        if worker.stopped {
            return score;
        }
        if score <= alpha && alpha > -INFINITE {
            missed(worker, score, LineBound::Upper);
            beta = (alpha + beta) / 2;
            alpha = (score - delta).max(-INFINITE);
            reduced = 0;
        } else if score >= beta && beta < INFINITE {
            missed(worker, score, LineBound::Lower);
            beta = (score + delta).min(INFINITE);
            reduced = (reduced + 1).min(3);
        } else {
            return score;
        }
        delta += delta / 2;
        if delta > 900 || is_mate(score) {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}

/// The main thread: depth by depth, best line by best line.
fn deepen(
    worker: &mut Worker,
    root: &Node,
    root_moves: &[Move],
    shared: &Shared<'_>,
    listener: &mut (dyn FnMut(&Info<'_>) + Send),
) -> Vec<Line> {
    let wanted_lines = shared.limits.multi_pv.clamp(1, root_moves.len());
    let max_depth = shared.limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1) as i32;
    let mut lines: Vec<Line> = Vec::new();
    let mut pace = Pace::default();
    for depth in 1..=max_depth {
        // 1. The best line, then the best without its first move, and so on.
        worker.root_taken.clear();
        let mut found: Vec<Line> = Vec::new();
        for index in 0..wanted_lines {
            worker.seldepth = 0;
            let last = lines.get(index).map_or(0, |line| line.score);
            worker.root_first = lines.get(index).and_then(|line| line.moves.first()).map_or(0, |&m| code(m));
            worker.pv[0].clear();
            let mut partial = None;
            let mut missed = |worker: &mut Worker, score: Score, bound: LineBound| {
                if bound == LineBound::Lower && !worker.pv[0].is_empty() {
                    partial = Some(line(worker, depth, score, bound));
                }
                if let Some(known) = partial.as_ref().or(lines.get(index))
                    && shared.clock.elapsed_us() > 3_000_000
                {
                    let shown = Line { score, bound, depth: depth as u32, ..known.clone() };
                    tell(worker, shared, index, &shown, listener);
                }
            };
            let score = aspire(worker, root, shared, depth, last, &mut missed);
            if worker.stopped {
                // 2. Interrupted: a better move found in this depth still counts.
                if !worker.pv[0].is_empty() {
                    partial = Some(line(worker, depth, worker.root_score, LineBound::Lower));
                }
                if let Some(mut better) = partial {
                    settle(worker, root, shared, &mut better);
                    found.push(better);
                }
                break;
            }
            let mut new = line(worker, depth, score, LineBound::Exact);
            settle(worker, root, shared, &mut new);
            worker.root_taken.extend(new.moves.first().map(|&m| code(m)));
            found.push(new);
        }
        // 3. Several lines are to be compared, so they come from one depth; one line may come from a depth begun.
        if worker.stopped && wanted_lines > 1 && lines.len() == wanted_lines {
            break;
        }
        // Lines not reached in this depth keep their place below.
        let complete = found.len() == wanted_lines && !worker.stopped;
        for old in lines.drain(..) {
            if found.len() < wanted_lines && !found.iter().any(|new| new.moves.first() == old.moves.first()) {
                found.push(old);
            }
        }
        lines = found;
        lines.sort_by_key(|line| std::cmp::Reverse((line.depth, line.score)));
        for (index, line) in lines.iter().enumerate() {
            tell(worker, shared, index, line, listener);
        }
        // 4. Enough?
        if worker.stopped || !complete {
            break;
        }
        let Some(best) = lines.first() else { break };
        if let Some(wanted) = shared.limits.mate
            && mate_moves(best.score).is_some_and(|moves| moves > 0 && moves <= wanted as i32)
        {
            break;
        }
        if let Some(soft) = shared.signals.soft_us() {
            let scaled = pace.scale(soft, worker, best, root_moves.len());
            if shared.clock.elapsed_us() >= scaled {
                break;
            }
        }
    }
    // 5. Stopped before depth 1 was done: any legal move is better than none.
    if lines.is_empty() {
        let moves = root_moves.iter().take(1).copied().collect();
        lines.push(Line { score: 0, bound: LineBound::Exact, depth: 0, seldepth: 0, moves });
    }
    lines
}

/// How settled the choice is, for the clock.
#[derive(Default)]
struct Pace {
    best: Option<Move>,
    stable: usize,
    scores: Vec<Score>,
}

impl Pace {
    /// The soft limit, longer while the best move changes, the score falls or other moves take the nodes.
    fn scale(&mut self, soft_us: u64, worker: &Worker, best: &Line, legal: usize) -> u64 {
        let m = best.moves.first().copied();
        self.stable = if m == self.best { self.stable + 1 } else { 0 };
        self.best = m;
        self.scores.push(best.score);
        if legal == 1 {
            return soft_us / 20;
        }
        const STABILITY: [u64; 6] = [1500, 1250, 1080, 960, 880, 820];
        let stability = STABILITY[self.stable.min(5)];
        let total: u64 = worker.root_nodes.iter().map(|(_, nodes)| nodes).sum();
        let own = m.map_or(0, |m| {
            worker.root_nodes.iter().find(|(known, _)| *known == code(m)).map_or(0, |(_, nodes)| *nodes)
        });
        let effort = if best.depth < 7 { 1000 } else { (1500 - 1000 * own / total.max(1)) * 3 / 2 };
        let before = self.scores[self.scores.len().saturating_sub(4)];
        let fall = (1000 + 4 * (before - best.score)).clamp(850, 1500) as u64;
        soft_us * stability / 1000 * effort / 1000 * fall / 1000
    }
}

/// The line in the worker's first row.
fn line(worker: &Worker, depth: i32, score: Score, bound: LineBound) -> Line {
    // A mate in sight says more than a table; everything else gives way to it.
    let score = match worker.root_wdl {
        Some(2) if worker.root_taken.is_empty() => score.max(TABLE_WIN),
        Some(-2) => score.min(-TABLE_WIN),
        Some(_) if worker.root_taken.is_empty() => 0,
        _ => score,
    };
    Line {
        score,
        bound,
        depth: depth as u32,
        seldepth: worker.seldepth as u32,
        moves: worker.pv[0].iter().copied().collect(),
    }
}

/// Lengthens a line until it ends in a quiet position.
fn settle(worker: &mut Worker, root: &Node, shared: &Shared<'_>, line: &mut Line) {
    let (keys, nodes, limit, stopped) = (worker.keys.len(), worker.nodes, worker.node_limit, worker.stopped);
    worker.patience = Some(nodes + SETTLING_NODES);
    let mut node = root.clone();
    for &m in &line.moves {
        node = node.child(m);
        worker.keys.push(node.key);
    }
    while line.moves.len() < MAX_PLY - 16 && !worker.is_draw(&node, line.moves.len()) {
        worker.stopped = false;
        if worker.settles(shared, &node, line.moves.len()) || worker.stopped {
            break;
        }
        for m in worker.pv[line.moves.len()].clone() {
            node = node.child(m);
            worker.keys.push(node.key);
            line.moves.push(m);
        }
    }
    worker.patience = None;
    worker.keys.truncate(keys);
    (worker.nodes, worker.node_limit, worker.stopped) = (nodes, limit, stopped);
}

pub(super) fn tell(
    worker: &Worker,
    shared: &Shared<'_>,
    index: usize,
    line: &Line,
    listener: &mut (dyn FnMut(&Info<'_>) + Send),
) {
    listener(&Info {
        multi_pv: index + 1,
        line,
        nodes: shared.nodes.load(Relaxed).max(worker.nodes),
        table_hits: shared.table_hits.load(Relaxed) + worker.table_hits,
        hash_permille: shared.table.permille(),
        elapsed_us: shared.clock.elapsed_us(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_logarithms_are_right() {
        for (i, &ln) in LN.iter().enumerate().skip(1) {
            let exact = (i as f64).ln() * 1024.0;
            assert!((f64::from(ln) - exact).abs() < 2.0, "{i}: {ln} {exact}");
        }
    }
}
