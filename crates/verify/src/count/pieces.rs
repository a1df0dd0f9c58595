//! Pieces and where they stand.

use super::{View, pawns};
use crate::board::{Role, Set, Square};

/// The bishops, if they stand on squares of both colours.
pub(super) fn bishop_pair(v: View<'_>) -> Set {
    let bishops = v.own(Role::Bishop);
    let light = bishops.iter().any(Square::is_light);
    let dark = bishops.iter().any(|sq| !sq.is_light());
    if light && dark { bishops } else { Set::default() }
}

/// Pieces of a kind on the fourth to sixth rank where no enemy pawn can ever attack them.
pub(super) fn outposts(v: View<'_>, role: Role) -> Set {
    let post = |sq: &Square| (3..=5).contains(&v.rank(*sq)) && !pawns::can_be_driven_off(v, *sq);
    v.own(role).iter().filter(post).collect()
}

/// Knights on the border, not on their first rank.
pub(super) fn on_rim(v: View<'_>) -> Set {
    let rim = |sq: &Square| v.rank(*sq) != 0 && (v.rank(*sq) == 7 || matches!(sq.file(), 0 | 7));
    v.own(Role::Knight).iter().filter(rim).collect()
}

/// Bishops with four own pawns on their colour, or three of which one is a blocked d- or e-pawn.
pub(super) fn bad_bishops(v: View<'_>) -> Set {
    let bad = |bishop: &Square| {
        let like = |pawn: &Square| pawn.is_light() == bishop.is_light();
        let mine: Set = v.own(Role::Pawn).iter().filter(like).collect();
        let stuck = |pawn: Square| {
            matches!(pawn.file(), 3 | 4)
                && pawn.step((0, v.us.forward())).is_some_and(|sq| v.board.on(sq).is_some())
        };
        mine.len() >= 4 || mine.len() == 3 && mine.iter().any(stuck)
    };
    v.own(Role::Bishop).iter().filter(bad).collect()
}

fn pawn_on_file(pawns: Set, file: i8) -> bool {
    pawns.iter().any(|sq| sq.file() == file)
}

/// Rooks on files without any pawn, or (half open) with enemy pawns only.
pub(super) fn rooks_on(v: View<'_>, half_open: bool) -> Set {
    let stands = |rook: &Square| {
        !pawn_on_file(v.own(Role::Pawn), rook.file())
            && pawn_on_file(v.enemy(Role::Pawn), rook.file()) == half_open
    };
    v.own(Role::Rook).iter().filter(stands).collect()
}

/// Rooks on the seventh rank, if there are enemy pawns there or the enemy king stands on the eighth.
pub(super) fn on_seventh(v: View<'_>) -> Set {
    let pawns = v.enemy(Role::Pawn).iter().any(|sq| v.rank(sq) == 6);
    let king = v.rank(v.board.king(v.them())) == 7;
    let rooks = v.own(Role::Rook).iter().filter(|&sq| v.rank(sq) == 6);
    if pawns || king { rooks.collect() } else { Set::default() }
}

/// Rooks on one file without own pawns. Of three rooks the first from the owner's a1 decides.
pub(super) fn doubled_rooks(v: View<'_>) -> Set {
    let rooks = v.own(Role::Rook);
    let Some(first) = rooks.iter().min_by_key(|&sq| (v.rank(sq), sq.file())) else { return rooks };
    let together: Set = rooks.iter().filter(|sq| sq.file() == first.file()).collect();
    let free = !pawn_on_file(v.own(Role::Pawn), first.file());
    if together.len() > 1 && free { together } else { Set::default() }
}

/// Knights and bishops on their first squares.
pub(super) fn at_home(v: View<'_>) -> Set {
    let home = |role: Role, files: [i8; 2]| {
        v.own(role).iter().filter(|sq| v.rank(*sq) == 0 && files.contains(&sq.file())).collect::<Set>()
    };
    home(Role::Knight, [1, 6]).or(home(Role::Bishop, [2, 5]))
}

/// Own pieces that are attacked and not guarded.
pub(super) fn hanging(v: View<'_>) -> Set {
    let free =
        |sq: &Square| !v.board.attackers(v.them(), *sq).is_empty() && v.board.attackers(v.us, *sq).is_empty();
    v.board.men(v.us).filter(|(_, role)| role.is_piece()).map(|(sq, _)| sq).filter(free).collect()
}

/// Own pieces that alone stand between their king and an enemy line piece.
pub(super) fn pinned(v: View<'_>) -> Set {
    let king = v.board.king(v.us);
    let pinned = |sq: &Square| {
        let mut lifted = v.board.clone();
        lifted.put(*sq, None);
        let shown = lifted.attackers(v.them(), king);
        let before = v.board.attackers(v.them(), king);
        shown.iter().any(|sniper| !before.contains(sniper))
    };
    v.board.men(v.us).filter(|(_, role)| role.is_piece()).map(|(sq, _)| sq).filter(pinned).collect()
}

/// Centre squares attacked by us and not by an enemy pawn.
pub(super) fn centre(v: View<'_>) -> i32 {
    let centre = Square::all().filter(|sq| matches!(sq.file(), 3 | 4) && matches!(sq.rank(), 3 | 4));
    let held = |sq: &Square| {
        !v.board.attackers(v.us, *sq).is_empty()
            && !v.enemy(Role::Pawn).iter().any(|pawn| v.board.attacks_from(pawn).contains(*sq))
    };
    centre.filter(held).count() as i32
}

/// A bishop against knights only, with pawns on both wings.
pub(super) fn bishop_over_knight(v: View<'_>) -> bool {
    let pawns = v.own(Role::Pawn).or(v.enemy(Role::Pawn));
    let wings = pawns.iter().any(|sq| sq.file() <= 2) && pawns.iter().any(|sq| sq.file() >= 5);
    let against = v.enemy(Role::Bishop).is_empty() && !v.enemy(Role::Knight).is_empty();
    !v.own(Role::Bishop).is_empty() && against && wings
}

/// Queens on the sixth rank or beyond where no enemy pawn can ever attack them.
pub(super) fn infiltrated(v: View<'_>) -> Set {
    let inside = |sq: &Square| v.rank(*sq) >= 5 && !pawns::can_be_driven_off(v, *sq);
    v.own(Role::Queen).iter().filter(inside).collect()
}

/// Queens on the a-, b-, g- or h-file, five king moves from the enemy king and four from their own.
pub(super) fn offside(v: View<'_>) -> Set {
    let far = |sq: &Square| {
        !(2..=5).contains(&sq.file())
            && sq.distance(v.board.king(v.them())) >= 5
            && sq.distance(v.board.king(v.us)) >= 4
    };
    v.own(Role::Queen).iter().filter(far).collect()
}
