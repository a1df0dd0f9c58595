//! What the words of a question name, whatever it asks: moves, men, squares, sides. From these come the tokens of the model and what fills
//! the holes of an answer.

use philidor_chess::shakmaty::{Role, Square};

use super::{
    forms::{Holes, Typed, looks_like_move},
    lexicon::{Lexicon, Loose, TheMan, Who, Word},
    model::Token,
    topic::Topic,
};

/// Numbers from here on are ratings.
const RATINGS: f64 = 600.0;

/// A word or several, and what they name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mark {
    /// A move.
    Move(Typed),
    /// A man, with its square if that is said.
    Man(TheMan),
    /// A square that is no move.
    Square(Square),
    /// A side; whether it is only the owner of something, as in "White's".
    Side(Who, bool),
    /// Taking, without saying what.
    Takes(String),
    /// A word.
    Word(String),
}

impl Lexicon {
    /// What the words of a question name, in order. Articles are left out.
    pub(super) fn marks(&self, words: &[Word]) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let (mark, n) = self.mark(words, at);
            marks.extend(mark);
            at += n;
        }
        marks
    }

    fn mark(&self, words: &[Word], at: usize) -> (Option<Mark>, usize) {
        let (word, rest) = (&words[at], &words[at..]);
        let text = word.text.to_lowercase();
        let placed = at.checked_sub(1).is_some_and(|before| self.is_on(&words[before]));
        if let (true, Ok(square)) = (placed, text.parse::<Square>()) {
            return (Some(Mark::Square(square)), 1);
        }
        let man = self.the_man(rest);
        if let Some((man @ TheMan { square: Some(_), .. }, n)) = man {
            return (Some(Mark::Man(man)), n);
        }
        if looks_like_move(word) {
            return (Some(Mark::Move(Typed { text: word.text.clone(), loose: word.mv })), 1);
        }
        if let Some((man, n)) = man {
            return (Some(Mark::Man(man)), n);
        }
        if let Some((who, n)) = self.side(rest, false) {
            let owns = matches!(rest.get(n).map(|_| self.the_man(&rest[n..])), Some(Some(_)));
            return (Some(Mark::Side(who, owns || text.ends_with("'s"))), n);
        }
        match () {
            () if self.is_taking(word) => (Some(Mark::Takes(text)), 1),
            () if self.is_article(word) => (None, 1),
            () => (Some(Mark::Word(text)), 1),
        }
    }

    /// The tokens of a question: words that mean alike are one.
    pub(super) fn tokens(&self, marks: &[Mark]) -> Vec<Token> {
        let class = |text: &str, detail: Option<String>| Token { text: text.to_owned(), detail };
        let token = |mark: &Mark| match mark {
            Mark::Move(typed) => {
                let castles = matches!(typed.loose, Some(Loose::Castle(_)));
                class("@move", castles.then(|| "castle".to_owned()))
            }
            Mark::Man(man) => class("@man", Some(man.role.upper_char().to_string())),
            Mark::Square(_) => class("@square", None),
            Mark::Side(who, _) => match who {
                Who::White | Who::Black => class("@colour", None),
                Who::Me => class("@me", None),
                Who::Other => class("@other", None),
            },
            Mark::Takes(text) => class("@takes", Some(text.clone())),
            Mark::Word(text) => match (self.alike(text), figure(text)) {
                (Some(group), _) => class(&format!("@{group}"), Some(text.clone())),
                (None, Some(kind)) => class(kind, None),
                (None, None) => class(text, None),
            },
        };
        marks.iter().map(token).collect()
    }
}

/// What kind of figure a word is: an evaluation, a rating, another number.
fn figure(word: &str) -> Option<&'static str> {
    let number: f64 = word.replace(',', ".").parse().ok()?;
    let evaluation = word.starts_with(['+', '-']) || word.contains(['.', ',']);
    Some(match number {
        _ if evaluation => "@centipawns",
        _ if number >= RATINGS => "@rating",
        _ => "@number",
    })
}

/// Whether a question of this kind is about a move.
pub(super) fn is_of_move(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::WhyNot | Topic::Good | Topic::Bad | Topic::WhatIf | Topic::Compare | Topic::Players
    )
}

/// What fills the holes of a question of this kind.
pub(super) fn holes(marks: &[Mark], topic: Topic) -> Holes {
    let mut moves = marks.iter().filter_map(|mark| match mark {
        Mark::Move(typed) => Some(typed.clone()),
        _ => None,
    });
    let (mv, other) = (moves.next(), moves.next());
    let taking = marks.iter().find_map(|mark| match mark {
        Mark::Takes(text) => {
            let loose = Loose::Man { mover: None, takes: true, square: None, victim: None };
            Some(Typed { text: text.clone(), loose: Some(loose) })
        }
        _ => None,
    });
    let men = || {
        marks.iter().filter_map(|mark| match mark {
            Mark::Man(man) => Some(*man),
            _ => None,
        })
    };
    let of_move = is_of_move(topic);
    Holes {
        mv: if of_move { mv.or(taking.filter(|_| topic != Topic::Players)) } else { None },
        other: other.filter(|_| topic == Topic::Compare),
        man: men().find(|man| man.square.is_some()).or_else(|| men().next()),
        side: side(marks, topic),
        term: None,
    }
}

/// Whom a question of this kind is about.
fn side(marks: &[Mark], topic: Topic) -> Option<Who> {
    let sides: Vec<(Who, bool)> = marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Side(who, owner) => Some((*who, *owner)),
            _ => None,
        })
        .collect();
    let named = |wanted: Who| sides.iter().any(|(who, _)| *who == wanted);
    if matches!(topic, Topic::Man | Topic::Pieces) {
        // "Can I attack his king?"
        let owner = marks.windows(2).find_map(|pair| match pair {
            [Mark::Side(who, _), Mark::Man(_)] => Some(*who),
            _ => None,
        });
        if owner.is_some() {
            return owner;
        }
    }
    if named(Who::White) && named(Who::Black) {
        return None;
    }
    let colour =
        |(who, owner): &(Who, bool)| matches!(who, Who::White | Who::Black) && !(*owner && named(Who::Me));
    if let Some((colour, _)) = sides.iter().find(|side| colour(side)) {
        return Some(*colour);
    }
    match topic {
        // Who is afraid does not threaten.
        Topic::Threat => Some(Who::Other).filter(|who| named(*who)),
        _ => sides.iter().map(|(who, _)| *who).find(|who| matches!(who, Who::Me | Who::Other)),
    }
}

/// A man's letter and square, as far as they are said.
pub(super) fn written(man: TheMan) -> String {
    let role: Role = man.role;
    format!("{}{}", role.upper_char(), man.square.map(|square| square.to_string()).unwrap_or_default())
}
