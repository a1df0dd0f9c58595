//! Profiles as they are kept, and the games of a player however the library writes his name.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, params, types::Value};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Library, LibraryError, facts::plain, now};

/// A profile that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ProfileEntry {
    pub(crate) id: i64,
    pub(crate) player: String,
    /// Games looked at.
    pub(crate) games: u32,
    /// Seconds since 1970.
    pub(crate) made: i64,
}

/// The words of a name in order, whatever order and signs it is written with: `Bell, Anna` is `Anna Bell`.
fn words(name: &str) -> Vec<String> {
    let plain = plain(name);
    let mut words: Vec<String> =
        plain.split([' ', ',', '.']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort();
    words
}

impl Library {
    /// The games of a player, in the order in which they were played, and whether he had White.
    pub(crate) fn games_of(&self, player: &str) -> Result<Vec<(i64, bool)>, LibraryError> {
        let name = words(player);
        if name.is_empty() {
            return Ok(Vec::new());
        }
        let has = |column: &str| vec![format!("instr({column}, ?) > 0"); name.len()].join(" AND ");
        let sql = format!(
            "SELECT game, white, black FROM game_facts WHERE ({}) OR ({}) ORDER BY date, game",
            has("white"),
            has("black")
        );
        let values: Vec<Value> = name.iter().chain(&name).cloned().map(Value::from).collect();
        let connection = self.lock();
        let mut find = connection.prepare(&sql)?;
        let mut rows = find.query(rusqlite::params_from_iter(values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let [white, black] = [1, 2].map(|at| row.get::<_, String>(at));
            let (white, black) = (words(&white?) == name, words(&black?) == name);
            if white || black {
                found.push((row.get(0)?, white));
            }
        }
        Ok(found)
    }

    /// How many games each name plays in.
    pub(crate) fn player_counts(&self) -> Result<BTreeMap<String, usize>, LibraryError> {
        let connection = self.lock();
        let mut find = connection.prepare_cached(
            "SELECT name, count(*) FROM (SELECT white AS name FROM games UNION ALL SELECT black FROM games)
             WHERE name NOT IN ('', '?') GROUP BY name",
        )?;
        let rows = find.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as usize)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What was seen in a game from one side, if it was looked at like this.
    pub(crate) fn game_record(
        &self,
        game: i64,
        white: bool,
        made_by: &str,
    ) -> Result<Option<String>, LibraryError> {
        let sql = "SELECT record FROM game_records WHERE game = ?1 AND white = ?2 AND made_by = ?3";
        Ok(self.lock().query_row(sql, params![game, white, made_by], |row| row.get(0)).optional()?)
    }

    /// Keeps what was seen in a game, unless the game is gone meanwhile.
    pub(crate) fn keep_record(
        &self,
        game: i64,
        white: bool,
        made_by: &str,
        record: &str,
    ) -> Result<(), LibraryError> {
        let sql = "INSERT OR REPLACE INTO game_records SELECT id, ?2, ?3, ?4 FROM games WHERE id = ?1";
        self.lock().execute(sql, params![game, white, made_by, record])?;
        Ok(())
    }

    /// Keeps a profile in place of an older one of the same player; returns its number.
    pub(crate) fn keep_profile(
        &self,
        player: &str,
        games: usize,
        content: &str,
    ) -> Result<i64, LibraryError> {
        let sql = "INSERT INTO profiles (player, games, content, made) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (player) DO UPDATE SET games = ?2, content = ?3, made = ?4 RETURNING id";
        Ok(self.lock().query_row(sql, params![player, games as i64, content, now()], |row| row.get(0))?)
    }

    /// The profiles there are, the newest first.
    pub(crate) fn profiles(&self) -> Result<Vec<ProfileEntry>, LibraryError> {
        let connection = self.lock();
        let mut find = connection
            .prepare_cached("SELECT id, player, games, made FROM profiles ORDER BY made DESC, id DESC")?;
        let rows = find.query_map([], |row| {
            Ok(ProfileEntry { id: row.get(0)?, player: row.get(1)?, games: row.get(2)?, made: row.get(3)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A profile, as JSON.
    pub(crate) fn profile(&self, id: i64) -> Result<Option<String>, LibraryError> {
        let sql = "SELECT content FROM profiles WHERE id = ?1";
        Ok(self.lock().query_row(sql, [id], |row| row.get(0)).optional()?)
    }

    /// Forgets a profile; false if there is none. What was seen in the games stays for the next.
    pub(crate) fn forget_profile(&self, id: i64) -> Result<bool, LibraryError> {
        Ok(self.lock().execute("DELETE FROM profiles WHERE id = ?1", [id])? > 0)
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::pgn::{Entry, Games};

    use super::*;

    #[test]
    fn a_players_games_are_found_however_he_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let library = Library::open(&dir.path().join("l.sqlite")).unwrap();
        for (white, black, date) in [
            ("Anna Bell", "Carl Dorn", "2021.05.01"),
            ("Müller, Eve", "Bell, Anna", "2020.05.01"),
            ("Anna Bellamy", "Eve Muller", "2019.01.01"),
        ] {
            let text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\n1. e4 e5 *");
            let Some(Entry::Game(game)) = Games::new(text.as_bytes()).next_entry().unwrap() else {
                panic!("{text}")
            };
            library.add_games(&[crate::api::games::new_game(&game)]).unwrap();
        }
        assert_eq!(library.games_of("anna bell").unwrap(), [(2, false), (1, true)]);
        assert_eq!(library.games_of("Eve Müller").unwrap(), [(3, false), (2, true)]);
        assert!(library.games_of(" , ").unwrap().is_empty());
        assert_eq!(library.player_counts().unwrap()["Anna Bell"], 1);
        // What was seen is known again, as long as it was seen the same way and the game is there.
        library.keep_record(1, true, "0.2.0 1000", "{}").unwrap();
        library.keep_record(99, true, "0.2.0 1000", "{}").unwrap();
        assert_eq!(library.game_record(1, true, "0.2.0 1000").unwrap().as_deref(), Some("{}"));
        assert_eq!(library.game_record(1, true, "0.2.0 2000").unwrap(), None);
        assert_eq!(library.game_record(1, false, "0.2.0 1000").unwrap(), None);
        let first = library.keep_profile("Anna Bell", 2, "1").unwrap();
        assert_eq!(library.keep_profile("Anna Bell", 3, "2").unwrap(), first);
        assert_eq!(library.profile(first).unwrap().as_deref(), Some("2"));
        assert_eq!(library.profiles().unwrap()[0].games, 3);
        assert!(library.forget_profile(first).unwrap() && !library.forget_profile(first).unwrap());
    }
}
