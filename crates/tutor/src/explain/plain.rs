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
    seen.scope(&mut found);
    seen.centre(&mut found);
    seen.tension(&mut found);
    seen.trades(&mut found);
    // What is exchanged presses on nothing for long.
    let traded = [Effect::Trades(step.to.into()), Effect::Simplifies(step.to.into())];
    if !traded.iter().any(|effect| found.contains(effect)) {
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
            File::D | File::E if rank == 4 => Some(Effect::GainsSpace(to.into())),
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

    fn queen(&self, found: &mut Vec<Effect>) {
        let (from, to) = (self.step.from, self.to());
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

    /// Squares of the centre that a minor piece or a pawn comes to attack.
    fn centre(&self, found: &mut Vec<Effect>) {
        if matches!(self.step.role, Role::Knight | Role::Bishop | Role::Pawn) {
            let own = self.step.board().by_color(self.us);
            let sights = self.new_sights() & !own;
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

    /// More material at the start.
    fn is_ahead(&self) -> bool {
        balance(self.start.board(), self.us) > 0
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
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        let few = |side: Color| (pieces & board.by_color(side)).count() <= 2;
        let away = |sq: Square| CENTRE.iter().map(|&centre| sq.distance(centre)).min();
        let ending = board.queens().is_empty() && few(self.us) && few(!self.us);
        if ending && away(self.to()) < away(self.step.from) {
            found.push(Effect::ActivatesKing(self.to().into()));
        }
        self.blockades(found);
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

    /// Exchanges: made, offered, avoided.
    fn trades(&self, found: &mut Vec<Effect>) {
        let (from, to, role) = (self.step.from, self.to(), self.step.role);
        let replies = self.step.after.legal_moves();
        let takes_back = |by: Option<Square>| {
            replies.iter().any(|m| m.to() == to && by.is_none_or(|by| m.from() == Some(by)))
        };
        if let Some(taken) = self.step.taken {
            if role != Role::King && value(taken) == value(role) && takes_back(None) {
                let simpler = is_piece(role) && self.is_ahead();
                found.push(if simpler { Effect::Simplifies(to.into()) } else { Effect::Trades(to.into()) });
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
                    && exchange(&again, sq) == 0
            });
            let simpler = self.is_ahead();
            found.extend(offered.map(|sq| match simpler {
                true => Effect::OffersSimpler(sq.into()),
                false => Effect::OffersTrade(sq.into()),
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

/// How much it is worth saying: less than anything else a move does.
pub(super) fn worth(effect: Effect) -> i32 {
    match effect {
        Effect::InvadesSeventh(_) | Effect::Unpins(_) | Effect::TakesOutpost(_) | Effect::QueenInvades(_) => {
            9
        }
        Effect::Simplifies(_) | Effect::OffersSimpler(_) | Effect::Undermines(_) => 9,
        Effect::DoublesRooks(_) | Effect::PushesPasser(_) | Effect::Trades(_) | Effect::OffersTrade(_) => 8,
        Effect::StrikesCentre(_) | Effect::BreaksBishopPair(_) => 8,
        Effect::TakesHalfOpenFile(_) | Effect::BacksPasser(_) | Effect::Blockades(_) => 7,
        Effect::ActivatesKing(_) | Effect::AvoidsTrade(_) | Effect::MakesLuft(_) => 6,
        Effect::Presses(_) | Effect::ConnectsRooks(_) | Effect::Centralises(_) => 5,
        Effect::GainsSpace(_) | Effect::OccupiesCentre(_) => 5,
        Effect::AdvancesQueenside(_) | Effect::AdvancesKingside(_) => 5,
        Effect::Supports(_) | Effect::GainsScope(_) => 4,
        Effect::TakesSquare(_) | Effect::EyesCentre(_) => 3,
        Effect::KeepsTension(_) => 1,
        _ => 2,
    }
}
