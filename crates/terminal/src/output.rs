//! Standard output for programs that may stop reading.

use std::{fmt, io::Write};

/// Writes to standard output; a closed pipe is an error to return, never a panic.
pub fn write(text: fmt::Arguments<'_>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_fmt(text)?;
    out.flush()
}

/// Like `print!`, but returns the error.
#[macro_export]
macro_rules! out {
    ($($text:tt)*) => { $crate::output::write(format_args!($($text)*)) };
}

/// Like `println!`, but returns the error.
#[macro_export]
macro_rules! outln {
    ($($text:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($text)*))) };
}

pub use crate::{out, outln};

/// Prints an answer: a line for programs, or text for people.
pub fn answer<P: fmt::Display, T: fmt::Display>(
    json: bool,
    program: impl FnOnce() -> anyhow::Result<P>,
    people: impl FnOnce() -> T,
) -> anyhow::Result<()> {
    if json {
        outln!("{}", program()?)?;
    } else {
        out!("{}", people())?;
    }
    Ok(())
}
