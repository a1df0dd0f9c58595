//! `philidor worker`: plays training games for a coordinator, until the run is over or Ctrl-C.

use std::process::ExitCode;

use philidor_train::neuro::run::play_elsewhere;

use crate::progress::interrupt;

/// Where the work is.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A NATS server with JetStream
    #[arg(long, value_name = "URL")]
    nats: String,
    /// Name of the run on that server
    #[arg(long, default_value = "neuro", value_name = "NAME")]
    run: String,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The name under which the coordinator shows this worker (default: the process's number)
    #[arg(long)]
    name: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = args.name.clone().unwrap_or_else(|| format!("worker-{}", std::process::id()));
    let tell = |text: String| eprintln!("philidor worker: {text}");
    play_elsewhere(&args.nats, &args.run, &name, args.threads, &interrupt(), &tell)?;
    Ok(ExitCode::SUCCESS)
}
