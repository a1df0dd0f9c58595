//! `philidor annotate`: whole games with comments, in PGN, Markdown, HTML or JSON.

mod scoring;

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{analysts::Source, judges};

/// Arguments of `philidor annotate`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games to annotate (PGN)
    #[arg(required_unless_present = "score")]
    games: Option<PathBuf>,
    /// Nodes searched for every position
    #[arg(long, default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Use a UCI engine instead of ours
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// The evaluation our search uses
    #[arg(long, default_value = "philidor", value_name = "NAME", conflicts_with = "engine")]
    eval: String,
    /// Syzygy tables
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR", hide_env_values = true)]
    syzygy: Option<String>,
    /// Compare our choice of moves with the comments in annotated games (a directory or a file)
    #[arg(long, value_name = "DIR", conflicts_with = "games")]
    score: Option<PathBuf>,
    /// With --score: write the weights fitted to these games
    #[arg(long, value_name = "FILE", requires = "score")]
    fit_selection: Option<PathBuf>,
    /// With --score: for programs
    #[arg(long, requires = "score")]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(dir) = &args.score {
        return scoring::run(args, dir, args.fit_selection.as_deref());
    }
    bail!("not yet")
}

/// Who looks ahead.
fn source(args: &Args) -> anyhow::Result<Source> {
    if let Some(command) = &args.engine {
        return Ok(Source::Outside { command: command.clone() });
    }
    let (prober, _) = judges::tables(args.syzygy.as_deref().unwrap_or(""))?;
    Ok(Source::Own { factory: judges::by_name(&args.eval)?, tables: Some(Arc::new(prober)) })
}

/// A progress bar that is silent in a pipe.
fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit} {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
