//! `philidor learn report`: curves and tables of training runs.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use philidor_report::annotated::{html, markdown};
use philidor_serve::learning::read;
use philidor_train::neuro::report::{Run, Telling, report, sample_game};

use crate::{commands::annotate, output::outln};

pub(super) const EXAMPLE: &str = "Example:\n  philidor learn report ebnn-1 ebnn-2 td-1 td-2 --out report\n\n\
    Runs of the same recipe are taken together. Written: report.html, report.md, figures.csv and the plots as SVG.\n\
    A game that the net won is shown with the tutor's comments; all games are in the runs' match-*.pgn.";

/// Which runs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directories that `learn train` wrote
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
    /// Where to write (default: the first directory)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Nodes that the tutor searches for every position of the game shown (0: the game without comments)
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    nodes: u64,
    /// The points of all runs, for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let runs: Vec<Run> = args.runs.iter().map(|dir| read(dir)).collect::<Result<_, _>>()?;
    let out = args.out.as_ref().unwrap_or(&args.runs[0]);
    philidor_files::make_dir(out)?;
    let told = match sample_game(&runs) {
        Some(pgn) if args.nodes > 0 => Some(tell(pgn, args.nodes)?),
        _ => None,
    };
    let made = report(&runs, told);
    made.write(out)?;
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

/// The tutor's words on a game.
fn tell(pgn: &str, nodes: u64) -> anyhow::Result<Telling> {
    // The players' own scores and times would stand between the words.
    let bare: String = pgn.split_inclusive('}').filter_map(|part| part.split('{').next()).collect();
    let annotated =
        annotate::comment(&bare, nodes.max(100)).context("commenting on a game of the last match")?;
    let markdown = markdown::game(&annotated).replacen("# ", "### ", 1);
    Ok(Telling { markdown, html: html::inset(&annotated) })
}
