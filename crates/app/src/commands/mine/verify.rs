//! `philidor mine verify`: a net against every position of its endgame.

use std::{path::PathBuf, process::ExitCode};

use serde_json::json;

use super::model::Loaded;
use crate::{commands::NO, output::outln};

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
    let loaded = Loaded::open(&args.model)?;
    let (data, story) = (&loaded.data, &loaded.model.story);
    let wrong = philidor_induce::errors(&loaded.judge, data, &data.rows());
    if args.json {
        let fens: Vec<String> = wrong.iter().take(100).map(|&r| data.fen(r)).collect();
        let value = json!({
            "endgame": story.endgame,
            "to_move": story.to_move,
            "shape": loaded.model.net.shape().to_string(),
            "weights": loaded.model.net.parameters().len(),
            "bits": loaded.model.size_in_bits(),
            "positions": data.len(),
            "errors": wrong.len(),
            "wrong": fens,
        });
        outln!("{value}")?;
    } else {
        outln!("{}", loaded.summary())?;
        outln!(
            "{}, {} to move: {} positions, {} errors ({:.3} % right)",
            story.endgame,
            story.to_move,
            data.len(),
            wrong.len(),
            100.0 * (1.0 - wrong.len() as f64 / data.len().max(1) as f64)
        )?;
        for &row in wrong.iter().take(10) {
            outln!("  {}", data.fen(row))?;
        }
        if wrong.len() > 10 {
            outln!("  … and {} more", wrong.len() - 10)?;
        }
    }
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}
