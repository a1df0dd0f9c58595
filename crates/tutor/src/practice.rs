//! What masters played with the pawns of a position: counts from a collection of games (`knowledge/practice`).

use std::{collections::HashMap, sync::OnceLock};

use philidor_chess::shakmaty::{Board, Chess, Color, Move, Position, Square};
use philidor_knowledge::PRACTICE;

use crate::claim::{About, Claim, Statement, Worth, claim, line_of};

/// What was played with one placement of pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    games: u32,
    white_percent: u32,
    /// White's and Black's most frequent advance, with its share.
    next: [Option<(Square, Square, u32)>; 2],
}

fn rows() -> &'static HashMap<&'static str, Row> {
    static ROWS: OnceLock<HashMap<&'static str, Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lines = PRACTICE.text("pawns").lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(row).collect()
    })
}

fn row(line: &'static str) -> Option<(&'static str, Row)> {
    let mut cells = line.split('\t');
    let pawns = cells.next()?;
    let mut number = || cells.next()?.parse().ok();
    let (games, white_percent) = (number()?, number()?);
    let mut next = || next_move(cells.next()?);
    Some((pawns, Row { games, white_percent, next: [next(), next()] }))
}

fn next_move(cell: &str) -> Option<(Square, Square, u32)> {
    let (mv, share) = cell.split_once(' ')?;
    Some((mv.get(..2)?.parse().ok()?, mv.get(2..)?.parse().ok()?, share.parse().ok()?))
}

/// The placement as the file spells it.
fn key(board: &Board) -> String {
    let mut pawns = board.clone();
    (board.occupied() & !board.pawns()).into_iter().for_each(|square| {
        pawns.discard_piece_at(square);
    });
    pawns.to_string()
}

/// What was played with the pawns of a board, or with the same pawns of the other colour.
fn known(board: &Board) -> Option<Row> {
    if let Some(row) = rows().get(key(board).as_str()) {
        return Some(*row);
    }
    let mut other = board.clone();
    other.flip_vertical();
    other.swap_colors();
    let row = rows().get(key(&other).as_str())?;
    let turned = |(from, to, share): (Square, Square, u32)| (from.flip_vertical(), to.flip_vertical(), share);
    Some(Row {
        games: row.games,
        white_percent: 100 - row.white_percent,
        next: [row.next[1].map(turned), row.next[0].map(turned)],
    })
}

/// The advance of a pawn that a side made most often with these pawns, and in how many of a hundred games.
pub fn usual(board: &Board, side: Color) -> Option<(Square, Square, u32)> {
    known(board)?.next[usize::from(side.is_black())]
}

/// What was played here, the side to move first: a claim for each side that had a usual advance.
pub fn practice(pos: &Chess) -> Vec<Claim> {
    after(pos, None)
}

/// The same for the pawns after a move.
pub fn after(pos: &Chess, mv: Option<Move>) -> Vec<Claim> {
    let mut there = pos.clone();
    if let Some(mv) = mv {
        there.play_unchecked(mv);
    }
    let Some(row) = known(there.board()) else { return Vec::new() };
    let (turn, line) = (there.turn(), line_of(mv));
    let of = |side: Color| {
        let (from, to, percent) = row.next[usize::from(side.is_black())]?;
        let score = side.fold_wb(row.white_percent, 100 - row.white_percent);
        let statement =
            Statement::Practice { games: row.games, score, from: from.into(), to: to.into(), percent };
        let ply = line.len();
        Some(claim(About::Position, statement, side, pos, line.clone(), ply, Worth(1)))
    };
    [turn, !turn].into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_file_can_be_read_and_is_a_placement_of_pawns() {
        let lines = PRACTICE.text("pawns").lines().filter(|line| !line.starts_with('#'));
        assert!(lines.clone().count() > 1_000);
        for line in lines {
            let (pawns, row) = row(line).unwrap_or_else(|| panic!("{line}"));
            assert!(row.games >= 2 && row.white_percent <= 100, "{line}");
            let board: Board = pawns.parse().expect("a placement");
            assert_eq!(key(&board), pawns);
            assert!(row.next.iter().flatten().all(|(from, ..)| board.pawns().contains(*from)), "{line}");
        }
    }

    #[test]
    fn the_minority_attack_is_what_masters_play_in_the_carlsbad_structure() {
        let fen = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 0 11";
        let claims = practice(&philidor_chess::parse_fen(fen).expect("a position"));
        assert!(
            claims.iter().any(|c| matches!(&c.statement, Statement::Practice { games, .. } if *games >= 80))
        );
    }
}
