//! How far a blockaded pawn may have come: the lone pawn of the weaker side with a piece of the stronger side in front of it.
//!
//! For every square of the pawn all positions are counted in which the blockade is secure: the stronger side (White) is to move and not in
//! check, no piece of its own is attacked by the pawn, and the king needs three moves or more to attack one that is not protected.
//! Where nearly all of them are won, the place of everything else hardly matters: what is left are pieces that are shut in. With two
//! knights this is Troitsky's line.

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Square},
};

use crate::{
    rows::Image,
    solve::board::{bit, king_attacks, king_spread, man_attacks, square},
    table::Table,
};

/// Why an endgame has no blockade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0}: a blockade is asked of an endgame in which one side has pieces and the other side one pawn, such as KNNKP"
)]
pub struct NoBlockade(pub Material);

/// A square of the pawn, and what its blockade is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Where the pawn stands.
    pub pawn: Square,
    /// Positions with the pawn securely blocked and White to move.
    pub positions: u64,
    /// Of those, won ones.
    pub won: u64,
    /// A position that is not won.
    pub not_won: Option<String>,
}

/// A blockade holds if so many of a hundred positions are won.
pub const ENOUGH: u64 = 95;

impl Held {
    /// Whether every position is won.
    pub fn always_wins(&self) -> bool {
        self.positions > 0 && self.won == self.positions
    }

    /// Whether nearly every position is won.
    pub fn holds(&self) -> bool {
        self.positions > 0 && 100 * self.won >= ENOUGH * self.positions
    }
}

/// Black's king must be further away than this from what is not protected.
const NEAR: u32 = 3;

/// The squares of Black's king, of those given, with which the blockade is secure.
fn secure(wk: u8, men: &[(Color, Piece, u8)], kings: u64) -> u64 {
    let occupied = men.iter().fold(bit(wk), |set, m| set | bit(m.2));
    let of = |color: Color| men.iter().copied().filter(move |m| m.0 == color);
    let by_pawn = of(Color::Black).fold(0, |set, man| set | man_attacks(man, occupied));
    let by_king = king_attacks(wk);
    let all = of(Color::White).fold(bit(wk), |set, man| set | bit(man.2));
    if by_pawn & all != 0 {
        return 0;
    }
    of(Color::White).fold(kings, |left, (_, _, at)| {
        let by_others = of(Color::White).any(|man| man.2 != at && man_attacks(man, occupied) & bit(at) != 0);
        let near = (0..NEAR).fold(bit(at), |near, _| near | king_spread(near));
        if by_others || by_king & bit(at) != 0 { left } else { left & !near }
    })
}

/// Whether an endgame can have a blockade: pieces against one pawn.
pub fn fits(material: Material) -> Result<(), NoBlockade> {
    let pawn = |piece: Piece| piece == Piece::Pawn;
    let fits = !material.pieces(Color::White).any(pawn)
        && material.pieces(Color::Black).all(pawn)
        && material.pieces(Color::Black).count() == 1;
    if fits { Ok(()) } else { Err(NoBlockade(material)) }
}

/// All squares of the pawn on which it can be blocked (a3 to h7), in the order of their numbers.
pub fn blockade(table: &Table) -> Result<Vec<Held>, NoBlockade> {
    fits(table.material())?;
    let blank = || vec![(0u64, 0u64, None); 64];
    let parts = table.fold_rows(blank, |sum: &mut Vec<(u64, u64, Option<String>)>, row| {
        let men = row.men();
        let Some(pawn) = men.iter().find(|m| m.1 == Piece::Pawn).map(|m| m.2) else { return };
        if pawn < 16 || !men.iter().any(|m| m.0.is_white() && m.2 == pawn - 8) {
            return;
        }
        let calm = secure(row.white_king(), men, row.legal(Color::White));
        let won = row.decided(Color::White).0 & calm;
        let (all, wins, example) = &mut sum[usize::from(pawn)];
        *all += u64::from(calm.count_ones());
        *wins += u64::from(won.count_ones());
        if example.is_none() && calm != won {
            let black_king = (calm & !won).trailing_zeros() as u8;
            let image = Image { white_king: row.white_king(), black_king, men: men.to_vec() };
            *example = Some(image.fen(Color::White));
        }
    });
    let mut total = blank();
    for part in parts {
        for (sum, (all, won, example)) in total.iter_mut().zip(part) {
            sum.0 += all;
            sum.1 += won;
            sum.2 = sum.2.take().or(example);
        }
    }
    // The table holds pawns on the files a to d; the others are mirror images.
    let held = |pawn: u8| {
        let (positions, won, not_won) = total[usize::from(pawn.min(pawn ^ 7))].clone();
        Held { pawn: square(pawn), positions, won, not_won }
    };
    Ok((16..56).map(held).collect())
}

/// On each file the farthest square of the pawn up to which the blockade holds; none where it never does.
pub fn line(held: &[Held]) -> [Option<Square>; 8] {
    std::array::from_fn(|file| {
        let down = held.iter().rev().filter(|h| h.pawn.file() as usize == file);
        down.take_while(|h| h.holds()).last().map(|h| h.pawn)
    })
}
