//! A position as 175 whole numbers: what nets see (Thrun 1995, NeuroChess, section 4).
//!
//! The numbers are counts of the feature vocabulary, heard from the evaluation while it counts, so there is no second list
//! of features: 87 for the side to move, the same 87 for the other side, and the phase of the game. Tables by square are
//! drawn together into one or two numbers (how far advanced, how central), mobility tables into the number of
//! squares. Both sides are seen from their own first rank, so one net serves White and Black.

use std::sync::{Arc, LazyLock};

use philidor_chess::shakmaty::{Bitboard, Chess, Color, Position};

use crate::{
    eval::{Armies, FULL_PHASE, Structure, Trace, Weights, judge, pawn_slot},
    features::FeatureId as F,
};

/// Numbers per side.
pub const PER_SIDE: usize = 87;
/// All numbers: the side to move, the other side, the phase.
pub const INPUTS: usize = 2 * PER_SIDE + 1;

/// A position as a net sees it.
pub type Inputs = [i16; INPUTS];

/// How the slots of a feature become one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Every slot counts one.
    Plain,
    /// The number of the slot: a rank, or squares a piece can go to.
    Slot,
    /// Half-board tables: the rank.
    Rank,
    /// Half-board tables: how near the centre, 0..=6.
    Centre,
    /// Half-board tables: c- to f-file, third rank and beyond.
    Middle,
    /// One slot only.
    Only(usize),
    /// By what is threatened: pawn 1, minor piece 3, rook 5, queen 9.
    Worth,
    /// Slots `0..8` and `8..16` alike: the slot's number in its half.
    Half,
}

/// One number of a side: its name, the feature it reads and how; and about how large it usually is.
struct Input {
    id: &'static str,
    feature: F,
    reading: Reading,
    /// The count that nets see as 1.
    unit: u8,
}

macro_rules! inputs {
    ($($id:literal $feature:ident $reading:expr, $unit:literal;)*) => {
        &[$(Input { id: $id, feature: F::$feature, reading: $reading, unit: $unit },)*]
    };
}

use Reading::{Centre, Half, Middle, Only, Plain, Rank, Slot, Worth};

const LIST: &[Input] = inputs! {
    "pawns" Pawns Plain, 4;
    "knights" Knights Plain, 1;
    "bishops" Bishops Plain, 1;
    "rooks" Rooks Plain, 1;
    "queens" Queens Plain, 1;
    "bishop_pair" BishopPair Plain, 1;
    "exchange_ahead" ExchangeAhead Plain, 1;
    "bad_trade" BadTrade Plain, 1;
    "simplification" Simplification Plain, 6;

    "pawn_advance" PawnPosition Rank, 8;
    "pawns_in_centre" PawnPosition Middle, 2;
    "isolated_pawn" IsolatedPawn Plain, 1;
    "isolated_on_half_open_file" IsolatedOnHalfOpenFile Plain, 1;
    "doubled_pawns" DoubledPawns Plain, 1;
    "backward_pawn" BackwardPawn Plain, 1;
    "backward_on_half_open_file" BackwardOnHalfOpenFile Plain, 1;
    "unsupported_pawn" UnsupportedPawn Plain, 2;
    "weak_pawn" WeakPawn Plain, 1;
    "pawn_phalanx" PawnPhalanx Slot, 8;
    "pawn_chain" PawnChain Slot, 6;
    "pawn_islands" PawnIslands Plain, 2;
    "rammed_pawns" RammedPawns Plain, 1;
    "pawn_lever" PawnLever Plain, 1;
    "pawn_majority" PawnMajority Plain, 1;
    "pawn_holes" PawnHoles Plain, 2;

    "passed_pawn" PassedPawn Plain, 1;
    "passed_pawn_advance" PassedPawn Slot, 4;
    "passed_on_sixth" PassedPawn Only(5), 1;
    "passed_on_seventh" PassedPawn Only(6), 1;
    "candidate_passer" CandidatePasser Slot, 3;
    "protected_passer" ProtectedPasser Slot, 4;
    "connected_passers" ConnectedPassers Slot, 6;
    "outside_passer" OutsidePasser Plain, 1;
    "blockaded_passer" BlockadedPasser Slot, 4;
    "passer_free_step" PasserFreeStep Slot, 4;
    "passer_free_path" PasserFreePath Slot, 4;
    "passer_escorted" PasserEscorted Plain, 1;
    "passer_own_king" PasserOwnKing Plain, 4;
    "passer_enemy_king" PasserEnemyKing Plain, 4;
    "unstoppable_passer" UnstoppablePasser Plain, 1;
    "rook_behind_passed_pawn" RookBehindPassedPawn Plain, 1;
    "enemy_rook_behind_passer" EnemyRookBehindPasser Plain, 1;

    "knight_centre" KnightCentralisation Centre, 4;
    "knight_mobility" KnightMobility Slot, 6;
    "knight_outpost" KnightOutpost Plain, 1;
    "knight_behind_pawn" KnightBehindPawn Plain, 1;

    "bishop_mobility" BishopMobility Slot, 8;
    "bishop_pawns_on_colour" BishopPlusPawnsOnColour Plain, 4;
    "trapped_bishop" TrappedBishop Plain, 1;
    "bishop_outpost" BishopOutpost Plain, 1;
    "long_diagonal_bishop" LongDiagonalBishop Plain, 1;

    "rook_mobility" RookMobility Slot, 10;
    "rook_open_file" RookOpenFile Plain, 1;
    "rook_half_open_file" RookHalfOpenFile Plain, 1;
    "rook_on_seventh" RookOnSeventh Plain, 1;
    "trapped_rook" TrappedRook Plain, 1;
    "rook_attacks_weak_pawns" RookAttacksWeakPawns Plain, 1;

    "queen_mobility" QueenMobility Slot, 12;
    "queen_exposed" QueenExposed Plain, 1;
    "queen_infiltration" QueenInfiltration Plain, 1;

    "king_centre" KingPosition Centre, 3;
    "king_advance" KingPosition Rank, 2;
    "pawn_shelter" PawnShelter Half, 4;
    "pawn_storm" PawnStorm Half, 6;
    "open_file_at_king" OpenFileAtKing Plain, 1;
    "half_open_file_at_king" HalfOpenFileAtKing Plain, 1;
    "king_tropism" KingTropism Plain, 3;
    "king_attackers" KingAttackers Plain, 2;
    "king_ring_attacks" KingRingAttacks Plain, 4;
    "safe_checks" SafeChecks Plain, 2;
    "weak_king_ring" WeakKingRing Plain, 2;
    "back_rank" BackRank Plain, 1;
    "castled_king" CastledKing Plain, 1;
    "castling_right" CastlingRight Plain, 1;
    "king_activity" KingActivity Plain, 10;

    "undeveloped_minors" UndevelopedMinors Plain, 2;

    "hanging_piece" HangingPiece Plain, 1;
    "pawn_threat" PawnThreat Plain, 1;
    "minor_threat" MinorThreat Worth, 3;
    "rook_threat" RookThreat Worth, 3;
    "pawn_push_threat" PawnPushThreat Plain, 1;
    "pinned_piece" PinnedPiece Plain, 1;
    "trapped_piece" TrappedPiece Plain, 1;

    "space" Space Plain, 8;
    "centre_control" CentreControl Plain, 2;

    "lone_king" KnownEnding Only(0), 1;
    "lone_king_driven" KnownEnding Slot, 8;
};

const _: () = assert!(LIST.len() == PER_SIDE);

/// What a weight of the evaluation adds to which numbers of its side; the last place takes what nobody reads.
#[derive(Clone, Copy)]
struct Route {
    first: (u8, i8),
    more: [(u8, i8); 2],
}

const NOWHERE: Route = Route { first: (PER_SIDE as u8, 0), more: [(PER_SIDE as u8, 0); 2] };

static ROUTES: [Route; F::WEIGHTS] = {
    let mut routes = [NOWHERE; F::WEIGHTS];
    let mut i = 0;
    while i < LIST.len() {
        let (feature, mut slot) = (LIST[i].feature, 0);
        while slot < feature.weights() {
            let factor = factor(LIST[i].reading, slot);
            if factor != 0 {
                let route = &mut routes[feature.offset() + slot];
                let stop = (i as u8, factor);
                match (route.first.1, route.more[0].1) {
                    (0, _) => route.first = stop,
                    (_, 0) => route.more[0] = stop,
                    _ => route.more[1] = stop,
                }
            }
            slot += 1;
        }
        i += 1;
    }
    routes
};

/// How much one slot adds.
const fn factor(reading: Reading, slot: usize) -> i8 {
    let (rank, from_edge) = (slot / 4, slot % 4);
    match reading {
        Plain => 1,
        Slot => slot as i8,
        Rank => rank as i8,
        Centre => (from_edge + if rank < 4 { rank } else { 7 - rank }) as i8,
        Middle => (from_edge >= 2 && rank >= 2) as i8,
        Only(wanted) => (slot == wanted) as i8,
        Worth => [1, 3, 3, 5, 9][slot],
        Half => (slot % 8) as i8,
    }
}

/// The name of a number: `us.pawns`, `them.pawns`, `phase`.
pub fn id(input: usize) -> String {
    match input {
        0..PER_SIDE => format!("us.{}", LIST[input].id),
        PER_SIDE..PHASE => format!("them.{}", LIST[input - PER_SIDE].id),
        _ => "phase".to_owned(),
    }
}

/// The feature that a number reads; `None` for the phase.
pub fn feature(input: usize) -> Option<F> {
    (input < PHASE).then(|| LIST[input % PER_SIDE].feature)
}

/// The count that nets see as 1.
pub fn unit(input: usize) -> u8 {
    if input < PHASE { LIST[input % PER_SIDE].unit } else { FULL_PHASE as u8 }
}

/// A digest of names, readings and units: nets of another list are refused (FNV-1a).
pub fn digest() -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut eat = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for input in LIST {
        input.id.bytes().for_each(&mut eat);
        format!("{:?}{}", input.reading, input.unit).bytes().for_each(&mut eat);
    }
    hash
}

const PHASE: usize = 2 * PER_SIDE;

/// Hears counts straight into their places, White's and Black's.
#[derive(Clone, Copy)]
struct Ear {
    sides: [[i16; PER_SIDE + 1]; 2],
}

impl Ear {
    const EMPTY: Ear = Ear { sides: [[0; PER_SIDE + 1]; 2] };

    /// What was heard, as the side to move sees it.
    #[inline]
    fn seen_by(&self, turn: Color, phase: i32) -> Inputs {
        let (us, them) = if turn.is_white() { (0, 1) } else { (1, 0) };
        let mut out = [0; INPUTS];
        out[..PER_SIDE].copy_from_slice(&self.sides[us][..PER_SIDE]);
        out[PER_SIDE..PHASE].copy_from_slice(&self.sides[them][..PER_SIDE]);
        out[PHASE] = phase as i16;
        out
    }
}

impl Trace for Ear {
    const ON: bool = true;
    const REMARKS: bool = false;
    const SQUARES: bool = false;

    #[inline]
    fn hear(&mut self, side: Color, _: F, index: usize, times: i32, _: i32, _: Bitboard) {
        let route = &ROUTES[index];
        let numbers = &mut self.sides[usize::from(side.is_black())];
        let mut add =
            |(place, factor): (u8, i8)| numbers[usize::from(place)] += i16::from(factor) * times as i16;
        add(route.first);
        if route.more[0].1 != 0 {
            add(route.more[0]);
            add(route.more[1]);
        }
    }
}

/// The numbers do not depend on weights, but the evaluation wants some while it counts.
fn any_weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(Weights::untuned);
    &WEIGHTS
}

/// What a net sees of a position.
///
/// ```
/// use philidor_know::inputs::{self, inputs};
///
/// let x = inputs(&philidor_chess::parse_fen("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1").unwrap());
/// let pawns = |who: &str| x[(0..inputs::INPUTS).find(|&i| inputs::id(i) == format!("{who}.pawns")).unwrap()];
/// assert_eq!((pawns("us"), pawns("them")), (0, 2)); // Black is to move
/// ```
pub fn inputs(pos: &Chess) -> Inputs {
    let mut ear = Ear::EMPTY;
    let phase = judge(pos, any_weights(), &mut ear).phase;
    ear.seen_by(pos.turn(), phase)
}

/// Reads many positions; remembers what it heard of pawn structures.
pub struct Reader {
    weights: &'static Weights,
    memory: Vec<Remembered>,
}

#[derive(Clone)]
struct Remembered {
    pawns: [Bitboard; 2],
    structure: Structure,
    ear: Ear,
}

/// Structures remembered, as a power of two.
const MEMORY_LOG2: u32 = 11;

impl Default for Reader {
    fn default() -> Reader {
        let blank =
            Remembered { pawns: [Bitboard::FULL; 2], structure: Structure::default(), ear: Ear::EMPTY };
        Reader { weights: any_weights(), memory: vec![blank; 1 << MEMORY_LOG2] }
    }
}

impl Reader {
    /// The same as [`inputs`], faster.
    pub fn read(&mut self, pos: &Chess) -> Inputs {
        let armies = Armies::new(pos);
        let pawns @ [white, black] = armies.pawns();
        let kept = &mut self.memory[pawn_slot(white, black, MEMORY_LOG2)];
        if kept.pawns != pawns {
            kept.pawns = pawns;
            kept.ear = Ear::EMPTY;
            kept.structure = Structure::new(self.weights, white, black, &mut kept.ear);
        }
        let mut ear = kept.ear;
        let phase = armies.judge(self.weights, &kept.structure, &mut ear).phase;
        ear.seen_by(pos.turn(), phase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_numbers_are_read() {
        let mut ids: Vec<String> = (0..INPUTS).map(id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), INPUTS);
        for (i, input) in LIST.iter().enumerate() {
            let reads =
                |r: &Route| [r.first, r.more[0], r.more[1]].iter().any(|s| s.1 != 0 && s.0 == i as u8);
            let slots = input.feature.offset()..input.feature.offset() + input.feature.weights();
            assert!(ROUTES[slots].iter().any(reads), "{}", input.id);
            // A weight has three stops at most; a fourth would be lost.
            for slot in 0..input.feature.weights() {
                let reads =
                    |other: &&Input| other.feature == input.feature && factor(other.reading, slot) != 0;
                let readers = LIST.iter().filter(reads).count();
                assert!(readers <= 3, "{} is read {readers} times in place {slot}", input.id);
            }
        }
    }
}
