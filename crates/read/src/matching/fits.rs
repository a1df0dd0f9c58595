//! Features of a comment and a move together: what the comment names is there, and what it says is so.

use std::collections::HashSet;

use philidor_chess::shakmaty::{Bitboard, Chess, Color, File, Move, Position, Role, Square};
use philidor_tutor::{
    claim::passed,
    opening::Openings,
    sight::{absolute_pins, exchange, value},
};

use super::{
    Named, Subject,
    properties::{chance, men},
    shown::{ground, rows},
    told::told,
    words::Comment,
};
use crate::notation::{Form, Said};

/// The positions in which a comment's moves may be meant.
#[derive(Debug, Clone)]
pub(crate) struct Moves {
    /// The mover once more, after the move.
    pub(super) again: Option<Chess>,
    /// The other side, instead of the move.
    pub(super) turned: Option<Chess>,
    can_check: bool,
    legal: usize,
    opening: Option<String>,
    pinned: bool,
    threat: i32,
}

impl Moves {
    pub(crate) fn new(before: &Chess, after: &Chess) -> Moves {
        let us = before.turn();
        let again = passed(after);
        let checks = |mv: &Move| {
            let mut then = before.clone();
            then.play_unchecked(*mv);
            then.is_check()
        };
        let names: Vec<String> = [before, after]
            .into_iter()
            .filter_map(|pos| Openings::ours().name(pos))
            .map(|o| o.name.to_lowercase())
            .collect();
        let won = |pos: &Chess| {
            pos.board().by_color(!us).into_iter().map(|sq| exchange(pos, sq)).max().unwrap_or(0)
        };
        let legal = before.legal_moves();
        Moves {
            threat: again.as_ref().map_or(0, won),
            again,
            turned: passed(before),
            can_check: legal.iter().any(checks),
            legal: legal.len(),
            opening: if names.is_empty() { None } else { Some(names.join(" ")) },
            pinned: Color::ALL.into_iter().any(|side| absolute_pins(after.board(), side).next().is_some()),
        }
    }
}

pub(super) fn yes(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// 1 or -1, if the comment speaks of it.
pub(super) fn agrees(said: bool, holds: bool) -> f32 {
    if !said {
        0.0
    } else if holds {
        1.0
    } else {
        -1.0
    }
}

pub(super) fn few(count: usize, most: usize) -> f32 {
    count.min(most) as f32 / most as f32
}

pub(crate) fn fits(subject: &Subject, comment: &Comment) -> Named {
    let mut all = Named::new();
    moves(subject, comment, &mut all);
    squares(subject, comment, &mut all);
    speaks_of_men(subject, comment, &mut all);
    judgements(subject, comment, &mut all);
    topics(subject, comment, &mut all);
    told(subject, comment, &mut all);
    rows(subject, comment, &mut all);
    ground(subject, comment, &mut all);
    all.retain(|(_, value)| *value != 0.0);
    all
}

fn moves(subject: &Subject, comment: &Comment, all: &mut Named) {
    let (before, after) = (&subject.before, &subject.after);
    let known = &subject.moves;
    let number = u32::from(before.fullmoves());
    let (mut played, mut legal, mut reply, mut own, mut other, mut none) = (0, 0, 0, 0, 0, 0);
    let (mut from_here, mut from_nowhere, mut standing, mut first_legal) = (0, 0, 0, false);
    let standing_on = |role: Role, square: Square| {
        [before, after].iter().any(|pos| pos.board().role_at(square) == Some(role))
    };
    let plain = |said: &Said| Said { number: None, black: false, form: said.form };
    for (at, said) in comment.moves.iter().enumerate() {
        let bare = plain(said);
        if let Form::Man { role, file: Some(file), rank: Some(rank), .. } = said.form {
            let from = Square::from_coords(file, rank);
            let there = [before, after].iter().any(|pos| match role {
                Some(role) => pos.board().role_at(from) == Some(role),
                None => pos.board().role_at(from).is_some(),
            });
            if there { from_here += 1 } else { from_nowhere += 1 }
        }
        if let Form::Man { role: Some(role), takes: false, file: None, to, .. } = said.form
            && said.number.is_none()
            && role != Role::Pawn
            && standing_on(role, to)
        {
            standing += 1;
        }
        let on = |pos: &Chess| bare.on(pos);
        if on(before) == Some(subject.mv) {
            played += 1;
        } else if on(before).is_some() {
            legal += 1;
            first_legal |= at == 0;
        } else if on(after).is_some() {
            reply += 1;
        } else if known.again.as_ref().is_some_and(|pos| on(pos).is_some()) {
            own += 1;
        } else if known.turned.as_ref().is_some_and(|pos| on(pos).is_some()) {
            other += 1;
        } else {
            none += 1;
        }
    }
    let total = comment.moves.len();
    all.extend([
        ("played_named", few(played, 2)),
        ("legal_named", few(legal, 3)),
        ("reply_named", few(reply, 3)),
        ("own_next_named", few(own, 3)),
        ("theirs_named", few(other, 3)),
        ("impossible_named", few(none, 4)),
        ("any_impossible", yes(none > 0)),
        ("has_moves", yes(total > 0)),
        ("first_is_legal", yes(first_legal)),
        ("from_here", few(from_here, 2)),
        ("from_nowhere", few(from_nowhere, 2)),
        ("standing", few(standing, 2)),
        ("share_possible", (played + legal + reply + own) as f32 / total.max(1) as f32),
        ("share_impossible", none as f32 / total.max(1) as f32),
    ]);
    let numbers: Vec<i64> = comment
        .moves
        .iter()
        .filter_map(|said| said.number)
        .map(|n| i64::from(n) - i64::from(number))
        .collect();
    if let Some(first) = numbers.first() {
        let nearest = numbers.iter().map(|n| n.abs()).min().unwrap_or(0);
        all.extend([
            ("number_here", yes(numbers.contains(&0))),
            ("number_near", yes(numbers.iter().any(|n| (1..=3).contains(&n.abs())))),
            ("number_far", yes(numbers.iter().any(|n| n.abs() > 3) && !numbers.contains(&0))),
            ("number_distance", nearest.min(20) as f32 / 20.0),
            ("number_first", yes((0..=1).contains(first))),
        ]);
    }
}

fn squares(subject: &Subject, comment: &Comment, all: &mut Named) {
    let (before, after, mv) = (&subject.before, &subject.after, subject.mv);
    let us = before.turn();
    let to = mv.castling_side().map_or(mv.to(), |side| side.king_to(us));
    let named = |square: Square| {
        comment.squares.contains(&square) || comment.moves.iter().any(|said| said.to() == Some(square))
    };
    all.push(("target_named", yes(named(to))));
    all.push(("origin_named", yes(mv.from().is_some_and(named))));
    let others: Vec<Square> = comment.squares.iter().copied().filter(|square| *square != to).collect();
    if !others.is_empty() {
        let share = |test: &dyn Fn(Square) -> bool| {
            others.iter().filter(|sq| test(**sq)).count() as f32 / others.len() as f32
        };
        let reach = after.board().attacks_from(to);
        let occupied = before.board().occupied() | after.board().occupied();
        let pawn_can = |sq: Square| {
            Color::ALL.into_iter().any(|side| {
                let pawns = before.board().by_piece(Role::Pawn.of(side)) & Bitboard::from_file(sq.file());
                pawns.into_iter().any(|pawn| {
                    if side.is_white() { sq.rank() >= pawn.rank() } else { sq.rank() <= pawn.rank() }
                })
            })
        };
        all.extend([
            ("squares_reached", share(&|sq| reach.contains(sq))),
            ("squares_near", share(&|sq| sq.distance(to) <= 2)),
            ("squares_occupied", share(&|sq| occupied.contains(sq))),
            ("squares_any", 1.0),
            ("squares_of_pawns", share(&pawn_can)),
        ]);
    }
    let there = |(color, role, square): &&(Option<Color>, Role, Square)| {
        let fits = |pos: &Chess| {
            pos.board()
                .piece_at(*square)
                .is_some_and(|piece| piece.role == *role && color.is_none_or(|color| color == piece.color))
        };
        fits(before) || fits(after)
    };
    let right = comment.placed.iter().filter(there).count();
    all.push(("men_there", few(right, 2)));
    all.push(("men_not_there", few(comment.placed.len() - right, 2)));
    let pawns = |file: File| (after.board().pawns() & Bitboard::from_file(file)).count();
    let moved_file = mv.from().map(Square::file);
    all.extend([
        (
            "pawn_file_moves",
            yes(mv.role() == Role::Pawn && comment.pawn_files.iter().any(|file| Some(*file) == moved_file)),
        ),
        (
            "pawn_file_empty",
            yes(comment
                .pawn_files
                .iter()
                .any(|file| (before.board().pawns() & Bitboard::from_file(*file)).is_empty())),
        ),
        ("file_of_move", yes(comment.files.contains(&to.file()))),
        ("file_open", yes(comment.files.iter().any(|file| pawns(*file) <= 1))),
        ("file_closed", yes(comment.files.iter().any(|file| pawns(*file) == 2))),
    ]);
}

fn speaks_of_men(subject: &Subject, comment: &Comment, all: &mut Named) {
    let (before, mv) = (&subject.before, subject.mv);
    let us = before.turn();
    let board = before.board();
    let role = mv.role();
    let absent = |(color, role): &&(Color, Role)| men(board, *role, *color) == 0;
    let gone = |role: &&Role| board.by_role(**role).is_empty();
    let single = |role: &&Role| board.by_role(**role).count() < 2;
    all.extend([
        ("owned_absent", few(comment.owned.iter().filter(absent).count(), 2)),
        ("owned_moves", yes(comment.owned.contains(&(us, role)))),
        ("kind_absent", few(comment.roles.iter().filter(gone).count(), 2)),
        ("kind_moves", yes(comment.roles.contains(&role))),
        ("other_kinds_only", yes(!comment.roles.is_empty() && !comment.roles.contains(&role))),
        ("kind_taken", yes(mv.capture().is_some_and(|taken| comment.roles.contains(&taken)))),
        ("first_kind_moves", yes(comment.roles.first() == Some(&role))),
        ("first_kind_differs", yes(comment.roles.first().is_some_and(|first| *first != role))),
        ("too_few", yes(comment.plural.iter().any(|role| single(&role)))),
        ("begins_with_mover", yes(comment.first == Some(us))),
        ("begins_with_other", yes(comment.first == Some(!us))),
        ("mover_named", yes(comment.sides.contains(&us))),
        ("other_named", yes(comment.sides.contains(&!us))),
        ("length", (1.0 + comment.count as f32).ln() / 5.0),
    ]);
}

/// Words of praise, of blame, and of other moves.
const PRAISE: [&str; 14] = [
    " best ",
    " excellent ",
    " good ",
    " brilliant ",
    " strong ",
    " fine ",
    " correct ",
    " beautiful ",
    " nice ",
    " clever ",
    " powerful ",
    " decisive ",
    " well played ",
    " right ",
];
const BLAME: [&str; 17] = [
    " mistake ",
    " blunder ",
    " error ",
    " bad ",
    " weak ",
    " loses ",
    " losing ",
    " inferior ",
    " dubious ",
    " wrong ",
    " doubtful ",
    " fatal ",
    " careless ",
    " overlook",
    " too late ",
    " not good ",
    " oversight ",
];
const INSTEAD: [&str; 10] = [
    " better was ",
    " better is ",
    " should have ",
    " preferable ",
    " more accurate ",
    " instead of ",
    " stronger was ",
    " had to ",
    " necessary ",
    " would have been ",
];

fn judgements(subject: &Subject, comment: &Comment, all: &mut Named) {
    let us = subject.before.turn();
    let [e0, e1] = subject.scores;
    let white = if us.is_white() { e1 } else { -e1 };
    let loss = (e0.clamp(-1000, 1000) - e1.clamp(-1000, 1000)).clamp(-50, 300) as f32 / 150.0;
    let low = &comment.low;
    for (side, name) in [(Color::White, " white "), (Color::Black, " black ")] {
        let value = if side.is_white() { white } else { -white };
        let value = (value as f32 / 200.0).clamp(-1.0, 1.0);
        for (at, _) in low.match_indices(name) {
            let tail: String = low[at..].split_whitespace().skip(1).take(5).collect::<Vec<_>>().join(" ");
            let tail = format!(" {tail} ");
            let any = |words: &[&str]| words.iter().any(|word| tail.contains(word));
            if any(&[
                " winning ",
                " wins ",
                " won ",
                " decisive ",
                " better ",
                " superior ",
                " advantage ",
                " stronger ",
                " pressure ",
                " initiative ",
                " attack ",
            ]) {
                all.push(("side_does_well", value));
            }
            if any(&[
                " lost ",
                " losing ",
                " worse ",
                " resign",
                " trouble ",
                " hopeless ",
                " difficult",
                " inferior ",
                " cramped ",
            ]) {
                all.push(("side_does_badly", -value));
            }
            if any(&[" resign"]) {
                all.push(("resigns_on_turn", if side == us { -1.0 } else { 1.0 }));
            }
        }
    }
    // Each name once.
    let mut seen = HashSet::new();
    all.retain(|(name, _)| {
        !matches!(*name, "side_does_well" | "side_does_badly" | "resigns_on_turn") || seen.insert(*name)
    });
    let far = (white.abs() as f32 / 200.0).min(1.5) - 0.75;
    let level = 1.0 - (white.abs() as f32 / 60.0).min(2.0);
    let when = |said: bool, value: f32| if said { value } else { 0.0 };
    all.extend([
        ("praise", when(comment.has(&PRAISE), -loss)),
        ("blame", when(comment.has(&BLAME), loss)),
        ("instead", when(comment.has(&INSTEAD), loss)),
        (
            "decided",
            when(comment.has(&[" decisive ", " winning ", " crush", " hopeless ", " won ", " resign"]), far),
        ),
        ("level", when(comment.has(&[" equal", " level ", " balanced "]), level)),
        ("drawn", when(comment.has(&[" draw"]), level)),
        ("chance_words", when(comment.has(&[" advantage ", " better "]), chance(e1).abs())),
    ]);
}

fn topics(subject: &Subject, comment: &Comment, all: &mut Named) {
    let (before, after, mv) = (&subject.before, &subject.after, subject.mv);
    let us = before.turn();
    let board = before.board();
    let has = |parts: &[&str]| comment.has(parts);
    let property = |name: &str| {
        subject.properties.iter().find(|(known, _)| *known == name).is_some_and(|(_, value)| *value > 0.0)
    };
    let any = |names: &[&str]| names.iter().any(|name| property(name));
    let known = &subject.moves;
    let number = u32::from(before.fullmoves());
    for (parts, name, side) in [
        (&[" kingside ", " king side ", " k side ", " king wing"][..], "kingside", "to_kingside"),
        (&[" queenside ", " queen side ", " q side ", " queen wing"][..], "queenside", "to_queenside"),
        (&[" centre ", " center ", " central "][..], "centre", "to_centre"),
    ] {
        all.push((name, agrees(has(parts), property(side))));
    }
    match &known.opening {
        Some(opening) => {
            let hit = comment.openings.iter().any(|family| opening.contains(family.as_str()));
            all.push(("opening_right", yes(hit)));
            all.push(("opening_wrong", yes(!hit && !comment.openings.is_empty())));
        }
        None => all.push(("opening_late", yes(number > 15 && !comment.openings.is_empty()))),
    }
    let castles = mv.castling_side().is_some();
    let rights = !before.castles().castling_rights().is_empty();
    let queens = board.queens().count();
    let seventh = (board.rooks()
        & (Bitboard::from_rank(philidor_chess::shakmaty::Rank::Seventh)
            | Bitboard::from_rank(philidor_chess::shakmaty::Rank::Second)))
    .any();
    let said_castle = has(&[" castl"]);
    all.extend([
        ("castling_now", agrees(said_castle, castles)),
        ("castling_possible", agrees(said_castle, rights)),
        (
            "captures",
            agrees(has(&[" captur", " takes ", " taking ", " recaptur", " exchang"]), mv.is_capture()),
        ),
        ("check", agrees(has(&[" check ", " checks "]), after.is_check())),
        ("check_possible", agrees(has(&[" check ", " checks "]), known.can_check)),
        ("sacrifice", agrees(has(&[" sacrific"]), any(&["sacrifice"]))),
        (
            "pawn_sacrifice",
            agrees(has(&[" sacrific"]) && has(&[" pawn "]), mv.role() == Role::Pawn && any(&["sacrifice"])),
        ),
        ("exchange_sacrifice", agrees(has(&[" exchange sacrifice "]), mv.role() == Role::Rook)),
        ("ending", agrees(has(&[" ending ", " endgame ", " end game "]), any(&["ending"]))),
        ("theory", agrees(has(&[" opening ", " theory ", " book ", " variation "]), number <= 12)),
        ("mate", agrees(has(&[" mate ", " mates ", " mating ", " checkmate "]), any(&["mate_seen", "mate"]))),
        ("mate_near", agrees(has(&[" mate ", " mating "]), any(&["attack_on_king"]))),
        ("resigns", agrees(has(&[" resign"]), subject.scores[1].abs() > 300)),
        ("passed", agrees(has(&[" passed ", " passer"]), any(&["passed_pawn", "their_passed_pawn"]))),
        ("pin", agrees(has(&[" pin ", " pins ", " pinn"]), any(&["new_pin"]))),
        ("pinned", agrees(has(&[" pin ", " pinn"]), known.pinned)),
        ("threat", agrees(has(&[" threat", " menac"]), known.threat >= 3)),
        ("threat_any", agrees(has(&[" threat"]), known.threat >= 1)),
        ("doubled", agrees(has(&[" doubled ", " double "]), any(&["doubled", "their_doubled"]))),
        ("isolated", agrees(has(&[" isolat"]), any(&["isolated", "their_isolated"]))),
        (
            "two_bishops",
            agrees(
                has(&[" two bishops ", " bishop pair ", " pair of bishops ", " both bishops "]),
                any(&["bishop_pair", "their_bishop_pair"]),
            ),
        ),
        (
            "two_bishops_of_one",
            agrees(
                has(&[" two bishops ", " bishop pair ", " pair of bishops "]),
                property("bishop_pair") != property("their_bishop_pair"),
            ),
        ),
        ("opposite", agrees(has(&[" opposite "]), any(&["opposite_bishops", "opposite_wings"]))),
        ("the_exchange", agrees(has(&[" the exchange "]), any(&["exchange_up", "exchange_down"]))),
        ("promotion", agrees(has(&[" promot", " queening "]), any(&["passed_pawn_far", "promotes"]))),
        ("development", agrees(has(&[" develop"]), any(&["develops"]) || number <= 12)),
        ("gambit", agrees(has(&[" gambit "]), number <= 8)),
        (
            "rook_ending",
            agrees(has(&[" rook ending ", " rook endgame ", " rook and pawn end"]), any(&["rook_ending"])),
        ),
        ("pawn_ending", agrees(has(&[" pawn ending ", " pawn endgame "]), any(&["pawn_ending"]))),
        ("bishop_ending", agrees(has(&[" bishop ending ", " bishop endgame "]), any(&["bishop_ending"]))),
        (
            "uncastled",
            agrees(
                has(&[" uncastled ", " king in the cent", " king in the middle"]),
                any(&["king_home", "their_king_home"]),
            ),
        ),
        ("seventh", agrees(has(&[" seventh ", " 7th "]), seventh || any(&["to_seventh"]))),
        ("retreat", agrees(has(&[" retreat", " withdraw"]), any(&["retreats"]))),
        ("break", agrees(has(&[" break ", " lever", " challeng"]), any(&["lever"]))),
        (
            "open_lines",
            agrees(
                has(&[" opens ", " opening the ", " opening up "]),
                mv.role() == Role::Pawn || mv.is_capture(),
            ),
        ),
        (
            "forced",
            agrees(
                has(&[" only move ", " forced ", " must "]),
                known.legal <= 5 || any(&["in_check", "was_attacked"]),
            ),
        ),
        ("outpost", agrees(has(&[" outpost "]), mv.role() == Role::Knight)),
        (
            "queens",
            agrees(
                has(&[" queens "]),
                mv.role() == Role::Queen || mv.capture() == Some(Role::Queen) || any(&["attacks_queen"]),
            ),
        ),
        ("no_queens_left", yes(has(&[" queen "]) && queens == 0)),
        ("open_file", agrees(has(&[" open file "]), any(&["open_file", "rook_to_open_file"]))),
        (
            "material_up",
            agrees(
                has(&[" pawn up ", " pawn ahead ", " extra pawn ", " pawn down "]),
                any(&["ahead", "behind"]),
            ),
        ),
        ("attack", agrees(has(&[" attack ", " attacking "]), any(&["attack_on_king", "near_king"]))),
        (
            "defence",
            agrees(
                has(&[" defen", " protect", " parr"]),
                any(&["was_attacked", "own_king_attacked", "in_check"]),
            ),
        ),
        (
            "gain",
            agrees(
                has(&[" wins a ", " winning a ", " gains a ", " gained a "]),
                mv.is_capture() && mv.capture().is_some_and(|taken| value(taken) > exchange(after, mv.to())),
            ),
        ),
        ("advance", agrees(has(&[" advanc", " push", " thrust "]), mv.role() == Role::Pawn)),
        (
            "manoeuvre",
            agrees(
                has(&[" manoeuv", " maneuv", " regroup", " reroute"]),
                !matches!(mv.role(), Role::Pawn) && !mv.is_capture(),
            ),
        ),
    ]);
    let _ = us;
}
