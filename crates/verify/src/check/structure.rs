//! Structures of pawns by name: the file that names them, read here by its own lights.

use philidor_claims::Set;
use philidor_knowledge::STRUCTURES;

use super::{Case, Flaw, Grounds, Verdict};
use crate::board::{Man, Role, Square};

/// The pawns there form the structure for the side, and these are the pawns on the squares that it names.
pub(super) fn structure(case: &Case, name: &str, said: Set) -> Verdict {
    let flaw = |why: &'static str| Flaw::Concept { name: name.to_owned(), why };
    let text = STRUCTURES.text("pawns");
    let rule = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let rule = rule.ok_or_else(|| flaw("no structure is called so"))?;
    let mut named = Vec::new();
    for condition in rule.split(", ") {
        let (wanted, rest) = match condition.strip_prefix("no ") {
            Some(rest) => (false, rest),
            None => (true, condition),
        };
        let (color, place) = match rest.split_once(' ') {
            Some(("own", place)) => (case.side, place),
            Some((_, place)) => (case.side.other(), place),
            None => return Err(flaw("its definition cannot be read")),
        };
        let fits = |square: Square| {
            let file = char::from(b'a' + square.file() as u8);
            let rank = square.rank_for(case.side) + 1;
            format!("{file}{rank}").starts_with(place)
                && case.there().on(square) == Some(Man { color, role: Role::Pawn })
        };
        let pawns: Vec<Square> = Square::all().filter(|&square| fits(square)).collect();
        if pawns.is_empty() == wanted {
            return Err(flaw("a pawn is missing or in the way"));
        }
        if place.len() == 2 {
            named.extend(pawns);
        }
    }
    match said == named.into_iter().collect() {
        true => Ok(Grounds::Board),
        false => Err(flaw("other pawns make it")),
    }
}
