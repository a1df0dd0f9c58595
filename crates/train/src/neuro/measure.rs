//! What V is worth on games it did not learn from.

use philidor_games::Game;
use philidor_know::{eval::Evaluation, evaluator::Evaluator, search::is_quiet};
use philidor_nets::Net;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    corpus::{Corpus, positions},
    file::CENTIPAWNS,
    view::{Eyes, Scratch, Student, View},
};

/// Boards are taken from this half-move on when asking who will win.
const LATE_PLIES: usize = 40;
/// Games measured on, at most.
const GAMES: usize = 600;
/// Our own evaluation beyond this says no more than "won".
const MOST_CP: i32 = 1000;

/// A quiet board of a held-out game.
struct Board {
    inputs: Vec<i16>,
    /// The result for the side to move: -1, 0, 1.
    result: f32,
    /// Our own evaluation, for the scale.
    cp: i32,
    late: bool,
}

/// Boards to measure on.
pub struct Yardstick {
    view: View,
    boards: Vec<Board>,
}

/// How good V is on them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Mean log loss of the expected score (1 + V) / 2.
    pub log_loss: f64,
    /// Share of boards after move 20 of decisive games whose winner V names.
    pub sign_accuracy: f64,
    /// Boards measured on.
    pub boards: usize,
    /// Centipawns per unit of the output's weighted sum, so that V's numbers are as large as our own evaluation's.
    pub centipawns: f64,
}

impl Yardstick {
    /// Takes every third quiet board of the games held out, for nets of this view.
    pub fn new(corpus: &Corpus, view: View) -> Yardstick {
        let games = &corpus.held_out[..corpus.held_out.len().min(GAMES)];
        let boards: Vec<Vec<Board>> = games
            .par_iter()
            .map_init(
                || (Eyes::new(view), Evaluation::tuned()),
                |(eyes, evaluation), game| boards(game, eyes, evaluation),
            )
            .collect();
        Yardstick { view, boards: boards.into_iter().flatten().collect() }
    }

    /// Measures a net of that view.
    pub fn measure(&self, net: &Net<f32>) -> Measured {
        let (student, mut desk) = (Student::new(self.view, net.clone()), Scratch::default());
        let (mut loss, mut right, mut asked) = (0.0, 0_u64, 0_u64);
        let (mut ours, mut theirs) = (0.0, 0.0);
        for board in &self.boards {
            let z = f64::from(student.weighted_sum(&board.inputs, &mut desk));
            let expected = ((1.0 + z.tanh()) / 2.0).clamp(1e-6, 1.0 - 1e-6);
            let score = (1.0 + f64::from(board.result)) / 2.0;
            loss -= score * expected.ln() + (1.0 - score) * (1.0 - expected).ln();
            if board.late && board.result != 0.0 {
                asked += 1;
                right += u64::from((z > 0.0) == (board.result > 0.0));
            }
            ours += f64::from(board.cp.clamp(-MOST_CP, MOST_CP).abs());
            theirs += z.abs();
        }
        let n = self.boards.len().max(1);
        Measured {
            log_loss: loss / n as f64,
            sign_accuracy: right as f64 / asked.max(1) as f64,
            boards: self.boards.len(),
            centipawns: match self.view {
                // It speaks in our own evaluation's units already.
                View::Correction => CENTIPAWNS,
                _ if theirs > 1e-6 => (ours / theirs).clamp(20.0, 5000.0),
                _ => CENTIPAWNS,
            },
        }
    }
}

fn boards(game: &Game, eyes: &mut Eyes, evaluation: &mut Evaluation) -> Vec<Board> {
    use philidor_chess::shakmaty::Position;
    let white = f32::from(game.half_points) - 1.0;
    let mut found = Vec::new();
    for (ply, pos) in positions(game).iter().enumerate().skip(8).step_by(3) {
        if is_quiet(pos) && !pos.legal_moves().is_empty() {
            found.push(Board {
                inputs: eyes.read(pos),
                result: if pos.turn().is_white() { white } else { -white },
                cp: evaluation.evaluate(pos),
                late: ply >= LATE_PLIES,
            });
        }
    }
    found
}
