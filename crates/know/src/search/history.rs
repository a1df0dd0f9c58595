//! What worked before: move statistics that order the moves, and corrections of the static evaluation.
//!
//! Every table uses the same saturating update ("gravity"): an entry moves towards the bonus and never passes
//! its limit.

use philidor_chess::shakmaty::{Color, Move, Role};

use super::{
    movegen::MoveCode,
    node::{Node, piece_index},
    params::Params,
    score::Score,
};

/// Entries of a correction table per side.
const CORRECTIONS: usize = 16_384;
/// A piece on a square: 12 × 64.
pub(crate) const PIECE_SQUARES: usize = 768;

/// A move as the continuation tables see it: which piece arrived where.
pub(crate) type PieceTo = u16;
/// No previous move (root, or a passed move).
pub(crate) const NO_PIECE_TO: PieceTo = PIECE_SQUARES as PieceTo;

/// Which piece arrives where.
#[inline]
pub(crate) fn piece_to(us: Color, m: Move) -> PieceTo {
    (piece_index(us, m.role()) * 64 + m.to() as usize) as PieceTo
}

/// Moves `entry` towards `bonus`, the less the nearer it is to `limit`.
#[inline]
fn pull(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// All statistics of one search thread.
pub(crate) struct Histories {
    /// Quiet moves by side, from and to.
    quiet: Vec<[i16; 4096]>,
    /// Captures by piece, square and victim.
    capture: Vec<[i16; 6]>,
    /// Quiet moves by an earlier move (piece, square) and this one.
    continuation: Vec<[i16; PIECE_SQUARES]>,
    /// Quiet moves by pawn structure.
    pawn: Vec<[i16; PIECE_SQUARES]>,
    /// The answer to a move.
    counter: Vec<MoveCode>,
    pawn_correction: Vec<i16>,
    piece_correction: [Vec<i16>; 2],
}

/// Pawn structures told apart by the pawn history.
const PAWN_SLOTS: usize = 512;

/// Everything the quiet statistics depend on, besides the move.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub(crate) us: Color,
    pub(crate) pawn_key: u64,
    /// The moves one, two and four plies ago.
    pub(crate) before: [PieceTo; 3],
}

/// The rows of the statistics that matter in one node.
pub(crate) struct View<'a> {
    us: Color,
    quiet: &'a [i16; 4096],
    pawn: &'a [i16; PIECE_SQUARES],
    continuation: [&'a [i16; PIECE_SQUARES]; 3],
    /// Weight of the last of these, in 1/256.
    four_plies_weight: i32,
}

impl View<'_> {
    /// The sum that orders a quiet move.
    #[inline]
    pub(crate) fn quiet(&self, m: Move) -> i32 {
        let to = piece_to(self.us, m) as usize;
        let [one, two, four] = self.continuation;
        i32::from(self.quiet[from_to(m)])
            + i32::from(self.pawn[to])
            + i32::from(one[to])
            + i32::from(two[to])
            + i32::from(four[to]) * self.four_plies_weight / 256
    }
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiet: vec![[0; 4096]; 2],
            capture: vec![[0; 6]; PIECE_SQUARES],
            continuation: vec![[0; PIECE_SQUARES]; PIECE_SQUARES + 1],
            pawn: vec![[0; PIECE_SQUARES]; PAWN_SLOTS],
            counter: vec![0; PIECE_SQUARES + 1],
            pawn_correction: vec![0; 2 * CORRECTIONS],
            piece_correction: [vec![0; 2 * CORRECTIONS], vec![0; 2 * CORRECTIONS]],
        }
    }

    /// Forgets everything, in place: making new tables costs several times as much.
    pub(crate) fn clear(&mut self) {
        self.quiet.as_flattened_mut().fill(0);
        self.capture.as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().fill(0);
        self.pawn.as_flattened_mut().fill(0);
        self.counter.fill(0);
        self.pawn_correction.fill(0);
        self.piece_correction.iter_mut().for_each(|table| table.fill(0));
    }

    /// The tables that order the quiet moves of one node.
    #[inline]
    pub(crate) fn view(&self, params: &Params, context: &Context) -> View<'_> {
        View {
            us: context.us,
            quiet: &self.quiet[context.us as usize],
            pawn: &self.pawn[context.pawn_key as usize % PAWN_SLOTS],
            continuation: context.before.map(|before| &self.continuation[before as usize]),
            four_plies_weight: params.order_four_plies_weight,
        }
    }

    /// The sum that orders a quiet move.
    #[inline]
    pub(crate) fn quiet(&self, params: &Params, context: &Context, m: Move) -> i32 {
        self.view(params, context).quiet(m)
    }

    /// The statistic of a capture.
    #[inline]
    pub(crate) fn capture(&self, us: Color, m: Move) -> i32 {
        i32::from(self.capture[piece_to(us, m) as usize][victim(m)])
    }

    /// The move that answered the last one best.
    #[inline]
    pub(crate) fn counter(&self, before: PieceTo) -> MoveCode {
        self.counter[before as usize]
    }

    /// `m` answered the last move with a cut-off.
    pub(crate) fn set_counter(&mut self, before: PieceTo, m: MoveCode) {
        self.counter[before as usize] = m;
    }

    /// Rewards or punishes a quiet move.
    pub(crate) fn update_quiet(&mut self, params: &Params, context: &Context, m: Move, bonus: i32) {
        let limit = params.history_limit;
        let to = piece_to(context.us, m) as usize;
        pull(&mut self.quiet[context.us as usize][from_to(m)], bonus, limit);
        pull(&mut self.pawn[context.pawn_key as usize % PAWN_SLOTS][to], bonus, limit);
        for before in context.before {
            if before != NO_PIECE_TO {
                pull(&mut self.continuation[before as usize][to], bonus, limit);
            }
        }
    }

    /// Rewards or punishes a capture.
    pub(crate) fn update_capture(&mut self, params: &Params, us: Color, m: Move, bonus: i32) {
        pull(&mut self.capture[piece_to(us, m) as usize][victim(m)], bonus, params.history_limit);
    }

    /// How far search results have lately differed from the static evaluation in positions with these pawns
    /// and these pieces, in centipawns.
    #[inline]
    pub(crate) fn correction(&self, params: &Params, node: &Node) -> Score {
        let [pawn, white, black] = slots(node);
        (params.correction_pawn_weight * i32::from(self.pawn_correction[pawn])
            + i32::from(self.piece_correction[0][white])
            + i32::from(self.piece_correction[1][black]))
            / params.correction_divisor
    }

    /// Learns from a finished search of `depth`: the result was `difference` above the static evaluation.
    pub(crate) fn update_correction(&mut self, params: &Params, node: &Node, depth: i32, difference: Score) {
        let step = params.correction_step;
        let bonus = (difference * depth / params.correction_depth_divisor).clamp(-step, step);
        let [pawn, white, black] = slots(node);
        let [of_white, of_black] = &mut self.piece_correction;
        for entry in [&mut self.pawn_correction[pawn], &mut of_white[white], &mut of_black[black]] {
            pull(entry, bonus, params.correction_limit);
        }
    }
}

/// History bonus of a cut-off at `depth`.
pub(super) fn bonus(params: &Params, depth: i32) -> i32 {
    (params.history_bonus_slope * depth - params.history_bonus_offset)
        .clamp(params.history_bonus_min, params.history_bonus_max)
}

#[inline]
fn slots(node: &Node) -> [usize; 3] {
    use philidor_chess::shakmaty::Position;
    let side = node.pos.turn() as usize * CORRECTIONS;
    [node.pawn_key, node.piece_keys[0], node.piece_keys[1]].map(|key| side + key as usize % CORRECTIONS)
}

#[inline]
fn from_to(m: Move) -> usize {
    m.from().map_or(0, |s| s as usize) * 64 + m.to() as usize
}

#[inline]
fn victim(m: Move) -> usize {
    m.capture().map_or(5, |role: Role| role as usize - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_never_leave_their_limits() {
        for limit in [1024, 16_384, 32_000] {
            let mut entry = 0;
            for _ in 0..1000 {
                pull(&mut entry, 3000, limit);
            }
            assert!(i32::from(entry) <= limit && i32::from(entry) > limit / 2);
            for _ in 0..1000 {
                pull(&mut entry, -20_000, limit);
            }
            assert!(i32::from(entry) >= -limit);
        }
    }
}
