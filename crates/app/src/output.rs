//! Standard output for programs that may stop reading, and files that are written whole or not at all.

use std::{
    fmt,
    fs::{self, File},
    io::{BufWriter, IntoInnerError, Write},
    path::Path,
};

use anyhow::Context;

/// Writes to standard output; a closed pipe is an error to return, never a panic.
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

/// Writes a file all or nothing: beside its place first, renamed when complete.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
    let scratch = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let result = File::create(&scratch).map_err(anyhow::Error::from).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.into_inner().map_err(IntoInnerError::into_error)?.sync_all()?;
        Ok(fs::rename(&scratch, path)?)
    });
    if result.is_err() {
        // The half-written file is of no use to anybody; the first error is the one to tell.
        let _ = fs::remove_file(&scratch);
    }
    result.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a text file all or nothing.
pub(crate) fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))
}
