//! Standard output for programs that may stop reading: a closed pipe is an error to return, never a panic.

use std::{fmt, io::Write};

/// Writes to standard output.
pub(crate) fn write(text: fmt::Arguments<'_>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_fmt(text)?;
    out.flush()
}

/// Like `print!`, but returns the error.
macro_rules! out {
    ($($text:tt)*) => { $crate::output::write(format_args!($($text)*)) };
}

/// Like `println!`, but returns the error.
macro_rules! outln {
    ($($text:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {out, outln};
