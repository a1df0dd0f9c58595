//! From positions to table entries: one position, its moves, and the line of best play.

use philidor_chess::{
    Material, Piece, fen,
    shakmaty::{
        Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, Role, Setup, Square,
        san::San,
    },
};

use crate::{
    file::FileError,
    layout::{MOST, SYMMETRY, TRIANGLE},
    solve::Man,
    syzygy::{SyzygyError, SyzygyValue},
    table::Table,
    tables::Tables,
    value::{Depth, FiftyMove, Value, Wdl},
};

/// The most men our own tables have.
pub const MOST_MEN: usize = 5;

/// The position with these men, if it is legal.
pub(crate) fn position_of(wk: u8, bk: u8, men: &[Man], to_move: Color) -> Option<Chess> {
    let mut board = Board::empty();
    let square = |sq: u8| Square::new(u32::from(sq));
    board.set_piece_at(square(wk), Role::King.of(Color::White));
    board.set_piece_at(square(bk), Role::King.of(Color::Black));
    for &(color, piece, sq) in men {
        board.set_piece_at(square(sq), piece.role().of(color));
    }
    let setup = Setup { board, turn: to_move, ..Setup::empty() };
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(pos) => Some(pos),
        // Tables hold all positions that are legal as they stand, however they may have come about.
        Err(error) => error.ignore_impossible_check().ok(),
    }
}

/// Why a position has no table value.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// Tables know nothing of castling, and there is too much to search until the right is gone.
    #[error(
        "too many positions keep the castling right, and tables have none: remove it from the FEN (third field: -)"
    )]
    Castling,
    /// Too many men for our tables, and no Syzygy files for them.
    #[error(
        "{material} has {men} men: own tables go to {MOST_MEN}; give Syzygy files with --syzygy DIR (or PHILIDOR_SYZYGY)"
    )]
    TooManyMen {
        /// The material.
        material: Material,
        /// How many.
        men: usize,
    },
    /// Not solved yet.
    #[error("the {0} table is not built: `philidor tables build {0}` makes it")]
    Missing(Material),
    /// A table file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A Syzygy file cannot be used.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
}

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// From our tables.
    Exact(Value),
    /// From Syzygy files.
    Syzygy(SyzygyValue),
}

impl Verdict {
    /// The bare result (wins that the fifty-move rule spoils count as wins).
    pub fn wdl(self) -> Wdl {
        match self {
            Verdict::Exact(value) => value.wdl(),
            Verdict::Syzygy(value) => value.wdl(),
        }
    }

    /// The result under the fifty-move rule if so many plies have passed without a capture or pawn move. Of Syzygy files, which may
    /// round, what is on the brink counts as not spoiled.
    pub fn fifty_move(self, clock_plies: u16) -> FiftyMove {
        match self {
            Verdict::Exact(value) => value.fifty_move(clock_plies),
            Verdict::Syzygy(value) => value.fifty_move(),
        }
    }

    /// Order of preference for the side to move: the result under the fifty-move rule, then the quickest mate.
    fn rank(self, clock_plies: u16) -> (FiftyMove, i32, i32) {
        let result = self.fifty_move(clock_plies);
        match self {
            Verdict::Exact(v) => (result, v.dtm.rank(), v.dtc.rank()),
            Verdict::Syzygy(v) => (result, v.rank(), 0),
        }
    }
}

/// A legal move and the value it leads to, seen by the side that makes it.
#[derive(Debug, Clone)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// In standard notation, without check sign.
    pub san: String,
    /// Its value for the mover; depths count from the position before the move.
    pub verdict: Verdict,
    /// True if it captures, promotes or mates.
    pub converts: bool,
}

impl Tables {
    /// The exact value of a position, tables being built already.
    pub fn value(&self, pos: &Chess) -> Result<Value, ProbeError> {
        let material = Material::of(pos.board());
        if material.men() > MOST_MEN {
            return Err(ProbeError::TooManyMen { material, men: material.men() });
        }
        if fen::has_castling_rights(pos) {
            return self.castled(pos);
        }
        if material == Material::KK {
            return Ok(Value::DRAW);
        }
        let table = self.table(material)?.ok_or(ProbeError::Missing(material.canonical()))?;
        let plain = table.value_at(pos.board(), pos.turn());
        if pos.ep_square(EnPassantMode::Legal).is_none() {
            return Ok(plain);
        }
        self.with_en_passant(pos, plain)
    }

    /// Tables leave en passant out; here the capture is weighed against everything else.
    fn with_en_passant(&self, pos: &Chess, plain: Value) -> Result<Value, ProbeError> {
        let moves = pos.legal_moves();
        let (captures, others): (Vec<&Move>, Vec<&Move>) = moves.iter().partition(|m| m.is_en_passant());
        // With no other move the stored value (stalemate or mate) does not stand.
        let mut best = (!others.is_empty()).then_some(plain);
        for mv in captures {
            let value = self.after(pos, *mv)?;
            best = Some(match best {
                None => value,
                Some(old) => old.better(value),
            });
        }
        Ok(best.expect("a legal en passant capture"))
    }

    /// The value of a move for the side that makes it.
    fn after(&self, pos: &Chess, mv: Move) -> Result<Value, ProbeError> {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        let value = self.value(&next)?;
        Ok(value.before(mv, &next))
    }

    /// The value of any position: our tables up to five men, Syzygy beyond.
    pub fn verdict(&self, pos: &Chess) -> Result<Verdict, ProbeError> {
        match self.value(pos) {
            Ok(value) => Ok(Verdict::Exact(value)),
            Err(error @ (ProbeError::TooManyMen { .. } | ProbeError::Missing(_))) => match self.syzygy() {
                Some(syzygy) if pos.board().occupied().count() <= syzygy.max_men() => {
                    Ok(Verdict::Syzygy(syzygy.probe(pos)?))
                }
                _ => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    /// All legal moves with their values, best first: what holds under the fifty-move rule with the position's clock, then the
    /// shortest mate. Equal values stand in the order of their notation. All values come from the source that knows the
    /// position itself.
    pub fn moves(&self, pos: &Chess) -> Result<Vec<RankedMove>, ProbeError> {
        let mut out = Vec::new();
        for (mv, verdict) in self.verdicts(pos)? {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            let san = San::from_move(pos, mv).to_string();
            out.push(RankedMove { mv, san, verdict, converts: converts(mv, &next) });
        }
        let rank = |m: &RankedMove| m.verdict.rank(clock(pos));
        out.sort_by(|a, b| rank(b).cmp(&rank(a)).then_with(|| a.san.cmp(&b.san)));
        Ok(out)
    }

    /// All legal moves with their values, in no order.
    fn verdicts(&self, pos: &Chess) -> Result<Vec<(Move, Verdict)>, ProbeError> {
        let exact = matches!(self.verdict(pos)?, Verdict::Exact(_));
        let verdict = |mv: Move| -> Result<Verdict, ProbeError> {
            match self.syzygy() {
                Some(syzygy) if !exact => {
                    let mut next = pos.clone();
                    next.play_unchecked(mv);
                    Ok(Verdict::Syzygy(syzygy.probe(&next)?.before_move(mv.is_zeroing())))
                }
                _ => Ok(Verdict::Exact(self.after(pos, mv)?)),
            }
        };
        pos.legal_moves().iter().map(|&mv| Ok((mv, verdict(mv)?))).collect()
    }

    /// The first of [`Tables::moves`], without writing all of them down.
    fn best_move(&self, pos: &Chess) -> Result<Option<Move>, ProbeError> {
        let all = self.verdicts(pos)?;
        let rank = |verdict: Verdict| verdict.rank(clock(pos));
        let Some(top) = all.iter().map(|(_, verdict)| rank(*verdict)).max() else { return Ok(None) };
        let best: Vec<Move> =
            all.into_iter().filter(|(_, verdict)| rank(*verdict) == top).map(|(mv, _)| mv).collect();
        Ok(match best[..] {
            [only] => Some(only),
            _ => best.into_iter().min_by_key(|&mv| San::from_move(pos, mv).to_string()),
        })
    }

    /// Best play for both sides (to mate, as quickly as the fifty-move rule lets it; with Syzygy files, to the next zeroing move again and
    /// again), at most `plies` long; empty for draws.
    pub fn line(&self, pos: &Chess, plies: usize) -> Result<Vec<Move>, ProbeError> {
        let mut line = Vec::new();
        let mut pos = pos.clone();
        if self.verdict(&pos)?.wdl() == Wdl::Draw {
            return Ok(line);
        }
        while line.len() < plies {
            let Some(best) = self.best_move(&pos)? else { break };
            pos.play_unchecked(best);
            line.push(best);
        }
        Ok(line)
    }
}

impl Value {
    /// The value of a move for the side that makes it, from the value of the position after it.
    pub(crate) fn before(self, mv: Move, next: &Chess) -> Value {
        let zeroed = self.after_zeroing();
        let dtc = if converts(mv, next) { zeroed.dtc } else { self.dtc.before_move() };
        let dtz = if mv.is_zeroing() { zeroed.dtz } else { self.dtz.before_move() };
        Value { dtm: zeroed.dtm, dtc, dtz }
    }
}

/// Plies since the last capture or pawn move.
pub(crate) fn clock(pos: &Chess) -> u16 {
    u16::try_from(pos.halfmoves()).unwrap_or(u16::MAX)
}

/// True if a move that led to `after` captures, promotes or mates.
fn converts(mv: Move, after: &Chess) -> bool {
    mv.is_capture() || mv.is_promotion() || after.is_checkmate()
}

impl Table {
    /// Where a board of this table's material stands: side to move in the table's colours, and index.
    #[inline]
    fn locate(&self, board: &Board, turn: Color) -> (Color, usize) {
        let layout = self.layout();
        let (role, count) = layout.telltale;
        let flip = (board.by_role(role) & board.white()).count() != usize::from(count);
        let (x, white, turn) = if flip { (56, board.black(), !turn) } else { (0, board.white(), turn) };
        let sides = [white.0, !white.0];
        let first = |b: u64| (b.trailing_zeros() as u8 & 63) ^ x;
        let kings = board.kings().0;
        let (wk, bk) = (first(kings & sides[0]), first(kings & sides[1]));
        let set = |(color, piece): (Color, Piece)| {
            board.by_role(piece.role()).0 & sides[usize::from(color.is_black())]
        };
        let mut pawn_code = 0;
        for own in sides {
            let mut left = board.pawns().0 & own;
            while left != 0 {
                pawn_code = 48 * pawn_code + usize::from(first(left).wrapping_sub(8));
                left &= left - 1;
            }
        }
        // 1. No like pieces, as in most tables: straight from bitboards to the index. (Going through arrays of squares
        //    costs three times as much: bytes written one by one and read back as a word.)
        if !layout.has_like {
            let (sym, lead) = if layout.pawns.is_empty() {
                let (lead, sym) = TRIANGLE.homes[wk as usize];
                (sym, usize::from(lead))
            } else {
                let (slab, sym) = layout.slab_of_code(pawn_code);
                (sym, slab << 6 | usize::from(SYMMETRY[sym as usize][wk as usize]))
            };
            let map = &SYMMETRY[sym as usize];
            let mut row = lead;
            for &man in &layout.pieces {
                row = row << 6 | usize::from(map[first(set(man)) as usize]);
            }
            return (turn, row << 6 | usize::from(map[bk as usize]));
        }
        // 2. Twins follow each other: the next square of a kind is the next bit of the same set.
        let mut pieces = [0; MOST];
        let mut left = 0u64;
        for i in 0..layout.pieces.len() {
            let twin = i > 0 && layout.pieces[i] == layout.pieces[i - 1];
            left = if twin { left & left.wrapping_sub(1) } else { set(layout.pieces[i]) };
            pieces[i] = first(left);
        }
        let place = match layout.pawns.is_empty() {
            true => layout.place(wk, pieces, [0; MOST]),
            false => layout.place_by_code(wk, pieces, pawn_code),
        };
        (turn, place.index(bk))
    }

    /// The value of a legal position of this material, without regard to en passant and castling.
    #[inline]
    pub fn value_at(&self, board: &Board, turn: Color) -> Value {
        debug_assert_eq!(Material::of(board).canonical(), self.material());
        let (turn, index) = self.locate(board, turn);
        self.value(turn, index)
    }

    /// Win, draw or loss of a legal position of this material, without regard to en passant and castling.
    #[inline]
    pub fn wdl_at(&self, board: &Board, turn: Color) -> Wdl {
        if let Some(unfolded) = self.unfolded() {
            return unfolded.wdl(board, turn);
        }
        let (turn, index) = self.locate(board, turn);
        self.code(turn, index).wdl()
    }

    /// Depth to mate of a legal position of this material, without regard to en passant and castling.
    #[inline]
    pub fn dtm_at(&self, board: &Board, turn: Color) -> Depth {
        let (turn, index) = self.locate(board, turn);
        self.code(turn, index).depth()
    }
}
