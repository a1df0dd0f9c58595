//! `philidor mine verify`: a net against every position of its endgame.

use std::{path::PathBuf, process::ExitCode};

use philidor_terminal::{NO, output::answer};

pub(super) const EXAMPLE: &str = "Example:\n  philidor mine verify nets/kpk-wtm.safetensors";

/// Which net.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A model written by `mine run`
    model: PathBuf,
    /// The answer as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let loaded = super::open(&args.model)?;
    let wrong = loaded.errors();
    answer(args.json, || Ok(loaded.errors_json(&wrong)), || loaded.errors_text(&wrong))?;
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}
