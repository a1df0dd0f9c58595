//! `docs/ARCHITECTURE.md` stays true: the files and tests that "To add …" names are there.

use std::{fs, path::Path};

/// The lines of all sources that begin a function without arguments.
fn collect(folder: &Path, functions: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, functions);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            text.lines()
                .filter(|line| line.contains("fn ") && line.contains("()"))
                .for_each(|line| *functions += line);
        }
    }
}

#[test]
fn what_it_says_to_touch_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    let (_, section) = text.split_once("## To add …").expect("the section is there");
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<&str> =
        section.lines().filter(|line| line.starts_with("| a") || line.starts_with("| an")).collect();
    assert!(rows.len() >= 8, "{rows:?}");
    let mut functions = String::new();
    collect(&root.join("crates"), &mut functions);
    for row in rows {
        for name in row.split('`').skip(1).step_by(2) {
            let path = name.contains('/');
            let command = name.starts_with("philidor ");
            let known = if path {
                root.join(name).exists()
            } else {
                command || functions.contains(&format!("fn {name}()"))
            };
            assert!(known, "{name:?} is not there: {row}");
        }
    }
}

/// The lines of all sources in a folder.
fn lines(folder: &Path) -> usize {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    paths
        .map(|path| match path.is_dir() {
            true => lines(&path),
            false => fs::read_to_string(&path).expect("a text").lines().count(),
        })
        .sum()
}

#[test]
fn the_program_is_flags_and_printing() {
    let count = lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(count <= 4_000, "{count} lines: what is more than flags and printing belongs into a room below");
}
