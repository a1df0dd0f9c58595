//! Jobs as they are kept.

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Library, LibraryError, now};

/// What a job is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    Waiting,
    Running,
    Done,
    Failed,
    Cancelled,
}

impl JobState {
    pub(crate) fn name(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Failed => "failed",
            JobState::Cancelled => "cancelled",
        }
    }

    fn by_name(name: &str) -> JobState {
        match name {
            "waiting" => JobState::Waiting,
            "running" => JobState::Running,
            "done" => JobState::Done,
            "cancelled" => JobState::Cancelled,
            _ => JobState::Failed,
        }
    }

    pub(crate) fn is_over(self) -> bool {
        matches!(self, JobState::Done | JobState::Failed | JobState::Cancelled)
    }
}

/// A job as the page sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Job {
    pub(crate) id: i64,
    /// `annotate`, `collection`, `profile`, `mine` or `build`.
    pub(crate) kind: String,
    /// For people.
    pub(crate) title: String,
    pub(crate) state: JobState,
    /// Steps done.
    pub(crate) done: u64,
    /// Of how many; 0 if not known.
    pub(crate) total: u64,
    /// What it is doing now.
    pub(crate) note: String,
    /// Why it failed.
    pub(crate) error: Option<String>,
    /// What it was asked.
    #[schema(value_type = Object)]
    pub(crate) input: serde_json::Value,
    /// Points of its learning curve so far, by run (mining only).
    pub(crate) curve: Vec<CurvePoint>,
}

/// A point of a learning curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct CurvePoint {
    /// Which run.
    pub(crate) run: String,
    /// Steps done.
    pub(crate) step: u64,
    /// Positions wrong.
    pub(crate) errors: Option<u64>,
    /// Mean loss.
    pub(crate) loss: Option<f64>,
}

const COLUMNS: &str = "id, kind, title, state, done, total, note, error, input";

fn read(row: &Row<'_>) -> rusqlite::Result<Job> {
    let state: String = row.get(3)?;
    let input: String = row.get(8)?;
    Ok(Job {
        id: row.get(0)?,
        kind: row.get(1)?,
        title: row.get(2)?,
        state: JobState::by_name(&state),
        done: row.get(4)?,
        total: row.get(5)?,
        note: row.get(6)?,
        error: row.get(7)?,
        input: serde_json::from_str(&input).unwrap_or_default(),
        curve: Vec::new(),
    })
}

impl Library {
    /// Keeps a new job.
    pub(crate) fn add_job(
        &self,
        kind: &str,
        title: &str,
        input: &serde_json::Value,
    ) -> Result<Job, LibraryError> {
        let sql = format!(
            "INSERT INTO jobs (id, kind, title, input, state, created)
             VALUES (1 + max((SELECT id FROM last_ids WHERE of = 'jobs'), (SELECT coalesce(max(id), 0) FROM jobs)),
                     ?1, ?2, ?3, 'waiting', ?4) RETURNING {COLUMNS}"
        );
        Ok(self.lock().query_row(&sql, params![kind, title, input.to_string(), now()], read)?)
    }

    /// A job.
    pub(crate) fn job(&self, id: i64) -> Result<Option<Job>, LibraryError> {
        let sql = format!("SELECT {COLUMNS} FROM jobs WHERE id = ?1");
        Ok(self.lock().query_row(&sql, [id], read).optional()?)
    }

    /// The newest jobs.
    pub(crate) fn jobs(&self, most: usize) -> Result<Vec<Job>, LibraryError> {
        let sql = format!("SELECT {COLUMNS} FROM jobs ORDER BY id DESC LIMIT ?1");
        let connection = self.lock();
        let mut statement = connection.prepare(&sql)?;
        let rows = statement.query_map([most as i64], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Jobs that are neither done nor given up.
    pub(crate) fn open_jobs(&self) -> Result<usize, LibraryError> {
        let sql = "SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running')";
        Ok(self.lock().query_row(sql, [], |row| row.get::<_, i64>(0))? as usize)
    }

    /// Jobs that a server that went away had begun wait again.
    pub(crate) fn reopen_jobs(&self) -> Result<usize, LibraryError> {
        let sql = "UPDATE jobs SET state = 'waiting', done = 0, note = '' WHERE state = 'running'";
        Ok(self.lock().execute(sql, [])?)
    }

    /// Takes the oldest waiting job of some kinds.
    pub(crate) fn take_job(&self, kinds: &[&str]) -> Result<Option<Job>, LibraryError> {
        let kinds = kinds.join(",");
        let sql = format!(
            "UPDATE jobs SET state = 'running' WHERE id = (SELECT id FROM jobs WHERE state = 'waiting'
             AND instr(',' || ?1 || ',', ',' || kind || ',') > 0 ORDER BY id LIMIT 1) RETURNING {COLUMNS}"
        );
        Ok(self.lock().query_row(&sql, [kinds], read).optional()?)
    }

    /// Notes how far a job is.
    pub(crate) fn note_job(&self, job: &Job) -> Result<(), LibraryError> {
        let sql = "UPDATE jobs SET done = ?2, total = ?3, note = ?4 WHERE id = ?1";
        self.lock().execute(sql, params![job.id, job.done, job.total, job.note])?;
        Ok(())
    }

    /// Ends a job; true if it had not ended before.
    pub(crate) fn end_job(
        &self,
        id: i64,
        state: JobState,
        error: Option<&str>,
        result: Option<&serde_json::Value>,
    ) -> Result<bool, LibraryError> {
        let sql = "UPDATE jobs SET state = ?2, error = ?3, result = ?4 WHERE id = ?1 AND state IN ('waiting', 'running')";
        let result = result.map(ToString::to_string);
        Ok(self.lock().execute(sql, params![id, state.name(), error, result])? > 0)
    }

    /// What a job found.
    pub(crate) fn job_result(&self, id: i64) -> Result<Option<serde_json::Value>, LibraryError> {
        let sql = "SELECT result FROM jobs WHERE id = ?1";
        let text: Option<Option<String>> = self.lock().query_row(sql, [id], |row| row.get(0)).optional()?;
        Ok(text.flatten().map(|t| serde_json::from_str(&t)).transpose()?)
    }

    /// Forgets a job that is over; false if there is none.
    pub(crate) fn forget_job(&self, id: i64) -> Result<bool, LibraryError> {
        let sql = "DELETE FROM jobs WHERE id = ?1 AND state NOT IN ('waiting', 'running')";
        Ok(self.lock().execute(sql, [id])? > 0)
    }
}
