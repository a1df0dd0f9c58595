//! What a side can aim at: the way over the board as it stands, and what holds when the man has arrived.

use philidor_claims::{Idea, Role, Score, Square, limits};

use super::{
    Case, Flaw, Grounds, Verdict,
    plain::{is_outpost, listed, to_centre},
};
use crate::board::{Board, Color, Man};

/// What is claimed.
pub(super) struct Told<'a> {
    pub(super) role: Role,
    pub(super) path: &'a [Square],
    pub(super) idea: Idea,
    pub(super) score: Score,
    pub(super) now: Score,
}

pub(super) fn idea(case: &Case, told: &Told<'_>) -> Verdict {
    case.holds_at_end()?;
    let passes = usize::from(case.start().turn != case.side);
    let begins = case.line.plays.len() == passes + 1 && case.line.pass().is_some() == (passes == 1);
    let first = case.line.first().filter(|_| begins);
    let [from, next, ..] = *told.path else { return Err(Flaw::Goal("it goes nowhere")) };
    if first.is_none_or(|mv| mv.from != from || mv.to != next) {
        return Err(Flaw::Goal("the line is not its first step"));
    }
    if !limits::loses_nothing(told.score, told.now) {
        return Err(Flaw::Score("beginning it loses something"));
    }
    let (us, board) = (case.side, case.start());
    if !board.is(from, us, told.role) {
        return Err(Flaw::Goal("no such man stands there"));
    }
    if told.idea == Idea::Castles {
        let castles = told.path.len() == 2 && case.line.plays.last().is_some_and(|play| play.castled);
        return if castles { Ok(Grounds::Numbers) } else { Err(Flaw::Goal("the king does not castle")) };
    }
    let mut walked = board.clone();
    for (steps, pair) in told.path.windows(2).enumerate() {
        let last = steps + 2 == told.path.len();
        let challenged = last && matches!(told.idea, Idea::Breaks(_));
        if !goes(&walked, us, pair[0], pair[1]) || !challenged && by_pawn(board, us.other(), pair[1]) {
            return Err(Flaw::Goal("the man cannot go this way"));
        }
        let man = walked.on(pair[0]);
        walked.put(pair[0], None);
        walked.put(pair[1], man);
    }
    let to = told.path[told.path.len() - 1];
    let arrival = Arrival { board, there: &walked, us, role: told.role, from, to };
    arrival.problem(told.idea).map_or(Ok(Grounds::Numbers), |why| Err(Flaw::Goal(why)))
}

/// A man can go there in one move without a capture, whoever is to move; kings not into check.
fn goes(board: &Board, us: Color, from: Square, to: Square) -> bool {
    if board.on(to).is_some() {
        return false;
    }
    match board.on(from) {
        Some(Man { role: Role::Pawn, .. }) => {
            let ahead = (0, us.forward());
            let one = from.step(ahead);
            let two = one
                .filter(|&sq| from.rank_for(us) == 1 && board.on(sq).is_none())
                .and_then(|sq| sq.step(ahead));
            one == Some(to) || two == Some(to)
        }
        Some(Man { role: Role::King, .. }) => {
            let mut after = board.clone();
            let king = board.on(from);
            after.put(from, None);
            after.put(to, king);
            board.attacks_from(from).contains(to) && after.attackers(us.other(), to).is_empty()
        }
        Some(_) => board.attacks_from(from).contains(to),
        None => false,
    }
}

/// A pawn of a side attacks the square.
fn by_pawn(board: &Board, side: Color, square: Square) -> bool {
    board.squares(side, Role::Pawn).iter().any(|pawn| board.attacks_from(pawn).contains(square))
}

/// A man that has gone somewhere.
struct Arrival<'a> {
    board: &'a Board,
    there: &'a Board,
    us: Color,
    role: Role,
    from: Square,
    to: Square,
}

impl Arrival<'_> {
    fn problem(&self, idea: Idea) -> Option<&'static str> {
        let holds = match idea {
            Idea::Outpost => self.is_minor() && is_outpost(self.there, self.us, self.to),
            Idea::Blocks(pawn) => {
                self.is_minor()
                    && self.to.step((0, self.us.forward())) == Some(pawn)
                    && (self.theirs("passed_pawn", pawn) || self.theirs("isolated_pawn", pawn))
            }
            Idea::OpenFile => {
                let colors = [self.us, self.us.other()];
                self.takes_file() && !colors.iter().any(|&color| self.has_pawn(color))
            }
            Idea::Presses(pawn) => {
                self.takes_file()
                    && !self.has_pawn(self.us)
                    && pawn.file() == self.to.file()
                    && self.there.attacks_from(self.to).contains(pawn)
                    && (self.theirs("isolated_pawn", pawn) || self.theirs("backward_pawn", pawn))
            }
            Idea::Seventh => {
                let rank = |square: Square| square.rank_for(self.us);
                let pawns = self.there.squares(self.us.other(), Role::Pawn).iter().any(|sq| rank(sq) == 6);
                let king = rank(self.there.king(self.us.other())) == 7;
                self.role == Role::Rook && rank(self.to) == 6 && rank(self.from) != 6 && (pawns || king)
            }
            Idea::Breaks(pawn) => {
                let hit = |board: &Board, at: Square| -> Vec<Square> {
                    let attacked = board.attacks_from(at).iter();
                    attacked.filter(|&sq| board.is(sq, self.us.other(), Role::Pawn)).collect()
                };
                self.role == Role::Pawn
                    && hit(self.there, self.to).contains(&pawn)
                    && hit(self.board, self.from).is_empty()
            }
            Idea::Passer => {
                self.role == Role::Pawn && listed(self.there, "passed_pawn", self.us).contains(self.to)
            }
            Idea::Storms(king) => {
                let own = self.board.king(self.us);
                self.role == Role::Pawn
                    && self.board.king(self.us.other()) == king
                    && wing(self.to) != 0
                    && wing(self.to) == wing(king)
                    && wing(own) == -wing(king)
            }
            Idea::Majority => {
                let on = |color: Color| {
                    self.there
                        .squares(color, Role::Pawn)
                        .iter()
                        .filter(|&sq| wing(sq) == wing(self.to))
                        .count()
                };
                let before = |sq: Square| {
                    sq.file() == self.to.file() && sq.rank_for(self.us) > self.to.rank_for(self.us)
                };
                self.role == Role::Pawn
                    && wing(self.to) != 0
                    && on(self.us) > on(self.us.other())
                    && !self.there.squares(self.us.other(), Role::Pawn).iter().any(before)
            }
            Idea::Centre => {
                let men = [self.us, self.us.other()].into_iter().flat_map(|color| self.there.men(color));
                let pieces: Vec<Role> = men.map(|(_, role)| role).filter(|role| role.is_piece()).collect();
                let points: i32 = pieces.iter().map(|role| role.points()).sum();
                self.role == Role::King
                    && !pieces.contains(&Role::Queen)
                    && points <= limits::FEW_PIECES
                    && to_centre(self.to) < to_centre(self.from)
            }
            Idea::Castles => false,
        };
        (!holds).then_some("what it is for does not hold there")
    }

    fn is_minor(&self) -> bool {
        matches!(self.role, Role::Knight | Role::Bishop)
    }

    fn theirs(&self, feature: &str, pawn: Square) -> bool {
        listed(self.board, feature, self.us.other()).contains(pawn)
    }

    /// A rook goes to a file where it was not, near home.
    fn takes_file(&self) -> bool {
        self.role == Role::Rook && self.to.file() != self.from.file() && self.to.rank_for(self.us) <= 1
    }

    fn has_pawn(&self, color: Color) -> bool {
        self.there.squares(color, Role::Pawn).iter().any(|pawn| pawn.file() == self.to.file())
    }
}

/// -1 on the a-, b- and c-files, 1 on the f-, g- and h-files.
fn wing(square: Square) -> i8 {
    match square.file() {
        0..=2 => -1,
        5..=7 => 1,
        _ => 0,
    }
}
