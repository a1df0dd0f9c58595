//! Running the real program.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
#![allow(dead_code, clippy::allow_attributes, reason = "each test program uses its own part")]

use std::{
    path::PathBuf,
    process::{Command, Output},
    sync::OnceLock,
};

/// A data directory that all tests of one program share, with the tables they need built once.
pub(crate) fn home() -> &'static PathBuf {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("home");
        let out =
            command(&["tables", "build", "KPK", "KRKN", "KQKR"]).env("PHILIDOR_HOME", &dir).output().unwrap();
        assert!(out.status.success(), "{}", text(&out.stderr));
        dir
    })
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
    // Our own engine, whatever else is installed.
    command.args(args).env_remove("PHILIDOR_SYZYGY").env("PHILIDOR_ENGINE", "philidor");
    command
}

/// Runs the program in the shared home.
pub(crate) fn philidor(args: &[&str]) -> Output {
    command(args).env("PHILIDOR_HOME", home()).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the program, which must succeed, and returns what it printed.
pub(crate) fn printed(args: &[&str]) -> String {
    let out = philidor(args);
    assert!(out.status.success(), "{args:?}: {}", text(&out.stderr));
    text(&out.stdout)
}

pub(crate) fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// Holds a text against a file of `tests/data`. If it changed on purpose, write the file anew
/// (`PHILIDOR_WRITE_SNAPSHOTS=1`) and read the difference.
pub(crate) fn assert_snapshot(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("PHILIDOR_WRITE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap();
    assert!(text == wanted, "the words of {name} changed:\n{text}");
}
