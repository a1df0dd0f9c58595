//! The vocabulary of chess claims: what can be said about a position, a move or a line, as plain data.
//!
//! A [`Claim`] is built once by the tutor, read by the independent checker, sent by the API and shown by the page; nobody
//! translates it on the way. It says *where* it holds (position, line, place in the line), *for whom*, and *what*
//! ([`Statement`]). What must be true for a statement stands beside its variant, thresholds included
//! ([`limits`]), and the checker enforces exactly that.
//!
//! This crate plays no chess: it has no board, no move generator, no evaluation, and it depends on no other room.
//!
//! ```
//! use philidor_claims::{About, Claim, Color, Margin, Score, Statement};
//!
//! let statement = Statement::Standing { margin: Margin::Clear, score: Score::Cp(90) };
//! let claim = Claim::new(About::Position, Color::White, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", statement);
//! let text = serde_json::to_string(&claim).unwrap();
//! assert_eq!(serde_json::from_str::<Claim>(&text).unwrap(), claim);
//! ```

mod action;
mod basic;
mod claim;
pub mod limits;
mod line;
mod people;
mod reason;
mod score;
mod statement;
mod theme;

#[cfg(feature = "shakmaty")]
mod convert;

pub use self::{
    action::{Effect, Goal, Idea},
    basic::{Color, Man, Role, Set, Square},
    claim::{About, Claim, Worth},
    line::{Entry, Line, Move},
    people::{People, Rated, RatingScale, Way, gone_wrong, percent},
    reason::{Asset, How, Reason, Why},
    score::{Margin, Score},
    statement::{Change, Device, End, FeatureNumbers, Payoff, Purpose, RuleText, Statement, Trade},
    theme::{Family, Theme, ThemeSet},
};
