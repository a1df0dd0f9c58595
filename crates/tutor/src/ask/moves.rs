//! Moves as people type them in a question.

use philidor_chess::shakmaty::{
    Chess, Move, Position,
    san::{San, SanError},
    uci::UciMove,
};

use super::AskError;

/// A legal move in SAN or UCI notation; `letters` are the language's pieces in the order K Q R B N.
pub(super) fn read(pos: &Chess, text: &str, letters: &str) -> Result<Move, AskError> {
    let mut tried = Vec::new();
    for spelling in [text.to_owned(), english(text, letters), text.replace('0', "O")] {
        if let Ok(san) = spelling.trim_end_matches(['+', '#']).parse::<San>() {
            tried.push(san.to_move(pos));
        }
    }
    if let Ok(uci) = text.to_lowercase().parse::<UciMove>()
        && let Ok(mv) = uci.to_move(pos)
    {
        return Ok(mv);
    }
    if let Some(&mv) = tried.iter().flatten().next() {
        return Ok(mv);
    }
    let legal = pos.legal_moves();
    let sans = |wanted: &dyn Fn(&Move) -> bool| -> Vec<String> {
        legal.iter().filter(|mv| wanted(mv)).map(|&mv| San::from_move(pos, mv).to_string()).collect()
    };
    let text = text.to_owned();
    if tried.contains(&Err(SanError::AmbiguousSan)) {
        let end: String = text.trim_end_matches(['+', '#']).chars().rev().take(2).collect();
        let square: String = end.chars().rev().collect();
        let letter = english(&text, letters).chars().next();
        let same = |mv: &Move| mv.to().to_string() == square && letter == Some(mv.role().upper_char());
        return Err(AskError::Ambiguous { text, moves: sans(&same).join(" and ") });
    }
    let all = sans(&|_| true);
    Err(if all.is_empty() { AskError::Over } else { AskError::Illegal { text, legal: all.join(", ") } })
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
