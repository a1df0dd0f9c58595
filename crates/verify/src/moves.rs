//! Moves: generated man by man, played on a copy, kept if the own king is not left in check.

pub(crate) use philidor_claims::Move;

use crate::board::{Board, Color, Man, Role, Square};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Board {
    /// Every legal move of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.candidates();
        moves.retain(|&mv| !self.after(mv).in_check(self.turn));
        moves
    }

    /// The board after a legal move.
    #[must_use]
    pub fn played(&self, mv: Move) -> Board {
        self.after(mv)
    }

    /// Whether `mv` is legal.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.candidates().contains(&mv) && !self.after(mv).in_check(self.turn)
    }

    /// Mated: in check without a legal move.
    pub fn is_mate(&self) -> bool {
        self.in_check(self.turn) && self.legal_moves().is_empty()
    }

    /// The man that `mv` captures, and where it stands.
    pub(crate) fn captured(&self, mv: Move) -> Option<(Square, Man)> {
        if let Some(man) = self.on(mv.to) {
            return Some((mv.to, man));
        }
        let pawn = self.on(mv.from).is_some_and(|man| man.role == Role::Pawn);
        if pawn && mv.from.file() != mv.to.file() {
            let victim = Square::at(mv.to.file(), mv.from.rank())?;
            return self.on(victim).map(|man| (victim, man));
        }
        None
    }

    /// `mv` is castling: the king goes two files.
    pub(crate) fn is_castling(&self, mv: Move) -> bool {
        let king = self.on(mv.from).is_some_and(|man| man.role == Role::King);
        king && (mv.from.file() - mv.to.file()).abs() == 2
    }

    /// Moves that ignore checks to the own king.
    pub(crate) fn candidates(&self) -> Vec<Move> {
        let us = self.turn;
        let mut moves = Vec::with_capacity(48);
        for (from, role) in self.men(us) {
            if role == Role::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for to in self.attacks_from(from).iter() {
                if self.on(to).is_none_or(|man| man.color != us) {
                    moves.push(Move { from, to, promotion: None });
                }
            }
        }
        self.castling_moves(&mut moves);
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let us = self.turn;
        let mut push = |to: Square| {
            if to.rank_for(us) == 7 {
                moves.extend(PROMOTIONS.map(|role| Move { from, to, promotion: Some(role) }));
            } else {
                moves.push(Move { from, to, promotion: None });
            }
        };
        let ahead = |sq: Square| sq.step((0, us.forward())).filter(|&to| self.on(to).is_none());
        if let Some(one) = ahead(from) {
            push(one);
            if from.rank_for(us) == 1
                && let Some(two) = ahead(one)
            {
                push(two);
            }
        }
        for to in self.attacks_from(from).iter() {
            let takes = self.on(to).is_some_and(|man| man.color != us);
            let passing = self.jumped == Some(to)
                && to.rank_for(us) == 5
                && to.step((0, -us.forward())).is_some_and(|sq| self.is(sq, us.other(), Role::Pawn));
            if takes || passing {
                push(to);
            }
        }
    }

    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let us = self.turn;
        let (rank, rights) = match us {
            Color::White => (0, [self.rights[0], self.rights[1]]),
            Color::Black => (7, [self.rights[2], self.rights[3]]),
        };
        let on = |file: i8| Square::at(file, rank);
        for (allowed, rook, direction) in [(rights[0], 7, 1), (rights[1], 0, -1)] {
            let (Some(king), Some(corner), Some(to)) = (on(4), on(rook), on(4 + 2 * direction)) else {
                continue;
            };
            let men = self.is(king, us, Role::King) && self.is(corner, us, Role::Rook);
            let empty = king.between(corner).iter().all(|sq| self.on(sq).is_none());
            let path = [Some(king), on(4 + direction), Some(to)];
            let safe = || path.into_iter().flatten().all(|sq| self.attackers(us.other(), sq).is_empty());
            if allowed && men && empty && safe() {
                moves.push(Move { from: king, to, promotion: None });
            }
        }
    }

    /// The board after a move that is at least a candidate.
    pub(crate) fn after(&self, mv: Move) -> Board {
        let mut next = self.clone();
        let us = self.turn;
        let man = self.on(mv.from);
        if let Some((victim, _)) = self.captured(mv) {
            next.put(victim, None);
        }
        if self.is_castling(mv) {
            let (rook, goes) = if mv.to.file() > mv.from.file() { (7, 5) } else { (0, 3) };
            let rank = mv.from.rank();
            if let (Some(corner), Some(to)) = (Square::at(rook, rank), Square::at(goes, rank)) {
                next.put(to, next.on(corner));
                next.put(corner, None);
            }
        }
        next.put(mv.from, None);
        next.put(mv.to, man.map(|man| Man { role: mv.promotion.unwrap_or(man.role), ..man }));
        let pawn = man.is_some_and(|man| man.role == Role::Pawn);
        let jump = pawn && (mv.from.rank() - mv.to.rank()).abs() == 2;
        next.jumped = if jump { mv.from.step((0, us.forward())) } else { None };
        // A king or rook that has left its square, or a rook taken there, ends the right.
        for (i, (king, rook)) in
            [("e1", "h1"), ("e1", "a1"), ("e8", "h8"), ("e8", "a8")].into_iter().enumerate()
        {
            let touched = |name: &str| Square::read(name).is_some_and(|sq| sq == mv.from || sq == mv.to);
            next.rights[i] &= !touched(king) && !touched(rook);
        }
        next.turn = us.other();
        next
    }
}
