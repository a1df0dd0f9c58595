//! Newer names: balestra, blind swine, corner, epaulette, kill box, Morphy, opera, Pillsbury, swallow's tail, triangle,
//! Vuković.
//!
//! The books show one picture for each; puzzle files use the names more freely. The tests here are the freest reading
//! under which the name still says who does what: anywhere on the board, also by discovered check.

use philidor_chess::shakmaty::{Bitboard, Role, Square, attacks};

use super::Picture;
use philidor_claims::Theme;

use crate::sight::ring;

/// All names that fit; `classical` is the classical name of the same mate.
pub(super) fn names(p: &Picture<'_>, classical: Option<Theme>) -> impl Iterator<Item = Theme> {
    let fits = [
        (balestra(p), Theme::BalestraMate),
        (blind_swine(p), Theme::BlindSwineMate),
        (corner(p), Theme::CornerMate),
        (epaulette(p), Theme::EpauletteMate),
        (kill_box(p), Theme::KillBoxMate),
        (morphy(p), Theme::MorphysMate),
        (opera(p), Theme::OperaMate),
        (pillsbury(p, classical), Theme::PillsburysMate),
        (swallows_tail(p), Theme::SwallowstailMate),
        (triangle(p), Theme::TriangleMate),
        (vukovic(p), Theme::VukovicMate),
    ];
    fits.into_iter().filter_map(|(fits, theme)| fits.then_some(theme))
}

/// Files and ranks from the king.
type Way = (i32, i32);

fn way(from: Square, to: Square) -> Way {
    (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32)
}

fn go(from: Square, (files, ranks): Way) -> Option<Square> {
    let file = from.file() as i32 + files;
    let rank = from.rank() as i32 + ranks;
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Square::new((rank * 8 + file) as u32))
}

fn orthogonal((files, ranks): Way) -> bool {
    (files == 0) != (ranks == 0)
}

impl Picture<'_> {
    fn solvers(&self, role: Role) -> Bitboard {
        self.board.by_role(role) & self.board.by_color(self.solver)
    }

    fn checkers_of(&self, role: Role) -> impl Iterator<Item = Square> {
        (self.checkers & self.board.by_role(role)).into_iter()
    }

    /// The mating rook stands beside the king, on its file or rank.
    fn rook_beside(&self) -> Option<Way> {
        let way = way(self.king, self.mater);
        (self.role == Role::Rook && orthogonal(way) && ring(self.king).contains(self.mater)).then_some(way)
    }

    /// The solver's men that would attack `square` if the king stepped away.
    fn attackers_through_king(&self, square: Square) -> Bitboard {
        self.board.attacks_to(square, self.solver, self.board.occupied().without(self.king))
    }

    /// Squares beside the king that its own men leave free.
    fn flights(&self) -> Bitboard {
        ring(self.king) & !self.own()
    }
}

/// A bishop checks; the queen, a knight's jump away, mirrors it on the other side of the king's file or rank.
///
/// ```text
///  3 . . . b . q
///  2 . . . . . .
///  1 . . . . K .     (the bishop may stand further back)
/// ```
fn balestra(p: &Picture<'_>) -> bool {
    p.checkers_of(Role::Bishop).any(|bishop| {
        let (files, ranks) = way(p.king, bishop);
        let (files, ranks) = (files.signum(), ranks.signum());
        [(-files, 2 * ranks), (2 * files, -ranks)]
            .into_iter()
            .any(|w| go(p.king, w).is_some_and(|sq| p.is_solvers(sq, Role::Queen)))
    })
}

/// Two rooks side by side, both beside the king.
fn blind_swine(p: &Picture<'_>) -> bool {
    p.rook_beside().is_some()
        && (p.solvers(Role::Rook) & ring(p.mater) & ring(p.king))
            .into_iter()
            .any(|rook| orthogonal(way(p.mater, rook)) && !orthogonal(way(p.king, rook)))
}

/// A knight checks; rook or queen holds the file or rank between knight and king.
fn corner(p: &Picture<'_>) -> bool {
    p.checkers_of(Role::Knight).any(|knight| {
        let (files, ranks) = way(p.king, knight);
        let between = |sq: Square| {
            let (f, r) = way(p.king, sq);
            if files.abs() == 2 { f == files / 2 } else { r == ranks / 2 }
        };
        let line: Bitboard = p.flights().into_iter().filter(|&sq| between(sq)).collect();
        (p.solvers(Role::Rook) | p.solvers(Role::Queen)).into_iter().any(|holder| {
            between(holder) && line.into_iter().any(|sq| p.attackers_through_king(sq).contains(holder))
        })
    })
}

/// Queen or rook checks along a file or rank; both squares at the king's sides are occupied.
fn epaulette(p: &Picture<'_>) -> bool {
    p.checkers_of(Role::Queen).chain(p.checkers_of(Role::Rook)).any(|checker| {
        let (files, ranks) = way(p.king, checker);
        let (files, ranks) = (files.signum(), ranks.signum());
        orthogonal((files, ranks))
            && [(ranks, files), (-ranks, -files)]
                .into_iter()
                .all(|w| go(p.king, w).is_some_and(|sq| p.board.occupied().contains(sq)))
    })
}

/// Rook beside the king; the queen guards it from the opposite corner of the three by three box that holds all three.
fn kill_box(p: &Picture<'_>) -> bool {
    p.rook_beside().is_some()
        && (p.attackers(p.mater) & p.board.queens()).into_iter().any(|queen| {
            let (files, ranks) = way(p.mater, queen);
            let (f, r) = way(p.mater, p.king);
            files.abs() == 2 && ranks.abs() == 2 && f * files >= 0 && r * ranks >= 0
        })
}

/// A bishop checks; a rook holds the file or rank from which it strikes.
fn morphy(p: &Picture<'_>) -> bool {
    p.checkers_of(Role::Bishop).any(|bishop| {
        let (files, ranks) = way(p.king, bishop);
        let Some(door) = go(p.king, (files.signum(), ranks.signum())) else { return false };
        p.solvers(Role::Rook).into_iter().any(|rook| {
            let lines = [Bitboard::from(door.file()), Bitboard::from(door.rank())];
            lines.into_iter().filter(|line| line.contains(rook)).any(|line| {
                let held = (p.flights() & line)
                    .into_iter()
                    .filter(|&sq| p.attackers_through_king(sq).contains(rook));
                held.count() >= 2
            })
        })
    })
}

/// Rook beside the king, guarded by a bishop.
fn opera(p: &Picture<'_>) -> bool {
    p.rook_beside().is_some() && (p.attackers(p.mater) & p.board.bishops()).any()
}

/// A rook checks, not guarded by the bishop; a flight square off the line of the check is the bishop's alone.
fn pillsbury(p: &Picture<'_>, classical: Option<Theme>) -> bool {
    if p.role == Role::Queen || matches!(classical, Some(Theme::ArabianMate | Theme::AnastasiaMate)) {
        return false;
    }
    p.checkers_of(Role::Rook).any(|rook| {
        let guarded = ring(p.king).contains(rook) && (p.attackers(rook) & p.board.bishops()).any();
        let flights = p.flights() & !p.board.occupied() & !attacks::ray(p.king, rook);
        !guarded
            && flights.into_iter().any(|sq| {
                p.attackers_through_king(sq).single_square().is_some_and(|by| p.is_solvers(by, Role::Bishop))
            })
    })
}

/// The queen mates beside the king on its file or rank; of the squares at its sides and behind it only the two rear
/// corners are occupied, by its own men.
fn swallows_tail(p: &Picture<'_>) -> bool {
    let (files, ranks) = way(p.king, p.mater);
    if p.role != Role::Queen || !orthogonal((files, ranks)) || !ring(p.king).contains(p.mater) {
        return false;
    }
    let is_own = |w: Way| go(p.king, w).is_some_and(|sq| p.own().contains(sq));
    let is_free = |w: Way| go(p.king, w).is_none_or(|sq| !p.board.occupied().contains(sq));
    is_own((ranks - files, files - ranks))
        && is_own((-ranks - files, -files - ranks))
        && is_free((-files, -ranks))
        && is_free((ranks, files))
        && is_free((-ranks, -files))
}

/// The queen mates diagonally beside the king; a rook stands diagonally beside it too, on the same file or rank.
fn triangle(p: &Picture<'_>) -> bool {
    let beside = |sq: Square| ring(p.king).contains(sq) && !orthogonal(way(p.king, sq));
    p.role == Role::Queen
        && beside(p.mater)
        && p.solvers(Role::Rook).into_iter().any(|rook| beside(rook) && orthogonal(way(p.mater, rook)))
}

/// Rook beside the king, a knight right behind it on the same line.
fn vukovic(p: &Picture<'_>) -> bool {
    p.rook_beside().and_then(|w| go(p.mater, w)).is_some_and(|sq| p.is_solvers(sq, Role::Knight))
}
