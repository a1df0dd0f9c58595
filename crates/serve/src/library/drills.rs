//! Drills and spaced repetition (SM-2 with two grades: passed or not).

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Library, LibraryError, now};

const DAY: f64 = 86_400.0;
/// A drill that went wrong comes back after so many seconds.
const AGAIN: i64 = 600;

/// Something to practise.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Drill {
    pub(crate) id: i64,
    /// `mistake`, `habit`, `endgame`, `puzzle` or `quiet`.
    pub(crate) kind: String,
    pub(crate) fen: String,
    pub(crate) game: Option<i64>,
    /// Right answers in a row.
    pub(crate) streak: u32,
    pub(crate) tries: u32,
    pub(crate) lapses: u32,
    /// Seconds until it is due; negative if it is.
    pub(crate) due_in: i64,
    /// How difficult it is (puzzles only).
    pub(crate) rating: Option<u32>,
    #[serde(skip)]
    pub(crate) themes: String,
    #[serde(skip)]
    pub(crate) content: String,
    #[serde(skip)]
    pub(crate) interval_days: f64,
    #[serde(skip)]
    pub(crate) ease: f64,
}

/// How far somebody is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Progress {
    /// Drills there are.
    pub(crate) drills: u32,
    /// Of those, due now.
    pub(crate) due: u32,
    /// Of those, never tried.
    pub(crate) fresh: u32,
    /// Drills that were right three times in a row or more.
    pub(crate) known: u32,
    /// Answers given.
    pub(crate) answers: u32,
    /// Of those, right.
    pub(crate) right: u32,
}

pub(super) const COLUMNS: &str =
    "id, kind, fen, game, streak, tries, lapses, due, content, interval_days, ease, rating, themes";

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Drill> {
    Ok(Drill {
        id: row.get(0)?,
        kind: row.get(1)?,
        fen: row.get(2)?,
        game: row.get(3)?,
        streak: row.get(4)?,
        tries: row.get(5)?,
        lapses: row.get(6)?,
        due_in: row.get::<_, i64>(7)? - now(),
        content: row.get(8)?,
        interval_days: row.get(9)?,
        ease: row.get(10)?,
        rating: row.get(11)?,
        themes: row.get(12)?,
    })
}

/// When a drill comes back: days, ease and streak.
pub(crate) fn schedule(interval_days: f64, ease: f64, streak: u32, passed: bool) -> (f64, f64, u32) {
    if !passed {
        return (0.0, (ease - 0.2).max(1.3), 0);
    }
    let days = match streak {
        0 => 1.0,
        1 => 3.0,
        _ => (interval_days * ease).min(365.0),
    };
    (days, (ease + 0.05).min(3.0), streak + 1)
}

impl Library {
    /// Keeps a drill; one that is there already stays as it is. True if it is new.
    pub(crate) fn add_drill(
        &self,
        kind: &str,
        fen: &str,
        game: Option<i64>,
        content: &str,
    ) -> Result<bool, LibraryError> {
        let sql = "INSERT INTO drills (kind, fen, game, content, added, due) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
                   ON CONFLICT (kind, fen) DO NOTHING";
        Ok(self.lock().execute(sql, params![kind, fen, game, content, now()])? > 0)
    }

    /// A drill.
    pub(crate) fn drill(&self, id: i64) -> Result<Option<Drill>, LibraryError> {
        let sql = format!("SELECT {COLUMNS} FROM drills WHERE id = ?1");
        Ok(self.lock().query_row(&sql, [id], read).optional()?)
    }

    /// The drill that is due the longest, of a kind (and lesson) or of any; with `early` also one that is not due yet.
    pub(crate) fn next_drill(
        &self,
        kind: &str,
        lesson: &str,
        early: bool,
    ) -> Result<Option<Drill>, LibraryError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM drills WHERE (?1 = '' OR kind = ?1) AND (?2 OR due <= ?3)
             AND (?4 = '' OR json_extract(content, '$.lesson') = ?4) ORDER BY due, id LIMIT 1"
        );
        Ok(self.lock().query_row(&sql, params![kind, early, now(), lesson], read).optional()?)
    }

    /// Drills of a kind, the newest first.
    pub(crate) fn drills(&self, kind: &str, skip: u32, most: u32) -> Result<Vec<Drill>, LibraryError> {
        let sql = format!("SELECT {COLUMNS} FROM drills WHERE kind = ?1 ORDER BY id DESC LIMIT ?3 OFFSET ?2");
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params![kind, skip, most], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Notes an answer and when the drill comes back.
    pub(crate) fn answer_drill(
        &self,
        drill: &Drill,
        answer: &str,
        passed: bool,
    ) -> Result<f64, LibraryError> {
        let (days, ease, streak) = schedule(drill.interval_days, drill.ease, drill.streak, passed);
        let due = now() + if passed { (days * DAY) as i64 } else { AGAIN };
        let mut connection = self.lock();
        let change = connection.transaction()?;
        change.execute(
            "INSERT INTO attempts (drill, at, answer, passed) VALUES (?1, ?2, ?3, ?4)",
            params![drill.id, now(), answer, passed],
        )?;
        change.execute(
            "UPDATE drills SET due = ?2, interval_days = ?3, ease = ?4, streak = ?5, tries = tries + 1,
             lapses = lapses + ?6 WHERE id = ?1",
            params![drill.id, due, days, ease, streak, u8::from(!passed && drill.streak > 0)],
        )?;
        change.commit()?;
        Ok(days)
    }

    /// How far somebody is with a kind of drill, or with all.
    pub(crate) fn progress(&self, kind: &str) -> Result<Progress, LibraryError> {
        let sql = "SELECT count(*), coalesce(sum(due <= ?2), 0), coalesce(sum(tries = 0), 0),
                   coalesce(sum(streak >= 3), 0) FROM drills WHERE ?1 = '' OR kind = ?1";
        let attempts =
            "SELECT count(*), coalesce(sum(passed), 0) FROM attempts JOIN drills ON drill = drills.id
                        WHERE ?1 = '' OR kind = ?1";
        let connection = self.lock();
        let (answers, right) =
            connection.query_row(attempts, [kind], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(connection.query_row(sql, params![kind, now()], |row| {
            Ok(Progress {
                drills: row.get(0)?,
                due: row.get(1)?,
                fresh: row.get(2)?,
                known: row.get(3)?,
                answers,
                right,
            })
        })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_comes_back_later_and_later_and_a_lapse_starts_again() {
        let (mut days, mut ease, mut streak) = (0.0, 2.5, 0);
        let mut seen = Vec::new();
        for _ in 0..5 {
            (days, ease, streak) = schedule(days, ease, streak, true);
            seen.push(days);
        }
        assert!(seen.is_sorted_by(|a, b| a < b) && seen[4] > 30.0, "{seen:?}");
        let (days, lower, streak) = schedule(days, ease, streak, false);
        assert_eq!((days, streak), (0.0, 0));
        assert!(lower < ease);
    }

    #[test]
    fn drills_are_listed_and_those_of_a_lesson_come_alone() {
        let dir = tempfile::tempdir().unwrap();
        let library = Library::open(&dir.path().join("l.sqlite")).unwrap();
        for (fen, lesson) in [("one", "rook"), ("two", "pawn"), ("three", "pawn")] {
            library.add_drill("endgame", fen, None, &format!("{{\"lesson\":\"{lesson}\"}}")).unwrap();
        }
        let next =
            |lesson: &str| library.next_drill("endgame", lesson, false).unwrap().map(|drill| drill.fen);
        assert_eq!((next("pawn").as_deref(), next("rook").as_deref()), (Some("two"), Some("one")));
        assert_eq!((next("").as_deref(), next("queen")), (Some("one"), None));
        let listed = |skip, most| -> Vec<String> {
            library.drills("endgame", skip, most).unwrap().into_iter().map(|drill| drill.fen).collect()
        };
        assert_eq!((listed(0, 2), listed(2, 2)), (vec!["three".into(), "two".into()], vec!["one".into()]));
        assert!(library.drills("mistake", 0, 9).unwrap().is_empty());
    }

    #[test]
    fn answers_are_counted() {
        let dir = tempfile::tempdir().unwrap();
        let library = Library::open(&dir.path().join("l.sqlite")).unwrap();
        assert!(library.add_drill("endgame", "fen", None, "{}").unwrap());
        assert!(!library.add_drill("endgame", "fen", None, "{}").unwrap(), "kept once");
        let drill = library.next_drill("", "", false).unwrap().unwrap();
        library.answer_drill(&drill, "e4", true).unwrap();
        assert!(library.next_drill("", "", false).unwrap().is_none(), "not due any more");
        let progress = library.progress("endgame").unwrap();
        assert_eq!((progress.drills, progress.due, progress.answers, progress.right), (1, 0, 1, 1));
    }
}
