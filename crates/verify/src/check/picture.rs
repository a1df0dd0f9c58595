//! Pictures of mate by their names: what must stand where round the mated king.

use philidor_claims::Theme;

use crate::{
    board::{Board, Color, Role, SLANTED, STRAIGHT, Set, Square},
    moves::Move,
};

struct Mated<'a> {
    board: &'a Board,
    king: Square,
    winner: Color,
    /// Where the man that moved last stands.
    mater: Square,
    role: Role,
}

impl Mated<'_> {
    fn round(&self) -> impl Iterator<Item = Square> {
        STRAIGHT.iter().chain(&SLANTED).filter_map(|&step| self.king.step(step))
    }

    fn own(&self, square: Square) -> bool {
        self.board.on(square).is_some_and(|man| man.color != self.winner)
    }

    fn winners(&self, role: Role) -> Set {
        self.board.squares(self.winner, role)
    }

    fn beside(&self) -> bool {
        self.king.distance(self.mater) == 1
    }

    fn straight(&self) -> bool {
        self.king.file() == self.mater.file() || self.king.rank() == self.mater.rank()
    }

    fn corner(&self) -> bool {
        matches!(self.king.file(), 0 | 7) && matches!(self.king.rank(), 0 | 7)
    }

    fn edge(&self) -> bool {
        matches!(self.king.file(), 0 | 7) || matches!(self.king.rank(), 0 | 7)
    }

    fn guards(&self, role: Role) -> bool {
        self.winners(role).iter().any(|sq| self.board.attacks_from(sq).contains(self.mater))
    }

    /// A man of this kind attacks a square next to the king.
    fn confines(&self, role: Role) -> bool {
        let round: Set = self.round().collect();
        self.winners(role).iter().any(|sq| !self.board.attacks_from(sq).and(round).is_empty())
    }
}

/// Whether the final board shows the picture of this name; `last` is the mating move. Unknown names show nothing.
pub(super) fn is(name: Theme, board: &Board, last: Option<Move>) -> bool {
    let Some(last) = last else { return false };
    let winner = board.turn.other();
    let king = board.king(board.turn);
    let Some(mater) = board.on(last.to) else { return false };
    let m = Mated { board, king, winner, mater: last.to, role: mater.role };
    let checkers = board.attackers(winner, king);
    let home = king.rank_for(board.turn) == 0;
    let checks_from_rank = checkers.iter().any(|sq| sq.rank() == king.rank());
    let ahead = |files: i8| king.step((files, board.turn.forward()));
    let line_man = matches!(m.role, Role::Rook | Role::Queen);
    match name {
        Theme::BackRankMate => home && checks_from_rank && (-1..=1).filter_map(ahead).all(|sq| m.own(sq)),
        Theme::SmotheredMate => m.role == Role::Knight && m.round().all(|sq| m.own(sq)),
        Theme::ArabianMate => m.corner() && m.role == Role::Rook && m.beside() && m.guards(Role::Knight),
        Theme::AnastasiaMate => {
            matches!(king.file(), 0 | 7)
                && line_man
                && m.mater.file() == king.file()
                && m.winners(Role::Knight)
                    .iter()
                    .any(|sq| sq.rank() == king.rank() && (sq.file() - king.file()).abs() == 3)
        }
        Theme::HookMate => {
            m.role == Role::Rook
                && m.beside()
                && m.winners(Role::Knight).iter().any(|sq| {
                    king.distance(sq) == 1
                        && board.attacks_from(sq).contains(m.mater)
                        && m.winners(Role::Pawn).iter().any(|pawn| board.attacks_from(pawn).contains(sq))
                })
        }
        Theme::BodenMate | Theme::DoubleBishopMate => {
            m.role == Role::Bishop && m.winners(Role::Bishop).len() >= 2
        }
        Theme::DovetailMate => m.role == Role::Queen && m.beside() && !m.straight() && !m.edge(),
        Theme::EpauletteMate => {
            line_man && m.straight() && sides(&m).iter().all(|sq| m.own(*sq)) && sides(&m).len() == 2
        }
        Theme::SwallowstailMate => {
            let back = |files: i8, ranks: i8| king.step((files, ranks)).is_some_and(|sq| m.own(sq));
            let (df, dr) = (king.file() - m.mater.file(), king.rank() - m.mater.rank());
            let tails = if df == 0 {
                back(-1, dr.signum()) && back(1, dr.signum())
            } else {
                back(df.signum(), -1) && back(df.signum(), 1)
            };
            m.role == Role::Queen && m.straight() && m.beside() && tails
        }
        Theme::OperaMate => m.role == Role::Rook && m.beside() && m.straight() && m.guards(Role::Bishop),
        Theme::PillsburysMate => m.role == Role::Rook && m.confines(Role::Bishop),
        Theme::MorphysMate => m.role == Role::Bishop && m.confines(Role::Rook),
        Theme::CornerMate => m.corner() && m.role == Role::Knight,
        Theme::KillBoxMate => m.role == Role::Rook && m.beside() && m.guards(Role::Queen),
        Theme::TriangleMate => {
            matches!(m.role, Role::Queen | Role::Rook)
                && !m.winners(Role::Queen).is_empty()
                && !m.winners(Role::Rook).is_empty()
        }
        Theme::VukovicMate => m.edge() && m.role == Role::Rook && !m.winners(Role::Knight).is_empty(),
        Theme::BlindSwineMate => m.winners(Role::Rook).len() >= 2 && m.role == Role::Rook,
        Theme::BalestraMate => m.role == Role::Bishop && m.confines(Role::Queen),
        _ => false,
    }
}

/// The two squares beside the king, seen along the line of check.
fn sides(m: &Mated<'_>) -> Vec<Square> {
    let steps = if m.mater.file() == m.king.file() { [(-1, 0), (1, 0)] } else { [(0, -1), (0, 1)] };
    steps.into_iter().filter_map(|step| m.king.step(step)).collect()
}
