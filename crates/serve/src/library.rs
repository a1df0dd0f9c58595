//! The library: games, annotations, positions, drills, progress and jobs in one SQLite file.
//!
//! Write-ahead logging and transactions: a process killed in the middle of a write leaves the last complete state. Older
//! files are brought up to date when they are opened; a file of a newer program is refused.

pub(crate) mod drills;
pub(crate) mod explorer;
pub(crate) mod facts;
pub(crate) mod games;
pub(crate) mod jobs;
pub(crate) mod positions;
pub(crate) mod profiles;
pub(crate) mod puzzles;
pub(crate) mod scratch;
pub(crate) mod search;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

/// Marks a file as ours: "Phil".
const APPLICATION: i32 = 0x5068_696c;

/// What brings a file from one version to the next. Never changed once released, only continued.
const STEPS: &[&str] = &[
    include_str!("library/schema.sql"),
    include_str!("library/once.sql"),
    include_str!("library/own.sql"),
    include_str!("library/ids.sql"),
    include_str!("library/facts.sql"),
    include_str!("library/profiles.sql"),
];

/// Why the library cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// SQLite says no.
    #[error("the library: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// Another program's database.
    #[error("{0} is a database, but not a library of Philidor: name another file with --library")]
    Foreign(PathBuf),
    /// Made by a newer program.
    #[error(
        "{path} was written by a newer Philidor (library version {found}, this program knows {}): use that program, \
         or name another file with --library", STEPS.len()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: usize,
    },
    /// Another server works with it: two would do each other's jobs.
    #[error("{0} is in use by another server: stop that one, or name another file with --library")]
    InUse(PathBuf),
    /// The directory cannot be made.
    #[error("cannot make {path}: {error}")]
    Directory {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Something we wrote cannot be read back.
    #[error("the library holds something unreadable: {0}")]
    Content(#[from] serde_json::Error),
}

/// An open library.
pub struct Library {
    connection: Mutex<Connection>,
    /// Locked as long as the library is open.
    _lock: std::fs::File,
}

impl Library {
    /// Opens a library, makes it if it is not there, brings it up to date if it is old.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        if let Some(dir) = path.parent().filter(|d| !d.as_os_str().is_empty()) {
            std::fs::create_dir_all(dir)
                .map_err(|error| LibraryError::Directory { path: dir.to_owned(), error })?;
        }
        let lock = lock(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        let number =
            |c: &Connection, pragma: &str| c.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
        let objects: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        let application = number(&connection, "application_id")?;
        if application != APPLICATION && objects > 0 {
            return Err(LibraryError::Foreign(path.to_owned()));
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Searches read all short rows: they are kept in memory, 64 MiB of them.
        connection.pragma_update(None, "cache_size", -65_536)?;
        connection.pragma_update(None, "mmap_size", 1_i64 << 30)?;
        // The version is read inside the transaction: two programs may open the same file at the same time.
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version = usize::try_from(number(&change, "user_version")?).unwrap_or(usize::MAX);
        if version > STEPS.len() {
            return Err(LibraryError::Newer { path: path.to_owned(), found: version });
        }
        for step in &STEPS[version..] {
            change.execute_batch(step)?;
        }
        change.pragma_update(None, "application_id", APPLICATION)?;
        change.pragma_update(None, "user_version", STEPS.len() as i32)?;
        facts::fill(&change)?;
        change.commit()?;
        Ok(Library { connection: Mutex::new(connection), _lock: lock })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A consistent copy of the whole library, written to a file that is not there yet.
    pub(crate) fn copy_to(&self, path: &Path) -> Result<(), LibraryError> {
        let name = path.to_string_lossy();
        self.lock().execute("VACUUM INTO ?1", [name.as_ref()])?;
        Ok(())
    }
}

/// Takes the lock beside a library; the system gives it back when the process ends, however it ends.
fn lock(path: &Path) -> Result<std::fs::File, LibraryError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let beside = PathBuf::from(name);
    let file = std::fs::File::options().create(true).truncate(false).write(true).open(&beside);
    let file = file.map_err(|error| LibraryError::Directory { path: beside, error })?;
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(LibraryError::InUse(path.to_owned())),
        // A file system without locks: one server is the user's promise.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(file),
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_made_reopened_and_newer_ones_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/library.sqlite");
        drop(Library::open(&path).unwrap());
        let library = Library::open(&path).unwrap();
        library.lock().pragma_update(None, "user_version", 99).unwrap();
        drop(library);
        let error = Library::open(&path).err().unwrap().to_string();
        assert!(error.contains("newer Philidor") && error.contains("99"), "{error}");
    }

    #[test]
    fn a_library_has_one_server() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("library.sqlite");
        let first = Library::open(&path).unwrap();
        let second = Library::open(&path).err().unwrap().to_string();
        assert!(second.contains("in use by another server"), "{second}");
        drop(first);
        Library::open(&path).unwrap();
    }

    #[test]
    fn the_number_of_a_game_or_job_is_given_once() {
        let dir = tempfile::tempdir().unwrap();
        let library = Library::open(&dir.path().join("library.sqlite")).unwrap();
        let game = |pgn: &str| games::NewGame { pgn: pgn.to_owned(), ..games::NewGame::default() };
        let (first, _) = library.add_games(&[game("1. e4 *")]).unwrap();
        assert!(library.forget_game(first[0]).unwrap());
        let (second, _) = library.add_games(&[game("1. d4 *")]).unwrap();
        assert_ne!(first, second);
        let nothing = serde_json::Value::Null;
        let job = library.add_job("annotate", "a", &nothing).unwrap();
        library.end_job(job.id, jobs::JobState::Cancelled, None, None).unwrap();
        assert!(library.forget_job(job.id).unwrap());
        assert_ne!(library.add_job("annotate", "b", &nothing).unwrap().id, job.id);
    }

    #[test]
    fn other_files_are_not_touched() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("other.sqlite");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
        assert!(matches!(Library::open(&path), Err(LibraryError::Foreign(_))));
        std::fs::write(dir.path().join("text"), "not a database, but long enough to be looked at as one")
            .unwrap();
        assert!(matches!(Library::open(&dir.path().join("text")), Err(LibraryError::Sqlite(_))));
    }

    /// A file as a program of an older version left it: its steps, and something in it.
    fn older(path: &Path, version: usize, content: &str) {
        let old = Connection::open(path).unwrap();
        STEPS[..version].iter().for_each(|step| old.execute_batch(step).unwrap());
        old.execute_batch(content).unwrap();
        old.pragma_update(None, "application_id", APPLICATION).unwrap();
        old.pragma_update(None, "user_version", version as i32).unwrap();
    }

    #[test]
    fn files_of_every_older_version_are_brought_up_to_date_and_keep_what_they_hold() {
        let dir = tempfile::tempdir().unwrap();
        for version in 0..STEPS.len() {
            let path = dir.path().join(format!("{version}.sqlite"));
            // Only the first version kept a position twice.
            let content = match version {
                0 => "",
                1 => {
                    "INSERT INTO scratch_rules VALUES ('KPK', 'mine', 1);
                     INSERT INTO positions (fen, note, added) VALUES ('x', 'old', 1), ('y', 'other', 2), ('x', 'new', 3);"
                }
                _ => {
                    "INSERT INTO scratch_rules VALUES ('KPK', 'mine', 1);
                     INSERT INTO positions (fen, note, added) VALUES ('y', 'other', 2), ('x', 'new', 3);"
                }
            };
            older(&path, version, content);
            let library = Library::open(&path).unwrap();
            let number: i32 =
                library.lock().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
            assert_eq!(number as usize, STEPS.len());
            let notes: Vec<String> = library.positions().unwrap().into_iter().map(|p| p.note).collect();
            let (text, kept): (Option<&str>, &[&str]) =
                if version == 0 { (None, &[]) } else { (Some("mine"), &["new", "other"]) };
            assert_eq!(
                (
                    library.scratch("KPK").unwrap().as_deref(),
                    notes.as_slice().iter().map(String::as_str).collect::<Vec<_>>()
                ),
                (text, kept.to_vec())
            );
            let first = library.keep_position("z", "one").unwrap();
            assert_eq!(library.keep_position("z", "two").unwrap().id, first.id);
            assert!(
                library.forget_position(first.id).unwrap() && !library.forget_position(first.id).unwrap()
            );
        }
    }
}
