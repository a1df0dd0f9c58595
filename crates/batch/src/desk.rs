//! Whoever has games to be looked at and keeps what was found: a file that is annotated, a lake that is filled, a player's records.

use std::{
    collections::BTreeMap,
    io::{BufRead, Write},
    path::Path,
};

use anyhow::{Context, bail};
use philidor_chess::{
    pgn::{Entry, Game, Games},
    shakmaty::Color,
};
use philidor_files::resume::{State, digest};
use philidor_profile::{Collection, Record};
use philidor_report::{
    annotated::{
        Counts, Waiting,
        many::{Annotator, Done},
    },
    lake::{self, Lake},
};

use crate::look::{Job, Outcome};

/// Has games, and keeps what was found. Numbers are places in the file, from 0.
pub trait Desk {
    /// The next game that is still to be looked at; none after the last.
    fn next(&mut self) -> anyhow::Result<Option<Job>>;

    /// Keeps what was found about a game.
    fn keep(&mut self, number: u32, outcome: Outcome) -> anyhow::Result<()>;

    /// Whether that is on disk.
    fn is_safe(&self, number: u32) -> bool;

    /// All games are looked at.
    fn finish(&mut self) -> anyhow::Result<()>;
}

/// The games of a file in their order, those that cannot be used with the reason.
struct Entries<'h> {
    games: Games<Box<dyn BufRead + Send>>,
    name: String,
    next: u32,
    /// Why the file could not be read to its end.
    cut: Option<String>,
    waiting: &'h dyn Waiting,
}

/// A game, and what is wrong with it.
type Numbered = (u32, Game, Option<String>);

impl<'h> Entries<'h> {
    fn open(path: &Path, waiting: &'h dyn Waiting) -> anyhow::Result<Entries<'h>> {
        let failed = || format!("cannot read {}", path.display());
        let games = Games::new(philidor_games::open(path).with_context(failed)?);
        Ok(Entries { games, name: path.display().to_string(), next: 0, cut: None, waiting })
    }

    fn next(&mut self) -> anyhow::Result<Option<Numbered>> {
        let entry = match self.games.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => return Ok(None),
            // What was read before is kept.
            Err(error) => {
                self.cut =
                    Some(format!("{} ends in the middle, after game {}: {error}", self.name, self.next));
                return Ok(None);
            }
        };
        let number = self.next;
        self.next += 1;
        for warning in self.games.take_warnings() {
            self.complain(warning.line, &format!("{} (in a variation; kept as text)", warning.kind));
        }
        let (game, problem) = match entry {
            Entry::Game(game) => (game, None),
            Entry::Bad { game, problem } => (game, Some((problem.line, problem.kind.to_string()))),
        };
        let empty = game.main_line().next().is_none();
        let problem = problem.or_else(|| empty.then(|| (game.line, "a game without moves".to_owned())));
        if let Some((line, reason)) = &problem {
            self.complain(*line, reason);
        }
        Ok(Some((number, game, problem.map(|(line, reason)| format!("line {line}: {reason}")))))
    }

    /// That the file could be read to its end.
    fn whole(&self) -> anyhow::Result<()> {
        match &self.cut {
            None => Ok(()),
            Some(why) => bail!("{why}; what could be read is kept"),
        }
    }

    fn complain(&self, line: usize, reason: &str) {
        self.waiting.complain(&format!("{}:{line}: {reason}", self.name));
    }
}

/// A lake that is filled from a file of games.
pub(crate) struct LakeFilling<'h> {
    entries: Entries<'h>,
    lake: Lake,
    /// Where the games that are out begin, and their tags, in case they fail.
    out: BTreeMap<u32, Game>,
    /// Games that were looked at, and those that were not.
    counts: Counts,
}

impl<'h> LakeFilling<'h> {
    /// Goes on with a lake, or begins one. `options` is everything that changes the rows.
    pub(crate) fn open(
        input: &Path,
        dir: &Path,
        options: &str,
        waiting: &'h dyn Waiting,
    ) -> anyhow::Result<LakeFilling<'h>> {
        let lake = Lake::open(dir, &digest(input)?, options)?;
        let entries = Entries::open(input, waiting)?;
        Ok(LakeFilling { entries, lake, out: BTreeMap::new(), counts: Counts::default() })
    }

    /// Games in the lake, and those of them that could not be looked at; an error if the file ended in the middle.
    pub(crate) fn counts(&self) -> anyhow::Result<Counts> {
        self.entries.whole().map(|()| self.counts)
    }
}

impl Desk for LakeFilling<'_> {
    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        while let Some((number, game, problem)) = self.entries.next()? {
            match problem {
                _ if self.lake.has(number) => self.counts.good += 1,
                Some(reason) => {
                    self.counts.bad += 1;
                    self.lake.take(number, lake::left_out(number + 1, &game, &reason))?;
                }
                None => {
                    self.out.insert(number, without_moves(&game));
                    return Ok(Some(Job { number, game, colour: Color::White }));
                }
            }
        }
        Ok(None)
    }

    fn keep(&mut self, number: u32, outcome: Outcome) -> anyhow::Result<()> {
        let tags = self.out.remove(&number);
        let part = match (outcome, tags) {
            (Outcome::Part(part), _) => {
                self.counts.good += 1;
                *part
            }
            (other, tags) => {
                self.counts.bad += 1;
                let reason = reason(other);
                self.entries.complain(tags.as_ref().map_or(0, |game| game.line), &reason);
                lake::left_out(number + 1, &tags.unwrap_or_else(|| Game::new(Default::default())), &reason)
            }
        };
        self.lake.take(number, part)
    }

    fn is_safe(&self, number: u32) -> bool {
        self.lake.has(number)
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        self.lake.finish(self.entries.next)
    }
}

/// The tags and the result of a game.
fn without_moves(game: &Game) -> Game {
    let mut tags = Game::new(game.start.clone());
    (tags.line, tags.tags, tags.termination) = (game.line, game.tags.clone(), game.termination);
    tags
}

fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Failed(reason) => format!("not looked at: {reason}"),
        _ => "not looked at: somebody answered another question".to_owned(),
    }
}

/// A file of games that is annotated; finished games are kept in a state file.
pub(crate) struct Annotating<'a, 'h> {
    annotator: &'a Annotator<'h>,
    entries: Entries<'h>,
    state: State,
    done: BTreeMap<usize, Done>,
    /// Games that are out.
    out: BTreeMap<u32, Game>,
}

impl<'a, 'h> Annotating<'a, 'h> {
    /// Goes on with the annotator's state file, or begins one.
    pub(crate) fn open(annotator: &'a Annotator<'h>, input: &Path) -> anyhow::Result<Annotating<'a, 'h>> {
        let (state, done) = annotator.resume(input)?.context("a file that keeps finished games")?;
        let entries = Entries::open(input, annotator.waiting)?;
        Ok(Annotating { annotator, entries, state, done, out: BTreeMap::new() })
    }

    /// Writes all games in their order.
    pub(crate) fn write(&self, out: &mut (dyn Write + Send)) -> anyhow::Result<Counts> {
        let counts = self.annotator.form.write(self.done.values(), out)?;
        Ok(counts)
    }

    /// An error if the file of games ended in the middle.
    pub(crate) fn whole(&self) -> anyhow::Result<()> {
        self.entries.whole()
    }

    fn add(&mut self, number: u32, text: String, good: bool) -> anyhow::Result<()> {
        let done = Done { game: number as usize, text, good };
        self.state.keep(&done)?;
        self.done.insert(done.game, done);
        Ok(())
    }
}

impl Desk for Annotating<'_, '_> {
    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        while let Some((number, game, problem)) = self.entries.next()? {
            match problem {
                _ if self.is_safe(number) => {}
                Some(reason) => self.add(number, self.annotator.form.failed(&game, &reason), false)?,
                None => {
                    self.out.insert(number, game.clone());
                    return Ok(Some(Job { number, game, colour: Color::White }));
                }
            }
        }
        Ok(None)
    }

    fn keep(&mut self, number: u32, outcome: Outcome) -> anyhow::Result<()> {
        let game = self.out.remove(&number);
        match (outcome, game) {
            (Outcome::Text(text), _) => self.add(number, text, true),
            (other, game) => {
                let reason = reason(other).replace("looked at", "annotated");
                let game = game.unwrap_or_else(|| Game::new(Default::default()));
                self.entries.complain(game.line, &reason);
                self.add(number, self.annotator.form.failed(&game, &reason), false)
            }
        }
    }

    fn is_safe(&self, number: u32) -> bool {
        self.done.contains_key(&(number as usize))
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// A player's games, of which records are made.
pub(crate) struct Profiling<'c> {
    games: std::slice::Iter<'c, philidor_profile::Mine>,
    state: Option<State>,
    records: BTreeMap<usize, Record>,
    waiting: &'c dyn Waiting,
    /// Games that could not be looked at, with their reasons.
    failed: Vec<String>,
}

impl<'c> Profiling<'c> {
    /// Goes on with what is kept in a state file, if there is one.
    pub(crate) fn open(
        mine: &'c Collection,
        file: &Path,
        nodes: u64,
        state: Option<&Path>,
        waiting: &'c dyn Waiting,
    ) -> anyhow::Result<Profiling<'c>> {
        let (state, known) = mine.resume(file, nodes, state)?;
        let records = known.into_iter().map(|record| (record.number, record)).collect();
        Ok(Profiling { games: mine.games.iter(), state, records, waiting, failed: Vec::new() })
    }

    /// The records of these games in their order, and what could not be looked at.
    pub(crate) fn records(self, mine: &Collection) -> (Vec<Record>, Vec<String>) {
        let mut all = self.records;
        (mine.games.iter().filter_map(|game| all.remove(&game.number)).collect(), self.failed)
    }
}

impl Desk for Profiling<'_> {
    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        let known = &self.records;
        let game = self.games.find(|mine| !known.contains_key(&mine.number));
        Ok(game.map(|mine| Job {
            number: mine.number as u32 - 1,
            game: mine.game.clone(),
            colour: mine.colour,
        }))
    }

    fn keep(&mut self, number: u32, outcome: Outcome) -> anyhow::Result<()> {
        match outcome {
            Outcome::Record(record) => {
                if let Some(state) = &self.state {
                    state.keep(&record)?;
                }
                self.records.insert(record.number, *record);
            }
            other => {
                let why = format!("game {}: {}", number + 1, reason(other));
                self.waiting.complain(&why);
                self.failed.push(why);
            }
        }
        Ok(())
    }

    fn is_safe(&self, number: u32) -> bool {
        self.records.contains_key(&(number as usize + 1))
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}
