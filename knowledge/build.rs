//! Lists the files of every folder as constants, so that a new file needs no code.
//!
//! A folder and an ending make one constant: `endgames/*.rules` becomes `ENDGAMES_RULES`. `src/lib.rs` gives them their
//! names; a constant that it does not use is a compiler warning, so no file is forgotten.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    // A new folder changes this one.
    println!("cargo::rerun-if-changed=.");
    let mut lists = BTreeMap::new();
    for folder in folders(&root)?.iter().filter(|name| !matches!(name.as_str(), "src" | "target")) {
        // Cargo looks at a folder's files, and at those of the folders in it.
        println!("cargo::rerun-if-changed={folder}");
        collect(&root, folder, &mut lists)?;
    }
    let mut code = String::new();
    for (name, mut files) in lists {
        files.sort();
        let _ = writeln!(code, "pub(super) const {name}: &[Entry] = &[");
        for (stem, path) in files {
            let _ = writeln!(code, "    entry!({stem:?}, {path:?}),");
        }
        code += "];\n";
    }
    fs::write(PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("files.rs"), code)
}

/// The name of a constant, and stem and path of its files.
type Lists = BTreeMap<String, Vec<(String, String)>>;

fn collect(root: &Path, folder: &str, lists: &mut Lists) -> io::Result<()> {
    for name in files(&root.join(folder))? {
        // Notes for people and what editors leave behind are no knowledge.
        let Some((stem, ending)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else {
            continue;
        };
        if ending == "md" || !ending.chars().all(|c| c.is_ascii_alphanumeric()) {
            continue;
        }
        let list = format!("{folder}_{ending}").replace(['/', '-'], "_").to_uppercase();
        lists.entry(list).or_default().push((stem.to_owned(), format!("{folder}/{name}")));
    }
    for name in folders(&root.join(folder))? {
        collect(root, &format!("{folder}/{name}"), lists)?;
    }
    Ok(())
}

fn folders(path: &Path) -> io::Result<Vec<String>> {
    names(path, Path::is_dir)
}

fn files(path: &Path) -> io::Result<Vec<String>> {
    names(path, Path::is_file)
}

/// Names that are not hidden.
fn names(path: &Path, wanted: impl Fn(&Path) -> bool) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && wanted(&entry.path()) {
            names.push(name);
        }
    }
    Ok(names)
}
