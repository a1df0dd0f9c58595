//! Prose taken apart: sentences, and in them words, numbers, squares and moves, each with its place in the text.

use std::ops::Range;

use philidor_chess::shakmaty::Square;

use crate::notation::{self, Said};

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// In small letters, without a possessive ending.
    Word(String),
    /// A number.
    Number(u32),
    /// A square by itself; it may also be a pawn's move.
    Square(Square),
    /// A move.
    Move(Said),
    /// A sign that separates.
    Mark(char),
}

impl Token {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// A sentence: its place in the text and its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Its pieces.
    pub tokens: Vec<Token>,
}

/// Words after which a full stop ends no sentence.
const SHORT: [&str; 22] = [
    "etc", "eg", "ie", "e.g", "i.e", "vs", "ch", "dr", "mr", "mrs", "st", "no", "cf", "gm", "im", "bzw",
    "usw", "z", "b", "ca", "nr", "resp",
];

/// The pieces of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            // An empty line ends a sentence.
            let blank: &str = &rest[..rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())];
            if blank.matches('\n').count() > 1 {
                found.push(Token { span: at..at + blank.len(), kind: Kind::Mark('\n') });
            }
            at += blank.len();
            continue;
        }
        let inside_word = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let mv = if inside_word { None } else { notation::read(clip(rest)) };
        let (kind, length) = match mv {
            Some((said, length)) => (Kind::Move(said), length),
            None => plain(rest, first),
        };
        found.push(Token { span: at..at + length, kind });
        at += length;
    }
    found
}

/// Enough of a text to see a move in it.
fn clip(text: &str) -> &str {
    let end = text.char_indices().nth(32).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

fn plain(rest: &str, first: char) -> (Kind, usize) {
    if first.is_ascii_digit() {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        return (rest[..length].parse().map_or(Kind::Mark('0'), Kind::Number), length);
    }
    if first.is_alphabetic() {
        let mut length = 0;
        let mut letters = rest.char_indices().peekable();
        while let Some((at, c)) = letters.next() {
            let next = letters.peek().map(|(_, c)| *c);
            let joins = matches!(c, '\'' | '’') && next.is_some_and(char::is_alphabetic);
            if !(c.is_alphanumeric() || joins) {
                break;
            }
            length = at + c.len_utf8();
        }
        let word = &rest[..length];
        if let Ok(square) = word.parse::<Square>() {
            return (Kind::Square(square), length);
        }
        let small = word.to_lowercase().replace('’', "'");
        let bare = small.strip_suffix("'s").unwrap_or(&small);
        return (Kind::Word(bare.to_owned()), length);
    }
    (Kind::Mark(first), first.len_utf8())
}

/// The sentences of a text.
pub fn sentences(text: &str) -> Vec<Sentence> {
    let mut all = Vec::new();
    let mut current: Vec<Token> = Vec::new();
    let tokens = tokens(text);
    for (place, token) in tokens.iter().enumerate() {
        let next = tokens.get(place + 1);
        let ends = match token.kind {
            Kind::Mark('\n') => true,
            Kind::Mark('!' | '?') => next.is_none_or(|next| begins(text, next)),
            Kind::Mark('.') => {
                let short = current
                    .last()
                    .and_then(Token::word)
                    .is_some_and(|word| SHORT.contains(&word) || word.chars().count() == 1);
                let spaced = next.is_none_or(|next| next.span.start > token.span.end && begins(text, next));
                !short && spaced
            }
            Kind::Mark(';') => true,
            _ => false,
        };
        current.push(token.clone());
        if ends {
            finish(&mut current, &mut all);
        }
    }
    finish(&mut current, &mut all);
    all
}

/// A sentence may begin with this.
fn begins(text: &str, token: &Token) -> bool {
    match &token.kind {
        Kind::Word(_) => text[token.span.clone()].starts_with(|c: char| !c.is_lowercase()),
        Kind::Move(_) | Kind::Number(_) | Kind::Square(_) => true,
        Kind::Mark(mark) => !matches!(mark, '.' | '!' | '?' | ',' | ')'),
    }
}

fn finish(current: &mut Vec<Token>, all: &mut Vec<Sentence>) {
    let tokens = std::mem::take(current);
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return };
    let says = |token: &Token| !matches!(token.kind, Kind::Mark(_));
    if tokens.iter().any(says) {
        all.push(Sentence { span: first.span.start..last.span.end, tokens });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_a_reader_would_end_them() {
        let text = "White is better. After 11.Qxd8 Rxd8 12.Bg5 b4 he wins a pawn, e.g. on e5! Black's d-pawn is weak; so is b7.";
        let parts: Vec<&str> = sentences(text).iter().map(|s| &text[s.span.clone()]).collect();
        assert_eq!(
            parts,
            [
                "White is better.",
                "After 11.Qxd8 Rxd8 12.Bg5 b4 he wins a pawn, e.g. on e5!",
                "Black's d-pawn is weak;",
                "so is b7."
            ]
        );
    }

    #[test]
    fn moves_squares_and_words_are_told_apart() {
        let kinds = |text: &str| tokens(text).into_iter().map(|t| t.kind).collect::<Vec<_>>();
        assert!(matches!(kinds("e5")[..], [Kind::Square(Square::E5)]));
        assert!(matches!(&kinds("12.e5 Be7")[..], [Kind::Move(_), Kind::Move(_)]));
        assert!(matches!(&kinds("the bishop's e4-square")[1], Kind::Word(w) if w == "bishop"));
        assert_eq!(tokens("").len(), 0);
        assert_eq!(tokens("\u{0}é♔ —").len(), 4);
    }

    #[test]
    fn everything_a_token_covers_lies_in_the_text() {
        for text in ["Straße…Kf8?? „so“", "1.e4…", "....", "a1b2c3", "é'é’s 12", "♘♘f3"] {
            for token in tokens(text) {
                assert!(text.get(token.span.clone()).is_some(), "{text}: {token:?}");
            }
        }
    }
}
