//! What the program does while it works, on standard error: how much is chosen with `-v`, `-vv`, `-vvv` or the variable
//! `RUST_LOG`. Answers never depend on it.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::EnvFilter;

/// How much is told.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Tell on standard error what is done (-vv, -vvv: more; RUST_LOG says it exactly)
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
}

impl Args {
    /// Begins to log: without -v what went wrong, with it what is done, with more of it how. `RUST_LOG` (such as
    /// `philidor_serve=debug`) goes before.
    pub fn start(&self) {
        let own = || EnvFilter::new(directive(self.verbose));
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| own());
        // Somebody who has begun already goes on.
        let _ = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(stderr)
            .with_ansi(stderr().is_terminal())
            .try_init();
    }
}

/// What other libraries have to say is wanted only when they fail.
fn directive(verbose: u8) -> &'static str {
    match verbose {
        0 => "warn",
        1 => "warn,philidor=info",
        2 => "warn,philidor=debug",
        _ => "warn,philidor=trace",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_understood() {
        for verbose in 0..=4 {
            assert!(EnvFilter::try_new(directive(verbose)).is_ok());
        }
    }
}
