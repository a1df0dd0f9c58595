//! Puts the built page (`web/dist`) into the program. Without it the program still builds and serves a page that
//! says how to build it.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../web");
    let dist = root.join("dist");
    println!("cargo:rerun-if-changed=build.rs");
    // Cargo looks at a directory's files, and runs again if a path that was not there appears.
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    if dist.is_dir() {
        collect(&dist, &dist, &mut files)?;
    }
    files.sort();
    let mut code = String::from("&[\n");
    for (name, path) in files {
        code += &format!("    ({name:?}, include_bytes!({:?})),\n", path.canonicalize()?);
    }
    code += "]\n";
    fs::write(PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("page.rs"), code)
}

fn collect(root: &Path, dir: &Path, out: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, out)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            out.push((name.join("/"), path));
        }
    }
    Ok(())
}
