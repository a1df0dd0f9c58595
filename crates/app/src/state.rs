//! Finished parts of a long run on disk, so that an interrupted run goes on where it stopped and gives the same bytes.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use xxhash_rust::xxh3::Xxh3Default;

/// What a run is: another file or other options make another run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// Of the program, whose words may change.
    pub(crate) version: String,
    /// Digest of the input.
    pub(crate) input: String,
    /// Everything that changes the output.
    pub(crate) options: String,
}

/// The file of finished parts: what the run is, then one part a line.
pub(crate) struct State {
    file: Mutex<File>,
    path: PathBuf,
}

impl State {
    /// Opens or creates the file; returns the parts that are done.
    pub(crate) fn open<T: DeserializeOwned>(
        path: &Path,
        identity: &Identity,
    ) -> anyhow::Result<(State, Vec<T>)> {
        let mut done = Vec::new();
        if path.exists() {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            let mut lines = BufReader::new(file).lines();
            if let Some(first) = lines.next().transpose()? {
                let found: Identity = serde_json::from_str(&first)
                    .with_context(|| format!("{} is not a state file of philidor", path.display()))?;
                if found != *identity {
                    bail!(
                        "{} belongs to another run (other input, options or version); remove it or name another file",
                        path.display()
                    );
                }
            }
            for line in lines {
                // The last line may be half written; its part is done again.
                done.extend(serde_json::from_str::<T>(&line?));
            }
        }
        let fresh = !path.exists();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        if fresh {
            writeln!(file, "{}", serde_json::to_string(identity)?)?;
        } else {
            // A half-written line must not spoil the next one.
            writeln!(file)?;
        }
        Ok((State { file: Mutex::new(file), path: path.to_owned() }, done))
    }

    /// Keeps a finished part.
    pub(crate) fn keep<T: Serialize>(&self, done: &T) -> anyhow::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{}\n", serde_json::to_string(done)?);
        file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Digest of a file.
pub(crate) fn digest(path: &Path) -> anyhow::Result<String> {
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut hash = Xxh3Default::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n = file.read(&mut buffer)?;
        if n == 0 {
            return Ok(format!("{:016x}", hash.digest()));
        }
        hash.update(&buffer[..n]);
    }
}
