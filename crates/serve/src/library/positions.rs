//! Positions kept for later.

use rusqlite::{Row, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Library, LibraryError, now};

/// A position and why it was kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct KeptPosition {
    pub(crate) id: i64,
    pub(crate) fen: String,
    pub(crate) note: String,
}

fn read(row: &Row<'_>) -> rusqlite::Result<KeptPosition> {
    Ok(KeptPosition { id: row.get(0)?, fen: row.get(1)?, note: row.get(2)? })
}

impl Library {
    /// All positions, newest first.
    pub(crate) fn positions(&self) -> Result<Vec<KeptPosition>, LibraryError> {
        let connection = self.lock();
        let mut found = connection.prepare_cached("SELECT id, fen, note FROM positions ORDER BY id DESC")?;
        let rows = found.query_map([], read)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Keeps a position, once.
    pub(crate) fn keep_position(&self, fen: &str, note: &str) -> Result<KeptPosition, LibraryError> {
        let sql = "INSERT INTO positions (fen, note, added) VALUES (?1, ?2, ?3)
                   ON CONFLICT (fen) DO UPDATE SET note = ?2 RETURNING id, fen, note";
        Ok(self.lock().query_row(sql, params![fen, note, now()], read)?)
    }

    /// Forgets a position; false if it was not there.
    pub(crate) fn forget_position(&self, id: i64) -> Result<bool, LibraryError> {
        Ok(self.lock().execute("DELETE FROM positions WHERE id = ?1", [id])? > 0)
    }
}
