//! Bytes to tokens, line by line, each token with the number of its line.
//!
//! A line that is not UTF-8 is read as Latin-1. A brace that is never closed would swallow the rest of the file, so
//! a line that begins with `[Event "` ends it, and the parser is told.

use std::{
    collections::VecDeque,
    io::{self, BufRead},
};

use super::Termination;
use shakmaty::Color;

/// One piece of a game's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) line: usize,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Tag {
        name: String,
        value: String,
    },
    Comment(String),
    /// A comment whose closing brace is missing.
    Unclosed(String),
    Open,
    Close,
    Nag(u16),
    End(Termination),
    /// A move, or what stands where a move should.
    Word(String),
    /// The game is too long to be read further; what follows of it is worth nothing.
    TooLong,
}

impl Kind {
    /// As it might have stood in the file.
    pub(super) fn text(&self) -> String {
        match self {
            Kind::Tag { name, value } => format!("[{name} {value:?}]"),
            Kind::Comment(text) | Kind::Unclosed(text) => format!("({text})"),
            Kind::Open => "(".to_owned(),
            Kind::Close => ")".to_owned(),
            Kind::Nag(nag) => format!("${nag}"),
            Kind::End(end) => end.to_string(),
            Kind::Word(word) => word.clone(),
            Kind::TooLong => String::new(),
        }
    }
}

/// Bytes of a line, at most; more is skipped.
const LONGEST_LINE: u64 = 1 << 20;
/// Bytes of a game, at most.
pub(super) const LONGEST_GAME: usize = 4 << 20;

/// Glyphs that stand for a numeric annotation.
const GLYPHS: [(&str, u16); 24] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("N", 146),
    ("D", 220),
];

/// The glyph's number.
fn glyph(text: &str) -> Option<u16> {
    GLYPHS.iter().find(|(sign, _)| *sign == text).map(|&(_, nag)| nag)
}

/// Reads tokens from a stream.
pub(super) struct Lexer<R> {
    input: R,
    line: usize,
    /// The comment being read, and where it began.
    open: Option<(usize, String)>,
    ready: VecDeque<Token>,
    done: bool,
    /// Bytes of the game so far.
    taken: usize,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer { input, line: 0, open: None, ready: VecDeque::new(), done: false, taken: 0 }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Token>> {
        while self.ready.is_empty() && !self.done {
            self.read_line()?;
        }
        Ok(self.ready.pop_front())
    }

    /// The next game begins.
    pub(super) fn begin_game(&mut self) {
        self.taken = 0;
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let seen = self.input.fill_buf()?;
            let (used, done) = match seen.iter().position(|&b| b == b'\n') {
                Some(at) => (at + 1, true),
                None => (seen.len(), seen.is_empty()),
            };
            self.input.consume(used);
            if done {
                return Ok(());
            }
        }
    }

    fn read_line(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut self.input, LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        self.taken += read;
        if read as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            self.line += 1;
            self.open = None;
            self.push(Kind::TooLong);
            return self.skip_line();
        }
        if self.taken > LONGEST_GAME {
            self.open = None;
            self.push(Kind::TooLong);
        }
        if read == 0 {
            self.done = true;
            if let Some((line, text)) = self.open.take() {
                self.ready.push_back(Token { line, kind: Kind::Unclosed(tidy(&text)) });
            }
            return Ok(());
        }
        self.line += 1;
        let text = decode(&bytes);
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        let mut rest = text.trim_end_matches(['\n', '\r']);
        if rest.starts_with("[Event \"")
            && let Some((line, comment)) = self.open.take()
        {
            self.ready.push_back(Token { line, kind: Kind::Unclosed(tidy(&comment)) });
        }
        if self.open.is_none() && rest.starts_with('%') {
            return Ok(());
        }
        if let Some((line, mut comment)) = self.open.take() {
            match rest.find('}') {
                Some(at) => {
                    comment.push_str(&rest[..at]);
                    rest = &rest[at + 1..];
                    self.ready.push_back(Token { line, kind: Kind::Comment(tidy(&comment)) });
                }
                None => {
                    comment.push_str(rest);
                    comment.push('\n');
                    self.open = Some((line, comment));
                    return Ok(());
                }
            }
        }
        self.tokens_of(rest);
        Ok(())
    }

    fn tokens_of(&mut self, mut rest: &str) {
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '.' || c == '\u{feff}');
            let Some(first) = rest.chars().next() else { return };
            match first {
                '{' => match rest.find('}') {
                    Some(at) => {
                        self.push(Kind::Comment(tidy(&rest[1..at])));
                        rest = &rest[at + 1..];
                    }
                    None => {
                        self.open = Some((self.line, format!("{}\n", &rest[1..])));
                        return;
                    }
                },
                ';' => {
                    self.push(Kind::Comment(tidy(&rest[1..])));
                    return;
                }
                '[' => {
                    let (kind, length) = tag(rest);
                    self.ready.extend(kind.map(|kind| Token { line: self.line, kind }));
                    rest = &rest[length..];
                }
                '(' => {
                    self.push(Kind::Open);
                    rest = &rest[1..];
                }
                ')' => {
                    self.push(Kind::Close);
                    rest = &rest[1..];
                }
                _ => {
                    let length = rest
                        .find(|c: char| c.is_whitespace() || "{}();[".contains(c))
                        .unwrap_or(rest.len())
                        .max(first.len_utf8());
                    self.words(&rest[..length]);
                    rest = &rest[length..];
                }
            }
        }
    }

    /// Tokens of a text without blanks and brackets, such as `12.Nf3!`.
    fn words(&mut self, text: &str) {
        let ends = [
            ("1-0", Termination::Won(Color::White)),
            ("0-1", Termination::Won(Color::Black)),
            ("1/2-1/2", Termination::Drawn),
            ("½-½", Termination::Drawn),
            ("1/2", Termination::Drawn),
            ("*", Termination::Open),
        ];
        let plain = text.replace(['–', '—'], "-");
        if let Some(&(_, end)) = ends.iter().find(|(sign, _)| *sign == plain) {
            return self.push(Kind::End(end));
        }
        let after_digits = plain.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = after_digits.len() < plain.len();
        let dotted = after_digits.trim_start_matches(['.', '…']);
        let word = match numbered {
            // A bare number, or a number with dots.
            true if dotted.is_empty() => return,
            true if dotted.len() < after_digits.len() => dotted,
            _ => plain.trim_start_matches(['.', '…']),
        };
        if word.is_empty() {
            return;
        }
        if let Some(number) = word.strip_prefix('$').and_then(|digits| digits.parse().ok()) {
            return self.push(Kind::Nag(number));
        }
        if let Some(nag) = glyph(word) {
            return self.push(Kind::Nag(nag));
        }
        let stem = word.trim_end_matches(['!', '?', '□']);
        if stem == "e.p" || stem == "ep" || stem == "e.p." {
            return;
        }
        self.push(Kind::Word(stem.to_owned()));
        if let Some(nag) = glyph(&word[stem.len()..]) {
            self.push(Kind::Nag(nag));
        }
    }

    fn push(&mut self, kind: Kind) {
        self.ready.push_back(Token { line: self.line, kind });
    }
}

fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    }
}

/// Blanks and line ends are one blank each.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tag at the start of `text`, and how many bytes it takes. Quotes inside a value should be escaped but often
/// are not; then the last quote of the line ends it.
fn tag(text: &str) -> (Option<Kind>, usize) {
    let body = &text[1..];
    let name_length = body.find(['"', ']']).unwrap_or(body.len());
    let name = body[..name_length].trim().to_owned();
    let Some(quoted) = body[name_length..].strip_prefix('"') else {
        // No value at all: not a tag.
        let length = 1 + name_length + usize::from(body[name_length..].starts_with(']'));
        return (Some(Kind::Word(text[..length].to_owned())), length);
    };
    let mut value = String::new();
    let mut escaped = false;
    let mut end = None;
    for (i, c) in quoted.char_indices() {
        match c {
            _ if escaped => {
                value.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' if quoted[i + 1..].trim_start().starts_with(']') => {
                end = Some(i + 1 + quoted[i + 1..].find(']').unwrap_or(0) + 1);
                break;
            }
            _ => value.push(c),
        }
    }
    let length = 1 + name_length + 1 + end.unwrap_or(quoted.len());
    if end.is_none() {
        // The line ends before the tag does.
        value = quoted.trim_end().trim_end_matches(']').trim_end_matches('"').to_owned();
    }
    if name.is_empty() { (None, length) } else { (Some(Kind::Tag { name, value }), length) }
}
