//! `philidor rules fmt`

use std::{path::PathBuf, process::ExitCode};

use clap::Args as ClapArgs;
use philidor_rules::{Unusable, syntax};

use crate::{commands::NO, output::out};

/// Arguments of `rules fmt`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor rules fmt my.rules\n  philidor rules fmt --write my.rules\n\n\
Comments stay with the item they stand at. Formatting twice changes nothing.")]
pub(crate) struct Args {
    /// The rule file
    file: PathBuf,
    /// Only say whether the file is in canonical layout (exit code 1 if not)
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Replace the file instead of printing
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = super::source(&args.file.to_string_lossy())?;
    let (file, problems) = syntax::parse(&source.text);
    if !problems.is_empty() {
        return Err(Unusable { source_text: source, problems }.into());
    }
    let text = syntax::format(&file);
    if args.check {
        if text == source.text {
            return Ok(ExitCode::SUCCESS);
        }
        let line = text.lines().zip(source.text.lines()).take_while(|(a, b)| a == b).count() + 1;
        philidor_terminal::noteln!("{}: not in canonical layout from line {line} on", args.file.display());
        return Ok(ExitCode::from(NO));
    }
    if args.write {
        if text != source.text {
            philidor_files::write(&args.file, &text)?;
        }
    } else {
        out!("{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}
