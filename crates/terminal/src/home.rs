//! Where Philidor keeps what it makes.

use std::path::PathBuf;

use anyhow::Context;

/// The data directory: `PHILIDOR_HOME`, or the platform's place for data.
pub fn data() -> anyhow::Result<PathBuf> {
    if let Some(home) = std::env::var_os("PHILIDOR_HOME").filter(|h| !h.is_empty()) {
        return Ok(home.into());
    }
    directories::ProjectDirs::from("", "", "philidor")
        .map(|dirs| dirs.data_dir().to_owned())
        .context("no home directory to keep tables in: set PHILIDOR_HOME to a directory")
}

/// Where table files are.
pub fn tables() -> anyhow::Result<PathBuf> {
    Ok(data()?.join("tables"))
}
