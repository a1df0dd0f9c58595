//! One module per command group. Each has an `Args` (clap) and a `run` that says how it ended.

pub(crate) mod annotate;
pub(crate) mod ask;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod learn;
pub(crate) mod lessons;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod mcp;
pub(crate) mod profile;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod tables;
pub(crate) mod tactics;
pub(crate) mod uci;

use std::process::ExitCode;

/// The answer is no: a check failed, mismatches were found.
pub(crate) use philidor_terminal::NO;
/// Bad input or usage.
pub(crate) const BAD: u8 = 2;

/// Prints an error with its causes and says "bad input". A reader that has gone away is no error.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let gone = error.chain().any(|e| {
        e.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    });
    if gone {
        return ExitCode::SUCCESS;
    }
    let mut said = error.to_string();
    philidor_terminal::noteln!("philidor: {said}");
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Many errors quote their cause already.
        if !said.contains(&cause) {
            philidor_terminal::noteln!("  because: {cause}");
        }
        said = cause;
    }
    ExitCode::from(BAD)
}
