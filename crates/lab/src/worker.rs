//! `philidor worker`: plays training games, labels positions or looks at games for a coordinator, until the run is over or Ctrl-C.

use std::{path::PathBuf, process::ExitCode};

use philidor_batch::look_elsewhere;
use philidor_cluster::work::{Place, elsewhere};
use philidor_know::search::STACK_BYTES;
use philidor_terminal::{home, progress::interrupt};
use philidor_train::{label::spread, neuro::run};

/// Where the work is.
#[derive(clap::Args)]
#[command(
    after_help = "Works for `learn train`, `annotate` or `profile` with the same --nats, whichever is there."
)]
pub struct Args {
    /// A NATS server with JetStream
    #[arg(long, value_name = "URL")]
    nats: String,
    /// Name of the run on that server [default: games or neuro, whichever is there]
    #[arg(long, value_name = "NAME")]
    run: Option<String>,
    /// Games played or looked at, at the same time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The teacher's net, for a run whose teacher is one (`learn train --recipe nnue`)
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The name under which the coordinator shows this worker (default: the process's number)
    #[arg(long)]
    name: Option<String>,
}

/// Works until the run is over.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = args.name.clone().unwrap_or_else(|| format!("worker-{}", std::process::id()));
    let tell = |text: String| philidor_terminal::noteln!("philidor worker: {text}");
    let (stop, tables) = (interrupt(), home::tables()?);
    let runs: Vec<&str> = args.run.as_deref().map_or_else(|| vec!["games", "neuro"], |run| vec![run]);
    let place =
        Place { url: &args.nats, runs: &runs, name: &name, threads: args.threads, stack: STACK_BYTES };
    elsewhere(place, &stop, &tell, &|exchange, name| {
        if exchange.purpose().starts_with(philidor_batch::PURPOSE) {
            look_elsewhere(exchange, name, &tables, &stop)
        } else if exchange.purpose().starts_with(spread::PURPOSE) {
            spread::label_elsewhere(exchange, name, args.model.as_deref(), &stop)
        } else {
            run::play(exchange, name, &stop)
        }
    })?;
    Ok(ExitCode::SUCCESS)
}
