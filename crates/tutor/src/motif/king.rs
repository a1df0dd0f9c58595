//! Attacks on the king: bare, at home on f2/f7, castled.

use philidor_chess::shakmaty::{Bitboard, Color, Position, Square, attacks};

use super::Finder;
use philidor_claims::Theme;

/// The enemy king stands on one of its three last ranks without an own pawn beside or before it, and a move that is
/// neither the first nor the last gives check.
pub(super) fn exposed_king(f: &mut Finder<'_>) {
    let line = f.line;
    let them = !line.solver();
    let board = line.start().board();
    let Some(king) = board.king_of(them) else { return };
    // Ranks counted from the enemy's own side.
    let rank = them.fold_wb(king.rank() as i32, 7 - king.rank() as i32);
    if rank > 2 {
        return;
    }
    let behind = them.fold_wb(-1, 1);
    let near: Bitboard = attacks::king_attacks(king)
        .into_iter()
        .filter(|sq| sq.rank() as i32 - king.rank() as i32 != behind)
        .collect();
    if (near & board.pawns() & board.by_color(them)).any() {
        return;
    }
    let last = line.last_solver_ply();
    if let Some((ply, _)) = line.solver_steps().skip(1).find(|(ply, s)| *ply != last && s.gives_check()) {
        f.note(Theme::ExposedKing, ply);
    }
}

/// The first capture on f2 or f7 comes with the king on its home square.
pub(super) fn attacking_f2_f7(f: &mut Finder<'_>) {
    let line = f.line;
    let first =
        line.solver_steps().find(|(_, s)| s.taken.is_some() && matches!(s.to, Square::F2 | Square::F7));
    if let Some((ply, step)) = first {
        let home = if step.to == Square::F7 { Square::E8 } else { Square::E1 };
        if step.board().king_of(!line.solver()) == Some(home) {
            f.note(Theme::AttackingF2F7, ply);
        }
    }
}

/// An attack on a castled king: checks and captures near the corner against moves far from it. Not with a back-rank
/// mate or a fork.
pub(super) fn side_attack(f: &mut Finder<'_>) {
    if f.has(Theme::BackRankMate) || f.has(Theme::Fork) {
        return;
    }
    if attacks_side(f, 7, 6..=7, 20) {
        f.note(Theme::KingsideAttack, 0);
    } else if attacks_side(f, 0, 0..=2, 18) {
        f.note(Theme::QueensideAttack, 0);
    }
}

fn attacks_side(
    f: &Finder<'_>,
    corner_file: u32,
    king_files: std::ops::RangeInclusive<u32>,
    least_men: usize,
) -> bool {
    let line = f.line;
    let board = line.start().board();
    let them = !line.solver();
    let back_rank = if them == Color::White { 0 } else { 7 };
    let Some(king) = board.king_of(them) else { return false };
    // Lichess takes a1 for "no king".
    if king.rank() as u32 != back_rank
        || !king_files.contains(&(king.file() as u32))
        || board.occupied().count() < least_men
        || !f.strict() && king == Square::A1
    {
        return false;
    }
    let corner = Square::new(back_rank * 8 + corner_file);
    let mut checked = false;
    let mut score = 0;
    for (_, step) in line.solver_steps() {
        let distance = corner.distance(step.to);
        if step.gives_check() {
            checked = true;
            score += 1;
        }
        if step.is_capture() && distance <= 3 {
            score += 1;
        } else if distance >= 5 {
            score -= 1;
        }
    }
    checked && score >= 2
}
