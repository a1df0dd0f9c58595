//! A net with two perspectives as a judge (NNUE): whole numbers only, and no more work than the position changed.
//!
//! Both sides look at the squares of all men, each from its own first rank and mirrored so that its own king stands on the files e to h, through
//! the same first layer; the sums of the side to move come first. A neuron's answer is the square of its sum, cut off at 0 and
//! 1 (squared clipped ReLU); the output has one set of weights for each range of the number of men. Sums are kept for each side and each half of
//! the board its king may stand on, so a move adds and takes away a few rows of 16-bit numbers. These loops are compiled for several vector
//! units, and the widest that is there is chosen when the program runs; whole numbers have one sum, whatever adds them. Where one king stands
//! alone, the hand-made evaluation speaks in a search; explanations of the net are of the net.

mod explain;
mod file;
pub mod reading;

use std::sync::Arc;

use philidor_chess::shakmaty::{Board, Chess, Color, Position, Role};
use philidor_wide::Width;

use self::reading::Reading;
pub use self::{
    explain::NnueParts,
    file::{NnueError, NnueStory, VERSION},
};
use super::Evaluator;
use crate::{eval::Evaluation, search::EvaluatorFactory, squares::bits};

/// Neurons are worked on in rows of so many.
pub const LANES: usize = 16;
/// A first layer's sum of 1.
pub const SUM_ONE: i16 = 255;
/// A weight of 1 in the last layer.
pub const LAST_ONE: i16 = 64;
/// The largest weight of the last layer: the product with a sum still fits into 16 bits.
pub const MOST_LAST: i16 = 127;
/// The largest weight of the first layer: 32 men and a bias of that weight still fit into 16 bits.
pub const MOST_FIRST: i16 = 900;
/// The most neurons of one side: each lane's sum still fits into 32 bits, and more would not be quick.
pub const MOST_NEURONS: usize = 512;
/// No answer goes beyond this: larger numbers are mates.
const MOST: i64 = 15_000;

/// The net: 768 places, seen by both sides, and one output in centipawns.
#[derive(Debug, Clone, PartialEq)]
pub struct Nnue {
    /// Weights of the first layer by place, rows of [`Nnue::neurons`]; 1 is [`SUM_ONE`].
    pub first: Vec<i16>,
    /// Biases of the first layer; a multiple of [`LANES`], [`MOST_NEURONS`] at most.
    pub first_bias: Vec<i16>,
    /// Weights of the output: for each range of men, those of the side to move, then the other's; 1 is [`LAST_ONE`].
    pub last: Vec<i16>,
    /// Biases of the output, one for each range; 1 is [`SUM_ONE`] times [`LAST_ONE`].
    pub last_bias: Vec<i32>,
    /// Where it comes from.
    pub story: NnueStory,
    /// Its answers in the words of our features, if somebody fitted them.
    pub reading: Option<Reading>,
}

impl Nnue {
    /// Neurons of each side.
    pub fn neurons(&self) -> usize {
        self.first_bias.len()
    }

    /// Which set of output weights judges a position with so many men.
    #[inline]
    pub fn range(&self, men: usize) -> usize {
        range(men, self.last_bias.len())
    }

    /// The answer in centipawns for the side to move, from scratch.
    pub fn judge(&self, pos: &Chess) -> i32 {
        let board = pos.board();
        self.answer(&self.sums(board, pos.turn()), &self.sums(board, !pos.turn()), board.occupied().count())
    }

    /// The first layer's sums as `side` sees the board.
    fn sums(&self, board: &Board, side: Color) -> Vec<i16> {
        let mut sums = self.first_bias.clone();
        let turned = turned(board, side);
        for (kind, &set) in sets(board).iter().enumerate() {
            bits(set).for_each(|square| {
                let row = self.row(place(kind, square, side, turned));
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
            });
        }
        sums
    }

    /// What every neuron of `side` answers, from 0 to 1.
    pub fn answers(&self, pos: &Chess, side: Color) -> Vec<f64> {
        let cut = |sum: i16| (f64::from(sum) / f64::from(SUM_ONE)).clamp(0.0, 1.0).powi(2);
        self.sums(pos.board(), side).into_iter().map(cut).collect()
    }

    /// Centipawns, for the side to move, of a neuron that answers 1, in a range of men; of its own neuron or the other side's.
    pub fn worth(&self, neuron: usize, range: usize, own: bool) -> f64 {
        let half = usize::from(!own);
        let weight = self.last[(2 * range + half) * self.neurons() + neuron];
        f64::from(weight) * f64::from(self.story.centipawns) / f64::from(LAST_ONE)
    }

    #[inline(always)]
    fn row(&self, place: usize) -> &[i16] {
        &self.first[place * self.neurons()..][..self.neurons()]
    }

    /// Centipawns for the side to move, from the sums of both sides.
    #[inline(always)]
    fn answer(&self, us: &[i16], them: &[i16], men: usize) -> i32 {
        let (range, neurons) = (self.range(men), self.neurons());
        let (ours, theirs) = self.last[2 * range * neurons..][..2 * neurons].split_at(neurons);
        let sum = (squared(us, ours) + squared(them, theirs)) / i64::from(SUM_ONE);
        let total = sum + i64::from(self.last_bias[range]);
        let one = i64::from(SUM_ONE) * i64::from(LAST_ONE);
        (total * i64::from(self.story.centipawns) / one).clamp(-MOST, MOST) as i32
    }
}

/// Which of `ranges` a number of men falls into.
#[inline]
pub fn range(men: usize, ranges: usize) -> usize {
    men.clamp(2, 32).saturating_sub(2) * ranges / 31
}

/// So many products fit into 32 bits, whatever the sums and weights are.
const FIT: usize = 128;

/// Squares of the cut-off sums times their weights. A plain loop over numbers: compilers make the best vector instructions of that.
#[inline(always)]
fn squared(sums: &[i16], weights: &[i16]) -> i64 {
    let mut total = 0;
    for (sums, weights) in sums.chunks(FIT).zip(weights.chunks(FIT)) {
        let mut part = 0_i32;
        for (&sum, &weight) in sums.iter().zip(weights) {
            let x = sum.clamp(0, SUM_ONE);
            // At most 255 * 127, and FIT of its products: no overflow, and no check for one, which would keep the loop from being wide.
            part = part.wrapping_add(i32::from(x).wrapping_mul(i32::from(x.wrapping_mul(weight))));
        }
        total += i64::from(part);
    }
    total
}

/// Squares by kind of man: White's from pawn to king, then Black's.
type Sets = [u64; 12];

#[inline(always)]
fn sets(board: &Board) -> Sets {
    let mut sets = [0; 12];
    for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let men = board.by_color(color);
        for (kind, role) in Role::ALL.into_iter().enumerate() {
            sets[6 * side + kind] = u64::from(men & board.by_role(role));
        }
    }
    sets
}

/// How `side` turns the board, as bits of a square's number: 56 changes the ranks, 7 the files.
#[inline(always)]
fn turned(board: &Board, side: Color) -> usize {
    let ranks = if side.is_black() { 56 } else { 0 };
    let left = board.king_of(side).is_some_and(|king| (king as u32) & 7 < 4);
    ranks | if left { 7 } else { 0 }
}

/// The place of a man of one of the [`Sets`] as `side` sees it.
#[inline(always)]
fn place(kind: usize, square: usize, side: Color, turned: usize) -> usize {
    let kind = if side.is_white() { kind } else { (kind + 6) % 12 };
    64 * kind + (square ^ turned)
}

/// Sums of one side, and the position they belong to.
#[derive(Debug, Clone)]
struct Kept {
    sets: Sets,
    sums: Vec<i16>,
}

/// Judges with a net.
pub struct NnueEvaluator {
    net: Arc<Nnue>,
    name: String,
    width: Width,
    /// Speaks where one king stands alone: it knows how to mate it, and a net that learned from games does not.
    by_hand: Evaluation,
    /// By side, then by the half of the board on which its king stands.
    kept: [[Kept; 2]; 2],
}

impl NnueEvaluator {
    /// A judge with an empty memory.
    pub fn new(net: Arc<Nnue>, name: &str) -> NnueEvaluator {
        let empty = || Kept { sets: [0; 12], sums: net.first_bias.clone() };
        let kept = std::array::from_fn(|_| std::array::from_fn(|_| empty()));
        NnueEvaluator { net, name: name.to_owned(), width: Width::here(), by_hand: Evaluation::tuned(), kept }
    }

    /// Brings one side's sums up to date.
    #[inline(always)]
    fn refresh(&mut self, board: &Board, now: &Sets, side: Color) -> usize {
        let turned = turned(board, side);
        let half = usize::from(turned & 7 != 0);
        let Kept { sets: then, sums } = &mut self.kept[usize::from(side.is_black())][half];
        let mut rows = Rows { come: [0; MEN], gone: [0; MEN], came: 0, went: 0 };
        for (kind, (now, then)) in now.iter().zip(then.iter()).enumerate() {
            if now != then {
                bits(now & !then).for_each(|square| rows.come(place(kind, square, side, turned)));
                bits(then & !now).for_each(|square| rows.go(place(kind, square, side, turned)));
            }
        }
        self.net.change(sums, &rows);
        *then = *now;
        half
    }
}

/// The most men that come or go at once.
const MEN: usize = 64;

/// Places of men that came and went.
struct Rows {
    come: [u16; MEN],
    gone: [u16; MEN],
    came: usize,
    went: usize,
}

impl Rows {
    #[inline(always)]
    fn come(&mut self, place: usize) {
        self.come[self.came] = place as u16;
        self.came += 1;
    }

    #[inline(always)]
    fn go(&mut self, place: usize) {
        self.gone[self.went] = place as u16;
        self.went += 1;
    }
}

/// Sums that are worked on together: they stay in registers while all rows are added.
const BLOCK: usize = 64;

impl Nnue {
    /// Adds and takes away rows.
    #[inline(always)]
    fn change(&self, sums: &mut [i16], rows: &Rows) {
        let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
        let from = BLOCK * blocks.len();
        for (block, sums) in blocks.iter_mut().enumerate() {
            self.change_block(sums, BLOCK * block, rows);
        }
        for (row, sums) in rest.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            self.change_block(sums, from + LANES * row, rows);
        }
    }

    /// The sums of neurons `from` to `from + N`: pairs of one row that comes and one that goes first, which is what moves are made of.
    #[inline(always)]
    fn change_block<const N: usize>(&self, sums: &mut [i16; N], from: usize, rows: &Rows) {
        let (come, gone) = (&rows.come[..rows.came], &rows.gone[..rows.went]);
        let pairs = come.len().min(gone.len());
        let row = |place: u16| -> &[i16; N] {
            self.row(place.into())[from..].first_chunk().expect("a row has a weight for every neuron")
        };
        let mut new = *sums;
        for (&come, &gone) in come.iter().zip(gone) {
            let (come, gone) = (row(come), row(gone));
            for lane in 0..N {
                new[lane] = new[lane].wrapping_add(come[lane]).wrapping_sub(gone[lane]);
            }
        }
        for &come in &come[pairs..] {
            let come = row(come);
            for lane in 0..N {
                new[lane] = new[lane].wrapping_add(come[lane]);
            }
        }
        for &gone in &gone[pairs..] {
            let gone = row(gone);
            for lane in 0..N {
                new[lane] = new[lane].wrapping_sub(gone[lane]);
            }
        }
        *sums = new;
    }
}

impl Evaluator for NnueEvaluator {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        if Color::ALL.into_iter().any(|side| pos.board().by_color(side).count() == 1) {
            return self.by_hand.evaluate(pos);
        }
        // What runs inside is inlined whole, or it would be compiled for narrow vectors.
        self.width.run(
            #[inline(always)]
            || self.look(pos),
        )
    }

    fn name(&self) -> &str {
        &self.name
    }
}

impl NnueEvaluator {
    #[inline(always)]
    fn look(&mut self, pos: &Chess) -> i32 {
        let (board, us) = (pos.board(), pos.turn());
        let now = sets(board);
        // Not by a closure: it would not be inlined, and stay narrow.
        let halves = [self.refresh(board, &now, Color::White), self.refresh(board, &now, Color::Black)];
        let sums = |side: Color| {
            let side = usize::from(side.is_black());
            &self.kept[side][halves[side]].sums
        };
        self.net.answer(sums(us), sums(!us), board.occupied().count())
    }
}

/// Judges with `net`, one for each thread.
pub fn factory(net: Arc<Nnue>, name: &str) -> EvaluatorFactory {
    let name = name.to_owned();
    Arc::new(move || Box::new(NnueEvaluator::new(net.clone(), &name)))
}
