//! Lines from our own search, when none is given: what could be won here, and what the move just played wins.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use philidor_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use philidor_know::search::{
    Engine, EvaluatorFactory, Game, Info, Limits, LineBound, NoClock, Score, Signals, TableProbe, mate_moves,
};

use philidor_claims::{Family, Payoff};

use crate::{
    analyst::{Analysis, Analyst, AnalystError, LINE_PLIES, Memory, Question, best_first},
    envision::is_quiet,
    line::Line,
    motif::{Definitions, Motif, motifs},
    payoff::{Outcome, outcome},
    plan::Policy,
};

/// A line and what it is worth to the side that moves first.
#[derive(Debug, Clone)]
pub struct Look {
    /// The principal variation.
    pub line: Line,
    /// Centipawns, or a mate.
    pub score: Score,
}

/// Looks at positions, each with the same budget and, unless a question says otherwise, from an empty memory, so that no answer depends
/// on the ones before.
pub struct Looker {
    engine: Engine,
    nodes: u64,
    stop: Arc<AtomicBool>,
    /// The board is turned so that White moves: move generation and ordering know colours; answers must not.
    turned: bool,
}

/// The smallest hash table that does not slow a search of 100,000 nodes.
const HASH_MIB: usize = 4;

/// Plies in which a combination shows what it wins.
const SHOWN_PLIES: usize = 9;

/// How often a line is taken up again at its end.
const EXTENSIONS: u64 = 3;

impl Analyst for Looker {
    fn name(&self) -> &str {
        "philidor"
    }

    fn analysis(&self) -> Analysis {
        Analysis { analyst: self.name().to_owned(), nodes: self.nodes, ..Analysis::default() }
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        self.lines_within(question, self.nodes * u64::from(question.permille) / 1000)
    }
}

/// The position with colours and ranks exchanged.
fn mirrored(pos: &Chess) -> Chess {
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    setup.mirror();
    setup.position(CastlingMode::Standard).expect("a legal position stays legal")
}

/// The game with colours and ranks exchanged.
fn mirrored_game(game: &Game) -> Game {
    let mut other = Game::new(mirrored(game.start()));
    game.moves().iter().for_each(|&mv| other.play(mirrored_move(mv)));
    other
}

/// The move with ranks exchanged.
fn mirrored_move(mv: Move) -> Move {
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            Move::Normal { role, from: from.flip_vertical(), capture, to: to.flip_vertical(), promotion }
        }
        Move::EnPassant { from, to } => {
            Move::EnPassant { from: from.flip_vertical(), to: to.flip_vertical() }
        }
        Move::Castle { king, rook } => {
            Move::Castle { king: king.flip_vertical(), rook: rook.flip_vertical() }
        }
        Move::Put { role, to } => Move::Put { role, to: to.flip_vertical() },
    }
}

impl Looker {
    /// A looker that judges with `factory` and spends `nodes` on every position.
    pub fn new(factory: EvaluatorFactory, nodes: u64) -> Looker {
        Looker { engine: Engine::new(factory, HASH_MIB, 1), nodes, stop: Arc::default(), turned: false }
    }

    /// From now on a search ends at once when `stop` is raised, without an answer.
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Answers a question with a budget of `nodes`.
    pub fn lines_within(&mut self, question: &Question<'_>, nodes: u64) -> Result<Vec<Look>, AnalystError> {
        if question.memory != Memory::Goes {
            self.engine.new_game();
        }
        // What is kept is kept as it stood on the board.
        self.turned = question.memory == Memory::None && question.pos.turn().is_black();
        let game = if self.turned { mirrored_game(&question.game()) } else { question.game() };
        let mut search =
            |lines: usize, only: &[Move], nodes: u64| self.looks(question, &game, lines, only, nodes);
        if question.only.is_empty() {
            best_first(question, nodes, &mut search)
        } else {
            search(question.lines.max(1), question.only, nodes)
        }
    }

    /// Lines from the question's position, which ends `game` as the board is turned. Nine tenths of the nodes go into the search,
    /// the rest into following lines that end too early.
    fn looks(
        &mut self,
        question: &Question<'_>,
        game: &Game,
        lines: usize,
        only: &[Move],
        nodes: u64,
    ) -> Result<Vec<Look>, AnalystError> {
        let turned = self.turned;
        let mirror = |mv: &Move| if turned { mirrored_move(*mv) } else { *mv };
        let only: Vec<Move> = only.iter().map(mirror).collect();
        let found = self.search_lines(game, nodes * 9 / 10, lines, &only);
        let share = nodes / 10 / found.len().max(1) as u64;
        let mut looks = Vec::with_capacity(found.len());
        for (mut moves, score) in found {
            if mate_moves(score).is_none() {
                self.extend(game.clone(), &mut moves, LINE_PLIES, share);
            }
            let moves: Vec<Move> = moves.iter().map(mirror).collect();
            if let Ok(line) = Line::from_moves(question.pos, &moves) {
                looks.push(Look { line, score });
            }
        }
        if self.stop.load(Relaxed) {
            return Err(AnalystError::interrupted(self.name()));
        }
        Ok(looks)
    }

    /// Searches the best `count` lines of the position on the board of `game` until it is stopped or `nodes` are spent; `hear` gets
    /// depth, nodes and lines whenever a depth is finished, or a better line is found in it.
    pub fn watch(
        &mut self,
        game: &Game,
        count: usize,
        nodes: u64,
        hear: &mut (dyn FnMut(u32, u64, Vec<Look>) + Send),
    ) {
        self.engine.new_game();
        self.turned = game.position().turn().is_black();
        let turned = self.turned;
        let seen = if turned { mirrored_game(game) } else { game.clone() };
        let limits = Limits { nodes: Some(nodes.max(1)), multi_pv: count, ..Limits::default() };
        let mut best: Vec<Option<Look>> = Vec::new();
        let mut listen = |info: &Info<'_>| {
            let Some(place) = info.multi_pv.checked_sub(1) else { return };
            if info.line.bound != LineBound::Exact || place > best.len() {
                return;
            }
            let moves = info.line.moves.iter().map(|mv| if turned { mirrored_move(*mv) } else { *mv });
            let Ok(line) = Line::from_moves(game.position(), &moves.collect::<Vec<_>>()) else { return };
            let look = Some(Look { line, score: info.line.score });
            if place == best.len() {
                best.push(look);
            } else {
                best[place] = look;
            }
            hear(info.line.depth, info.nodes, best.iter().flatten().cloned().collect());
        };
        let signals = Signals::stopped_by(self.stop.clone());
        self.engine.search(&seen, &limits, &signals, &NoClock, &mut listen);
    }

    /// The best line from `pos`; none if the game is over. Most of the budget goes into the first move, the rest into
    /// following the line until it is long enough to show what it wins.
    pub fn best(&mut self, pos: &Chess) -> Option<Look> {
        self.engine.new_game();
        let mut game = Game::new(pos.clone());
        let (mut moves, score) = self.search(&game, self.nodes * 6 / 10)?;
        let share = self.nodes / 10;
        for _ in 0..4 {
            if moves.len() >= SHOWN_PLIES || mate_moves(score).is_some() {
                break;
            }
            moves[game.moves().len()..].iter().for_each(|&mv| game.play(mv));
            let Some((more, _)) = self.search(&game, share) else { break };
            moves.extend(more);
        }
        Some(Look { line: Line::from_moves(pos, &moves).ok()?, score })
    }

    /// Uses endgame tables, or none.
    pub fn set_tables(&mut self, probe: Option<Arc<dyn TableProbe>>) {
        self.engine.set_tables(probe);
    }

    fn search(&mut self, game: &Game, nodes: u64) -> Option<(Vec<Move>, Score)> {
        self.search_lines(game, nodes, 1, &[]).into_iter().next()
    }

    fn search_lines(
        &mut self,
        game: &Game,
        nodes: u64,
        multi_pv: usize,
        only: &[Move],
    ) -> Vec<(Vec<Move>, Score)> {
        let limits =
            Limits { nodes: Some(nodes.max(1)), multi_pv, search_moves: only.to_vec(), ..Limits::default() };
        let report =
            self.engine.search(game, &limits, &Signals::stopped_by(self.stop.clone()), &NoClock, &mut |_| {});
        report
            .lines
            .into_iter()
            .filter(|line| !line.moves.is_empty())
            .map(|line| (line.moves, line.score))
            .collect()
    }

    /// Goes on from the end of a line until it is `plies` long and quiet, the game is over, or `nodes` are spent.
    fn extend(&mut self, mut game: Game, moves: &mut Vec<Move>, plies: usize, nodes: u64) {
        let past = game.moves().len();
        for _ in 0..EXTENSIONS {
            moves[game.moves().len() - past..].iter().for_each(|&mv| game.play(mv));
            if moves.len() >= plies && is_quiet(game.position()) {
                break;
            }
            let Some((more, score)) = self.search(&game, nodes / EXTENSIONS) else { break };
            // A mate that the first search did not see is not what its score speaks of.
            if mate_moves(score).is_some() {
                break;
            }
            moves.extend(more);
        }
    }

    /// The line that begins with `mv`, continued with best play; `previous` is the move before, if known.
    pub fn after(&mut self, pos: &Chess, mv: Move, previous: Option<(&Chess, Move)>) -> Option<Look> {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        let mut moves = vec![mv];
        let score = match self.best(&after) {
            Some(look) => {
                moves.extend(look.line.steps().iter().map(|s| s.mv));
                -look.score
            }
            // Nothing to move: mate or stalemate.
            None => 0,
        };
        let line = Line::from_moves(pos, &moves).ok()?;
        let line = match previous {
            Some((before, error)) => line.with_error(before, error),
            None => line,
        };
        Some(Look { line, score })
    }
}

/// Scores beyond this are proven: mates and table wins.
const PROVEN_CP: Score = 19_000;

impl Look {
    /// The move it begins with.
    pub fn first(&self) -> Option<Move> {
        self.line.steps().first().map(|step| step.mv)
    }

    /// The same line, worth at most `most` unless it is proven: a short search does not overrule a longer one.
    #[must_use]
    pub fn at_most(self, most: Score) -> Look {
        let score = if self.score >= PROVEN_CP { self.score } else { self.score.min(most) };
        Look { score, ..self }
    }

    /// The line as plain data.
    pub fn shown(&self) -> philidor_claims::Line {
        crate::claim::line_of(self.line.steps().iter().map(|s| s.mv))
    }

    /// The score with its kind, for the side that moves first.
    pub fn rated(&self) -> philidor_claims::Score {
        crate::claim::score(self.score)
    }

    /// What the line wins: a proven mate, or what is won at the first moment when the whole gain is safe.
    pub fn payoff(&self) -> Option<Payoff> {
        if let Some(moves) = mate_moves(self.score).filter(|&m| m > 0) {
            return Some(Payoff::Mate(moves as u32));
        }
        self.secured().payoff
    }

    /// The outcome of the shortest part of the line after which nothing more is won.
    fn secured(&self) -> Outcome {
        let moves: Vec<Move> = self.line.steps().iter().take(SHOWN_PLIES).map(|s| s.mv).collect();
        let whole =
            Line::from_moves(self.line.start(), &moves).map_or_else(|_| outcome(&self.line), |l| outcome(&l));
        (1..moves.len())
            .step_by(2)
            .filter_map(|length| Line::from_moves(self.line.start(), &moves[..length]).ok())
            .map(|part| outcome(&part))
            .find(|part| part.net >= whole.net)
            .unwrap_or(whole)
    }

    /// The tactical motifs of the first move itself, by our own definitions: only what pays along this line.
    pub fn motifs_of_first_move(&self) -> Vec<Motif> {
        if !self.line.is_mate() && self.score < Policy::ours().centipawns.device {
            return Vec::new();
        }
        let mut found = motifs(&self.line, Definitions::Strict);
        found.retain(|m| m.ply == 0 && matches!(m.theme.family(), Family::Tactic | Family::MatePattern));
        found
    }
}
