//! `philidor worker`: plays training games for a coordinator, until the run is over or Ctrl-C.

use std::{
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    thread::ScopedJoinHandle,
    time::Duration,
};

use philidor_cluster::{Nats, Part};

use super::learn::train::{LEASE_ELSEWHERE, work::start};
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

/// Between two looks for the run or the server.
const AGAIN: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stop = interrupt();
    let name = args.name.clone().unwrap_or_else(|| format!("worker-{}", std::process::id()));
    // The first time a server that does not answer is a mistake to tell; later it may come back.
    let mut waited = false;
    let mut known = false;
    while !stop.load(Ordering::Relaxed) {
        match Nats::open(&args.nats, &args.run, Part::Worker, LEASE_ELSEWHERE) {
            Err(error) if !known => return Err(error.into()),
            Err(error) => eprintln!("philidor worker: {error}; trying again"),
            Ok(None) => {
                if !waited {
                    eprintln!(
                        "philidor worker: no run {:?} there yet; waiting for its coordinator",
                        args.run
                    );
                }
                waited = true;
            }
            Ok(Some(exchange)) => {
                known = true;
                if play(&exchange, &name, args.threads, &stop) {
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
        std::thread::sleep(AGAIN);
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays until the run is over; false if the connection was lost.
fn play(exchange: &Nats, name: &str, threads: u32, stop: &AtomicBool) -> bool {
    std::thread::scope(|scope| {
        let playing: Vec<_> = (1..=threads)
            .map(|n| {
                let name = if threads == 1 { name.to_owned() } else { format!("{name}-{n}") };
                start(scope, exchange, name, stop)
            })
            .collect();
        let mut whole = true;
        for thread in playing {
            match thread.map(ScopedJoinHandle::join) {
                Ok(Ok(Ok(()))) => {}
                Ok(Ok(Err(error))) => {
                    eprintln!("philidor worker: {error:#}; trying again");
                    whole = false;
                }
                Ok(Err(_)) => whole = false,
                Err(error) => {
                    eprintln!("philidor worker: no thread to play on: {error}; trying again");
                    whole = false;
                }
            }
        }
        whole
    })
}
