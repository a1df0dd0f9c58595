//! Endings that no table at hand knows and a theory decides: what is drawn is drawn, whatever an engine thinks of it.

use std::collections::HashMap;

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, EnPassantMode, Move, Position, fen::Epd},
};
use philidor_claims::limits;
use philidor_know::search::Score;
use philidor_rules::{explain::Explainer, library};
use philidor_tutor::look::Look;

use crate::{
    Stop,
    endings::{Endings, RULE_NODES, SOLVED_AT_ONCE, lock},
};

/// Positions that are looked at for the result of one move of many; of a move that has a line in a position whose result is known, more.
const MOVE_NODES: u64 = 1_000;
/// What a move that wins is worth at least, in centipawns.
const WINNING: Score = limits::LARGE_CP;
/// Results that are remembered.
const REMEMBERED: usize = 100_000;

/// Results of positions, for the side to move, by position and the positions looked at for it.
pub(crate) type Results = HashMap<(String, u64), Option<i8>>;

/// What a theory says of a position and its moves, for the side that moves.
pub(crate) struct Decided {
    /// 1 won, 0 drawn, -1 lost.
    here: Option<i8>,
    moves: Vec<(Move, i8)>,
}

impl Endings {
    /// Whether a theory speaks of this ending, and no table.
    fn is_left_to_theory(&self, pos: &Chess) -> bool {
        let material = Material::of(pos.board());
        material.men() > SOLVED_AT_ONCE
            && library::for_material(material).is_some()
            && !fen::has_castling_rights(pos)
            && !self.knows(pos)
    }

    /// The result of a position by the theory of its ending, if that finds one among about so many positions.
    fn by_rules(&self, pos: &Chess, positions: u64, stop: &Stop) -> Option<i8> {
        let key = (Epd::from_position(pos, EnPassantMode::Legal).to_string(), positions);
        if let Some(found) = lock(&self.results).get(&key) {
            return *found;
        }
        let shipped = library::for_material(Material::of(pos.board()))?;
        let theory = self.theory_at_hand(shipped, stop).ok()?.until(stop.flag().clone());
        let account = Explainer::new(&theory).account_within(pos, positions);
        let found = account.map(|account| match account.winner {
            Some(winner) if winner == pos.turn() => 1,
            Some(_) => -1,
            None => 0,
        });
        if !stop.is_raised() {
            let mut results = lock(&self.results);
            if results.len() >= REMEMBERED {
                results.clear();
            }
            results.insert(key, found);
        }
        found
    }

    /// The result of a position of more men than are solved on the spot, by the theory of its ending.
    pub(crate) fn result_by_theory(&self, pos: &Chess, stop: &Stop) -> Option<i8> {
        if !self.is_left_to_theory(pos) { None } else { self.by_rules(pos, RULE_NODES, stop) }
    }

    /// The result of a move for the side that makes it.
    fn after(&self, pos: &Chess, mv: Move, positions: u64, stop: &Stop) -> Option<i8> {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        let worth = if next.is_checkmate() {
            -1
        } else if next.is_stalemate() || next.is_insufficient_material() {
            0
        } else if self.is_left_to_theory(&next) {
            self.by_rules(&next, positions, stop)?
        } else {
            self.value(&next, stop)?.value
        };
        Some(-worth)
    }

    /// What the theory of an ending without a table says of a position.
    pub(crate) fn decided(&self, pos: &Chess, stop: &Stop) -> Option<Decided> {
        if !self.is_left_to_theory(pos) {
            return None;
        }
        let worth = |mv: Move| Some((mv, self.after(pos, mv, MOVE_NODES, stop)?));
        let moves = pos.legal_moves().into_iter().filter_map(worth).collect();
        Some(Decided { here: self.by_rules(pos, RULE_NODES, stop), moves })
    }
}

impl Decided {
    /// The moves that are as good as any whose result is known, among these (all, if there are none).
    pub(crate) fn keeping(&self, only: &[Move]) -> Vec<Move> {
        let wanted = |mv: &Move| only.is_empty() || only.contains(mv);
        let known = || self.moves.iter().filter(|(mv, _)| wanted(mv));
        let best = known().map(|(_, value)| *value).max();
        known().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| *mv).collect()
    }

    /// Looks longer at the first moves of lines, if the result of the position is known.
    pub(crate) fn look_closer(&mut self, endings: &Endings, pos: &Chess, looks: &[Look], stop: &Stop) {
        if self.here.is_none() {
            return;
        }
        for mv in looks.iter().filter_map(Look::first) {
            if self.result(mv).is_none() {
                self.moves.extend(endings.after(pos, mv, RULE_NODES, stop).map(|value| (mv, value)));
            }
        }
    }

    fn result(&self, mv: Move) -> Option<i8> {
        self.moves.iter().find(|(known, _)| *known == mv).map(|(_, value)| *value)
    }

    /// Gives lines the results of their first moves: a draw is worth nothing, whatever an engine thinks of it, and what wins is winning.
    /// A move whose result is not known is worth no more than the position, nor than one that wins.
    pub(crate) fn correct(&self, looks: &mut [Look]) {
        let known = |look: &Look| self.result(look.first()?);
        let bounded = |score: Score, value: i8| match value {
            1.. => score.max(WINNING),
            0 => 0,
            _ => score.min(-WINNING),
        };
        for look in looks.iter_mut() {
            look.score = match (known(look), self.here) {
                (Some(value), _) => bounded(look.score, value),
                (None, Some(here)) if here < 1 => look.score.min(bounded(look.score, here)),
                (None, _) => look.score,
            };
        }
        let wins = looks.iter().filter(|look| known(look) == Some(1)).map(|look| look.score).max();
        if let Some(most) = wins {
            let unknown = looks.iter_mut().filter(|look| known(look).is_none());
            unknown.for_each(|look| look.score = look.score.min(most));
        }
        // Of two moves that are worth the same the one whose result is known comes first.
        looks.sort_by_key(|look| std::cmp::Reverse((look.score, known(look).is_some())));
    }
}
