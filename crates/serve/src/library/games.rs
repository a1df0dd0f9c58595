//! Games and their annotations.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Library, LibraryError, now};

/// A game in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
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
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) result: String,
    pub(crate) eco: String,
    pub(crate) opening: String,
    pub(crate) plies: u32,
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

const COLUMNS: &str = "id, white, black, event, date, result, eco, opening, plies, \
    EXISTS (SELECT 1 FROM annotations WHERE game = games.id)";

fn read(row: &Row<'_>) -> rusqlite::Result<GameEntry> {
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
    /// Keeps games, all or none; a game that is there already is not kept twice. Returns their places.
    pub(crate) fn add_games(&self, games: &[NewGame]) -> Result<Vec<i64>, LibraryError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let mut ids = Vec::new();
        for game in games {
            let digest = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(game.pgn.as_bytes()));
            let sql = "INSERT INTO games (digest, white, black, event, date, result, eco, opening, plies, pgn, added)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (digest) DO NOTHING";
            change.execute(
                sql,
                params![
                    digest,
                    game.white,
                    game.black,
                    game.event,
                    game.date,
                    game.result,
                    game.eco,
                    game.opening,
                    game.plies,
                    game.pgn,
                    now()
                ],
            )?;
            ids.push(change.query_row("SELECT id FROM games WHERE digest = ?1", [digest], |row| row.get(0))?);
        }
        change.commit()?;
        Ok(ids)
    }

    /// How many games there are.
    pub(crate) fn game_count(&self) -> Result<usize, LibraryError> {
        Ok(self.lock().query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))? as usize)
    }

    /// Games whose players, event or opening contain some text, newest first.
    pub(crate) fn games(&self, text: &str, skip: u32, most: u32) -> Result<Vec<GameEntry>, LibraryError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM games
             WHERE ?1 = '' OR instr(lower(white || char(10) || black || char(10) || event || char(10) || opening), lower(?1)) > 0
             ORDER BY id DESC LIMIT ?2 OFFSET ?3"
        );
        let connection = self.lock();
        let mut statement = connection.prepare(&sql)?;
        let rows = statement.query_map(params![text, most, skip], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
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
        self.lock().execute(sql, params![game, options, content, pgn, markdown, html, now()])?;
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
