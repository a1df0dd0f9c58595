//! Expert games in memory, with their digest and what was skipped.

use std::path::Path;

use philidor_chess::shakmaty::{Chess, Position};
use philidor_games::{Game, Games, PassedOver};

use super::NeuroError;

/// One game in this many is held out.
pub const HELD_OUT: usize = 20;

/// Expert games.
#[derive(Debug, Clone)]
pub struct Corpus {
    /// To learn from.
    pub games: Vec<Game>,
    /// To measure on.
    pub held_out: Vec<Game>,
    /// What could not be used.
    pub passed_over: PassedOver,
    /// XXH3 of the PGN text read.
    pub digest: u64,
}

impl Corpus {
    /// Reads at most `most` games of a file; games of fewer than four half-moves are left out.
    pub fn read(path: &Path, most: usize) -> Result<Corpus, NeuroError> {
        let name = path.display().to_string();
        let failed = |error| NeuroError::Games { path: name.clone(), error };
        let mut source = Games::open(path).map_err(failed)?;
        let (mut games, mut held_out, mut short) = (Vec::new(), Vec::new(), 0_u64);
        while games.len() + held_out.len() < most
            && let Some(game) = source.next_game().map_err(failed)?
        {
            if game.moves.len() < 4 {
                short += 1;
            } else if (games.len() + held_out.len()) % HELD_OUT == HELD_OUT - 1 {
                held_out.push(game);
            } else {
                games.push(game);
            }
        }
        let passed_over = source.passed_over().clone();
        if games.is_empty() || held_out.is_empty() {
            let why = format!(
                "{} usable, at least {HELD_OUT} are needed; {} skipped{}, {short} too short",
                games.len() + held_out.len(),
                passed_over.count,
                passed_over.first.first().map_or_else(String::new, |f| format!(" (first: {f})")),
            );
            return Err(NeuroError::NoGames { path: name, why });
        }
        Ok(Corpus { games, held_out, passed_over, digest: source.digest() })
    }

    /// Which games of the file at `path` could not be used, line by line; nothing if all could.
    pub fn complaint(&self, path: &Path) -> Option<String> {
        let PassedOver { count, first } = &self.passed_over;
        let mut text = format!("{count} of the games in {} were skipped:", path.display());
        first.iter().for_each(|why| text += &format!("\n  {why}"));
        if *count > first.len() as u64 {
            text += "\n  …";
        }
        (*count > 0).then_some(text)
    }
}

/// All positions of a game, the first and the last included.
pub fn positions(game: &Game) -> Vec<Chess> {
    let mut pos = game.start.clone();
    let mut all = vec![pos.clone()];
    for &m in &game.moves {
        pos.play_unchecked(m);
        all.push(pos.clone());
    }
    all
}
