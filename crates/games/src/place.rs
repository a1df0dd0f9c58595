//! A position named by where it stands: a FEN, or a place in a game of a file.

use std::{fs::File, io::BufReader};

use anyhow::{Context as _, bail};
use philidor_chess::{
    parse_fen,
    pgn::{Entry, Game, GameProblem, Games},
    shakmaty::{Chess, Move},
};

/// A position and how it came about.
#[derive(Debug, Clone)]
pub struct Place {
    /// The position.
    pub position: Chess,
    /// The position before, and the move that led here.
    pub previous: Option<(Chess, Move)>,
    /// The positions of the game so far with the moves played in them; none for a FEN.
    pub played: Vec<(Chess, Move)>,
}

impl Place {
    /// A FEN, or a place in a game of a file: `GAMES.pgn@20`, or `GAMES.pgn#3@20` for the third game.
    pub fn read(text: &str) -> anyhow::Result<Place> {
        let Some((file, ply)) = text.rsplit_once('@') else {
            let position = parse_fen(text).with_context(|| {
            if text.ends_with(".pgn") {
                format!(
                    "to ask about a game say where: {text}@20 is the position after 20 moves of both sides"
                )
            } else {
                "the place is neither a position nor GAMES.pgn@PLY".to_owned()
            }
        })?;
            return Ok(Place { position, previous: None, played: Vec::new() });
        };
        let plies: usize =
            ply.parse().with_context(|| format!("{ply:?} after the @ is no number of moves"))?;
        let (file, number) = match file.rsplit_once('#') {
            Some((file, number)) => {
                let number: usize = number
                    .parse()
                    .with_context(|| format!("{number:?} after the # is no number of a game"))?;
                (file, number.max(1))
            }
            None => (file, 1),
        };
        let (game, problem) = read_game(file, number)?;
        let line: Vec<_> = game.main_line().map(|id| game.node(id).ply).collect();
        if plies > line.len() {
            let problem = problem.map_or_else(String::new, |problem| format!(" ({problem})"));
            bail!("game {number} of {file} has {} moves of both sides, not {plies}{problem}", line.len());
        }
        let mut place = Place { position: game.start.clone(), previous: None, played: Vec::new() };
        for ply in line.into_iter().take(plies) {
            let before = place.position.clone();
            place.position = ply.play(&before).context("a game whose moves were read is legal")?;
            place.previous = ply.as_move().map(|mv| (before, mv));
            place.played.extend(place.previous.clone());
        }
        Ok(place)
    }
}

/// A game of a file, as far as it can be read, and what stopped the reading.
fn read_game(file: &str, number: usize) -> anyhow::Result<(Game, Option<GameProblem>)> {
    let failed = || format!("cannot read {file}");
    let mut games = Games::new(BufReader::new(File::open(file).with_context(failed)?));
    let mut last = None;
    for _ in 0..number {
        last = games.next_entry().with_context(failed)?;
        if last.is_none() {
            break;
        }
    }
    match last {
        Some(Entry::Game(game)) => Ok((game, None)),
        Some(Entry::Bad { game, problem }) => Ok((game, Some(problem))),
        None => bail!("{file} holds no game number {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_not_there_is_told_at_once() {
        let dir = std::env::temp_dir().join(format!("philidor-place-{}", std::process::id()));
        std::fs::write(&dir, "1. e4 *\n").expect("written");
        let told = Place::read(&format!("{}#99999999999@0", dir.display())).expect_err("refused").to_string();
        std::fs::remove_file(dir).expect("removed");
        assert!(told.contains("holds no game number 99999999999"), "{told}");
    }
}
