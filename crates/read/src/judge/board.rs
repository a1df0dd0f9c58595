//! Facts of the position: features, men, phases, and how men stand.

use philidor_chess::{
    shakmaty::{Bitboard, Board, Chess, Color, File, Position, Role},
    write_fen,
};
use philidor_claims::{About, Change, Claim, FeatureNumbers, Statement};
use philidor_know::{eval::Evaluation, features::FeatureId};
use philidor_tutor::{
    claim::passed,
    sight::{absolute_pins, exchange, is_trapped, value},
};
use philidor_verify::{count, verify};

use super::{Ruling, Said, listed, man_on, men, side_name};
use crate::scene::Scene;

/// Features that mean the same to everybody: only these are refuted.
const PLAIN: [&str; 6] = [
    "passed_pawn",
    "isolated_pawn",
    "doubled_pawns",
    "bishop_pair",
    "doubled_isolated_pawns",
    "connected_passers",
];

/// A feature of a side, counted by the checker.
pub(super) fn feature(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let id = said.word();
    let side = said.side(scene).or_else(|| {
        let man = said.filled.men.first()?;
        man.color?.color(scene.mover(), said.manner.he)
    });
    let sides: Vec<Color> = side.map_or_else(|| Color::ALL.to_vec(), |side| vec![side]);
    let mut wanted = Bitboard::EMPTY;
    for square in &said.filled.squares {
        wanted.add(*square);
    }
    for man in &said.filled.men {
        wanted |= man.square.map_or(Bitboard::EMPTY, Bitboard::from);
        wanted |= man.file.map_or(Bitboard::EMPTY, Bitboard::from_file);
    }
    wanted |= said.filled.file.map_or(Bitboard::EMPTY, Bitboard::from_file);
    let mut known = false;
    for (board, pos) in scene.boards().zip(scene.positions()) {
        for &side in &sides {
            let Some(found) = count(board, id, side.into()) else { continue };
            known = true;
            let squares: Bitboard = found.squares.map_or(Bitboard::EMPTY, Bitboard::from);
            let there = wanted.is_empty() || found.squares.is_none() || (squares & wanted).any();
            if found.number > 0 && there {
                let place = if squares.any() { format!(": {}", listed(squares)) } else { String::new() };
                let text = format!("{} has it{place}", side_name(side));
                return Ruling::True(text, present(pos, id, side, squares, found.number).map(Box::new));
            }
        }
    }
    if !known {
        return Ruling::Open("nobody counts this");
    }
    if !PLAIN.contains(&id) {
        return Ruling::Open("it may be meant in another sense");
    }
    let name = id.replace('_', " ");
    let whose = side.map_or("neither side has".to_owned(), |side| format!("{} has no", side_name(side)));
    let place = if wanted.count() == 1 { format!(" on {}", listed(wanted)) } else { String::new() };
    Ruling::no(format!("{whose} {name}{place}"))
}

/// The same in the vocabulary of claims, if the checker agrees.
fn present(pos: &Chess, id: &str, side: Color, squares: Bitboard, number: i32) -> Option<Claim> {
    let breakdown = Evaluation::tuned().explain(pos);
    let term = breakdown.term(FeatureId::from_id(id)?, side)?;
    let cp = if side.is_white() { term.value } else { -term.value };
    let numbers = FeatureNumbers {
        id: id.to_owned(),
        owner: side.into(),
        before: number,
        after: number,
        cp_before: cp,
        cp_after: cp,
    };
    let statement =
        Statement::Feature { numbers, change: Change::Present, squares: squares.into(), passing: false };
    let men =
        squares.into_iter().filter_map(|sq| Some((sq.into(), pos.board().piece_at(sq)?.into()))).collect();
    let claim = Claim { men, ..Claim::new(About::Position, side.into(), write_fen(pos), statement) };
    verify(&claim, None).is_ok().then_some(claim)
}

fn points(board: &Board, side: Color) -> i32 {
    let ours = board.by_color(side);
    ours.into_iter().filter_map(|sq| board.role_at(sq)).filter(|role| *role != Role::King).map(value).sum()
}

fn number(board: &Board, side: Color, role: Role) -> i32 {
    board.by_piece(role.of(side)).count() as i32
}

pub(super) fn material(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let side = said.side(scene).or(said.manner.he);
    let word = said.word();
    let test = |board: &Board, us: Color| {
        let up = |role: Role| number(board, us, role) - number(board, !us, role);
        let minors = up(Role::Knight) + up(Role::Bishop);
        let points = points(board, us) - points(board, !us);
        match word {
            "up" => points > 0,
            "down" => points < 0,
            "pawn_up" => up(Role::Pawn) > 0 && points > 0,
            "pawn_down" => up(Role::Pawn) < 0 && points < 0,
            "piece_up" => (minors > 0 || up(Role::Rook) + minors > 0 || up(Role::Queen) > 0) && points >= 2,
            "piece_down" => (minors < 0 || up(Role::Queen) < 0) && points <= -2,
            "exchange_up" => up(Role::Rook) > 0 && minors < 0,
            "exchange_down" => up(Role::Rook) < 0 && minors > 0,
            _ => points == 0,
        }
    };
    let told = |board: &Board| {
        let (white, black) = (points(board, Color::White), points(board, Color::Black));
        format!("White has {white} points, Black {black}")
    };
    let sides: Vec<Color> = side.map_or_else(|| Color::ALL.to_vec(), |side| vec![side]);
    for pos in scene.positions() {
        if sides.iter().any(|&side| test(pos.board(), side)) {
            return Ruling::yes(told(pos.board()));
        }
    }
    // An exchange that is not over: the count would change with the next capture.
    if passed(scene.now()).is_none_or(|_| has_capture(scene.now())) {
        return Ruling::Open("men are being exchanged");
    }
    Ruling::no(told(scene.now().board()))
}

/// The side to move can win something by a capture.
fn has_capture(pos: &Chess) -> bool {
    let them = pos.board().by_color(!pos.turn());
    them.into_iter().any(|sq| exchange(pos, sq) > 0)
}

pub(super) fn phase(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let word = said.word();
    let test = |board: &Board| {
        let kinds = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let has = |role: Role| board.by_role(role).any();
        let only = |wanted: &[Role]| kinds.into_iter().all(|role| wanted.contains(&role) || !has(role));
        let both = |role: Role| Color::ALL.into_iter().all(|side| board.by_piece(role.of(side)).any());
        let pieces = (board.occupied() & !board.pawns() & !board.kings()).count();
        match word {
            "rook_ending" => only(&[Role::Rook]) && both(Role::Rook),
            "pawn_ending" => only(&[]),
            "bishop_ending" => only(&[Role::Bishop]) && both(Role::Bishop),
            "knight_ending" => only(&[Role::Knight]) && both(Role::Knight),
            "queen_ending" => only(&[Role::Queen]) && both(Role::Queen),
            "minor_ending" => only(&[Role::Knight, Role::Bishop]) && pieces > 0,
            "opposite_bishops" => {
                let one = |side: Color| board.by_piece(Role::Bishop.of(side));
                let (white, black) = (one(Color::White), one(Color::Black));
                let dark = |set: Bitboard| (set & Bitboard::DARK_SQUARES).any();
                white.count() == 1 && black.count() == 1 && dark(white) != dark(black)
            }
            "queens_off" => !has(Role::Queen),
            "opening" => pieces >= 10,
            _ => pieces <= 6 || (!has(Role::Queen) && pieces <= 8),
        }
    };
    let pieces = |board: &Board| (board.occupied() & !board.pawns() & !board.kings()).count();
    if let Some(pos) = scene.positions().find(|pos| test(pos.board())) {
        return Ruling::yes(format!("{} pieces are left beside kings and pawns", pieces(pos.board())));
    }
    // Annotators speak early of endings that are in sight.
    Ruling::Open("it may speak of another moment")
}

pub(super) fn state(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let word = said.word();
    match word {
        "castled" | "uncastled" | "opposite_castling" => king(said, scene),
        "open_file" | "half_open_file" => file(said, scene),
        "castling_right" => castling(said, scene),
        "more_space" | "more_active" | "better_developed" => more(said, scene),
        "in_check" => match scene.now().is_check() {
            true => Ruling::yes("the king is in check"),
            false => Ruling::Open("nobody is in check"),
        },
        _ => man(said, scene),
    }
}

fn king(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let wing = |pos: &Chess, side: Color| {
        let king = pos.board().king_of(side)?;
        let home = king.rank()
            == side.fold_wb(philidor_chess::shakmaty::Rank::First, philidor_chess::shakmaty::Rank::Eighth);
        let file = king.file();
        Some((home && file >= File::F, home && file <= File::C))
    };
    let side = said.side(scene).or(said.manner.he);
    let sides: Vec<Color> = side.map_or_else(|| Color::ALL.to_vec(), |side| vec![side]);
    let now = scene.now();
    if said.word() == "opposite_castling" {
        let (white, black) = (wing(now, Color::White), wing(now, Color::Black));
        return match (white, black) {
            (Some((true, _)), Some((_, true))) | (Some((_, true)), Some((true, _))) => {
                Ruling::yes("the kings stand on opposite wings")
            }
            _ => Ruling::Open("it may speak of what is to come"),
        };
    }
    let aside = |pos: &Chess| sides.iter().any(|&side| wing(pos, side).is_some_and(|(k, q)| k || q));
    let centre = |pos: &Chess| sides.iter().any(|&side| wing(pos, side).is_some_and(|(k, q)| !k && !q));
    let (wanted, shows) = match said.word() {
        "castled" => (scene.positions().any(aside), "the king stands on a wing"),
        _ => (scene.positions().any(centre), "the king stands in the middle"),
    };
    if wanted { Ruling::yes(shows) } else { Ruling::Open("it may speak of another moment") }
}

/// A side may still castle, or not any more.
fn castling(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let Some(side) = said.side(scene).or(said.manner.he) else { return Ruling::Open("no side is named") };
    let rights = scene.now().castles().castling_rights();
    let home = side.fold_wb(
        Bitboard::from_rank(philidor_chess::shakmaty::Rank::First),
        Bitboard::from_rank(philidor_chess::shakmaty::Rank::Eighth),
    );
    match (rights & home).any() {
        true if said.manner.negated => Ruling::Open("it may be kept from castling for the moment"),
        true => Ruling::yes(format!("{} has the right to castle", side_name(side))),
        false => Ruling::no(format!("{} has lost the right to castle", side_name(side))),
    }
}

/// More space, more active, better developed: the checker's counts of both sides beside each other.
fn more(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let Some(side) = said.side(scene).or(said.manner.he) else { return Ruling::Open("no side is named") };
    // Below the second number opinions may differ.
    let (id, sign, clear) = match said.word() {
        "more_space" => ("space", 1, 6),
        "more_active" => ("activity", 1, 8),
        _ => ("undeveloped_minors", -1, 1),
    };
    let Some(board) = scene.boards().next() else { return Ruling::Open("nobody counts this") };
    let (Some(own), Some(theirs)) = (count(board, id, side.into()), count(board, id, (!side).into())) else {
        return Ruling::Open("nobody counts this");
    };
    let lead = sign * (own.number - theirs.number);
    let name = id.replace('_', " ");
    let text = format!("{name}: {} {}, {} {}", side_name(side), own.number, side_name(!side), theirs.number);
    match lead {
        1.. => Ruling::yes(text),
        lead if lead <= -clear => Ruling::no(text),
        _ => Ruling::Open("too close to call"),
    }
}

fn file(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let half = said.word() == "half_open_file";
    let test = |board: &Board, file: File| {
        let pawns = |side: Color| (board.by_piece(Role::Pawn.of(side)) & Bitboard::from_file(file)).any();
        match (pawns(Color::White), pawns(Color::Black)) {
            (false, false) => !half,
            (true, false) | (false, true) => half,
            (true, true) => false,
        }
    };
    let named = |file: File| format!("the {}-file", file.char());
    let kind = if half { "half open" } else { "open" };
    match said.filled.file {
        Some(file) => match scene.positions().find(|pos| test(pos.board(), file)) {
            Some(_) => Ruling::yes(format!("{} is {kind}", named(file))),
            None => {
                let pawns = scene.now().board().pawns() & Bitboard::from_file(file);
                // A file is often called open that is so for one side.
                if !half
                    && Color::ALL.into_iter().any(|c| (pawns & scene.now().board().by_color(c)).is_empty())
                {
                    return Ruling::Open("it is open for one side only");
                }
                Ruling::no(format!("{} is not {kind}: pawns on {}", named(file), listed(pawns)))
            }
        },
        None => {
            let found =
                File::ALL.into_iter().filter(|&file| scene.positions().any(|pos| test(pos.board(), file)));
            let found: Vec<String> = found.map(named).collect();
            if found.is_empty() {
                Ruling::no(format!("no file is {kind}"))
            } else {
                Ruling::yes(format!("{} is {kind}", found.join(", ")))
            }
        }
    }
}

fn man(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let Some(meant) = said.filled.men.first() else { return Ruling::Open("no man is named") };
    let word = said.word();
    if word == "stands_on" {
        return stands(said, scene, meant);
    }
    let mut seen = false;
    for pos in scene.positions() {
        let board = pos.board();
        for square in men(board, meant, scene, said.manner.he, said.side(scene)) {
            seen = true;
            let Some(owner) = board.color_at(square) else { continue };
            let hunters = board.attacks_to(square, !owner, board.occupied());
            let guards = board.attacks_to(square, owner, board.occupied());
            let holds = match word {
                "pinned" => pinned(board, owner, square),
                "attacked" => hunters.any(),
                "undefended" => guards.is_empty(),
                "trapped" => {
                    let turned = if pos.turn() == owner { Some(pos.clone()) } else { passed(pos) };
                    turned.is_some_and(|pos| is_trapped(&pos, square))
                }
                "blocked_pawn" => {
                    let next = square.offset(owner.fold_wb(8, -8));
                    next.is_some_and(|next| board.occupied().contains(next))
                }
                _ => Bitboard::CENTER.contains(square),
            };
            if holds {
                let why = match word {
                    "attacked" => format!(" (by {})", listed(hunters)),
                    _ => String::new(),
                };
                return Ruling::yes(format!("{} is {}{why}", man_on(board, square), word.replace('_', " ")));
            }
        }
    }
    match (seen, meant.square) {
        (false, Some(square)) => Ruling::no(format!("no such man stands on {square}")),
        (true, Some(square)) if !matches!(word, "trapped" | "centralised" | "undefended" | "pinned") => {
            Ruling::no(format!("{} is not {}", man_on(scene.now().board(), square), word.replace('_', " ")))
        }
        _ => Ruling::Open("another man may be meant"),
    }
}

/// A man is said to stand on a square.
fn stands(said: &Said<'_>, scene: &Scene<'_>, meant: &crate::ManSaid) -> Ruling {
    let Some(&place) = said.filled.squares.first() else { return Ruling::Open("no square is named") };
    let squares = |board: &Board| -> Bitboard {
        men(board, meant, scene, said.manner.he, said.side(scene)).into_iter().collect()
    };
    if let Some(pos) = scene.positions().find(|pos| squares(pos.board()).contains(place)) {
        return Ruling::yes(man_on(pos.board(), place));
    }
    let found = squares(scene.now().board());
    match found.any() {
        true => Ruling::no(format!("it stands on {}", listed(found))),
        false => Ruling::no("there is no such man"),
    }
}

/// Pinned to the king, or to a dearer man.
pub(super) fn pinned(board: &Board, owner: Color, square: philidor_chess::shakmaty::Square) -> bool {
    if absolute_pins(board, owner).any(|pin| pin.pinned == square) {
        return true;
    }
    let Some(role) = board.role_at(square) else { return false };
    let hunters = board.attacks_to(square, !owner, board.occupied()) & board.sliders();
    hunters.into_iter().any(|hunter| {
        let Some(piece) = board.piece_at(hunter) else { return false };
        let without = board.occupied() & !Bitboard::from(square);
        let behind = philidor_chess::shakmaty::attacks::attacks(hunter, piece, without)
            & philidor_chess::shakmaty::attacks::ray(hunter, square)
            & board.by_color(owner)
            & !board.attacks_from(hunter);
        behind.into_iter().any(|sq| {
            philidor_chess::shakmaty::attacks::between(hunter, sq).contains(square)
                && board.role_at(sq).is_some_and(|dear| value(dear) > value(role) || dear == Role::King)
        })
    })
}
