//! Checks a certificate of [`crate::prove`](mod@crate::prove), sharing no code with it: squares and legal moves come from
//! `shakmaty` alone, no rules are read, no table is asked.
//!
//! Local conditions are enough. Every legal position has a letter. In the closed set (`=`) the bare king to move has
//! a move that stays inside or leads to a drawn ending, or is stalemated; the pawn's side to move has none that leaves
//! the set or leads to a won ending. A position with a number is won: the pawn's side has a move, and all moves of the
//! bare king lead, to a position with a smaller number, or a won position after a pawn move, or an ending that is won
//! by axiom. Numbers and the pawn's steps to go cannot sink for ever, so the wins are wins.
//!
//! That is the first kind, for king and pawn against king; [`general`] is for any endgame of up to four men.

mod general;

use std::collections::HashMap;

use philidor_chess::shakmaty::{
    Board, CastlingMode, Chess, Color, FromSetup, Move, Position, Role, Setup, Square,
};

/// Why a certificate does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refuted {
    /// It cannot be read.
    #[error("line {line}: {what}")]
    Unreadable {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A legal position is missing, or there is one that is not legal.
    #[error("{fen}: {what}")]
    Wrong {
        /// The position.
        fen: String,
        /// What does not hold.
        what: String,
    },
}

/// What was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checked {
    /// Positions in the closed set.
    pub drawn: u64,
    /// Positions with a sinking measure.
    pub won: u64,
    /// Claims of rules that follow.
    pub claims: u64,
}

/// A letter of the certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letter {
    Closed,
    Plies(u8),
}

type Place = (Color, Square, Square, Square);

/// The first bytes of what zstd packed.
const PACKED: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What a certificate says of an endgame of three men: the third man, and a letter for each position.
#[derive(Debug)]
pub(crate) struct ThreeMen {
    /// What the third man is.
    pub(crate) role: Role,
    /// By side to move, third man, strong king, bare king: nothing, drawn, or won in so many plies.
    letters: Vec<Option<Option<u8>>>,
}

impl ThreeMen {
    fn new(role: Role) -> ThreeMen {
        ThreeMen { role, letters: vec![None; 2 << 18] }
    }

    fn place(turn: Color, third: u8, king: u8, weak: u8) -> usize {
        [third, king, weak].iter().fold(usize::from(turn.is_black()), |at, &sq| at << 6 | usize::from(sq))
    }

    /// Nothing, drawn, or won in so many plies.
    pub(crate) fn at(&self, turn: Color, third: u8, king: u8, weak: u8) -> Option<Option<u8>> {
        self.letters[ThreeMen::place(turn, third, king, weak)]
    }
}

/// The letters of a certificate, unchecked, if it is about king and pawn, or king and a piece, against king.
pub(crate) fn letters_of_three(bytes: &[u8]) -> Result<ThreeMen, Refuted> {
    if bytes.starts_with(&PACKED) {
        return general::letters_of_three(&general::unpack(bytes)?);
    }
    let text = String::from_utf8_lossy(bytes);
    let mut out = ThreeMen::new(Role::Pawn);
    for ((turn, pawn, king, weak), letter) in read(&text)?.0 {
        out.letters[ThreeMen::place(turn, pawn as u8, king as u8, weak as u8)] = Some(match letter {
            Letter::Closed => None,
            Letter::Plies(n) => Some(n),
        });
    }
    Ok(out)
}

/// Checks every line of a certificate of either kind.
pub fn check(bytes: &[u8]) -> Result<Checked, Refuted> {
    let unreadable = |what: &str| Refuted::Unreadable { line: 1, what: what.to_owned() };
    if bytes.starts_with(&PACKED) {
        let text = general::unpack(bytes)?;
        if !text.starts_with("philidor certificate 2\n") {
            return Err(unreadable("not a certificate: the first line is `philidor certificate 2`"));
        }
        return general::check(&text);
    }
    check_kpk(std::str::from_utf8(bytes).map_err(|_| unreadable("not a certificate: it is no text"))?)
}

fn check_kpk(text: &str) -> Result<Checked, Refuted> {
    let (letters, claims) = read(text)?;
    let mut checked = Checked::default();
    for turn in [Color::White, Color::Black] {
        for pawn in
            Square::ALL.into_iter().filter(|s| (1..7).contains(&(s.rank() as u8)) && (s.file() as u8) < 4)
        {
            for king in Square::ALL {
                for weak in Square::ALL {
                    let place = (turn, pawn, king, weak);
                    let letter = letters.get(&place).copied();
                    let Some(pos) = position(place) else {
                        if letter.is_some() {
                            return Err(wrong(place, "has a letter and is no legal position"));
                        }
                        continue;
                    };
                    let letter = letter.ok_or_else(|| wrong(place, "has no letter"))?;
                    examine(&pos, place, letter, &letters)?;
                    match letter {
                        Letter::Closed => checked.drawn += 1,
                        Letter::Plies(_) => checked.won += 1,
                    }
                }
            }
        }
    }
    for (&place, &claim) in &claims {
        let letter = letters.get(&place);
        let holds = matches!((claim, letter), ('W', Some(Letter::Plies(_))) | ('D', Some(Letter::Closed)));
        if !holds {
            return Err(wrong(place, "a rule claims what does not follow"));
        }
        checked.claims += 1;
    }
    Ok(checked)
}

type Letters = HashMap<Place, Letter>;

fn read(text: &str) -> Result<(Letters, HashMap<Place, char>), Refuted> {
    let (mut letters, mut claims) = (HashMap::new(), HashMap::new());
    let bad = |line: usize, what: &str| Refuted::Unreadable { line: line + 1, what: what.to_owned() };
    for (n, line) in text.lines().enumerate() {
        if n == 0 {
            if line != "philidor certificate 1" {
                return Err(bad(n, "not a certificate: the first line is `philidor certificate 1`"));
            }
            continue;
        }
        if n == 1 && line != "theory KPK" {
            return Err(bad(n, "only certificates of KPK can be checked"));
        }
        if ["theory ", "rules ", "axiom ", "letters "].iter().any(|w| line.starts_with(w)) {
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let &[turn, pawn, king, values, says] = words.as_slice() else {
            return Err(bad(n, "five words are wanted: side, pawn, king, letters, claims"));
        };
        let turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(bad(n, "the side is w or b")),
        };
        let square = |name: &str| Square::from_ascii(name.as_bytes()).map_err(|_| bad(n, "no such square"));
        let (pawn, king) = (square(pawn)?, square(king)?);
        if !values.is_ascii() || values.len() != 64 || !says.is_ascii() || says.len() != 64 {
            return Err(bad(n, "64 letters and 64 claims are wanted"));
        }
        for (weak, (value, claim)) in Square::ALL.into_iter().zip(values.bytes().zip(says.bytes())) {
            let place = (turn, pawn, king, weak);
            let letter = match value {
                b'.' => None,
                b'=' => Some(Letter::Closed),
                b'0'..=b'9' => Some(Letter::Plies(value - b'0')),
                b'A'..=b'Z' => Some(Letter::Plies(value - b'A' + 10)),
                b'a'..=b'z' => Some(Letter::Plies(value - b'a' + 36)),
                _ => return Err(bad(n, "unknown letter")),
            };
            if let Some(letter) = letter
                && letters.insert(place, letter).is_some()
            {
                return Err(bad(n, "a position stands twice"));
            }
            match claim {
                b'-' => {}
                b'W' | b'D' => {
                    claims.insert(place, char::from(claim));
                }
                _ => return Err(bad(n, "unknown claim")),
            }
        }
    }
    Ok((letters, claims))
}

/// The position, if it is legal as it stands.
fn position((turn, pawn, king, weak): Place) -> Option<Chess> {
    if pawn == king || pawn == weak || king == weak {
        return None;
    }
    let mut board = Board::empty();
    board.set_piece_at(pawn, Role::Pawn.of(Color::White));
    board.set_piece_at(king, Role::King.of(Color::White));
    board.set_piece_at(weak, Role::King.of(Color::Black));
    let setup = Setup { board, turn, ..Setup::empty() };
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(pos) => Some(pos),
        Err(error) => error.ignore_impossible_check().ok(),
    }
}

fn wrong(place: Place, what: &str) -> Refuted {
    let (turn, pawn, king, weak) = place;
    let side = turn.fold_wb("White", "Black");
    Refuted::Wrong { fen: format!("K{king} P{pawn} k{weak}, {side} to move"), what: what.to_owned() }
}

/// Where a move leads: a letter and whether the pawn moved, or an ending that is won or not.
enum After {
    Same(Letter, bool),
    Other(bool),
}

fn after(pos: &Chess, mv: Move, letters: &Letters) -> Option<After> {
    let mut next = pos.clone();
    next.play_unchecked(mv);
    if mv.is_capture() || mv.is_promotion() {
        return Some(After::Other(won(&next)));
    }
    let board = next.board();
    let pawn = board.pawns().first()?;
    let place = (next.turn(), pawn, board.king_of(Color::White)?, board.king_of(Color::Black)?);
    Some(After::Same(*letters.get(&place)?, mv.role() == Role::Pawn))
}

/// The axioms.
fn won(pos: &Chess) -> bool {
    let board = pos.board();
    let major = board.queens() | board.rooks();
    major.any() && !pos.is_stalemate() && !pos.legal_moves().iter().any(|m| m.is_capture())
}

fn examine(pos: &Chess, place: Place, letter: Letter, letters: &Letters) -> Result<(), Refuted> {
    let moves = pos.legal_moves();
    let mut nexts = Vec::with_capacity(moves.len());
    for &mv in &moves {
        nexts.push(
            after(pos, mv, letters).ok_or_else(|| wrong(place, "leads to a position without a letter"))?,
        );
    }
    let strong = pos.turn().is_white();
    let holds = match letter {
        Letter::Closed => {
            let inside = |a: &After| match a {
                After::Same(letter, _) => *letter == Letter::Closed,
                After::Other(won) => !won,
            };
            match (moves.is_empty(), strong) {
                (true, _) => strong || !pos.is_check(),
                (_, true) => nexts.iter().all(inside),
                (_, false) => nexts.iter().any(inside),
            }
        }
        Letter::Plies(n) => {
            let sinks = |a: &After| match a {
                After::Other(won) => *won && n >= 1,
                After::Same(Letter::Closed, _) => false,
                After::Same(Letter::Plies(m), pawn) => (*pawn && n >= 1) || *m < n,
            };
            if strong {
                nexts.iter().any(sinks)
            } else {
                (!moves.is_empty() || pos.is_check()) && nexts.iter().all(sinks)
            }
        }
    };
    if holds { Ok(()) } else { Err(wrong(place, "its letter does not follow from where its moves lead")) }
}
