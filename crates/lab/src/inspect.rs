//! `philidor mine inspect`: what a net is made of.

use std::{path::PathBuf, process::ExitCode};

use philidor_mine::Inspection;

use philidor_terminal::output::answer;

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine inspect nets/kpk-wtm.safetensors\n  \
    philidor mine inspect model.safetensors --wrong wrong.html";

/// Which net.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A model written by `mine run`
    model: PathBuf,
    /// Write diagrams of the positions it gets wrong to this page
    #[arg(long, value_name = "FILE")]
    wrong: Option<PathBuf>,
    /// How many inputs to list
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// The figures as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let loaded = super::open(&args.model)?;
    let inspection = Inspection::new(&loaded);
    answer(args.json, || Ok(inspection.json()), || inspection.text(args.top))?;
    if let Some(path) = &args.wrong {
        philidor_files::write(path, inspection.page())?;
    }
    Ok(ExitCode::SUCCESS)
}
