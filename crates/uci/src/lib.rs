//! The Universal Chess Interface, from both sides.
//!
//! [`serve`] is our engine for any chess interface: it reads commands from anything that can be read by lines and answers on
//! anything that can be written to. Evaluations by name and endgame tables come from a [`Resources`].
//!
//! ```
//! use philidor_uci::{Shipped, serve};
//!
//! let mut answers = Vec::new();
//! serve(&[], "position startpos moves e2e4\ngo depth 3\n".as_bytes(), &mut answers, &Shipped);
//! let answers = String::from_utf8(answers)?;
//! assert!(answers.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```
//!
//! [`UciEngine`] drives another program: it starts the process, sets options, asks for moves or lines, and ends the
//! process when it is dropped. Whatever the program does (missing, hanging, dying, answering nonsense) becomes a
//! [`ClientError`] that names the engine. [`installed`] lists the well-known engines of this machine.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use philidor_chess::shakmaty::Chess;
//! use philidor_know::search::Game;
//! use philidor_uci::UciEngine;
//!
//! let mut engine = UciEngine::start("stockfish", &[("Threads".to_owned(), "1".to_owned())])?;
//! let game = Game::new(Chess::default());
//! let answer = engine.go(&game, "nodes 10000", Duration::from_secs(10))?;
//! println!("{} plays {}", engine.name(), answer.best);
//! # Ok::<(), philidor_uci::ClientError>(())
//! ```
//!
//! Nothing here prints or knows command-line flags.

mod client;
mod engine;
mod programs;
mod resources;
pub mod signature;

pub use crate::{
    client::{Answer, ClientError, Stopper, UciEngine, Variation},
    engine::{ELO_RANGE, WEAK_LINES, serve, weak_choice, weak_nodes},
    programs::{GAMES, PACKAGED, installed},
    resources::{CONTEMPT_CP, Failure, ProcessorClock, Resources, Shipped, WallClock},
};
