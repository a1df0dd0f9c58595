//! What a move does at once, seen on the board before and after it.

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Move, Position, Role, Square};

use crate::{
    claim::{Effect, passed},
    line::Step,
    sight::{absolute_pins, exchange, is_piece, value},
};
use philidor_know::{eval::squares_of, features::FeatureId};

/// All effects of a move, those that matter most first. `previous` is the enemy's last move.
pub fn effects(start: &Chess, mv: Move, previous: Option<Move>) -> Vec<Effect> {
    let step = Step::new(start, mv);
    let us = start.turn();
    let mut found = Vec::new();
    if let Some(last) = previous
        && last.is_capture()
        && step.is_capture()
        && last.to() == step.to
    {
        found.push(Effect::Recaptures(step.to.into()));
    }
    if matches!(mv, Move::Castle { .. }) {
        found.push(Effect::Castles(step.to.into()));
    }
    let after = step.board();
    let sees = after.attacks_from(step.to);
    let saw = start.board().attacks_from(step.from);
    // What the enemy threatened to take, had it been their move.
    if let Some(threatened) = passed(start) {
        let hung = exchange(&threatened, step.from) > 0 && exchange(&step.after, step.to) == 0;
        if hung && is_piece(step.mv.role()) && !step.is_capture() {
            found.push(Effect::Saves(step.from.into()));
        }
        for target in sees & !saw & after.by_color(us) {
            if exchange(&threatened, target) > 0 && exchange(&step.after, target) == 0 {
                found.push(Effect::Protects(target.into()));
            }
        }
    }
    if step.gives_check() {
        found.extend(after.king_of(!us).map(|sq| Effect::Checks(sq.into())));
    } else if let Some(again) = passed(&step.after) {
        let targets = sees & !saw & after.by_color(!us);
        found.extend(
            targets.into_iter().filter(|&sq| exchange(&again, sq) > 0).map(|sq| Effect::Attacks(sq.into())),
        );
    }
    if is_piece(step.mv.role()) && exchange(&step.after, step.to) - step.taken.map_or(0, value) >= 2 {
        found.push(Effect::Offers(step.to.into()));
    }
    let pinned = |board: &Board, by: Option<Square>| {
        let pins = absolute_pins(board, !us).filter(|pin| by.is_none_or(|by| pin.pinner == by));
        pins.fold(Bitboard::EMPTY, |all, pin| all | Bitboard::from(pin.pinned))
    };
    let pins = pinned(after, Some(step.to)) & !pinned(start.board(), None) & !after.pawns();
    found.extend(pins.into_iter().map(|sq| Effect::Pins(sq.into())));
    if step.mv.role() == Role::Pawn && step.mv.promotion().is_none() {
        let targets = sees & !saw & after.by_color(!us) & after.pawns();
        let told = |sq: &Square| found.contains(&Effect::Attacks((*sq).into()));
        let new = targets.into_iter().filter(|sq| !told(sq)).map(|sq| Effect::Challenges(sq.into()));
        let new: Vec<Effect> = new.collect();
        found.extend(new);
    }
    let home = |sq: Square| squares_of(start, FeatureId::UndevelopedMinors, us).contains(sq);
    if matches!(step.role, Role::Knight | Role::Bishop) && home(step.from) {
        found.push(Effect::Develops(step.to.into()));
    }
    let open = |sq: Square| squares_of(&step.after, FeatureId::RookOpenFile, us).contains(sq);
    if step.role == Role::Rook && step.from.file() != step.to.file() && open(step.to) {
        found.push(Effect::TakesOpenFile(step.to.into()));
    }
    found
}
