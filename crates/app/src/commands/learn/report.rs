//! `philidor learn report`: curves and tables of training runs.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, ensure};
use philidor_lab::neuro::report::{Point, Run, report};
use serde::Deserialize;

use crate::output::{outln, write_text};

pub(super) const EXAMPLE: &str = "Example:\n  philidor learn report ebnn-1 ebnn-2 td-1 td-2 --out report\n\n\
    Runs of the same recipe are taken together. Written: report.html, report.md, figures.csv and the plots as SVG.";

/// Which runs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directories that `learn train` wrote
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
    /// Where to write (default: the first directory)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The points of all runs, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let runs: Vec<Run> = args.runs.iter().map(|dir| read(dir)).collect::<anyhow::Result<_>>()?;
    let out = args.out.as_ref().unwrap_or(&args.runs[0]);
    std::fs::create_dir_all(out).with_context(|| format!("making {}", out.display()))?;
    let made = report(&runs);
    write_text(&out.join("report.md"), &made.markdown)?;
    write_text(&out.join("report.html"), &made.html)?;
    write_text(&out.join("figures.csv"), &made.csv)?;
    for (name, svg) in &made.pictures {
        write_text(&out.join(name), svg)?;
    }
    if args.json {
        let one = |r: &Run| serde_json::json!({ "recipe": r.recipe, "seed": r.seed, "points": r.points });
        outln!("{}", serde_json::Value::Array(runs.iter().map(one).collect()))?;
    } else {
        // Up to the pictures, which a terminal does not show.
        let text = made.markdown.split("\n![").next().unwrap_or_default();
        outln!("{}\nwritten to {}", text.trim_end(), out.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(dir: &Path) -> anyhow::Result<Run> {
    let text = |name: &str| {
        std::fs::read_to_string(dir.join(name)).with_context(|| {
            format!("{} is no directory of `philidor learn train`: reading {name}", dir.display())
        })
    };
    let named: Named = serde_json::from_str(&text("recipe.json")?)
        .with_context(|| format!("{}/recipe.json", dir.display()))?;
    let points: Vec<Point> = text("curve.jsonl")?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .with_context(|| format!("{}/curve.jsonl", dir.display()))?;
    ensure!(
        !points.is_empty(),
        "{} has no point of a curve yet: the run has not measured anything",
        dir.display()
    );
    let recipe = Path::new(&named.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Run { recipe, seed: named.seed, game: last_game(dir, &points), points })
}

/// The first game that the net won in the last match.
fn last_game(dir: &Path, points: &[Point]) -> Option<String> {
    let last = points.iter().rev().find(|p| p.played() > 0)?;
    let pgn = std::fs::read_to_string(dir.join(format!("match-{}.pgn", last.games))).ok()?;
    let games: Vec<String> = pgn.split("[Event ").skip(1).map(|game| format!("[Event {game}")).collect();
    let won = |game: &&String| {
        let net_has = |colour: &str| game.lines().any(|l| l.starts_with(&format!("[{colour} \"net:")));
        (net_has("White") && game.contains("[Result \"1-0\"]"))
            || (net_has("Black") && game.contains("[Result \"0-1\"]"))
    };
    games.iter().find(won).cloned()
}
