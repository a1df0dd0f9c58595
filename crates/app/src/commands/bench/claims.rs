//! How many of the tutor's claims the independent checker finds true, and how many false ones it lets through.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_fit::claims::{Found, Item, Options, Tally, check};
use philidor_games::Games;
use philidor_session::{Session, budget::CHECK_NODES};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Args;
use crate::{
    commands::tactics::Rows,
    output::outln,
    progress,
    state::{Identity, State, digest},
    tutor,
};

pub(super) fn run(files: &[PathBuf], args: &Args) -> anyhow::Result<ExitCode> {
    let nodes = args.nodes.unwrap_or(CHECK_NODES);
    let session = session(nodes, args)?;
    let mut all = Found::default();
    let mut positions = 0;
    let (state, mut done) = match &args.state {
        None => (None, Vec::new()),
        Some(path) => {
            let (state, done) = State::open::<Part>(path, &identity(files, nodes, args)?)?;
            (Some(state), done)
        }
    };
    for (number, path) in files.iter().enumerate() {
        let items = read(path, args.every)?;
        let (here, rest) = done.into_iter().partition(|part| part.file == number);
        done = rest;
        let found =
            audit_all(&session, &items, args, &Kept { file: number, state: state.as_ref(), done: here })?;
        positions += items.len();
        if !args.json {
            let sum = found.total();
            let name =
                path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into());
            outln!(
                "{name}: {} positions, {} claims, {} dropped ({})",
                items.len(),
                sum.claims,
                sum.failed,
                share(sum.failed, sum.claims)
            )?;
        }
        all = all.merge(&found);
    }
    print(&all, positions, nodes, args)?;
    Ok(ExitCode::SUCCESS)
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

fn identity(files: &[PathBuf], nodes: u64, args: &Args) -> anyhow::Result<Identity> {
    let digests = files.iter().map(|path| digest(path)).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(Identity {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        input: digests.join(" "),
        options: format!("{nodes} {} {} {} {}", args.every, args.mutants, args.list, args.eval),
    })
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn print(all: &Found, positions: usize, nodes: u64, args: &Args) -> anyhow::Result<()> {
    let sum = all.total();
    if args.json {
        let kinds: BTreeMap<_, _> = all
            .kinds
            .iter()
            .map(|(kind, t)| {
                let value = json!({
                    "claims": t.claims, "dropped": t.failed, "on_the_board": t.board, "by_the_line": t.line,
                    "mutants": t.mutants, "killed": t.killed,
                });
                (kind, value)
            })
            .collect();
        let value = json!({
            "positions": positions, "nodes": nodes, "claims": sum.claims, "dropped": sum.failed, "kinds": kinds,
            "fields": all.fields,
        });
        outln!("{value}")?;
        return Ok(());
    }
    let mutants = |t: &Tally| {
        if args.mutants {
            format!("  {:>8} {:>9}", t.mutants, share(t.killed, t.mutants))
        } else {
            String::new()
        }
    };
    let header = if args.mutants { "   mutants  rejected" } else { "" };
    outln!(
        "{:<16} {:>8} {:>8} {:>9} {:>9} {:>9}{header}",
        "kind",
        "claims",
        "dropped",
        "share",
        "on board",
        "by line"
    )?;
    for (kind, t) in all.kinds.iter().chain([(&"all".to_owned(), &sum)]) {
        outln!(
            "{kind:<16} {:>8} {:>8} {:>9} {:>9} {:>9}{}",
            t.claims,
            t.failed,
            share(t.failed, t.claims),
            share(t.board, t.claims),
            share(t.line, t.claims),
            mutants(t)
        )?;
    }
    if args.mutants {
        outln!("\n{:<44} {:>8} {:>9}", "field", "mutants", "noticed")?;
        for (field, (killed, made)) in &all.fields {
            outln!("{field:<44} {made:>8} {:>9}", share(*killed, *made))?;
        }
    }
    if args.list {
        for text in all.failures.iter().chain(&all.survivors) {
            outln!("{text}")?;
        }
    }
    Ok(())
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

/// The tutor that users get.
fn session(nodes: u64, args: &Args) -> anyhow::Result<Session> {
    let engine = tutor::evaluation(&args.eval)?;
    let name = engine.name().to_owned();
    let syzygy = args.syzygy.iter().flat_map(std::env::split_paths);
    Ok(tutor::session()?.syzygy(syzygy).engine(engine).ask(&name).nodes(nodes).build()?)
}

fn audit_all(session: &Session, items: &[Item], args: &Args, kept: &Kept<'_>) -> anyhow::Result<Found> {
    let bar = ProgressBar::new(items.len() as u64);
    let style =
        ProgressStyle::with_template("{spinner} checking [{bar:30}] {pos}/{len} positions, {eta} to go")?;
    bar.set_style(style.progress_chars("=> "));
    let options = Options { mutants: args.mutants, list: args.list };
    let mut all = Found::default();
    for (number, items) in items.chunks(PART).enumerate() {
        if let Some(done) = kept.done.iter().find(|part| part.part == number) {
            all = all.merge(&done.found);
            bar.inc(items.len() as u64);
            continue;
        }
        let found: Result<Vec<Found>, anyhow::Error> = items
            .par_iter()
            .progress_with(bar.clone())
            .map(|item| check(session, item, options).with_context(|| write_fen(&item.pos)))
            .collect();
        if progress::interrupt().load(std::sync::atomic::Ordering::Relaxed) {
            bail!(
                "interrupted{}",
                if kept.state.is_some() { "; the same command goes on from here" } else { "" }
            );
        }
        let found = found?.iter().fold(Found::default(), Found::merge);
        all = all.merge(&found);
        if let Some(state) = kept.state {
            state.keep(&Part { file: kept.file, part: number, found })?;
        }
    }
    bar.finish_and_clear();
    Ok(all)
}
