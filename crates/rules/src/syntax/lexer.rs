//! Characters to words.

use crate::problem::{Problem, Span};

/// A word of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or keyword.
    Name(String),
    /// A number.
    Int(i64),
    /// A quoted text, escapes undone.
    Text(String),
    /// An operator or bracket.
    Sign(&'static str),
    /// The end of the file.
    End,
}

/// A word and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) span: Span,
    /// True if it is the first of its line.
    pub(crate) starts_line: bool,
}

/// A comment (without `#`) and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Comment {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// True if nothing else stands before it on its line.
    pub(crate) alone: bool,
}

/// Longest first, so that `=>` is not read as `=`.
const SIGNS: [&str; 22] = [
    "=>", "..", "!=", "<=", ">=", "{", "}", "(", ")", "[", "]", ":", ",", "=", "<", ">", "+", "-", "*", "&",
    "/", ".",
];

/// Cuts a source into words and comments.
pub(crate) fn lex(source: &str) -> (Vec<Lexeme>, Vec<Comment>, Vec<Problem>) {
    let (mut words, mut comments, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    let mut starts_line = true;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let start = at;
        match c {
            '\n' => {
                starts_line = true;
                at += 1;
                continue;
            }
            c if c.is_whitespace() || c == '\u{feff}' => {
                at += c.len_utf8();
                continue;
            }
            '#' => {
                let line = rest.split('\n').next().unwrap_or("");
                at += line.len();
                let text = line.trim_start_matches('#').trim().to_owned();
                if !text.is_empty() {
                    comments.push(Comment { text, span: Span::new(start, at), alone: starts_line });
                }
                continue;
            }
            '"' => {
                let (text, len, ended) = quoted(rest);
                at += len;
                if !ended {
                    problems.push(
                        Problem::error(Span::new(start, at), "a text that does not end", "starts here")
                            .help("close it with \" on the same line"),
                    );
                }
                words.push(Lexeme { token: Token::Text(text), span: Span::new(start, at), starts_line });
            }
            c if c.is_ascii_digit() => {
                let len = rest.bytes().take_while(u8::is_ascii_digit).count();
                at += len;
                let span = Span::new(start, at);
                let value = rest[..len].parse().ok().filter(|n| *n <= 1_000);
                if value.is_none() {
                    problems.push(Problem::error(span, "a number beyond all distances", "at most 1000"));
                }
                words.push(Lexeme { token: Token::Int(value.unwrap_or(0)), span, starts_line });
            }
            c if c.is_alphabetic() || c == '_' => {
                let len: usize =
                    rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
                at += len;
                let token = Token::Name(rest[..len].to_owned());
                words.push(Lexeme { token, span: Span::new(start, at), starts_line });
            }
            _ => match SIGNS.into_iter().find(|s| rest.starts_with(s)) {
                Some(sign) => {
                    at += sign.len();
                    words.push(Lexeme { token: Token::Sign(sign), span: Span::new(start, at), starts_line });
                }
                None => {
                    at += c.len_utf8();
                    problems.push(Problem::error(
                        Span::new(start, at),
                        format!("{c:?} has no meaning here"),
                        "remove it",
                    ));
                    continue;
                }
            },
        }
        starts_line = false;
    }
    words.push(Lexeme { token: Token::End, span: Span::new(at, at), starts_line: true });
    (words, comments, problems)
}

/// Reads a quoted text: what it says, how many bytes it takes, whether it ends.
fn quoted(rest: &str) -> (String, usize, bool) {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return (text, i + 1, true),
            '\n' => return (text, i, false),
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\'))) => text.push(c),
                Some((i, '\n')) => return (text, i, false),
                Some((_, c)) => {
                    text.push('\\');
                    text.push(c);
                }
                None => text.push('\\'),
            },
            c => text.push(c),
        }
    }
    (text, rest.len(), false)
}
