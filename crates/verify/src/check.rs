//! The checks: what must be true of each statement.

mod concept;
mod device;
mod effect;
mod exchanges;
mod feature;
mod gain;
mod goal;
mod idea;
mod improves;
mod mate;
mod opening;
mod people;
mod picture;
mod plain;
mod practice;
mod reason;
mod rule;
mod score;
mod structure;

pub use self::device::knows;
use philidor_claims::{Claim, End, Rated, Statement, Theme};
use serde::Serialize;

use crate::{
    board::{Board, Color, FenError, Man, Square},
    line::{LineFlaw, Replay},
    moves::Move,
};

/// How far a true statement was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grounds {
    /// Everything it says was found anew on the board.
    Board,
    /// An exact value that the oracle confirms, and its successors with it.
    Table,
    /// The line shows it; that the other side has nothing better is the search's word.
    Line,
    /// Moves, men and countable numbers are right and fit each other; the judgement itself is the evaluation's or the
    /// search's word.
    Numbers,
}

impl Grounds {
    /// As JSON spells it.
    pub fn name(self) -> &'static str {
        match self {
            Grounds::Board => "board",
            Grounds::Table => "table",
            Grounds::Line => "line",
            Grounds::Numbers => "numbers",
        }
    }
}

/// What is wrong with a statement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Flaw {
    #[error(transparent)]
    Position(#[from] FenError),
    #[error(transparent)]
    Line(#[from] LineFlaw),
    #[error("it is said to hold after {ply} entries of a line of {length}")]
    Place { ply: usize, length: usize },
    #[error("there is no {man} on {square}{}", found.map_or(String::new(), |man| format!(", but a {man}")))]
    Absent { square: Square, man: Man, found: Option<Man> },
    #[error("the man on {0} is not named, or named without a word about its square")]
    Unnamed(Square),
    #[error("it speaks of {said}, but the line begins with {found}")]
    FirstMove { said: Move, found: String },
    #[error("{0} is not a legal move there")]
    NotLegal(Move),
    #[error("it speaks for {0}, who cannot do this here")]
    WrongSide(Color),
    #[error("{said} points are claimed, but the balance changes by {found}")]
    Points { said: i32, found: i32 },
    #[error("what is won is named wrongly: {0}")]
    Payoff(String),
    #[error("the men exchanged are counted wrongly: {0}")]
    Trade(String),
    #[error("the line stops too early: the side to move can still win {0} points by captures")]
    NotQuiet(i32),
    #[error("the line does not end in mate by {0}")]
    NoMate(Color),
    #[error("mate in {said} is claimed, but the line needs {found}")]
    MateMoves { said: u32, found: u32 },
    #[error("{0} is a defence")]
    Defence(Move),
    #[error("the mate on the board is not a {0}")]
    Picture(Theme),
    #[error("no {theme}: {why}")]
    Device { theme: Theme, why: &'static str },
    #[error("{owner} has {found} of {feature} {place}, not {said}")]
    Count { feature: String, owner: Color, place: &'static str, said: i32, found: i32 },
    #[error("{feature} is not seen on {square}")]
    Shown { feature: String, square: Square },
    #[error("{feature} is seen on {square} too")]
    Hidden { feature: String, square: Square },
    #[error("{name} does not hold: {why}")]
    Concept { name: String, why: &'static str },
    #[error("{0}")]
    Effect(&'static str),
    #[error("{0}")]
    Goal(&'static str),
    #[error("{0}")]
    Score(&'static str),
    #[error("the game is not over in this way")]
    NotOver,
    #[error("the exact value is {found}, not {said}")]
    Value { said: i8, found: i8 },
    #[error("no table to ask about this position")]
    NoTable,
    #[error("{0} is not the last name that the table of openings has on the way there")]
    Opening(String),
    #[error("the moves of the game do not lead to the position")]
    OpeningMoves,
    #[error("the table of openings is not left with this move")]
    OpeningLeft,
}

/// True, and how far that was checked; or false, and why.
pub type Verdict = Result<Grounds, Flaw>;

/// Win, draw or loss for the side to move: 1, 0, -1.
pub type Wdl = i8;

/// Somebody who knows exact values; the checker compares the answers with each other.
pub trait Oracle {
    /// The value of a legal position for its side to move; `None` if unknown.
    fn value(&self, fen: &str) -> Option<Wdl>;

    /// The winner's moves to mate in a position that is not drawn; `None` if unknown.
    fn mate_in(&self, fen: &str) -> Option<u32> {
        let _ = fen;
        None
    }

    /// How many of a hundred players of a rating play each legal move; `None` if unknown.
    fn people(&self, fen: &str, rating: Rated) -> Option<Vec<(Move, u8)>> {
        let _ = (fen, rating);
        None
    }
}

/// What the checks look at: the claim's line, replayed.
pub(crate) struct Case {
    pub(crate) line: Replay,
    pub(crate) before: Option<Board>,
    pub(crate) ply: usize,
    pub(crate) side: Color,
}

impl Case {
    pub(crate) fn start(&self) -> &Board {
        &self.line.boards[0]
    }

    pub(crate) fn there(&self) -> &Board {
        &self.line.boards[self.ply]
    }

    /// The line begins with `said`.
    fn begins_with(&self, said: Move) -> Result<(), Flaw> {
        match self.line.first() {
            Some(found) if found == said => Ok(()),
            found => {
                let found = found.map_or_else(|| "nothing".to_owned(), |mv| mv.to_string());
                Err(Flaw::FirstMove { said, found })
            }
        }
    }

    /// The side it speaks for is to move at the start.
    fn side_moves(&self) -> Result<(), Flaw> {
        if self.start().turn == self.side { Ok(()) } else { Err(Flaw::WrongSide(self.side)) }
    }

    /// The statement holds after exactly `ply` entries.
    fn holds_after(&self, ply: usize) -> Result<(), Flaw> {
        if self.ply == ply {
            Ok(())
        } else {
            Err(Flaw::Place { ply: self.ply, length: self.line.plays.len() })
        }
    }

    /// The statement holds at the end of the line.
    fn holds_at_end(&self) -> Result<(), Flaw> {
        self.holds_after(self.line.plays.len())
    }

    fn legal(&self, mv: Move) -> Result<(), Flaw> {
        if self.start().allows(mv) { Ok(()) } else { Err(Flaw::NotLegal(mv)) }
    }
}

/// Checks a claim from scratch.
///
/// ```text
///  8 r . . . k . . r
///  7 . . . . . . . .
///  6 . . . . . . . .
///  5 . N . . . . . .     1. Nc7+ Kd7 2. Nxa8 Rxa8 wins the exchange.
///    a b c d e f g h
/// ```
///
/// ```
/// use philidor_claims::{About, Claim, Color, Line, Payoff, Role, Score, Statement, Trade};
/// use philidor_verify::{Flaw, verify};
///
/// let trade = Trade { won: vec![Role::Rook], given: vec![Role::Knight] };
/// let statement = Statement::Material {
///     payoff: Payoff::Exchange, points: 2, before: -7, trade, device: None, score: Score::Cp(-500),
/// };
/// let fen = "r3k2r/8/8/1N6/8/8/8/6K1 w - - 0 1";
/// let line = Line::read("b5c7 e8d7 c7a8 h8a8").unwrap();
/// let mut claim = Claim::new(About::Aim, Color::White, fen, statement).shown_by(line, 4);
/// assert!(verify(&claim, None).is_ok());
/// claim.side = Color::Black;
/// assert_eq!(verify(&claim, None), Err(Flaw::Points { said: -7, found: 7 }));
/// ```
pub fn verify(claim: &Claim, oracle: Option<&dyn Oracle>) -> Verdict {
    let start = Board::read(&claim.fen)?;
    let before = claim.before.as_deref().map(Board::read).transpose()?;
    let line = Replay::new(start, &claim.line)?;
    if claim.ply > line.plays.len() {
        return Err(Flaw::Place { ply: claim.ply, length: line.plays.len() });
    }
    let case = Case { line, before, ply: claim.ply, side: claim.side };
    men(&case, claim)?;
    match &claim.statement {
        Statement::Standing { margin, score } => score::standing(&case, *margin, *score),
        Statement::Over { end } => over(&case, *end),
        Statement::Feature { numbers, change, squares, passing } => {
            feature::feature(&case, numbers, *change, *squares, *passing)
        }
        Statement::Concept { name, purpose, rule, features, squares, gone } => {
            rule::concludes(rule, name, *purpose, case.side, features)?;
            let shown = feature::Shown { squares: *squares, gone: *gone };
            // A rule of the user's own may point at nothing; ours point at all that shows the concept.
            let pointing = rule::is_shipped(rule) || *gone || !squares.is_empty();
            concept::concept(&case, name, *purpose, features, pointing.then_some(shown))
        }
        Statement::Structure { name, squares } => structure::structure(&case, name, *squares),
        &Statement::Practice { games, score, from, to, percent } => {
            practice::practice(&case, &practice::Told { games, score, from, to, percent })
        }
        Statement::Material { payoff, points, before, trade, device, score } => {
            score::line_fits(&case, *score)?;
            gain::material(&case, *payoff, (*before, *points), trade, device.as_ref())
        }
        Statement::Sacrifice { trade, points, square, score } => {
            gain::sacrifice(&case, trade, *points, *square, *score)
        }
        Statement::Device { device, payoff, trade } => gain::device_wins(case, device, *payoff, trade),
        Statement::Mate { moves, pattern } => mate::mate(&case, *moves, *pattern),
        Statement::Threat { payoff, trade, mv, device, score, otherwise } => {
            gain::threat(case, (*payoff, trade), *mv, device.as_ref(), (*score, *otherwise))
        }
        Statement::Plan { goal } => goal::goal(&case, goal),
        &Statement::Idea { role, ref path, idea, score, now } => {
            idea::idea(&case, &idea::Told { role, path, idea, score, now })
        }
        Statement::Effect { effect } => effect::effect(&case, *effect),
        Statement::Reason { mv, reason, otherwise } => reason::reason(&case, *mv, reason, otherwise),
        Statement::Allows { mv, effect } => reason::allows(case, *mv, *effect),
        Statement::OnlyMove { mv, score, next } => score::only_move(&case, *mv, *score, *next),
        Statement::MissedChance { mv, payoff, trade, score, played } => {
            case.side_moves()?;
            case.begins_with(*mv)?;
            score::missed(&case, *score, *played)?;
            gain::wins(&case, (*payoff, trade), case.side)
        }
        Statement::Pitfall { mv, payoff, trade, score, best } => {
            gain::pitfall(&case, *mv, (*payoff, trade), (*score, *best))
        }
        Statement::Endgame { value, at, mate_in, .. } => score::endgame(&case, *value, *at, *mate_in, oracle),
        Statement::Zugzwang { value, otherwise } => score::zugzwang(&case, *value, *otherwise, oracle),
        Statement::Opening { eco, name, game, leaves } => opening::opening(&case, eco, name, game, *leaves),
        Statement::Better { mv, other, score, other_score } => {
            score::better(&case, *mv, *other, *score, *other_score)
        }
        Statement::Best { mv, first, score, best } => score::best(&case, *mv, *first, *score, *best),
        Statement::People { rating, people } => people::people(&case, &claim.fen, (*rating, people), oracle),
    }
}

/// The men it speaks of stand where it says, and each man on one of its squares is named.
fn men(case: &Case, claim: &Claim) -> Result<(), Flaw> {
    let board = if claim.statement.is_gone() { case.start() } else { case.there() };
    for &(square, man) in &claim.men {
        let found = board.on(square);
        if found != Some(man) {
            return Err(Flaw::Absent { square, man, found });
        }
    }
    let named = |square: Square| claim.men.iter().any(|(sq, _)| *sq == square);
    let squares = claim.statement.squares();
    if let Some(square) = squares.iter().find(|&square| board.on(square).is_some() != named(square)) {
        return Err(Flaw::Unnamed(square));
    }
    match claim.men.iter().find(|(square, _)| !squares.contains(*square)) {
        Some((square, _)) => Err(Flaw::Unnamed(*square)),
        None => Ok(()),
    }
}

fn over(case: &Case, end: End) -> Verdict {
    case.holds_after(0)?;
    let board = case.start();
    let stuck = board.legal_moves().is_empty();
    let check = board.in_check(board.turn);
    let holds = match end {
        End::Checkmate => stuck && check && case.side == board.turn.other(),
        End::Stalemate => stuck && !check && case.side == board.turn,
        End::Insufficient => !mate::possible(board) && case.side == board.turn,
    };
    if holds { Ok(Grounds::Board) } else { Err(Flaw::NotOver) }
}
