//! `philidor mine list`: the recipes.

use std::process::ExitCode;

use philidor_mine::recipes;
use serde_json::json;

use philidor_terminal::output::outln;

/// How to list.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Names, titles, questions and runs as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let all = recipes();
    if args.json {
        let one = |r: &philidor_mine::Recipe| {
            let runs: Vec<&str> = r.runs.iter().map(|run| run.label.as_str()).collect();
            json!({ "name": r.name, "title": r.title, "question": r.question, "runs": runs })
        };
        outln!("{}", serde_json::Value::Array(all.iter().map(one).collect()))?;
        return Ok(ExitCode::SUCCESS);
    }
    for recipe in all {
        outln!("{:13} {}", recipe.name, recipe.title)?;
    }
    outln!("\nLearnt from games instead of a table: {}", super::openings::COMMAND)?;
    Ok(ExitCode::SUCCESS)
}
