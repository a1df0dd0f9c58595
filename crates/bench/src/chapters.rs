//! Games that a book has sorted under themes: is the chapter among the themes that our story of the game names?
//!
//! Boards and the result decide what a game was about, so nothing is searched. A chapter is the number at the head of a game's tag `Theme` ("19: Isolated
//! Pawn"); which of our themes say the same is a table.

use std::{collections::BTreeMap, fmt, path::Path};

use anyhow::{Context as _, ensure};
use philidor_chess::{pgn::Game, shakmaty::Chess};
use philidor_tutor::annotate::{
    outcome,
    themes::{Known, shares, themes},
};
use serde::Serialize;

use crate::{chessqa::Tally, judge::first_games};

/// Which of our themes say what a chapter is about: the number, its themes.
const SAME: &str = include_str!("../data/chapters.tsv");

/// The themes of each chapter.
fn same() -> BTreeMap<u32, Vec<String>> {
    let rows = SAME.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (number, names) = line.split_once('\t')?;
        let names = names.split_whitespace().map(|name| format!("theme-{name}")).collect();
        Some((number.parse().ok()?, names))
    };
    rows.filter_map(read).collect()
}

/// One game.
#[derive(Debug, Clone, Serialize)]
pub struct Filed {
    /// The chapter.
    pub chapter: u32,
    /// The chapter is among our themes; nothing if we have no theme for it.
    pub named: bool,
    /// What we say that it was about.
    pub themes: Vec<&'static str>,
    /// The share of the game in which each thing holds.
    pub shares: Vec<(&'static str, f64)>,
}

/// How often the chapter is named.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// By chapter.
    pub chapters: BTreeMap<u32, Tally>,
    /// Games of all chapters.
    pub all: Tally,
    /// Game by game.
    pub games: Vec<Filed>,
}

impl Report {
    /// Chapters of which at least half of the games are told so.
    fn told(&self) -> usize {
        self.chapters.values().filter(|tally| 2 * tally.right >= tally.of).count()
    }
}

/// All positions of a game.
fn positions(game: &Game) -> Vec<Chess> {
    let mut all = vec![game.start.clone()];
    for id in game.main_line() {
        let next = all.last().and_then(|pos| game.node(id).ply.play(pos));
        let Some(next) = next else { break };
        all.push(next);
    }
    all
}

/// Files the games of a collection under our themes and compares.
pub fn run(path: &Path) -> anyhow::Result<Report> {
    let same = same();
    let mut report = Report::default();
    for game in first_games(path, usize::MAX)? {
        let Some(tag) = game.tag("Theme") else { continue };
        let number = tag.split(':').next().and_then(|number| number.trim().parse().ok());
        let chapter: u32 =
            number.with_context(|| format!("{tag:?} does not begin with the number of a chapter"))?;
        let positions = positions(&game);
        let outcome = outcome(&game);
        let themes = themes(&positions, Known { outcome, ..Known::default() });
        let ours = same.get(&chapter);
        let named = ours.is_some_and(|ours| themes.iter().any(|theme| ours.iter().any(|name| name == theme)));
        report.chapters.entry(chapter).or_default().add(named);
        report.all.add(named);
        report.games.push(Filed { chapter, named, themes, shares: shares(&positions, outcome) });
    }
    ensure!(report.all.of > 0, "{} has no game with a tag Theme", path.display());
    Ok(report)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (chapter, tally) in &self.chapters {
            writeln!(
                f,
                "chapter {chapter:>2}  {:>3} of {:<3} {:>4.0} %",
                tally.right,
                tally.of,
                tally.percent()
            )?;
        }
        writeln!(f, "games       {:>3} of {:<3} {:>4.0} %", self.all.right, self.all.of, self.all.percent())?;
        let (told, of) = (self.told(), self.chapters.len());
        writeln!(
            f,
            "chapters    {told:>3} of {of:<3} {:>4.0} % (half of their games or more)",
            100.0 * told as f64 / of.max(1) as f64
        )
    }
}

#[cfg(test)]
mod tests {
    use philidor_tutor::annotate::themes::Outcome;

    use super::*;

    #[test]
    fn every_theme_of_a_chapter_is_one_of_ours() {
        let known: Vec<&str> =
            shares(&[Chess::default()], Outcome::Open).into_iter().map(|(name, _)| name).collect();
        let more = ["theme-development", "theme-sacrifice", "theme-mate"];
        for (chapter, names) in same() {
            for name in names {
                let ours = known.contains(&name.as_str()) || more.contains(&name.as_str());
                assert!(ours, "chapter {chapter}: {name}");
            }
        }
        assert!(!same().is_empty());
    }
}
