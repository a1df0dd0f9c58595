//! How many of the tutor's claims the independent checker finds true, and how many false ones it lets through.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering::Relaxed,
};

use anyhow::{Context, bail};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_know::search::EvaluatorFactory;
use philidor_lab::games::Games;
use philidor_tutor::{
    claim::Claim,
    explain::{Explanation, Knowledge, MoveContext, claims_about_move, explain},
    look::{Look, Looker},
};
use philidor_verify::{Grounds, mutants, verify};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Args;
use crate::{
    commands::{explain::best_line, tactics::Rows},
    judges,
    output::outln,
    progress,
    state::{Identity, State, digest},
};

/// Nodes for one position, if not said otherwise: small, because the claims are checked, not the play.
const NODES: u64 = 5_000;

/// A position from a file, with the move played there and the one before.
struct Item {
    pos: Chess,
    mv: Move,
    previous: Option<(Chess, Move)>,
}

/// What was found for claims of one kind.
#[derive(Default, Clone, Serialize, Deserialize)]
struct Tally {
    claims: u64,
    failed: u64,
    board: u64,
    line: u64,
    mutants: u64,
    killed: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.claims += other.claims;
        self.failed += other.failed;
        self.board += other.board;
        self.line += other.line;
        self.mutants += other.mutants;
        self.killed += other.killed;
    }
}

/// Tallies by kind; the failures and the mutants that were not noticed, if they are to be listed.
#[derive(Default, Serialize, Deserialize)]
struct Found {
    kinds: BTreeMap<String, Tally>,
    /// Mutants by statement and field: noticed, made.
    fields: BTreeMap<String, (u64, u64)>,
    failures: Vec<String>,
    survivors: Vec<String>,
}

impl Found {
    fn merge(mut self, other: &Found) -> Found {
        for (kind, tally) in &other.kinds {
            self.kinds.entry(kind.clone()).or_default().add(tally);
        }
        for (field, (killed, made)) in &other.fields {
            let sum = self.fields.entry(field.clone()).or_default();
            sum.0 += killed;
            sum.1 += made;
        }
        self.failures.extend(other.failures.iter().cloned());
        self.survivors.extend(other.survivors.iter().cloned());
        self
    }

    fn check(&mut self, claim: &Claim, args: &Args) {
        let kind = claim.statement.name();
        let tally = self.kinds.entry(kind.to_owned()).or_default();
        tally.claims += 1;
        match verify(claim, None) {
            Ok(grounds) => {
                tally.board += u64::from(grounds == Grounds::Board);
                tally.line += u64::from(grounds == Grounds::Line);
                for (what, mutant) in if args.mutants { mutants(claim) } else { Vec::new() } {
                    tally.mutants += 1;
                    let killed = verify(&mutant, None).is_err();
                    tally.killed += u64::from(killed);
                    let field = self.fields.entry(what.to_string()).or_default();
                    field.0 += u64::from(killed);
                    field.1 += 1;
                    if !killed && args.list {
                        self.survivors.push(format!("{what} {}", json!(mutant)));
                    }
                }
            }
            Err(flaw) => {
                tally.failed += 1;
                if args.list {
                    self.failures.push(format!("{kind}: {flaw} {}", json!(claim)));
                }
            }
        }
    }
}

pub(super) fn run(files: &[PathBuf], args: &Args) -> anyhow::Result<ExitCode> {
    let nodes = args.nodes.unwrap_or(NODES);
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
            audit_all(&items, nodes, args, &Kept { file: number, state: state.as_ref(), done: here })?;
        positions += items.len();
        if !args.json {
            let sum = total(&found);
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

fn total(found: &Found) -> Tally {
    let mut sum = Tally::default();
    found.kinds.values().for_each(|tally| sum.add(tally));
    sum
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn print(all: &Found, positions: usize, nodes: u64, args: &Args) -> anyhow::Result<()> {
    let sum = total(all);
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

fn audit_all(items: &[Item], nodes: u64, args: &Args, kept: &Kept<'_>) -> anyhow::Result<Found> {
    let factory = judges::by_name(&args.eval)?;
    let bar = ProgressBar::new(items.len() as u64);
    let style =
        ProgressStyle::with_template("{spinner} checking [{bar:30}] {pos}/{len} positions, {eta} to go")?;
    bar.set_style(style.progress_chars("=> "));
    let stop = progress::interrupt();
    let mut all = Found::default();
    for (number, items) in items.chunks(PART).enumerate() {
        if let Some(done) = kept.done.iter().find(|part| part.part == number) {
            all = all.merge(&done.found);
            bar.inc(items.len() as u64);
            continue;
        }
        let found = audit_part(items, nodes, args, &factory, &bar)?;
        if stop.load(Relaxed) {
            bail!(
                "interrupted{}",
                if kept.state.is_some() { "; the same command goes on from here" } else { "" }
            );
        }
        all = all.merge(&found);
        if let Some(state) = kept.state {
            state.keep(&Part { file: kept.file, part: number, found })?;
        }
    }
    bar.finish_and_clear();
    Ok(all)
}

fn audit_part(
    items: &[Item],
    nodes: u64,
    args: &Args,
    factory: &EvaluatorFactory,
    bar: &ProgressBar,
) -> anyhow::Result<Found> {
    let found: Vec<anyhow::Result<Found>> = items
        .par_iter()
        .progress_with(bar.clone())
        .map_init(
            || (Looker::new(factory.clone(), best_line(nodes)), Knowledge::ours()),
            |(looker, knowledge), item| {
                let mut found = Found::default();
                for (claim, previous) in claims(item, looker, knowledge)? {
                    // What was taken just before is not won by taking back.
                    let taken = item.previous.as_ref().filter(|(_, mv)| previous && mv.is_capture());
                    let before = taken.map(|(before, _)| write_fen(before));
                    found.check(&Claim { before, ..claim }, args);
                }
                Ok(found)
            },
        )
        .collect();
    found.into_iter().try_fold(Found::default(), |all, found| Ok(all.merge(&found?)))
}

/// What is said about the position, about the move played in it, and about the move in its game; with the last, the move
/// before is known.
fn claims(item: &Item, looker: &mut Looker, knowledge: &Knowledge) -> anyhow::Result<Vec<(Claim, bool)>> {
    let fen = || write_fen(&item.pos);
    let told = explain(&item.pos, None, looker, knowledge).with_context(fen)?;
    let mut claims: Vec<(Claim, bool)> = all_of(told).map(|claim| (claim, false)).collect();
    let asked = explain(&item.pos, Some(item.mv), looker, knowledge).with_context(fen)?;
    if let (Some(best), Some(played)) = (asked.lines.first(), &asked.played) {
        let other = asked.lines.iter().find(|look| first(look) != Some(item.mv)).map(|look| look.score);
        let best = if played.score > best.score { played } else { best };
        let previous = item.previous.as_ref().map(|(before, mv)| (before, *mv));
        let context = MoveContext { start: &item.pos, best, played, other, reply: None, previous };
        claims.extend(claims_about_move(&context, knowledge).into_iter().map(|claim| (claim, true)));
    }
    claims.extend(all_of(asked).map(|claim| (claim, false)));
    Ok(claims)
}

/// All claims, those that were dropped as well.
fn all_of(told: Explanation) -> impl Iterator<Item = Claim> {
    told.claims.into_iter().chain(told.dropped.into_iter().map(|(claim, _)| claim))
}

fn first(look: &Look) -> Option<Move> {
    look.line.steps().first().map(|step| step.mv)
}
