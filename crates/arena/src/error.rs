//! What keeps a match from being played.

use std::path::PathBuf;

use philidor_uci::{ClientError, Failure};

/// Why there is no match. A player that breaks down during a game is no error: it loses that game.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A player, an opening or a time control that was not understood; the text says what was wanted.
    #[error("{0}")]
    Input(String),
    /// A player's evaluation does not exist or cannot be read.
    #[error("in player {player:?}")]
    Evaluation {
        /// The player as it was written.
        player: String,
        /// What is wrong with it.
        source: Failure,
    },
    /// A program that cannot be used.
    #[error(transparent)]
    Engine(#[from] ClientError),
    /// The state file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The state file cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The state file is of a match with other players, pace or openings.
    #[error(
        "{} belongs to another match:\n  it says  {found}\n  this is  {wanted}\n  give another --state, or remove it",
        path.display()
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// Its first line.
        found: String,
        /// The line it should begin with.
        wanted: String,
    },
    /// No game was played, so there is no result.
    #[error("no game was played")]
    NoGames,
}
