//! The `philidor` command: glue between the rooms and the person at the terminal.
//!
//! Everything that touches sockets, clocks, environment and terminal lives in this crate; chess knowledge
//! does not. Exit code 0 = done, 1 = the answer is no, 2 = bad input or usage.

mod commands;
mod home;
mod output;
mod progress;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// A chess tutor and endgame laboratory: exact tables, readable reasons.
#[derive(Parser)]
#[command(name = "philidor", version, about, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Exact endgame tables: build, probe, count, search, check, export
    Tables(commands::tables::Args),
    /// Speed, and a one-line signature of behaviour
    Bench(commands::bench::Args),
    /// Print shell completions
    #[command(
        after_help = "Example:\n  philidor completions bash > ~/.local/share/bash-completion/completions/philidor"
    )]
    Completions {
        /// The shell to complete for
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Tables(args) => commands::tables::run(args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "philidor", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
    };
    done.unwrap_or_else(|error: anyhow::Error| commands::report(&error))
}
