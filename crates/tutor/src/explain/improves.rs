//! What a man has on its new square and would not have on its old one, seen at the end of two lines.

use philidor_chess::shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, Move, Piece, Position, Rank, Role,
    Square, attacks,
};
use philidor_know::{eval::squares_of, features::FeatureId};

use super::reasons::{Tried, same_way};
use crate::{
    claim::{Asset, Claim, Line as Shown, Reason, limits, line_of},
    line::Step,
    look::Look,
    payoff::settle,
    sight::{absolute_pins, exchange, is_line_piece, is_piece, value},
};

/// Entries of a line after which it is looked at, at most.
const LATEST: usize = 6;
/// Things said of one man.
const MOST: usize = 2;
/// The middle of the board.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// Why the man that moves is better off where it goes.
pub(super) fn improves(tried: &Tried<'_>, look: &Look, reply: Option<&Look>) -> Vec<Claim> {
    let Some((here, also)) = Seen::latest(look).zip(reply.and_then(Seen::latest)) else { return Vec::new() };
    let mut found: Vec<Asset> = here.assets();
    let same = |board: &Board, sq: Square| board.piece_at(sq) == tried.start.board().piece_at(sq);
    let stays = |asset: Asset| {
        let named = asset.men().map(Square::from);
        named.is_none_or(|sq| same(here.there.board(), sq) && same(also.there.board(), sq))
    };
    // What is in danger already is told as a threat.
    let calm = |sq: Square| crate::claim::passed(tried.start).is_some_and(|pos| exchange(&pos, sq) == 0);
    let early = |asset: Asset| match asset {
        Asset::Guards(sq) => calm(sq.into()),
        Asset::Safety => calm(here.from),
        Asset::Unchecked(..) => !tried.start.is_check(),
        _ => true,
    };
    found.retain(|&asset| stays(asset) && early(asset) && also.has(asset));
    found.sort_by_key(|&asset| -worth(asset));
    found.truncate(MOST);
    let made = |asset: Asset| {
        let also = also.line.clone();
        let reason = Reason::Improves { square: here.to.into(), asset, also };
        tried.claim(reason, here.line.clone(), Shown::default(), worth(asset))
    };
    found.into_iter().map(made).collect()
}

/// How much it is worth saying.
fn worth(asset: Asset) -> i32 {
    match asset {
        Asset::Guards(_) | Asset::Safety | Asset::OutOfCheck => 30,
        Asset::Outpost => 28,
        Asset::Denies(..) | Asset::Seventh | Asset::NearKing => 24,
        Asset::OpenFile => 26,
        Asset::Blocks(_) | Asset::Holds(..) | Asset::Frees(_) | Asset::Shelter { .. } => 26,
        Asset::Behind(_) | Asset::Pins(_) | Asset::Connects => 22,
        Asset::HalfOpenFile | Asset::Passed | Asset::Opens(_) | Asset::Escorts(_) => 20,
        Asset::Nears(_) | Asset::WayOut | Asset::Faces(_) => 18,
        Asset::Unchecked(..) => 16,
        Asset::Centre => 14,
        Asset::Presses(_) => 17,
        Asset::Scope { .. } => 15,
    }
}

/// The end of a line, and the same with the man put back; the enemy is to move on both.
struct Seen {
    there: Chess,
    /// None if the king would be left in check: nothing else is asked of such a board.
    back: Option<Chess>,
    behind: Board,
    us: Color,
    from: Square,
    to: Square,
    role: Role,
    castled: bool,
    line: Shown,
}

impl Seen {
    /// The latest quiet place of a line at which the man still stands.
    fn latest(look: &Look) -> Option<Seen> {
        let steps = look.line.steps();
        let first = steps.first()?;
        let (from, to) = (first.from, first.to);
        if first.is_capture() || first.mv.promotion().is_some() {
            return None;
        }
        let castled = matches!(first.mv, Move::Castle { .. });
        let stays = |step: &&Step| step.from != to && step.to != to;
        let most = 1 + steps[1..].iter().take(LATEST - 1).take_while(stays).count();
        let fits = |&plies: &usize| {
            let after = &steps[plies - 1].after;
            !after.is_check() && after.board().piece_at(from).is_none() && settle(after).is_empty()
        };
        let plies = (2..=most).rev().find(fits)?;
        let us = look.line.solver();
        let end = &steps[plies - 1].after;
        let there = as_of(end, us, None)?;
        let back = as_of(end, us, Some((from, to)));
        let mut behind = end.board().clone();
        let man = behind.remove_piece_at(to)?;
        behind.set_piece_at(from, man);
        let role = first.role;
        let safe = role == Role::King || exchange(&there, to) == 0;
        let line = line_of(steps[..plies].iter().map(|step| step.mv));
        safe.then_some(Seen { there, back, behind, us, from, to, role, castled, line })
    }

    /// All that it has.
    fn assets(&self) -> Vec<Asset> {
        if self.castled {
            let [pawns, instead] =
                [self.to, self.from].map(|sq| u8::try_from(self.cover(sq).count()).unwrap_or(0));
            return [Asset::Shelter { pawns, instead }]
                .into_iter()
                .filter(|&asset| self.has(asset))
                .collect();
        }
        let sees = |board: &Board, sq: Square| u8::try_from(board.attacks_from(sq).count()).unwrap_or(0);
        let scope =
            Asset::Scope { sees: sees(self.there.board(), self.to), instead: sees(&self.behind, self.from) };
        let board = self.there.board();
        let (own, enemy) = (board.by_color(self.us), board.by_color(!self.us));
        let plain = [
            scope,
            Asset::Outpost,
            Asset::OpenFile,
            Asset::HalfOpenFile,
            Asset::Seventh,
            Asset::Safety,
            Asset::OutOfCheck,
            Asset::NearKing,
            Asset::Passed,
            Asset::WayOut,
            Asset::Connects,
            Asset::Centre,
        ];
        let sights = board.attacks_from(self.to);
        let guards = (sights & own).into_iter().map(|sq| Asset::Guards(sq.into()));
        let presses = (sights & enemy).into_iter().map(|sq| Asset::Presses(sq.into()));
        let opens = (own & board.sliders()).into_iter().map(|sq| Asset::Opens(sq.into()));
        let nears = (enemy & board.pawns()).into_iter().filter(|sq| self.to.distance(*sq) <= 3);
        let nears = nears.min_by_key(|sq| self.to.distance(*sq)).map(|sq| Asset::Nears(sq.into()));
        let pieces = enemy & !board.pawns() & !board.kings();
        let denies = pieces.into_iter().flat_map(|man| {
            let goes = board.attacks_from(man) & sights & !board.occupied();
            goes.into_iter().map(move |sq| Asset::Denies(man.into(), sq.into()))
        });
        let pawns = enemy & board.pawns();
        let holds = pawns.into_iter().filter_map(|man| {
            let goes = man.offset(self.us.fold_wb(-8, 8))?;
            Some(Asset::Holds(man.into(), goes.into()))
        });
        let near = board.pawns().into_iter().filter(|sq| self.to.distance(*sq) <= 7);
        let near = near
            .flat_map(|sq| [Asset::Blocks(sq.into()), Asset::Behind(sq.into()), Asset::Escorts(sq.into())]);
        let far = (board.by_color(self.us) | enemy).into_iter();
        let far =
            far.flat_map(|sq| [Asset::Pins(sq.into()), Asset::Frees(sq.into()), Asset::Faces(sq.into())]);
        let all = plain.into_iter().chain(guards).chain(presses).chain(opens).chain(nears).chain(denies);
        let checks = self.back.iter().flat_map(safe_checks);
        let checks = checks.map(|(from, to)| Asset::Unchecked(from.into(), to.into()));
        let all = all.chain(holds).chain(near).chain(far).chain(checks);
        all.filter(|&asset| self.has(asset)).collect()
    }

    fn has(&self, asset: Asset) -> bool {
        let (there, back) = (self.there.board(), &self.behind);
        let lost = |sq: Square| self.back.as_ref().is_some_and(|back| exchange(back, sq) > 0);
        let sights = [there.attacks_from(self.to), back.attacks_from(self.from)];
        let heavy = matches!(self.role, Role::Rook | Role::Queen);
        let new = |test: &dyn Fn(&Chess, Square) -> bool| {
            test(&self.there, self.to) && self.back.as_ref().is_some_and(|back| !test(back, self.from))
        };
        match asset {
            Asset::Scope { .. } => {
                is_piece(self.role) && sights[0].count() >= sights[1].count() + limits::SCOPE
            }
            Asset::Outpost => {
                let feature = match self.role {
                    Role::Knight => FeatureId::KnightOutpostSupported,
                    Role::Bishop => FeatureId::BishopOutpostSupported,
                    _ => return false,
                };
                new(&|pos, sq| squares_of(pos, feature, self.us).contains(sq))
            }
            Asset::OpenFile => heavy && new(&|pos, sq| self.free(pos, sq, true)),
            Asset::HalfOpenFile => {
                self.role == Role::Rook
                    && self.free(&self.there, self.to, false)
                    && !self.free(&self.there, self.to, true)
                    && !self.free(&self.there, self.from, false)
            }
            Asset::Seventh => heavy && new(&|_, sq| self.rank(sq) == 6),
            Asset::Guards(sq) => {
                let sq = sq.into();
                let own = there.by_color(self.us).contains(sq) && !there.kings().contains(sq);
                own && sq != self.to && exchange(&self.there, sq) == 0 && lost(sq)
            }
            Asset::Presses(sq) => {
                let sq = sq.into();
                let pawns = there.pawns() & there.by_color(!self.us);
                let enemy = there.by_color(!self.us).contains(sq) && !there.kings().contains(sq);
                let guarded = (attacks::pawn_attacks(self.us, sq) & pawns).any();
                enemy && !guarded && sights[0].contains(sq) && !sights[1].contains(sq)
            }
            Asset::Safety => self.role != Role::King && lost(self.from),
            Asset::OutOfCheck => {
                self.role == Role::King && back.attacks_to(self.from, !self.us, back.occupied()).any()
            }
            Asset::NearKing => {
                let around = there.king_of(!self.us).map_or(Bitboard::EMPTY, attacks::king_attacks);
                (sights[0] & around).count() >= 2 && (sights[1] & around).is_empty()
            }
            Asset::Passed => {
                self.role == Role::Pawn
                    && squares_of(&self.there, FeatureId::PassedPawn, self.us).contains(self.to)
            }
            Asset::Opens(sq) => {
                let sq: Square = sq.into();
                let far =
                    there.by_color(self.us).contains(sq) && there.role_at(sq).is_some_and(is_line_piece);
                let sight = |board: &Board| board.attacks_from(sq).count();
                let along = self.role == Role::Pawn && sq.file() == self.to.file();
                far && !along && sq != self.to && sight(there) >= sight(back) + 2
            }
            Asset::Nears(sq) => {
                let sq: Square = sq.into();
                let pawn = Piece { color: !self.us, role: Role::Pawn };
                self.role == Role::King
                    && there.queens().is_empty()
                    && there.piece_at(sq) == Some(pawn)
                    && self.to.distance(sq) <= 3
                    && self.to.distance(sq) < self.from.distance(sq)
            }
            Asset::Denies(man, sq) => {
                let (man, sq): (Square, Square) = (man.into(), sq.into());
                let deep = match there.role_at(man) {
                    Some(Role::Knight | Role::Bishop) => Rank::Fourth,
                    Some(Role::Rook | Role::Queen) => Rank::Seventh,
                    _ => return false,
                };
                self.us.other().fold_wb(sq.rank(), sq.rank().flip_vertical()) >= deep
                    && there.by_color(!self.us).contains(man)
                    && self.spoils(man, sq)
            }
            Asset::Holds(man, sq) => {
                let (man, sq): (Square, Square) = (man.into(), sq.into());
                let pawn = there.piece_at(man) == Some(Piece { color: !self.us, role: Role::Pawn });
                let hits = attacks::pawn_attacks(!self.us, sq) & there.by_color(self.us);
                pawn && hits.any() && self.spoils(man, sq)
            }
            Asset::Blocks(sq) => {
                let sq: Square = sq.into();
                let before = sq.offset(self.us.fold_wb(-8, 8));
                self.role != Role::Pawn
                    && before == Some(self.to)
                    && !(sq.file() == self.from.file() && self.rank(self.from) < self.rank(sq))
                    && squares_of(&self.there, FeatureId::PassedPawn, !self.us).contains(sq)
            }
            Asset::Behind(sq) => {
                let sq: Square = sq.into();
                let Some(Piece { color, role: Role::Pawn }) = there.piece_at(sq) else { return false };
                let central = matches!(sq.file(), File::D | File::E) && self.rank(sq) >= 3;
                let passed = squares_of(&self.there, FeatureId::PassedPawn, color).contains(sq);
                let behind = if color == Color::White { self.to < sq } else { self.to > sq };
                self.role == Role::Rook
                    && (passed || color == self.us && central)
                    && sq.file() == self.to.file()
                    && self.from.file() != self.to.file()
                    && behind
                    && sights[0].contains(sq)
            }
            Asset::Escorts(sq) => {
                let sq: Square = sq.into();
                self.role == Role::King
                    && there.queens().is_empty()
                    && squares_of(&self.there, FeatureId::PassedPawn, self.us).contains(sq)
                    && self.to.distance(sq) <= 2
                    && self.to.distance(sq) < self.from.distance(sq)
            }
            Asset::Connects => {
                let first = Bitboard::from_rank(self.us.fold_wb(Rank::First, Rank::Eighth));
                let joined = |board: &Board| {
                    let rooks = board.by_piece(Piece { color: self.us, role: Role::Rook }) & first;
                    rooks.into_iter().any(|sq| (board.attacks_from(sq) & rooks).any())
                };
                self.role != Role::Rook && joined(there) && !joined(back)
            }
            Asset::Pins(sq) => {
                let sq: Square = sq.into();
                let by = |board: &Board, at: Square| {
                    absolute_pins(board, !self.us).any(|pin| pin.pinned == sq && pin.pinner == at)
                };
                let none = |board: &Board| !absolute_pins(board, !self.us).any(|pin| pin.pinned == sq);
                there.role_at(sq).is_some_and(is_piece) && by(there, self.to) && none(back)
            }
            Asset::Frees(sq) => {
                let sq: Square = sq.into();
                let pinned = |board: &Board| absolute_pins(board, self.us).any(|pin| pin.pinned == sq);
                there.role_at(sq).is_some_and(is_piece) && sq != self.to && !pinned(there) && pinned(back)
            }
            Asset::Centre => {
                let seen = |sights: Bitboard| (sights & CENTRE).count();
                matches!(self.role, Role::Knight | Role::Bishop)
                    && seen(sights[0]) >= 2
                    && seen(sights[1]) == 0
            }
            Asset::Faces(sq) => {
                let sq: Square = sq.into();
                let dear = there.by_color(!self.us) & (there.queens() | there.kings());
                let between = attacks::between(self.to, sq) & there.occupied();
                self.role == Role::Rook
                    && dear.contains(sq)
                    && sq.file() == self.to.file()
                    && self.from.file() != self.to.file()
                    && matches!(between.count(), 1 | 2)
            }
            Asset::Unchecked(man, sq) => {
                self.role == Role::King
                    && self.rank(self.to) <= 1
                    && safe_checks(&self.there).is_empty()
                    && self
                        .back
                        .as_ref()
                        .is_some_and(|back| safe_checks(back).contains(&(man.into(), sq.into())))
            }
            Asset::Shelter { .. } => {
                let [now, before] = [self.to, self.from].map(|sq| self.cover(sq).count());
                self.castled && now >= 2 && now > before
            }
            Asset::WayOut => {
                let heavy = there.by_color(!self.us) & there.rooks_and_queens();
                self.role == Role::Pawn && heavy.any() && self.way_out(there) && !self.way_out(back)
            }
        }
    }

    /// A quiet move of the enemy man loses something there, and nothing with our man put back.
    fn spoils(&self, man: Square, sq: Square) -> bool {
        let loss = |pos: &Chess| {
            let all = pos.legal_moves();
            let mv = all.iter().find(|mv| mv.from() == Some(man) && mv.to() == sq)?;
            let mut after = pos.clone();
            after.play_unchecked(*mv);
            (!mv.is_capture()).then(|| exchange(&after, sq))
        };
        loss(&self.there).is_some_and(|lost| lost > 0) && self.back.as_ref().and_then(loss) == Some(0)
    }

    /// Own pawns right before a square, on its own and the next files.
    fn cover(&self, square: Square) -> Bitboard {
        let board = self.there.board();
        let pawns = board.by_piece(Piece { color: self.us, role: Role::Pawn });
        let before = |pawn: &Square| {
            self.rank(*pawn) == self.rank(square) + 1 && pawn.file().distance(square.file()) <= 1
        };
        pawns.into_iter().filter(before).collect()
    }

    fn rank(&self, square: Square) -> u32 {
        self.us.fold_wb(square.rank(), square.rank().flip_vertical()).into()
    }

    /// No pawn stands on the square's file: none at all, or none of our own.
    fn free(&self, pos: &Chess, square: Square, of_all: bool) -> bool {
        let pawns = pos.board().pawns() & Bitboard::from_file(square.file());
        if of_all { pawns.is_empty() } else { (pawns & pos.board().by_color(self.us)).is_empty() }
    }

    /// The king stands on his first rank and can leave it.
    fn way_out(&self, board: &Board) -> bool {
        let Some(king) = board.king_of(self.us) else { return false };
        let second = Bitboard::from_rank(self.us.fold_wb(Rank::Second, Rank::Seventh));
        let free = |sq: Square| board.attacks_to(sq, !self.us, board.occupied()).is_empty();
        let beside = attacks::king_attacks(king) & second & !board.by_color(self.us);
        self.rank(king) == 0 && beside.into_iter().any(free)
    }
}

/// From where to where a piece of the side to move goes with check, and loses nothing by it.
fn safe_checks(pos: &Chess) -> Vec<(Square, Square)> {
    let mut found = Vec::new();
    for mv in pos.legal_moves() {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        let lost = exchange(&after, mv.to()) > mv.capture().map_or(0, value);
        if let Some(from) = mv.from().filter(|_| is_piece(mv.role()) && after.is_check() && !lost) {
            found.push((from, mv.to()));
        }
    }
    found
}

/// The position with the enemy of `us` to move, and a man put back if wanted.
fn as_of(pos: &Chess, us: Color, back: Option<(Square, Square)>) -> Option<Chess> {
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    setup.turn = !us;
    setup.ep_square = None;
    setup.castling_rights = Bitboard::EMPTY;
    if let Some((from, to)) = back {
        let man = setup.board.remove_piece_at(to)?;
        setup.board.set_piece_at(from, man);
    }
    setup.position(CastlingMode::Standard).ok()
}

/// The same man's next move, to where it could not have gone at once.
pub(super) fn heads(tried: &Tried<'_>, look: &Look, reply: Option<&Look>) -> Option<Claim> {
    let steps = look.line.steps();
    let (first, last) = (steps.first()?, steps.len().min(super::reasons::PREPARED_PLIES));
    if matches!(first.mv, Move::Castle { .. }) || tried.start.is_check() {
        return None;
    }
    let at = (1..last).find(|&at| steps[at].from == first.to || steps[at].to == first.to)?;
    let step = &steps[at];
    let taken = step.taken.map_or(0, crate::sight::value);
    let goes = at % 2 == 0 && step.to != first.from && step.mv.promotion().is_none();
    // Who is driven on has no way of his own.
    let free = crate::claim::passed(&steps[at - 1].after).is_some_and(|pos| exchange(&pos, first.to) == 0);
    let direct =
        |pos: &Chess| pos.legal_moves().iter().any(|mv| mv.from() == Some(first.from) && mv.to() == step.to);
    let lasts =
        |reply: &Look| reply.line.steps().get(1).is_none_or(|s| same_way(&s.after, step.mv).is_some());
    let ready = crate::claim::passed(&first.after).is_some_and(|pos| {
        pos.legal_moves().iter().any(|mv| mv.from() == Some(first.to) && mv.to() == step.to)
    });
    if !goes
        || !worth_going(tried, step)
        || !free
        || first.role == Role::Pawn && step.is_capture()
        || direct(tried.start)
        || !ready
        || exchange(&step.after, step.to) > taken
        || !reply.is_none_or(lasts)
    {
        return None;
    }
    let line = line_of(steps[..=at].iter().map(|s| s.mv));
    Some(tried.claim(Reason::Heads { next: step.mv.into() }, line, Shown::default(), 19))
}

/// The man's next move takes it somewhere.
fn worth_going(tried: &Tried<'_>, step: &Step) -> bool {
    let start = tried.start.board();
    let from = tried.mv.from().unwrap_or(step.from);
    let sees = step.board().attacks_from(step.to);
    let enemy = step.board().by_color(!tried.us);
    let middle = |sq: Square| CENTRE.into_iter().map(|middle| middle.distance(sq)).min();
    let rank: u32 = tried.us.fold_wb(step.to.rank(), step.to.rank().flip_vertical()).into();
    step.is_capture()
        || step.gives_check()
        || match step.role {
            Role::Pawn => {
                (sees & enemy).any()
                    || squares_of(&step.after, FeatureId::PassedPawn, tried.us).contains(step.to)
            }
            Role::King => step.board().queens().is_empty() && middle(step.to) < middle(from),
            _ => rank >= 3 || sees.count() >= start.attacks_from(from).count() + limits::SCOPE,
        }
}
