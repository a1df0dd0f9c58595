//! `philidor rules solve`

use std::process::ExitCode;

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_report::tale::Solved;
use philidor_rules::explain::Explainer;

use super::story;
use crate::output::answer;

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
    /// The language: a code such as en, de or fr
    #[arg(long, default_value = "en")]
    lang: String,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (pos, rules) = story::position(&args.fen, args.rules.as_deref())?;
    let tongue = story::tongue(&args.lang)?;
    let mut explainer = Explainer::new(&rules).speaking(tongue);
    let account = explainer.account_within(&pos, story::limit(&rules)).with_context(|| rules.left_out())?;
    let solved = Solved { pos: &pos, account: &account, rules: &rules, tongue };
    answer(args.json, || Ok(solved.json(&args.fen)), || solved.text())?;
    Ok(ExitCode::SUCCESS)
}
