//! What is known for certain about an ending: the seam to tables and theories, which the app opens.

use philidor_chess::shakmaty::{Bitboard, Chess, Move, Position};

use crate::claim::{About, Claim, RuleText, Statement, Worth, claim as made, line_of, passed};

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
