//! The legal moves of a scene. Castling is unknown; a capture en passant is left to the caller, who is told when a
//! double step allows one.

use philidor_chess::shakmaty::Role;

use crate::scene::{MOST_MEN, Scene};

/// What a move changes for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing: a piece went somewhere.
    None,
    /// A pawn went a step.
    Pawn,
    /// A pawn went two steps next to an enemy pawn, which may take it.
    EnPassant,
    /// A man was taken.
    Capture,
    /// A pawn became something else (with or without taking).
    Promotion,
}

/// A position after a legal move.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The position, not yet folded.
    pub scene: Scene,
    /// What the move changed.
    pub change: Change,
    /// The place of the man that moved, before the move.
    pub man: u8,
    /// Where it went.
    pub to: u8,
}

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Scene {
    /// Calls `each` with every legal move until it says stop (`false`). True if it never did.
    pub fn each_move(&self, mut each: impl FnMut(Step) -> bool) -> bool {
        let us = self.strong_to_move;
        let (own, occupied) = (self.of_side(us), self.occupied());
        for place in 0..self.men().len() {
            let man = self.man(place);
            if man.strong != us {
                continue;
            }
            let mut targets = if man.role == Role::Pawn {
                pawn_targets(self, place, occupied)
            } else {
                self.attacks(place) & !own
            };
            while targets != 0 {
                let to = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                if !self.step(place, to, &mut each) {
                    return false;
                }
            }
        }
        true
    }

    /// One move, if it is legal, in all its kinds of promotion.
    fn step(&self, place: usize, to: u8, each: &mut impl FnMut(Step) -> bool) -> bool {
        let us = self.strong_to_move;
        let man = self.man(place);
        let mut next = *self;
        next.put(place, to);
        next.strong_to_move = !us;
        let taken = (2..self.men().len()).find(|&i| i != place && self.man(i).square == to);
        let mut moved = place;
        if let Some(taken) = taken {
            next.remove(taken);
            moved -= usize::from(taken < place);
        }
        // A king is never taken: the side that moved would have been in check before.
        if to == self.king(!us) || next.is_attacked_king(us) {
            return true;
        }
        let step = |scene: Scene, change| Step { scene, change, man: place as u8, to };
        if man.role != Role::Pawn {
            next.sort();
            let change = if taken.is_some() { Change::Capture } else { Change::None };
            return each(step(next, change));
        }
        if to >> 3 == if us { 7 } else { 0 } {
            return PROMOTIONS.into_iter().all(|role| {
                let mut promoted = next;
                promoted.promote(moved, role);
                each(step(promoted, Change::Promotion))
            });
        }
        let double = man.square.abs_diff(to) == 16;
        let beside = |other: u8| other >> 3 == to >> 3 && (other & 7).abs_diff(to & 7) == 1;
        let passes =
            double && self.men().iter().any(|m| m.role == Role::Pawn && m.strong != us && beside(m.square));
        next.sort();
        let change = match (taken.is_some(), passes) {
            (true, _) => Change::Capture,
            (_, true) => Change::EnPassant,
            _ => Change::Pawn,
        };
        each(step(next, change))
    }

    /// True if the side to move has a legal move.
    pub fn has_moves(&self) -> bool {
        // Nearly always the king has a step, which is quickly seen.
        let us = self.strong_to_move;
        let king = usize::from(!us);
        let steps = self.attacks(king) & !self.of_side(us);
        steps & !self.attacked_by(!us) != 0 || !self.each_move(|_| false)
    }

    /// True if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked_king(self.strong_to_move)
    }

    /// True if the men stand on different squares, the kings are apart and the side not to move is not in check.
    pub fn is_legal(&self) -> bool {
        let distinct = self.occupied().count_ones() as usize == self.men().len();
        let pawns = self.men().iter().all(|m| m.role != Role::Pawn || (8..56).contains(&m.square));
        debug_assert!(self.men().len() <= MOST_MEN);
        distinct && pawns && !self.is_attacked_king(!self.strong_to_move)
    }
}

fn pawn_targets(scene: &Scene, place: usize, occupied: u64) -> u64 {
    let man = scene.man(place);
    let up = |sq: u64| if man.strong { sq << 8 } else { sq >> 8 };
    let one = up(1 << man.square) & !occupied;
    let home = man.square >> 3 == if man.strong { 1 } else { 6 };
    let two = if home { up(one) & !occupied } else { 0 };
    let takes = scene.attacks(place) & scene.of_side(!man.strong);
    one | two | takes
}
