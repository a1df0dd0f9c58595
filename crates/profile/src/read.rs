//! A player's games out of a file: whatever export it is, what can be read is kept and what cannot is named.

use std::{collections::BTreeMap, path::Path};

use anyhow::Context;
use philidor_chess::{
    pgn::{Entry, Game, Games, Termination},
    shakmaty::{Chess, Color},
};
use philidor_files::resume::{Identity, State, digest};

use crate::record::Record;

/// A game of the player's.
#[derive(Debug, Clone)]
pub struct Mine {
    /// Its place in the file, counted from 1.
    pub number: usize,
    /// The game.
    pub game: Game,
    /// His colour.
    pub colour: Color,
}

/// The games of one player, and what became of the others.
#[derive(Debug, Default)]
pub struct Collection {
    /// The player, as the file writes him.
    pub me: String,
    /// His games with a result, from the usual beginning, in the order of the file.
    pub games: Vec<Mine>,
    /// Games of other people.
    pub others: usize,
    /// Games that are not used, each with its reason: no result, another variant, not readable.
    pub left_out: Vec<String>,
}

/// Why there is no such player.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Nobody of this name.
    #[error("{name:?} plays in none of the {games} games of {file}; there are: {offered}")]
    Unknown {
        /// As it was given.
        name: String,
        /// Games read.
        games: usize,
        /// The file.
        file: String,
        /// Names like it, and those that play most.
        offered: String,
    },
    /// Nothing to read.
    #[error("{0} holds no game")]
    Empty(String),
    /// It ends, or cannot be unpacked, before its first game does.
    #[error("{file} breaks off before its first game ends: {why}")]
    Broken {
        /// The file.
        file: String,
        /// What happened.
        why: String,
    },
}

/// Names that are offered.
const OFFERED: usize = 8;
/// Half-moves that a game must have.
const LEAST_PLIES: usize = 6;

impl Collection {
    /// Reads the games of `name` (case does not matter) from a PGN file, plain or compressed with zstd.
    pub fn read(path: &Path, name: &str) -> anyhow::Result<Collection> {
        let shown = path.display().to_string();
        let bytes = philidor_games::open(path).with_context(|| format!("cannot read {shown}"))?;
        let mut games = Games::new(bytes);
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut found = Collection::default();
        let (mut number, mut cut) = (0, None);
        loop {
            let entry = match games.next_entry() {
                Ok(Some(entry)) => entry,
                Ok(None) => break,
                // What was read before is kept.
                Err(error) => {
                    cut = Some(error.to_string());
                    break;
                }
            };
            number += 1;
            let (game, problem) = match entry {
                Entry::Game(game) => (game, None),
                Entry::Bad { game, problem } => (game, Some(problem.to_string())),
            };
            let mut colour = None;
            for (side, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
                let Some(player) = game.tag(tag).map(str::trim) else { continue };
                *names.entry(player.to_owned()).or_default() += 1;
                if player.eq_ignore_ascii_case(name.trim()) {
                    // As it is spelt first.
                    if found.me.is_empty() {
                        found.me = player.to_owned();
                    }
                    colour = Some(side);
                }
            }
            let Some(colour) = colour else {
                found.others += 1;
                continue;
            };
            let place = format!("game {number} (line {})", game.line);
            found.add(&place, Mine { number, game, colour }, problem);
        }
        if names.is_empty() {
            return Err(match cut {
                Some(why) => ReadError::Broken { file: shown, why },
                None => ReadError::Empty(shown),
            }
            .into());
        }
        if let Some(why) = cut {
            found.left_out.push(format!("the file ends in the middle, after game {number}: {why}"));
        }
        if found.me.is_empty() {
            let offered = offered(&names, name);
            return Err(
                ReadError::Unknown { name: name.to_owned(), games: number, file: shown, offered }.into()
            );
        }
        Ok(found)
    }
}

impl Collection {
    /// Takes a game of the player's, unless it cannot be used; `place` says which it is, `problem` what is wrong with its text.
    pub fn add(&mut self, place: &str, mine: Mine, problem: Option<String>) {
        match problem.or_else(|| unusable(&mine.game)) {
            Some(why) => self.left_out.push(format!("{place}: {why}")),
            None => self.games.push(mine),
        }
    }
}

/// A date as games write it, from `2021.06.01` or `2021-06-01`.
pub fn date(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split(['.', '-']).collect();
    let number = |part: &str, digits: usize| {
        part.parse::<u32>().ok().filter(|_| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))
    };
    match parts[..] {
        [year, month, day]
            if number(year, 4).is_some()
                && number(month, 2).is_some_and(|m| (1..=12).contains(&m))
                && number(day, 2).is_some_and(|d| (1..=31).contains(&d)) =>
        {
            Ok(parts.join("."))
        }
        _ => Err(format!("{text:?} is no date; write it like 2021.06.01")),
    }
}

impl Collection {
    /// That games lie on both sides of a date.
    pub fn check_since(&self, since: Option<&str>) -> anyhow::Result<()> {
        let Some(date) = since else { return Ok(()) };
        let of = |mine: &Mine| mine.game.tag("Date").unwrap_or_default().to_owned();
        let later = self.games.iter().filter(|mine| of(mine).as_str() >= date).count();
        anyhow::ensure!(
            later > 0 && later < self.games.len(),
            "{} of the {} games are from {date} or later: nothing can be compared",
            if later == 0 { "none" } else { "all" },
            self.games.len()
        );
        Ok(())
    }

    /// The file of what was looked at before, if one is wanted, and what is in it. A run with other games or another number of nodes
    /// is another run.
    pub fn resume(
        &self,
        file: &Path,
        nodes: u64,
        state: Option<&Path>,
    ) -> anyhow::Result<(Option<State>, Vec<Record>)> {
        let Some(path) = state else { return Ok((None, Vec::new())) };
        let identity = Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            input: digest(file)?,
            options: format!("{} {nodes}", self.me),
        };
        let (state, done) = State::open::<Record>(path, &identity)?;
        Ok((Some(state), done))
    }

    /// Only the last games.
    pub fn keep_last(&mut self, last: Option<usize>) {
        let all = self.games.len();
        self.games.drain(..all.saturating_sub(last.unwrap_or(all)));
    }
}

fn unusable(game: &Game) -> Option<String> {
    if game.termination == Termination::Open {
        return Some("it has no result".to_owned());
    }
    if game.start != Chess::default() {
        return Some("it does not begin from the usual position".to_owned());
    }
    (game.main_line().count() < LEAST_PLIES).then(|| "it is too short".to_owned())
}

/// Names like the one that was given, then those that play most, with the number of their games.
pub fn offered(names: &BTreeMap<String, usize>, name: &str) -> String {
    let like = |other: &str| strsim::jaro_winkler(&other.to_lowercase(), &name.to_lowercase());
    let mut all: Vec<(&String, &usize)> = names.iter().collect();
    all.sort_by(|a, b| {
        let near = |x: &str| like(x) >= 0.85;
        near(b.0).cmp(&near(a.0)).then(b.1.cmp(a.1)).then(a.0.cmp(b.0))
    });
    let shown: Vec<String> =
        all.iter().take(OFFERED).map(|(name, games)| format!("{name} ({games})")).collect();
    let more = all.len().saturating_sub(OFFERED);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}
