//! `philidor uci`: the engine for any chess interface.
//!
//! The Universal Chess Interface as interfaces and testers use it in practice: one thread reads, one searches,
//! so `isready` and `stop` are answered at once. Rubbish is ignored with an `info string`; nothing ends the
//! session but `quit` and the end of input.

mod go;
mod options;
mod session;
mod strength;

use std::{
    io::{BufRead, Write},
    process::ExitCode,
};

use self::session::Session;

/// Arguments of `philidor uci`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// UCI commands to run before reading standard input, one per argument; `bench` and `quit` work too
    #[arg(value_name = "COMMAND")]
    commands: Vec<String>,
}

/// Talks UCI on standard input and output until `quit`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut session = Session::new();
    for command in &args.commands {
        if !session.obey(command) {
            return Ok(ExitCode::SUCCESS);
        }
    }
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // Interfaces may send anything; only a closed pipe ends the session.
        if input.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            session.finish();
            return Ok(ExitCode::SUCCESS);
        }
        if !session.obey(&String::from_utf8_lossy(&line)) {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// Prints one line to the interface; an interface that has gone away will close our input, too.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _gone = writeln!(out, "{text}").and_then(|()| out.flush());
}
