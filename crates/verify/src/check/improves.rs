//! What a man has on its new square, and would not have on its old one.

use philidor_claims::{Asset, Line, limits};

use super::{
    Case, Flaw, Grounds, Verdict,
    plain::{is_outpost, listed, steps},
    reason::{pinned_by, quiet},
};
use crate::{
    board::{Board, Color, Role, Square},
    captures::exchange,
    line::Replay,
    moves::Move,
};

/// The man that moved is better off at the end of both lines than it would be where it came from.
pub(super) fn improves(case: &Case, mv: Move, square: Square, asset: Asset, also: &Line) -> Verdict {
    let also = Replay::new(case.start().clone(), also)?;
    if square != mv.to || also.first() != Some(mv) || also.pass().is_some() {
        return Err(Flaw::Goal("the lines do not begin with the man's move"));
    }
    if also.second().is_none() || also.second() == case.line.second() || case.line.plays.len() < 2 {
        return Err(Flaw::Goal("the lines do not show two answers"));
    }
    let same = |board: &Board, sq: Square| board.on(sq) == case.start().on(sq);
    if !asset.men().is_none_or(|sq| same(case.there(), sq) && same(also.end(), sq)) {
        return Err(Flaw::Goal("the men that it speaks of do not stand there all the way"));
    }
    let early = match asset {
        Asset::Guards(sq) => Some(sq),
        Asset::Safety => Some(mv.from),
        _ => None,
    };
    let calm = |sq: Square| case.start().passed().is_some_and(|board| exchange(&board, sq) == 0);
    if !early.is_none_or(calm) {
        return Err(Flaw::Goal("it is in danger already"));
    }
    if matches!(asset, Asset::Unchecked(..)) && case.start().in_check(case.side) {
        return Err(Flaw::Goal("there is a check to meet"));
    }
    let play = &case.line.plays[0];
    if play.castled != matches!(asset, Asset::Shelter { .. }) {
        return Err(Flaw::Goal("castling gives shelter, and nothing else does"));
    }
    if play.taken.is_some() || mv.promotion.is_some() || case.line.pass().is_some() {
        return Err(Flaw::Goal("no man simply goes to a better square"));
    }
    for line in [&case.line, &also] {
        let seen = Seen::at_end_of(line, mv, case.side)?;
        seen.has(asset, std::ptr::eq(line, &case.line))?;
    }
    Ok(Grounds::Line)
}

/// Moves of pieces of the side to move that give check, with nothing to be won by taking them.
fn safe_checks(board: &Board) -> Vec<(Square, Square)> {
    let checks = board.legal_moves().into_iter().filter(|&mv| {
        let piece = board.on(mv.from).is_some_and(|man| man.role.is_piece());
        let got = board.on(mv.to).map_or(0, |man| man.role.points());
        let after = board.after(mv);
        piece && after.in_check(after.turn) && exchange(&after, mv.to) <= got
    });
    checks.map(|mv| (mv.from, mv.to)).collect()
}

/// The end of a line, and the same with the man put back; the enemy is to move on both.
struct Seen {
    there: Board,
    back: Board,
    us: Color,
    mv: Move,
    role: Role,
}

impl Seen {
    fn at_end_of(line: &Replay, mv: Move, us: Color) -> Result<Seen, Flaw> {
        let stays = line.plays[1..].iter().all(|play| {
            play.mv.is_some_and(|next| next.from != mv.to) && play.taken.is_none_or(|(sq, _)| sq != mv.to)
        });
        let end = line.end();
        if !stays || end.on(mv.from).is_some() {
            return Err(Flaw::Goal("the man does not stay, or its old square is taken"));
        }
        if [us, us.other()].iter().any(|&side| end.in_check(side)) {
            return Err(Flaw::Goal("the line ends in check"));
        }
        quiet(end)?;
        let mut there = end.clone();
        there.turn = us.other();
        there.jumped = None;
        let mut back = there.clone();
        let man = back.on(mv.to);
        back.put(mv.to, None);
        back.put(mv.from, man);
        let role = man.map_or(Role::King, |man| man.role);
        if role != Role::King && exchange(&there, mv.to) > 0 {
            return Err(Flaw::Goal("the man can be taken at a profit where it went"));
        }
        Ok(Seen { there, back, us, mv, role })
    }

    fn has(&self, asset: Asset, first: bool) -> Result<(), Flaw> {
        let wrong = |why: &'static str| Err(Flaw::Goal(why));
        let new = |now: bool, before: bool| now && !before;
        let (from, to) = (self.mv.from, self.mv.to);
        let sight = [self.there.attacks_from(to), self.back.attacks_from(from)];
        let holds = match asset {
            Asset::Scope { sees, instead } => {
                let [now, before] = sight.map(philidor_claims::Set::len);
                let told = (now, before) == (usize::from(sees), usize::from(instead));
                if first && !told {
                    return wrong("it sees another number of squares");
                }
                self.role.is_piece() && now >= before + limits::SCOPE
            }
            Asset::Outpost => {
                let minor = matches!(self.role, Role::Knight | Role::Bishop);
                minor && new(is_outpost(&self.there, self.us, to), is_outpost(&self.back, self.us, from))
            }
            Asset::OpenFile => {
                let heavy = matches!(self.role, Role::Rook | Role::Queen);
                heavy && new(self.free(to, true), self.free(from, true))
            }
            Asset::HalfOpenFile => {
                self.role == Role::Rook
                    && new(self.free(to, false) && !self.free(to, true), self.free(from, false))
            }
            Asset::Seventh => {
                let heavy = matches!(self.role, Role::Rook | Role::Queen);
                heavy && new(to.rank_for(self.us) == 6, from.rank_for(self.us) == 6)
            }
            Asset::Guards(sq) => {
                self.is_own(sq) && sq != to && exchange(&self.there, sq) == 0 && exchange(&self.back, sq) > 0
            }
            Asset::Presses(sq) => {
                let pawns = self.there.squares(self.us.other(), Role::Pawn);
                let guarded = self.there.attackers(self.us.other(), sq).iter().any(|by| pawns.contains(by));
                let enemy =
                    self.there.on(sq).is_some_and(|man| man.color != self.us && man.role != Role::King);
                enemy && !guarded && new(sight[0].contains(sq), sight[1].contains(sq))
            }
            Asset::Safety => self.role != Role::King && exchange(&self.back, from) > 0,
            Asset::OutOfCheck => self.role == Role::King && self.back.in_check(self.us),
            Asset::NearKing => {
                let king = self.there.king(self.us.other());
                let near = |set: crate::board::Set| set.iter().filter(|&sq| steps(sq, king) == 1).count();
                near(sight[0]) >= 2 && near(sight[1]) == 0
            }
            Asset::Passed => {
                self.role == Role::Pawn && listed(&self.there, "passed_pawn", self.us).contains(to)
            }
            Asset::Opens(sq) => {
                let far = |role: Role| matches!(role, Role::Bishop | Role::Rook | Role::Queen);
                let own = self.is_own(sq) && self.there.on(sq).is_some_and(|man| far(man.role));
                let count = |board: &Board| board.attacks_from(sq).len();
                let along = self.role == Role::Pawn && sq.file() == to.file();
                own && !along && sq != to && count(&self.there) >= count(&self.back) + 2
            }
            Asset::Nears(sq) => {
                let queens = [self.us, self.us.other()].map(|side| self.there.number(side, Role::Queen));
                self.role == Role::King
                    && queens == [0, 0]
                    && self.there.is(sq, self.us.other(), Role::Pawn)
                    && steps(to, sq) <= 3
                    && steps(to, sq) < steps(from, sq)
            }
            Asset::Denies(man, sq) => {
                let deep = match self.there.on(man).map(|man| man.role) {
                    Some(Role::Knight | Role::Bishop) => 3,
                    Some(Role::Rook | Role::Queen) => 6,
                    _ => return wrong("no piece wants to go there"),
                };
                let enemy = self.there.on(man).is_some_and(|m| m.color != self.us);
                enemy && sq.rank_for(self.us.other()) >= deep && self.spoils(man, sq)
            }
            Asset::Holds(man, sq) => {
                let enemy = self.us.other();
                let mut stepped = self.there.clone();
                let pawn = stepped.on(man);
                stepped.put(man, None);
                stepped.put(sq, pawn);
                let hits = self.there.men(self.us).any(|(own, _)| stepped.attacks_from(sq).contains(own));
                self.there.is(man, enemy, Role::Pawn)
                    && man.step((0, enemy.forward())) == Some(sq)
                    && hits
                    && self.spoils(man, sq)
            }
            Asset::Blocks(sq) => {
                let enemy = self.us.other();
                let ahead = |at: Square| at.file() == sq.file() && at.rank_for(enemy) > sq.rank_for(enemy);
                self.role != Role::Pawn
                    && sq.step((0, enemy.forward())) == Some(to)
                    && !ahead(from)
                    && listed(&self.there, "passed_pawn", enemy).contains(sq)
            }
            Asset::Behind(sq) => {
                let Some(pawn) = self.there.on(sq).filter(|man| man.role == Role::Pawn) else {
                    return wrong("there is no pawn");
                };
                let own = pawn.color == self.us;
                let central = own && [3, 4].contains(&sq.file()) && sq.rank_for(self.us) >= 3;
                let passed = listed(&self.there, "passed_pawn", pawn.color).contains(sq);
                self.role == Role::Rook
                    && (central || passed)
                    && to.file() == sq.file()
                    && from.file() != to.file()
                    && to.rank_for(pawn.color) < sq.rank_for(pawn.color)
                    && sight[0].contains(sq)
            }
            Asset::Escorts(sq) => {
                let queens = [self.us, self.us.other()].map(|side| self.there.number(side, Role::Queen));
                self.role == Role::King
                    && queens == [0, 0]
                    && listed(&self.there, "passed_pawn", self.us).contains(sq)
                    && steps(to, sq) <= 2
                    && steps(to, sq) < steps(from, sq)
            }
            Asset::Connects => {
                let joined = |board: &Board| {
                    let rooks = board.squares(self.us, Role::Rook);
                    rooks.iter().any(|one| {
                        one.rank_for(self.us) == 0
                            && board
                                .attacks_from(one)
                                .iter()
                                .any(|other| other.rank_for(self.us) == 0 && rooks.contains(other))
                    })
                };
                self.role != Role::Rook && new(joined(&self.there), joined(&self.back))
            }
            Asset::Pins(sq) => {
                let enemy = self.us.other();
                let piece = self.there.on(sq).is_some_and(|man| man.color == enemy && man.role.is_piece());
                piece
                    && pinned_by(&self.there, sq, enemy) == Some(to)
                    && pinned_by(&self.back, sq, enemy).is_none()
            }
            Asset::Frees(sq) => {
                let piece = self.is_own(sq) && self.there.on(sq).is_some_and(|man| man.role.is_piece());
                let held = |board: &Board| pinned_by(board, sq, self.us).is_some();
                piece && sq != to && !held(&self.there) && held(&self.back)
            }
            Asset::Centre => {
                let minor = matches!(self.role, Role::Knight | Role::Bishop);
                let middle = |sq: Square| [3, 4].contains(&sq.file()) && [3, 4].contains(&sq.rank());
                let [now, before] = sight.map(|seen| seen.iter().filter(|&sq| middle(sq)).count());
                minor && now >= 2 && before == 0
            }
            Asset::Faces(sq) => {
                let dear = self
                    .there
                    .on(sq)
                    .is_some_and(|man| man.color != self.us && matches!(man.role, Role::Queen | Role::King));
                let (low, high) = (to.rank().min(sq.rank()), to.rank().max(sq.rank()));
                let between = Square::all().filter(|at| {
                    at.file() == to.file()
                        && (low + 1..high).contains(&at.rank())
                        && self.there.on(*at).is_some()
                });
                self.role == Role::Rook
                    && dear
                    && sq.file() == to.file()
                    && from.file() != to.file()
                    && [1, 2].contains(&between.count())
            }
            Asset::Unchecked(man, sq) => {
                self.role == Role::King
                    && to.rank_for(self.us) <= 1
                    && safe_checks(&self.there).is_empty()
                    && safe_checks(&self.back).contains(&(man, sq))
            }
            Asset::Shelter { pawns, instead } => {
                let (now, before) = (self.cover(to), self.cover(from));
                if first && (now, before) != (usize::from(pawns), usize::from(instead)) {
                    return wrong("another number of pawns stands before the king");
                }
                now >= 2 && now > before
            }
            Asset::WayOut => {
                let enemy = self.us.other();
                let heavy = [Role::Rook, Role::Queen].iter().any(|&role| self.there.number(enemy, role) > 0);
                self.role == Role::Pawn && heavy && new(self.way_out(&self.there), self.way_out(&self.back))
            }
        };
        if holds { Ok(()) } else { wrong("it has this on its old square too, or not on the new one") }
    }

    /// A quiet move of an enemy man loses something there, and nothing with the man put back.
    fn spoils(&self, man: Square, sq: Square) -> bool {
        let mv = Move { from: man, to: sq, promotion: None };
        let free = self.there.on(sq).is_none() && self.back.on(sq).is_none();
        let loss = |board: &Board| board.allows(mv).then(|| exchange(&board.after(mv), sq));
        free && loss(&self.there).is_some_and(|lost| lost > 0) && loss(&self.back) == Some(0)
    }

    /// Own pawns right before a square, on its own and the next files.
    fn cover(&self, square: Square) -> usize {
        let before = |pawn: &Square| {
            let ahead = pawn.rank_for(self.us) - square.rank_for(self.us);
            ahead == 1 && (pawn.file() - square.file()).abs() <= 1
        };
        self.there.squares(self.us, Role::Pawn).iter().filter(before).count()
    }

    fn is_own(&self, square: Square) -> bool {
        self.there.on(square).is_some_and(|man| man.color == self.us && man.role != Role::King)
    }

    /// No pawn stands on the square's file: none at all, or none of our own.
    fn free(&self, square: Square, of_all: bool) -> bool {
        let none = |side: Color| {
            !self.there.squares(side, Role::Pawn).iter().any(|pawn| pawn.file() == square.file())
        };
        none(self.us) && (!of_all || none(self.us.other()))
    }

    /// The king stands on his first rank and can leave it.
    fn way_out(&self, board: &Board) -> bool {
        let king = board.king(self.us);
        let free = |sq: Square| {
            board.on(sq).is_none_or(|man| man.color != self.us)
                && board.attackers(self.us.other(), sq).is_empty()
        };
        king.rank_for(self.us) == 0
            && [-1, 0, 1].into_iter().filter_map(|file| king.step((file, self.us.forward()))).any(free)
    }
}
