//! Files as all long-running work needs them: read with errors that name them, written whole or not at all, and finished parts of a
//! run kept so that an interrupted one resumes ([`resume`]).

pub mod resume;
mod scratch;
pub mod sealed;

use std::{
    fs,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

pub use self::scratch::Scratch;

use anyhow::Context;

/// The bytes of a file.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The text of a file.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Makes a directory and those above it, if they are missing.
pub fn make_dir(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))
}

/// Writes a file all or nothing.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    write_with(path, |out| Ok(out.write_all(content.as_ref())?))
}

/// Lets `write` fill a file, all or nothing: beside its place first, renamed when complete.
pub fn write_with(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let whole = || {
        let scratch = Scratch::new(path)?;
        let mut out = BufWriter::new(scratch.file());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        anyhow::Ok(scratch.finish()?)
    };
    whole().with_context(|| format!("cannot write {}", path.display()))
}

/// The file beside another whose name has one more ending.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    PathBuf::from(name)
}

/// A file's name without directory and ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_finished_leaves_the_old_one_and_no_scrap() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.txt");
        write(&path, "old").expect("written");
        let failed = write_with(&path, |out| {
            out.write_all(b"half")?;
            anyhow::bail!("no more")
        });
        assert_eq!(
            format!("{:#}", failed.expect_err("it failed")),
            format!("cannot write {}: no more", path.display())
        );
        assert_eq!(read_text(&path).expect("there"), "old");
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1);
    }

    #[test]
    fn names_of_neighbours() {
        assert_eq!(beside(Path::new("a/b.net"), "progress"), Path::new("a/b.net.progress"));
        assert_eq!(stem(Path::new("a/b.toml")), "b");
    }
}
