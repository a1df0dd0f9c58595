//! The search: how far ahead, and what comes of it.
//!
//! One search for engine, tutor and laboratory. In playing mode it is an iterative-deepening
//! principal-variation search with everything that makes engines strong; in teaching mode it is an exact
//! full-width search to a fixed depth. It owns no clock and no thread that outlives a call; with one thread and
//! a depth or node limit the same calls give the same answers.

mod alphabeta;
mod checks;
mod history;
mod iterate;
mod limits;
mod mate_net;
mod movegen;
mod node;
mod params;
mod picker;
mod quiescence;
mod rules;
mod score;
mod see;
mod table;
mod tables;
mod teach;
mod worker;

use std::sync::Arc;

use philidor_chess::shakmaty::{Chess, Move, Position};

pub use self::{
    checks::mate_by_checks,
    iterate::STACK_BYTES,
    limits::{Clock, GameClock, Limits, Mode, NoClock, Signals},
    params::{Param, ParamError, Params},
    rules::RuleProbe,
    score::{Score, mate_moves, table_result},
    tables::TableProbe,
};
use self::{node::Node, table::Table, worker::Worker};
use crate::evaluator::Evaluator;

/// Whether nothing is about to change hands: no check, and no capture or promotion that wins material.
///
/// ```
/// use philidor_know::search::is_quiet;
/// let quiet = |fen| is_quiet(&philidor_chess::parse_fen(fen).unwrap());
/// assert!(quiet("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1") == false); // ...dxe4 wins a pawn
/// assert!(quiet("4k3/8/2p5/3p4/4P3/3P4/8/4K3 w - - 0 1")); // exd5 is answered by cxd5
/// ```
pub fn is_quiet(pos: &Chess) -> bool {
    let noisy = |m: &Move| (m.is_capture() || m.is_promotion()) && see::at_least(pos, *m, 1);
    pos.checkers().is_empty() && !pos.legal_moves().iter().any(noisy)
}

/// Makes one evaluator per thread.
pub type EvaluatorFactory = Arc<dyn Fn() -> Box<dyn Evaluator> + Send + Sync>;

/// A position and how the game came there, as far as repetitions matter.
#[derive(Debug, Clone)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    pos: Chess,
    keys: Vec<u64>,
}

impl Game {
    /// A game that starts at `pos`.
    pub fn new(pos: Chess) -> Game {
        let key = Node::new(&pos).key;
        Game { start: pos.clone(), moves: Vec::new(), pos, keys: vec![key] }
    }

    /// Plays the legal move `m`.
    pub fn play(&mut self, m: Move) {
        self.pos.play_unchecked(m);
        self.moves.push(m);
        self.keys.push(Node::new(&self.pos).key);
    }

    /// The position now on the board.
    pub fn position(&self) -> &Chess {
        &self.pos
    }

    /// The position the game started from.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How often the position on the board has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.keys.last();
        let reach = self.pos.halfmoves() as usize + 1;
        self.keys.iter().rev().take(reach).filter(|&key| Some(key) == now).count()
    }
}

/// A line of play with its score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// For the side to move at the root.
    pub score: Score,
    /// Whether `score` is only a lower or an upper bound.
    pub bound: LineBound,
    /// Nominal depth of the iteration.
    pub depth: u32,
    /// Deepest ply visited.
    pub seldepth: u32,
    /// The principal variation: both sides' best play until the position is quiet.
    pub moves: Vec<Move>,
}

/// How sure a line's score is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineBound {
    /// The score of this depth.
    Exact,
    /// At least this good; being searched again.
    Lower,
    /// At most this good; being searched again.
    Upper,
}

/// News from a running search.
#[derive(Debug)]
pub struct Info<'a> {
    /// Which of the best lines, from 1.
    pub multi_pv: usize,
    /// The line.
    pub line: &'a Line,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Table hits so far.
    pub table_hits: u64,
    /// How full the transposition table is.
    pub hash_permille: u32,
    /// Microseconds since the start.
    pub elapsed_us: u64,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Best lines, best first; empty if there is no legal move.
    pub lines: Vec<Line>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Table hits of all threads.
    pub table_hits: u64,
}

impl Report {
    /// The move to play.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The answer expected.
    pub fn ponder_move(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }

    /// Score of the best line.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// A searcher with its memory: hash table and move statistics stay between the moves of a game.
pub struct Engine {
    table: Arc<Table>,
    workers: Vec<Worker>,
    factory: EvaluatorFactory,
    probe: Option<Arc<dyn TableProbe>>,
    /// Searches of one thread run where they are asked for.
    stays: bool,
    params: Params,
}

impl Engine {
    /// A searcher that judges with `factory`'s evaluators and remembers in `hash_mib` MiB.
    pub fn new(factory: EvaluatorFactory, hash_mib: usize, threads: usize) -> Engine {
        let table = Arc::new(Table::new(hash_mib));
        let mut engine = Engine {
            table,
            workers: Vec::new(),
            factory,
            probe: None,
            stays: false,
            params: Params::default(),
        };
        engine.set_threads(threads);
        engine
    }

    /// From now on a search of one thread runs on the thread that asks for it, which must have [`STACK_BYTES`] of stack. Making a
    /// thread costs as much as a search of some two hundred nodes, which whoever asks for millions of small ones will notice.
    pub fn stay_on_thread(&mut self) {
        self.stays = true;
    }

    /// Changes the number of threads; forgets the move statistics.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers = (0..threads.max(1)).map(|_| Worker::new((self.factory)())).collect();
    }

    /// Changes the judge and forgets everything the old one said.
    pub fn set_evaluator(&mut self, factory: EvaluatorFactory) {
        self.factory = factory;
        self.table.clear();
        self.set_threads(self.workers.len());
    }

    /// Changes the size of the hash table, which empties it.
    pub fn set_hash(&mut self, mebibytes: usize) {
        // The old one goes first: there may not be room for both.
        self.table = Arc::new(Table::new(1));
        self.table = Arc::new(Table::new(mebibytes));
    }

    /// Mebibytes of the hash table; fewer than were asked for if there is no memory.
    pub fn hash(&self) -> usize {
        self.table.mebibytes()
    }

    /// Uses endgame tables, or none.
    pub fn set_tables(&mut self, probe: Option<Arc<dyn TableProbe>>) {
        self.probe = probe;
    }

    /// Searches with these parameters from now on, and forgets everything, so that results do not depend on what was
    /// searched before the change.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.new_game();
    }

    /// The parameters of the search.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(|worker| worker.histories.clear());
    }

    /// The static evaluation of `pos` for the side to move.
    pub fn evaluate(&mut self, pos: &Chess) -> Score {
        self.workers[0].evaluator.evaluate(pos)
    }

    /// Searches the position on the board of `game` until a limit is reached or `signals` says stop, telling
    /// `listener` every new line.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        clock: &dyn Clock,
        listener: &mut (dyn FnMut(&Info<'_>) + Send),
    ) -> Report {
        self.table.grow_older();
        let shared = iterate::Shared {
            table: &self.table,
            probe: self.probe.as_deref(),
            limits,
            signals,
            clock,
            nodes: Default::default(),
            table_hits: Default::default(),
            finished: Default::default(),
            stays: self.stays,
            params: self.params.clone(),
        };
        iterate::search(&mut self.workers, game, &shared, listener)
    }

    /// Searches to a depth without a clock: the plain, repeatable way.
    pub fn search_depth(&mut self, game: &Game, depth: u32) -> Report {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        self.search(game, &limits, &Signals::default(), &NoClock, &mut |_| {})
    }
}
