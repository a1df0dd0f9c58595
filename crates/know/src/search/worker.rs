//! One thread's search state: its line, its statistics, its counters.

use arrayvec::ArrayVec;
use philidor_chess::shakmaty::{Color, Move, Position};

use super::{
    history::{Context, Histories, NO_PIECE_TO, PieceTo, bonus, piece_to},
    iterate::Shared,
    movegen::{MoveCode, code},
    node::Node,
    params::Params,
    score::{DECIDED, MAX_PLY, Score, UNKNOWN},
};
use crate::evaluator::Evaluator;

/// Frames before the root, so that "four plies ago" always exists.
pub(super) const BEFORE_ROOT: usize = 4;

/// Clock and stop signal are looked at once in this many nodes.
const NODES_PER_LOOK: u64 = 512;

/// What the search remembers about one ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) eval: Score,
    pub(super) moved: PieceTo,
    pub(super) killers: [MoveCode; 2],
    pub(super) excluded: MoveCode,
    pub(super) double_extensions: i32,
}

const EMPTY_FRAME: Frame =
    Frame { eval: UNKNOWN, moved: NO_PIECE_TO, killers: [0; 2], excluded: 0, double_extensions: 0 };

/// One thread's search.
pub(crate) struct Worker {
    pub(crate) evaluator: Box<dyn Evaluator>,
    pub(super) histories: Histories,
    pub(super) stack: Vec<Frame>,
    /// Row `ply` holds the best line found from that ply.
    pub(super) pv: Vec<ArrayVec<Move, MAX_PLY>>,
    /// Keys of the game and of the line being searched.
    pub(super) keys: Vec<u64>,
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    pub(super) table_hits: u64,
    pub(super) seldepth: usize,
    /// What the endgame tables say about the root.
    pub(super) root_wdl: Option<i8>,
    /// How much the side to move at the root dislikes a draw.
    pub(super) contempt: Score,
    pub(super) stopped: bool,
    /// Root moves to consider (all if empty), root moves already taken by better lines, nodes per root move.
    pub(super) root_only: Vec<MoveCode>,
    /// The one that tells how far it is, among several that search the same tree.
    pub(super) leads: bool,
    pub(super) root_taken: Vec<MoveCode>,
    pub(super) root_nodes: Vec<(MoveCode, u64)>,
    pub(super) root_depth: i32,
    /// The root move to try first, and the score of the best root move so far.
    pub(super) root_first: MoveCode,
    pub(super) root_score: Score,
    /// While the main line is being lengthened: the node count at which patience ends; clocks do not matter.
    pub(super) patience: Option<u64>,
    /// Passing is forbidden before this ply while a null-move result is being verified.
    pub(super) no_pass_before: usize,
}

impl Worker {
    pub(crate) fn new(evaluator: Box<dyn Evaluator>) -> Worker {
        Worker {
            evaluator,
            histories: Histories::new(),
            stack: vec![EMPTY_FRAME; MAX_PLY + BEFORE_ROOT + 4],
            pv: vec![ArrayVec::new(); MAX_PLY + 2],
            keys: Vec::new(),
            nodes: 0,
            node_limit: u64::MAX,
            table_hits: 0,
            seldepth: 0,
            root_wdl: None,
            contempt: 0,
            stopped: false,
            root_only: Vec::new(),
            leads: false,
            root_taken: Vec::new(),
            root_nodes: Vec::new(),
            root_depth: 0,
            root_first: 0,
            root_score: 0,
            patience: None,
            no_pass_before: 0,
        }
    }

    /// Makes ready for a new search.
    pub(super) fn start(&mut self, keys: &[u64], node_limit: u64) {
        self.stack.fill(EMPTY_FRAME);
        self.keys.clear();
        self.keys.extend_from_slice(keys);
        self.nodes = 0;
        self.node_limit = node_limit;
        self.table_hits = 0;
        self.stopped = false;
        self.root_taken.clear();
        self.root_nodes.clear();
        self.no_pass_before = 0;
        self.root_first = 0;
        self.root_score = 0;
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.stack[ply + BEFORE_ROOT]
    }

    /// Counts a node and looks now and then whether to stop.
    #[inline]
    pub(super) fn count_node(&mut self, shared: &Shared<'_>) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        if let Some(limit) = self.patience {
            self.stopped |= self.nodes >= limit;
            return self.stopped;
        }
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            shared.count(NODES_PER_LOOK);
            if shared.signals.stopped() || shared.is_finished() || shared.signals.out_of_time(shared.clock) {
                self.stopped = true;
            }
        }
        self.stopped
    }

    /// Draw by repetition (once in the tree, twice with the game), fifty moves or material.
    #[inline]
    pub(super) fn is_draw(&self, node: &Node, ply: usize) -> bool {
        let halfmoves = node.pos.halfmoves() as usize;
        if halfmoves >= 100 && (node.checkers.is_empty() || !node.pos.is_checkmate()) {
            return true;
        }
        if node.insufficient_material() {
            return true;
        }
        let last = self.keys.len() - 1;
        let mut earlier = 0;
        let mut back = 4;
        while back <= halfmoves.min(last) {
            if self.keys[last - back] == node.key {
                earlier += 1;
                if back < ply || earlier == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// What a draw is worth to the side to move at `ply`.
    #[inline]
    pub(super) fn draw_score(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { -self.contempt } else { self.contempt }
    }

    /// The static evaluation, kept away from decided scores.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node) -> Score {
        self.evaluator.evaluate(&node.pos).clamp(-DECIDED + 1, DECIDED - 1)
    }

    /// The raw evaluation corrected by experience and faded towards the fifty-move draw.
    #[inline(always)]
    pub(super) fn corrected(&self, params: &Params, node: &Node, raw: Score) -> Score {
        let fade = params.fifty_move_fade;
        let faded = raw * (fade - node.pos.halfmoves().min(100) as Score) / fade;
        (faded + self.histories.correction(params, node)).clamp(-DECIDED + 1, DECIDED - 1)
    }

    #[inline]
    pub(super) fn context(&self, node: &Node, ply: usize) -> Context {
        let at = ply + BEFORE_ROOT;
        Context {
            us: node.pos.turn(),
            pawn_key: node.pawn_key,
            before: [self.stack[at - 1].moved, self.stack[at - 2].moved, self.stack[at - 4].moved],
        }
    }

    #[inline]
    pub(super) fn save_pv(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        let row = &mut head[ply];
        row.clear();
        row.push(m);
        for &next in tail[0].iter().take(MAX_PLY - 1) {
            row.push(next);
        }
    }

    /// A move cut the node off: it gains, the moves tried before it lose.
    pub(super) fn reward(
        &mut self,
        params: &Params,
        context: &Context,
        ply: usize,
        m: Move,
        depth: i32,
        (quiets, captures): (&[Move], &[Move]),
    ) {
        let bonus = bonus(params, depth);
        let malus = -bonus;
        if m.is_capture() || m.is_promotion() {
            self.histories.update_capture(params, context.us, m, bonus);
        } else {
            let frame = self.frame(ply);
            let mcode = code(m);
            if frame.killers[0] != mcode {
                frame.killers = [mcode, frame.killers[0]];
            }
            self.histories.set_counter(context.before[0], mcode);
            if depth > params.history_first_quiet_depth || !quiets.is_empty() {
                self.histories.update_quiet(params, context, m, bonus);
            }
            for &other in quiets {
                self.histories.update_quiet(params, context, other, malus);
            }
        }
        for &other in captures {
            self.histories.update_capture(params, context.us, other, malus);
        }
    }

    pub(super) fn skip_at_root(&self, m: MoveCode) -> bool {
        self.root_taken.contains(&m) || (!self.root_only.is_empty() && !self.root_only.contains(&m))
    }

    pub(super) fn note_root_nodes(&mut self, m: MoveCode, nodes: u64) {
        match self.root_nodes.iter_mut().find(|(known, _)| *known == m) {
            Some((_, sum)) => *sum += nodes,
            None => self.root_nodes.push((m, nodes)),
        }
    }

    /// Notes the move being searched, for the continuation statistics of the next plies.
    #[inline]
    pub(super) fn set_moved(&mut self, ply: usize, us: Color, m: Move) {
        self.stack[ply + BEFORE_ROOT].moved = piece_to(us, m);
    }

    /// The quiet moves that last cut off at `ply`.
    pub(super) fn killers(&self, ply: usize) -> [MoveCode; 2] {
        self.stack[ply + BEFORE_ROOT].killers
    }

    /// A quiet move cut off at `ply`.
    pub(super) fn remember_killer(&mut self, ply: usize, m: Move) {
        let killers = &mut self.stack[ply + BEFORE_ROOT].killers;
        if !m.is_capture() && killers[0] != code(m) {
            *killers = [code(m), killers[0]];
        }
    }
}
