//! Pawn structures, and the moves that lead from one to another.

use philidor_chess::{
    Piece,
    shakmaty::{Board, Color},
};

use crate::solve::board::{bit, pawn_attacks, side};

/// Most pieces besides kings and pawns that a slab has.
pub(crate) const MOST_PIECES: usize = 2;

/// What does not change while kings and pieces walk about: where the pawns are, and which pieces there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Structure {
    /// White's pawns, Black's pawns.
    pub(crate) pawns: [u64; 2],
    /// White's pieces first, strongest first; the absent ones last.
    pieces: [Option<(bool, Piece)>; MOST_PIECES],
}

/// One kind of move out of a structure. Squares are numbers from a1 = 0; pieces are numbered as in [`Structure::pieces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// A pawn steps (over `mid`, if two squares) or takes a pawn.
    Pawn { to: u8, mid: Option<u8> },
    /// A pawn takes piece `piece` on `to`.
    PawnTakes { to: u8, piece: usize },
    /// A pawn becomes a piece on `to`, taking piece `takes` if that is given; the new piece has the number `place`.
    Promotes { to: u8, takes: Option<usize>, place: usize },
    /// The king takes the pawn on `at`.
    KingTakesPawn { at: u8 },
    /// The king takes piece `piece`.
    KingTakesPiece { piece: usize },
    /// Piece `piece` takes the pawn on `at`.
    PieceTakesPawn { piece: usize, at: u8 },
    /// Piece `piece` takes piece `other`.
    PieceTakesPiece { piece: usize, other: usize },
}

/// A move out of a structure: whose, how, and where it leads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exit {
    pub(crate) mover: Color,
    pub(crate) way: Way,
    /// `None` if the new structure has more pieces than a slab can have.
    pub(crate) to: Option<Structure>,
    /// Structures after a capture en passant that a double step allows.
    pub(crate) en_passant: [Option<Structure>; 2],
    /// After a promotion: the structure if the new piece is taken at once.
    pub(crate) retaken: Option<Structure>,
}

impl Structure {
    /// The structure of a board; `None` if it has more than two pieces besides kings and pawns.
    pub(crate) fn of(board: &Board) -> Option<Structure> {
        let pawns = [Color::White, Color::Black].map(|c| (board.pawns() & board.by_color(c)).0);
        let mut out = Structure { pawns, pieces: [None; MOST_PIECES] };
        for color in [Color::White, Color::Black] {
            for piece in Piece::PROMOTIONS {
                let n = (board.by_color(color) & board.by_role(piece.role())).count();
                for _ in 0..n {
                    out = out.with(color, piece)?.0;
                }
            }
        }
        Some(out)
    }

    /// Pawns and pieces (black or not, which) in any order; `None` if the pieces are too many.
    pub(crate) fn made_of(pawns: [u64; 2], pieces: Vec<(bool, Piece)>) -> Option<Structure> {
        let blank = Structure { pawns, pieces: [None; MOST_PIECES] };
        pieces
            .into_iter()
            .try_fold(blank, |all, (black, piece)| Some(all.with(Color::from_white(!black), piece)?.0))
    }

    /// The pieces in order.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Color, Piece)> + '_ {
        self.pieces.iter().flatten().map(|&(black, piece)| (Color::from_white(!black), piece))
    }

    /// Who wins as a rule: the side that alone has a queen or a rook.
    pub(crate) fn favourite(&self) -> Option<Color> {
        let heavy = |color| self.pieces().any(|(c, p)| c == color && matches!(p, Piece::Queen | Piece::Rook));
        match (heavy(Color::White), heavy(Color::Black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }

    /// How many pieces there are.
    pub(crate) fn piece_count(&self) -> usize {
        self.pieces.iter().flatten().count()
    }

    /// Words of 64 squares of Black's king, for one side to move.
    pub(crate) fn words(&self) -> usize {
        64 << (6 * self.piece_count())
    }

    /// Positions, legal or not, both sides to move.
    pub(crate) fn positions(&self) -> u64 {
        128 * self.words() as u64
    }

    /// All men, kings included.
    pub(crate) fn men(&self) -> u32 {
        2 + self.piece_count() as u32 + (self.pawns[0] | self.pawns[1]).count_ones()
    }

    /// Every exit makes this smaller, so structures can be solved in its order.
    pub(crate) fn potential(&self) -> (u32, u32) {
        let steps = |pawns: u64, to_go: fn(u32) -> u32| -> u32 {
            squares(pawns).map(|q| to_go(u32::from(q) >> 3)).sum()
        };
        (self.men(), steps(self.pawns[0], |rank| 7 - rank) + steps(self.pawns[1], |rank| rank))
    }

    fn with(self, color: Color, piece: Piece) -> Option<(Structure, usize)> {
        let mut list: Vec<(bool, Piece)> = self.pieces.iter().flatten().copied().collect();
        if list.len() == MOST_PIECES {
            return None;
        }
        let new = (color.is_black(), piece);
        let place = list.iter().filter(|&&old| old <= new).count();
        list.insert(place, new);
        let mut out = self;
        out.pieces = [list.first().copied(), list.get(1).copied()];
        Some((out, place))
    }

    fn without(mut self, number: usize) -> Structure {
        let left = self.pieces.iter().enumerate().filter(|p| p.0 != number).find_map(|p| *p.1);
        self.pieces = [left, None];
        self
    }

    fn without_pawn(mut self, color: Color, at: u8) -> Structure {
        self.pawns[side(color)] &= !bit(at);
        self
    }

    fn with_pawn(mut self, color: Color, at: u8) -> Structure {
        self.pawns[side(color)] |= bit(at);
        self
    }

    /// All ways out.
    pub(crate) fn exits(&self) -> Vec<Exit> {
        let mut out = Vec::new();
        for mover in [Color::White, Color::Black] {
            self.pawn_exits(mover, &mut out);
            let mut add = |way, to| out.push(Exit::plain(mover, way, to));
            for at in squares(self.pawns[side(!mover)]) {
                let to = self.without_pawn(!mover, at);
                add(Way::KingTakesPawn { at }, to);
                for (piece, _) in self.pieces().enumerate().filter(|p| p.1.0 == mover) {
                    add(Way::PieceTakesPawn { piece, at }, to);
                }
            }
            for (other, _) in self.pieces().enumerate().filter(|p| p.1.0 != mover) {
                let to = self.without(other);
                add(Way::KingTakesPiece { piece: other }, to);
                for (piece, _) in self.pieces().enumerate().filter(|p| p.1.0 == mover) {
                    add(Way::PieceTakesPiece { piece, other }, to);
                }
            }
        }
        out
    }

    fn pawn_exits(&self, mover: Color, out: &mut Vec<Exit>) {
        let blocked = self.pawns[0] | self.pawns[1];
        let (last, first) = if mover.is_white() { (7, 1) } else { (0, 6) };
        let ahead = |q: u8| if mover.is_white() { q + 8 } else { q - 8 };
        for from in squares(self.pawns[side(mover)]) {
            let gone = self.without_pawn(mover, from);
            let to = ahead(from);
            // 1. Steps.
            if to >> 3 == last {
                gone.promotions(mover, to, None, out);
            } else if blocked & bit(to) == 0 {
                out.push(Exit::plain(mover, Way::Pawn { to, mid: None }, gone.with_pawn(mover, to)));
                let far = ahead(to);
                if from >> 3 == first && blocked & bit(far) == 0 {
                    let mut exit =
                        Exit::plain(mover, Way::Pawn { to: far, mid: Some(to) }, gone.with_pawn(mover, far));
                    let takers = self.pawns[side(!mover)] & beside(far);
                    for (slot, taker) in exit.en_passant.iter_mut().zip(squares(takers)) {
                        *slot = Some(gone.without_pawn(!mover, taker).with_pawn(!mover, to));
                    }
                    out.push(exit);
                }
            }
            // 2. Captures.
            for to in squares(pawn_attacks(mover, from)) {
                if self.pawns[side(!mover)] & bit(to) != 0 {
                    let after = gone.without_pawn(!mover, to).with_pawn(mover, to);
                    out.push(Exit::plain(mover, Way::Pawn { to, mid: None }, after));
                }
                for (piece, _) in self.pieces().enumerate().filter(|p| p.1.0 != mover) {
                    if to >> 3 == last {
                        gone.without(piece).promotions(mover, to, Some(piece), out);
                    } else if blocked & bit(to) == 0 {
                        let after = gone.without(piece).with_pawn(mover, to);
                        out.push(Exit::plain(mover, Way::PawnTakes { to, piece }, after));
                    }
                }
            }
        }
    }

    /// Promotions on `to`; `self` is the structure without the pawn and without what it took.
    fn promotions(self, mover: Color, to: u8, takes: Option<usize>, out: &mut Vec<Exit>) {
        for piece in Piece::PROMOTIONS {
            let target = self.with(mover, piece);
            let place = target.map_or(usize::MAX, |t| t.1);
            out.push(Exit {
                mover,
                way: Way::Promotes { to, takes, place },
                to: target.map(|t| t.0),
                en_passant: [None; 2],
                retaken: Some(self),
            });
        }
    }
}

impl Exit {
    fn plain(mover: Color, way: Way, to: Structure) -> Exit {
        Exit { mover, way, to: Some(to), en_passant: [None; 2], retaken: None }
    }

    /// True if a piece is taken.
    pub(crate) fn takes_piece(&self) -> bool {
        match self.way {
            Way::PawnTakes { .. } | Way::KingTakesPiece { .. } | Way::PieceTakesPiece { .. } => true,
            Way::Promotes { takes, .. } => takes.is_some(),
            Way::Pawn { .. } | Way::KingTakesPawn { .. } | Way::PieceTakesPawn { .. } => false,
        }
    }

    /// True if a pawn becomes a piece.
    pub(crate) fn promotes(&self) -> bool {
        matches!(self.way, Way::Promotes { .. })
    }

    /// All structures that this exit speaks of.
    pub(crate) fn structures(&self) -> impl Iterator<Item = Structure> + '_ {
        self.to.into_iter().chain(self.en_passant.into_iter().flatten()).chain(self.retaken)
    }
}

/// The squares of a set, in order.
pub(crate) fn squares(set: u64) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let q = left.trailing_zeros() as u8;
            left &= left - 1;
            q
        })
    })
}

/// The squares beside a square, on its rank.
fn beside(q: u8) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (bit(q) << 1 & NOT_A) | (bit(q) >> 1 & NOT_H)
}
