//! Moves as people type them in a question.

use philidor_chess::shakmaty::{
    CastlingSide, Chess, Move, Position, Role,
    san::{San, SanError},
    uci::UciMove,
};

use super::{AskError, forms::Typed, lexicon::Loose};

/// A legal move in SAN or UCI notation or in words; `letters` are the language's pieces in the order K Q R B N.
pub(super) fn read(pos: &Chess, typed: &Typed, letters: &str) -> Result<Move, AskError> {
    let legal = pos.legal_moves();
    let sans = |wanted: &dyn Fn(&Move) -> bool| -> Vec<String> {
        legal.iter().filter(|mv| wanted(mv)).map(|&mv| San::from_move(pos, mv).to_string()).collect()
    };
    let text = typed.text.clone();
    if let Some(loose) = typed.loose {
        let fitting: Vec<Move> = legal.iter().copied().filter(|mv| fits(loose, *mv)).collect();
        match fitting.as_slice() {
            [] => {}
            [mv] => return Ok(*mv),
            _ => {
                let moves = sans(&|mv| fits(loose, *mv)).join(" and ");
                return Err(AskError::Ambiguous { text, moves });
            }
        }
    } else {
        match notation(pos, &text, letters) {
            Ok(mv) => return Ok(mv),
            Err(ambiguous) if ambiguous => {
                let end: String = text.trim_end_matches(['+', '#']).chars().rev().take(2).collect();
                let square: String = end.chars().rev().collect();
                let letter = english(&text, letters).chars().next();
                let same = |mv: &Move| {
                    mv.to().to_string() == square
                        && letter.map(|c| c.to_ascii_uppercase()) == Some(mv.role().upper_char())
                };
                return Err(AskError::Ambiguous { text, moves: sans(&same).join(" and ") });
            }
            Err(_) => {}
        }
    }
    let all = sans(&|_| true);
    Err(if all.is_empty() { AskError::Over } else { AskError::Illegal { text, legal: all.join(", ") } })
}

/// A move in letters; or whether there are several that are written so.
fn notation(pos: &Chess, text: &str, letters: &str) -> Result<Move, bool> {
    if let Ok(uci) = text.to_lowercase().replace('-', "").parse::<UciMove>()
        && let Ok(mv) = uci.to_move(pos)
    {
        return Ok(mv);
    }
    // A small letter names a file first, then a piece: `bxc3` is the pawn's if it can take.
    let mut capital = text.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let castles = text.to_uppercase().replace('0', "O");
    let spellings = [text.to_owned(), english(text, letters), castles, english(&capital, letters), capital];
    let mut ambiguous = false;
    for spelling in spellings {
        match spelling.trim_end_matches(['+', '#']).parse::<San>().map(|san| san.to_move(pos)) {
            Ok(Ok(mv)) => return Ok(mv),
            Ok(Err(SanError::AmbiguousSan)) => ambiguous = true,
            _ => {}
        }
    }
    Err(ambiguous)
}

/// Whether a legal move is what was said in words. A pawn becomes a queen.
fn fits(loose: Loose, mv: Move) -> bool {
    match loose {
        Loose::Castle(side) => {
            mv.castling_side().is_some_and(|to: CastlingSide| side.is_none_or(|side| side == to))
        }
        Loose::Man { mover, takes, square, victim } => {
            mv.castling_side().is_none()
                && mover.is_none_or(|role| role == mv.role())
                && (!takes || mv.is_capture())
                && square.is_none_or(|square| square == mv.to())
                && victim.is_none_or(|role| mv.capture() == Some(role))
                && mv.promotion().is_none_or(|role| role == Role::Queen)
        }
    }
}

/// Piece letters of another language made English; a text without them is left alone.
fn english(text: &str, letters: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let english = |c: char| letters.chars().position(|l| l == c).and_then(|at| "KQRBN".chars().nth(at));
    // The first letter names the man, the one after `=` the new piece.
    let places = [Some(0), chars.iter().position(|&c| c == '=').map(|at| at + 1)];
    for at in places.into_iter().flatten() {
        if let Some(letter) = chars.get(at).and_then(|&c| english(c)) {
            chars[at] = letter;
        }
    }
    chars.into_iter().collect()
}
