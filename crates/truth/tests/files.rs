//! Table files: what is written comes back, and what is damaged is named.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{fs, sync::atomic::AtomicBool};

use philidor_chess::{Material, parse_fen};
use philidor_truth::{BuildError, Tables, Watch, census::wdl_digest, file::file_name};

fn watch(stop: &AtomicBool) -> Watch<'_> {
    Watch { stop, hear: &|_| () }
}

fn kpk() -> Material {
    "KPK".parse().unwrap()
}

#[test]
fn what_is_written_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let go = AtomicBool::new(false);
    let wanted: Vec<Material> = ["KPK", "KRKN"].map(|m| m.parse().unwrap()).to_vec();
    let fresh = Tables::in_memory();
    fresh.build(&wanted, false, watch(&go)).unwrap();
    Tables::at(dir.path()).build(&wanted, false, watch(&go)).unwrap();
    let stored = Tables::at(dir.path());
    assert_eq!(stored.build(&wanted, false, watch(&go)).unwrap(), 0, "nothing is left to do");
    for m in wanted {
        let (a, b) = (fresh.table(m).unwrap().unwrap(), stored.table(m).unwrap().unwrap());
        assert_eq!(wdl_digest(&a), wdl_digest(&b));
        assert_eq!(a.profile(), b.profile());
    }
    let strays = fs::read_dir(dir.path())
        .unwrap()
        .filter(|f| f.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
    assert_eq!(strays.count(), 0, "no scratch file stays");
}

#[test]
fn same_input_same_bytes() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let go = AtomicBool::new(false);
    for dir in [&one, &two] {
        Tables::at(dir.path()).build(&["KQKR".parse().unwrap()], false, watch(&go)).unwrap();
    }
    for name in ["KQK.ptab", "KRK.ptab", "KQKR.ptab"] {
        assert_eq!(
            fs::read(one.path().join(name)).unwrap(),
            fs::read(two.path().join(name)).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn damage_is_found_named_and_repaired() {
    let dir = tempfile::tempdir().unwrap();
    let go = AtomicBool::new(false);
    Tables::at(dir.path()).build(&[kpk()], false, watch(&go)).unwrap();
    let path = dir.path().join(file_name(kpk()));
    let sound = fs::read(&path).unwrap();
    let mut cases: Vec<(Vec<u8>, &str)> = vec![
        (sound[..sound.len() - 1].to_vec(), "bytes"),
        (sound[..40].to_vec(), "shorter than its header"),
        (sound[..100].to_vec(), "expected"),
        (Vec::new(), "shorter than its header"),
    ];
    // A flipped bit in every part of the file.
    for (at, want) in [
        (0, "not a Philidor table"),
        (8, "table format"),
        (20, "header checksum"),
        (70, "header checksum"),
        (sound.len() - 9, "data checksum"),
        (sound.len() / 2, "data checksum"),
    ] {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x10;
        cases.push((bytes, want));
    }
    for (bytes, want) in cases {
        fs::write(&path, &bytes).unwrap();
        let error = Tables::at(dir.path()).table(kpk()).unwrap_err().to_string();
        assert!(error.contains(want) && error.contains("KPK.ptab"), "{want}: {error}");
        // Not rebuilt unless asked …
        assert!(Tables::at(dir.path()).build(&[kpk()], false, watch(&go)).is_err());
        // … and when asked, sound again.
        assert_eq!(Tables::at(dir.path()).build(&[kpk()], true, watch(&go)).unwrap(), 1);
        assert_eq!(fs::read(&path).unwrap(), sound);
    }
}

#[test]
fn another_table_under_this_name_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let go = AtomicBool::new(false);
    Tables::at(dir.path()).build(&[kpk()], false, watch(&go)).unwrap();
    fs::copy(dir.path().join("KQK.ptab"), dir.path().join("KRK.ptab")).unwrap();
    let error = Tables::at(dir.path()).table("KRK".parse().unwrap()).unwrap_err().to_string();
    assert!(error.contains("another endgame"), "{error}");
}

#[test]
fn a_stopped_build_keeps_what_is_finished() {
    let dir = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let hear = |event| {
        if let philidor_truth::BuildEvent::Done(m) = event
            && m.to_string() == "KQK"
        {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let result = Tables::at(dir.path()).build(&[kpk()], false, Watch { stop: &stop, hear: &hear });
    assert!(matches!(result, Err(BuildError::Stopped(_))));
    assert!(dir.path().join("KQK.ptab").exists() && !dir.path().join("KPK.ptab").exists());
    let go = AtomicBool::new(false);
    let left = Tables::at(dir.path()).build(&[kpk()], false, watch(&go)).unwrap();
    assert!(left < 5, "{left} tables were left to build");
}

#[test]
fn positions_without_a_table_say_why() {
    let tables = Tables::in_memory();
    for (fen, want) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "32 men"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "philidor tables build KRK"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "philidor tables build KRK"),
    ] {
        let error = tables.value(&parse_fen(fen).unwrap()).unwrap_err().to_string();
        assert!(error.contains(want), "{fen}: {error}");
    }
    let go = AtomicBool::new(false);
    let error = tables.build(&["KQRBKN".parse().unwrap()], false, watch(&go)).unwrap_err();
    assert!(error.to_string().contains("6 men"), "{error}");
}

/// A file that somebody cuts off while it is in use costs an answer, not the process.
#[test]
fn a_file_cut_off_in_use_kills_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let go = AtomicBool::new(false);
    Tables::at(dir.path()).build(&[kpk()], false, watch(&go)).unwrap();
    let tables = Tables::at(dir.path());
    let table = tables.table(kpk()).unwrap().unwrap();
    fs::File::options().write(true).open(dir.path().join(file_name(kpk()))).unwrap().set_len(100).unwrap();
    let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| wdl_digest(&table)));
    assert!(read.is_err(), "nothing is made up");
}
