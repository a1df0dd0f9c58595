//! Matches between engines and evaluations.
//!
//! A [`Match`] says who plays, how fast, how often and from which openings; a [`Contest`] plays it and returns the
//! [`Outcome`]: every game, the score with its interval, Elo, the sequential test, and PGN. Every opening is played twice with
//! colours swapped. A player that crashes, hangs or plays an illegal move loses that game and is named. With a state file a
//! match can be interrupted and resumed.
//!
//! ```
//! use philidor_arena::{Contest, Match, Pace, Spec};
//! use philidor_uci::Shipped;
//!
//! let players = [Spec::parse("eval:gnu-like", &Shipped)?, Spec::parse("eval:material", &Shipped)?];
//! let plan = Match { games: 2, ..Match::new(players, Pace::Nodes(50)) };
//! let outcome = Contest::new(plan, &Shipped)?.play(&|news| println!("game {}", news.played))?;
//! assert_eq!(outcome.tally().games(), 2);
//! # Ok::<(), philidor_arena::ArenaError>(())
//! ```
//!
//! Games limited by nodes or depth are the same on every machine, however many are played at a time. Nothing here prints.

mod contest;
mod error;
mod game;
pub mod openings;
mod outcome;
mod pgn;
mod player;
mod stats;

pub use crate::{
    contest::{Contest, Match, News},
    error::ArenaError,
    game::{Adjudication, Ply, Record},
    outcome::{Forfeit, Outcome, Summary},
    player::{Pace, Spec, Time},
    stats::{Estimate, SPRT_BOUND, Sprt, Tally, elo},
};
