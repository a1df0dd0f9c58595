//! Our engine's side of the protocol, as interfaces and testers use it in practice.
//!
//! One thread reads, one searches, so `isready` and `stop` are answered at once. Rubbish is ignored with an `info string`;
//! nothing ends the session but `quit` and the end of input.

mod go;
mod info;
mod options;
mod reserve;
mod session;
mod strength;

use std::{
    io::{BufRead, Write},
    sync::{Mutex, PoisonError},
};

use self::session::Session;
pub use self::{
    options::ELO_RANGE,
    strength::{WEAK_LINES, weak_choice, weak_nodes},
};
use crate::Resources;

/// Obeys `commands`, then every line of `input`, until one of them is `quit` or the input ends. A search with limits may finish
/// after the end of input; an endless one is stopped.
pub fn serve(
    commands: &[String],
    mut input: impl BufRead,
    output: &mut (dyn Write + Send),
    resources: &dyn Resources,
) {
    let out = Output(Mutex::new(output));
    std::thread::scope(|scope| {
        let mut session = Session::new(scope, &out, resources);
        if !commands.iter().all(|command| session.obey(command)) {
            return;
        }
        let mut line = Vec::new();
        loop {
            line.clear();
            // Interfaces may send anything; only a closed pipe ends the session.
            if input.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
                session.finish();
                return;
            }
            if !session.obey(&String::from_utf8_lossy(&line)) {
                return;
            }
        }
    });
}

/// Where both threads write to.
struct Output<'a>(Mutex<&'a mut (dyn Write + Send)>);

impl Output<'_> {
    /// Writes one line; an interface that has gone away will close our input, too.
    fn say(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _gone = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}
