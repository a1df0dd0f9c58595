//! Syzygy files that we write, read by a prober that is not ours.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::sync::atomic::AtomicBool;

use philidor_chess::Material;
use philidor_truth::{
    Syzygy, Tables, Watch,
    syzygy::{compare, write::write},
};

/// Writes endgames and all they lead to, and compares every position with what the files say: results under the fifty-move rule and
/// distances.
fn written_and_read(wanted: &[Material]) {
    let go = AtomicBool::new(false);
    let tables = Tables::in_memory();
    tables.build(wanted, false, Watch { stop: &go, hear: &|_| () }).unwrap();
    let dir = tempfile::tempdir().unwrap();
    for material in Tables::closure(wanted) {
        write(&tables, material, dir.path(), &go, &|_, _| ()).unwrap();
    }
    let files = Syzygy::open(&[dir.path()]).unwrap();
    for &material in wanted {
        let table = tables.table(material).unwrap().unwrap();
        let compared = compare(&table, &files, true).unwrap();
        assert_eq!(compared.mismatches, 0, "{material}: {:?}", compared.examples);
        assert_eq!(compared.positions, compared.dtz_positions);
    }
}

#[test]
fn three_men_are_read_by_others() {
    written_and_read(&Material::all_with_men(3));
}

#[test]
fn four_men_are_read_by_others() {
    written_and_read(&["KBBK".parse().unwrap()]);
}

/// Pawns on both sides, captures in passing among them: thirty endgames are solved and written for it.
#[test]
#[ignore = "about two CPU-minutes"]
fn pawns_on_both_sides_are_read_by_others() {
    written_and_read(&["KPKP".parse().unwrap(), "KQKR".parse().unwrap()]);
}

#[test]
fn a_missing_table_is_named() {
    let go = AtomicBool::new(false);
    let dir = tempfile::tempdir().unwrap();
    let error =
        write(&Tables::in_memory(), "KQKR".parse().unwrap(), dir.path(), &go, &|_, _| ()).unwrap_err();
    assert!(error.to_string().contains("philidor tables build K"), "{error}");
}
