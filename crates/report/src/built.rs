//! Tables that were built, and their files.

use std::path::{Path, PathBuf};

use philidor_chess::Material;
use philidor_truth::{Tables, file};
use serde_json::json;

/// Tables in a folder after a build.
#[derive(Debug, Clone)]
pub struct Built {
    built: usize,
    dir: PathBuf,
    files: Vec<(Material, u64, PathBuf)>,
}

impl Built {
    /// All tables that `wanted` stands on; `built` of them are new.
    pub fn new(wanted: &[Material], built: usize, dir: &Path) -> std::io::Result<Built> {
        let file = |m: Material| {
            let path = dir.join(file::file_name(m));
            Ok((m, std::fs::metadata(&path)?.len(), path))
        };
        let files = Tables::closure(wanted).into_iter().map(file).collect::<std::io::Result<_>>()?;
        Ok(Built { built, dir: dir.to_owned(), files })
    }

    /// For programs.
    pub fn json(&self, seconds: f64) -> serde_json::Value {
        let list: Vec<_> = self
            .files
            .iter()
            .map(|(m, bytes, path)| json!({"material": m.to_string(), "bytes": bytes, "file": path}))
            .collect();
        json!({"built": self.built, "tables": list, "seconds": seconds})
    }

    /// For people.
    pub fn text(&self) -> String {
        let bytes: u64 = self.files.iter().map(|f| f.1).sum();
        format!(
            "{} tables built, {} were there; {} tables, {:.1} MB in {}\n",
            self.built,
            self.files.len() - self.built,
            self.files.len(),
            bytes as f64 / 1e6,
            self.dir.display()
        )
    }
}
