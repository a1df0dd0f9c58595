//! Our net: sparse places in, one score for each legal move out.
//!
//! A move's places sum to one row: a linear part, a hidden part (rectified, weighed once more) and a part that is multiplied with the
//! rectified board layer, so that what a square is worth depends on the men around it. The setting (rating, stage of the game)
//! is added to the hidden part and to the board layer.

mod file;

use std::sync::LazyLock;

use crate::{
    Likely, Moment, Policy, Rating,
    features::{BOARD_PLACES, MOVE_PLACES, SETTING_PLACES, Scene, look},
    ranked,
};

pub use self::file::{NetError, Story};

/// Hidden units of a move.
pub(crate) const HIDDEN: usize = 32;
/// Units of the board layer.
pub(crate) const BOARD: usize = 32;
/// A move's row: hidden part, board part, linear part.
pub(crate) const ROW: usize = HIDDEN + BOARD + 1;

/// The weights, one table after the other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weights {
    /// A row for each place of a move.
    pub(crate) moves: Vec<f32>,
    /// A row of hidden and board part for each place of the setting.
    pub(crate) setting: Vec<f32>,
    /// A row for each place of the board layer.
    pub(crate) board: Vec<f32>,
    /// What the hidden units count.
    pub(crate) out: Vec<f32>,
}

impl Weights {
    pub(crate) fn zero() -> Weights {
        Weights {
            moves: vec![0.0; MOVE_PLACES * ROW],
            setting: vec![0.0; SETTING_PLACES * (HIDDEN + BOARD)],
            board: vec![0.0; BOARD_PLACES * BOARD],
            out: vec![0.0; HIDDEN],
        }
    }

    /// Name, weights and width of each table.
    pub(crate) fn tables(&self) -> [(&'static str, &Vec<f32>, usize); 4] {
        [
            ("moves", &self.moves, ROW),
            ("setting", &self.setting, HIDDEN + BOARD),
            ("board", &self.board, BOARD),
            ("out", &self.out, HIDDEN),
        ]
    }

    /// The same tables, to be filled.
    pub(crate) fn tables_mut(&mut self) -> [(&'static str, &mut Vec<f32>, usize); 4] {
        [
            ("moves", &mut self.moves, ROW),
            ("setting", &mut self.setting, HIDDEN + BOARD),
            ("board", &mut self.board, BOARD),
            ("out", &mut self.out, HIDDEN),
        ]
    }
}

/// What the layers hold for one position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pass {
    /// Board layer before it is rectified.
    pub(crate) board: Vec<f32>,
    /// A row for each move; its hidden part includes the setting.
    pub(crate) rows: Vec<f32>,
    /// A score for each move.
    pub(crate) scores: Vec<f32>,
}

fn add(sum: &mut [f32], row: &[f32]) {
    for (s, r) in sum.iter_mut().zip(row) {
        *s += r;
    }
}

impl Weights {
    /// Runs the net.
    pub(crate) fn run(&self, scene: &Scene, pass: &mut Pass) {
        let mut base = [0.0f32; HIDDEN + BOARD];
        for &(place, share) in &scene.setting {
            let row = &self.setting[usize::from(place) * (HIDDEN + BOARD)..][..HIDDEN + BOARD];
            for (s, r) in base.iter_mut().zip(row) {
                *s += share * r;
            }
        }
        pass.board.clear();
        pass.board.extend_from_slice(&base[HIDDEN..]);
        for &place in &scene.board {
            add(&mut pass.board, &self.board[usize::from(place) * BOARD..][..BOARD]);
        }
        let mut lit = [0.0f32; BOARD];
        for (l, &b) in lit.iter_mut().zip(&pass.board) {
            *l = b.max(0.0);
        }
        pass.rows.clear();
        pass.scores.clear();
        for index in 0..scene.moves.len() {
            let mut row = [0.0f32; ROW];
            row[..HIDDEN].copy_from_slice(&base[..HIDDEN]);
            for &place in scene.of_move(index) {
                add(&mut row, &self.moves[usize::from(place) * ROW..][..ROW]);
            }
            let hidden: f32 = row[..HIDDEN].iter().zip(&self.out).map(|(&z, &w)| z.max(0.0) * w).sum();
            let bilinear: f32 = row[HIDDEN..HIDDEN + BOARD].iter().zip(&lit).map(|(&g, &l)| g * l).sum();
            pass.scores.push(row[ROW - 1] + hidden + bilinear);
            pass.rows.extend_from_slice(&row);
        }
    }
}

/// A policy of our own making.
#[derive(Debug, Clone)]
pub struct Ours {
    weights: Weights,
    /// Where it comes from.
    pub story: Story,
}

impl Ours {
    /// The net that comes with the program; `nets/README.md` tells its story.
    pub fn shipped() -> &'static Ours {
        static SHIPPED: LazyLock<Ours> = LazyLock::new(|| {
            Ours::from_bytes(include_bytes!("../data/humans.safetensors")).expect("the net that is shipped")
        });
        &SHIPPED
    }

    pub(crate) fn new(weights: Weights, story: Story) -> Ours {
        Ours { weights, story }
    }
}

impl Policy for Ours {
    fn name(&self) -> String {
        "ours".to_owned()
    }

    fn moves(&self, moment: Moment<'_>, rating: Rating) -> Vec<Likely> {
        let scene = look(moment, rating);
        let mut pass = Pass::default();
        self.weights.run(&scene, &mut pass);
        ranked(&scene.moves, &pass.scores)
    }
}
