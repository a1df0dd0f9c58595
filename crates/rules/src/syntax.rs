//! Text to tree and back: lexer, parser, canonical layout.
//!
//! Parsing never fails outright: it yields a tree of what was understood and the list of everything that was not.

pub mod ast;
mod format;
mod lexer;
mod parser;

pub(crate) use self::parser::parse_expr;
pub use self::{format::format, parser::parse};
