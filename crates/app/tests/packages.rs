//! Every crate can be packaged: what its code includes lies inside it, and what it depends on has a version.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

/// Rust files below a folder.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            out.extend(sources(&path)?);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    Ok(out)
}

/// The path with every `..` taken.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(out.pop(), "{}", path.display()),
            part => out.push(part),
        }
    }
    out
}

/// Relative paths that a source includes.
fn included(text: &str) -> impl Iterator<Item = &str> {
    ["include_str!(\"", "include_bytes!(\""].into_iter().flat_map(move |call| {
        text.split(call).skip(1).filter_map(|rest| rest.split_once('"').map(|(path, _)| path))
    })
}

#[test]
fn code_includes_only_files_of_its_own_crate() {
    let root = plain(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let mut crates: Vec<PathBuf> =
        fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    crates.push(root.join("knowledge"));
    let mut seen = 0;
    for home in crates.iter().filter(|path| path.join("Cargo.toml").exists()) {
        for file in sources(&home.join("src")).unwrap() {
            let text = fs::read_to_string(&file).unwrap();
            for path in included(&text) {
                let path = plain(&file.parent().unwrap().join(path));
                assert!(path.starts_with(home), "{} includes {}", file.display(), path.display());
                seen += 1;
            }
        }
    }
    assert!(seen >= 3, "{seen}");
}

#[test]
fn crates_depend_on_versions_of_each_other() {
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml")).unwrap();
    let ours: Vec<&str> = root.lines().filter(|line| line.contains("path = \"")).collect();
    assert!(ours.len() > 5, "{ours:?}");
    for line in ours {
        assert!(line.contains("version = \""), "Cargo.toml: {line}");
    }
}

/// The words of a manifest's tables of dependencies.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
        } else if inside && let Some(end) = line.find(['.', ' ', '=']) {
            found.push(&line[..end]);
        }
    }
    found
}

#[test]
fn no_crate_depends_on_what_it_does_not_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut unused = Vec::new();
    let mut seen = 0;
    for home in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(manifest) = fs::read_to_string(home.join("Cargo.toml")) else { continue };
        let texts: String =
            sources(&home).unwrap().iter().map(|file| fs::read_to_string(file).unwrap()).collect();
        for name in dependencies(&manifest) {
            seen += 1;
            if !texts.contains(&name.replace('-', "_")) {
                unused.push(format!("{}: {name}", home.display()));
            }
        }
    }
    assert!(seen > 150, "{seen}");
    assert!(unused.is_empty(), "{unused:#?}");
}
