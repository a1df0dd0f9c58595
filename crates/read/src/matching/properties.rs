//! Properties of a move and its position that make some words likelier than others.

use philidor_chess::shakmaty::{Bitboard, Board, Color, File, Position, Rank, Role, Square, attacks};
use philidor_know::{eval::squares_of, features::FeatureId};
use philidor_tutor::{
    opening::Openings,
    sight::{absolute_pins, exchange, value},
};

use super::{Named, Subject, layout::layout};

pub(super) fn chance(cp: i32) -> f32 {
    2.0 / (1.0 + (-0.003_682_08 * cp.clamp(-1000, 1000) as f32).exp()) - 1.0
}

pub(super) fn men(board: &Board, role: Role, side: Color) -> usize {
    board.by_piece(role.of(side)).count()
}

fn yes(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

const ROLES: [(Role, &str, &str); 6] = [
    (Role::Pawn, "pawn_moves", "takes_pawn"),
    (Role::Knight, "knight_moves", "takes_knight"),
    (Role::Bishop, "bishop_moves", "takes_bishop"),
    (Role::Rook, "rook_moves", "takes_rook"),
    (Role::Queen, "queen_moves", "takes_queen"),
    (Role::King, "king_moves", "takes_king"),
];

const NUMBERS: [(u32, u32, &str); 8] = [
    (1, 4, "move_1"),
    (5, 8, "move_5"),
    (9, 12, "move_9"),
    (13, 18, "move_13"),
    (19, 25, "move_19"),
    (26, 35, "move_26"),
    (36, 50, "move_36"),
    (51, 9999, "move_51"),
];

const FILES: [&str; 8] = ["to_a", "to_b", "to_c", "to_d", "to_e", "to_f", "to_g", "to_h"];

pub(crate) fn properties(subject: &Subject) -> Named {
    let mut all = Named::new();
    let (before, after, mv) = (&subject.before, &subject.after, subject.mv);
    let us = before.turn();
    let (board, then) = (before.board(), after.board());
    let to = mv.castling_side().map_or(mv.to(), |side| side.king_to(us));
    let from = mv.from().unwrap_or(to);
    let rank = |sq: Square| us.fold_wb(u32::from(sq.rank()), 7 - u32::from(sq.rank()));
    for (role, moves, takes) in ROLES {
        all.push((moves, yes(mv.role() == role)));
        all.push((takes, yes(mv.capture() == Some(role))));
    }
    let file = u32::from(to.file());
    all.extend([
        ("takes", yes(mv.is_capture())),
        ("check", yes(after.is_check())),
        ("mate", yes(after.is_checkmate())),
        ("castles", yes(mv.castling_side().is_some())),
        ("promotes", yes(mv.promotion().is_some())),
        ("to_queenside", yes(file <= 2)),
        ("to_centre", yes((3..=4).contains(&file))),
        ("to_kingside", yes(file >= 5)),
        ("retreats", yes(rank(to) < rank(from) && mv.role() != Role::King)),
        ("goes_far", yes(rank(to) >= 5 && rank(to) > rank(from))),
        ("to_fourth", yes(rank(to) == 3)),
        ("to_fifth", yes(rank(to) == 4)),
        ("to_seventh", yes(rank(to) == 6)),
        ("develops", yes(matches!(mv.role(), Role::Knight | Role::Bishop) && rank(from) == 0)),
        ("white_moves", yes(us.is_white())),
        ("in_check", yes(before.is_check())),
    ]);
    all.extend(FILES.iter().enumerate().map(|(n, name)| (*name, yes(n as u32 == file))));
    let number = u32::from(before.fullmoves());
    all.extend(NUMBERS.map(|(low, high, name)| (name, yes((low..=high).contains(&number)))));
    let points = |side: Color| -> i32 {
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| value(role) * men(board, role, side) as i32)
            .iter()
            .sum()
    };
    let ahead = points(us) - points(!us);
    let minors = |side: Color| men(board, Role::Knight, side) + men(board, Role::Bishop, side);
    let rooks = men(board, Role::Rook, us) as i32 - men(board, Role::Rook, !us) as i32;
    let light = minors(us) as i32 - minors(!us) as i32;
    let pieces = (board.occupied() & !board.pawns() & !board.kings()).count();
    let both = |role: Role| board.by_role(role).count();
    let bishop = |side: Color| board.by_piece(Role::Bishop.of(side));
    let dark = |set: Bitboard| (set & Bitboard::DARK_SQUARES).any();
    all.extend([
        ("ahead", yes(ahead >= 1)),
        ("far_ahead", yes(ahead >= 3)),
        ("behind", yes(ahead <= -1)),
        ("far_behind", yes(ahead <= -3)),
        ("exchange_up", yes(rooks == 1 && light == -1)),
        ("exchange_down", yes(rooks == -1 && light == 1)),
        ("no_queens", yes(both(Role::Queen) == 0)),
        ("ending", yes(pieces <= 6)),
        ("late_ending", yes(pieces <= 4)),
        ("full_board", yes(pieces >= 13)),
        ("rook_ending", yes(pieces > 0 && pieces == both(Role::Rook))),
        ("pawn_ending", yes(pieces == 0)),
        (
            "bishop_ending",
            yes(pieces > 0 && both(Role::Queen) + both(Role::Rook) == 0 && both(Role::Bishop) > 0),
        ),
        (
            "knight_ending",
            yes(pieces > 0 && both(Role::Queen) + both(Role::Rook) == 0 && both(Role::Knight) > 0),
        ),
        ("bishop_pair", yes(men(board, Role::Bishop, us) >= 2)),
        ("their_bishop_pair", yes(men(board, Role::Bishop, !us) >= 2)),
        (
            "opposite_bishops",
            yes(bishop(us).count() == 1 && bishop(!us).count() == 1 && dark(bishop(us)) != dark(bishop(!us))),
        ),
    ]);
    let king = |side: Color| board.king_of(side).unwrap_or(Square::E1);
    let home = |side: Color| king(side) == side.fold_wb(Square::E1, Square::E8);
    let wing = |side: Color| match king(side).file() {
        File::A | File::B | File::C => 0,
        File::D | File::E => 1,
        _ => 2,
    };
    all.extend([
        ("king_home", yes(home(us))),
        ("their_king_home", yes(home(!us))),
        ("king_queenside", yes(wing(us) == 0)),
        ("king_kingside", yes(wing(us) == 2)),
        ("their_king_queenside", yes(wing(!us) == 0)),
        ("their_king_kingside", yes(wing(!us) == 2)),
        ("opposite_wings", yes(wing(us) + wing(!us) == 2 && wing(us) != 1)),
    ]);
    let passed = |side: Color| squares_of(before, FeatureId::PassedPawn, side);
    let pawns =
        |side: Color, file: File| (board.by_piece(Role::Pawn.of(side)) & Bitboard::from_file(file)).count();
    let doubled = |side: Color| File::ALL.into_iter().any(|file| pawns(side, file) > 1);
    let isolated = |side: Color| squares_of(before, FeatureId::IsolatedPawn, side);
    let far = us.fold_wb(
        Bitboard::from_rank(Rank::Sixth) | Bitboard::from_rank(Rank::Seventh),
        Bitboard::from_rank(Rank::Third) | Bitboard::from_rank(Rank::Second),
    );
    let empty = |file: File| pawns(us, file) + pawns(!us, file) == 0;
    all.extend([
        ("passed_pawn", yes(passed(us).any())),
        ("their_passed_pawn", yes(passed(!us).any())),
        ("passed_pawn_moves", yes(passed(us).contains(from))),
        ("passed_pawn_far", yes((passed(us) & far).any())),
        ("open_file", yes(File::ALL.into_iter().any(empty))),
        ("rook_to_open_file", yes(mv.role() == Role::Rook && empty(to.file()))),
        (
            "rook_to_half_open_file",
            yes(mv.role() == Role::Rook && pawns(us, to.file()) == 0 && !empty(to.file())),
        ),
        ("doubled", yes(doubled(us))),
        ("their_doubled", yes(doubled(!us))),
        ("isolated", yes(isolated(us).any())),
        ("their_isolated", yes(isolated(!us).any())),
        ("isolated_d", yes(((isolated(us) | isolated(!us)) & Bitboard::from_file(File::D)).any())),
    ]);
    let hit = then.attacks_from(to) & then.by_color(!us);
    let hits = |test: &dyn Fn(Role) -> bool| {
        hit.into_iter().filter_map(|sq| then.role_at(sq)).filter(|role| test(*role)).count()
    };
    let pins = |board: &Board| absolute_pins(board, !us).count();
    let given = exchange(after, to) - mv.capture().map_or(0, value);
    let around = |board: &Board, side: Color| -> u32 {
        let ring = attacks::king_attacks(board.king_of(side).unwrap_or(Square::E1));
        ring.into_iter().map(|sq| board.attacks_to(sq, !side, board.occupied()).count() as u32).sum()
    };
    let guarded = then.attacks_to(to, !us, then.occupied()).any();
    all.extend([
        ("attacks_dearer", yes(hits(&|role| role != Role::King && value(role) > value(mv.role())) > 0)),
        ("attacks_two", yes(hits(&|role| role != Role::Pawn) >= 2)),
        ("attacks_queen", yes(hits(&|role| role == Role::Queen) > 0)),
        ("new_pin", yes(pins(then) > pins(board))),
        ("sacrifice", yes(given >= 1 && !after.is_checkmate())),
        ("large_sacrifice", yes(given >= 2 && !after.is_checkmate())),
        ("can_be_retaken", yes(mv.is_capture() && guarded)),
        (
            "trade",
            yes(mv.capture().is_some_and(|taken| taken != Role::Pawn && value(taken) == value(mv.role()))
                && guarded),
        ),
        (
            "offers_trade",
            yes(!mv.is_capture() && mv.role() != Role::Pawn && hits(&|role| role == mv.role()) > 0),
        ),
        ("lever", yes(mv.role() == Role::Pawn && hits(&|role| role == Role::Pawn) > 0)),
        ("was_attacked", yes(board.attacks_to(from, !us, board.occupied()).any())),
        ("attack_on_king", yes(around(then, !us) >= 6)),
        ("own_king_attacked", yes(around(board, us) >= 6)),
        ("near_king", yes(then.king_of(!us).is_some_and(|king| king.distance(to) <= 2))),
    ]);
    let [e0, e1] = subject.scores;
    let (c0, c1) = (chance(e0), chance(e1));
    let white = if us.is_white() { c1 } else { -c1 };
    all.extend([
        ("chance_before", c0),
        ("chance", c1),
        ("loss", (c0 - c1).max(0.0) * 2.0),
        ("winning", yes(e1 >= 250)),
        ("lost", yes(e1 <= -250)),
        ("even", yes(e1.abs() < 40)),
        ("mate_seen", yes(e1.abs() > 5000)),
        ("blunder", yes(c0 - c1 > 0.3)),
        ("mistake", yes(c0 - c1 > 0.12)),
        ("best", yes(c0 - c1 < 0.02)),
        ("slightly_better", yes((40..120).contains(&e1))),
        ("clearly_better", yes((120..250).contains(&e1))),
        ("white_chance", white),
        ("white_winning", yes(white > 0.4)),
        ("black_winning", yes(white < -0.4)),
        ("book", yes(Openings::ours().name(before).is_some() || Openings::ours().name(after).is_some())),
    ]);
    all.extend(layout(subject));
    all
}
