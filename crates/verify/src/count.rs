//! Features counted by their glosses in `knowledge/features.toml`, square by square.
//!
//! Everything that can be pointed at on a board is here, with its squares. Features that measure (mobility, nearness to the
//! king) or judge the whole board have a number and no squares; those that no rule of the tutor names have no count.

mod attack;
mod king;
mod mobility;
mod passers;
mod pawns;
mod pieces;
mod rooks;
mod threats;

use crate::board::{Board, Color, Man, Role, SLANTED, STRAIGHT, Set, Square};

/// How many there are, and where, if they can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// In the feature's unit.
    pub number: i32,
    /// Where it is seen.
    pub squares: Option<Set>,
}

impl Count {
    fn each(squares: Set) -> Count {
        Count::seen(squares.len() as i32, squares)
    }

    /// Yes if there are any squares.
    fn any(squares: Set) -> Count {
        Count::seen(i32::from(!squares.is_empty()), squares)
    }

    /// So many, seen on these squares.
    fn seen(number: i32, squares: Set) -> Count {
        Count { number, squares: Some(squares) }
    }

    fn bare(number: i32) -> Count {
        Count { number, squares: None }
    }
}

/// Counts a feature of `owner`; `None` if this crate does not count it.
///
/// ```
/// use philidor_claims::Color;
/// use philidor_verify::{Board, count};
///
/// let board = Board::read("4k3/8/3p4/3N4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let outpost = count(&board, "knight_outpost", Color::White).unwrap();
/// assert_eq!((outpost.number, outpost.squares.unwrap().to_string()), (1, "d5".to_owned()));
/// assert_eq!(count(&board, "knight_mobility", Color::White).unwrap().number, 8);
/// ```
pub fn count(board: &Board, feature: &str, owner: Color) -> Option<Count> {
    let v = View { board, us: owner };
    let men = |role: Role| Count::each(v.own(role));
    let found = match feature {
        "pawns" | "pawn_position" => men(Role::Pawn),
        "knights" | "knight_centralisation" => men(Role::Knight),
        "bishops" | "bishop_position" => men(Role::Bishop),
        "rooks" | "rook_position" => men(Role::Rook),
        "queens" | "queen_position" => men(Role::Queen),
        "king_position" => men(Role::King),
        "simplification" => Count::bare(pieces::traded(v)),
        _ => {
            return pawns::count(v, feature)
                .or_else(|| passers::count(v, feature))
                .or_else(|| pieces::count(v, feature))
                .or_else(|| rooks::count(v, feature))
                .or_else(|| mobility::count(v, feature))
                .or_else(|| king::count(v, feature))
                .or_else(|| attack::count(v, feature))
                .or_else(|| threats::count(v, feature));
        }
    };
    Some(found)
}

/// A board as one side sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) board: &'a Board,
    pub(crate) us: Color,
}

impl<'a> View<'a> {
    pub(crate) fn them(self) -> Color {
        self.us.other()
    }

    /// The same board as the other side sees it.
    fn turned(self) -> View<'a> {
        View { board: self.board, us: self.them() }
    }

    pub(crate) fn own(self, role: Role) -> Set {
        self.board.squares(self.us, role)
    }

    pub(crate) fn enemy(self, role: Role) -> Set {
        self.board.squares(self.them(), role)
    }

    /// Own men of several kinds.
    fn all_of(self, roles: &[Role]) -> Set {
        self.board.men(self.us).filter(|(_, role)| roles.contains(role)).map(|(sq, _)| sq).collect()
    }

    /// All own men.
    fn men(self) -> Set {
        self.board.men(self.us).map(|(sq, _)| sq).collect()
    }

    /// Knights, bishops, rooks and queens.
    fn pieces(self) -> Set {
        self.board.men(self.us).filter(|(_, role)| role.is_piece()).map(|(sq, _)| sq).collect()
    }

    fn king(self) -> Square {
        self.board.king(self.us)
    }

    /// The rank as this side counts, from 0.
    pub(crate) fn rank(self, square: Square) -> i8 {
        square.rank_for(self.us)
    }

    /// The square as this side names it (its own first rank below), on the board.
    fn square(self, file: i8, rank: i8) -> Option<Square> {
        Square::at(file, if self.us == Color::White { rank } else { 7 - rank })
    }

    /// The square right in front.
    fn front(self, square: Square) -> Option<Square> {
        square.step((0, self.us.forward()))
    }

    fn is_empty(self, square: Square) -> bool {
        self.board.on(square).is_none()
    }

    fn pawns_where(self, test: impl Fn(View<'_>, Square) -> bool) -> Set {
        self.own(Role::Pawn).iter().filter(|&sq| test(self, sq)).collect()
    }

    /// What our men of these kinds attack.
    fn attacked_by(self, roles: &[Role]) -> Set {
        self.all_of(roles).iter().fold(Set::default(), |all, sq| all.or(self.board.attacks_from(sq)))
    }

    /// What our pawns attack.
    fn pawn_attacks(self) -> Set {
        self.attacked_by(&[Role::Pawn])
    }

    /// Whether anything of ours attacks the square.
    fn attacks(self, square: Square) -> bool {
        !self.board.attackers(self.us, square).is_empty()
    }

    /// What the man on a square sees: like its attacks, but bishops look past own queens, rooks past own queens and rooks, so
    /// that a battery counts as two.
    fn sees(self, from: Square) -> Set {
        let Some(man) = self.board.on(from) else { return Set::default() };
        let (directions, past): (&[(i8, i8)], &[Role]) = match man.role {
            Role::Bishop => (&SLANTED, &[Role::Queen]),
            Role::Rook => (&STRAIGHT, &[Role::Queen, Role::Rook]),
            _ => return self.board.attacks_from(from),
        };
        let mut seen = Set::default();
        for &direction in directions {
            let mut at = from.step(direction);
            while let Some(sq) = at {
                seen.add(sq);
                let clear = self.board.on(sq).is_none_or(|m| m.color == man.color && past.contains(&m.role));
                at = if clear { sq.step(direction) } else { None };
            }
        }
        seen
    }

    /// What a piece of this kind would attack from a square, and so the squares from which one would attack a man there.
    fn seen_from(self, square: Square, role: Role) -> Set {
        let mut board = self.board.clone();
        board.put(square, Some(Man { color: self.us, role }));
        board.attacks_from(square)
    }

    /// What our men of a kind see together.
    fn seen_by(self, role: Role) -> Set {
        self.own(role).iter().fold(Set::default(), |all, sq| all.or(self.sees(sq)))
    }

    /// The squares we attack once or more, and those we attack at least twice, batteries counted.
    fn reach(self) -> Reach {
        let mut reach = Reach::default();
        for sq in self.men().iter() {
            let sees = self.sees(sq);
            reach.twice = reach.twice.or(reach.once.and(sees));
            reach.once = reach.once.or(sees);
        }
        reach
    }
}

/// How often squares are attacked.
#[derive(Clone, Copy, Default)]
struct Reach {
    once: Set,
    twice: Set,
}

/// The squares of one set that are not in the other.
pub(crate) fn minus(a: Set, b: Set) -> Set {
    a.iter().filter(|&sq| !b.contains(sq)).collect()
}

/// One square, or none.
fn only(square: Square, holds: bool) -> Set {
    holds.then_some(square).into_iter().collect()
}

/// The squares, if something holds.
fn when(holds: bool, squares: Set) -> Set {
    if holds { squares } else { Set::default() }
}
