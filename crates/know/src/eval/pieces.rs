//! The pieces of one side at work: what the themes knights, bishops, rooks and queens share.

use philidor_chess::shakmaty::{Bitboard, Square, attacks};

use super::{
    lines::{CENTRE_FILES, DIAGONALS, LINES, count, down, file, rank, steps},
    pawns::Skeleton,
    side_view::{SideView, View},
    tally::Tally,
    trace::Trace,
};
use crate::features::FeatureId as F;

/// Points of tropism by king moves to the enemy king (Crafty 19 counted minors and rooks so).
const TROPISM: [i32; 8] = [3, 3, 3, 2, 1, 0, 0, 0];

/// How our pieces bear on the enemy king.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Assault {
    /// Knights, bishops, rooks and queens that attack the king's zone.
    pub(crate) attackers: Bitboard,
    /// Attacks on squares of the ring itself.
    pub(crate) ring: i32,
    /// Pieces of ours that have no safe square (minors and rooks).
    pub(crate) stuck: Bitboard,
}

/// One side's pieces with all that their judges want to look at.
pub(crate) struct PieceContext<'a> {
    pub(crate) us: SideView,
    pub(crate) them: &'a SideView,
    pub(crate) occupied: Bitboard,
    /// Squares that count for mobility.
    pub(crate) scope: Bitboard,
    /// Squares in the enemy half that no enemy pawn can ever attack.
    pub(crate) outposts: Bitboard,
    /// What enemy pawns may ever attack.
    pub(crate) their_reach: Bitboard,
    /// Enemy pawns that are weak on a half-open file, seen by us.
    pub(crate) targets: Bitboard,
    pub(crate) rams: i32,
    /// Our minor pieces that have not left the first rank.
    pub(crate) at_home: i32,
    /// We may still castle on some side.
    pub(crate) castling: bool,
    ring: Bitboard,
    zone: Bitboard,
    pub(crate) assault: Assault,
}

impl<'a> PieceContext<'a> {
    /// Sets the pieces out. `skeletons` are ours and theirs, each in its own view.
    pub(crate) fn new(
        view: &'a View,
        ours: &Skeleton,
        theirs: &Skeleton,
        castling: bool,
    ) -> PieceContext<'a> {
        let View { us, them, occupied } = view;
        let their_reach = theirs.reach.flip_vertical();
        // Own pawns that are blocked or at home, and the own king, are no squares to go to.
        let stiff = us.pawns & (down(*occupied) | rank(1) | rank(2));
        let king = Bitboard::from_square(them.king);
        let ring = them.king_attacks | king;
        let mut us = *us;
        us.king_lines = attacks::rook_attacks(us.king, *occupied);
        us.king_diagonals = attacks::bishop_attacks(us.king, *occupied);
        PieceContext {
            us,
            them,
            occupied: *occupied,
            scope: !(stiff | Bitboard::from_square(us.king) | them.pawn_attacks),
            outposts: (rank(3) | rank(4) | rank(5)) & !their_reach,
            their_reach,
            targets: theirs.targets.flip_vertical(),
            rams: i32::from(ours.rams),
            at_home: count(at_home(&us)),
            castling,
            ring,
            zone: ring | down(ring),
            assault: Assault::default(),
        }
    }

    /// Bishops see through the own queen.
    #[inline]
    pub(crate) fn through_queens(&self) -> Bitboard {
        self.occupied & !self.us.queens
    }

    /// Rooks see through the own queen and the other rook.
    #[inline]
    pub(crate) fn through_majors(&self) -> Bitboard {
        self.occupied & !(self.us.queens | self.us.rooks)
    }

    /// Squares right behind a pawn of either side.
    #[inline]
    pub(crate) fn behind_pawns(&self) -> Bitboard {
        down(self.us.pawns | self.them.pawns)
    }

    /// The squares in front of the enemy's unmoved d- and e-pawns.
    #[inline]
    pub(crate) fn before_their_centre(&self) -> Bitboard {
        down(self.them.pawns & rank(6) & CENTRE_FILES)
    }

    /// Counts a piece's pressure on the enemy king: nearness and attacks.
    #[inline]
    pub(crate) fn bear_on_king<T: Trace>(
        &mut self,
        t: &mut Tally<'_, T>,
        kind: usize,
        sq: Square,
        sees: Bitboard,
    ) {
        let near = TROPISM[steps(sq, self.them.king)];
        t.add_slot(F::KingTropism, kind, near, near);
        if (sees & self.zone).any() {
            self.assault.attackers.add(sq);
            self.assault.ring += count(sees & self.ring);
        }
    }

    /// Remembers a piece that has no safe square to go to.
    #[inline]
    pub(crate) fn watch(&mut self, sq: Square, sees: Bitboard) {
        if (sees & self.scope & !self.us.all).is_empty() {
            self.assault.stuck.add(sq);
        }
    }
}

/// Minor pieces that still stand where the game began.
#[inline]
pub(crate) fn at_home(us: &SideView) -> Bitboard {
    const KNIGHTS: Bitboard = Bitboard((file(1).0 | file(6).0) & rank(0).0);
    const BISHOPS: Bitboard = Bitboard((file(2).0 | file(5).0) & rank(0).0);
    (us.knights & KNIGHTS) | (us.bishops & BISHOPS)
}

/// Our men that shield our king from an enemy line piece.
#[inline]
pub(crate) fn pinned(view: &View) -> Bitboard {
    let king = view.us.king;
    let snipers = (LINES[king.to_usize()] & (view.them.rooks | view.them.queens))
        | (DIAGONALS[king.to_usize()] & (view.them.bishops | view.them.queens));
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & view.occupied;
        if between.any() && !between.more_than_one() {
            pinned |= between & view.us.all;
        }
    }
    pinned
}

/// Our d- and e-pawns that are still at home with a man in front.
pub(crate) fn blocked_centre(view: &View) -> Bitboard {
    view.us.pawns & rank(1) & CENTRE_FILES & down(view.occupied)
}
