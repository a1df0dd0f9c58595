//! `philidor uci`: the engine for any chess interface.

use std::process::ExitCode;

use crate::judges::House;

/// Arguments of `philidor uci`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// UCI commands to run before reading standard input, one per argument; `bench` and `quit` work too
    #[arg(value_name = "COMMAND")]
    commands: Vec<String>,
}

/// Talks UCI on standard input and output until `quit`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    philidor_uci::serve(&args.commands, std::io::stdin().lock(), &mut std::io::stdout(), &House);
    Ok(ExitCode::SUCCESS)
}
