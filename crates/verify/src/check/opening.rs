//! Names of openings: the table (`knowledge/openings/eco.tsv`) read anew, with a reader of moves of our own.

use std::{
    collections::{HashMap, HashSet},
    sync::OnceLock,
};

use philidor_claims::Line;

use super::{Case, Flaw, Grounds, Verdict};
use crate::{
    board::{Board, Role, Square},
    line::Replay,
    moves::Move,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The table by position.
struct Book {
    /// Code and name; where two lines of the table meet, the first gives the name.
    named: HashMap<String, (&'static str, &'static str)>,
    /// Every position on the way to a name.
    known: HashSet<String>,
}

impl Book {
    fn ours() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| Book::read(const { philidor_knowledge::OPENING_NAMES.text("eco") }))
    }

    /// Lines that cannot be read are left out: then their names are nowhere true.
    fn read(text: &'static str) -> Book {
        let mut book = Book { named: HashMap::new(), known: HashSet::new() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (Some(eco), Some(name), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
                continue;
            };
            let Ok(mut board) = Board::read(START) else { continue };
            let mut whole = true;
            for word in moves.split_whitespace() {
                let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                if word.is_empty() {
                    continue;
                }
                let Some(mv) = san(&board, word) else {
                    whole = false;
                    break;
                };
                board = board.played(mv);
                book.known.insert(key(&board));
            }
            if whole {
                book.named.entry(key(&board)).or_insert((eco.trim(), name.trim()));
            }
        }
        book
    }
}

/// Men, side to move, rights to castle, and the square of a capture in passing if one is possible.
fn key(board: &Board) -> String {
    let fen = board.fen();
    let mut fields = fen.split_whitespace();
    let first: Vec<&str> = fields.by_ref().take(3).collect();
    let pawn = |mv: &Move| board.on(mv.from).is_some_and(|man| man.role == Role::Pawn);
    let passing = fields.next().and_then(Square::read).filter(|&to| {
        let takes = |mv: &Move| mv.to == to && mv.from.file() != to.file() && pawn(mv);
        board.candidates().iter().any(|mv| takes(mv) && !board.after(*mv).in_check(board.turn))
    });
    format!("{} {}", first.join(" "), passing.map_or_else(|| "-".to_owned(), |square| square.to_string()))
}

/// The legal move that a SAN word such as `Nbd2`, `exd5` or `O-O` means.
fn san(board: &Board, word: &str) -> Option<Move> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    // Legality is the dear part: it is asked only of moves that fit.
    let legal = |mv: &Move| !board.after(*mv).in_check(board.turn);
    let moves = board.candidates();
    if let Some(files) = match word {
        "O-O" => Some(2),
        "O-O-O" => Some(-2),
        _ => None,
    } {
        return moves.into_iter().find(|&mv| board.is_castling(mv) && mv.to.file() - mv.from.file() == files);
    }
    let (word, promotion) = match word.split_once('=') {
        Some((word, "N")) => (word, Some(Role::Knight)),
        Some((word, "B")) => (word, Some(Role::Bishop)),
        Some((word, "R")) => (word, Some(Role::Rook)),
        Some((word, _)) => (word, Some(Role::Queen)),
        None => (word, None),
    };
    let role = match word.chars().next()? {
        'N' => Role::Knight,
        'B' => Role::Bishop,
        'R' => Role::Rook,
        'Q' => Role::Queen,
        'K' => Role::King,
        _ => Role::Pawn,
    };
    let rest = if role == Role::Pawn { word } else { word.get(1..)? };
    let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = Square::read(to)?;
    let fits = |mv: &Move| {
        let name = mv.from.to_string();
        mv.to == to
            && mv.promotion == promotion
            && board.on(mv.from).is_some_and(|man| man.role == role)
            && !board.is_castling(*mv)
            && from.chars().filter(|&c| c != 'x').all(|c| name.contains(c))
    };
    let mut found = moves.into_iter().filter(fits).filter(legal);
    let mv = found.next()?;
    found.next().is_none().then_some(mv)
}

/// The game's moves lead to the position asked about (none are given: the position there has the name), and the last name
/// on the way is this one. If the first move of the line `leaves`, the table knows the position before it and not the one
/// after.
pub(super) fn opening(case: &Case, eco: &str, name: &str, game: &[Move], leaves: bool) -> Verdict {
    let book = Book::ours();
    let unknown = || Flaw::Opening(format!("{name} ({eco})"));
    let way = if game.is_empty() {
        vec![case.there().clone()]
    } else {
        let way = Replay::new(Board::read(START)?, &Line::of(game.iter().copied()))?.boards;
        if way.last().map(key) != Some(key(case.start())) {
            return Err(Flaw::OpeningMoves);
        }
        way
    };
    let last = way.iter().rev().find_map(|board| book.named.get(&key(board)));
    if last != Some(&(eco, name)) {
        return Err(unknown());
    }
    let here = book.known.contains(&key(case.start()));
    let next = case.line.boards.get(1).map(|board| book.known.contains(&key(board)));
    if leaves && !(here && next == Some(false)) {
        return Err(Flaw::OpeningLeft);
    }
    Ok(Grounds::Board)
}

#[cfg(test)]
mod tests {
    use philidor_claims::{About, Claim, Color, Statement};

    use super::*;
    use crate::verify;

    #[test]
    fn every_line_of_the_table_is_read() {
        let text = const { philidor_knowledge::OPENING_NAMES.text("eco") };
        let lines = text.lines().filter(|l| l.split('\t').count() == 3 && !l.starts_with("eco\t"));
        for line in lines.filter(|l| !l.starts_with('#')) {
            let mut board = Board::read(START).unwrap();
            for word in line.split('\t').nth(2).unwrap().split_whitespace() {
                let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                if !word.is_empty() {
                    board = board.played(san(&board, word).unwrap_or_else(|| panic!("{word} in {line}")));
                }
            }
            assert!(Book::ours().named.contains_key(&key(&board)), "{line}");
        }
    }

    #[test]
    fn a_name_must_be_the_last_one_on_the_way() {
        let said = |name: &str, game: &[&str], line: &[&str], leaves: bool| {
            let mut board = Board::read(START).unwrap();
            for mv in game {
                board = board.played(Move::read(mv).unwrap());
            }
            let statement = Statement::Opening {
                eco: "B00".to_owned(),
                name: name.to_owned(),
                game: game.iter().map(|word| Move::read(word).unwrap()).collect(),
                leaves,
            };
            let claim = Claim::new(About::Position, board.turn, board.fen(), statement);
            verify(&claim.shown_by(Line::read(&line.join(" ")).unwrap(), 0), None)
        };
        assert_eq!(Color::White.other(), Color::Black);
        assert_eq!(said("King's Pawn Game", &["e2e4"], &[], false), Ok(Grounds::Board));
        assert!(said("Queen's Pawn Game", &["e2e4"], &[], false).is_err());
        // The name is older than the position.
        assert_eq!(said("King's Pawn Game", &["e2e4", "a7a5", "h2h4"], &[], false), Ok(Grounds::Board));
        assert_eq!(said("King's Pawn Game", &["e2e4"], &["a7a5"], true), Ok(Grounds::Board));
        assert_eq!(said("King's Pawn Game", &["e2e4"], &["e7e5"], true), Err(Flaw::OpeningLeft));
    }
}
