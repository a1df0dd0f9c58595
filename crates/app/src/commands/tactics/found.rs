//! `philidor tactics --find` and `--quiet-check`: lines from our own search.

use std::{collections::BTreeMap, process::ExitCode};

use anyhow::{Context, bail};
use philidor_chess::shakmaty::{Chess, Move, Position, san::San};
use philidor_tutor::{Theme, look::Looker, opening::san_words, payoff::outcome};
use rayon::prelude::*;
use serde_json::json;

use super::{Args, each_chunk, input::quoted};
use crate::{
    judges,
    output::{out, outln},
    progress,
};

/// Only the positions are used: our search finds the line, and the payoff is compared with that of the given line.
pub(super) fn find(args: &Args) -> anyhow::Result<ExitCode> {
    let factory = judges::by_name(judges::NAMES[0])?;
    let bar = progress::spinner(format!("{} nodes for each position", args.nodes));
    let (mut right, mut solved, mut looked) = (0u64, 0u64, 0u64);
    let mut by_class: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    if !args.json && !args.score {
        outln!("PuzzleId,Found,Given,Line")?;
    }
    let counts = each_chunk(
        args,
        |puzzle| {
            let look = Looker::new(factory.clone(), args.nodes).best(puzzle.line.start());
            bar.inc(1);
            let given = name(outcome(&puzzle.line).payoff);
            let (found, line) = look.map_or((None, String::new()), |look| {
                let moves: Vec<String> = look.line.steps().iter().map(|s| super::uci(s.mv)).collect();
                (Some((name(look.payoff()), look.line.steps()[0].mv)), moves.join(" "))
            });
            let first = found.as_ref().is_some_and(|(_, mv)| *mv == puzzle.line.steps()[0].mv);
            (puzzle.id.clone(), found.map(|(p, _)| p), given, line, first)
        },
        |rows| {
            for (id, found, given, line, first) in rows {
                looked += 1;
                solved += u64::from(first);
                let class = by_class.entry(given.clone()).or_default();
                class.0 += 1;
                if found.as_ref() == Some(&given) {
                    right += 1;
                    class.1 += 1;
                }
                let found = found.unwrap_or_else(|| "none".to_owned());
                if args.score {
                    continue;
                }
                if args.json {
                    outln!("{}", json!({ "id": id, "found": found, "given": given, "line": line }))?;
                } else {
                    outln!("{},{found},{given},{line}", quoted(&id))?;
                }
            }
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    if !args.score {
        return Ok(ExitCode::SUCCESS);
    }
    let share = right as f64 / looked as f64;
    if args.json {
        let classes: BTreeMap<_, _> = by_class
            .iter()
            .map(|(name, (given, right))| (name, json!({ "given": given, "right": right })))
            .collect();
        outln!(
            "{}",
            json!({ "puzzles": looked, "bad_rows": counts.bad, "nodes": args.nodes, "payoff_right": share,
                    "first_move_right": solved as f64 / looked as f64, "classes": classes })
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = format!("{:<12} {:>6} {:>7}\n", "payoff", "given", "right");
    for (name, (given, right)) in &by_class {
        table += &format!("{name:<12} {given:>6} {:>6.1} %\n", 100.0 * *right as f64 / *given as f64);
    }
    out!("{table}")?;
    outln!("\nFirst move as given: {solved} of {looked} ({:.1} %)", 100.0 * solved as f64 / looked as f64)?;
    outln!("Payoff named right: {right} of {looked} ({:.1} %) at {} nodes", 100.0 * share, args.nodes)?;
    Ok(ExitCode::SUCCESS)
}

/// One move of an opening line.
struct Ply {
    before: Option<(Chess, Move)>,
    pos: Chess,
    mv: Move,
    name: String,
    /// How many lines contain it.
    times: u64,
}

/// Every ply of every opening line: which get a tactical motif, by our own definitions?
pub(super) fn quiet_check(args: &Args) -> anyhow::Result<ExitCode> {
    let text = std::fs::read_to_string(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let plies = opening_plies(&text);
    if plies.is_empty() {
        bail!(
            "{} has no opening lines (tab-separated: code, name, moves such as 1. e4 e5)",
            args.file.display()
        );
    }
    let factory = judges::by_name(judges::NAMES[0])?;
    let bar = progress::spinner(format!("{} positions, {} nodes each", plies.len(), args.nodes));
    let found: Vec<Vec<Theme>> = plies
        .par_iter()
        .map(|ply| {
            let before = ply.before.as_ref().map(|(pos, mv)| (pos, *mv));
            let look = Looker::new(factory.clone(), args.nodes).after(&ply.pos, ply.mv, before);
            bar.inc(1);
            look.map_or(Vec::new(), |l| l.motifs_of_first_move().iter().map(|m| m.theme).collect())
        })
        .collect();
    bar.finish_and_clear();
    let all: u64 = plies.iter().map(|p| p.times).sum();
    let mut alarms = 0;
    let mut by_theme: BTreeMap<&str, u64> = BTreeMap::new();
    for (ply, themes) in plies.iter().zip(&found).filter(|(_, t)| !t.is_empty()) {
        alarms += ply.times;
        for theme in themes {
            *by_theme.entry(theme.id()).or_default() += ply.times;
        }
        if !args.score {
            let names: Vec<_> = themes.iter().map(|t| t.id()).collect();
            outln!("{}\t{}", ply.name, names.join(" "))?;
        }
    }
    let share = 100.0 * alarms as f64 / all as f64;
    if args.json {
        outln!(
            "{}",
            json!({ "plies": all, "distinct": plies.len(), "with_motif": alarms, "percent": share, "themes": by_theme })
        )?;
    } else {
        for (theme, times) in &by_theme {
            outln!("{theme:<20} {times:>6}")?;
        }
        outln!("{alarms} of {all} opening moves ({share:.2} %) get a tactical motif")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The distinct moves of all lines, in order of first appearance. Lines that cannot be read are complained about.
fn opening_plies(text: &str) -> Vec<Ply> {
    let mut plies: Vec<Ply> = Vec::new();
    let mut seen = std::collections::HashMap::new();
    for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.starts_with('#')) {
        let Some(moves) = line.split('\t').next_back().filter(|m| m.starts_with("1.")) else { continue };
        let mut pos = Chess::default();
        let mut before: Option<(Chess, Move)> = None;
        let mut path = String::new();
        for word in san_words(moves) {
            let Some(mv) = word.parse::<San>().ok().and_then(|san| san.to_move(&pos).ok()) else {
                eprintln!(
                    "philidor: line {}: {word} is not a legal move there; the rest is left out",
                    number + 1
                );
                break;
            };
            path += word;
            path.push(' ');
            let place = *seen.entry(path.clone()).or_insert(plies.len());
            match plies.get_mut(place) {
                Some(ply) => ply.times += 1,
                None => plies.push(Ply {
                    before: before.clone(),
                    pos: pos.clone(),
                    mv,
                    name: path.trim().to_owned(),
                    times: 1,
                }),
            }
            let played = pos.clone();
            pos.play_unchecked(mv);
            before = Some((played, mv));
        }
    }
    plies
}

/// What a line wins, in words.
fn name(payoff: Option<philidor_claims::Payoff>) -> String {
    payoff.map_or_else(|| "advantage".to_owned(), |payoff| payoff.to_string())
}
