//! What a man has on its new square and would not have on its old one, seen at the end of two lines.

use philidor_chess::shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, Rank, Role, Square,
    attacks,
};
use philidor_know::{eval::squares_of, features::FeatureId};

use super::reasons::{Tried, same_way};
use crate::{
    claim::{Asset, Claim, Line as Shown, Reason, limits, line_of},
    line::Step,
    look::Look,
    payoff::settle,
    plan::Policy,
    sight::{exchange, is_line_piece, is_piece},
};

/// Why the man that moves is better off where it goes.
pub(super) fn improves(tried: &Tried<'_>, look: &Look, reply: Option<&Look>) -> Vec<Claim> {
    let Some((here, also)) = Seen::latest(look).zip(reply.and_then(Seen::latest)) else { return Vec::new() };
    let mut found: Vec<Asset> = here.assets();
    let same = |board: &Board, sq: Square| board.piece_at(sq) == tried.start.board().piece_at(sq);
    let stays = |asset: Asset| {
        let named = asset.squares().into_iter().take(1).map(Square::from);
        named.into_iter().all(|sq| same(here.there.board(), sq) && same(also.there.board(), sq))
    };
    // What is in danger already is told as a threat.
    let calm = |sq: Square| crate::claim::passed(tried.start).is_some_and(|pos| exchange(&pos, sq) == 0);
    let early = |asset: Asset| match asset {
        Asset::Guards(sq) => calm(sq.into()),
        Asset::Safety => calm(here.from),
        _ => true,
    };
    found.retain(|&asset| stays(asset) && early(asset) && also.has(asset));
    found.sort_by_key(|&asset| -worth(asset));
    found.truncate(Policy::ours().reasons.assets);
    let made = |asset: Asset| {
        let also = also.line.clone();
        let reason = Reason::Improves { square: tried.mv.to().into(), asset, also };
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
        Asset::HalfOpenFile | Asset::Passed | Asset::Opens(_) => 20,
        Asset::Nears(_) | Asset::WayOut => 18,
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
    line: Shown,
}

impl Seen {
    /// The latest quiet place of a line at which the man still stands.
    fn latest(look: &Look) -> Option<Seen> {
        let steps = look.line.steps();
        let first = steps.first()?;
        let (from, to) = (first.from, first.to);
        let simple =
            !first.is_capture() && first.mv.promotion().is_none() && !matches!(first.mv, Move::Castle { .. });
        if !simple {
            return None;
        }
        let stays = |step: &&Step| step.from != to && step.to != to;
        let most = 1 + steps[1..].iter().take(Policy::ours().reasons.settled - 1).take_while(stays).count();
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
        safe.then_some(Seen { there, back, behind, us, from, to, role, line })
    }

    /// All that it has.
    fn assets(&self) -> Vec<Asset> {
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
        ];
        let sights = board.attacks_from(self.to);
        let guards = (sights & own).into_iter().map(|sq| Asset::Guards(sq.into()));
        let presses = (sights & enemy).into_iter().map(|sq| Asset::Presses(sq.into()));
        let opens = (own & board.sliders()).into_iter().map(|sq| Asset::Opens(sq.into()));
        let nears = (enemy & board.pawns()).into_iter().filter(|sq| self.to.distance(*sq) <= 3);
        let nears = nears.min_by_key(|sq| self.to.distance(*sq)).map(|sq| Asset::Nears(sq.into()));
        let pieces = enemy & (board.knights() | board.bishops());
        let denies = pieces.into_iter().flat_map(|man| {
            let goes = board.attacks_from(man) & sights & !board.occupied();
            goes.into_iter().map(move |sq| Asset::Denies(man.into(), sq.into()))
        });
        let all = plain.into_iter().chain(guards).chain(presses).chain(opens).chain(nears).chain(denies);
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
                let stands = self.us.other().fold_wb(sq.rank(), sq.rank().flip_vertical()) >= Rank::Fourth
                    && there.by_color(!self.us).contains(man)
                    && matches!(there.role_at(man), Some(Role::Knight | Role::Bishop));
                let loss = |pos: &Chess| {
                    let all = pos.legal_moves();
                    let mv = all.iter().find(|mv| mv.from() == Some(man) && mv.to() == sq)?;
                    let mut after = pos.clone();
                    after.play_unchecked(*mv);
                    (!mv.is_capture()).then(|| exchange(&after, sq))
                };
                stands
                    && loss(&self.there).is_some_and(|lost| lost > 0)
                    && self.back.as_ref().and_then(loss) == Some(0)
            }
            Asset::WayOut => {
                let heavy = there.by_color(!self.us) & there.rooks_and_queens();
                self.role == Role::Pawn && heavy.any() && self.way_out(there) && !self.way_out(back)
            }
        }
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
    let (first, last) = (steps.first()?, steps.len().min(Policy::ours().reasons.prepared));
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
