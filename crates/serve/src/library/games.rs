//! Games and their annotations.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Library, LibraryError,
    facts::{self, Facts},
    now,
};

/// A game in a list.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct GameEntry {
    pub(crate) id: i64,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) result: String,
    /// The code of the opening, if it is known.
    pub(crate) eco: String,
    pub(crate) opening: String,
    pub(crate) plies: u32,
    /// The tutor has commented on it.
    pub(crate) annotated: bool,
}

/// A game to keep.
#[derive(Debug, Clone, Default)]
pub(crate) struct NewGame {
    /// Its tags; number and comments are not looked at.
    pub(crate) entry: GameEntry,
    pub(crate) facts: Facts,
    pub(crate) pgn: String,
}

/// A game's annotation in all its forms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Annotation {
    /// What was asked of the tutor, JSON.
    pub(crate) options: String,
    /// The tutor's own JSON.
    pub(crate) content: String,
    pub(crate) pgn: String,
    pub(crate) markdown: String,
    pub(crate) html: String,
}

pub(super) const COLUMNS: &str = "id, white, black, event, date, result, eco, opening, plies, \
    EXISTS (SELECT 1 FROM annotations WHERE game = games.id)";

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<GameEntry> {
    Ok(GameEntry {
        id: row.get(0)?,
        white: row.get(1)?,
        black: row.get(2)?,
        event: row.get(3)?,
        date: row.get(4)?,
        result: row.get(5)?,
        eco: row.get(6)?,
        opening: row.get(7)?,
        plies: row.get(8)?,
        annotated: row.get(9)?,
    })
}

impl Library {
    /// Keeps games, all or none. A game that is there already is not kept twice: the same text, or the same moves of the same
    /// players in the same year with nothing added to them. Returns their places, and how many are new.
    pub(crate) fn add_games(&self, games: &[NewGame]) -> Result<(Vec<i64>, usize), LibraryError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let (mut ids, mut fresh) = (Vec::new(), 0);
        {
            let mut keep = change.prepare_cached(
                "INSERT INTO games (id, digest, white, black, event, date, result, eco, opening, plies, pgn, added)
                 VALUES (1 + max((SELECT id FROM last_ids WHERE of = 'games'), (SELECT coalesce(max(id), 0) FROM games)),
                         ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (digest) DO NOTHING",
            )?;
            let mut find = change.prepare_cached("SELECT id FROM games WHERE digest = ?1")?;
            let mut twin = change.prepare_cached("SELECT game FROM game_facts WHERE twin = ?1 LIMIT 1")?;
            for NewGame { entry, facts, pgn } in games {
                let known: Option<i64> = match facts.bare {
                    true => twin.query_row([facts.twin], |row| row.get(0)).optional()?,
                    false => None,
                };
                if let Some(known) = known {
                    ids.push(known);
                    continue;
                }
                let GameEntry { white, black, event, date, result, eco, opening, plies, .. } = entry;
                let digest = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(pgn.as_bytes()));
                let made = keep.execute(params![
                    digest,
                    white,
                    black,
                    event,
                    date,
                    result,
                    eco,
                    opening,
                    plies,
                    pgn,
                    now()
                ])?;
                let id: i64 = find.query_row([digest], |row| row.get(0))?;
                if made > 0 {
                    facts::keep(&change, id, entry, facts)?;
                    fresh += 1;
                }
                ids.push(id);
            }
        }
        change.commit()?;
        Ok((ids, fresh))
    }

    /// How many games there are.
    pub(crate) fn game_count(&self) -> Result<usize, LibraryError> {
        Ok(self.lock().query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))? as usize)
    }

    /// What the reader added to a game, as PGN.
    pub(crate) fn own_moves(&self, game: i64) -> Result<Option<String>, LibraryError> {
        let sql = "SELECT pgn FROM own_moves WHERE game = ?1";
        Ok(self.lock().query_row(sql, [game], |row| row.get(0)).optional()?)
    }

    /// Keeps what the reader added to a game; nothing if `pgn` is empty. False if there is no such game.
    pub(crate) fn keep_own_moves(&self, game: i64, pgn: &str) -> Result<bool, LibraryError> {
        let connection = self.lock();
        let there: bool =
            connection
                .query_row("SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1)", [game], |row| row.get(0))?;
        if there && pgn.is_empty() {
            connection.execute("DELETE FROM own_moves WHERE game = ?1", [game])?;
        } else if there {
            let sql = "INSERT INTO own_moves VALUES (?1, ?2, ?3) ON CONFLICT (game) DO UPDATE SET pgn = ?2, changed = ?3";
            connection.execute(sql, params![game, pgn, now()])?;
        }
        Ok(there)
    }

    /// A game and its PGN.
    pub(crate) fn game(&self, id: i64) -> Result<Option<(GameEntry, String)>, LibraryError> {
        let sql = format!("SELECT {COLUMNS}, pgn FROM games WHERE id = ?1");
        Ok(self.lock().query_row(&sql, [id], |row| Ok((read(row)?, row.get(10)?))).optional()?)
    }

    /// Forgets a game and all that hangs on it; false if there is none.
    pub(crate) fn forget_game(&self, id: i64) -> Result<bool, LibraryError> {
        Ok(self.lock().execute("DELETE FROM games WHERE id = ?1", [id])? > 0)
    }

    /// Keeps the annotation of a game in place of an older one.
    pub(crate) fn annotate(&self, game: i64, made: &Annotation) -> Result<(), LibraryError> {
        let sql = "INSERT INTO annotations (game, options, content, pgn, markdown, html, made)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (game) DO UPDATE SET options = ?2, content = ?3,
                   pgn = ?4, markdown = ?5, html = ?6, made = ?7";
        let Annotation { options, content, pgn, markdown, html } = made;
        let mut connection = self.lock();
        let change = connection.transaction()?;
        change.execute(sql, params![game, options, content, pgn, markdown, html, now()])?;
        facts::keep_themes(&change, game, content)?;
        change.commit()?;
        Ok(())
    }

    /// The annotation of a game.
    pub(crate) fn annotation(&self, game: i64) -> Result<Option<Annotation>, LibraryError> {
        let sql = "SELECT options, content, pgn, markdown, html FROM annotations WHERE game = ?1";
        let read = |row: &Row<'_>| {
            Ok(Annotation {
                options: row.get(0)?,
                content: row.get(1)?,
                pgn: row.get(2)?,
                markdown: row.get(3)?,
                html: row.get(4)?,
            })
        };
        Ok(self.lock().query_row(sql, [game], read).optional()?)
    }

    /// All games as PGN, annotated where they are.
    pub(crate) fn all_pgn(&self) -> Result<String, LibraryError> {
        let sql =
            "SELECT coalesce(annotations.pgn, games.pgn) FROM games LEFT JOIN annotations ON game = games.id
                   ORDER BY games.id";
        let connection = self.lock();
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        let mut out = String::new();
        for pgn in rows {
            out += pgn?.trim_end();
            out += "\n\n";
        }
        Ok(out)
    }
}
