//! `philidor mcp`

use std::process::ExitCode;

use philidor_mcp::Tools;

use crate::tutor::TutorArgs;

/// Who is asked.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    tutor: TutorArgs,
    /// Positions searched for an answer [default: until the best move and the verdict are settled, some seconds at most]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    nodes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    Tools::new(args.tutor.session(args.nodes)?.build()?).run()?;
    Ok(ExitCode::SUCCESS)
}
