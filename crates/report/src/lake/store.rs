//! A directory with the rows of many games: `games`, `moves` and `claims`, each in files of as many games, so that a long run goes on
//! where it stopped and needs no more memory for a million games than for a thousand.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use philidor_files as files;
use serde::{Deserialize, Serialize};

use super::row::{self, Part};
use crate::columns::{Columns, Parquet};

/// Games whose rows share a file of each table.
pub const GAMES_OF_A_FILE: u32 = 64;
/// How hard waiting games are packed.
const PACKING: i32 = 1;
/// Bytes that the rows of a game may take.
const LARGEST: usize = 1 << 28;
/// What the lake is made of.
const ABOUT: &str = "lake.json";
/// The tables, the one that is written last at the end: where it is, the others are too.
const TABLES: [&str; 3] = ["claims", "moves", "games"];

/// What a lake is made of: other games or options make another lake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    version: String,
    /// Digest of the games.
    input: String,
    options: String,
    games_of_a_file: u32,
    /// Games in all, once all are there.
    games: Option<u32>,
}

/// A directory of rows that grows. Games are numbered from 0 here.
#[derive(Debug)]
pub struct Lake {
    dir: PathBuf,
    about: About,
    /// Files that are written.
    written: BTreeSet<u32>,
    /// Games of files that are not complete yet, packed: as rows a game may be a megabyte.
    waiting: BTreeMap<u32, Vec<u8>>,
}

impl Lake {
    /// Opens or makes a lake. One of other games or options is refused.
    pub fn open(dir: &Path, input: &str, options: &str) -> anyhow::Result<Lake> {
        let about = About {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            input: input.to_owned(),
            options: options.to_owned(),
            games_of_a_file: GAMES_OF_A_FILE,
            games: None,
        };
        let shown = dir.display();
        let path = dir.join(ABOUT);
        if path.exists() {
            let known: About = serde_json::from_str(&files::read_text(&path)?)
                .with_context(|| format!("{} is damaged", path.display()))?;
            if (About { games: None, ..known.clone() }) != about {
                bail!(
                    "{shown} holds another lake:\n  it says  {} {} {}\n  this is  {} {} {}\n  give another directory",
                    known.version,
                    known.input,
                    known.options,
                    about.version,
                    about.input,
                    about.options
                );
            }
        } else {
            let full = dir.read_dir().is_ok_and(|mut entries| entries.next().is_some());
            if full {
                bail!("{shown} is not empty, and no lake: give another directory");
            }
            for table in TABLES {
                files::make_dir(&dir.join(table))?;
            }
            files::write(&path, text(&about)?)?;
        }
        let mut written = BTreeSet::new();
        let last = dir.join(TABLES[2]);
        for entry in last.read_dir().with_context(|| format!("cannot read {}", last.display()))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let number = name.strip_prefix("part-").and_then(|rest| rest.strip_suffix(".parquet"));
            written.extend(number.and_then(|number| number.parse::<u32>().ok()));
        }
        Ok(Lake { dir: dir.to_owned(), about, written, waiting: BTreeMap::new() })
    }

    /// Whether a game's rows are in a file.
    pub fn has(&self, game: u32) -> bool {
        self.written.contains(&(game / GAMES_OF_A_FILE))
    }

    /// Takes a game; its file is written when all its games are there.
    pub fn take(&mut self, game: u32, part: Part) -> anyhow::Result<()> {
        let file = game / GAMES_OF_A_FILE;
        self.waiting.insert(game, zstd::bulk::compress(&postcard::to_stdvec(&part)?, PACKING)?);
        let games = file * GAMES_OF_A_FILE..(file + 1) * GAMES_OF_A_FILE;
        if self.waiting.range(games).count() == GAMES_OF_A_FILE as usize {
            self.write(file)?;
        }
        Ok(())
    }

    /// The end of the games, which are so many: the last file is written.
    pub fn finish(&mut self, games: u32) -> anyhow::Result<()> {
        let last = games / GAMES_OF_A_FILE;
        if !games.is_multiple_of(GAMES_OF_A_FILE) && !self.written.contains(&last) {
            self.write(last)?;
        }
        self.about.games = Some(games);
        files::write(&self.dir.join(ABOUT), text(&self.about)?)
    }

    fn write(&mut self, file: u32) -> anyhow::Result<()> {
        let games = file * GAMES_OF_A_FILE..(file + 1) * GAMES_OF_A_FILE;
        let packed = games.filter_map(|game| self.waiting.remove(&game));
        let parts: Vec<Part> = packed
            .map(|bytes| Ok(postcard::from_bytes(&zstd::bulk::decompress(&bytes, LARGEST)?)?))
            .collect::<anyhow::Result<_>>()?;
        let all = |table: &str| match table {
            "claims" => row::claims(&parts.iter().flat_map(|part| &part.claims).collect::<Vec<_>>()),
            "moves" => row::moves(&parts.iter().flat_map(|part| &part.moves).collect::<Vec<_>>()),
            _ => row::games(&parts.iter().map(|part| &part.game).collect::<Vec<_>>()),
        };
        for table in TABLES {
            let path = self.dir.join(table).join(format!("part-{file:05}.parquet"));
            files::write_with(&path, |out| table_file(out, &all(table)))?;
        }
        self.written.insert(file);
        Ok(())
    }
}

fn text(about: &About) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(about)? + "\n")
}

fn table_file(out: &mut (dyn Write + Send), columns: &Columns<'_>) -> anyhow::Result<()> {
    let mut file = Parquet::new(out, columns)?;
    file.write(columns)?;
    file.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lake::row::GameRow;

    fn part(game: u32) -> Part {
        let game = GameRow { game: game + 1, ..GameRow::default() };
        Part { game, moves: Vec::new(), claims: Vec::new() }
    }

    /// In any order, and from where it stopped: the same files.
    #[test]
    fn files_are_written_when_their_games_are_there() {
        let dir = tempfile::tempdir().expect("a directory");
        let all = 2 * GAMES_OF_A_FILE + 3;
        let read = |lake: &str| {
            let path = |table: &str, file: u32| {
                dir.path().join(lake).join(format!("{table}/part-{file:05}.parquet"))
            };
            TABLES
                .iter()
                .flat_map(|table| (0..3).map(move |file| (table, file)))
                .map(|(table, file)| std::fs::read(path(table, file)).expect("a file"))
                .collect::<Vec<_>>()
        };
        let open = |name: &str| Lake::open(&dir.path().join(name), "games", "options").expect("a lake");
        let mut lake = open("forwards");
        for game in 0..all {
            lake.take(game, part(game)).expect("kept");
            assert_eq!(lake.has(game), (game + 1).is_multiple_of(GAMES_OF_A_FILE), "{game}");
        }
        lake.finish(all).expect("finished");
        // Backwards, and killed after the last whole file: what was not in a file is given again.
        let mut lake = open("backwards");
        for game in (GAMES_OF_A_FILE - 7..all).rev() {
            lake.take(game, part(game)).expect("kept");
        }
        drop(lake);
        let mut lake = open("backwards");
        assert!(lake.has(GAMES_OF_A_FILE) && !lake.has(0) && !lake.has(all - 1));
        for game in (0..all).filter(|game| game / GAMES_OF_A_FILE != 1) {
            lake.take(game, part(game)).expect("kept");
        }
        lake.finish(all).expect("finished");
        assert!(read("forwards") == read("backwards"));
        let about = files::read_text(&dir.path().join("backwards").join(ABOUT)).expect("read");
        assert!(about.contains(&format!("\"games\": {all}")), "{about}");
        let other = Lake::open(&dir.path().join("forwards"), "games", "others").expect_err("refused");
        assert!(other.to_string().contains("another lake"), "{other}");
    }
}
