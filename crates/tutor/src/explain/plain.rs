//! What a move plainly does: said of quiet moves where nothing stronger is.

use philidor_chess::shakmaty::{
    Bitboard, Board, Chess, Color, File, Move, Piece, Position, Rank, Role, Square, attacks,
};

use crate::{
    claim::{Effect, passed},
    line::Step,
    sight::{absolute_pins, balance, exchange, is_line_piece, is_piece, value},
};
use philidor_know::{eval::squares_of, features::FeatureId};

/// The middle of the board.
const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// What a move plainly does; every effect of it [is plain](Effect::is_plain).
pub fn plain(start: &Chess, mv: Move) -> Vec<Effect> {
    if matches!(mv, Move::Castle { .. }) || mv.promotion().is_some() {
        return Vec::new();
    }
    let step = Step::new(start, mv);
    let seen = Seen { start, us: start.turn(), step: &step };
    let mut found = Vec::new();
    match step.role {
        Role::Pawn => seen.pawn(&mut found),
        Role::King => seen.king(&mut found),
        Role::Rook => seen.rook(&mut found),
        Role::Knight | Role::Bishop => seen.minor(&mut found),
        Role::Queen => seen.queen(&mut found),
    }
    if matches!(step.role, Role::Bishop | Role::Queen) {
        seen.diagonal(&mut found);
    }
    found.extend(seen.check());
    seen.scope(&mut found);
    seen.centre(&mut found);
    seen.tension(&mut found);
    seen.trades(&mut found);
    // What is exchanged presses on nothing for long.
    let traded = |effect: &Effect| {
        matches!(
            effect,
            Effect::Trades(_)
                | Effect::Simplifies(_)
                | Effect::GivesBishop(_)
                | Effect::GivesKnight(_)
                | Effect::TradesInCentre(_)
        )
    };
    if !found.iter().any(traded) {
        seen.touches(&mut found);
    }
    seen.lines(&mut found);
    found
}

/// A move with the boards before and after it.
struct Seen<'a> {
    start: &'a Chess,
    us: Color,
    step: &'a Step,
}

impl Seen<'_> {
    fn to(&self) -> Square {
        self.step.to
    }

    /// The squares that the moved man attacks now and did not before.
    fn new_sights(&self) -> Bitboard {
        let before = self.start.board().attacks_from(self.step.from);
        self.step.board().attacks_from(self.step.to) & !before
    }

    /// How a check is met.
    fn check(&self) -> Option<Effect> {
        let (checkers, to) = (self.start.checkers(), self.to());
        checkers.any().then(|| match self.step.role {
            _ if checkers.contains(to) => Effect::TakesChecker(to.into()),
            Role::King => Effect::LeavesCheck(to.into()),
            _ => Effect::BlocksCheck(to.into()),
        })
    }

    /// Taking the moved man wins nothing.
    fn is_safe(&self) -> bool {
        exchange(&self.step.after, self.step.to) == 0
    }

    fn own(&self, role: Role) -> Bitboard {
        self.step.board().by_piece(Piece { color: self.us, role })
    }

    /// The rank as the mover counts it, from 0.
    fn rank(&self, square: Square) -> u32 {
        self.us.fold_wb(square.rank(), square.rank().flip_vertical()).into()
    }

    fn attacked(&self, pos: &Chess, square: Square) -> bool {
        let board = pos.board();
        board.attacks_to(square, !self.us, board.occupied()).any()
    }

    fn pawn(&self, found: &mut Vec<Effect>) {
        let (from, to) = (self.step.from, self.to());
        let is_passed =
            |pos: &Chess, sq: Square| squares_of(pos, FeatureId::PassedPawn, self.us).contains(sq);
        let passes = is_passed(&self.step.after, to);
        if !self.step.is_capture() {
            if passes && is_passed(self.start, from) {
                found.push(Effect::PushesPasser(to.into()));
            }
            if !passes && self.is_safe() {
                found.extend(self.advance());
            }
        }
        let contacts = self.new_sights() & self.step.board().by_color(!self.us) & self.step.board().pawns();
        for sq in contacts {
            let board = self.step.board();
            let props = board.attacks_from(sq) & board.by_color(!self.us) & !board.kings();
            // A pawn of the centre that holds up other pawns only is struck at for its own sake.
            let central = CENTRE.contains(&sq);
            if (props & !board.pawns()).any() || !central && props.any() {
                found.push(Effect::Undermines(sq.into()));
            } else if central {
                found.push(Effect::StrikesCentre(sq.into()));
            }
        }
        if self.makes_luft() {
            found.push(Effect::MakesLuft(from.into()));
        }
        let before = self.start.board();
        let pawns = before.by_piece(Piece { color: self.us, role: Role::Pawn });
        let guarded = |sq: Square| (attacks::pawn_attacks(!self.us, sq) & pawns).any();
        let minors = before.by_color(!self.us) & (before.knights() | before.bishops());
        let wanted = |sq: Square| (before.attacks_to(sq, !self.us, before.occupied()) & minors).any();
        let near = |sq: &Square| matches!(self.rank(*sq), 3 | 4);
        let sights = self.step.board().attacks_from(to) & !self.step.board().occupied();
        let taken = sights.into_iter().filter(|sq| near(sq) && !guarded(*sq) && wanted(*sq));
        found.extend(taken.map(|sq| Effect::TakesSquare(sq.into())));
    }

    /// What a pawn's step forward that wins and loses nothing is called.
    fn advance(&self) -> Option<Effect> {
        let to = self.to();
        let rank = self.rank(to);
        match to.file() {
            File::D | File::E if matches!(rank, 4 | 5) => Some(Effect::GainsSpace(to.into())),
            File::D | File::E if rank == 3 => Some(Effect::OccupiesCentre(to.into())),
            File::A | File::B | File::C if (3..=5).contains(&rank) => {
                Some(Effect::AdvancesQueenside(to.into()))
            }
            File::F | File::G | File::H if (3..=5).contains(&rank) => {
                Some(Effect::AdvancesKingside(to.into()))
            }
            _ => None,
        }
    }

    /// The moved man guards an own man of that kind along a new file without own pawns.
    fn doubles_heavy(&self, other: Role) -> bool {
        let file = Bitboard::from_file(self.to().file());
        let sees = self.step.board().attacks_from(self.to()) & file;
        self.step.from.file() != self.to().file()
            && (file & self.own(Role::Pawn)).is_empty()
            && (sees & self.own(other)).any()
    }

    /// A bishop or queen on a diagonal that is new to it, with five squares in sight.
    fn diagonal(&self, found: &mut Vec<Effect>) {
        let (from, to) = (self.step.from, self.to());
        let sees = self.step.board().attacks_from(to);
        let rays = [(1, 1), (1, -1)].map(|step| diagonal(to, step));
        let open = rays.into_iter().any(|ray| !ray.contains(from) && (sees & ray).count() >= 5);
        if open && !self.step.is_capture() && self.is_safe() {
            found.push(Effect::TakesDiagonal(to.into()));
        }
    }

    fn queen(&self, found: &mut Vec<Effect>) {
        let (from, to) = (self.step.from, self.to());
        if self.doubles_heavy(Role::Rook) {
            found.push(Effect::DoublesHeavy(to.into()));
        }
        let quiet = !self.step.is_capture() && self.is_safe();
        let file = Bitboard::from_file(to.file());
        if quiet && from.file() != to.file() && (file & self.step.board().pawns()).is_empty() {
            found.push(Effect::QueenTakesFile(to.into()));
        }
        if self.rank(to) == 6 && self.rank(from) != 6 && self.is_safe() {
            found.push(Effect::QueenInvades(to.into()));
        }
    }

    /// A piece that sees much more from its new square.
    fn scope(&self, found: &mut Vec<Effect>) {
        let sight = |board: &Board, sq: Square| board.attacks_from(sq).count();
        let grown = sight(self.step.board(), self.to()) >= sight(self.start.board(), self.step.from) + 3;
        if is_piece(self.step.role) && !self.step.is_capture() && grown && self.is_safe() {
            found.push(Effect::GainsScope(self.to().into()));
        }
    }

    /// Squares of the centre that a man comes to attack.
    fn centre(&self, found: &mut Vec<Effect>) {
        if !matches!(self.step.role, Role::King | Role::Queen) {
            let own = self.step.board().by_color(self.us);
            let sights = (self.new_sights() & !own).without(self.step.from);
            let mut eyed: Vec<Square> = CENTRE.into_iter().filter(|&sq| sights.contains(sq)).collect();
            eyed.sort_by_key(|&sq| (self.rank(sq), sq.file()));
            found.extend(eyed.into_iter().map(|sq| Effect::EyesCentre(sq.into())));
        }
    }

    /// Pawns that could be exchanged and are not.
    fn tension(&self, found: &mut Vec<Effect>) {
        if self.step.is_capture() {
            return;
        }
        let enemy =
            |sq: Square| self.step.board().piece_at(sq) == Some(Piece { color: !self.us, role: Role::Pawn });
        let touched = |sq: Square| (attacks::pawn_attacks(!self.us, sq) & self.own(Role::Pawn)).any();
        let could = self.start.legal_moves();
        let mut kept: Vec<Square> = could
            .iter()
            .filter(|mv| mv.role() == Role::Pawn && mv.is_capture() && !mv.is_en_passant())
            .map(|mv| mv.to())
            .filter(|&sq| enemy(sq) && touched(sq))
            .collect();
        kept.sort_by_key(|&sq| (self.rank(sq), sq.file()));
        kept.dedup();
        found.extend(kept.into_iter().map(|sq| Effect::KeepsTension(sq.into())));
    }

    /// Less material at the start.
    fn is_behind(&self) -> bool {
        balance(self.start.board(), self.us) < 0
    }

    /// The pawn's step gives its king the first free square of the second rank.
    fn makes_luft(&self) -> bool {
        let before = self.start.board();
        let Some(king) = before.king_of(self.us) else { return false };
        let heavy = before.by_color(!self.us) & before.rooks_and_queens();
        let aside = |sq: Square| !matches!(sq.file(), File::D | File::E | File::F);
        let second = Bitboard::from_rank(self.us.fold_wb(Rank::Second, Rank::Seventh));
        let beside = attacks::king_attacks(king) & second;
        let free =
            |pos: &Chess, sq: Square| !pos.board().by_color(self.us).contains(sq) && !self.attacked(pos, sq);
        self.rank(king) == 0
            && aside(king)
            && aside(self.step.from)
            && heavy.any()
            && beside.contains(self.step.from)
            && !beside.into_iter().any(|sq| free(self.start, sq))
            && free(&self.step.after, self.step.from)
    }

    fn king(&self, found: &mut Vec<Effect>) {
        let board = self.start.board();
        let away = |sq: Square| CENTRE.iter().map(|&centre| sq.distance(centre)).min();
        if board.queens().is_empty() {
            if away(self.to()) < away(self.step.from) {
                found.push(Effect::ActivatesKing(self.to().into()));
            }
            found.extend(self.goal_of_king().map(|sq| Effect::BringsKing(sq.into())));
        }
        let mut left: Vec<Square> = self.lines_left().collect();
        left.sort_by_key(|&sq| (self.rank(sq), sq.file()));
        found.extend(left.into_iter().map(|sq| Effect::LeavesLine(sq.into())));
        self.blockades(found);
    }

    /// The nearest pawn that the king comes nearer to: an enemy's or a passed one.
    fn goal_of_king(&self) -> Option<Square> {
        if self.step.is_capture() {
            return None;
        }
        let (from, to) = (self.step.from, self.to());
        let passers = |side: Color| squares_of(&self.step.after, FeatureId::PassedPawn, side);
        let theirs = self.step.board().pawns() & self.step.board().by_color(!self.us);
        let goals = theirs | passers(self.us) | passers(!self.us);
        let nearer = |sq: &Square| to.distance(*sq) <= 3 && to.distance(*sq) < from.distance(*sq);
        goals.into_iter().filter(nearer).min_by_key(|&sq| (to.distance(sq), self.rank(sq), sq.file()))
    }

    /// Enemy line pieces that looked at the king through one or two men and do not look at him now.
    fn lines_left(&self) -> impl Iterator<Item = Square> {
        let (from, to) = (self.step.from, self.to());
        let calm = !self.step.is_capture() && !self.start.is_check();
        let board = self.start.board();
        let looks = |sq: Square, king: Square| {
            let role = self.start.board().role_at(sq);
            role.is_some_and(|role| on_a_line(role, sq, king))
        };
        let enemies = (board.by_color(!self.us) & board.sliders()).into_iter();
        enemies.filter(move |&sq| {
            let between = (attacks::between(sq, from) & self.start.board().occupied()).count();
            calm && looks(sq, from) && (1..=2).contains(&between) && !looks(sq, to)
        })
    }

    fn rook(&self, found: &mut Vec<Effect>) {
        let (from, to) = (self.step.from, self.to());
        let on = |feature: FeatureId| squares_of(&self.step.after, feature, self.us).contains(to);
        if from.rank() != to.rank() && on(FeatureId::RookOnSeventh) {
            found.push(Effect::InvadesSeventh(to.into()));
        }
        if from.file() != to.file() {
            let file = Bitboard::from_file(to.file());
            let sees = self.step.board().attacks_from(to) & file;
            if (file & self.own(Role::Pawn)).is_empty() && (sees & self.own(Role::Rook)).any() {
                found.push(Effect::DoublesRooks(to.into()));
            } else if self.doubles_heavy(Role::Queen) {
                found.push(Effect::DoublesHeavy(to.into()));
            } else if on(FeatureId::RookHalfOpenFile) {
                found.push(Effect::TakesHalfOpenFile(to.into()));
            }
        }
        let passers = squares_of(&self.step.after, FeatureId::PassedPawn, self.us);
        let behind = |sq: &Square| sq.file() == to.file() && self.rank(to) < self.rank(*sq);
        let backed = (passers & self.new_sights()).into_iter().filter(behind);
        found.extend(backed.map(|sq| Effect::BacksPasser(sq.into())));
        self.blockades(found);
    }

    fn minor(&self, found: &mut Vec<Effect>) {
        let outpost = match self.step.role {
            Role::Knight => FeatureId::KnightOutpostSupported,
            _ => FeatureId::BishopOutpostSupported,
        };
        let to = self.to();
        if squares_of(&self.step.after, outpost, self.us).contains(to) {
            found.push(Effect::TakesOutpost(to.into()));
        } else if CENTRE.contains(&to)
            && !CENTRE.contains(&self.step.from)
            && !self.step.is_capture()
            && self.is_safe()
        {
            found.push(Effect::Centralises(to.into()));
        }
        self.blockades(found);
    }

    fn blockades(&self, found: &mut Vec<Effect>) {
        let passers = squares_of(&self.step.after, FeatureId::PassedPawn, !self.us);
        let blocked = self.to().offset(self.us.fold_wb(8, -8)).filter(|&sq| passers.contains(sq));
        if self.is_safe() {
            found.extend(blocked.map(|sq| Effect::Blockades(sq.into())));
        }
    }

    /// What the exchange of two men of like worth is called.
    fn exchange_of(&self, own: Role, taken: Role) -> Effect {
        let to = self.to().into();
        match (own, taken) {
            (Role::Bishop, Role::Knight) => Effect::GivesBishop(to),
            (Role::Knight, Role::Bishop) => Effect::GivesKnight(to),
            (Role::Pawn, Role::Pawn) if CENTRE.contains(&self.to()) => Effect::TradesInCentre(to),
            _ if is_piece(own) && !self.is_behind() => Effect::Simplifies(to),
            _ => Effect::Trades(to),
        }
    }

    /// Exchanges: made, offered, avoided.
    fn trades(&self, found: &mut Vec<Effect>) {
        let (from, to, role) = (self.step.from, self.to(), self.step.role);
        let replies = self.step.after.legal_moves();
        let takes_back = |by: Option<Square>| {
            replies.iter().any(|m| m.to() == to && by.is_none_or(|by| m.from() == Some(by)))
        };
        if let Some(taken) = self.step.taken {
            if role != Role::King && value(taken) == value(role) && takes_back(None) {
                found.push(self.exchange_of(role, taken));
            }
            if self.is_behind() && value(taken) > exchange(&self.step.after, to) {
                found.push(Effect::Regains(to.into()));
            }
            let bishops =
                |board: &Board| board.by_piece(Piece { color: !self.us, role: Role::Bishop }).count();
            let minor = matches!(role, Role::Knight | Role::Bishop);
            if minor && taken == Role::Bishop && bishops(self.start.board()) >= 2 {
                found.push(Effect::BreaksBishopPair(to.into()));
            }
            return;
        }
        if !is_piece(role) {
            return;
        }
        let equal = |pos: &Chess, sq: Square| {
            pos.board().role_at(sq).is_some_and(|other| is_piece(other) && value(other) == value(role))
        };
        let board = self.step.board();
        if let Some(again) = passed(&self.step.after).filter(|_| self.is_safe()) {
            let could = again.legal_moves();
            let targets = self.new_sights() & board.by_color(!self.us);
            let offered = targets.into_iter().filter(|&sq| {
                equal(&again, sq)
                    && takes_back(Some(sq))
                    && could.iter().any(|m| m.from() == Some(to) && m.to() == sq)
            });
            let behind = self.is_behind();
            found.extend(offered.map(|sq| match behind {
                false => Effect::OffersSimpler(sq.into()),
                true => Effect::OffersTrade(sq.into()),
            }));
        }
        let before = self.start.board();
        let hunters = before.attacks_to(from, !self.us, before.occupied());
        let same = hunters.into_iter().any(|sq| equal(self.start, sq));
        let kept = passed(self.start).is_some_and(|pos| exchange(&pos, from) == 0);
        if same && kept && !self.attacked(&self.step.after, to) {
            found.push(Effect::AvoidsTrade(from.into()));
        }
    }

    /// Men that are newly attacked or guarded.
    fn touches(&self, found: &mut Vec<Effect>) {
        let board = self.step.board();
        let sights = self.new_sights() & !board.kings();
        if let Some(again) = passed(&self.step.after).filter(|_| is_piece(self.step.role)) {
            let told = |sq: Square| {
                found.contains(&Effect::OffersTrade(sq.into()))
                    || found.contains(&Effect::OffersSimpler(sq.into()))
            };
            let targets = (sights & board.by_color(!self.us)).into_iter();
            let pressed: Vec<Square> = targets.filter(|&sq| !told(sq) && exchange(&again, sq) == 0).collect();
            found.extend(pressed.into_iter().map(|sq| Effect::Presses(sq.into())));
        }
        let Some(threatened) = passed(self.start) else { return };
        let told = |sq: Square| found.contains(&Effect::BacksPasser(sq.into()));
        let in_sight = |sq: Square| self.attacked(self.start, sq) && self.attacked(&self.step.after, sq);
        let held = |sq: Square| exchange(&threatened, sq) == 0 && exchange(&self.step.after, sq) == 0;
        let own = (sights & board.by_color(self.us)).into_iter();
        let backed: Vec<Square> = own.filter(|&sq| !told(sq) && in_sight(sq) && held(sq)).collect();
        found.extend(backed.into_iter().map(|sq| Effect::Supports(sq.into())));
    }

    /// Lines and pins of the men that did not move.
    fn lines(&self, found: &mut Vec<Effect>) {
        let (before, board) = (self.start.board(), self.step.board());
        let pinned = |board| -> Vec<Square> { absolute_pins(board, self.us).map(|pin| pin.pinned).collect() };
        let still = pinned(board);
        let stays = |sq: Square| sq != self.step.from && before.role_at(sq).is_some_and(is_piece);
        let freed = pinned(before).into_iter().filter(|&sq| stays(sq) && !still.contains(&sq));
        found.extend(freed.map(|sq| Effect::Unpins(sq.into())));
        let rooks = self.own(Role::Rook) & Bitboard::from_rank(self.us.fold_wb(Rank::First, Rank::Eighth));
        let linked = rooks.into_iter().any(|sq| (board.attacks_from(sq) & rooks).any());
        let all = before.by_piece(Piece { color: self.us, role: Role::Rook });
        if linked && !all.into_iter().any(|sq| (before.attacks_from(sq) & all).any()) {
            found.push(Effect::ConnectsRooks(self.to().into()));
        }
        let opened = board.by_color(self.us).into_iter().filter(|&sq| {
            let grown = || board.attacks_from(sq).count() >= before.attacks_from(sq).count() + 2;
            sq != self.to() && board.role_at(sq).is_some_and(is_line_piece) && grown()
        });
        found.extend(opened.map(|sq| Effect::Opens(sq.into())));
    }
}

/// A bishop, rook or queen of this kind on one square would see the other on an empty board.
fn on_a_line(role: Role, from: Square, to: Square) -> bool {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let slant = diagonal(from, (1, 1)).contains(to) || diagonal(from, (1, -1)).contains(to);
    match role {
        Role::Bishop => slant,
        Role::Rook => straight,
        Role::Queen => straight || slant,
        _ => false,
    }
}

/// All squares of the diagonal through a square, in this direction and back.
fn diagonal(square: Square, (files, ranks): (i32, i32)) -> Bitboard {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    let at = |n: i32| {
        let (file, rank) = (u32::try_from(file + n * files).ok()?, u32::try_from(rank + n * ranks).ok()?);
        (file < 8 && rank < 8).then(|| Square::from_coords(File::new(file), Rank::new(rank)))
    };
    (-7..=7).filter_map(at).collect()
}

/// How much it is worth saying: less than anything else a move does.
pub(super) fn worth(effect: Effect) -> i32 {
    match effect {
        Effect::InvadesSeventh(_) | Effect::Unpins(_) | Effect::TakesOutpost(_) | Effect::QueenInvades(_) => {
            9
        }
        Effect::Simplifies(_) | Effect::OffersSimpler(_) | Effect::Undermines(_) | Effect::Regains(_) => 9,
        Effect::GivesBishop(_) | Effect::GivesKnight(_) | Effect::AvoidsTrade(_) => 9,
        Effect::DoublesRooks(_) | Effect::PushesPasser(_) | Effect::Trades(_) | Effect::OffersTrade(_) => 8,
        Effect::StrikesCentre(_) | Effect::BreaksBishopPair(_) | Effect::TradesInCentre(_) => 8,
        Effect::TakesHalfOpenFile(_) | Effect::BacksPasser(_) | Effect::Blockades(_) => 7,
        Effect::QueenTakesFile(_) | Effect::DoublesHeavy(_) | Effect::TakesDiagonal(_) => 7,
        Effect::ActivatesKing(_) | Effect::BringsKing(_) | Effect::MakesLuft(_) => 6,
        Effect::Centralises(_) | Effect::GainsSpace(_) | Effect::OccupiesCentre(_) => 6,
        Effect::AdvancesQueenside(_) | Effect::AdvancesKingside(_) => 6,
        Effect::Presses(_) | Effect::ConnectsRooks(_) | Effect::LeavesLine(_) => 5,
        Effect::EyesCentre(_) | Effect::GainsScope(_) | Effect::Opens(_) => 5,
        Effect::Supports(_) => 4,
        Effect::TakesSquare(_)
        | Effect::LeavesCheck(_)
        | Effect::BlocksCheck(_)
        | Effect::TakesChecker(_) => 3,
        Effect::KeepsTension(_) => 1,
        _ => 2,
    }
}
