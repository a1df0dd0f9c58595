//! What keeps a match from being played.

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
    /// The state file cannot be used.
    #[error("{0}")]
    State(String),
    /// No game was played, so there is no result.
    #[error("no game was played")]
    NoGames,
}
