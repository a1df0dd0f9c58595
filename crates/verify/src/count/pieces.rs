//! Minor pieces, the centre and space.

use super::{Count, View, minus, pawns, when};
use crate::board::{Role, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    let knights = v.own(Role::Knight);
    let bishops = v.own(Role::Bishop);
    let of =
        |men: Set, test: &dyn Fn(Square) -> bool| Count::each(men.iter().filter(|&sq| test(sq)).collect());
    Some(match feature {
        "bishop_pair" => Count::any(bishop_pair(v)),
        "knight_outpost" => of(knights, &|sq| outpost(v, sq)),
        "knight_outpost_supported" => of(knights, &|sq| outpost(v, sq) && pawns::guarded(v, sq)),
        "knight_outpost_reachable" => of(knights, &|sq| reaches_outpost(v, sq)),
        "knight_on_rim" => of(knights, &|sq| on_rim(v, sq)),
        "knight_behind_pawn" => of(knights, &|sq| behind_pawn(v, sq)),
        "knight_blocks_center" => of(knights, &|sq| blocks_centre(v, sq)),
        "bishop_outpost" => of(bishops, &|sq| outpost(v, sq)),
        "bishop_outpost_supported" => of(bishops, &|sq| outpost(v, sq) && pawns::guarded(v, sq)),
        "bishop_behind_pawn" => of(bishops, &|sq| behind_pawn(v, sq)),
        "bishop_blocks_center" => of(bishops, &|sq| blocks_centre(v, sq)),
        "bad_bishop" => of(bishops, &|sq| is_bad(v, sq)),
        "trapped_bishop" => of(bishops, &|sq| is_trapped(v, sq)),
        "long_diagonal_bishop" => of(bishops, &|sq| rakes(v, sq)),
        "bishop_king_safety" => {
            of(bishops, &|sq| v.rank(sq) == 1 && !matches!(sq.file(), 3 | 4) && v.king().distance(sq) == 1)
        }
        "bishop_plus_pawns_on_colour" => summed(bishops, |sq| pawns_on_colour(v, sq)),
        "bishop_xray_pawns" => summed(bishops, |sq| on_diagonals(v.enemy(Role::Pawn), sq)),
        "bishop_over_knight" => Count::any(when(against_knights(v), bishops)),
        "undeveloped_minors" => Count::each(at_home(v)),
        "centre_control" => Count::each(centre(v)),
        "space" => space(v),
        "activity" => Count::each(minus(
            v.attacked_by(&[Role::Knight, Role::Bishop, Role::Rook, Role::Queen]),
            v.turned().pawn_attacks(),
        )),
        _ => return None,
    })
}

/// So many squares for each man, seen on all of them together.
pub(super) fn summed(men: Set, squares: impl Fn(Square) -> Set) -> Count {
    let each: Vec<Set> = men.iter().map(squares).collect();
    let number = each.iter().map(|set| set.len() as i32).sum();
    Count::seen(number, each.into_iter().fold(Set::default(), Set::or))
}

/// Pieces that have left the board, if we are ahead by points; fourteen are there at the beginning.
pub(super) fn traded(v: View<'_>) -> i32 {
    let pieces = v.pieces().or(v.turned().pieces()).len().min(14) as i32;
    if v.board.balance(v.us) > 0 { 14 - pieces } else { 0 }
}

/// The bishops, if they stand on squares of both colours.
fn bishop_pair(v: View<'_>) -> Set {
    let bishops = v.own(Role::Bishop);
    let light = bishops.iter().any(Square::is_light);
    let dark = bishops.iter().any(|sq| !sq.is_light());
    when(light && dark, bishops)
}

/// On the fourth to sixth rank, where no enemy pawn can ever attack.
fn outpost(v: View<'_>, sq: Square) -> bool {
    (3..=5).contains(&v.rank(sq)) && !pawns::can_be_driven_off(v, sq)
}

/// Not on an outpost, but one move away from one that a pawn guards and no own man takes up.
fn reaches_outpost(v: View<'_>, knight: Square) -> bool {
    let free = minus(v.board.attacks_from(knight), v.men());
    !outpost(v, knight) && free.iter().any(|sq| outpost(v, sq) && pawns::guarded(v, sq))
}

/// On the border, not on the own first rank.
fn on_rim(v: View<'_>, sq: Square) -> bool {
    v.rank(sq) != 0 && (v.rank(sq) == 7 || matches!(sq.file(), 0 | 7))
}

/// A pawn of either side stands right in front.
fn behind_pawn(v: View<'_>, sq: Square) -> bool {
    v.front(sq).and_then(|front| v.board.on(front)).is_some_and(|man| man.role == Role::Pawn)
}

/// Right before an enemy d- or e-pawn that has not moved.
fn blocks_centre(v: View<'_>, sq: Square) -> bool {
    let pawn = v.front(sq).is_some_and(|front| v.enemy(Role::Pawn).contains(front));
    pawn && v.rank(sq) == 5 && matches!(sq.file(), 3 | 4)
}

/// Own pawns on the colour of the bishop's squares.
fn pawns_on_colour(v: View<'_>, bishop: Square) -> Set {
    v.own(Role::Pawn).iter().filter(|pawn| pawn.is_light() == bishop.is_light()).collect()
}

/// Four own pawns on its colour, or three of which one is a blocked d- or e-pawn.
fn is_bad(v: View<'_>, bishop: Square) -> bool {
    let mine = pawns_on_colour(v, bishop);
    let stuck =
        |pawn: Square| matches!(pawn.file(), 3 | 4) && v.front(pawn).is_some_and(|front| !v.is_empty(front));
    mine.len() >= 4 || mine.len() == 3 && mine.iter().any(stuck)
}

/// On a7, h7, a6 or h6 with enemy pawns on the two squares that shut it in (b6 and c7, or one rank lower).
fn is_trapped(v: View<'_>, bishop: Square) -> bool {
    let inwards = match bishop.file() {
        0 => 1,
        7 => -1,
        _ => return false,
    };
    let rank = v.rank(bishop);
    let pawn = |files: i8, rank: i8| {
        v.square(bishop.file() + files * inwards, rank).is_some_and(|sq| v.enemy(Role::Pawn).contains(sq))
    };
    matches!(rank, 5 | 6) && pawn(1, rank - 1) && pawn(2, rank)
}

/// On a long diagonal, outside the centre, with no pawn between it and the two centre squares.
fn rakes(v: View<'_>, bishop: Square) -> bool {
    let (file, rank) = (bishop.file(), bishop.rank());
    let far = !((3..=4).contains(&file) && (3..=4).contains(&rank));
    let further = if file == rank {
        if file < 3 { Square::at(4, 4) } else { Square::at(3, 3) }
    } else if file + rank == 7 {
        if file < 3 { Square::at(4, 3) } else { Square::at(3, 4) }
    } else {
        None
    };
    let pawn = |sq: Square| v.board.on(sq).is_some_and(|man| man.role == Role::Pawn);
    far && further.is_some_and(|centre| !bishop.between(centre).iter().any(pawn))
}

/// Those of the squares that share a diagonal with this one.
fn on_diagonals(squares: Set, from: Square) -> Set {
    let shares = |sq: &Square| (sq.file() - from.file()).abs() == (sq.rank() - from.rank()).abs();
    squares.iter().filter(shares).collect()
}

/// Knights and no bishops on the other side, pawns on both wings.
fn against_knights(v: View<'_>) -> bool {
    let pawns = v.own(Role::Pawn).or(v.enemy(Role::Pawn));
    let wings = pawns.iter().any(|sq| sq.file() <= 2) && pawns.iter().any(|sq| sq.file() >= 5);
    v.enemy(Role::Bishop).is_empty() && !v.enemy(Role::Knight).is_empty() && wings
}

/// Knights and bishops on their first squares.
pub(super) fn at_home(v: View<'_>) -> Set {
    let home = |role: Role, files: [i8; 2]| {
        v.own(role).iter().filter(|sq| v.rank(*sq) == 0 && files.contains(&sq.file())).collect::<Set>()
    };
    home(Role::Knight, [1, 6]).or(home(Role::Bishop, [2, 5]))
}

/// Centre squares attacked by us and not by an enemy pawn.
fn centre(v: View<'_>) -> Set {
    let held = v.turned().pawn_attacks();
    let centre = Square::all().filter(|sq| matches!(sq.file(), 3 | 4) && matches!(sq.rank(), 3 | 4));
    centre.filter(|&sq| v.attacks(sq) && !held.contains(sq)).collect()
}

/// While much force is on the board: squares on the c- to f-files, second to fourth rank, without own pawns and not attacked
/// by enemy pawns; those behind an own pawn that nothing attacks count twice.
fn space(v: View<'_>) -> Count {
    let force: i32 = v
        .pieces()
        .or(v.turned().pieces())
        .iter()
        .filter_map(|sq| v.board.on(sq))
        .map(|man| man.role.points())
        .sum();
    if force < 44 {
        return Count::seen(0, Set::default());
    }
    let (own, held) = (v.own(Role::Pawn), v.turned().pawn_attacks());
    let camp = |sq: &Square| (2..=5).contains(&sq.file()) && (1..=3).contains(&v.rank(*sq));
    let safe: Set =
        Square::all().filter(camp).filter(|&sq| !own.contains(sq) && !held.contains(sq)).collect();
    let behind = |sq: &Square| {
        own.iter().any(|pawn| pawn.file() == sq.file() && v.rank(pawn) > v.rank(*sq))
            && !v.turned().attacks(*sq)
    };
    Count::seen((safe.len() + safe.iter().filter(behind).count()) as i32, safe)
}
