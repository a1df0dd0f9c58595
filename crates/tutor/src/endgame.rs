//! What is known for certain about an ending: the seam to tables and theories, which the app opens.

use philidor_chess::shakmaty::{Bitboard, Chess, Move, Position};

use crate::{
    claim::{About, Claim, RuleText, Statement, Worth, claim as made, line_of, passed},
    look::Look,
};

/// Men up to which every ending has its tables, so that no answer depends on which were built.
const SMALL: usize = 4;
/// An ending further away than this many plies is not what a line is about.
const NEAR: usize = 6;
/// A line whose score says something else, in centipawns, than the table says of its end is not told: somebody erred on the way.
const WON: i32 = 150;
const EVEN: i32 = 100;

/// What tables and theory say of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct EndgameAccount {
    /// For the side to move: 1 won, 0 drawn, -1 lost.
    pub value: i8,
    /// Moves to mate, for whoever mates.
    pub mate_in: Option<u32>,
    /// The deciding rule, if the ending has a theory.
    pub rule: Option<DecidingRule>,
}

/// The rule that decides, and the line to where it applies.
#[derive(Debug, Clone, PartialEq)]
pub struct DecidingRule {
    /// Where it stands.
    pub file: String,
    /// Its name.
    pub rule: String,
    /// Its reason, with the men and squares of the position at the end of the line.
    pub reason: String,
    /// The squares it speaks of.
    pub squares: Bitboard,
    /// Best play to the position in which it applies.
    pub line: Vec<Move>,
}

/// Answers for positions with few men.
pub trait EndgameBook {
    /// What is known of a position; `None` if nothing is.
    fn account(&self, pos: &Chess) -> Option<EndgameAccount>;

    /// The same without the rule that decides, which takes a search.
    fn value(&self, pos: &Chess) -> Option<EndgameAccount> {
        self.account(pos)
    }
}

/// The side to move in `pos`, of which `known` is known, would rather pass: a claim for the other side. `line` leads from
/// `start` to `pos`.
pub(crate) fn zugzwang(
    about: About,
    start: &Chess,
    line: &[Move],
    pos: &Chess,
    known: &EndgameAccount,
    book: &dyn EndgameBook,
) -> Option<Claim> {
    let turned = passed(pos).filter(|turned| !turned.is_game_over())?;
    let (value, otherwise) = (-known.value, book.value(&turned)?.value);
    let statement = (otherwise < value).then_some(Statement::Zugzwang { value, otherwise })?;
    let line = line_of(line.iter().copied());
    let ply = line.len();
    Some(made(about, statement, !pos.turn(), start, line, ply, Worth(0)))
}

/// The ending that a line comes down to: the first position on it with few enough men for a table, some moves away but not many, as
/// a claim about the start.
pub(crate) fn reduction(about: About, look: &Look, book: &dyn EndgameBook) -> Option<Claim> {
    let men = |pos: &Chess| pos.board().occupied().count();
    let (start, steps) = (look.line.before(0), look.line.steps());
    // In the middle of an exchange nothing is settled.
    let settled = |i: usize| !steps.get(i + 1).is_some_and(|next| next.mv.is_capture());
    let small = |&i: &usize| men(&steps[i].after) <= SMALL && settled(i);
    let last = (0..steps.len()).find(small).filter(|_| men(start) > SMALL)?;
    let end = &steps[last].after;
    if !(1..NEAR).contains(&last) || end.is_game_over() {
        return None;
    }
    let known = book.account(end)?;
    let value = if end.turn() == start.turn() { known.value } else { -known.value };
    let agrees = match value {
        1.. => look.score >= WON,
        0 => look.score.abs() <= EVEN,
        _ => look.score <= -WON,
    };
    let moves: Vec<Move> = steps[..=last].iter().map(|step| step.mv).collect();
    agrees.then(|| claim(about, start, &moves, end, &known))
}

/// The account as a claim: for the winner, or for the side to move in a draw. `line` leads from `start` to `pos`.
pub(crate) fn claim(
    about: About,
    start: &Chess,
    line: &[Move],
    pos: &Chess,
    known: &EndgameAccount,
) -> Claim {
    let turn = pos.turn();
    let side = if known.value < 0 { !turn } else { turn };
    let value = known.value.abs();
    let told = known.rule.as_ref();
    let at = line.len();
    let moves = line.iter().chain(told.iter().flat_map(|t| &t.line)).copied();
    let line = line_of(moves);
    let ply = line.len();
    let statement = Statement::Endgame {
        value,
        at,
        mate_in: known.mate_in,
        rule: told.map(|t| RuleText { file: t.file.clone(), rule: t.rule.clone(), reason: t.reason.clone() }),
        squares: told.map_or(Bitboard::EMPTY, |t| t.squares).into(),
    };
    let worth = if value == 0 { Worth(0) } else { Worth::MATE };
    made(about, statement, side, start, line, ply, worth)
}
