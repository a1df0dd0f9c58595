//! A directory of labelled positions: made piece by piece, by any number of threads, and resumed where it was left.

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::{Context, ensure};
use philidor_files as files;
use philidor_games::{Game, Games};
use philidor_know::search::STACK_BYTES;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Judge, LabelSettings, Labelled, Piece, label, pieces, read, write};

/// What the pieces of a directory were made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// Who judged, and how long.
    pub teacher: String,
    /// The file of games, without its directory.
    pub games: String,
    /// How many games were read.
    pub count: usize,
    /// XXH3 of the PGN text read.
    pub digest: String,
    /// Which positions were taken.
    pub settings: LabelSettings,
}

/// The file that says so.
const MADE: &str = "label.json";

impl Made {
    /// What a directory was made from.
    pub fn read(dir: &Path) -> anyhow::Result<Made> {
        let path = dir.join(MADE);
        let text = files::read_text(&path)
            .with_context(|| format!("{} is no directory of `philidor learn label`", dir.display()))?;
        serde_json::from_str(&text).with_context(|| format!("in {}", path.display()))
    }

    /// Makes the directory ours, or refuses one with pieces of another kind.
    fn claim(&self, dir: &Path) -> anyhow::Result<()> {
        files::make_dir(dir)?;
        if !dir.join(MADE).exists() {
            return files::write(&dir.join(MADE), serde_json::to_string_pretty(self)?);
        }
        let found = Made::read(dir)?;
        ensure!(
            found == *self,
            "{} has pieces made from other games, with other settings or by another teacher ({}); choose another directory",
            dir.display(),
            found.teacher
        );
        Ok(())
    }
}

/// Makes a judge for one thread.
pub type Judges<'j> = dyn Fn() -> Box<dyn Judge + 'j> + Sync + 'j;

/// The work on one directory.
pub struct LabelRun {
    games: Vec<Game>,
    made: Made,
    all: Vec<Piece>,
    dir: PathBuf,
}

impl LabelRun {
    /// Reads at most `most` games of a file (those of at least four half-moves) and claims the directory; `parts` is the most pieces to make.
    pub fn open(
        path: &Path,
        most: usize,
        parts: usize,
        settings: &LabelSettings,
        teacher: String,
        dir: &Path,
    ) -> anyhow::Result<LabelRun> {
        let failed = || format!("reading games from {}", path.display());
        let mut source = Games::open(path).with_context(failed)?;
        let mut games = Vec::new();
        while games.len() < most
            && let Some(game) = source.next_game().with_context(failed)?
        {
            if game.moves.len() >= 4 {
                games.push(game);
            }
        }
        ensure!(!games.is_empty(), "{} has no game with a result and four half-moves", path.display());
        let made = Made {
            teacher,
            games: path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            count: games.len(),
            digest: format!("{:016x}", source.digest()),
            settings: settings.clone(),
        };
        made.claim(dir)?;
        let all = pieces(games.len(), settings).take(parts).collect();
        Ok(LabelRun { games, made, all, dir: dir.to_owned() })
    }

    /// Pieces that are there, and all.
    pub fn done(&self) -> (usize, usize) {
        (self.all.len() - self.missing().len(), self.all.len())
    }

    fn missing(&self) -> Vec<Piece> {
        self.all.iter().copied().filter(|piece| !self.file(*piece).exists()).collect()
    }

    fn file(&self, piece: Piece) -> PathBuf {
        self.dir.join(format!("{:05}.bin", piece.number))
    }

    /// Makes what is missing until `stop` says so; `hear` is told the positions made so far after each piece. Returns their number.
    pub fn work(
        &self,
        judges: &Judges<'_>,
        threads: u32,
        stop: &(dyn Fn() -> bool + Sync),
        hear: &(dyn Fn(usize) + Sync),
    ) -> anyhow::Result<usize> {
        let (todo, next, done) = (self.missing(), AtomicUsize::new(0), AtomicUsize::new(0));
        let failed = Mutex::new(None);
        let take = || -> anyhow::Result<()> {
            let mut judge = judges();
            while !stop() {
                let Some(&piece) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let records = label(&self.games, piece, &self.made.settings, &mut *judge);
                write(&self.file(piece), &records)?;
                hear(done.fetch_add(records.len(), Ordering::Relaxed) + records.len());
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let one = || {
                    if let Err(error) = take() {
                        next.store(todo.len(), Ordering::Relaxed);
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                };
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, one).context("a thread to label on")?;
            }
            anyhow::Ok(())
        })?;
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(done.into_inner()),
        }
    }
}

/// Labelled positions and where they come from.
#[derive(Debug, Clone)]
pub struct Labels {
    /// All positions of all directories.
    pub records: Vec<Labelled>,
    /// Who judged them.
    pub teachers: Vec<String>,
    /// XXH3 of the records.
    pub digest: u64,
}

impl Labels {
    /// Reads directories, each in the order of its pieces.
    pub fn read(dirs: &[PathBuf]) -> anyhow::Result<Labels> {
        let (mut records, mut teachers) = (Vec::new(), Vec::new());
        for dir in dirs {
            let teacher = Made::read(dir)?.teacher;
            if !teachers.contains(&teacher) {
                teachers.push(teacher);
            }
            let reading = || format!("reading {}", dir.display());
            let entries: Vec<PathBuf> = std::fs::read_dir(dir)
                .and_then(|all| all.map(|entry| Ok(entry?.path())).collect())
                .with_context(reading)?;
            let mut pieces: Vec<PathBuf> =
                entries.into_iter().filter(|path| path.extension().is_some_and(|e| e == "bin")).collect();
            pieces.sort();
            for piece in pieces {
                records.extend(read(&piece)?);
            }
        }
        let bytes: Vec<u8> = records.iter().flat_map(Labelled::to_bytes).collect();
        Ok(Labels { digest: xxh3_64(&bytes), records, teachers })
    }
}
