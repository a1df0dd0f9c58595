//! Standard output and standard error for programs that may stop reading.

use std::{fmt, io::Write};

/// Writes to standard output; a closed pipe is an error to return, never a panic.
pub fn write(text: fmt::Arguments<'_>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_fmt(text)?;
    out.flush()
}

/// Writes to standard error. Nobody may be reading there: then there is nobody to tell, and the work goes on.
pub fn note(text: fmt::Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(text);
}

/// Like `eprint!`, without a panic where standard error is closed.
#[macro_export]
macro_rules! note {
    ($($text:tt)*) => { $crate::output::note(format_args!($($text)*)) };
}

/// Like `eprintln!`, without a panic where standard error is closed.
#[macro_export]
macro_rules! noteln {
    ($($text:tt)*) => { $crate::output::note(format_args!("{}\n", format_args!($($text)*))) };
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

pub use crate::{note, noteln, out, outln};

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
