//! Pawn structures that have a name, and with it known plans. How they are recognised is data (`knowledge/structures`).

use std::sync::OnceLock;

use philidor_chess::shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square};
use philidor_knowledge::STRUCTURES;

/// A named structure of pawns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    /// Its name, by which its words are found.
    pub name: String,
    wanted: Vec<Condition>,
}

/// A structure on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Which.
    pub structure: &'static Structure,
    /// Whose.
    pub side: Color,
    /// The pawns that make it, those on named squares.
    pub squares: Bitboard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Condition {
    own: bool,
    there: bool,
    /// As White sees the board.
    on: Bitboard,
    /// A single square is named.
    square: bool,
}

/// A line of the file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line} of the structures: {text:?} is no condition; one looks like \"own d4\" or \"no enemy c\""
)]
pub struct StructureError {
    line: usize,
    text: String,
}

/// Those that come with the program, in the order in which they are looked for.
///
/// # Panics
/// Never: a test reads the file.
pub fn structures() -> &'static [Structure] {
    static OURS: OnceLock<Vec<Structure>> = OnceLock::new();
    OURS.get_or_init(|| {
        parse(STRUCTURES.text("pawns")).expect("the file in knowledge/structures is read by a test")
    })
}

fn parse(text: &str) -> Result<Vec<Structure>, StructureError> {
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let failed = |text: &str| StructureError { line: number + 1, text: text.to_owned() };
        let (name, conditions) = line.split_once(": ").ok_or_else(|| failed(line))?;
        let wanted: Option<Vec<Condition>> = conditions.split(", ").map(condition).collect();
        let wanted = wanted.ok_or_else(|| failed(conditions))?;
        out.push(Structure { name: name.to_owned(), wanted });
    }
    Ok(out)
}

fn condition(text: &str) -> Option<Condition> {
    let words: Vec<&str> = text.split(' ').collect();
    let (there, owner, place) = match words[..] {
        ["no", owner, place] => (false, owner, place),
        [owner, place] => (true, owner, place),
        _ => return None,
    };
    let own = match owner {
        "own" => true,
        "enemy" => false,
        _ => return None,
    };
    let square: Option<Square> = place.parse().ok();
    let file =
        || Some(Bitboard::from_file(File::from_char(place.chars().next().filter(|_| place.len() == 1)?)?));
    let on = square.map(Bitboard::from).or_else(file)?;
    Some(Condition { own, there, on, square: square.is_some() })
}

impl Structure {
    fn on(&'static self, board: &Board, side: Color) -> Option<Found> {
        let seen = |on: Bitboard| if side == Color::White { on } else { on.flip_vertical() };
        let mut squares = Bitboard::EMPTY;
        for wanted in &self.wanted {
            let color = if wanted.own { side } else { !side };
            let pawns = board.by_piece(Piece { color, role: Role::Pawn }) & seen(wanted.on);
            if pawns.any() != wanted.there {
                return None;
            }
            if wanted.square {
                squares |= pawns;
            }
        }
        Some(Found { structure: self, side, squares })
    }
}

/// The first structure that the pawns form, for either side.
pub fn found(board: &Board) -> Option<Found> {
    let of = |structure: &'static Structure| {
        [Color::White, Color::Black].into_iter().find_map(|side| structure.on(board, side))
    };
    structures().iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, shakmaty::Position as _};

    use super::*;

    fn name(fen: &str) -> Option<(&'static str, Color)> {
        let pos = parse_fen(fen).expect("legal");
        found(pos.board()).map(|found| (found.structure.name.as_str(), found.side))
    }

    #[test]
    fn known_structures_are_recognised_for_both_sides() {
        let cases = [
            (
                "r1bq1rk1/pp3ppp/2pb1n2/3p4/3P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 1",
                Some(("carlsbad", Color::White)),
            ),
            (
                "r1bq1rk1/pp3ppp/2n1pn2/8/3P4/P1N2N2/1P3PPP/R1BQ1RK1 w - - 0 1",
                Some(("isolated-queen-pawn", Color::White)),
            ),
            (
                "r1bq1rk1/pp3ppp/2n2n2/3p4/8/2N1PN2/PP3PPP/R1BQ1RK1 w - - 0 1",
                Some(("isolated-queen-pawn", Color::Black)),
            ),
            (
                "rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
                Some(("french-chain", Color::White)),
            ),
            (
                "rnbqk2r/ppp2pbp/3p1np1/3Pp3/2P1P3/2N2N2/PP3PPP/R1BQKB1R b KQkq - 0 1",
                Some(("kings-indian-chain", Color::White)),
            ),
            (
                "r2q1rk1/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/2KR1B1R w - - 0 1",
                Some(("dragon", Color::White)),
            ),
            (
                "rnbqk2r/1p2bppp/p2ppn2/8/3NP3/2N1B3/PPP1BPPP/R2Q1RK1 w kq - 0 1",
                Some(("scheveningen", Color::White)),
            ),
            (
                "r1bqk2r/1pp2ppp/p1p2n2/8/3bP3/2N5/PPP2PPP/R1BQ1RK1 w kq - 0 1",
                Some(("doubled-for-endings", Color::White)),
            ),
            (
                "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 b - - 0 1",
                Some(("spanish-centre", Color::White)),
            ),
            (
                "rnbq1rk1/ppp1ppbp/6p1/8/3PP3/2P2N2/P3BPPP/R1BQK2R b KQ - 0 1",
                Some(("pawn-centre", Color::White)),
            ),
            (
                "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N2NP1/PP2PPBP/R1BQ1RK1 w - - 0 10",
                None, // Black's pawn has left c6 and c7: no minority attack.
            ),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ];
        for (fen, wanted) in cases {
            assert_eq!(name(fen), wanted, "{fen}");
        }
    }

    #[test]
    fn a_line_that_is_no_condition_is_named() {
        let error = parse("# pawns\ncarlsbad: own d4, some e").expect_err("no such word");
        assert!(error.to_string().contains("line 2") && error.to_string().contains("some e"), "{error}");
    }
}
