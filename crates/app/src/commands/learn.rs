//! `philidor learn`: knowledge from games and tables.

mod tune;

use std::process::ExitCode;

/// What to learn.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Tune the weights of the evaluation on the results of games
    #[command(after_help = tune::EXAMPLE)]
    Tune(tune::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Tune(args) => tune::run(args),
    }
}
