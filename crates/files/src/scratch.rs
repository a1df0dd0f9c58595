//! A file on its way: written beside its place, moved there when it is whole.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// Where bytes go until they are complete.
///
/// What is no regular file (a device, a pipe) is written through as it is. A link is followed, so that it stays a link. A
/// file that is replaced leaves its mode and owner to the new one.
#[derive(Debug)]
pub struct Scratch {
    file: File,
    /// Where it is now and where it shall be; none if it is written through.
    way: Option<(PathBuf, PathBuf)>,
}

impl Scratch {
    /// Begins a file that shall stand at `path`.
    pub fn new(path: &Path) -> io::Result<Scratch> {
        let place = followed(path)?;
        let old = match fs::metadata(&place) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                let file = OpenOptions::new().write(true).open(&place)?;
                return Ok(Scratch { file, way: None });
            }
            Ok(found) => Some(found),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old
            && old.permissions().readonly()
        {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let (beside, file) = beside(&place)?;
        if let Some(old) = old
            && !inherit(&file, &old)?
        {
            // Its owner cannot be kept by a new file: the old one is filled anew.
            drop(file);
            fs::remove_file(&beside)?;
            let file = OpenOptions::new().write(true).truncate(true).open(&place)?;
            return Ok(Scratch { file, way: None });
        }
        Ok(Scratch { file, way: Some((beside, place)) })
    }

    /// What is written.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The file is whole: puts it in its place.
    pub fn finish(mut self) -> io::Result<()> {
        let Some((beside, place)) = self.way.take() else { return Ok(()) };
        let done = self.file.sync_all().and_then(|()| fs::rename(&beside, place));
        if done.is_err() {
            // Of no use to anybody; the first error is the one to tell.
            let _ = fs::remove_file(beside);
        }
        done
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some((beside, _)) = self.way.take() {
            // The half-written file is of no use to anybody.
            let _ = fs::remove_file(beside);
        }
    }
}

/// The place a link leads to, also if nothing is there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&place) {
            Ok(target) => place = place.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links"))
}

/// A file beside another. Its name is the same every time, so that a process that was killed leaves one file behind and the next one
/// takes it over; while it is written it is locked, and who finds it locked takes a name of its own.
fn beside(place: &Path) -> io::Result<(PathBuf, File)> {
    let name = place.file_name().ok_or_else(|| io::Error::other("this is not a file name"))?;
    let name = name.to_string_lossy();
    let shared = place.with_file_name(format!(".{name}.part"));
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&shared)?;
    // Between opening and locking somebody else may have moved it to its place.
    if file.try_lock().is_ok() && same(&file, &shared) {
        file.set_len(0)?;
        return Ok((shared, file));
    }
    let own = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let file = File::create(&own)?;
    Ok((own, file))
}

#[cfg(unix)]
fn same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn same(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Gives a new file the mode and owner of an old one; `false` if that is not allowed.
#[cfg(unix)]
fn inherit(file: &File, old: &fs::Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    let owner = (own.uid() != old.uid()).then(|| old.uid());
    let group = (own.gid() != old.gid()).then(|| old.gid());
    if (owner.is_some() || group.is_some()) && fchown(file, owner, group).is_err() {
        return Ok(false);
    }
    file.set_permissions(old.permissions())?;
    Ok(true)
}

#[cfg(not(unix))]
fn inherit(file: &File, old: &fs::Metadata) -> io::Result<bool> {
    file.set_permissions(old.permissions())?;
    Ok(true)
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        io::{Read, Write},
        os::unix::fs::{PermissionsExt, symlink},
    };

    use super::*;
    use crate::{read_text, write};

    #[test]
    fn links_stay_links_and_modes_stay_modes() {
        let dir = tempfile::tempdir().expect("a directory");
        let at = |name: &str| dir.path().join(name);
        write(&at("real"), "old").expect("written");
        fs::set_permissions(at("real"), fs::Permissions::from_mode(0o600)).expect("closed");
        symlink("real", at("link")).expect("linked");
        symlink("nothing-yet", at("dangling")).expect("linked");
        write(&at("link"), "new").expect("written");
        write(&at("dangling"), "first").expect("written");
        assert!(at("link").is_symlink() && at("dangling").is_symlink());
        assert_eq!(read_text(&at("real")).expect("there"), "new");
        assert_eq!(read_text(&at("nothing-yet")).expect("there"), "first");
        let mode = fs::metadata(at("real")).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn devices_and_pipes_are_written_through() {
        let dir = tempfile::tempdir().expect("a directory");
        write(Path::new("/dev/null"), "gone").expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                File::open(pipe).and_then(|mut f| f.read_to_string(&mut text)).map(|_| text)
            }
        });
        write(&pipe, "through").expect("written");
        assert_eq!(reader.join().expect("read").expect("read"), "through");
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1);
    }

    #[test]
    fn what_a_killed_process_left_is_taken_over_and_two_writers_do_not_meet() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.txt");
        fs::write(dir.path().join(".a.txt.part"), "half of a long text").expect("left behind");
        let first = Scratch::new(&path).expect("begun");
        let second = Scratch::new(&path).expect("begun");
        first.file().write_all(b"first").expect("written");
        second.file().write_all(b"second").expect("written");
        first.finish().expect("in place");
        assert_eq!(read_text(&path).expect("there"), "first");
        second.finish().expect("in place");
        assert_eq!(read_text(&path).expect("there"), "second");
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1);
    }
}
