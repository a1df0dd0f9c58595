//! Mates: on the board at the end of the line and, as far as the work allows, against every defence.

use philidor_claims::Theme;

use super::{Case, Flaw, Grounds, Verdict, picture};
use crate::{
    board::{Board, Color, Role},
    moves::Move,
};

/// Positions looked at in one proof.
const WORK: u32 = 6_000;

pub(super) fn mate(case: &Case, moves: u32, pattern: Option<Theme>) -> Verdict {
    let grounds = ends_in_mate(case, moves, case.side)?;
    match pattern {
        Some(name) if !picture::is(name, case.line.end(), case.line.plays.last().and_then(|p| p.mv)) => {
            Err(Flaw::Picture(name))
        }
        _ => Ok(grounds),
    }
}

/// The line ends in mate by `winner` after that many of his moves; no defence is found that lasts longer.
pub(super) fn ends_in_mate(case: &Case, moves: u32, winner: Color) -> Verdict {
    let end = case.line.end();
    if case.ply != case.line.plays.len() || end.turn == winner || !end.is_mate() {
        return Err(Flaw::NoMate(winner));
    }
    let found = case.line.of(winner).count() as u32;
    if found != moves {
        return Err(Flaw::MateMoves { said: moves, found });
    }
    // The proof begins with the winner's first move of the line.
    let Some((at, first, _)) = case.line.of(winner).next() else { return Err(Flaw::NoMate(winner)) };
    let mut work = WORK;
    match defence(&case.line.boards[at].after(first), moves, &mut work) {
        Proof::Holds => Ok(Grounds::Board),
        Proof::Fails(mv) => Err(Flaw::Defence(mv)),
        Proof::Unknown => Ok(Grounds::Line),
    }
}

enum Proof {
    Holds,
    Fails(Move),
    Unknown,
}

/// The defender is to move: every move of his must allow mate in `moves - 1`.
fn defence(board: &Board, moves: u32, work: &mut u32) -> Proof {
    let replies = board.legal_moves();
    if replies.is_empty() {
        // Stalemate would have no first defence to name; a line that ends in mate cannot pass through it.
        return if board.in_check(board.turn) { Proof::Holds } else { Proof::Unknown };
    }
    let mut unknown = false;
    for mv in replies {
        if moves <= 1 {
            return Proof::Fails(mv);
        }
        match attack(&board.after(mv), moves - 1, work) {
            Some(true) => {}
            Some(false) => return Proof::Fails(mv),
            None => unknown = true,
        }
    }
    if unknown { Proof::Unknown } else { Proof::Holds }
}

/// The attacker is to move: some move of his mates in `moves`. `None` if the work ran out.
fn attack(board: &Board, moves: u32, work: &mut u32) -> Option<bool> {
    let us = board.turn;
    let mut tries: Vec<(bool, Board)> = board
        .legal_moves()
        .into_iter()
        .map(|mv| board.after(mv))
        .map(|next| (next.in_check(us.other()), next))
        .collect();
    // The last move must be a check; before that checks are tried first.
    if moves == 1 {
        tries.retain(|(check, _)| *check);
    }
    tries.sort_by_key(|(check, _)| !check);
    let mut sure = true;
    for (_, next) in tries {
        *work = work.checked_sub(1)?;
        match defence(&next, moves, work) {
            Proof::Holds => return Some(true),
            Proof::Fails(_) => {}
            Proof::Unknown => sure &= *work > 0,
        }
    }
    sure.then_some(false)
}

/// Some sequence of moves, however bad, could mate: not bare kings, nor one minor piece, nor bishops of one colour only.
pub(super) fn possible(board: &Board) -> bool {
    let men: Vec<_> = [Color::White, Color::Black]
        .into_iter()
        .flat_map(|side| board.men(side))
        .filter(|(_, role)| *role != Role::King)
        .collect();
    let strong = men.iter().any(|(_, role)| matches!(role, Role::Pawn | Role::Rook | Role::Queen));
    let knights = men.iter().filter(|(_, role)| *role == Role::Knight).count();
    let light = men.iter().any(|(sq, role)| *role == Role::Bishop && sq.is_light());
    let dark = men.iter().any(|(sq, role)| *role == Role::Bishop && !sq.is_light());
    strong || knights > 1 || knights == 1 && men.len() > 1 || light && dark
}
