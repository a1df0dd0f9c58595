//! How many of the tutor's claims about the positions of files the independent checker finds true, and how many false ones it lets through.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_files::resume::{Identity, State, digest};
use philidor_fit::claims::{Found, Item, Options, Tally, check};
use philidor_games::Games;
use philidor_session::Session;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::puzzles::Rows;

/// Who waits for an audit.
pub trait Waiting: Sync {
    /// The positions of a file are about to be checked.
    fn begin(&self, positions: usize);
    /// Some more of them are checked.
    fn checked(&self, positions: usize);
    /// A file is done.
    fn done(&self, file: &FileAudit<'_>) -> anyhow::Result<()>;
    /// Whether to stop.
    fn stopped(&self) -> bool;
}

/// A file that was checked; printed, it is one line.
pub struct FileAudit<'a> {
    path: &'a Path,
    positions: usize,
    found: &'a Found,
}

impl std::fmt::Display for FileAudit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sum = self.found.total();
        let name = self
            .path
            .file_name()
            .map_or_else(|| self.path.display().to_string(), |n| n.to_string_lossy().into());
        let share = share(sum.failed, sum.claims);
        write!(
            f,
            "{name}: {} positions, {} claims, {} dropped ({share})",
            self.positions, sum.claims, sum.failed
        )
    }
}

/// What to check.
pub struct Audit<'a> {
    /// Games (PGN) and puzzles (CSV, EPD).
    pub files: &'a [PathBuf],
    /// Only every n-th position is taken.
    pub every: u64,
    /// How closely to look.
    pub options: Options,
    /// Nodes of each search.
    pub nodes: u64,
    /// Where finished parts are kept.
    pub state: Option<&'a Path>,
}

/// What all files together gave.
pub struct Audited {
    found: Found,
    positions: usize,
    nodes: u64,
    options: Options,
}

/// A part of a run: some positions of a file.
#[derive(Serialize, Deserialize)]
struct Part {
    file: usize,
    part: usize,
    found: Found,
}

/// Positions of a part.
const PART: usize = 500;

/// What of a file was done before, and where to keep what is done now.
struct Kept<'a> {
    file: usize,
    state: Option<&'a State>,
    done: Vec<Part>,
}

impl Audit<'_> {
    /// Checks all files; `eval` names the evaluation behind the session.
    pub fn run(&self, session: &Session, eval: &str, waiting: &dyn Waiting) -> anyhow::Result<Audited> {
        let (state, mut done) = match self.state {
            None => (None, Vec::new()),
            Some(path) => {
                let (state, done) = State::open::<Part>(path, &self.identity(eval)?)?;
                (Some(state), done)
            }
        };
        let (mut all, mut positions) = (Found::default(), 0);
        for (number, path) in self.files.iter().enumerate() {
            let items = read(path, self.every)?;
            let (here, rest) = done.into_iter().partition(|part| part.file == number);
            done = rest;
            let kept = Kept { file: number, state: state.as_ref(), done: here };
            let found = self.file(session, &items, &kept, waiting)?;
            positions += items.len();
            waiting.done(&FileAudit { path, positions: items.len(), found: &found })?;
            all = all.merge(&found);
        }
        Ok(Audited { found: all, positions, nodes: self.nodes, options: self.options })
    }

    fn identity(&self, eval: &str) -> anyhow::Result<Identity> {
        let digests = self.files.iter().map(|path| digest(path)).collect::<anyhow::Result<Vec<_>>>()?;
        let Options { mutants, list } = self.options;
        Ok(Identity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            input: digests.join(" "),
            options: format!("{} {} {mutants} {list} {eval}", self.nodes, self.every),
        })
    }

    fn file(
        &self,
        session: &Session,
        items: &[Item],
        kept: &Kept<'_>,
        waiting: &dyn Waiting,
    ) -> anyhow::Result<Found> {
        waiting.begin(items.len());
        let mut all = Found::default();
        for (number, items) in items.chunks(PART).enumerate() {
            if let Some(done) = kept.done.iter().find(|part| part.part == number) {
                all = all.merge(&done.found);
                waiting.checked(items.len());
                continue;
            }
            let one = |item: &Item| {
                let found = check(session, item, self.options).with_context(|| write_fen(&item.pos));
                waiting.checked(1);
                found
            };
            let found: anyhow::Result<Vec<Found>> = items.par_iter().map(one).collect();
            if waiting.stopped() {
                let kept = if kept.state.is_some() { "; the same command resumes from here" } else { "" };
                bail!("interrupted{kept}");
            }
            let found = found?.iter().fold(Found::default(), Found::merge);
            all = all.merge(&found);
            if let Some(state) = kept.state {
                state.keep(&Part { file: kept.file, part: number, found })?;
            }
        }
        Ok(all)
    }
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}

impl Audited {
    /// For programs.
    pub fn json(&self) -> Value {
        let sum = self.found.total();
        let kind = |(kind, t): (&String, &Tally)| {
            let value = json!({
                "claims": t.claims, "dropped": t.failed, "on_the_board": t.board, "by_the_line": t.line,
                "mutants": t.mutants, "killed": t.killed,
            });
            (kind.clone(), value)
        };
        let kinds: BTreeMap<_, _> = self.found.kinds.iter().map(kind).collect();
        json!({
            "positions": self.positions, "nodes": self.nodes, "claims": sum.claims, "dropped": sum.failed, "kinds": kinds,
            "fields": self.found.fields,
        })
    }

    /// For a terminal: kinds of claims, mutants by field if they were made, and what was to be listed.
    pub fn text(&self) -> String {
        let Options { mutants, list } = self.options;
        let header = if mutants { "   mutants  rejected" } else { "" };
        let mut out = format!(
            "{:<16} {:>8} {:>8} {:>9} {:>9} {:>9}{header}\n",
            "kind", "claims", "dropped", "share", "on board", "by line"
        );
        let sum = self.found.total();
        for (kind, t) in self.found.kinds.iter().chain([(&"all".to_owned(), &sum)]) {
            let rejected = match mutants {
                true => format!("  {:>8} {:>9}", t.mutants, share(t.killed, t.mutants)),
                false => String::new(),
            };
            out += &format!(
                "{kind:<16} {:>8} {:>8} {:>9} {:>9} {:>9}{rejected}\n",
                t.claims,
                t.failed,
                share(t.failed, t.claims),
                share(t.board, t.claims),
                share(t.line, t.claims),
            );
        }
        if mutants {
            out += &format!("\n{:<44} {:>8} {:>9}\n", "field", "mutants", "noticed");
            for (field, (killed, made)) in &self.found.fields {
                out += &format!("{field:<44} {made:>8} {:>9}\n", share(*killed, *made));
            }
        }
        if list {
            self.found
                .failures
                .iter()
                .chain(&self.found.survivors)
                .for_each(|text| out += &format!("{text}\n"));
        }
        out
    }
}

/// Every N-th position of a file: games, or puzzles.
fn read(path: &Path, every: u64) -> anyhow::Result<Vec<Item>> {
    let name = path.to_string_lossy();
    if name.ends_with(".csv") || name.ends_with(".epd") {
        return read_puzzles(path, every);
    }
    let mut games = Games::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut items = Vec::new();
    let mut number = 0;
    while let Some(game) = games.next_game().with_context(|| format!("cannot read {}", path.display()))? {
        let mut pos = game.start.clone();
        let mut previous: Option<(Chess, Move)> = None;
        for mv in game.moves {
            number += 1;
            if number % every == 0 {
                items.push(Item { pos: pos.clone(), mv, previous: previous.clone() });
            }
            let before = pos.clone();
            pos.play_unchecked(mv);
            previous = Some((before, mv));
        }
    }
    anyhow::ensure!(!items.is_empty(), "{} holds no games, or fewer than {every} moves", path.display());
    Ok(items)
}

fn read_puzzles(path: &Path, every: u64) -> anyhow::Result<Vec<Item>> {
    let mut rows = Rows::open(path)?;
    let mut items = Vec::new();
    let mut number = 0;
    loop {
        let chunk = rows.next_chunk(1 << 14)?;
        if chunk.is_empty() {
            break;
        }
        for row in chunk {
            number += 1;
            if number % every != 0 {
                continue;
            }
            // A row that is no puzzle is the business of `philidor tactics`.
            let Ok(puzzle) = row.puzzle() else { continue };
            let line = &puzzle.line;
            let previous = line.error().map(|(before, step)| (before.clone(), step.mv));
            let Some(first) = line.steps().first() else { continue };
            items.push(Item { pos: line.start().clone(), mv: first.mv, previous });
        }
    }
    anyhow::ensure!(!items.is_empty(), "{} holds no puzzles", path.display());
    Ok(items)
}
