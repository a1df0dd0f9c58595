//! `philidor rules explain`

use std::{path::PathBuf, process::ExitCode};

use clap::Args as ClapArgs;
use philidor_chess::parse_move;
use philidor_report::tale::Tale;

use super::story;
use crate::output::answer;

/// Arguments of `rules explain`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor rules explain \"8/8/4k3/8/4K3/8/4P3/8 w - - 0 1\"\n  \
philidor rules explain \"8/8/4k3/8/4K3/8/4P3/8 w - - 0 1\" --move Kd4 --svg board.svg")]
pub(crate) struct Args {
    /// The position
    fen: String,
    /// Explain this move (e4, Kd5, e2e4)
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,
    /// A rule file instead of the theory that comes with the program
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,
    /// The language: a code such as en, de or fr
    #[arg(long, default_value = "en")]
    lang: String,
    /// Draw the position in which the rule applies, with its squares
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (pos, rules) = story::position(&args.fen, args.rules.as_deref())?;
    let asked = args.mv.as_deref().map(|text| parse_move(&pos, text)).transpose()?;
    let tale = Tale::new(pos, &rules, asked, story::limit(&rules), story::tongue(&args.lang)?)?;
    if let Some(path) = &args.svg {
        philidor_files::write(path, tale.picture())?;
    }
    answer(args.json, || Ok(serde_json::to_string(&tale.answer(&rules))?), || tale.text(&rules))?;
    Ok(ExitCode::SUCCESS)
}
