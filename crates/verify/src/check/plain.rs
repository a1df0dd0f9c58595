//! What a move plainly does, square by square.

use philidor_claims::Effect;

use super::Case;
use crate::{
    board::{Board, Color, Role, Set, Square},
    captures::exchange,
    count::count,
    line::Play,
};

/// What is wrong with a plain effect of the first move, if anything.
pub(super) fn plain(case: &Case, effect: Effect) -> Option<&'static str> {
    let play = &case.line.plays[0];
    let Some(mv) = play.mv else { return Some("a pass does nothing") };
    let role = match play.man {
        Some(man) if !play.castled && mv.promotion.is_none() => man.role,
        _ => return Some("no man simply moves"),
    };
    let deed = Deed {
        start: case.start(),
        there: case.there(),
        us: case.side,
        from: mv.from,
        to: mv.to,
        role,
        play,
    };
    deed.wrong(effect)
}

/// The man that moved, and the boards before and after.
struct Deed<'a> {
    start: &'a Board,
    there: &'a Board,
    us: Color,
    from: Square,
    to: Square,
    role: Role,
    play: &'a Play,
}

impl Deed<'_> {
    fn wrong(&self, effect: Effect) -> Option<&'static str> {
        let to = |sq: Square| sq == self.to;
        let (holds, why) = match effect {
            Effect::InvadesSeventh(sq) => (
                to(sq) && self.is_rook() && self.from.rank() != sq.rank() && self.has("rook_on_seventh", sq),
                "no rook comes to the seventh rank",
            ),
            Effect::TakesHalfOpenFile(sq) => (
                to(sq) && self.changes_file() && self.has("rook_half_open_file", sq),
                "no rook goes to a half-open file",
            ),
            Effect::DoublesRooks(sq) => {
                (to(sq) && self.changes_file() && self.doubles(sq), "no rook is doubled")
            }
            Effect::ConnectsRooks(sq) => (to(sq) && self.connects(), "no rooks are connected by it"),
            Effect::BacksPasser(sq) => (self.backs(sq), "no rook gets behind the passed pawn"),
            Effect::TakesOutpost(sq) => (to(sq) && self.outpost(sq), "it is no outpost"),
            Effect::Centralises(sq) => (to(sq) && self.centralises(sq), "no minor piece comes to the centre"),
            Effect::PushesPasser(sq) => (to(sq) && self.pushes(sq), "no passed pawn steps forward"),
            Effect::Blockades(sq) => (self.blockades(sq), "no passed pawn is blocked"),
            Effect::MakesLuft(sq) => (sq == self.from && self.luft(sq), "the king gets no first way out"),
            Effect::GainsSpace(sq) => {
                (to(sq) && self.space(sq), "no pawn settles on the fifth or sixth rank")
            }
            Effect::ActivatesKing(sq) => {
                (to(sq) && self.activates(), "no king nears the centre without queens")
            }
            Effect::Trades(sq) => (to(sq) && self.trades(), "no men of like worth are exchanged"),
            Effect::OffersTrade(sq) => (self.offers(sq), "no exchange is offered"),
            Effect::AvoidsTrade(sq) => (sq == self.from && self.avoids(), "no exchange is avoided"),
            Effect::Unpins(sq) => (self.unpins(sq), "it is not freed from a pin"),
            Effect::Presses(sq) => (self.presses(sq), "there is no new pressure on it"),
            Effect::Supports(sq) => (self.supports(sq), "there is no new support for it"),
            Effect::Opens(sq) => (self.opens(sq), "no line is opened for it"),
            Effect::TakesSquare(sq) => (self.takes_square(sq), "the square was not the enemy's to lose"),
            Effect::Undermines(sq) => (self.hits(sq) && self.props(sq), "it undermines nothing"),
            Effect::StrikesCentre(sq) => {
                (self.hits(sq) && to_centre(sq) == 0, "no pawn strikes at a pawn in the centre")
            }
            Effect::AdvancesQueenside(sq) => (to(sq) && self.advances(0..=2), "no pawn advances there"),
            Effect::AdvancesKingside(sq) => (to(sq) && self.advances(5..=7), "no pawn advances there"),
            Effect::OccupiesCentre(sq) => (to(sq) && self.occupies(), "no pawn comes to the centre"),
            Effect::EyesCentre(sq) => {
                (self.eyes(sq), "the square is not newly attacked, or not of the centre")
            }
            Effect::KeepsTension(sq) => (self.keeps_tension(sq), "there is no tension to keep"),
            Effect::QueenInvades(sq) => {
                (to(sq) && self.queen_invades(), "no queen comes to the seventh rank")
            }
            Effect::Simplifies(sq) => (
                to(sq) && self.role.is_piece() && !self.is_behind() && self.trades(),
                "no pieces are exchanged by a side that is not behind",
            ),
            Effect::OffersSimpler(sq) => {
                (!self.is_behind() && self.offers(sq), "a side that is not behind offers no exchange")
            }
            Effect::GainsScope(sq) => (to(sq) && self.gains_scope(), "it does not see three squares more"),
            Effect::Regains(sq) => (to(sq) && self.regains(), "nothing is taken back by it"),
            Effect::BringsKing(sq) => (self.brings_king(sq), "the king comes no nearer to such a pawn"),
            Effect::LeavesLine(sq) => (self.leaves_line(sq), "the king leaves no line of that piece"),
            Effect::TakesDiagonal(sq) => (to(sq) && self.takes_diagonal(), "it opens no diagonal for itself"),
            Effect::QueenTakesFile(sq) => {
                (to(sq) && self.queen_takes_file(), "no queen goes to an open file")
            }
            Effect::GivesBishop(sq) => {
                (to(sq) && self.swaps(Role::Bishop, Role::Knight), "no bishop is given for a knight")
            }
            Effect::GivesKnight(sq) => {
                (to(sq) && self.swaps(Role::Knight, Role::Bishop), "no knight is given for a bishop")
            }
            Effect::TradesInCentre(sq) => (
                to(sq) && to_centre(sq) == 0 && self.swaps(Role::Pawn, Role::Pawn),
                "no pawns are exchanged in the centre",
            ),
            Effect::DoublesHeavy(sq) => (to(sq) && self.doubles_heavy(), "no queen and rook are doubled"),
            Effect::LeavesCheck(sq) => (
                to(sq) && self.checked(sq) == Some(false) && self.role == Role::King,
                "the king leaves no check",
            ),
            Effect::BlocksCheck(sq) => {
                (to(sq) && self.checked(sq) == Some(false) && self.role != Role::King, "no check is blocked")
            }
            Effect::TakesChecker(sq) => (to(sq) && self.checked(sq) == Some(true), "no check is ended so"),
            Effect::BreaksBishopPair(sq) => (to(sq) && self.breaks_pair(), "no pair of bishops is broken up"),
            _ => (false, "it is no plain effect"),
        };
        (!holds).then_some(why)
    }

    fn them(&self) -> Color {
        self.us.other()
    }

    fn is_rook(&self) -> bool {
        self.role == Role::Rook
    }

    fn is_minor(&self) -> bool {
        matches!(self.role, Role::Knight | Role::Bishop)
    }

    fn changes_file(&self) -> bool {
        self.is_rook() && self.from.file() != self.to.file()
    }

    fn has(&self, feature: &str, square: Square) -> bool {
        listed(self.there, feature, self.us).contains(square)
    }

    /// Nothing is to be won by taking the moved man.
    fn is_safe(&self) -> bool {
        exchange(self.there, self.to) == 0
    }

    fn is_quiet(&self) -> bool {
        self.play.taken.is_none()
    }

    fn newly_sees(&self, square: Square) -> bool {
        self.there.attacks_from(self.to).contains(square)
            && !self.start.attacks_from(self.from).contains(square)
    }

    fn doubles(&self, square: Square) -> bool {
        let pawns = self.there.squares(self.us, Role::Pawn);
        let guarded = self.there.attacks_from(square).and(self.there.squares(self.us, Role::Rook));
        pawns.iter().all(|pawn| pawn.file() != square.file())
            && guarded.iter().any(|rook| rook.file() == square.file())
    }

    fn connects(&self) -> bool {
        let pairs = |board: &Board, home: bool| {
            let all = board.squares(self.us, Role::Rook);
            let rooks: Set = all.iter().filter(|sq| !home || sq.rank_for(self.us) == 0).collect();
            rooks.iter().any(|rook| !board.attacks_from(rook).and(rooks).is_empty())
        };
        pairs(self.there, true) && !pairs(self.start, false)
    }

    fn backs(&self, pawn: Square) -> bool {
        self.is_rook()
            && self.to.file() == pawn.file()
            && self.to.rank_for(self.us) < pawn.rank_for(self.us)
            && self.newly_sees(pawn)
            && self.has("passed_pawn", pawn)
    }

    fn outpost(&self, square: Square) -> bool {
        self.is_minor() && is_outpost(self.there, self.us, square)
    }

    fn centralises(&self, square: Square) -> bool {
        self.is_minor()
            && to_centre(square) == 0
            && to_centre(self.from) > 0
            && self.is_quiet()
            && self.is_safe()
    }

    fn pushes(&self, square: Square) -> bool {
        self.role == Role::Pawn
            && self.from.file() == square.file()
            && listed(self.start, "passed_pawn", self.us).contains(self.from)
            && self.has("passed_pawn", square)
    }

    fn blockades(&self, pawn: Square) -> bool {
        self.role != Role::Pawn
            && self.to.step((0, self.us.forward())) == Some(pawn)
            && listed(self.there, "passed_pawn", self.them()).contains(pawn)
            && self.is_safe()
    }

    fn luft(&self, left: Square) -> bool {
        let king = self.start.king(self.us);
        let heavy = [Role::Rook, Role::Queen];
        let free = |board: &Board, sq: Square| {
            board.on(sq).is_none_or(|man| man.color != self.us) && board.attackers(self.them(), sq).is_empty()
        };
        let beside: Vec<Square> =
            [-1, 0, 1].into_iter().filter_map(|file| king.step((file, self.us.forward()))).collect();
        self.role == Role::Pawn
            && king.rank_for(self.us) == 0
            && ![king, left].iter().any(|sq| (3..=5).contains(&sq.file()))
            && heavy.iter().any(|&role| self.start.number(self.them(), role) > 0)
            && beside.contains(&left)
            && !beside.iter().any(|&sq| free(self.start, sq))
            && free(self.there, left)
    }

    fn space(&self, square: Square) -> bool {
        self.role == Role::Pawn
            && square.file() == self.from.file()
            && (3..=4).contains(&square.file())
            && (4..=5).contains(&square.rank_for(self.us))
            && !self.has("passed_pawn", square)
            && self.is_safe()
    }

    fn activates(&self) -> bool {
        self.role == Role::King && !self.has_queens() && to_centre(self.to) < to_centre(self.from)
    }

    fn trades(&self) -> bool {
        let like = self.play.taken.is_some_and(|(_, man)| man.role.points() == self.role.points());
        like && self.role != Role::King && can_take(self.there, None, self.to)
    }

    fn offers(&self, square: Square) -> bool {
        let Some(again) = self.there.passed() else { return false };
        self.role.is_piece()
            && self.is_quiet()
            && self.is_like(self.there, square)
            && self.newly_sees(square)
            && can_take(self.there, Some(square), self.to)
            && can_take(&again, Some(self.to), square)
            && self.is_safe()
    }

    /// An enemy piece worth as much as the one that moved.
    fn is_like(&self, board: &Board, square: Square) -> bool {
        board.on(square).is_some_and(|man| {
            man.color != self.us && man.role.is_piece() && man.role.points() == self.role.points()
        })
    }

    fn avoids(&self) -> bool {
        let hunters = self.start.attackers(self.them(), self.from);
        self.role.is_piece()
            && self.is_quiet()
            && hunters.iter().any(|sq| self.is_like(self.start, sq))
            && self.start.passed().is_some_and(|board| exchange(&board, self.from) == 0)
            && self.there.attackers(self.them(), self.to).is_empty()
    }

    fn unpins(&self, square: Square) -> bool {
        let pinned = |board: &Board| {
            let king = board.king(self.us);
            let mut bare = board.clone();
            bare.put(square, None);
            // Who looks at the king only through the man.
            let before = board.attackers(self.them(), king);
            bare.attackers(self.them(), king).iter().any(|sq| !before.contains(sq))
        };
        let own = self.there.on(square).is_some_and(|man| man.color == self.us && man.role.is_piece());
        own && square != self.to && pinned(self.start) && !pinned(self.there)
    }

    fn presses(&self, square: Square) -> bool {
        let enemy = self.there.on(square).is_some_and(|man| man.color != self.us && man.role != Role::King);
        self.role.is_piece()
            && enemy
            && self.newly_sees(square)
            && self.there.passed().is_some_and(|board| exchange(&board, square) == 0)
    }

    fn supports(&self, square: Square) -> bool {
        let own = self.there.on(square).is_some_and(|man| man.color == self.us && man.role != Role::King);
        let attacked = |board: &Board| !board.attackers(self.them(), square).is_empty();
        own && self.newly_sees(square)
            && attacked(self.start)
            && attacked(self.there)
            && self.start.passed().is_some_and(|board| exchange(&board, square) == 0)
            && exchange(self.there, square) == 0
    }

    fn opens(&self, square: Square) -> bool {
        let far = |man: crate::board::Man| matches!(man.role, Role::Bishop | Role::Rook | Role::Queen);
        let own = self.there.on(square).is_some_and(|man| man.color == self.us && far(man));
        let sight = |board: &Board| board.attacks_from(square).len();
        own && square != self.to && sight(self.there) >= sight(self.start) + 2
    }

    /// The moved pawn attacks an enemy pawn that it did not attack before.
    fn hits(&self, pawn: Square) -> bool {
        let enemy = self.there.on(pawn).is_some_and(|man| man.color != self.us && man.role == Role::Pawn);
        self.role == Role::Pawn && enemy && self.newly_sees(pawn)
    }

    /// The enemy pawn guards a man of its side.
    fn props(&self, pawn: Square) -> bool {
        let own =
            |sq: Square| self.there.on(sq).is_some_and(|man| man.color != self.us && man.role != Role::King);
        self.there.attacks_from(pawn).iter().any(own)
    }

    fn advances(&self, files: std::ops::RangeInclusive<i8>) -> bool {
        self.role == Role::Pawn
            && files.contains(&self.to.file())
            && self.from.file() == self.to.file()
            && (3..=5).contains(&self.to.rank_for(self.us))
            && !self.has("passed_pawn", self.to)
            && self.is_safe()
    }

    fn occupies(&self) -> bool {
        self.role == Role::Pawn
            && self.from.file() == self.to.file()
            && to_centre(self.to) == 0
            && self.to.rank_for(self.us) == 3
            && self.is_safe()
            && !self.has("passed_pawn", self.to)
    }

    fn eyes(&self, square: Square) -> bool {
        let own = self.there.on(square).is_some_and(|man| man.color == self.us);
        !matches!(self.role, Role::King | Role::Queen)
            && square != self.from
            && to_centre(square) == 0
            && !own
            && self.newly_sees(square)
    }

    fn keeps_tension(&self, square: Square) -> bool {
        let pawn = |board: &Board, sq: Square, side: Color| {
            board.on(sq).is_some_and(|man| man.color == side && man.role == Role::Pawn)
        };
        let touching = |board: &Board| -> Vec<Square> {
            board.attackers(self.us, square).iter().filter(|&sq| pawn(board, sq, self.us)).collect()
        };
        self.is_quiet()
            && pawn(self.there, square, self.them())
            && touching(self.start).into_iter().any(|by| can_take(self.start, Some(by), square))
            && !touching(self.there).is_empty()
    }

    fn queen_invades(&self) -> bool {
        self.role == Role::Queen
            && self.to.rank_for(self.us) == 6
            && self.from.rank_for(self.us) != 6
            && self.is_safe()
    }

    fn is_behind(&self) -> bool {
        let worth = |side: Color| self.start.men(side).map(|(_, role)| role.points()).sum::<i32>();
        worth(self.us) < worth(self.them())
    }

    fn regains(&self) -> bool {
        let won = |(_, man): (Square, crate::board::Man)| man.role.points() > exchange(self.there, self.to);
        self.is_behind() && self.play.taken.is_some_and(won)
    }

    /// The moved man takes another, and can be taken.
    fn swaps(&self, own: Role, other: Role) -> bool {
        self.role == own
            && self.play.taken.is_some_and(|(_, man)| man.role == other)
            && can_take(self.there, None, self.to)
    }

    fn has_queens(&self) -> bool {
        [self.us, self.them()].iter().any(|&side| self.start.number(side, Role::Queen) > 0)
    }

    fn brings_king(&self, pawn: Square) -> bool {
        let passed = |side: Color| listed(self.there, "passed_pawn", side);
        let theirs = self.there.squares(self.them(), Role::Pawn);
        let goals = theirs.iter().chain(passed(self.us).iter()).chain(passed(self.them()).iter());
        let nearer = |sq: &Square| steps(self.to, *sq) <= 3 && steps(self.to, *sq) < steps(self.from, *sq);
        let first = |sq: &Square| (steps(self.to, *sq), sq.rank_for(self.us), sq.file());
        self.role == Role::King
            && self.is_quiet()
            && !self.has_queens()
            && goals.filter(nearer).min_by_key(first) == Some(pawn)
    }

    /// There is a check: whether the man on the square gives it.
    fn checked(&self, by: Square) -> Option<bool> {
        let king = self.start.king(self.us);
        let by_whom = self.start.attackers(self.us.other(), king);
        (!by_whom.is_empty()).then(|| by_whom.contains(by))
    }

    fn leaves_line(&self, by: Square) -> bool {
        let Some(man) = self.start.on(by).filter(|man| man.color != self.us) else { return false };
        // Its lines alone, whatever stands on them.
        let looks = |king: Square| {
            let (files, ranks) = ((by.file() - king.file()).abs(), (by.rank() - king.rank()).abs());
            let (straight, slanted) = (files == 0 || ranks == 0, files == ranks);
            match man.role {
                Role::Bishop => slanted,
                Role::Rook => straight,
                Role::Queen => straight || slanted,
                _ => false,
            }
        };
        let (files, ranks) = (by.file() - self.from.file(), by.rank() - self.from.rank());
        let way = |n: i8| self.from.step((n * files.signum(), n * ranks.signum()));
        let between = (1..steps(by, self.from)).filter_map(way).filter(|&sq| self.start.on(sq).is_some());
        self.role == Role::King
            && self.is_quiet()
            && !self.start.in_check(self.us)
            && looks(self.from)
            && (1..=2).contains(&between.count())
            && !looks(self.to)
    }

    fn takes_diagonal(&self) -> bool {
        let sees = self.there.attacks_from(self.to);
        let on = |sq: Square, way: i8| sq.file() - self.to.file() == way * (sq.rank() - self.to.rank());
        let open = |way: i8| !on(self.from, way) && sees.iter().filter(|&sq| on(sq, way)).count() >= 5;
        matches!(self.role, Role::Bishop | Role::Queen)
            && self.is_quiet()
            && self.is_safe()
            && (open(1) || open(-1))
    }

    fn queen_takes_file(&self) -> bool {
        let pawns = [self.us, self.them()].map(|side| self.there.squares(side, Role::Pawn));
        let empty = !pawns.iter().any(|all| all.iter().any(|sq| sq.file() == self.to.file()));
        self.role == Role::Queen
            && self.is_quiet()
            && self.from.file() != self.to.file()
            && empty
            && self.is_safe()
    }

    fn doubles_heavy(&self) -> bool {
        let other = match self.role {
            Role::Rook => Role::Queen,
            Role::Queen => Role::Rook,
            _ => return false,
        };
        let pawns = self.there.squares(self.us, Role::Pawn);
        let guarded = self.there.attacks_from(self.to).and(self.there.squares(self.us, other));
        self.from.file() != self.to.file()
            && pawns.iter().all(|pawn| pawn.file() != self.to.file())
            && guarded.iter().any(|sq| sq.file() == self.to.file())
    }

    fn gains_scope(&self) -> bool {
        self.role.is_piece()
            && self.is_quiet()
            && self.there.attacks_from(self.to).len() >= self.start.attacks_from(self.from).len() + 3
            && self.is_safe()
    }

    fn breaks_pair(&self) -> bool {
        self.is_minor()
            && self.play.taken.is_some_and(|(_, man)| man.role == Role::Bishop)
            && self.start.number(self.them(), Role::Bishop) >= 2
    }

    fn takes_square(&self, square: Square) -> bool {
        let by = |side: Color, roles: &[Role]| {
            let men = self.start.attackers(side, square);
            men.iter().any(|sq| self.start.on(sq).is_some_and(|man| roles.contains(&man.role)))
        };
        self.role == Role::Pawn
            && (3..=4).contains(&square.rank_for(self.us))
            && self.there.attacks_from(self.to).contains(square)
            && self.there.on(square).is_none()
            && by(self.them(), &[Role::Knight, Role::Bishop])
            && !by(self.us, &[Role::Pawn])
    }
}

/// The squares of a feature.
pub(super) fn listed(board: &Board, feature: &str, owner: Color) -> Set {
    count(board, feature, owner).and_then(|count| count.squares).unwrap_or_default()
}

/// A square of the fourth to sixth rank that an own pawn guards and no enemy pawn can come to attack.
pub(super) fn is_outpost(board: &Board, us: Color, square: Square) -> bool {
    let rank = square.rank_for(us);
    let can_come = |pawn: Square| (pawn.file() - square.file()).abs() == 1 && pawn.rank_for(us) > rank;
    let guard = |pawn: Square| board.attacks_from(pawn).contains(square);
    (3..=5).contains(&rank)
        && !board.squares(us.other(), Role::Pawn).iter().any(can_come)
        && board.squares(us, Role::Pawn).iter().any(guard)
}

/// King's steps to the nearest of d4, e4, d5 and e5.
fn to_centre(square: Square) -> i8 {
    let off = |at: i8| if at < 3 { 3 - at } else { (at - 4).max(0) };
    off(square.file()).max(off(square.rank()))
}

/// A king's steps from one square to another.
pub(super) fn steps(from: Square, to: Square) -> i8 {
    (from.file() - to.file()).abs().max((from.rank() - to.rank()).abs())
}

/// Whether the side to move may take on a square, with any man or the one on `by`.
fn can_take(board: &Board, by: Option<Square>, square: Square) -> bool {
    let mover = board.turn;
    board
        .candidates()
        .into_iter()
        .any(|mv| mv.to == square && by.is_none_or(|by| by == mv.from) && !board.after(mv).in_check(mover))
}
