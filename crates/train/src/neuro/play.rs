//! What workers do: take a game, play it to the end, and look at its boards.
//!
//! A [`Job`] carries everything a worker needs but the weights, so workers own no data: the expert moves to replay, whether to go
//! on by self-play, and a seed. The same job with the same weights gives the same [`Harvest`] anywhere.

use std::sync::Arc;

use philidor_chess::{
    parse_fen,
    shakmaty::{
        Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Position, PositionError, Role,
        uci::UciMove,
    },
    write_fen,
};
use philidor_games::Game;
use philidor_know::{
    evaluator::{self, Evaluator},
    search::{Engine, EvaluatorFactory, Game as Line, Limits, Mode, NoClock, Report, Signals, is_quiet},
};
use philidor_stats::Rng;
use serde::{Deserialize, Serialize};

use super::{
    NeuroError,
    corpus::Corpus,
    file::NeuroNet,
    learn::searched_value,
    recipe::{Boards, Recipe, Sample},
    view::{Eyes, View},
};

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
    /// Half points of White if the moves are the whole game; `None`: continue by self-play.
    pub half_points: Option<u8>,
    /// For random moves.
    pub seed: u64,
    /// How to play and what to keep.
    pub sample: Sample,
}

/// One board of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// What V sees of it: counts, or the places of men.
    pub inputs: Vec<i16>,
    /// Learned from; the last board of each side always is.
    pub kept: bool,
    /// Centipawns that the search found here, for the side to move.
    pub found: Option<i32>,
    /// The inputs are those of a line's end where the other side is to move.
    pub turned: bool,
}

/// A board that was only looked at: the search found its value further down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// What V sees of it.
    pub inputs: Vec<i16>,
    /// Centipawns at the end of the line, for the side to move.
    pub found: i32,
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
    /// Boards of lines that were tried beside the game.
    pub tried: Vec<Tried>,
}

/// The job of a number: a function of recipe, seed and games alone.
pub fn job(number: u64, recipe: &Recipe, seed: u64, corpus: &Corpus) -> Job {
    let sample = &recipe.sample;
    let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let game = choose(&mut rng, &corpus.games, sample.decisive);
    let whole = rng.unit() < sample.whole_games;
    let plies = if whole { game.moves.len() } else { rng.below(game.moves.len() + 1) };
    let start = if game.start == Chess::default() { String::new() } else { write_fen(&game.start) };
    let moves = game.moves[..plies].iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
    Job {
        number,
        revision: (number / recipe.round).saturating_sub(recipe.lag),
        start,
        moves: moves.collect::<Vec<_>>().join(" "),
        half_points: whole.then_some(game.half_points),
        seed: rng.bits(),
        sample: sample.clone(),
    }
}

fn choose<'g>(rng: &mut Rng, games: &'g [Game], decisive: f64) -> &'g Game {
    let wanted = rng.unit() < decisive;
    let mut game = &games[rng.below(games.len())];
    // Most files have a winner in every second game or so; a file of draws gives a draw after all.
    for _ in 0..64 {
        if !wanted || game.half_points != 1 {
            break;
        }
        game = &games[rng.below(games.len())];
    }
    game
}

/// A worker: a search and eyes for boards. It searches on the thread that it is used on, which must have
/// [`philidor_know::search::STACK_BYTES`] of stack.
pub struct Worker {
    engine: Engine,
    eyes: Eyes,
    revision: Option<u64>,
    /// V as it was taken up.
    own: Option<EvaluatorFactory>,
    /// Who plays: a teacher's name, or V (no name) with its revision.
    seated: Option<(String, u64)>,
    judge: Box<dyn Evaluator>,
    /// What was found at the board looked at last, if it was searched.
    report: Option<Report>,
}

impl Worker {
    /// A worker without weights.
    pub fn new() -> Worker {
        let judge = || Box::new(evaluator::MaterialOnly) as Box<_>;
        let mut engine = Engine::new(Arc::new(judge), 1, 1);
        engine.stay_on_thread();
        Worker {
            engine,
            eyes: Eyes::new(View::Features),
            revision: None,
            own: None,
            seated: None,
            judge: judge(),
            report: None,
        }
    }

    /// The revision it plays with.
    pub fn revision(&self) -> Option<u64> {
        self.revision
    }

    /// Takes up weights.
    pub fn take_up(&mut self, revision: u64, net: &NeuroNet) {
        self.own = Some(net.judge("training"));
        self.eyes = Eyes::new(net.view);
        self.revision = Some(revision);
    }

    /// Lets the teacher play, or V.
    fn seat(&mut self, teacher: &str) -> Result<(), NeuroError> {
        let revision = if teacher.is_empty() { self.revision.unwrap_or(0) } else { 0 };
        if self.seated.as_ref().is_some_and(|(name, since)| name == teacher && *since == revision) {
            return Ok(());
        }
        let who = if teacher.is_empty() { self.own.clone() } else { evaluator::by_name(teacher) };
        let who = who.ok_or_else(|| match teacher {
            "" => NeuroError::Progress("a worker without weights".to_owned()),
            name => NeuroError::Recipe(format!("no evaluation called {name:?} to learn from")),
        })?;
        self.judge = who();
        self.engine.set_evaluator(who);
        self.seated = Some((teacher.to_owned(), revision));
        Ok(())
    }

    /// Plays a game to the end and looks at its boards.
    pub fn carry_out(&mut self, job: &Job) -> Result<Harvest, NeuroError> {
        let bad =
            |what: String| NeuroError::Progress(format!("game {} cannot be played: {what}", job.number));
        self.seat(&job.sample.teacher)?;
        // 1. What experts played. The exact search remembers nothing, the engine's own must forget the game before.
        if job.sample.nodes > 0 {
            self.engine.new_game();
        }
        let start = if job.start.is_empty() {
            Chess::default()
        } else {
            parse_fen(&job.start).map_err(|e| bad(e.to_string()))?
        };
        let white_first = start.turn().is_white();
        let mut line = Line::new(start);
        let mut boards = vec![self.board(&line, &job.sample)];
        for text in job.moves.split_ascii_whitespace() {
            let m = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(line.position()).ok());
            line.play(m.ok_or_else(|| bad(format!("{text} is not a legal move")))?);
            boards.push(self.board(&line, &job.sample));
        }
        let expert_boards = boards.len() as u32;
        // 2. What the net makes of it.
        let mut harvest =
            Harvest { number: job.number, boards, white_first, half_points: 1, expert_boards, tried: vec![] };
        harvest.half_points = match job.half_points {
            Some(half_points) => half_points,
            None => self.play_on(&mut line, &mut harvest, job),
        };
        let count = harvest.boards.len();
        harvest.boards.iter_mut().skip(count.saturating_sub(2)).for_each(|board| board.kept = true);
        Ok(harvest)
    }

    /// The board as it stands, or where its best line ends.
    fn board(&mut self, line: &Line, sample: &Sample) -> Board {
        let pos = line.position();
        self.report = None;
        if sample.boards == Boards::Leaf && !pos.legal_moves().is_empty() {
            let report = self.search(line, sample, Vec::new());
            let found = report.score();
            let (end, plies) = end_of(pos, report.lines.first().map_or(&[][..], |l| &l.moves));
            let (inputs, turned) = (self.eyes.read(&end), plies % 2 == 1);
            // A mate, or a draw by the rules, is no judgement.
            let judged = self.judge.evaluate(&end);
            let kept = Some(if turned { -judged } else { judged }) == found;
            self.report = Some(report);
            return Board { inputs, kept, found, turned };
        }
        // Whether a board is calm is known when it has been searched.
        let kept = match sample.boards {
            Boards::All | Boards::Leaf => true,
            Boards::Quiet => is_quiet(pos),
            Boards::Calm => false,
        };
        Board { inputs: self.eyes.read(pos), kept, found: None, turned: false }
    }

    /// The search of self-play; only these moves, or all.
    fn search(&mut self, line: &Line, sample: &Sample, search_moves: Vec<Move>) -> Report {
        let limits = match sample.nodes {
            0 => Limits {
                depth: Some(sample.depth),
                mode: Mode::Teaching { quiescence_plies: sample.quiescence },
                search_moves,
                ..Limits::default()
            },
            nodes => Limits { nodes: Some(nodes), search_moves, ..Limits::default() },
        };
        self.engine.search(line, &limits, &Signals::default(), &NoClock, &mut |_| {})
    }

    /// Self-play to the end; White's half points.
    fn play_on(&mut self, line: &mut Line, harvest: &mut Harvest, job: &Job) -> u8 {
        let mut rng = Rng::new(job.seed);
        let sample = &job.sample;
        let at_random = if sample.random_start > 0 { 1 + rng.below(sample.random_start) } else { 0 };
        if sample.odds > 0.0
            && rng.unit() < sample.odds
            && let Some(pos) = without_men(line.position(), 1 + rng.below(sample.odds_men), &mut rng)
        {
            *line = Line::new(pos);
            harvest.boards.iter_mut().for_each(|board| board.kept = false);
            harvest.boards.pop();
            harvest.boards.push(self.board(line, sample));
        }
        let resigns = sample.resign < 1.0 && rng.unit() >= PLAYED_OUT;
        let mut decided = 0_i32;
        for ply in 0..sample.longest {
            if let Some(half_points) = over(line) {
                return half_points;
            }
            if ply < at_random {
                // Whatever experts did before says nothing about a game that chance takes over.
                harvest.boards.iter_mut().for_each(|board| board.kept = false);
            }
            let m = if ply < at_random || rng.unit() < sample.random_moves {
                let moves = line.position().legal_moves();
                moves[rng.below(moves.len())]
            } else {
                let searched = self.report.take();
                let report = searched.unwrap_or_else(|| self.search(line, sample, Vec::new()));
                let best = report.best_move().expect("a legal move in a game that is not over");
                if let Some(board) = harvest.boards.last_mut() {
                    board.found = report.score();
                    if sample.boards == Boards::Calm {
                        let check = line.position().is_check();
                        board.kept = !check && !best.is_capture() && !best.is_promotion();
                    }
                }
                if resigns {
                    let value = report.score().map_or(0.0, |found| f64::from(searched_value(found)));
                    let white = if line.position().turn().is_white() { value } else { -value };
                    decided = match white.abs() >= sample.resign {
                        true if white > 0.0 => decided.max(0) + 1,
                        true => decided.min(0) - 1,
                        false => 0,
                    };
                    if decided.abs() >= DECIDED {
                        return if decided > 0 { 2 } else { 0 };
                    }
                }
                best
            };
            self.try_others(line, harvest, sample, &mut rng);
            line.play(m);
            harvest.boards.push(self.board(line, sample));
        }
        1
    }

    /// Other moves than the one that is played: the boards on their best lines, with the value at the end.
    fn try_others(&mut self, line: &Line, harvest: &mut Harvest, sample: &Sample, rng: &mut Rng) {
        let moves = if sample.tree > 0 { line.position().legal_moves() } else { return };
        for m in rng.draw(&moves, sample.tree) {
            let report = self.search(line, sample, vec![m]);
            let Some(found) = report.lines.first() else { continue };
            let (mut pos, mut value) = (line.position().clone(), found.score);
            // The end of the line has its own value already, and the board before it is the game's.
            let inside = found.moves.len().saturating_sub(1);
            for &m in &found.moves[..inside] {
                pos.play_unchecked(m);
                value = -value;
                harvest.tried.push(Tried { inputs: self.eyes.read(&pos), found: value });
            }
        }
    }
}

/// Half-moves in a row after which a game that the search calls decided is.
const DECIDED: i32 = 8;
/// Share of games that are played out all the same.
const PLAYED_OUT: f64 = 0.2;

/// Where a line ends, and after how many half-moves.
fn end_of(pos: &Chess, moves: &[Move]) -> (Chess, usize) {
    let mut end = pos.clone();
    moves.iter().for_each(|&m| end.play_unchecked(m));
    (end, moves.len())
}

/// The same position with some men less, of either side; `None` if that is no legal position.
fn without_men(pos: &Chess, men: usize, rng: &mut Rng) -> Option<Chess> {
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    for _ in 0..men {
        // First the kind, then the man: otherwise it would nearly always be a pawn.
        let board = &setup.board;
        let kinds: Vec<Bitboard> = Role::ALL[..5].iter().map(|&role| board.by_role(role)).collect();
        let kinds: Vec<Bitboard> = kinds.into_iter().filter(|kind| kind.any()).collect();
        let kind = kinds.get(rng.below(kinds.len()))?;
        let square = kind.into_iter().nth(rng.below(kind.count()))?;
        setup.board.discard_piece_at(square);
    }
    setup.ep_square = None;
    setup
        .position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .ok()
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

#[cfg(test)]
mod tests {
    use philidor_know::inputs::Inputs;

    use super::*;
    use crate::neuro::file::{integer, tests::net_of};

    fn some_net() -> NeuroNet {
        net_of(View::Features, 4, 0.3)
    }

    fn play(change: impl FnOnce(&mut Sample)) -> Harvest {
        let mut worker = Worker::new();
        worker.take_up(0, &some_net());
        play_with(&mut worker, 9, change)
    }

    fn play_with(worker: &mut Worker, seed: u64, change: impl FnOnce(&mut Sample)) -> Harvest {
        worker.carry_out(&job_of(seed, change)).unwrap()
    }

    fn job_of(seed: u64, change: impl FnOnce(&mut Sample)) -> Job {
        let mut sample = Sample { depth: 1, quiescence: 4, longest: 24, ..Sample::default() };
        change(&mut sample);
        let moves = "e2e4 e7e5 g1f3".to_owned();
        Job { number: 3, revision: 0, start: String::new(), moves, half_points: None, seed, sample }
    }

    fn judged(inputs: &[i16]) -> i32 {
        integer(&some_net().net, some_net().story.centipawns, "test")
            .judge(&Inputs::try_from(inputs).unwrap())
    }

    #[test]
    fn at_the_end_of_its_line_a_board_has_the_value_that_the_search_found() {
        let harvest = play(|sample| sample.boards = Boards::Leaf);
        // The last board of each side is kept in any case: it has the result.
        let boards = &harvest.boards[..harvest.boards.len() - 2];
        let mut kept = [0, 0];
        for board in boards {
            let sign = if board.turned { -1 } else { 1 };
            assert_eq!(board.kept, Some(sign * judged(&board.inputs)) == board.found);
            kept[usize::from(board.turned)] += usize::from(board.kept);
        }
        assert!(kept[0] > 0 && kept[1] > 0 && kept[0] + kept[1] + 4 > boards.len(), "{kept:?}");
    }

    #[test]
    fn boards_are_calm_where_the_best_move_takes_nothing() {
        let searched = |sample: &mut Sample| (sample.nodes, sample.longest) = (60, 60);
        let calm = play(|sample| {
            searched(sample);
            sample.boards = Boards::Calm;
        });
        let quiet = play(searched);
        let played = calm.expert_boards as usize;
        let inputs = |harvest: &Harvest| -> Vec<Vec<i16>> {
            harvest.boards.iter().map(|board| board.inputs.clone()).collect()
        };
        assert_eq!(inputs(&calm), inputs(&quiet), "the games are the same");
        assert!(
            calm.boards[..played - 1].iter().all(|board| !board.kept),
            "experts' boards are not searched"
        );
        let kept = |harvest: &Harvest| harvest.boards[played..].iter().filter(|board| board.kept).count();
        assert!(kept(&calm) > kept(&quiet), "{} and {}", kept(&calm), kept(&quiet));
        // Men only go where something is taken; before that move the board is not calm.
        let men = |board: &Board| -> i32 {
            let of = |who: usize| &board.inputs[who * philidor_know::inputs::PER_SIDE..][..5];
            of(0).iter().chain(of(1)).map(|&n| i32::from(n)).sum()
        };
        let taken: Vec<&[Board]> = calm.boards[played - 1..calm.boards.len() - 2]
            .windows(2)
            .filter(|pair| men(&pair[0]) > men(&pair[1]))
            .collect();
        assert!(taken.len() > 2 && taken.iter().all(|pair| !pair[0].kept), "{}", taken.len());
    }

    #[test]
    fn tried_moves_are_learned_where_a_capture_answers_them() {
        let harvest = play(|sample| sample.tree = 5);
        let resolved = harvest.tried.iter().filter(|t| judged(&t.inputs) != t.found).count();
        assert!(resolved > 10, "{resolved} of {}", harvest.tried.len());
        assert!(play(|_| {}).tried.is_empty());
    }

    #[test]
    fn what_a_worker_played_before_does_not_matter() {
        let by_nodes = |sample: &mut Sample| (sample.nodes, sample.random_moves) = (60, 0.2);
        let fresh = play(by_nodes);
        let mut worker = Worker::new();
        worker.take_up(0, &some_net());
        let other = play_with(&mut worker, 1, by_nodes);
        assert_ne!(other, fresh);
        assert_eq!(play_with(&mut worker, 9, by_nodes), fresh);
        assert!(fresh.boards[3..].iter().any(|board| board.found.is_some()));
    }

    #[test]
    fn games_at_odds_begin_with_men_missing_and_may_be_resigned() {
        let harvest = play(|sample| sample.odds = 1.0);
        assert!(harvest.boards[..3].iter().all(|board| !board.kept));
        let men = |board: &Board| {
            let of = |who: usize| {
                let side = &board.inputs[who * philidor_know::inputs::PER_SIDE..][..5];
                side.iter().map(|&n| i32::from(n)).sum::<i32>()
            };
            of(0) + of(1)
        };
        assert!((27..30).contains(&men(&harvest.boards[3])), "{}", men(&harvest.boards[3]));
        assert_eq!(men(&play(|_| {}).boards[3]), 30);
        // Any value counts as decided, so the game ends as soon as one side is called better often enough.
        let short = play(|sample| sample.resign = 0.0);
        assert!(short.boards.len() < 24 && short.half_points != 1, "{}", short.boards.len());
    }

    #[test]
    fn a_teacher_plays_and_v_only_looks() {
        let mut worker = Worker::new();
        assert!(worker.carry_out(&job_of(9, |_| {})).is_err());
        worker.take_up(0, &net_of(View::Squares, 4, 0.3));
        let taught = |sample: &mut Sample| sample.teacher = "material".to_owned();
        let harvest = play_with(&mut worker, 9, taught);
        assert!(harvest.boards.iter().all(|board| board.inputs.len() <= 32 && board.inputs.len() > 2));
        // Who counts men only finds whole men.
        assert!(harvest.boards.iter().filter_map(|board| board.found).all(|found| found % 10 == 0));
        // V plays again when asked to, and other weights do not matter to the teacher.
        assert_ne!(play_with(&mut worker, 9, |_| {}), harvest);
        worker.take_up(1, &net_of(View::Squares, 4, 0.1));
        assert_eq!(play_with(&mut worker, 9, taught), harvest);
        assert!(play_with(&mut worker, 9, taught).boards.len() > 10);
    }
}
