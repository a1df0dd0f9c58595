//! Lines from our own search, when none is given: what could be won here, and what the move just played wins.

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_know::search::{Engine, EvaluatorFactory, Game, Limits, NoClock, Score, Signals, mate_moves};

use crate::{
    line::Line,
    motif::{Definitions, Motif, motifs},
    payoff::{Outcome, Payoff, outcome},
    theme::Family,
};

/// A line and what it is worth to the side that moves first.
#[derive(Debug, Clone)]
pub struct Look {
    /// The principal variation.
    pub line: Line,
    /// Centipawns, or a mate.
    pub score: Score,
}

/// Looks at positions, each with the same budget and from an empty memory, so that no answer depends on the ones
/// before.
pub struct Looker {
    engine: Engine,
    nodes: u64,
}

/// The smallest hash table that does not slow a search of 100,000 nodes.
const HASH_MIB: usize = 4;

/// Plies in which a combination shows what it wins.
const SHOWN_PLIES: usize = 9;

impl Looker {
    /// A looker that judges with `factory` and spends `nodes` on every position.
    pub fn new(factory: EvaluatorFactory, nodes: u64) -> Looker {
        Looker { engine: Engine::new(factory, HASH_MIB, 1), nodes }
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

    fn search(&mut self, game: &Game, nodes: u64) -> Option<(Vec<Move>, Score)> {
        let limits = Limits { nodes: Some(nodes.max(1)), ..Limits::default() };
        let report = self.engine.search(game, &limits, &Signals::default(), &NoClock, &mut |_| {});
        report
            .lines
            .into_iter()
            .next()
            .filter(|best| !best.moves.is_empty())
            .map(|best| (best.moves, best.score))
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

/// A move's devices are not worth a word if its side stands worse than this afterwards, in centipawns.
const WORTH_SAYING_CP: Score = 50;

impl Look {
    /// What the line wins: a proven mate, or what is won at the first moment when the whole gain is safe.
    pub fn payoff(&self) -> Payoff {
        if let Some(moves) = mate_moves(self.score).filter(|&m| m > 0) {
            return Payoff::Mate { moves: moves as usize };
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
        if !self.line.is_mate() && self.score < WORTH_SAYING_CP {
            return Vec::new();
        }
        let mut found = motifs(&self.line, Definitions::Strict);
        found.retain(|m| m.ply == 0 && matches!(m.theme.family(), Family::Tactic | Family::MatePattern));
        found
    }
}
