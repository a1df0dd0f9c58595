//! The Universal Chess Interface.
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
mod programs;

pub use crate::{
    client::{Answer, ClientError, Stopper, UciEngine, Variation},
    programs::{GAMES, PACKAGED, installed},
};
