//! Rule texts that are being worked on.

use rusqlite::{OptionalExtension, params};

use super::{Library, LibraryError, now};

impl Library {
    /// The scratch copy of a theory.
    pub(crate) fn scratch(&self, name: &str) -> Result<Option<String>, LibraryError> {
        let sql = "SELECT text FROM scratch_rules WHERE name = ?1";
        Ok(self.lock().query_row(sql, [name], |row| row.get(0)).optional()?)
    }

    /// Keeps a scratch copy.
    pub(crate) fn keep_scratch(&self, name: &str, text: &str) -> Result<(), LibraryError> {
        let sql = "INSERT INTO scratch_rules (name, text, changed) VALUES (?1, ?2, ?3)
                   ON CONFLICT (name) DO UPDATE SET text = ?2, changed = ?3";
        self.lock().execute(sql, params![name, text, now()])?;
        Ok(())
    }

    /// Throws a scratch copy away.
    pub(crate) fn drop_scratch(&self, name: &str) -> Result<(), LibraryError> {
        self.lock().execute("DELETE FROM scratch_rules WHERE name = ?1", [name])?;
        Ok(())
    }
}
