//! `philidor rules list`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_report::theories;
use philidor_rules::library;
use serde_json::json;

use crate::output::answer;

/// Arguments of `rules list`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor rules list --words")]
pub(crate) struct Args {
    /// The words of the language instead of the theories
    #[arg(long)]
    words: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.words {
        answer(args.json, || Ok(theories::words_json()), theories::words)?;
        return Ok(ExitCode::SUCCESS);
    }
    for theory in library::SHIPPED.iter() {
        let rules = super::rules(&theory.source())?;
        let (name, count, measure) = (&theory.name, rules.rules.len(), rules.subject.measure);
        answer(
            args.json,
            || Ok(json!({"name": name, "file": theory.file, "rules": count, "measure": measure.name()})),
            || format!("{name:<8}{count:>3} rules  {}  ({measure})\n", theory.file),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
