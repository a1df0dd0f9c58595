//! `philidor rules edit`: the dialogue in which a theory is repaired.

use std::{
    io::{BufRead, IsTerminal},
    path::PathBuf,
    process::ExitCode,
};

use clap::Args as ClapArgs;
use philidor_rules::dialogue::{Dialogue, Terminal};

use crate::output::{out, outln};

/// Arguments of `rules edit`.
#[derive(ClapArgs)]
#[command(
    after_help = "Example:\n  philidor rules edit my.rules\n\nType help for the commands of the dialogue."
)]
pub(crate) struct Args {
    /// The rule file
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = super::source(&args.file.to_string_lossy())?;
    let rules = super::rules(&source)?;
    let ground = super::ground(super::material(&rules)?)?;
    Dialogue::new(source, rules, ground, Typed(args)).run()?;
    Ok(ExitCode::SUCCESS)
}

/// Lines typed, or read from a pipe, about a file.
struct Typed<'a>(&'a Args);

impl Terminal for Typed<'_> {
    type Error = anyhow::Error;

    fn ask(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        let input = std::io::stdin();
        if input.is_terminal() {
            out!("{prompt}")?;
        }
        Ok(input.lock().lines().next().transpose()?)
    }

    fn tell(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(outln!("{text}")?)
    }

    fn save(&mut self, text: &str) -> anyhow::Result<()> {
        philidor_files::write(&self.0.file, text)
    }
}
