//! `philidor learn report`: curves and tables of training runs.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use philidor_lab::neuro::report::{Run, report};
use philidor_serve::learning::read;

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

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let runs: Vec<Run> = args.runs.iter().map(|dir| read(dir)).collect::<Result<_, _>>()?;
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
