//! The rows, and the columns they make.

use serde::{Deserialize, Serialize};

use crate::columns::{Column, Columns};

/// A game.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// Its number in the file, from 1.
    pub game: u32,
    /// The line of the file on which it begins.
    pub line: u32,
    /// Tag.
    pub event: Option<String>,
    /// Tag.
    pub site: Option<String>,
    /// Tag, as the file writes it.
    pub date: Option<String>,
    /// Tag.
    pub white: Option<String>,
    /// Tag.
    pub black: Option<String>,
    /// Tag.
    pub white_elo: Option<i32>,
    /// Tag.
    pub black_elo: Option<i32>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Tag.
    pub time_control: Option<String>,
    /// Code of the opening, by its position.
    pub eco: Option<String>,
    /// Its name.
    pub opening: Option<String>,
    /// Half-moves.
    pub plies: u32,
    /// White's accuracy, as Lichess counts it.
    pub white_accuracy: Option<f32>,
    /// Black's.
    pub black_accuracy: Option<f32>,
    /// Who looked ahead.
    pub analyst: Option<String>,
    /// Why the game was not looked at.
    pub problem: Option<String>,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveRow {
    /// The game.
    pub game: u32,
    /// Half-moves, from 1.
    pub ply: u32,
    /// `white` or `black`.
    pub side: String,
    /// In notation.
    pub san: String,
    /// As interfaces write it.
    pub uci: String,
    /// The position before it.
    pub fen: String,
    /// White's centipawns after it.
    pub cp: Option<i32>,
    /// Moves to mate after it; negative if Black mates.
    pub mate: Option<i32>,
    /// White's winning chances after it, in percent.
    pub chance: f32,
    /// Points of winning chances that the mover lost.
    pub loss: f32,
    /// The best move.
    pub best: Option<String>,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub judgement: Option<String>,
    /// `opening`, `middlegame` or `endgame`.
    pub phase: String,
    /// The mover's rating.
    pub rating: Option<i32>,
    /// How likely players of that rating play it.
    pub human: Option<f32>,
    /// How likely they play the best move.
    pub human_best: Option<f32>,
    /// Their likeliest move.
    pub human_first: Option<String>,
    /// Devices by which it wins something.
    pub motifs: Vec<String>,
    /// Devices of the better move.
    pub missed: Vec<String>,
    /// Devices that it allows.
    pub allowed: Vec<String>,
    /// Concepts that speak for it.
    pub concepts: Vec<String>,
    /// Concepts that speak against it.
    pub conceded: Vec<String>,
    /// What a reader would be told.
    pub comment: Option<String>,
}

/// A claim about a move, found true by the checker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// The game.
    pub game: u32,
    /// The move's half-move.
    pub ply: u32,
    /// Which of the claims about it: the three together name a claim.
    pub claim: u32,
    /// Its part of an explanation.
    pub about: String,
    /// For whom it speaks.
    pub side: String,
    /// The kind of statement.
    pub says: String,
    /// What it names.
    pub name: Option<String>,
    /// The squares it speaks of.
    pub squares: Vec<String>,
    /// The men it speaks of: `Nf3`, Black's as `nf6`.
    pub men: Vec<String>,
    /// The line that shows it, from the position before the move.
    pub line: String,
    /// It holds after so many moves of the line.
    pub at: u32,
    /// What it is worth to its side, in centipawns.
    pub worth: i32,
    /// A reader would be told.
    pub said: bool,
    /// How far it was checked: `board`, `table`, `line` or `numbers`.
    pub grounds: String,
    /// In words, if it is said.
    pub text: Option<String>,
    /// The whole statement as JSON (docs/claim.schema.json).
    pub statement: String,
}

/// One game with everything about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The game.
    pub game: GameRow,
    /// Its moves.
    pub moves: Vec<MoveRow>,
    /// What is true of them.
    pub claims: Vec<ClaimRow>,
}

/// A column of a table: its name, and how a row fills it.
macro_rules! columns {
    ($rows:ident; $($name:ident: $make:expr),+ $(,)?) => {
        vec![$((stringify!($name), $make(&mut $rows.iter().map(|row| &row.$name)))),+]
    };
}

fn whole(values: &mut dyn Iterator<Item = &u32>) -> Column {
    Column::Whole(values.map(|n| i32::try_from(*n).unwrap_or(i32::MAX)).collect())
}

fn signed(values: &mut dyn Iterator<Item = &i32>) -> Column {
    Column::Whole(values.copied().collect())
}

fn maybe(values: &mut dyn Iterator<Item = &Option<i32>>) -> Column {
    Column::MaybeWhole(values.copied().collect())
}

fn real(values: &mut dyn Iterator<Item = &f32>) -> Column {
    Column::MaybeReal(values.map(|n| Some(*n)).collect())
}

fn maybe_real(values: &mut dyn Iterator<Item = &Option<f32>>) -> Column {
    Column::MaybeReal(values.copied().collect())
}

fn text(values: &mut dyn Iterator<Item = &String>) -> Column {
    Column::text(values)
}

fn maybe_text(values: &mut dyn Iterator<Item = &Option<String>>) -> Column {
    Column::maybe(values.map(Option::as_ref))
}

fn yes(values: &mut dyn Iterator<Item = &bool>) -> Column {
    Column::Yes(values.copied().collect())
}

fn list(values: &mut dyn Iterator<Item = &Vec<String>>) -> Column {
    Column::lists(values)
}

pub(super) fn games(rows: &[&GameRow]) -> Columns<'static> {
    columns![rows;
        game: whole, line: whole, event: maybe_text, site: maybe_text, date: maybe_text, white: maybe_text,
        black: maybe_text, white_elo: maybe, black_elo: maybe, result: text, time_control: maybe_text,
        eco: maybe_text, opening: maybe_text, plies: whole, white_accuracy: maybe_real,
        black_accuracy: maybe_real, analyst: maybe_text, problem: maybe_text,
    ]
}

pub(super) fn moves(rows: &[&MoveRow]) -> Columns<'static> {
    columns![rows;
        game: whole, ply: whole, side: text, san: text, uci: text, fen: text, cp: maybe, mate: maybe,
        chance: real, loss: real, best: maybe_text, judgement: maybe_text, phase: text, rating: maybe,
        human: maybe_real, human_best: maybe_real, human_first: maybe_text, motifs: list, missed: list,
        allowed: list, concepts: list, conceded: list, comment: maybe_text,
    ]
}

pub(super) fn claims(rows: &[&ClaimRow]) -> Columns<'static> {
    columns![rows;
        game: whole, ply: whole, claim: whole, about: text, side: text, says: text, name: maybe_text,
        squares: list, men: list, line: text, at: whole, worth: signed, said: yes, grounds: text,
        text: maybe_text, statement: text,
    ]
}
