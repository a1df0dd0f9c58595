//! The attack on a king: who attacks, and how he is defended. It counts once two pieces attack the squares round the king, or
//! one and there is a queen.

use super::{Count, View, minus, only, threats::pinned, when};
use crate::board::{Role, Set, Square};

pub(super) fn count(v: View<'_>, feature: &str) -> Option<Count> {
    // What is said of the attacked side is counted where the other side attacks.
    let (ours, theirs) = (|| Attack::new(v), || Attack::new(v.turned()));
    let defending = |squares: Set| Count::each(when(theirs().is_on, squares));
    Some(match feature {
        "king_attackers" => Count::each(ours().attackers),
        "king_ring_attacks" => Count::bare(ours().on_ring()),
        "attack_without_queen" => Count::bare(i32::from(ours().is_on && v.own(Role::Queen).is_empty())),
        "safe_checks" => Count::bare(ours().safe_checks()),
        "queen_near_weak_king" => Count::each(ours().near_queen()),
        "weak_king_ring" => Count::each(theirs().weak_ring()),
        "pinned_defender" => defending(pinned(v).and(v.all_of(&[Role::Knight, Role::Bishop, Role::Rook]))),
        "king_defenders" => defending(v.all_of(&[Role::Knight, Role::Bishop]).and(round(v.king()))),
        "king_at_home" => defending(only(v.king(), v.rank(v.king()) <= 1)),
        _ => return None,
    })
}

/// The squares next to a king.
fn round(king: Square) -> Set {
    Square::all().filter(|&sq| sq.distance(king) == 1).collect()
}

struct Attack<'a> {
    v: View<'a>,
    /// There are enough attackers.
    is_on: bool,
    attackers: Set,
}

impl<'a> Attack<'a> {
    /// The attack of this side.
    fn new(v: View<'a>) -> Attack<'a> {
        let king = v.turned().king();
        let zone: Set = Square::all().filter(|&sq| in_zone(v, sq, king)).collect();
        let attackers: Set = v.pieces().iter().filter(|&sq| !v.sees(sq).and(zone).is_empty()).collect();
        let is_on = attackers.len() >= 2 || attackers.len() == 1 && !v.own(Role::Queen).is_empty();
        Attack { v, is_on, attackers: when(is_on, attackers) }
    }

    fn king(&self) -> Square {
        self.v.turned().king()
    }

    /// How often the attackers attack the king and the squares next to him.
    fn on_ring(&self) -> i32 {
        let ring = round(self.king()).or(only(self.king(), true));
        self.attackers.iter().map(|sq| self.v.sees(sq).and(ring).len() as i32).sum()
    }

    /// Squares that we attack, guarded by nobody or once, and then only by king or queen.
    fn weak(&self) -> Set {
        let (ours, theirs) = (self.v.reach(), self.v.turned().reach());
        let poor = self.v.turned().attacked_by(&[Role::King, Role::Queen]);
        let unguarded = minus(ours.once, theirs.once).or(ours.once.and(poor));
        minus(unguarded, theirs.twice)
    }

    /// Weak squares next to the king.
    fn weak_ring(&self) -> Set {
        when(self.is_on, self.weak().and(round(self.king())))
    }

    /// For each kind of piece, the squares without own men that one sees and could give check from, unguarded, or weak and
    /// attacked by us twice.
    fn safe_checks(&self) -> i32 {
        if !self.is_on {
            return 0;
        }
        let held = minus(self.v.turned().reach().once, self.weak().and(self.v.reach().twice));
        let checks = |role: Role| self.v.seen_from(self.king(), role).and(self.v.seen_by(role));
        let safe = |role: Role| minus(checks(role), held.or(self.v.men())).len() as i32;
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().map(safe).sum()
    }

    /// The first queen (from the owner's a1), if it stands within three squares of a king with two weak squares round him.
    fn near_queen(&self) -> Set {
        let queens = self.v.own(Role::Queen);
        let first = queens.iter().min_by_key(|&sq| (self.v.rank(sq), sq.file()));
        let near = first.filter(|sq| sq.distance(self.king()) <= 3 && self.weak_ring().len() >= 2);
        near.into_iter().collect()
    }
}

/// Next to the king, on his square, or one step nearer to the attacker than such a square.
fn in_zone(v: View<'_>, sq: Square, king: Square) -> bool {
    sq.distance(king) <= 1 || v.front(sq).is_some_and(|front| front.distance(king) <= 1)
}
