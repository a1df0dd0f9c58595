//! The `philidor` command: glue between the rooms and the person at the terminal.
//!
//! Flags and printing; what commands share at a terminal is in `philidor_terminal`, chess knowledge below. Exit code 0 = done, 1 = the answer is no, 2 = bad input or usage.

mod commands;
mod judges;
mod tutor;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use philidor_terminal::{home, output, progress};

/// A chess tutor and endgame laboratory: exact tables, readable reasons.
#[derive(Parser)]
#[command(name = "philidor", version, about, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    log: philidor_log::Args,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What is going on in a position; why a move is good or bad
    #[command(
        after_help = "Examples:\n  philidor explain \"r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16\"\n  \
                      philidor explain \"r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16\" \\\n    \
                      --move Nc5 --level master --svg board.svg"
    )]
    Explain(commands::explain::Args),
    /// Questions to the tutor: who is better, why not this move, what is the threat
    #[command(
        after_help = "Examples:\n  philidor ask \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\" \"Is this ending won, and why?\"\n  \
                      philidor ask game.pgn@32 \"why was Nc5 bad?\"\n  \
                      philidor ask game.pgn@32 \"was droht?\" --lang de\n\n\
                      An unknown question is answered with the list of what can be asked (exit code 1); the forms of all\n\
                      questions are in knowledge/questions."
    )]
    Ask(commands::ask::Args),
    /// Chess prose, checked: what a book, a coach or a language model says of a position
    #[command(
        after_help = "Examples:\n  philidor check \"White castles. The knight on e5 is attacked.\" --fen \"4k3/8/3p4/4N3/8/8/8/4K2R w K - 0 1\" --move O-O\n  \
                      philidor check \"Black threatens mate.\" --game game.pgn@23\n  \
                      philidor check book.pgn --report\n\n\
                      The phrases are data in knowledge/read: a chess player can add one.\n\
                      Limits: 2 MiB of text, 300 words in a sentence."
    )]
    Check(commands::check::Args),
    /// Exact endgame tables: build, probe, count, search, check, export
    Tables(commands::tables::Args),
    /// Endgame theory as rules: check, solve, explain, prove, edit
    Rules(commands::rules::Args),
    /// The endgame course: ideas, positions to try against the hardest defence, what you have done
    Lessons(commands::lessons::Args),
    /// What a position is worth, feature by feature
    #[command(after_help = "Examples:\n  philidor eval \"8/8/8/7k/P7/8/8/4K3 w - - 0 1\"\n  \
                            philidor eval --all \"r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17\"")]
    Eval(commands::eval::Args),
    /// Knowledge from games and tables
    Learn(commands::learn::Args),
    /// Works for a coordinator elsewhere: training games (`learn train --nats`), games to comment on (`annotate --nats`, `profile --nats`)
    #[command(after_help = "Example:\n  philidor worker --nats nats://coordinator:4222 --threads 4")]
    Worker(philidor_lab::worker::Args),
    /// The tutor as tools for assistants (Model Context Protocol, over standard input and output)
    Mcp(commands::mcp::Args),
    /// Endgames learned from their tables
    Mine(philidor_lab::Args),
    /// The engine, for any chess interface (UCI)
    #[command(
        after_help = "Example:\n  printf 'position startpos moves e2e4\\ngo depth 10\\n' | philidor uci"
    )]
    Uci(commands::uci::Args),
    /// Engines or evaluations against each other
    #[command(
        name = "match",
        after_help = "Examples:\n  philidor match eval:philidor eval:gnu-like --nodes 10000 --games 100\n  \
                      philidor match eval:philidor \"uci:gnuchess --uci;OwnBook=false\" --movetime 100 --games 200 \\\n    \
                      --concurrency 2 --pgn games.pgn --state match.jsonl"
    )]
    Match(commands::matches::Args),
    /// Whole games with comments: PGN, Markdown, HTML or JSON
    Annotate(commands::annotate::Args),
    /// What all your games say together: results, motifs, endings, time, and one habit to work on
    Profile(commands::profile::Args),
    /// Tactical motifs on given lines (puzzle files), found lines, or opening moves
    Tactics(commands::tactics::Args),
    /// The tutor in the browser
    #[command(
        after_help = "Examples:\n  philidor serve\n  philidor serve --host 0.0.0.0 --token \"$(openssl rand -hex 16)\"\n\n\
                      Limits: requests of 4 MiB and 30 s of work, 96 waiting (24 of one client), 24 jobs, 1,024 connections, a million\n\
                      games; docs/TRUST.md lists them all."
    )]
    Serve(commands::serve::Args),
    /// Speed, and a one-line signature of behaviour
    Bench(commands::bench::Args),
    /// Every command with its options: Markdown, or manual pages
    #[command(
        after_help = "Examples:\n  philidor manual | less\n  philidor manual --man ~/.local/share/man/man1"
    )]
    Manual(commands::manual::Args),
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
    cli.log.start();
    let done = match cli.command {
        Command::Tables(args) => commands::tables::run(args),
        Command::Rules(args) => commands::rules::run(args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Manual(args) => commands::manual::run(&args, Cli::command()),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "philidor", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
        Command::Ask(args) => commands::ask::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Lessons(args) => commands::lessons::run(&args),
        Command::Eval(args) => commands::eval::run(&args),
        Command::Mcp(args) => commands::mcp::run(&args),
        Command::Learn(args) => commands::learn::run(&args),
        Command::Worker(args) => philidor_lab::worker::run(&args),
        Command::Mine(args) => philidor_lab::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Annotate(args) => commands::annotate::run(&args),
        Command::Profile(args) => commands::profile::run(&args),
        Command::Tactics(args) => commands::tactics::run(&args),
        Command::Uci(args) => commands::uci::run(&args),
        Command::Match(args) => commands::matches::run(&args),
    };
    done.unwrap_or_else(|error: anyhow::Error| commands::report(&error))
}
