//! `philidor mcp`

use std::{net::SocketAddr, path::PathBuf, process::ExitCode};

use philidor_mcp::{Door, PATH, Tools};

use crate::{commands::serve::interrupted, tutor::TutorArgs};

/// Who is asked, and how assistants come in.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  philidor mcp                                  one assistant that starts the program itself\n  \
philidor mcp --http 127.0.0.1:8090            assistants of this machine, at http://127.0.0.1:8090/mcp\n  \
philidor mcp --games games.pgn                with games to look through"
)]
pub(crate) struct Args {
    /// Listen for assistants at this address (streamable HTTP) instead of standard input; others than this machine's own want a token
    #[arg(long, value_name = "ADDRESS:PORT")]
    http: Option<SocketAddr>,
    /// With --http: what requests must show (Authorization: Bearer …), at least 16 characters
    #[arg(long, env = "PHILIDOR_TOKEN", hide_env_values = true, requires = "http")]
    token: Option<String>,
    /// Games that assistants may look through (.pgn, .pgn.zst; several times: one each)
    #[arg(long, value_name = "FILE")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    tutor: TutorArgs,
    /// Positions searched for an answer [default: until the best move and the verdict are settled, some seconds at most]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    nodes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for path in &args.games {
        // What cannot be read is said now, not to an assistant.
        philidor_games::record::Records::open(path)
            .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?;
    }
    let door = match args.http {
        Some(address) => Door::Http { address, token: args.token.clone().filter(|token| !token.is_empty()) },
        None => Door::Stdio,
    };
    let tools = Tools::new(args.tutor.session_for(args.nodes, true)?.build()?, args.games.clone());
    let listening = |address: SocketAddr| {
        philidor_terminal::noteln!("The tools are at http://{address}{PATH} (Ctrl-C ends it)");
        Ok(())
    };
    tools.run(door, listening, interrupted())?;
    Ok(ExitCode::SUCCESS)
}
