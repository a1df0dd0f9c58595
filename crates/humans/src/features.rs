//! What the net sees of a position and of each of its moves, as places in tables of weights.
//!
//! Everything is seen by the side to move, who plays up the board. A move is described by what a player notices at a glance: which
//! man goes where, what it takes and what taking back costs, what it attacks, what is left hanging, what the last moves were.

use philidor_chess::shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Piece, Position, Role, Square, attacks,
};

use crate::{
    Moment, Rating, Scale,
    exchange::{attackers, cheapest, most_won, value, won_on},
};

/// A run of places in a table.
#[derive(Clone, Copy)]
struct Block {
    first: u16,
    size: u16,
}

impl Block {
    const fn after(self, size: u16) -> Block {
        Block { first: self.first + self.size, size }
    }

    fn at(self, place: usize) -> u16 {
        debug_assert!(place < usize::from(self.size), "{place} of {}", self.size);
        self.first + place as u16
    }

    const fn end(self) -> usize {
        (self.first + self.size) as usize
    }
}

// The board layer.
const MEN: Block = Block { first: 0, size: 768 };
const CASTLING: Block = MEN.after(4);
const LAST_MOVE: Block = CASTLING.after(384);
const OWN_LAST: Block = LAST_MOVE.after(64);
/// Places of the board layer.
pub(crate) const BOARD_PLACES: usize = OWN_LAST.end();

// What is the same for all moves of a position.
const BAND: Block = Block { first: 0, size: 11 };
const SCALE: Block = BAND.after(3);
const PHASE: Block = SCALE.after(8);
const NUMBER: Block = PHASE.after(8);
const IN_CHECK: Block = NUMBER.after(1);
const HANGING: Block = IN_CHECK.after(6);
/// Places of the setting.
pub(crate) const SETTING_PLACES: usize = HANGING.end();

// A move.
const FROM_TO: Block = Block { first: 0, size: 1792 };
const ROLE_TO: Block = FROM_TO.after(384);
const ROLE_FROM: Block = ROLE_TO.after(384);
const PROMOTION: Block = ROLE_FROM.after(6);
const CASTLE: Block = PROMOTION.after(2);
const CAPTURE: Block = CASTLE.after(6 * 6 * 6);
const QUIET: Block = CAPTURE.after(6 * 6);
const NET: Block = QUIET.after(11);
const LEFT_HANGING: Block = NET.after(36);
const THREATENS: Block = LEFT_HANGING.after(36);
const CHECKS: Block = THREATENS.after(13);
const EVADES: Block = CHECKS.after(3);
const RETAKES: Block = EVADES.after(12);
const FROM_ATTACKED: Block = RETAKES.after(72);
const TO_ATTACKED: Block = FROM_ATTACKED.after(72);
const TARGETS: Block = TO_ATTACKED.after(72);
const NEAR_LAST: Block = TARGETS.after(225);
const AGAIN: Block = NEAR_LAST.after(7);
const CHASED: Block = AGAIN.after(36);
const ROLE_PHASE: Block = CHASED.after(96);
const FORWARD: Block = ROLE_PHASE.after(72);
const PASSED: Block = FORWARD.after(8);
const NEAR_KING: Block = PASSED.after(96);
const GUARDS: Block = NEAR_KING.after(72);
/// Places of a move.
pub(crate) const MOVE_PLACES: usize = GUARDS.end();

/// Ratings between which the net interpolates.
const LOWEST: f32 = 500.0;
const STEP: f32 = 200.0;

/// A position as the net sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scene {
    /// Places of the board layer.
    pub(crate) board: Vec<u16>,
    /// Places of the setting, with how much each counts.
    pub(crate) setting: Vec<(u16, f32)>,
    /// The legal moves.
    pub(crate) moves: Vec<Move>,
    seen: Vec<u16>,
    ends: Vec<u32>,
}

impl Scene {
    /// Places of a move.
    pub(crate) fn of_move(&self, index: usize) -> &[u16] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.seen[begin..self.ends[index] as usize]
    }
}

fn place(square: Square, us: Color) -> usize {
    usize::from(if us.is_white() { square } else { square.flip_vertical() })
}

fn kind(role: Role) -> usize {
    role as usize - 1
}

/// Where a pair of squares stands among those a man can move between.
fn from_to(from: usize, to: usize) -> usize {
    static PLACES: std::sync::LazyLock<Vec<u16>> = std::sync::LazyLock::new(|| {
        let mut next = 0;
        let mut out = vec![0; 4096];
        for from in Square::ALL {
            let reach = attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from);
            for to in reach {
                out[usize::from(from) * 64 + usize::from(to)] = next;
                next += 1;
            }
        }
        out
    });
    usize::from(PLACES[from * 64 + to])
}

/// Nothing, up to a pawn, a minor piece, the exchange and more, a rook, a queen.
fn amount(centipawns: i32) -> usize {
    match centipawns {
        ..=20 => 0,
        21..=150 => 1,
        151..=299 => 2,
        300..=450 => 3,
        451..=700 => 4,
        _ => 5,
    }
}

/// From a queen down to a queen up.
fn balance(centipawns: i32) -> usize {
    5usize.saturating_add_signed(centipawns.signum() as isize * amount(centipawns.abs()) as isize)
}

/// The cheapest attacker: none, pawn, minor piece, rook, queen, king.
fn attacker(board: &Board, men: Bitboard) -> usize {
    match cheapest(board, men) {
        None => 0,
        Some((Role::Pawn, _)) => 1,
        Some((Role::Knight | Role::Bishop, _)) => 2,
        Some((Role::Rook, _)) => 3,
        Some((Role::Queen, _)) => 4,
        Some((Role::King, _)) => 5,
    }
}

/// 0 in the opening, 7 with bare kings.
fn phase(board: &Board) -> usize {
    let men = [(Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let points: usize = men.iter().map(|&(role, points)| board.by_role(role).count() * points).sum();
    7 - (points.min(62) * 7).div_ceil(62)
}

/// The squares a move begins and ends on; castling as the king's step of two.
fn ends(mv: Move) -> (Square, Square) {
    match mv {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            (king, side.king_to(Color::from_white(king.rank() == philidor_chess::shakmaty::Rank::First)))
        }
        _ => (mv.from().unwrap_or(mv.to()), mv.to()),
    }
}

/// The men after a move.
pub(crate) fn played(board: &Board, mv: Move, us: Color) -> Board {
    let mut after = board.clone();
    match mv {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            after.discard_piece_at(king);
            after.discard_piece_at(rook);
            after.set_piece_at(side.king_to(us), Piece { color: us, role: Role::King });
            after.set_piece_at(side.rook_to(us), Piece { color: us, role: Role::Rook });
        }
        Move::EnPassant { from, to } => {
            after.discard_piece_at(from);
            after.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            after.set_piece_at(to, Piece { color: us, role: Role::Pawn });
        }
        _ => {
            let (from, to) = ends(mv);
            after.discard_piece_at(from);
            after.set_piece_at(to, Piece { color: us, role: mv.promotion().unwrap_or(mv.role()) });
        }
    }
    after
}

/// What is known of the moves before.
struct Recent {
    last: Option<(Role, Square, bool)>,
    own: Option<(Square, Square)>,
}

impl Recent {
    fn of(past: &[(Chess, Move)]) -> Recent {
        let last = past.last().map(|&(_, mv)| (mv.role(), ends(mv).1, mv.is_capture()));
        let own = past.len().checked_sub(2).map(|at| ends(past[at].1));
        Recent { last, own }
    }
}

/// Looks at a position for a player of a rating.
pub(crate) fn look(moment: Moment<'_>, rating: Rating) -> Scene {
    let pos = moment.position;
    let (board, us) = (pos.board(), pos.turn());
    let recent = Recent::of(moment.past);
    let mut scene = Scene { moves: crate::legal(pos), ..Scene::default() };
    for (square, piece) in board {
        let theirs = usize::from(piece.color != us);
        scene.board.push(MEN.at((theirs * 6 + kind(piece.role)) * 64 + place(square, us)));
    }
    for (at, (color, side)) in [
        (us, CastlingSide::KingSide),
        (us, CastlingSide::QueenSide),
        (!us, CastlingSide::KingSide),
        (!us, CastlingSide::QueenSide),
    ]
    .into_iter()
    .enumerate()
    {
        if pos.castles().has(color, side) {
            scene.board.push(CASTLING.at(at));
        }
    }
    if let Some((role, to, _)) = recent.last {
        scene.board.push(LAST_MOVE.at(kind(role) * 64 + place(to, us)));
    }
    if let Some((_, to)) = recent.own {
        scene.board.push(OWN_LAST.at(place(to, us)));
    }
    let hanging = most_won(board, !us);
    let stage = phase(board);
    setting(&mut scene, pos, rating, stage, hanging);
    let wins = most_won(board, us);
    let moves = scene.moves.clone();
    for mv in moves {
        let view = View { pos, board, us, recent: &recent, stage, hanging, wins };
        view.describe(mv, &mut scene.seen);
        scene.ends.push(scene.seen.len() as u32);
    }
    scene
}

fn setting(scene: &mut Scene, pos: &Chess, rating: Rating, stage: usize, hanging: i32) {
    let most = f32::from(BAND.size - 1);
    let band = ((f32::from(rating.number) - LOWEST) / STEP).clamp(0.0, most);
    let (below, share) = (band.floor().min(most - 1.0), band - band.floor().min(most - 1.0));
    scene.setting.push((BAND.at(below as usize), 1.0 - share));
    scene.setting.push((BAND.at(below as usize + 1), share));
    let scale = Scale::ALL.iter().position(|&scale| scale == rating.scale).unwrap_or_default();
    scene.setting.push((SCALE.at(scale), 1.0));
    scene.setting.push((PHASE.at(stage), 1.0));
    scene.setting.push((NUMBER.at((pos.fullmoves().get() as usize / 2).min(7)), 1.0));
    scene.setting.push((HANGING.at(amount(hanging)), 1.0));
    if pos.is_check() {
        scene.setting.push((IN_CHECK.at(0), 1.0));
    }
}

/// What all moves of a position share.
struct View<'a> {
    pos: &'a Chess,
    board: &'a Board,
    us: Color,
    recent: &'a Recent,
    stage: usize,
    /// What the other side would win if we passed.
    hanging: i32,
    /// What we could win by captures now.
    wins: i32,
}

impl View<'_> {
    fn describe(&self, mv: Move, out: &mut Vec<u16>) {
        let (board, us) = (self.board, self.us);
        let (from, to) = ends(mv);
        let (role, man) = (kind(mv.role()), mv.promotion().unwrap_or(mv.role()));
        let (a, b) = (place(from, us), place(to, us));
        let after = played(board, mv, us);
        out.extend([
            FROM_TO.at(from_to(a, b)),
            ROLE_TO.at(role * 64 + b),
            ROLE_FROM.at(role * 64 + a),
            ROLE_PHASE.at((usize::from(mv.is_capture()) * 6 + role) * 8 + self.stage),
        ]);
        if let Some(promoted) = mv.promotion() {
            out.push(PROMOTION.at(kind(promoted)));
        }
        if let Some(side) = mv.castling_side() {
            out.push(CASTLE.at(usize::from(side.is_queen_side())));
        }
        // What it wins and loses at once.
        let promoted = mv.promotion().map_or(0, |to| value(to) - value(Role::Pawn));
        let taken = mv.capture().map_or(0, value) + promoted;
        let lost = won_on(&after, to, !us);
        match mv.capture() {
            Some(capture) => {
                out.push(CAPTURE.at((role * 6 + kind(capture)) * 6 + (balance(taken - lost) / 2).min(5)));
            }
            None => out.push(QUIET.at(role * 6 + amount(lost))),
        }
        let left = most_won(&after, !us);
        let threat = most_won(&after, us);
        out.extend([
            NET.at(balance(taken - left)),
            LEFT_HANGING.at(amount(self.hanging) * 6 + amount(left)),
            THREATENS.at(amount(self.wins) * 6 + amount(threat)),
        ]);
        self.checks(mv, &after, lost, out);
        self.past(mv, (from, to), out);
        self.attacks(mv, (from, to), &after, out);
        // Where to.
        let ahead = (b / 8).cmp(&(a / 8)) as i8 + 1;
        out.push(FORWARD.at((role * 3 + ahead as usize) * 4 + self.stage / 2));
        if let Some(king) = board.king_of(!us) {
            let late = usize::from(self.stage >= 4);
            out.push(NEAR_KING.at((late * 6 + kind(man)) * 8 + king.distance(to) as usize));
        }
        if mv.role() == Role::Pawn && is_passed(board, to, us) {
            out.push(PASSED.at(b / 8));
        }
    }

    fn checks(&self, mv: Move, after: &Board, lost: i32, out: &mut Vec<u16>) {
        let us = self.us;
        let checked = |king: Square| attackers(after, king, after.occupied()) & after.by_color(us);
        if after.king_of(!us).is_some_and(|king| checked(king).any()) {
            let mut then = self.pos.clone();
            then.play_unchecked(mv);
            out.push(CHECKS.at(kind(mv.role()) * 2 + usize::from(lost > 20)));
            if then.is_checkmate() {
                out.push(CHECKS.at(12));
            }
        }
        if self.pos.is_check() {
            out.push(EVADES.at(match (mv.role(), mv.is_capture()) {
                (Role::King, _) => 0,
                (_, true) => 1,
                _ => 2,
            }));
        }
    }

    fn past(&self, mv: Move, (from, to): (Square, Square), out: &mut Vec<u16>) {
        let role = kind(mv.role());
        if let Some((last, there, took)) = self.recent.last {
            let (file, rank) = (
                (i32::from(to.file()) - i32::from(there.file()) + 7) as usize,
                (i32::from(to.rank()) - i32::from(there.rank())) * if self.us.is_white() { 1 } else { -1 }
                    + 7,
            );
            out.push(NEAR_LAST.at(file * 15 + rank as usize));
            if to == there && mv.is_capture() {
                out.push(RETAKES.at(usize::from(took) * 6 + role));
            }
            let chaser = Piece { color: !self.us, role: last };
            if attacks::attacks(there, chaser, self.board.occupied()).contains(from) {
                out.push(CHASED.at(role * 6 + kind(last)));
            }
        }
        if let Some((own_from, own_to)) = self.recent.own
            && own_to == from
        {
            out.push(AGAIN.at(if to == own_from { 6 } else { role }));
        }
    }

    fn attacks(&self, mv: Move, (from, to): (Square, Square), after: &Board, out: &mut Vec<u16>) {
        let (board, us, role) = (self.board, self.us, kind(mv.role()));
        let man = mv.promotion().unwrap_or(mv.role());
        let here = attackers(board, from, board.occupied());
        let defended = usize::from((here & board.by_color(us)).any());
        out.push(FROM_ATTACKED.at((role * 6 + attacker(board, here & board.by_color(!us))) * 2 + defended));
        let there = attackers(after, to, after.occupied());
        let defended = usize::from((there & after.by_color(us)).any());
        out.push(TO_ATTACKED.at((role * 6 + attacker(after, there & after.by_color(!us))) * 2 + defended));
        let before = attacks::attacks(from, Piece { color: us, role: mv.role() }, board.occupied());
        let reach = attacks::attacks(to, Piece { color: us, role: man }, after.occupied());
        for target in reach & after.by_color(!us) & !before {
            let Some(target_role) = after.role_at(target) else { continue };
            let guarded = (attackers(after, target, after.occupied()) & after.by_color(!us)).any();
            out.push(TARGETS.at((kind(man) * 6 + kind(target_role)) * 2 + usize::from(guarded)));
        }
        for friend in reach & after.by_color(us) & !before & !after.kings() {
            let Some(friend_role) = after.role_at(friend) else { continue };
            let attacked = (attackers(after, friend, after.occupied()) & after.by_color(!us)).any();
            if attacked {
                out.push(GUARDS.at((kind(man) * 6 + kind(friend_role)) * 2));
            }
        }
    }
}

/// No enemy pawn stands before a pawn on this square, on its file or beside it.
fn is_passed(board: &Board, square: Square, us: Color) -> bool {
    let theirs = board.pawns() & board.by_color(!us);
    !theirs.into_iter().any(|pawn| {
        let near = (i32::from(pawn.file()) - i32::from(square.file())).abs() <= 1;
        let ahead = if us.is_white() { pawn.rank() > square.rank() } else { pawn.rank() < square.rank() };
        near && ahead
    })
}
