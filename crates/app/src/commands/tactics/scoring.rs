//! `philidor tactics --score`: agreement with the themes a file gives.

use std::process::ExitCode;

use anyhow::bail;
use cpu_time::ProcessTime;
use philidor_tutor::{
    Theme,
    motif::themes,
    score::{Scores, follows_from_line},
};
use serde_json::json;

use philidor_chess::write_fen;

use super::{Args, each_chunk, input::quoted};
use crate::output::outln;

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let definitions = args.definitions();
    let started = ProcessTime::now();
    let mut scores = Scores::default();
    let mut compared = 0u64;
    let counts = each_chunk(
        args,
        |puzzle| {
            puzzle.themes.map(|given| {
                let found = themes(&puzzle.line, definitions);
                let differs = args.disagree.filter(|&t| found.contains(t) != given.contains(t));
                (found, given, differs.map(|_| (puzzle.id.clone(), write_fen(puzzle.line.start()))))
            })
        },
        |rows| {
            for (found, given, differs) in rows.into_iter().flatten() {
                if let (Some((id, fen)), Some(theme)) = (differs, args.disagree) {
                    let which = if found.contains(theme) { "only found" } else { "only given" };
                    outln!("{},{which},{fen}", quoted(&id))?;
                }
                scores.add(found, given);
                compared += 1;
            }
            Ok(())
        },
    )?;
    if compared == 0 {
        bail!("{} gives no themes to compare with (no column Themes)", args.file.display());
    }
    if args.disagree.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    let per_second = counts.good as f64 / started.elapsed().as_secs_f64().max(1e-9);
    let line_f1 = scores.macro_f1(follows_from_line);
    let shown = || {
        Theme::ALL.iter().copied().filter(|&t| {
            let tally = scores.tally(t);
            tally.given() + tally.only_found > 0
        })
    };
    if args.json {
        let themes: Vec<_> = shown()
            .map(|theme| {
                let t = scores.tally(theme);
                json!({
                    "theme": theme.id(), "given": t.given(), "both": t.both, "only_found": t.only_found,
                    "only_given": t.only_given, "precision": t.precision(), "recall": t.recall(), "f1": t.f1(),
                    "follows_from_line": follows_from_line(theme),
                })
            })
            .collect();
        outln!(
            "{}",
            json!({ "puzzles": compared, "bad_rows": counts.bad, "macro_f1": line_f1, "themes": themes })
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    outln!("{:<20} {:>6} {:>10} {:>8} {:>8}", "theme", "given", "precision", "recall", "F1")?;
    for theme in shown() {
        let t = scores.tally(theme);
        let mark = if follows_from_line(theme) { "" } else { "  *" };
        outln!(
            "{:<20} {:>6} {:>10.4} {:>8.4} {:>8.4}{mark}",
            theme.id(),
            t.given(),
            t.precision(),
            t.recall(),
            t.f1()
        )?;
    }
    outln!("\n* does not follow from the line: needs the game or an engine; not in the mean")?;
    outln!(
        "macro-F1 {line_f1:.4} over {} themes, {compared} puzzles",
        shown().filter(|&t| follows_from_line(t) && scores.tally(t).given() > 0).count()
    )?;
    eprintln!("{per_second:.0} puzzles per CPU-second");
    Ok(ExitCode::SUCCESS)
}
