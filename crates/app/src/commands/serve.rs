//! `philidor serve`: the tutor in the browser.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
    thread,
};

use anyhow::Context;
use philidor_serve::{Config, Server};

use crate::{home, output::outln};

/// Where and what to serve.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; others than this machine's own want a token
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    host: IpAddr,
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 1749)]
    port: u16,
    /// What clients must show, at least 16 characters
    #[arg(long, env = "PHILIDOR_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The library of games and drills (default: library.sqlite in the data directory)
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Searches at the same time (default: one per core)
    #[arg(long, value_name = "N")]
    searches: Option<usize>,
    /// Directory with Syzygy files, for positions beyond the own tables (several: separate with ':')
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR")]
    syzygy: Option<String>,
    /// Print the OpenAPI document of the API and end
    #[arg(long)]
    openapi: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.openapi {
        outln!("{}", philidor_serve::openapi())?;
        return Ok(ExitCode::SUCCESS);
    }
    let config = Config {
        address: SocketAddr::new(args.host, args.port),
        token: args.token.clone().filter(|t| !t.is_empty()),
        tables: home::tables()?,
        syzygy: args.syzygy.iter().flat_map(std::env::split_paths).collect(),
        library: match &args.library {
            Some(path) => path.clone(),
            None => home::data()?.join("library.sqlite"),
        },
        searches: args.searches.unwrap_or_else(|| thread::available_parallelism().map_or(2, usize::from)),
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting the server")?;
    runtime.block_on(async {
        let server = Server::bind(&config).await?;
        outln!("Philidor is at http://{}/ (Ctrl-C ends it)", server.address()?)?;
        server.run(interrupted()).await?;
        anyhow::Ok(())
    })?;
    // Work that still runs was told to stop; what it had finished is kept.
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    Ok(ExitCode::SUCCESS)
}

/// Waits for Ctrl-C or a request to terminate.
async fn interrupted() {
    let mut terminate = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(signal) => signal,
        Err(_) => return std::future::pending().await,
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
