//! `philidor rules solve`

use std::process::ExitCode;

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_report::{san, tale, ucis};
use philidor_rules::explain::Explainer;
use serde_json::json;

use super::story;
use crate::output::outln;

/// Arguments of `rules solve`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor rules solve \"8/8/4k3/8/4K3/8/4P3/8 w - - 0 1\"\n\n\
The value comes from rules and search alone; the endgame's own table is used only to check the rules beforehand.")]
pub(crate) struct Args {
    /// The position
    fen: String,
    /// A rule file instead of the theory that comes with the program
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (pos, rules) = story::position(&args.fen, args.rules.as_deref())?;
    let mut explainer = Explainer::new(&rules);
    let account = explainer.account(&pos).with_context(|| story::left_out(&rules))?;
    let end = tale::end(&account.end);
    if args.json {
        outln!(
            "{}",
            json!({
                "fen": args.fen, "result": tale::result(account.winner), "bounds": account.interval.to_string(),
                "measure": rules.rules().subject.measure.name(), "plies": account.plies, "nodes": account.nodes,
                "line": ucis(&account.line), "end": end, "rule": tale::rule(&account.end),
            })
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    outln!("{}", tale::headline(&account, &pos, &rules))?;
    if !account.line.is_empty() {
        outln!("Line: {}", san(&pos, &account.line))?;
    }
    outln!("{end}")?;
    outln!("{} positions looked at", account.nodes)?;
    Ok(ExitCode::SUCCESS)
}
