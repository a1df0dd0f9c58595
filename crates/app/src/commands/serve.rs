//! `philidor serve`: the tutor in the browser.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
    thread,
    time::Duration,
};

use anyhow::Context;
use philidor_humans::Rating;
use philidor_know::evaluator;
use philidor_serve::{Config, Server};
use philidor_session::{Engine, Session};

use crate::{home, output::outln, tutor::with_people};

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
    /// Another UCI engine that the page may ask (several times: one each); those in PATH are offered without it
    #[arg(long = "engine", value_name = "NAME=COMMAND", value_parser = named_command)]
    engines: Vec<(String, String)>,
    /// The engine that looks ahead unless the page asks for another [default: stockfish where it is installed, else philidor]
    #[arg(long, value_name = "NAME", env = "PHILIDOR_ENGINE", hide_env_values = true)]
    analyst: Option<String>,
    /// The rating of readers who name none: what players like them find, miss and answer is told too (1500 is Lichess; 1500@chess.com, 1500@fide)
    #[arg(long, value_name = "RATING")]
    rating: Option<Rating>,
    /// Directory with Maia's nets (maia-1500.pb.gz …) to ask what people play [default: maia in the data directory, else our own net]
    #[arg(long, value_name = "DIR")]
    humans: Option<PathBuf>,
    /// Training runs for the Lab: a directory of `learn train`, or one that holds some (default: runs in the data directory)
    #[arg(long, value_name = "DIR")]
    runs: Vec<PathBuf>,
    /// Print the OpenAPI document of the API and end
    #[arg(long)]
    openapi: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.openapi {
        outln!("{}", philidor_serve::openapi())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut builder =
        Session::builder().tables(home::tables()?).syzygy(args.syzygy.iter().flat_map(std::env::split_paths));
    let programs = Engine::programs(&args.engines, PATIENCE);
    builder = builder.ask(args.analyst.as_deref().unwrap_or_else(|| Engine::usual(&programs)));
    for program in programs {
        builder = builder.engine(program);
    }
    let session = with_people(builder, args.humans.as_deref())?.rating(args.rating).build()?;
    let config = Config {
        address: SocketAddr::new(args.host, args.port),
        token: args.token.clone().filter(|t| !t.is_empty()),
        session,
        library: match &args.library {
            Some(path) => path.clone(),
            None => home::data()?.join("library.sqlite"),
        },
        searches: args.searches.unwrap_or_else(|| thread::available_parallelism().map_or(2, usize::from)),
        runs: if args.runs.is_empty() { vec![home::data()?.join("runs")] } else { args.runs.clone() },
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
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(ExitCode::SUCCESS)
}

/// The longest an engine may take for one question of somebody who waits.
const PATIENCE: Duration = Duration::from_secs(25);

/// Reads `NAME=COMMAND`.
fn named_command(text: &str) -> Result<(String, String), String> {
    let (name, command) = text
        .split_once('=')
        .ok_or("give the engine a name: --engine NAME=COMMAND, such as sf=/opt/stockfish")?;
    let (name, command) = (name.trim(), command.trim());
    if name.is_empty() || name.chars().count() > 30 || command.is_empty() {
        return Err("an engine has a name of 1 to 30 characters and a command".into());
    }
    if evaluator::by_name(name).is_some() {
        return Err(format!("{name} is one of our own evaluations: choose another name"));
    }
    Ok((name.to_owned(), command.to_owned()))
}

/// Waits for Ctrl-C or a request to terminate.
pub(crate) async fn interrupted() {
    let mut terminate = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(signal) => signal,
        Err(_) => return std::future::pending().await,
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
