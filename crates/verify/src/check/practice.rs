//! What was played with these pawns: the file of counts, read here by its own lights.

use philidor_claims::Square;
use philidor_knowledge::PRACTICE;

use super::{Case, Flaw, Grounds, Verdict};
use crate::board::{Board, Color, Role, Square as Here};

/// The numbers that a claim gives.
pub(super) struct Told {
    pub(super) games: u32,
    pub(super) score: u32,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) percent: u32,
}

pub(super) fn practice(case: &Case, told: &Told) -> Verdict {
    let flaw = |why: &'static str| Flaw::Concept { name: "practice".to_owned(), why };
    // As they stand, or with colours exchanged.
    let stands = placement(case.there());
    let image = stands.split('/').rev().map(exchanged).collect::<Vec<_>>().join("/");
    let row = |pawns: &str| {
        let mut rows = PRACTICE.text("pawns").lines().map(|line| line.split('\t').collect::<Vec<_>>());
        rows.find(|cells| cells.first() == Some(&pawns))
    };
    let (cells, turned) = match row(&stands) {
        Some(cells) => (Some(cells), false),
        None => (row(&image), true),
    };
    let Some([_, games, score, white, black]) = cells.as_deref() else {
        return Err(flaw("no such pawns were counted"));
    };
    let (score, next) = match (case.side == Color::White) != turned {
        true => (score.parse().ok(), white),
        false => (score.parse().ok().map(|white: u32| 100 - white), black),
    };
    let seen = |square: Square| if turned { mirrored(square) } else { square.to_string() };
    if *games != told.games.to_string() || score != Some(told.score) {
        return Err(flaw("there were other games, or another score"));
    }
    match **next == format!("{}{} {}", seen(told.from), seen(told.to), told.percent) {
        true => Ok(Grounds::Numbers),
        false => Err(flaw("another advance was the most frequent one")),
    }
}

/// The pawns, rank by rank from the eighth, as in a FEN.
fn placement(board: &Board) -> String {
    let mut ranks = Vec::new();
    for rank in (0..8).rev() {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..8 {
            let square = Here::all().find(|square| (square.file(), square.rank()) == (file, rank));
            let pawn = square.and_then(|square| board.on(square)).filter(|man| man.role == Role::Pawn);
            let Some(man) = pawn else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(if man.color == Color::White { 'P' } else { 'p' });
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        ranks.push(text);
    }
    ranks.join("/")
}

/// A rank with colours exchanged.
fn exchanged(rank: &str) -> String {
    let other =
        |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    rank.chars().map(other).collect()
}

/// The square as the other side counts it.
fn mirrored(square: Square) -> String {
    let name = square.to_string();
    let (file, rank) = name.split_at(1);
    format!("{file}{}", 9 - rank.parse::<u32>().unwrap_or_default())
}
