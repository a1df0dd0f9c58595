//! Iterative deepening: ply by ply, line by line, thread by thread, until a limit says enough.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use philidor_chess::shakmaty::{Move, Position};

use super::{
    Game, Info, Line, LineBound, Report,
    limits::{Clock, Limits, Mode, Signals},
    movegen::code,
    node::Node,
    params::Params,
    score::{INFINITE, MAX_PLY, Score, TABLE_WIN, mate_moves},
    table::Table,
    tables::TableProbe,
    teach,
    worker::Worker,
};

/// Stack of a search thread: 128 plies of move lists fit many times.
pub const STACK_BYTES: usize = 16 << 20;
/// Scores outside the window are told only in searches longer than this.
const TELL_MISSES_AFTER_US: u64 = 3_000_000;

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
    pub(super) params: Params,
}

impl Shared<'_> {
    #[inline]
    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    #[inline]
    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
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
    for (index, worker) in workers.iter_mut().enumerate() {
        worker.leads = index == 0;
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
    let params = &shared.params;
    let surplus = (last.abs() / params.aspiration_score_divisor).min(params.aspiration_score_max);
    let mut delta = params.aspiration_delta + surplus;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    if depth >= params.aspiration_min_depth {
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
            reduced = (reduced + 1).min(params.aspiration_max_reduction);
        } else {
            return score;
        }
        delta += delta / params.aspiration_growth_divisor;
        if delta > params.aspiration_give_up || mate_moves(score).is_some() {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}

/// The main thread: depth by depth until a limit is reached.
fn deepen(
    worker: &mut Worker,
    root: &Node,
    root_moves: &[Move],
    shared: &Shared<'_>,
    listener: &mut (dyn FnMut(&Info<'_>) + Send),
) -> Vec<Line> {
    let wanted = shared.limits.multi_pv.clamp(1, root_moves.len());
    let max_depth = shared.limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1) as i32;
    let mut lines: Vec<Line> = Vec::new();
    let mut pace = Pace::default();
    for depth in 1..=max_depth {
        let found = search_lines(worker, root, shared, depth, &lines, wanted, listener);
        // Several lines are to be compared, so they come from one depth; one line may come from a depth begun.
        if worker.stopped && wanted > 1 && lines.len() == wanted {
            break;
        }
        let complete = found.len() == wanted && !worker.stopped;
        lines = merge(found, lines, wanted);
        for (index, line) in lines.iter().enumerate() {
            tell(worker, shared, index, line, listener);
        }
        let Some(best) = lines.first() else { break };
        if !complete || is_enough(worker, shared, &mut pace, best, root_moves.len()) {
            break;
        }
    }
    // Stopped before depth 1 was done: any legal move is better than none.
    if lines.is_empty() {
        let moves = root_moves.iter().take(1).copied().collect();
        lines.push(Line { score: 0, bound: LineBound::Exact, depth: 0, seldepth: 0, moves });
    }
    lines
}

/// One depth: the best line, then the best without its first move, and so on; fewer if the search is stopped.
fn search_lines(
    worker: &mut Worker,
    root: &Node,
    shared: &Shared<'_>,
    depth: i32,
    before: &[Line],
    wanted: usize,
    listener: &mut (dyn FnMut(&Info<'_>) + Send),
) -> Vec<Line> {
    worker.root_taken.clear();
    let mut found: Vec<Line> = Vec::new();
    for index in 0..wanted {
        let last = before.get(index);
        worker.seldepth = 0;
        worker.root_first = last.and_then(|line| line.moves.first()).map_or(0, |&m| code(m));
        worker.pv[0].clear();
        let mut partial = None;
        let mut missed = |worker: &mut Worker, score: Score, bound: LineBound| {
            if bound == LineBound::Lower && !worker.pv[0].is_empty() {
                partial = Some(line(worker, depth, score, bound));
            }
            if let Some(known) = partial.as_ref().or(last)
                && shared.clock.elapsed_us() > TELL_MISSES_AFTER_US
            {
                let shown = Line { score, bound, depth: depth as u32, ..known.clone() };
                tell(worker, shared, index, &shown, listener);
            }
        };
        let score = aspire(worker, root, shared, depth, last.map_or(0, |line| line.score), &mut missed);
        let new = if !worker.stopped {
            Some(line(worker, depth, score, LineBound::Exact))
        } else if !worker.pv[0].is_empty() {
            // Interrupted: a better move found in this depth still counts.
            Some(line(worker, depth, worker.root_score, LineBound::Lower))
        } else {
            partial
        };
        if let Some(mut new) = new {
            settle(worker, root, shared, &mut new);
            worker.root_taken.extend(new.moves.first().map(|&m| code(m)));
            found.push(new);
        }
        if worker.stopped {
            break;
        }
    }
    found
}

/// The lines of this depth, best first; lines not reached in it keep their place below.
fn merge(mut found: Vec<Line>, before: Vec<Line>, wanted: usize) -> Vec<Line> {
    for old in before {
        if found.len() < wanted && !found.iter().any(|new| new.moves.first() == old.moves.first()) {
            found.push(old);
        }
    }
    found.sort_by_key(|line| std::cmp::Reverse((line.depth, line.score)));
    found
}

/// Whether the mate asked for is found, or no time is left for another depth.
fn is_enough(worker: &Worker, shared: &Shared<'_>, pace: &mut Pace, best: &Line, legal: usize) -> bool {
    if let Some(wanted) = shared.limits.mate
        && mate_moves(best.score).is_some_and(|moves| moves > 0 && moves <= wanted as i32)
    {
        return true;
    }
    shared.signals.soft_us().is_some_and(|soft| {
        let scaled = pace.scale(&shared.params, soft, worker, best, legal);
        shared.clock.elapsed_us() >= scaled
    })
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
    fn scale(&mut self, params: &Params, soft_us: u64, worker: &Worker, best: &Line, legal: usize) -> u64 {
        let m = best.moves.first().copied();
        self.stable = if m == self.best { self.stable + 1 } else { 0 };
        self.best = m;
        self.scores.push(best.score);
        if legal == 1 {
            return soft_us / params.time_only_move_divisor as u64;
        }
        let stability = match self.stable {
            0 => params.time_stable_0,
            1 => params.time_stable_1,
            2 => params.time_stable_2,
            3 => params.time_stable_3,
            4 => params.time_stable_4,
            _ => params.time_stable_5,
        } as u64;
        let total: u64 = worker.root_nodes.iter().map(|(_, nodes)| nodes).sum();
        let own = m.map_or(0, |m| {
            worker.root_nodes.iter().find(|(known, _)| *known == code(m)).map_or(0, |(_, nodes)| *nodes)
        });
        let effort = if best.depth < params.time_effort_min_depth as u32 {
            1000
        } else {
            let rest = params.time_effort_base as u64 - 1000 * own / total.max(1);
            rest * params.time_effort_scale as u64 / 1000
        };
        let before = self.scores[self.scores.len().saturating_sub(params.time_fall_iterations as usize)];
        let fall = (1000 + params.time_fall_slope * (before - best.score))
            .clamp(params.time_fall_min, params.time_fall_max) as u64;
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
    worker.patience = Some(nodes + shared.params.settle_nodes as u64);
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
