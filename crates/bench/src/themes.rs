//! Strategic themes: is the theme for which a move is best named in the words about it?
//!
//! A suite is a table of positions with their best move and its theme; half of them was looked at when phrases were made, the other half was not.
//! What counts as naming a theme is a table of words: one of its patterns must stand in one sentence about the move, every part of it.

use std::{collections::BTreeMap, fmt};

use anyhow::{Context as _, bail, ensure};
use philidor_chess::{
    parse_fen, parse_move,
    shakmaty::{Chess, Move},
};
use philidor_session::Session;
use philidor_tutor::plan::PartKind;
use serde::Serialize;

use crate::chessqa::Tally;

/// The positions that come with the program.
const POSITIONS: &str = include_str!("../data/themes.tsv");
/// The words by which themes are known.
const WORDS: &str = include_str!("../data/theme-words.tsv");

/// Whether a position was looked at when phrases were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// It was.
    Seen,
    /// It was not.
    Held,
}

/// A position with the move that is best in it and what for.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The theme's name.
    pub theme: String,
    /// Seen or held out.
    pub half: Half,
    /// The position as it is written.
    pub fen: String,
    position: Chess,
    best: Move,
}

/// Words that name one theme.
#[derive(Debug, Clone)]
struct Named {
    theme: String,
    /// Each is a list of parts that all stand in one sentence.
    patterns: Vec<Vec<String>>,
}

/// Positions, and the words by which their themes are known.
#[derive(Debug, Clone)]
pub struct Suite {
    problems: Vec<Problem>,
    words: Vec<Named>,
}

/// Lines of a table, their numbers and fields.
fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| (at + 1, line.split('\t').collect()))
}

fn named(text: &str) -> anyhow::Result<Vec<Named>> {
    let read = |(at, fields): (usize, Vec<&str>)| match fields.as_slice() {
        [theme, patterns] => {
            let parts = |pattern: &str| pattern.split('&').map(|part| part.trim().to_lowercase()).collect();
            Ok(Named { theme: (*theme).to_owned(), patterns: patterns.split('|').map(parts).collect() })
        }
        _ => bail!("line {at}: a theme and its words are wanted, with a tab between"),
    };
    rows(text).map(read).collect()
}

impl Suite {
    /// The suite that comes with the program.
    pub fn ours() -> anyhow::Result<Suite> {
        Suite::parse(POSITIONS)
    }

    /// Reads a table of positions: theme, `seen` or `held`, best move, FEN.
    pub fn parse(text: &str) -> anyhow::Result<Suite> {
        let words = named(WORDS)?;
        let mut problems = Vec::new();
        for (at, fields) in rows(text) {
            let [theme, half, mv, fen] = fields.as_slice() else {
                bail!("line {at}: theme, seen or held, move and FEN are wanted, with tabs between");
            };
            ensure!(
                words.iter().any(|named| named.theme == *theme),
                "line {at}: no theme is called {theme:?}"
            );
            let half = match *half {
                "seen" => Half::Seen,
                "held" => Half::Held,
                other => bail!("line {at}: {other:?} is neither seen nor held"),
            };
            let position = parse_fen(fen).with_context(|| format!("line {at}"))?;
            let best = parse_move(&position, mv).with_context(|| format!("line {at}"))?;
            problems.push(Problem {
                theme: (*theme).to_owned(),
                half,
                fen: (*fen).to_owned(),
                position,
                best,
            });
        }
        ensure!(!problems.is_empty(), "there are no positions");
        Ok(Suite { problems, words })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.problems.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The sentences name the theme.
    pub fn names(&self, theme: &str, sentences: &[String]) -> bool {
        let low: Vec<String> = sentences.iter().map(|text| text.to_lowercase()).collect();
        let stands =
            |parts: &Vec<String>| low.iter().any(|text| parts.iter().all(|part| text.contains(part)));
        let patterns = self.words.iter().find(|named| named.theme == theme).map(|named| &named.patterns);
        patterns.is_some_and(|patterns| patterns.iter().any(stands))
    }

    /// The positions.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &Chess> {
        self.problems.iter().map(|problem| &problem.position)
    }

    /// Explains every best move and looks for its theme in what is said of it.
    pub fn run(&self, session: &Session, tell: &mut dyn FnMut()) -> anyhow::Result<Report> {
        let mut report = Report::default();
        for problem in &self.problems {
            let explained = session.explain(&problem.position, Some(problem.best))?;
            let about = explained.text.sections.iter().filter(|section| section.kind == PartKind::Move);
            let sentences: Vec<String> =
                about.flat_map(|section| &section.sentences).map(|sentence| sentence.text.clone()).collect();
            let right = self.names(&problem.theme, &sentences);
            report.themes.entry(problem.theme.clone()).or_default()[problem.half as usize].add(right);
            report.halves[problem.half as usize].add(right);
            report.cases.push(Case {
                theme: problem.theme.clone(),
                half: problem.half,
                fen: problem.fen.clone(),
                named: right,
                said: sentences.join(" "),
            });
            tell();
        }
        Ok(report)
    }
}

/// What was said of one best move.
#[derive(Debug, Clone, Serialize)]
pub struct Case {
    /// The theme.
    pub theme: String,
    /// Seen or held out.
    pub half: Half,
    /// The position.
    pub fen: String,
    /// The theme is named.
    pub named: bool,
    /// The words.
    pub said: String,
}

/// How often the theme is named.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// By theme: positions that were looked at, and those that were held out.
    pub themes: BTreeMap<String, [Tally; 2]>,
    /// All: positions that were looked at, and those that were held out.
    pub halves: [Tally; 2],
    /// Position by position.
    pub cases: Vec<Case>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "theme named in the words about the best move{:>14}{:>14}", "seen", "held out")?;
        let all = [("all".to_owned(), self.halves)];
        for (theme, halves) in self.themes.iter().map(|(name, halves)| (name.clone(), *halves)).chain(all) {
            write!(f, "{theme:<44}")?;
            for tally in halves {
                write!(f, "{:>4} of {:<3}{:>4.0} %", tally.right, tally.of, tally.percent())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_suite_has_ten_positions_for_each_theme_and_half_of_them_held_out() {
        let suite = Suite::ours().expect("our own table");
        for Named { theme, .. } in &suite.words {
            let all: Vec<&Problem> = suite.problems.iter().filter(|p| p.theme == *theme).collect();
            assert_eq!(all.len(), 10, "{theme}");
            assert_eq!(all.iter().filter(|p| p.half == Half::Held).count(), 5, "{theme}");
        }
        let mut places: Vec<&str> = suite.problems.iter().map(|p| p.fen.as_str()).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), suite.len(), "a position stands there twice");
    }

    #[test]
    fn a_theme_is_named_by_its_words_in_one_sentence() {
        let suite = Suite::ours().expect("our own table");
        let said = |text: &str| [text.to_owned()];
        assert!(suite.names("seventh rank", &said("20.Rd7 invades on the seventh rank.")));
        assert!(!suite.names("seventh rank", &said("20.Rd7 puts pressure on the pawn on b7.")));
        let apart = ["It gives the bishop.".to_owned(), "The knight is strong.".to_owned()];
        assert!(!suite.names("bishop against knight", &apart));
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said_with_its_line() {
        for (text, wanted) in [
            ("", "no positions"),
            ("seventh rank\tseen\te4", "line 1"),
            ("# head\nno such theme\tseen\te4\tstart", "line 2: no theme"),
            ("seventh rank\tmaybe\te4\t8/8/8/8/8/8/8/8 w - - 0 1", "neither seen nor held"),
        ] {
            let error = Suite::parse(text).expect_err("a faulty table").to_string();
            assert!(error.contains(wanted), "{text:?}: {error}");
        }
    }
}
