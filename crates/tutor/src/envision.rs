//! The envisioned position: the quiet end of a line, what has changed there, and what was there for a while.
//!
//! After Sadikov et al. (section 3.1): the difference between the features of the given position and of the quiet end of
//! the principal variation is what the move aims at or allows. Their open question, the weakness that is traded for
//! another one later in the line, is met by the extremes on the way: every quiet position of the line is looked at.

use std::cmp::Ordering;

use philidor_chess::shakmaty::{
    Bitboard, Board, Chess, Color, File, Move, Position, Rank, Role, Square, attacks::pawn_attacks,
};
use philidor_know::{
    eval::{Evaluation, FULL_PHASE},
    features::{FeatureId, Group, Pointing, Shows},
};

use crate::{
    claim::{FeatureNumbers, Line, line_of, passed, steps},
    line::Step,
    payoff::settle,
    sight::balance,
};

/// One feature of one side in one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// What a person would count.
    pub count: i32,
    /// Its part of the evaluation in centipawns, for its owner: good is positive.
    pub cp: i32,
    /// Where it was counted; nowhere for features that cannot be pointed at.
    pub squares: Bitboard,
}

/// Squares on which something is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seen {
    /// Which.
    pub squares: Bitboard,
    /// They are those at the start, because what stood there is gone.
    pub gone: bool,
}

/// All features of both sides in one position, from the traced evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    cells: Vec<[Cell; 2]>,
    /// Material, White minus Black, in points.
    pub material: i32,
    /// From 0 (bare kings) to 24.
    pub phase: i32,
    /// The evaluation in centipawns, seen by White.
    pub total: i32,
    /// Bishops on light and on dark squares, White's and Black's.
    pub coloured_bishops: [[i32; 2]; 2],
    /// Squares that the rooks see, White's and Black's: see [`scope`].
    pub rook_squares: [i32; 2],
    /// Squares that the queens see.
    pub queen_squares: [i32; 2],
    /// Rooks that their king shuts in: see [`shut_in_rooks`].
    pub shut_in_rooks: [i32; 2],
}

impl Picture {
    /// Looks at a position.
    pub fn new(evaluation: &Evaluation, pos: &Chess) -> Picture {
        let parts = evaluation.explain(pos);
        let mut cells = vec![[Cell::default(); 2]; FeatureId::COUNT];
        for term in &parts.terms {
            let cp = if term.side.is_white() { term.value } else { -term.value };
            let cell = Cell { count: term.count, cp, squares: term.squares };
            cells[term.feature as usize][place(term.side)] = cell;
        }
        let board = pos.board();
        let bishops =
            |side: Color, colour: Bitboard| (board.bishops() & board.by_color(side) & colour).count() as i32;
        Picture {
            cells,
            material: balance(board, Color::White),
            phase: parts.verdict.phase.min(FULL_PHASE),
            total: parts.total,
            coloured_bishops: Color::ALL
                .map(|side| [bishops(side, Bitboard::LIGHT_SQUARES), bishops(side, Bitboard::DARK_SQUARES)]),
            rook_squares: Color::ALL.map(|side| scope(board, side, Role::Rook)),
            queen_squares: Color::ALL.map(|side| scope(board, side, Role::Queen)),
            shut_in_rooks: Color::ALL.map(|side| shut_in_rooks(pos, side)),
        }
    }

    /// A feature of a side.
    pub fn cell(&self, feature: FeatureId, side: Color) -> Cell {
        self.cells[feature as usize][place(side)]
    }

    /// Centipawns of all features of a group, for their owner.
    pub fn group(&self, group: Group, side: Color) -> i32 {
        FeatureId::all().filter(|f| f.group() == group).map(|f| self.cell(f, side).cp).sum()
    }

    /// Material points, `side` minus the other.
    pub fn balance(&self, side: Color) -> i32 {
        if side.is_white() { self.material } else { -self.material }
    }
}

/// How many squares each man of a kind sees, added up; squares of own men do not count.
fn scope(board: &Board, side: Color, role: Role) -> i32 {
    let own = board.by_color(side);
    let seen = |sq: Square| (board.attacks_from(sq) & !own).count() as i32;
    (board.by_role(role) & own).into_iter().map(seen).sum()
}

/// A rook has hardly a move if it can go to so few squares.
const FEW_SQUARES: usize = 3;

/// Rooks on the first rank between their king, who stands there and cannot castle, and the corner, that can go to at most three
/// squares that no enemy pawn guards.
fn shut_in_rooks(pos: &Chess, side: Color) -> i32 {
    let board = pos.board();
    let home = Bitboard::from_rank(side.fold_wb(Rank::First, Rank::Eighth));
    let Some(king) = board.king_of(side).filter(|&king| home.contains(king)) else { return 0 };
    if pos.castles().has_color(side) {
        return 0;
    }
    let (own, enemy) = (board.by_color(side), board.by_color(!side));
    let guarded = (board.pawns() & enemy)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(!side, pawn));
    let beyond = |rook: Square| {
        if king.file() >= File::E { rook.file() > king.file() } else { rook.file() < king.file() }
    };
    let shut =
        |&rook: &Square| beyond(rook) && (board.attacks_from(rook) & !own & !guarded).count() <= FEW_SQUARES;
    (board.rooks() & own & home).into_iter().filter(shut).count() as i32
}

fn place(side: Color) -> usize {
    usize::from(side.is_black())
}

/// Moves of a line that are talked about: the envisioned position is the last quiet one among them.
pub const HORIZON_PLIES: usize = 12;
/// Moves beyond that are only asked whether what was won stays won.
const BEYOND_PLIES: usize = 10;

/// A line followed to its quiet end, with all its positions.
#[derive(Debug, Clone)]
pub struct Envisioned {
    start: Chess,
    /// Moves of the line, the settling captures at its end included.
    steps: Vec<Step>,
    /// Features of the positions up to the envisioned one.
    pictures: Vec<Picture>,
    quiet: Vec<bool>,
}

impl Envisioned {
    /// Follows `moves` from `start`. If the line ends before it is quiet, so do the captures that both sides would still
    /// make.
    pub fn new(evaluation: &Evaluation, start: &Chess, moves: &[Move]) -> Envisioned {
        let mut moves: Vec<Move> = moves.iter().copied().take(HORIZON_PLIES + BEYOND_PLIES).collect();
        let end = steps(start, &moves).pop().map_or_else(|| start.clone(), |s| s.after);
        if moves.len() < HORIZON_PLIES + BEYOND_PLIES {
            moves.extend(settle(&end));
        }
        let steps = steps(start, &moves);
        let positions = || std::iter::once(start).chain(steps.iter().map(|s| &s.after));
        let quiet: Vec<bool> = positions().map(is_quiet).collect();
        let near = (1..quiet.len().min(HORIZON_PLIES + 1)).rev().find(|&i| quiet[i]);
        let far = || (HORIZON_PLIES + 1..quiet.len()).find(|&i| quiet[i]);
        let end = near.or_else(far).unwrap_or(steps.len());
        let pictures = positions().take(end + 1).map(|pos| Picture::new(evaluation, pos)).collect();
        Envisioned { start: start.clone(), steps, pictures, quiet }
    }

    /// The position itself, without a move.
    pub fn here(evaluation: &Evaluation, pos: &Chess) -> Envisioned {
        let pictures = vec![Picture::new(evaluation, pos)];
        Envisioned { start: pos.clone(), steps: Vec::new(), pictures, quiet: vec![is_quiet(pos)] }
    }

    /// The position at the start.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The moves with what came of them.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Moves played until the envisioned position: the last quiet one within the horizon.
    pub fn end_ply(&self) -> usize {
        self.pictures.len() - 1
    }

    /// Material points of `side`, minus the other's, in the quiet positions beyond the envisioned one.
    pub fn later_balances(&self, side: Color) -> impl Iterator<Item = i32> {
        let later = self.pictures.len()..self.quiet.len();
        later.filter(|&i| self.quiet[i]).map(move |i| balance(self.position(i).board(), side))
    }

    /// The position after `ply` moves.
    pub fn position(&self, ply: usize) -> &Chess {
        if ply == 0 { &self.start } else { &self.steps[ply - 1].after }
    }

    /// The envisioned position.
    pub fn end(&self) -> &Chess {
        self.position(self.end_ply())
    }

    /// The features after `ply` moves.
    pub fn picture(&self, ply: usize) -> &Picture {
        &self.pictures[ply]
    }

    /// The features at the start.
    pub fn before(&self) -> &Picture {
        &self.pictures[0]
    }

    /// The features of the envisioned position.
    pub fn after(&self) -> &Picture {
        &self.pictures[self.end_ply()]
    }

    /// The line to the envisioned position.
    pub fn line(&self) -> Line {
        self.line_to(self.end_ply())
    }

    /// The first `plies` moves.
    pub fn line_to(&self, plies: usize) -> Line {
        line_of(self.steps.iter().take(plies).map(|s| s.mv))
    }

    /// Nobody is in check after `ply` moves, and no captures would win anything for either side.
    pub fn is_quiet(&self, ply: usize) -> bool {
        self.quiet[ply]
    }

    /// The most of a feature in any quiet position after the start, and after how many moves it was first there.
    pub fn most(&self, feature: FeatureId, owner: Color) -> (i32, usize) {
        let mut most = (self.after().cell(feature, owner).count, self.end_ply());
        for ply in (1..self.end_ply()).rev().filter(|&ply| self.quiet[ply]) {
            let count = self.pictures[ply].cell(feature, owner).count;
            if count >= most.0 && (count > most.0 || ply < most.1) {
                most = (count, ply);
            }
        }
        most
    }

    /// Where a change of features, taken together, between the start and the position after `ply` moves is seen. If there
    /// is more of them: the men that show one there and none at the start. If there is less: those that showed one at the
    /// start and none there, at the start. If there is as much: the men that show one at both places and have moved. When
    /// more or less of a single feature is seen on the same men, all that show it.
    pub fn changed(&self, features: &[(FeatureId, Color)], ply: usize) -> Seen {
        let (old, new) = (self.together(features, 0), self.together(features, ply));
        // Men go on in the line, squares do not.
        let about_squares = [Pointing::Each(Shows::Square), Pointing::Any(Shows::Square)];
        let still = features.iter().all(|(feature, _)| about_squares.contains(&feature.pointing()));
        let now = |sq: Square| if still { Some(sq) } else { self.followed(sq, ply) };
        let or_all = |some: Bitboard, all: Bitboard| {
            if some.is_empty() && features.len() == 1 { all } else { some }
        };
        match new.count.cmp(&old.count) {
            Ordering::Greater => {
                let kept: Bitboard = old.squares.into_iter().filter_map(now).collect();
                Seen { squares: or_all(new.squares & !kept, new.squares), gone: false }
            }
            Ordering::Less => {
                let lost = |sq: &Square| now(*sq).is_none_or(|sq| !new.squares.contains(sq));
                let lost: Bitboard = old.squares.into_iter().filter(lost).collect();
                Seen { squares: or_all(lost, old.squares), gone: true }
            }
            Ordering::Equal => {
                let moved = |sq: Square| now(sq).filter(|&to| to != sq && new.squares.contains(to));
                Seen { squares: old.squares.into_iter().filter_map(moved).collect(), gone: false }
            }
        }
    }

    /// Features after `ply` moves, their numbers added and their squares together.
    fn together(&self, features: &[(FeatureId, Color)], ply: usize) -> Cell {
        let mut all = Cell::default();
        for &(feature, owner) in features {
            let cell = self.picture(ply).cell(feature, owner);
            all.count += cell.count;
            all.cp += cell.cp;
            all.squares |= cell.squares;
        }
        all
    }

    /// Passed pawns of the start that are passed pawns further up the board in the envisioned position, and moved as such on the
    /// way.
    pub fn advanced_passers(&self, side: Color) -> i32 {
        let passers = |picture: &Picture| picture.cell(FeatureId::PassedPawn, side).squares;
        let there = passers(self.after());
        let advanced = |sq: &Square| {
            let to = self.followed(*sq, self.end_ply());
            to.is_some_and(|to| to != *sq && there.contains(to)) && self.moves_passed(*sq, side)
        };
        passers(self.before()).into_iter().filter(advanced).count() as i32
    }

    /// Whether the man on `square` at the start moves while it is a passed pawn.
    fn moves_passed(&self, square: Square, side: Color) -> bool {
        let passed =
            |ply: usize, at: Square| self.picture(ply).cell(FeatureId::PassedPawn, side).squares.contains(at);
        (0..self.end_ply()).any(|ply| {
            self.followed(square, ply).is_some_and(|at| self.steps[ply].from == at && passed(ply, at))
        })
    }

    /// Knights of a side that stand on the same outpost at the start and at the end, where the other side had a bishop of
    /// that colour at the start and has none at the end.
    pub fn uncontested_outposts(&self, side: Color) -> i32 {
        let (before, after) = (self.before(), self.after());
        let posts = |picture: &Picture| picture.cell(FeatureId::KnightOutpost, side).squares;
        let enemy =
            |picture: &Picture, sq: Square| picture.coloured_bishops[place(!side)][usize::from(sq.is_dark())];
        let left = |sq: &Square| enemy(before, *sq) > 0 && enemy(after, *sq) == 0;
        (posts(before) & posts(after)).into_iter().filter(left).count() as i32
    }

    /// Whether a side castles before the envisioned position.
    pub fn castles(&self, side: Color) -> bool {
        let before = |i: usize| self.position(i).turn();
        let steps = self.steps[..self.end_ply()].iter().enumerate();
        steps.into_iter().any(|(i, step)| before(i) == side && step.mv.is_castle())
    }

    /// Where the man that stands on `square` at the start stands after `ply` moves; `None` if it was taken.
    fn followed(&self, square: Square, ply: usize) -> Option<Square> {
        self.steps[..ply].iter().try_fold(square, |at, step| step.moves(at))
    }

    /// A feature's numbers at the start and after `ply` moves.
    pub fn numbers(&self, feature: FeatureId, owner: Color, ply: usize) -> FeatureNumbers {
        let (before, after) = (self.before().cell(feature, owner), self.pictures[ply].cell(feature, owner));
        FeatureNumbers {
            id: feature.id().to_owned(),
            owner: owner.into(),
            before: before.count,
            after: after.count,
            cp_before: before.cp,
            cp_after: after.cp,
        }
    }
}

/// Nobody is in check, and no sequence of captures would win anything for either side, whoever were to move.
pub fn is_quiet(pos: &Chess) -> bool {
    settle(pos).is_empty() && passed(pos).is_some_and(|other| settle(&other).is_empty())
}
