//! The evaluation: tapered integer weights × named features, told as it counts.
//!
//! One code path plays and explains: [`judge`] is generic over its listener, and the [`Breakdown`] is made
//! from what a listener heard, so that its parts sum to the evaluation to the centipawn. Weights are data in
//! `knowledge/eval/`, produced by the tuner (`philidor learn tune`). No floats live here.

mod bishops;
mod breakdown;
mod ending;
mod king;
mod knights;
mod lines;
mod material;
mod passed;
mod pawn_cache;
mod pawns;
mod pieces;
mod rooks;
mod side_view;
mod table;
mod tally;
mod threats;
mod trace;
mod weights;

use std::sync::Arc;

use philidor_chess::shakmaty::{Bitboard, Chess, Color, Position};

pub(crate) use self::pawn_cache::{Structure, slot as pawn_slot};
pub use self::{
    breakdown::{Breakdown, Term},
    ending::{Bend, FULL as FULL_SCALE},
    king::{DANGER_EG, DANGER_MG},
    tally::Score,
    trace::{Count, Record, Silent, Trace},
    weights::{Weights, WeightsError},
};
use self::{
    pawn_cache::PawnCache,
    pieces::{Assault, PieceContext, pinned},
    side_view::{SideView, View},
    tally::Tally,
    trace::Pointer,
};
use crate::{evaluator::Evaluator, features::FeatureId as F};

/// The phase of a full board: minor pieces 1, rooks 2, queens 4.
pub const FULL_PHASE: i32 = 24;

/// Our own evaluation: weights, and a memory for pawn structures.
///
/// ```
/// use philidor_chess::parse_fen;
/// use philidor_know::{eval::Evaluation, evaluator::Evaluator};
///
/// let pos = parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
/// assert!(Evaluation::tuned().evaluate(&pos) > 0, "a pawn ahead");
/// ```
pub struct Evaluation {
    name: &'static str,
    weights: Arc<Weights>,
    pawns: PawnCache,
}

impl Evaluation {
    /// The evaluation with the tuned weights that we ship.
    pub fn tuned() -> Evaluation {
        Evaluation::new("philidor", Weights::tuned())
    }

    /// The same with the hand-made weights from which tuning started.
    pub fn untuned() -> Evaluation {
        Evaluation::new("untuned", Weights::untuned())
    }

    /// The same with any weights.
    pub fn new(name: &'static str, weights: Arc<Weights>) -> Evaluation {
        Evaluation { name, weights, pawns: PawnCache::new() }
    }

    /// The weights in use.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// Judges a position and says what every feature contributes.
    pub fn explain(&self, pos: &Chess) -> Breakdown {
        let mut record = Record::default();
        let verdict = judge(pos, &self.weights, &mut record);
        Breakdown::new(&self.weights, &record, &verdict)
    }
}

impl Evaluator for Evaluation {
    #[inline]
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        let armies = Armies::new(pos);
        let structure = self.pawns.structure(&self.weights, armies.camps[0].pawns, armies.camps[1].pawns);
        let white = armies.judge(&self.weights, &structure, &mut Silent).total();
        if pos.turn().is_white() { white } else { -white }
    }

    fn name(&self) -> &str {
        self.name
    }
}

/// Where one feature of one side is seen; empty if there is none or it cannot be pointed at.
///
/// ```
/// use philidor_chess::{parse_fen, shakmaty::{Bitboard, Color, Square}};
/// use philidor_know::{eval::squares_of, features::FeatureId::KnightOutpost};
///
/// // Black's c-pawn can still drive the knight off; without it the square is an outpost.
/// let pos = parse_fen("4k3/2p5/3p4/3N4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// assert_eq!(squares_of(&pos, KnightOutpost, Color::White), Bitboard::EMPTY);
/// let pos = parse_fen("4k3/8/3p4/3N4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// assert_eq!(squares_of(&pos, KnightOutpost, Color::White), Square::D5.into());
/// ```
pub fn squares_of(pos: &Chess, feature: F, side: Color) -> Bitboard {
    let mut pointer = Pointer { feature, side, squares: Bitboard::EMPTY };
    judge(pos, &Weights::untuned(), &mut pointer);
    pointer.squares
}

/// What the evaluation came to, before it is one number. All values are White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Middlegame value.
    pub mg: i32,
    /// Endgame value before it is bent.
    pub eg: i32,
    /// From 0 (bare kings) to [`FULL_PHASE`].
    pub phase: i32,
    /// What winning chances and drawish material do to the endgame value.
    pub bend: Bend,
}

impl Verdict {
    /// The evaluation times [`Verdict::DENOMINATOR`].
    pub fn numerator(&self) -> i32 {
        let eg = self.eg + self.bend.chances;
        self.mg * self.phase * ending::FULL + eg * (FULL_PHASE - self.phase) * self.bend.scale
    }

    /// What tapering and scaling divide by.
    pub const DENOMINATOR: i32 = FULL_PHASE * ending::FULL;

    /// The evaluation in centipawns, seen by White. Rounded towards zero, so that both colours round alike.
    #[inline]
    pub fn total(&self) -> i32 {
        self.numerator() / Self::DENOMINATOR
    }
}

/// Judges a position while `trace` listens. Remembers nothing between calls.
pub fn judge<T: Trace>(pos: &Chess, weights: &Weights, trace: &mut T) -> Verdict {
    let armies = Armies::new(pos);
    let structure = Structure::new(weights, armies.camps[0].pawns, armies.camps[1].pawns, trace);
    armies.judge(weights, &structure, trace)
}

/// Both sides, White first, each in its own view.
pub(crate) struct Armies {
    camps: [SideView; 2],
    turn: Color,
    /// Castling rights left to each side.
    rights: [i32; 2],
}

impl Armies {
    #[inline]
    pub(crate) fn new(pos: &Chess) -> Armies {
        let board = pos.board();
        let rights = pos.castles().castling_rights();
        Armies {
            camps: [SideView::new(board, Color::White), SideView::new(board, Color::Black)],
            turn: pos.turn(),
            rights: [lines::count(rights & board.white()), lines::count(rights & board.black())],
        }
    }

    /// The pawns of both sides, each in its own view.
    #[inline]
    pub(crate) fn pawns(&self) -> [Bitboard; 2] {
        [self.camps[0].pawns, self.camps[1].pawns]
    }

    /// Step by step: pieces of both sides, then everything that asks what both sides attack, then the bend.
    pub(crate) fn judge<T: Trace>(&self, weights: &Weights, structure: &Structure, trace: &mut T) -> Verdict {
        // 1. Each side's pieces, which fill in what they attack.
        let (white, white_assault, white_pieces) = self.pieces(Color::White, weights, structure, trace);
        let (black, black_assault, black_pieces) = self.pieces(Color::Black, weights, structure, trace);
        // 2. Threats, kings, passed pawns, space, material.
        let views = [View::new(white, &black), View::new(black, &white)];
        let pins = [pinned(&views[0]), pinned(&views[1])];
        let rest = [
            self.together(Color::White, weights, structure, &views[0], &white_assault, pins, trace),
            self.together(Color::Black, weights, structure, &views[1], &black_assault, pins, trace),
        ];
        let sum = structure.score + white_pieces - black_pieces + rest[0] - rest[1];
        // 3. What the ending makes of it.
        let (mg, eg) = (sum.mg(), sum.eg());
        let phase = (white.phase() + black.phase()).min(FULL_PHASE);
        let ahead = if eg >= 0 { Color::White } else { Color::Black };
        let view = &views[usize::from(ahead.is_black())];
        let bend = ending::bend(weights, view, ahead, eg, trace);
        Verdict { mg, eg, phase, bend }
    }

    #[inline]
    fn pieces<T: Trace>(
        &self,
        side: Color,
        weights: &Weights,
        s: &Structure,
        trace: &mut T,
    ) -> (SideView, Assault, Score) {
        let (us, them) = if side.is_white() { (0, 1) } else { (1, 0) };
        let view = View::new(self.camps[us], &self.camps[them]);
        let mut shop = PieceContext::new(&view, &s.skeletons[us], &s.skeletons[them], self.rights[us] > 0);
        let mut t = Tally::new(side, weights, trace);
        knights::knights(&mut t, &mut shop);
        bishops::bishops(&mut t, &mut shop);
        rooks::rooks(&mut t, &mut shop);
        rooks::queens(&mut t, &mut shop);
        (shop.us, shop.assault, t.score)
    }

    #[expect(clippy::too_many_arguments, reason = "each theme asks for another part of the position")]
    #[inline]
    fn together<T: Trace>(
        &self,
        side: Color,
        weights: &Weights,
        s: &Structure,
        view: &View,
        assault: &Assault,
        pins: [Bitboard; 2],
        trace: &mut T,
    ) -> Score {
        let (us, them) = if side.is_white() { (0, 1) } else { (1, 0) };
        let to_move = self.turn == side;
        let mut t = Tally::new(side, weights, trace);
        t.add(F::SideToMove, i32::from(to_move));
        material::material(&mut t, view);
        king::safety(&mut t, view, self.rights[us]);
        king::activity(&mut t, view, to_move);
        threats::threats(&mut t, view, assault, pins[us]);
        threats::space(&mut t, view);
        passed::passed(&mut t, view, s.skeletons[us].passed, s.skeletons[them].passed, to_move);
        ending::lone_king(&mut t, view);
        king::attack(&mut t, view, assault, pins[them].flip_vertical());
        t.score + king::cost_of_danger(t.attack)
    }
}
