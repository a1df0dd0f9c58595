//! What workers do: take a game, play it to the end, and look at its boards.
//!
//! A [`Job`] carries everything a worker needs but the weights, so workers own no data: the expert moves to replay, whether to go
//! on by self-play, and a seed. The same job with the same weights gives the same [`Harvest`] anywhere.

use std::sync::Arc;

use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Chess, Color, Move, Position, uci::UciMove},
    write_fen,
};
use philidor_know::{
    evaluator::net::{IntegerNet, NetEvaluator},
    inputs::Reader,
    search::{Engine, Game as Line, Limits, Mode, NoClock, Signals, is_quiet},
};
use serde::{Deserialize, Serialize};

use super::{
    NeuroError,
    corpus::Corpus,
    recipe::{Boards, Recipe, Sample},
};
use crate::{dice::Dice, games::Game};

/// A game to play and look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Number in the run, from 0.
    pub number: u64,
    /// Weights to play with: those after this many rounds.
    pub revision: u64,
    /// Where the game starts, as FEN; empty: the usual position.
    pub start: String,
    /// Expert moves, in UCI notation with blanks between.
    pub moves: String,
    /// Half points of White if the moves are the whole game; `None`: go on by self-play.
    pub half_points: Option<u8>,
    /// For random moves.
    pub seed: u64,
    /// How to play and what to keep.
    pub sample: Sample,
}

/// One board of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// What nets see of it.
    pub inputs: Vec<i16>,
    /// Learned from; the last board of each side always is.
    pub kept: bool,
    /// Centipawns that the search found here, for the side to move.
    pub found: Option<i32>,
}

/// What a job gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Harvest {
    /// The job's number.
    pub number: u64,
    /// All boards, in the order of play; sides alternate.
    pub boards: Vec<Board>,
    /// White moves first.
    pub white_first: bool,
    /// White's half points at the end.
    pub half_points: u8,
    /// Boards that experts made.
    pub expert_boards: u32,
}

/// The job of a number: a function of recipe, seed and games alone.
pub fn job(number: u64, recipe: &Recipe, seed: u64, corpus: &Corpus) -> Job {
    let sample = &recipe.sample;
    let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let game = choose(&mut dice, &corpus.games, sample.decisive);
    let whole = dice.unit() < sample.whole_games;
    let plies = if whole { game.moves.len() } else { dice.below(game.moves.len() + 1) };
    let start = if game.start == Chess::default() { String::new() } else { write_fen(&game.start) };
    let moves = game.moves[..plies].iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
    Job {
        number,
        revision: (number / recipe.round).saturating_sub(recipe.lag),
        start,
        moves: moves.collect::<Vec<_>>().join(" "),
        half_points: whole.then_some(game.half_points),
        seed: dice.bits(),
        sample: sample.clone(),
    }
}

fn choose<'g>(dice: &mut Dice, games: &'g [Game], decisive: f64) -> &'g Game {
    let wanted = dice.unit() < decisive;
    let mut game = &games[dice.below(games.len())];
    // Most files have a winner in every second game or so; a file of draws gives a draw after all.
    for _ in 0..64 {
        if !wanted || game.half_points != 1 {
            break;
        }
        game = &games[dice.below(games.len())];
    }
    game
}

/// A worker: a search and eyes for inputs.
pub struct Worker {
    engine: Engine,
    reader: Reader,
    revision: Option<u64>,
}

impl Worker {
    /// A worker without weights.
    pub fn new() -> Worker {
        let judge = || Box::new(philidor_know::evaluator::MaterialOnly) as Box<_>;
        Worker { engine: Engine::new(Arc::new(judge), 1, 1), reader: Reader::default(), revision: None }
    }

    /// The revision it plays with.
    pub fn revision(&self) -> Option<u64> {
        self.revision
    }

    /// Takes up weights.
    pub fn take_up(&mut self, revision: u64, net: IntegerNet) {
        let net = Arc::new(net);
        self.engine.set_evaluator(Arc::new(move || Box::new(NetEvaluator::new(net.clone()))));
        self.revision = Some(revision);
    }

    /// Plays a game to the end and looks at its boards.
    pub fn carry_out(&mut self, job: &Job) -> Result<Harvest, NeuroError> {
        let bad =
            |what: String| NeuroError::Progress(format!("game {} cannot be played: {what}", job.number));
        // 1. What experts played.
        let start = if job.start.is_empty() {
            Chess::default()
        } else {
            parse_fen(&job.start).map_err(|e| bad(e.to_string()))?
        };
        let white_first = start.turn().is_white();
        let mut line = Line::new(start);
        let mut boards = vec![self.board(line.position(), &job.sample)];
        for text in job.moves.split_ascii_whitespace() {
            let m = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(line.position()).ok());
            line.play(m.ok_or_else(|| bad(format!("{text} is no legal move")))?);
            boards.push(self.board(line.position(), &job.sample));
        }
        let expert_boards = boards.len() as u32;
        // 2. What the net makes of it.
        let half_points = match job.half_points {
            Some(half_points) => half_points,
            None => self.play_on(&mut line, &mut boards, job),
        };
        let count = boards.len();
        boards.iter_mut().skip(count.saturating_sub(2)).for_each(|board| board.kept = true);
        Ok(Harvest { number: job.number, boards, white_first, half_points, expert_boards })
    }

    fn board(&mut self, pos: &Chess, sample: &Sample) -> Board {
        let kept = sample.boards == Boards::All || is_quiet(pos);
        Board { inputs: self.reader.read(pos).to_vec(), kept, found: None }
    }

    /// Self-play to the end; White's half points.
    fn play_on(&mut self, line: &mut Line, boards: &mut Vec<Board>, job: &Job) -> u8 {
        let mut dice = Dice::new(job.seed);
        let sample = &job.sample;
        let limits = Limits {
            depth: Some(sample.depth),
            mode: Mode::Teaching { quiescence_plies: sample.quiescence },
            ..Limits::default()
        };
        let at_random = if sample.random_start > 0 { 1 + dice.below(sample.random_start) } else { 0 };
        for ply in 0..sample.longest {
            if let Some(half_points) = over(line) {
                return half_points;
            }
            if ply < at_random {
                // Whatever experts did before says nothing about a game that chance takes over.
                boards.iter_mut().for_each(|board| board.kept = false);
            }
            let m = if ply < at_random || dice.unit() < sample.random_moves {
                let moves = line.position().legal_moves();
                moves[dice.below(moves.len())]
            } else {
                let report = self.engine.search(line, &limits, &Signals::default(), &NoClock, &mut |_| {});
                if let Some(board) = boards.last_mut() {
                    board.found = report.score();
                }
                report.best_move().expect("a legal move in a game that is not over")
            };
            self.step(line, boards, m, sample);
        }
        1
    }

    fn step(&mut self, line: &mut Line, boards: &mut Vec<Board>, m: Move, sample: &Sample) {
        line.play(m);
        boards.push(self.board(line.position(), sample));
    }
}

impl Default for Worker {
    fn default() -> Worker {
        Worker::new()
    }
}

/// White's half points if the game is over: mate, stalemate, third repetition, fifty moves, too little material.
fn over(line: &Line) -> Option<u8> {
    let pos = line.position();
    if pos.legal_moves().is_empty() {
        return Some(match (pos.checkers().any(), pos.turn()) {
            (false, _) => 1,
            (true, Color::White) => 0,
            (true, Color::Black) => 2,
        });
    }
    (line.occurrences() >= 3 || pos.halfmoves() >= 100 || pos.is_insufficient_material()).then_some(1)
}
