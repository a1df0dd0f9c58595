//! Endings that no table at hand knows and a theory decides: what is drawn is drawn, whatever an engine thinks of it.

use std::collections::HashMap;

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, EnPassantMode, Move, Position, fen::Epd},
};
use philidor_know::search::{Score, mate_moves};
use philidor_rules::{explain::Explainer, library};
use philidor_tutor::look::Look;

use crate::{
    Stop,
    endings::{Endings, RULE_NODES, SOLVED_AT_ONCE, lock},
    exact::TABLE_WIN,
};

/// Positions that are looked at for the result of one move.
const MOVE_NODES: u64 = 5_000;
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

    /// What the theory of an ending without a table says of a position.
    pub(crate) fn decided(&self, pos: &Chess, stop: &Stop) -> Option<Decided> {
        if !self.is_left_to_theory(pos) {
            return None;
        }
        let after = |mv: Move| {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            let worth = if next.is_checkmate() {
                -1
            } else if next.is_stalemate() || next.is_insufficient_material() {
                0
            } else if self.is_left_to_theory(&next) {
                self.by_rules(&next, MOVE_NODES, stop)?
            } else {
                self.value(&next, stop)?.value
            };
            Some((mv, -worth))
        };
        let moves = pos.legal_moves().into_iter().filter_map(after).collect();
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

    /// Gives lines the results of their first moves. What is not known is worth no more than the position.
    pub(crate) fn correct(&self, looks: &mut [Look]) {
        let result = |value: i8| Score::from(value) * TABLE_WIN;
        let known = |look: &Look| {
            let first = look.first()?;
            self.moves.iter().find(|(mv, _)| *mv == first).map(|(_, value)| result(*value))
        };
        for look in looks.iter_mut() {
            match (known(look), self.here) {
                // A mate that the line shows says more.
                (Some(score), _)
                    if mate_moves(look.score).is_some_and(|moves| moves.signum() == score.signum()) => {}
                (Some(score), _) => look.score = score,
                (None, Some(here)) => look.score = look.score.min(result(here)),
                (None, None) => {}
            }
        }
        // Of two moves that are worth the same the one whose result is known comes first.
        looks.sort_by_key(|look| std::cmp::Reverse((look.score, known(look).is_some())));
    }
}
