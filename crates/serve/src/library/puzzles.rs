//! Puzzles among the drills: which comes next, how strong the solver is, and how many days in a row somebody practised.

use rusqlite::{OptionalExtension, params};

use super::{
    Library, LibraryError,
    drills::{COLUMNS, Drill, read},
    now,
    search::Counted,
};

/// A puzzle to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewPuzzle {
    pub(crate) fen: String,
    /// As JSON.
    pub(crate) content: String,
    pub(crate) rating: Option<u32>,
    pub(crate) themes: Vec<String>,
}

/// A solver of whom nothing is known.
const FIRST_LEVEL: f64 = 1200.0;
/// How far one answer moves the level.
const STEP: f64 = 40.0;
/// Every so many puzzles a quiet position comes: nobody tells a player that there is something to find.
const QUIET: i64 = 6;
const DAY: i64 = 86_400;

/// How strong a solver is after these answers: ratings of puzzles, and whether they were solved.
fn level(answers: impl Iterator<Item = (u32, bool)>) -> u32 {
    let after = answers.fold(FIRST_LEVEL, |level, (rating, passed)| {
        let expected = 1.0 / (1.0 + 10_f64.powf((f64::from(rating) - level) / 400.0));
        level + STEP * (f64::from(u8::from(passed)) - expected)
    });
    after.clamp(400.0, 3200.0).round() as u32
}

/// Days in a row that end today or yesterday, of days in falling order.
fn in_a_row(days: &[i64], today: i64) -> u32 {
    let Some(&last) = days.first().filter(|&&day| day >= today - 1) else { return 0 };
    days.iter().zip(0..).take_while(|(day, i)| **day == last - i).count() as u32
}

impl Library {
    /// Keeps puzzles, all or none; returns how many are new.
    pub(crate) fn add_puzzles(&self, puzzles: &[NewPuzzle]) -> Result<usize, LibraryError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let mut fresh = 0;
        {
            let mut keep = change.prepare_cached(
                "INSERT INTO drills (kind, fen, content, added, due, rating, themes)
                 VALUES ('puzzle', ?1, ?2, ?3, ?3, ?4, ?5) ON CONFLICT (kind, fen) DO NOTHING",
            )?;
            for NewPuzzle { fen, content, rating, themes } in puzzles {
                let themes =
                    if themes.is_empty() { String::new() } else { format!(" {} ", themes.join(" ")) };
                fresh += keep.execute(params![fen, content, now(), rating, themes])?;
            }
        }
        change.commit()?;
        Ok(fresh)
    }

    /// How strong the solver of puzzles is.
    pub(crate) fn puzzle_level(&self) -> Result<u32, LibraryError> {
        let sql = "SELECT rating, passed FROM attempts JOIN drills ON drill = drills.id
                   WHERE kind = 'puzzle' AND rating IS NOT NULL ORDER BY attempts.id";
        let connection = self.lock();
        let mut found = connection.prepare_cached(sql)?;
        let answers = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(level(answers.collect::<Result<Vec<_>, _>>()?.into_iter()))
    }

    /// The next puzzle with a theme, or with any: one that is due again, else a new one as difficult as the solver is strong, else
    /// one that is not due yet. Now and then a quiet position instead, if there are any.
    pub(crate) fn next_puzzle(&self, theme: &str, early: bool) -> Result<Option<Drill>, LibraryError> {
        let level = self.puzzle_level()?;
        let theme = if theme.is_empty() { String::new() } else { format!(" {theme} ") };
        let connection = self.lock();
        let one = |condition: &str, order: &str| -> Result<Option<Drill>, LibraryError> {
            let sql = format!(
                "SELECT {COLUMNS} FROM drills WHERE {condition} AND (?1 = '' OR kind = 'quiet' OR instr(themes, ?1) > 0)
                   AND ?2 >= 0 AND ?3 >= 0 ORDER BY {order} LIMIT 1"
            );
            let mut found = connection.prepare_cached(&sql)?;
            Ok(found.query_row(params![theme, now(), level], read).optional()?)
        };
        let answered: i64 = connection.query_row(
            "SELECT count(*) FROM attempts JOIN drills ON drill = drills.id WHERE kind IN ('puzzle', 'quiet')",
            [],
            |row| row.get(0),
        )?;
        if answered % QUIET == QUIET - 1
            && let Some(quiet) = one("kind = 'quiet' AND due <= ?2", "due, id")?
        {
            return Ok(Some(quiet));
        }
        if let Some(again) = one("kind = 'puzzle' AND tries > 0 AND due <= ?2", "due, id")? {
            return Ok(Some(again));
        }
        // Among those of about the right difficulty any may come; the order is that of a shuffle which is always the same.
        let nearest = "abs(coalesce(rating, 1500) - ?3) / 100, (id * 2654435761) % 4294967296";
        if let Some(fresh) = one("kind = 'puzzle' AND tries = 0", nearest)? {
            return Ok(Some(fresh));
        }
        if early { one("kind = 'puzzle'", "due, id") } else { Ok(None) }
    }

    /// The themes of all puzzles, the most frequent first.
    pub(crate) fn puzzle_themes(&self) -> Result<Vec<Counted>, LibraryError> {
        let connection = self.lock();
        let mut found = connection.prepare_cached("SELECT themes FROM drills WHERE kind = 'puzzle'")?;
        let mut rows = found.query([])?;
        let mut counts = std::collections::BTreeMap::<String, usize>::new();
        while let Some(row) = rows.next()? {
            for theme in row.get_ref(0)?.as_str().unwrap_or_default().split_whitespace() {
                match counts.get_mut(theme) {
                    Some(count) => *count += 1,
                    None => drop(counts.insert(theme.to_owned(), 1)),
                }
            }
        }
        let mut counts: Vec<Counted> =
            counts.into_iter().map(|(name, games)| Counted { name, games }).collect();
        counts.sort_by_key(|counted| std::cmp::Reverse(counted.games));
        Ok(counts)
    }

    /// How many days in a row somebody has practised, today or yesterday included.
    pub(crate) fn days_in_a_row(&self) -> Result<u32, LibraryError> {
        let connection = self.lock();
        let sql = format!("SELECT DISTINCT at / {DAY} AS day FROM attempts ORDER BY day DESC LIMIT 1000");
        let mut found = connection.prepare_cached(&sql)?;
        let days = found.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
        Ok(in_a_row(&days, now() / DAY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_solves_what_is_difficult_is_given_more_difficult_ones() {
        assert_eq!(level([].into_iter()), 1200);
        assert!(level([(1500, true), (1600, true)].into_iter()) > 1250);
        assert!(level([(900, false), (900, false)].into_iter()) < 1150);
    }

    #[test]
    fn days_are_counted_while_none_is_missed() {
        assert_eq!(in_a_row(&[], 100), 0);
        assert_eq!(in_a_row(&[98, 97], 100), 0);
        assert_eq!(in_a_row(&[99, 98, 96], 100), 2);
        assert_eq!(in_a_row(&[100, 99, 98], 100), 3);
    }

    #[test]
    fn the_next_puzzle_has_the_theme_and_is_about_as_difficult_as_the_solver_is_strong() {
        let dir = tempfile::tempdir().unwrap();
        let library = Library::open(&dir.path().join("l.sqlite")).unwrap();
        let puzzle = |fen: &str, rating, theme: &str| NewPuzzle {
            fen: fen.to_owned(),
            content: "{}".to_owned(),
            rating: Some(rating),
            themes: vec!["short".to_owned(), theme.to_owned()],
        };
        let all = [puzzle("a", 2200, "fork"), puzzle("b", 1250, "fork"), puzzle("c", 1210, "pin")];
        assert_eq!(library.add_puzzles(&all).unwrap(), 3);
        assert_eq!(library.add_puzzles(&all).unwrap(), 0, "kept once");
        assert_eq!(library.next_puzzle("fork", false).unwrap().unwrap().fen, "b");
        assert!(library.next_puzzle("skewer", true).unwrap().is_none());
        let themes: Vec<String> = library.puzzle_themes().unwrap().into_iter().map(|t| t.name).collect();
        assert_eq!(themes, ["short", "fork", "pin"]);
        // What went wrong comes back after the new ones have their turn, when it is due.
        let b = library.next_puzzle("fork", false).unwrap().unwrap();
        library.answer_drill(&b, "e4", false).unwrap();
        assert_eq!(library.next_puzzle("fork", false).unwrap().unwrap().fen, "a");
        assert!(library.puzzle_level().unwrap() < 1200);
        assert_eq!(library.days_in_a_row().unwrap(), 1);
        // Every sixth is quiet, whatever the theme.
        library.add_drill("quiet", "q", None, "{}").unwrap();
        for _ in 0..4 {
            library.answer_drill(&b, "e4", true).unwrap();
        }
        assert_eq!(library.next_puzzle("fork", false).unwrap().unwrap().kind, "quiet");
    }
}
