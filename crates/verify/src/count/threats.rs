//! What hangs, what is attacked by something cheaper, what is pinned or has nowhere to go.

use super::{Count, Reach, View, minus, mobility::useful, only};
use crate::board::{Role, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    Some(Count::each(match feature {
        "hanging_piece" => hanging(v),
        "pinned_piece" => pinned(v),
        "trapped_piece" => trapped(v),
        "overloaded_defender" => overloaded(v),
        "pawn_threat" => by_pawns(v),
        "pawn_push_threat" => by_pawn_pushes(v),
        "minor_threat" => by_minors(v),
        "rook_threat" => minus(weak(v).and(v.seen_by(Role::Rook)), v.enemy(Role::King)),
        "king_threat" => minus(weak(v).and(v.board.attacks_from(v.king())), v.enemy(Role::King)),
        "restricted_squares" => minus(v.turned().reach().once.and(v.reach().once), strong(v)),
        "fork_threat" => forks(v),
        "queen_harassed" => return Some(Count::bare(chases(v))),
        _ => return None,
    }))
}

/// Own pieces that are attacked and not guarded.
fn hanging(v: View<'_>) -> Set {
    v.pieces().iter().filter(|&sq| v.turned().attacks(sq) && !v.attacks(sq)).collect()
}

/// Own pieces that alone stand between their king and an enemy line piece.
pub(super) fn pinned(v: View<'_>) -> Set {
    let king = v.king();
    let pinned = |sq: &Square| {
        let mut lifted = v.board.clone();
        lifted.put(*sq, None);
        let shown = lifted.attackers(v.them(), king);
        let before = v.board.attackers(v.them(), king);
        shown.iter().any(|sniper| !before.contains(sniper))
    };
    v.pieces().iter().filter(pinned).collect()
}

/// Attacked knights, bishops and rooks that see no useful square without an own man.
fn trapped(v: View<'_>) -> Set {
    let stuck = |sq: Square| minus(useful(v, v.sees(sq)), v.men()).is_empty();
    let pieces = v.all_of(&[Role::Knight, Role::Bishop, Role::Rook]);
    pieces.iter().filter(|&sq| stuck(sq) && v.turned().attacks(sq)).collect()
}

/// Knights and bishops that are the only guard of two attacked men.
fn overloaded(v: View<'_>) -> Set {
    let Reach { once, twice } = v.reach();
    let attacked = v.men().and(v.turned().reach().once).and(minus(once, twice));
    let jobs = minus(attacked, only(v.king(), true));
    let busy = |sq: &Square| v.board.attacks_from(*sq).and(jobs).len() >= 2;
    v.all_of(&[Role::Knight, Role::Bishop]).iter().filter(busy).collect()
}

/// Squares that the enemy guards well: by a pawn, or twice while we attack them at most once.
fn strong(v: View<'_>) -> Set {
    v.turned().pawn_attacks().or(minus(v.turned().reach().twice, v.reach().twice))
}

/// Enemy men that we attack and that are not well guarded.
fn weak(v: View<'_>) -> Set {
    minus(v.turned().men().and(v.reach().once), strong(v))
}

/// Where a pawn of ours would not be lost at once: guarded, or not attacked.
fn is_safe(v: View<'_>, sq: Square) -> bool {
    v.attacks(sq) || !v.turned().attacks(sq)
}

/// Enemy pieces that a safe pawn attacks.
fn by_pawns(v: View<'_>) -> Set {
    let safe = v.own(Role::Pawn).iter().filter(|&sq| is_safe(v, sq));
    let attacked = safe.fold(Set::default(), |all, sq| all.or(v.board.attacks_from(sq)));
    attacked.and(v.turned().pieces())
}

/// Enemy pieces that no pawn attacks yet, and that one would attack after a safe step to a square no enemy pawn attacks.
fn by_pawn_pushes(v: View<'_>) -> Set {
    let empty = |sq: Option<Square>| sq.filter(|&sq| v.is_empty(sq));
    let mut attacked = Set::default();
    for pawn in v.own(Role::Pawn).iter() {
        let one = empty(v.front(pawn));
        let two = one.filter(|&sq| v.rank(sq) == 2).and_then(|sq| empty(v.front(sq)));
        let held = v.turned().pawn_attacks();
        for to in [one, two].into_iter().flatten().filter(|&to| !held.contains(to) && is_safe(v, to)) {
            attacked = [-1, 1].into_iter().filter_map(|files| to.step((files, v.us.forward()))).fold(
                attacked,
                |mut all, sq| {
                    all.add(sq);
                    all
                },
            );
        }
    }
    minus(attacked.and(v.turned().pieces()), v.pawn_attacks())
}

/// Enemy pieces that a knight or bishop attacks, and pawns that are not well guarded.
fn by_minors(v: View<'_>) -> Set {
    let seen = v.seen_by(Role::Knight).or(v.seen_by(Role::Bishop));
    seen.and(v.turned().pieces().or(weak(v).and(v.enemy(Role::Pawn))))
}

/// Squares to which a knight could go, attacked by nobody or by one man, no pawn, while two of ours guard them, from where it
/// would attack two of king, queens and rooks.
fn forks(v: View<'_>) -> Set {
    let (ours, theirs) = (v.reach(), v.turned().reach());
    let landing = minus(v.attacked_by(&[Role::Knight]), v.men());
    let held = v.turned().pawn_attacks();
    let safe = |sq: Square| {
        !theirs.once.contains(sq)
            || ours.twice.contains(sq) && !theirs.twice.contains(sq) && !held.contains(sq)
    };
    let rich = v.turned().all_of(&[Role::King, Role::Queen, Role::Rook]);
    let forks = |sq: Square| v.seen_from(sq, Role::Knight).and(rich).len() >= 2;
    landing.iter().filter(|&sq| safe(sq) && forks(sq)).collect()
}

/// Against a single queen: squares without own men, attacked by no enemy pawn and at most once, from where a knight that sees
/// them would attack her; and those from where a bishop or rook would, if we attack them twice.
fn chases(v: View<'_>) -> i32 {
    let queens = v.enemy(Role::Queen);
    let Some(queen) = queens.iter().next().filter(|_| queens.len() == 1) else { return 0 };
    let unsafe_squares = v.men().or(v.turned().pawn_attacks()).or(v.turned().reach().twice);
    let from = |role: Role| minus(v.seen_from(queen, role).and(v.seen_by(role)), unsafe_squares);
    let sliding = from(Role::Bishop).or(from(Role::Rook)).and(v.reach().twice);
    (from(Role::Knight).len() + sliding.len()) as i32
}
