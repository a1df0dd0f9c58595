//! Finished parts of a long run on disk, so that an interrupted run resumes where it stopped and gives the same bytes.
//!
//! A line is a record: checksum, length, JSON. What does not fit its checksum was not kept: a record cut off by an interruption,
//! or damaged since, and its part is done again.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// What a run is: another file or other options make another run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The program's version: its words may change.
    pub version: String,
    /// Digest of the input.
    pub input: String,
    /// Everything that changes the output.
    pub options: String,
}

/// The file of finished parts: what the run is, then one part a line.
#[derive(Debug)]
pub struct State {
    file: Mutex<File>,
    path: PathBuf,
}

/// A record as it stands in the file.
fn record(json: &str) -> String {
    format!("{:016x} {} {json}\n", xxh3_64(json.as_bytes()), json.len())
}

/// The JSON of a line that is as it was written.
fn whole(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?;
    let (sum, rest) = line.split_once(' ')?;
    let (length, json) = rest.split_once(' ')?;
    let fits = length.parse() == Ok(json.len()) && format!("{:016x}", xxh3_64(json.as_bytes())) == sum;
    fits.then_some(json)
}

impl State {
    /// Opens or creates the file; returns the parts that are done. Another process that writes the file is told of.
    pub fn open<T: DeserializeOwned>(path: &Path, identity: &Identity) -> anyhow::Result<(State, Vec<T>)> {
        let shown = path.display();
        let options = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = options.with_context(|| format!("cannot write {shown}"))?;
        if file.try_lock().is_err() {
            bail!("{shown} is in use by another run: wait for its end, or name another file");
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {shown}"))?;
        // A tail without its end was cut off.
        let end = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let mut lines = bytes[..end].split(|&b| b == b'\n').filter(|line| !line.is_empty());
        let mut done = Vec::new();
        match lines.next() {
            None if !bytes.is_empty()
                && !record(&serde_json::to_string(identity)?).as_bytes().starts_with(&bytes) =>
            {
                bail!("{shown} is not a state file of philidor: name another file");
            }
            None => {}
            Some(first) => {
                let Some(found) = whole(first).and_then(|json| serde_json::from_str::<Identity>(json).ok())
                else {
                    bail!(
                        "{shown} is not a state file of philidor, or its first line is damaged: remove it or name another file"
                    );
                };
                if found != *identity {
                    bail!(
                        "{shown} belongs to another run:\n  it says  {} {} {}\n  this is  {} {} {}\n  remove it or name another file",
                        found.version,
                        found.input,
                        found.options,
                        identity.version,
                        identity.input,
                        identity.options
                    );
                }
                done.extend(lines.filter_map(whole).filter_map(|json| serde_json::from_str(json).ok()));
            }
        }
        let failed = || format!("cannot write {shown}");
        file.set_len(end as u64).with_context(failed)?;
        file.seek(SeekFrom::End(0)).with_context(failed)?;
        let state = State { file: Mutex::new(file), path: path.to_owned() };
        if end == 0 {
            state.keep(identity)?;
        }
        Ok((state, done))
    }

    /// Keeps a finished part.
    pub fn keep<T: Serialize>(&self, done: &T) -> anyhow::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let line = record(&serde_json::to_string(done)?);
        file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Digest of a file.
pub fn digest(path: &Path) -> anyhow::Result<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Identity {
        Identity { version: "1".into(), input: "a".into(), options: "b".into() }
    }

    fn open(path: &Path) -> anyhow::Result<(State, Vec<String>)> {
        State::open(path, &own())
    }

    #[test]
    fn a_run_resumes_and_another_run_is_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("state");
        let (state, done) = open(&path).expect("a new run");
        assert!(done.is_empty());
        state.keep(&"seven").expect("kept");
        let in_use = open(&path).expect_err("refused").to_string();
        assert!(in_use.contains("in use by another run"), "{in_use}");
        drop(state);
        let (state, done) = open(&path).expect("the same run");
        assert_eq!(done, ["seven"]);
        state.keep(&"eight").expect("kept");
        drop(state);
        assert_eq!(open(&path).expect("the same run").1, ["seven", "eight"]);
        let other = Identity { options: "c".into(), ..own() };
        let refused = State::open::<String>(&path, &other).expect_err("refused").to_string();
        assert!(refused.contains("belongs to another run"), "{refused}");
        std::fs::write(&path, "a diary").expect("written");
        assert!(open(&path).is_err() && crate::read_text(&path).expect("untouched") == "a diary");
    }

    /// Cut anywhere, also inside a character, a run resumes with the parts that are whole.
    #[test]
    fn a_file_cut_anywhere_resumes() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("state");
        let parts = ["ä1", "€uro", "♔♚", "x"];
        let (state, _) = open(&path).expect("a new run");
        for part in parts {
            state.keep(&part).expect("kept");
        }
        drop(state);
        let all = crate::read(&path).expect("read");
        for cut in 0..=all.len() {
            std::fs::write(&path, &all[..cut]).expect("cut");
            let (state, done) = open(&path).expect("resumed");
            assert!(
                parts.starts_with(&done.iter().map(String::as_str).collect::<Vec<_>>()),
                "{cut}: {done:?}"
            );
            for part in &parts[done.len()..] {
                state.keep(part).expect("kept");
            }
            drop(state);
            assert_eq!(crate::read(&path).expect("read"), all, "{cut}");
        }
    }

    /// No damage of one bit goes through: the part is done again, or the file is refused.
    #[test]
    fn a_damaged_bit_never_reaches_the_output() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("state");
        let parts = ["one", "two", "three"];
        let (state, _) = open(&path).expect("a new run");
        for part in parts {
            state.keep(&part).expect("kept");
        }
        drop(state);
        let all = crate::read(&path).expect("read");
        for bit in 0..all.len() * 8 {
            let mut bytes = all.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &bytes).expect("damaged");
            if let Ok((_, done)) = open(&path) {
                assert!(done.iter().all(|d| parts.contains(&d.as_str())), "{bit}: {done:?}");
            }
        }
    }
}
