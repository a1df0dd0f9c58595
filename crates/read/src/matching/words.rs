//! A comment as a bag of words with the squares, men and moves that it names.

use std::collections::BTreeSet;

use philidor_chess::shakmaty::{Color, File, Role, Square};

use crate::{
    lexicon::{Lexicon, Who},
    notation::Said,
    openings::named,
    pattern::man,
    read::{MOST_WORDS, Phrase, kept as telling, phrases},
    text::{Kind, Token, sentences, tokens},
};

/// A comment, taken apart once.
#[derive(Debug, Clone, Default)]
pub struct Comment {
    /// Stems and pairs of words.
    pub tokens: BTreeSet<String>,
    /// All words in small letters, with a space around each.
    pub(crate) low: String,
    pub(crate) count: usize,
    pub(crate) moves: Vec<Said>,
    /// Moves that follow each other without a word between them.
    pub(crate) rows: Vec<Vec<Said>>,
    pub(crate) squares: Vec<Square>,
    /// Men with their squares.
    pub(crate) placed: Vec<(Option<Color>, Role, Square)>,
    /// Men with their owners.
    pub(crate) owned: Vec<(Color, Role)>,
    /// Kinds of men in the order in which they are named.
    pub(crate) roles: Vec<Role>,
    pub(crate) plural: Vec<Role>,
    pub(crate) pawn_files: Vec<File>,
    pub(crate) files: Vec<File>,
    /// The side that the comment begins with.
    pub(crate) first: Option<Color>,
    pub(crate) sides: Vec<Color>,
    pub(crate) openings: Vec<String>,
    /// What it says, as far as phrases are known.
    pub(crate) phrases: Vec<Phrase>,
}

/// Words without a meaning of their own.
const STOP: [&str; 46] = [
    "the", "a", "an", "of", "to", "and", "in", "is", "it", "this", "that", "with", "for", "on", "at", "by",
    "as", "be", "his", "he", "has", "but", "not", "are", "was", "from", "will", "would", "which", "one",
    "if", "or", "can", "have", "had", "after", "also", "its", "their", "they", "so", "than", "then", "there",
    "more", "most",
];

fn stem(word: &str) -> String {
    for ending in ["ing", "edly", "ed", "es", "ly", "s", "e"] {
        if let Some(rest) = word.strip_suffix(ending)
            && rest.chars().count() >= 3
        {
            return rest.to_owned();
        }
    }
    word.to_owned()
}

impl Comment {
    /// Takes a comment apart.
    pub fn new(text: &str, lexicon: &Lexicon) -> Comment {
        let all = tokens(text);
        let kept: Vec<&Token> =
            all.iter().filter(|token| !matches!(token.kind, Kind::Mark('-' | '–'))).collect();
        let mut comment = Comment::default();
        let words: Vec<&str> = kept.iter().filter_map(|token| token.word()).collect();
        comment.low = format!(" {} ", words.join(" "));
        comment.count = words.len();
        comment.tokens.extend(words.iter().filter(|word| !STOP.contains(word)).map(|word| stem(word)));
        comment.tokens.extend(words.windows(2).map(|pair| format!("{}_{}", pair[0], pair[1])));
        let side = |who: Who| match who {
            Who::White => Some(Color::White),
            Who::Black => Some(Color::Black),
            _ => None,
        };
        comment.sides = words.iter().filter_map(|word| lexicon.who(word).and_then(side)).collect();
        comment.first = words.first().and_then(|word| lexicon.who(word)).and_then(side);
        let mut together = false;
        for (place, token) in kept.iter().enumerate() {
            match &token.kind {
                Kind::Move(said) => {
                    comment.moves.push(said.clone());
                    match comment.rows.last_mut().filter(|_| together) {
                        Some(row) => row.push(said.clone()),
                        None => comment.rows.push(vec![said.clone()]),
                    }
                    together = true;
                }
                Kind::Square(square) => comment.squares.push(*square),
                Kind::Word(word) => {
                    if let Some((role, plural)) = lexicon.man(word) {
                        comment.roles.push(role);
                        if plural {
                            comment.plural.push(role);
                        }
                    }
                    let file =
                        if word.len() == 1 { word.chars().next().and_then(File::from_char) } else { None };
                    if let (Some(file), Some(next)) = (file, kept.get(place + 1).and_then(|t| t.word())) {
                        if next.starts_with("pawn") {
                            comment.pawn_files.push(file);
                        } else if next.starts_with("file") {
                            comment.files.push(file);
                        }
                    }
                }
                Kind::Number(_) | Kind::Mark(_) => {}
            }
            together &= matches!(
                token.kind,
                Kind::Move(_) | Kind::Number(_) | Kind::Mark('.' | '…' | ',' | '!' | '?')
            );
            if let Some((_, said)) = man(&kept, place, lexicon)
                && !matches!(token.kind, Kind::Move(_))
            {
                let color = said.color.and_then(side);
                if let Some(square) = said.square {
                    comment.placed.push((color, said.role, square));
                }
                comment.owned.extend(color.map(|color| (color, said.role)));
            }
        }
        for sentence in sentences(text) {
            let tokens = telling(&sentence.tokens);
            if tokens.len() <= MOST_WORDS {
                comment.phrases.extend(phrases(&tokens, lexicon, None));
            }
        }
        comment.openings = named(&kept).into_iter().map(|(_, _, family)| family).collect();
        comment
    }

    /// Any of these stands in it, at the beginning of words.
    pub(crate) fn has(&self, parts: &[&str]) -> bool {
        parts.iter().any(|part| self.low.contains(part))
    }
}
