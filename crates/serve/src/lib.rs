//! The tutor in the browser: a JSON API over the other rooms, a library of games and drills, jobs that outlive a page,
//! and the page itself, all in one process on one machine.
//!
//! This room and `app` are the only ones with sockets and clocks. It holds no chess knowledge: handlers ask the rooms
//! and write down the answer. Everything a stranger could send is bounded here: bodies, counts, searches, time.

mod api;
mod door;
mod error;
mod guard;
mod jobs;
pub mod learning;
mod library;
mod mistakes;
mod page;
mod queue;
mod server;
mod state;
mod watch;

use std::{net::SocketAddr, path::PathBuf};

use philidor_session::Session;

pub use crate::{
    api::openapi,
    library::{Library, LibraryError},
    server::{ServeError, Server},
};

/// What to serve, where, and how much of the machine it may take.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub address: SocketAddr,
    /// What a client must show; needed on addresses that others can reach.
    pub token: Option<String>,
    /// The tutor.
    pub session: Session,
    /// The library's database file.
    pub library: PathBuf,
    /// Searches at the same time.
    pub searches: usize,
    /// Where training runs are looked for.
    pub runs: Vec<PathBuf>,
}
