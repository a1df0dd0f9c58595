//! What our comments speak of, against what masters speak of at the same moves.
//!
//! Beside `GAMES.pgn` or as `*_concepts.tsv` in the same directory lies a table with the columns source, game, ply and
//! concepts; games are counted from 1, moves (plies) too.

use std::{
    collections::BTreeMap,
    fmt::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use philidor_tutor::{
    annotate::{Annotated, Voice},
    concept::ranked,
    say::{Commentator, Words},
    select::Reason,
};
use serde::Serialize;

use super::{super::Args, Looked};

/// One comment.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    game: usize,
    ply: usize,
    ours: Vec<&'static str>,
    theirs: Vec<String>,
    comment: String,
}

/// How far we agree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Agreement {
    /// Every comment, for a closer look.
    rows: Vec<Row>,
    /// Comments compared.
    comments: usize,
    /// Concepts a master's comment has on average.
    theirs: f64,
    /// Concepts ours have.
    ours: f64,
    /// Of the masters' concepts, how many we mention at the same move.
    recall: f64,
    /// Of ours, how many they mention.
    precision: f64,
    /// Of our first three, how many they mention.
    precision_at_3: f64,
    /// The same for the three most frequent concepts of the other games' comments, whatever the move.
    prior_at_3: f64,
}

impl Agreement {
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        let _ = write!(
            out,
            "What to say, at the moves they commented on\n\
             \x20 {} comments with {:.2} concepts each; ours have {:.2}\n\
             \x20 recall {:.3}   precision {:.3}\n\
             \x20 precision of the first three {:.3}; of the three most frequent concepts {:.3}\n",
            self.comments,
            self.theirs,
            self.ours,
            self.recall,
            self.precision,
            self.precision_at_3,
            self.prior_at_3
        );
        out
    }
}

/// For each game of `file` the concepts at its moves (from 0); empty maps if there is no table.
pub(super) fn labels(file: &Path, games: usize) -> anyhow::Result<Vec<BTreeMap<usize, Vec<String>>>> {
    let mut out = vec![BTreeMap::new(); games];
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    for table in tables(file)? {
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(b'\t')
            .quoting(false)
            .from_path(&table)
            .with_context(|| format!("cannot read {}", table.display()))?;
        let headers = reader.headers()?.clone();
        let column = |name: &str| {
            headers
                .iter()
                .position(|h| h == name)
                .with_context(|| format!("{} has no column {name}", table.display()))
        };
        let (source, game, ply, concepts) =
            (column("source")?, column("game")?, column("ply")?, column("concepts")?);
        for record in reader.records() {
            let record = record.with_context(|| format!("in {}", table.display()))?;
            if record.get(source) != Some(stem.as_str()) {
                continue;
            }
            let number = |at: usize| record.get(at).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
            let words = record.get(concepts).unwrap_or("").split_whitespace().filter(|w| *w != "-");
            if let Some(map) = number(game).checked_sub(1).and_then(|i| out.get_mut(i))
                && let Some(ply) = number(ply).checked_sub(1)
            {
                map.insert(ply, words.map(str::to_owned).collect());
            }
        }
    }
    Ok(out)
}

fn tables(file: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let dir = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut found: Vec<PathBuf> = std::fs::read_dir(dir)?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().ends_with("_concepts.tsv")))
        .collect();
    found.sort();
    Ok(found)
}

/// Comments on every move the master commented on, and compares what both speak of.
pub(super) fn compare(
    args: &Args,
    looked: &[Looked],
    labels: &[BTreeMap<usize, Vec<String>>],
) -> anyhow::Result<Option<Agreement>> {
    if labels.iter().all(BTreeMap::is_empty) {
        return Ok(None);
    }
    let words = Words::of(&args.lang)?;
    let knowledge = super::super::pool::knowledge();
    let level = args.level.parse()?;
    let mut rows = Vec::new();
    let (mut comments, mut theirs, mut ours, mut hits) = (0usize, 0usize, 0usize, 0usize);
    let (mut first, mut first_hits, mut prior, mut prior_hits) = (0usize, 0usize, 0usize, 0usize);
    for (number, (game, wanted)) in looked.iter().zip(labels).enumerate() {
        let chosen: Vec<Option<Reason>> = (0..game.study.plies.len())
            .map(|i| wanted.contains_key(&i).then_some(Reason::Worthwhile))
            .collect();
        let mut voice = Voice::new(Commentator::new(&words, level, args.seed));
        let annotated =
            Annotated::with_choice(game.game.clone(), game.study.clone(), &chosen, &knowledge, &mut voice);
        let usual = most_frequent(labels, number);
        for (&ply, concepts) in wanted {
            let Some(note) = annotated.notes.get(ply) else { continue };
            let found = ranked(note.claims.iter().map(|(claim, _)| claim), annotated.phases[ply]);
            rows.push(Row {
                game: number + 1,
                ply: ply + 1,
                ours: found.clone(),
                theirs: concepts.clone(),
                comment: note.comment.clone(),
            });
            let hit = |name: &&str| concepts.iter().any(|c| c == name);
            comments += 1;
            theirs += concepts.len();
            ours += found.len();
            hits += found.iter().filter(|name| hit(name)).count();
            first += found.len().min(3);
            first_hits += found.iter().take(3).filter(|name| hit(name)).count();
            prior += usual.len();
            prior_hits += usual.iter().filter(|name| concepts.contains(name)).count();
        }
    }
    let ratio = |a: usize, b: usize| a as f64 / b.max(1) as f64;
    Ok(Some(Agreement {
        rows,
        comments,
        theirs: ratio(theirs, comments),
        ours: ratio(ours, comments),
        recall: ratio(hits, theirs),
        precision: ratio(hits, ours),
        precision_at_3: ratio(first_hits, first),
        prior_at_3: ratio(prior_hits, prior),
    }))
}

/// The three concepts most often mentioned in all games but one.
fn most_frequent(labels: &[BTreeMap<usize, Vec<String>>], without: usize) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, map) in labels.iter().enumerate().filter(|(i, _)| *i != without) {
        for name in map.values().flatten() {
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut all: Vec<(&str, usize)> = counts.into_iter().collect();
    all.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    all.into_iter().take(3).map(|(name, _)| name.to_owned()).collect()
}
