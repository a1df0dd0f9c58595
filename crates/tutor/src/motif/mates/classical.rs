//! Smothered, back rank, Anastasia, hook, Arabian, Boden, double bishop, dovetail.

use philidor_chess::shakmaty::{Bitboard, Color, File, Rank, Role, attacks};

use super::Picture;
use philidor_claims::Theme;

use crate::sight::ring;

/// The first name that fits.
pub(super) fn name(p: &Picture<'_>) -> Option<Theme> {
    if smothered(p) {
        Some(Theme::SmotheredMate)
    } else if back_rank(p) {
        Some(Theme::BackRankMate)
    } else if anastasia(p) {
        Some(Theme::AnastasiaMate)
    } else if hook(p) {
        Some(Theme::HookMate)
    } else if arabian(p) {
        Some(Theme::ArabianMate)
    } else if let Some(theme) = two_bishops(p) {
        Some(theme)
    } else {
        dovetail(p).then_some(Theme::DovetailMate)
    }
}

/// A knight gives check, the king's own men stand on every square beside it.
fn smothered(p: &Picture<'_>) -> bool {
    (p.checkers & p.board.knights()).any() && ring(p.king).is_subset(p.own())
}

/// King on its back rank behind its own men, which nobody attacks; the check comes along the rank.
fn back_rank(p: &Picture<'_>) -> bool {
    let (rank, before) = match !p.solver {
        Color::White => (Rank::First, Rank::Second),
        Color::Black => (Rank::Eighth, Rank::Seventh),
    };
    p.king.rank() == rank
        && p.checkers.into_iter().any(|sq| sq.rank() == rank)
        && (ring(p.king) & Bitboard::from(before))
            .into_iter()
            .all(|sq| p.own().contains(sq) && p.attackers(sq).is_empty())
}

fn on_side(file: File) -> bool {
    matches!(file, File::A | File::H)
}

fn on_end(rank: Rank) -> bool {
    matches!(rank, Rank::First | Rank::Eighth)
}

/// King on a side file but not in the corner; queen or rook comes to that file; own man beside the king, knight two
/// squares further in.
fn anastasia(p: &Picture<'_>) -> bool {
    let king = p.king;
    if !on_side(king.file())
        || on_end(king.rank())
        || p.mater.file() != king.file()
        || !matches!(p.role, Role::Queen | Role::Rook)
    {
        return false;
    }
    let inward = if king.file() == File::A { 1 } else { -1 };
    king.offset(inward).is_some_and(|sq| p.own().contains(sq))
        && king.offset(3 * inward).is_some_and(|sq| p.is_solvers(sq, Role::Knight))
}

/// Rook beside the king, guarded by a knight beside the king, guarded by a pawn.
fn hook(p: &Picture<'_>) -> bool {
    p.role == Role::Rook
        && ring(p.king).contains(p.mater)
        && (p.attackers(p.mater) & p.board.knights() & ring(p.king))
            .into_iter()
            .any(|knight| (p.attackers(knight) & p.board.pawns()).any())
}

/// Corner king, rook beside it guarded by a knight two files and two ranks from the king.
fn arabian(p: &Picture<'_>) -> bool {
    on_side(p.king.file())
        && on_end(p.king.rank())
        && p.role == Role::Rook
        && ring(p.king).contains(p.mater)
        && (p.attackers(p.mater) & p.board.knights()).into_iter().any(|knight| {
            let files = (knight.file() as i32 - p.king.file() as i32).abs();
            let ranks = (knight.rank() as i32 - p.king.rank() as i32).abs();
            (files, ranks) == (2, 2)
        })
}

/// Nobody but bishops attacks the king and the squares beside it. Boden if they come from different sides.
fn two_bishops(p: &Picture<'_>) -> Option<Theme> {
    let mut bishops = (p.board.bishops() & p.board.by_color(p.solver)).into_iter();
    let (first, second) = (bishops.next()?, bishops.next()?);
    let only_bishops =
        ring(p.king).with(p.king).into_iter().all(|sq| p.attackers(sq).is_subset(p.board.bishops()));
    if !only_bishops {
        return None;
    }
    let king = p.king.file();
    Some(if (first.file() < king) == (second.file() > king) {
        Theme::BodenMate
    } else {
        Theme::DoubleBishopMate
    })
}

/// The queen mates from a diagonally adjacent square, away from the edge; every other square beside the king is either
/// empty and covered by the queen alone, or blocked and not attacked.
fn dovetail(p: &Picture<'_>) -> bool {
    let queen = Bitboard::from(p.mater);
    !on_side(p.king.file())
        && !on_end(p.king.rank())
        && p.role == Role::Queen
        && (attacks::bishop_attacks(p.king, Bitboard::FULL) & queen).any()
        && (ring(p.king) & !queen).into_iter().all(|sq| {
            let by = p.attackers(sq);
            by.is_empty() || by == queen && !p.board.occupied().contains(sq)
        })
}
