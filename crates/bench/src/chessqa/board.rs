//! Questions that the board answers: what stands where, what may move, which devices there are.
//!
//! The definitions are the benchmark's, as its questions word them: a fork is any man that attacks two enemy men, a pin is a pin
//! to the king, a skewer has the dearer man in front, a battery is a row of like-minded long-range men. Two things follow from
//! its answers rather than from its words: promotions are written without the new piece where devices are asked for, and no
//! question has an empty answer, so the exclusion of pinned men, which would leave nothing, never applies.

use anyhow::{Context as _, bail};
use philidor_chess::{
    parse_fen,
    shakmaty::{
        Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Position, Role, Square, attacks,
        fen::Fen, uci::UciMove,
    },
};

use super::Question;

/// Kinds of men in the order in which an arrangement lists them.
const ORDER: [(Role, &str); 6] = [
    (Role::King, "King"),
    (Role::Queen, "Queen"),
    (Role::Rook, "Rook"),
    (Role::Bishop, "Bishop"),
    (Role::Knight, "Knight"),
    (Role::Pawn, "Pawn"),
];

fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn role_name(role: Role) -> &'static str {
    ORDER.iter().find(|(known, _)| *known == role).map_or("", |(_, name)| name)
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}

fn squares(set: Bitboard) -> String {
    list(set.into_iter().map(|square| square.to_string()))
}

fn uci(mv: philidor_chess::shakmaty::Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

/// The answer to a question about structure or motifs; nothing if its kind is unknown.
pub(super) fn answer(question: &Question) -> anyhow::Result<Option<String>> {
    let kind = question.kind.as_str();
    if kind.starts_with("structural_state_tracking") {
        return tracked(&question.input).map(Some);
    }
    let pos = parse_fen(&question.input)?;
    let board = pos.board();
    Ok(Some(match kind {
        "structural_piece_arrangement" => arrangement(board),
        "structural_legal_move_all" => list(pos.legal_moves().into_iter().map(uci)),
        "structural_legal_move_piece" => {
            let from = square_after(&question.text, "on square ")?;
            list(pos.legal_moves().into_iter().filter(|mv| mv.from() == Some(from)).map(uci))
        }
        "structural_check_in_1" => list(checks(&pos).map(|(mv, _)| uci(mv))),
        "structural_check_detection" => list(pos.checkers().into_iter().map(|square| {
            let role = board.role_at(square).map_or("", role_name);
            format!("{} {role} at {square}", color_name(pos.turn().other()))
        })),
        "structural_capture_squares" => seen(&pos, question, |us| board.by_color(!us) & !board.kings())?,
        "structural_protect_squares" => seen(&pos, question, |us| board.by_color(us) & !board.kings())?,
        "structural_control_squares" => seen(&pos, question, |_| !board.occupied())?,
        "motifs_fork" => list(forks(board)),
        "motifs_pin" => list(lines(board, |front, back| back == Role::King && front != Role::King)),
        "motifs_skewer" => list(lines(board, |front, back| value(front) > value(back))),
        "motifs_battery" => list(batteries(board)),
        "motifs_discovered_check" => devices(checks(&pos).filter(|(mv, after)| {
            let behind = after.checkers() & !Bitboard::from(mv.to());
            (behind & after.board().sliders()).any()
        })),
        "motifs_double_check" => devices(checks(&pos).filter(|(_, after)| after.checkers().count() > 1)),
        _ => return Ok(None),
    }))
}

/// Moves that give check, with the positions after them.
fn checks(pos: &Chess) -> impl Iterator<Item = (philidor_chess::shakmaty::Move, Chess)> + '_ {
    pos.legal_moves().into_iter().filter_map(|mv| {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        after.is_check().then_some((mv, after))
    })
}

/// Moves by their squares alone, each once.
fn devices(moves: impl Iterator<Item = (philidor_chess::shakmaty::Move, Chess)>) -> String {
    let mut all: Vec<String> = Vec::new();
    for text in moves.map(|(mv, _)| uci(mv).chars().take(4).collect::<String>()) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    list(all)
}

fn arrangement(board: &Board) -> String {
    let of = |color: Color| {
        ORDER.iter().filter_map(move |(role, name)| {
            let men = board.by_piece(role.of(color));
            let mut names: Vec<String> = men.into_iter().map(|square| format!("'{square}'")).collect();
            names.sort();
            men.any().then(|| format!("{} {name}: [{}]", color_name(color), names.join(", ")))
        })
    };
    list(of(Color::White).chain(of(Color::Black)))
}

/// The position after a row of moves: `FEN | e2e4 e7e5`.
fn tracked(input: &str) -> anyhow::Result<String> {
    let (fen, moves) = input.split_once('|').context("wanted a position, | and moves")?;
    let mut pos = parse_fen(fen.trim())?;
    for word in moves.split_whitespace() {
        let mv = word.parse::<UciMove>().ok().and_then(|mv| mv.to_move(&pos).ok());
        let Some(mv) = mv else { bail!("{word} is not a legal move") };
        pos.play_unchecked(mv);
    }
    Ok(Fen::from_position(&pos, EnPassantMode::Legal).to_string())
}

/// The square named after some words.
fn square_after(text: &str, words: &str) -> anyhow::Result<Square> {
    let tail = text.split_once(words).map(|(_, tail)| tail).context("no square in the question")?;
    let name = tail.get(..2).context("no square in the question")?;
    name.parse().with_context(|| format!("{name:?} is not a square"))
}

/// Squares of some kind that the man in question sees.
fn seen(pos: &Chess, question: &Question, kind: impl Fn(Color) -> Bitboard) -> anyhow::Result<String> {
    let board = pos.board();
    let mut found = None;
    for (role, name) in ORDER {
        for color in Color::ALL {
            let words = format!("the {} {name} on ", color_name(color));
            if question.text.contains(&words) {
                let square = square_after(&question.text, &words)?;
                found = (board.piece_at(square) == Some(role.of(color))).then_some((square, color));
            }
        }
    }
    let (square, us) = found.context("the man of the question is not on the board")?;
    Ok(squares(board.attacks_from(square) & kind(us)))
}

fn forks(board: &Board) -> Vec<String> {
    let mut all = Vec::new();
    for (square, piece) in board.clone() {
        let mut men: Vec<String> = (board.attacks_from(square) & board.by_color(!piece.color))
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        if men.len() > 1 {
            men.sort();
            all.push(format!("{square}>{}", men.join("-")));
        }
    }
    all
}

fn value(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Long-range men with two enemy men of certain kinds behind each other on a line.
fn lines(board: &Board, wanted: impl Fn(Role, Role) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    for (square, piece) in board.clone() {
        if !board.sliders().contains(square) {
            continue;
        }
        let enemies = board.by_color(!piece.color);
        for front in board.attacks_from(square) & enemies {
            let ray = attacks::ray(square, front);
            let through = attacks::attacks(square, piece, board.occupied() & !Bitboard::from(front));
            let behind = through & ray & enemies & !attacks::between(square, front) & !Bitboard::from(front);
            let behind = behind.into_iter().find(|&back| attacks::between(square, back).contains(front));
            let roles = behind.and_then(|back| Some((board.role_at(front)?, board.role_at(back)?)));
            if let (Some(back), Some((first, second))) = (behind, roles)
                && wanted(first, second)
            {
                all.push(format!("{square}>{front}>{back}"));
            }
        }
    }
    all
}

/// Rows of men of one side that move alike and see each other.
fn batteries(board: &Board) -> Vec<String> {
    let straight: [(i32, i32); 2] = [(1, 0), (0, 1)];
    let slanted: [(i32, i32); 2] = [(1, 1), (1, -1)];
    let mut all = Vec::new();
    for color in Color::ALL {
        let ours = board.by_color(color);
        let kinds = [(straight, board.rooks_and_queens()), (slanted, board.bishops_and_queens())];
        for (steps, men) in kinds.map(|(steps, kind)| (steps, kind & ours)) {
            for step in steps {
                let next = |from: Square, sign: i32| {
                    let mut at = Some(from);
                    loop {
                        at = at.and_then(|square| stepped(square, step.0 * sign, step.1 * sign));
                        let square = at?;
                        if board.occupied().contains(square) {
                            return men.contains(square).then_some(square);
                        }
                    }
                };
                for first in men.into_iter().filter(|&square| next(square, -1).is_none()) {
                    let mut row = vec![first];
                    while let Some(square) = row.last().and_then(|&last| next(last, 1)) {
                        row.push(square);
                    }
                    if row.len() > 1 {
                        row.sort();
                        all.push(row.iter().map(ToString::to_string).collect::<Vec<_>>().join(">"));
                    }
                }
            }
        }
    }
    all
}

fn stepped(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = i32::from(square.file()) + files;
    let rank = i32::from(square.rank()) + ranks;
    let on = |n: i32| (0..8).contains(&n);
    (on(file) && on(rank)).then(|| Square::new((rank * 8 + file) as u32))
}
