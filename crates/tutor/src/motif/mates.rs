//! Pictures of mate: what the final position looks like.
//!
//! The classical eight exclude each other, in the order of the list; the newer names may stand beside them.

mod classical;
mod newer;

use philidor_chess::shakmaty::{Bitboard, Board, Color, Role, Square};

use super::{Finder, Motif};
use philidor_claims::Theme;

use crate::sight::attackers;

/// A mated king and what mates it.
pub(super) struct Picture<'a> {
    board: &'a Board,
    solver: Color,
    king: Square,
    checkers: Bitboard,
    /// Where the man that gave mate stands.
    mater: Square,
    /// What that man is.
    role: Role,
}

impl Picture<'_> {
    /// The solver's men that attack `square`.
    fn attackers(&self, square: Square) -> Bitboard {
        attackers(self.board, self.solver, square)
    }

    /// The mated king's own men.
    fn own(&self) -> Bitboard {
        self.board.by_color(!self.solver)
    }

    fn is_solvers(&self, square: Square, role: Role) -> bool {
        self.board.by_color(self.solver).contains(square) && self.board.role_at(square) == Some(role)
    }
}

pub(super) fn mates(f: &mut Finder<'_>) {
    let line = f.line;
    if !line.is_mate() || line.steps().len().is_multiple_of(2) {
        return;
    }
    let ply = line.last_solver_ply();
    let last = &line.steps()[ply];
    f.note(Theme::Mate, ply);
    let moves = line.solver_moves();
    f.note(
        [Theme::MateIn1, Theme::MateIn2, Theme::MateIn3, Theme::MateIn4, Theme::MateIn5][moves.min(5) - 1],
        ply,
    );
    let board = last.board();
    let Some(king) = board.king_of(!line.solver()) else { return };
    let picture = Picture {
        board,
        solver: line.solver(),
        king,
        checkers: last.checkers,
        mater: last.to,
        role: last.role,
    };
    let classical = classical::name(&picture);
    for theme in classical.into_iter().chain(newer::names(&picture, classical)) {
        f.claim(Motif::new(theme, ply, last.to, king));
    }
}
