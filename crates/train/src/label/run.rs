//! A directory of labelled positions: made piece by piece, by any number of threads, and resumed where it was left.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::ScopedJoinHandle,
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use philidor_cluster::{Exchange, work};
use philidor_files as files;
use philidor_games::{Game, Games};
use philidor_know::search::STACK_BYTES;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{
    LabelSettings, Labelled, Piece, from_bytes, pieces, read,
    spread::{Labeller, Source, Teacher, parcel},
    write,
};

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

    /// Makes what is missing, with `threads` threads of this process beside whoever works elsewhere, until the host stops it. `hear` is told the
    /// positions made so far after each piece. Returns their number.
    pub fn work(
        &self,
        exchange: &dyn Exchange,
        (teacher, source): (&Teacher, &Arc<Source>),
        threads: u32,
        stop: &(dyn Fn() -> bool + Sync),
        hear: &mut dyn FnMut(usize),
    ) -> anyhow::Result<usize> {
        let home = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let one = |number| {
                let (home, mut hand) = (&home, Labeller::new(teacher.clone(), source.clone()));
                let name = format!("thread {number}");
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, move || work::work(exchange, &name, home, &mut hand))
            };
            let working: Vec<_> =
                (1..=threads).map(one).collect::<Result<_, _>>().context("a thread to label on")?;
            // A thread that ends early has failed, and says why below.
            let over = || stop() || working.iter().any(ScopedJoinHandle::is_finished);
            let made = self.hand_out(exchange, teacher, &over, hear);
            home.store(true, Ordering::Relaxed);
            if made.is_ok() && self.missing().is_empty() {
                exchange.close()?;
            }
            for thread in working {
                match thread.join() {
                    Ok(worked) => worked?,
                    Err(_) => bail!("a worker broke down; the pieces that are made are kept"),
                }
            }
            made
        })
    }

    /// Hands out pieces a little ahead and keeps what comes back.
    fn hand_out(
        &self,
        exchange: &dyn Exchange,
        teacher: &Teacher,
        stop: &dyn Fn() -> bool,
        hear: &mut dyn FnMut(usize),
    ) -> anyhow::Result<usize> {
        let mut missing: BTreeMap<u64, Piece> =
            self.missing().into_iter().map(|piece| (piece.number as u64, piece)).collect();
        let mut todo: VecDeque<Piece> = missing.values().copied().collect();
        let (mut out, mut made) = (0, 0);
        let job = |piece: Piece| parcel(teacher, &self.made.settings, piece.games(&self.games));
        while !missing.is_empty() && !stop() {
            while out < AHEAD
                && let Some(piece) = todo.pop_front()
            {
                exchange.offer(piece.number as u64, &job(piece)?)?;
                out += 1;
            }
            let Some(delivery) = exchange.collect(WAIT)? else { continue };
            // What is kept already may come again until it is accepted.
            if let Some(&piece) = missing.get(&delivery.number) {
                match from_bytes(&delivery.result) {
                    Ok(records) => {
                        write(&self.file(piece), &records)?;
                        made += records.len();
                        missing.remove(&delivery.number);
                        out -= usize::from(out > 0);
                        hear(made);
                    }
                    Err(why) => {
                        exchange.refuse(delivery, &job(piece)?, &why)?;
                        continue;
                    }
                }
            }
            exchange.accept(delivery)?;
        }
        Ok(made)
    }
}

/// Pieces that are out at the same time.
const AHEAD: usize = 64;
/// How long to wait for a result before looking up.
const WAIT: Duration = Duration::from_millis(500);

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
