//! Answers as data and as documents: what the API sends and `--json` prints, and annotated games as PGN, Markdown, HTML or JSON.
//! There is one type for each answer, made from the rooms' own results, so that every door prints the same bytes.
//!
//! Nothing here is searched, judged or put into words, and nothing knows of sockets or terminals. With the feature `schema` the
//! types describe themselves for an OpenAPI document.

pub mod annotated;
pub mod ask;
pub mod blockade;
pub mod built;
pub mod check;
mod columns;
pub mod course;
pub mod ending;
pub mod explanation;
pub mod export;
pub mod features;
pub mod find;
pub mod input;
pub mod lake;
pub mod lines;
pub mod paper;
pub mod probe;
pub mod proof;
pub mod reading;
pub mod reply;
pub mod slips;
pub mod stats;
pub mod tale;
pub mod theories;
pub mod verified;

use philidor_chess::shakmaty::{CastlingMode, Chess, Color, Move, Position, san::SanPlus};

/// `White` or `Black`.
pub fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// `1 move`, `2 moves`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A line in standard notation with move numbers.
pub fn san(pos: &Chess, line: &[Move]) -> String {
    let mut pos = pos.clone();
    let mut words = Vec::new();
    for (i, &mv) in line.iter().enumerate() {
        let number = pos.fullmoves();
        match pos.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if i == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut pos, mv).to_string());
    }
    words.join(" ")
}

/// A move as interfaces write it: `e2e4`.
pub fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

/// A line as interfaces write it.
pub fn ucis(line: &[Move]) -> Vec<String> {
    line.iter().copied().map(uci).collect()
}
