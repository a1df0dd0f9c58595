//! `philidor mine`: endgames learnt from their tables.

mod tree;

use std::process::ExitCode;

/// What to mine.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// The smallest decision tree that knows every position of an endgame
    #[command(after_help = tree::EXAMPLE)]
    Tree(tree::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Tree(args) => tree::run(args),
    }
}
