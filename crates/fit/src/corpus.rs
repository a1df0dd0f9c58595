//! Annotated games to learn from, and what their annotators speak of.
//!
//! Beside `GAMES.pgn`, as `*_concepts.tsv` in the same directory, may lie a table with the columns source, game, ply and
//! concepts; games are counted from 1, moves (plies) too. Comments of other games are labelled by their words.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use philidor_chess::pgn::{Entry, Game, Games};
use philidor_tutor::{analyst::AnalystError, study::Study};

use crate::mentions::mentioned;

/// Why the tutor could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// A file or directory.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There are no games.
    #[error("{} has no .pgn file", .0.display())]
    NoFile(PathBuf),
    /// Nobody has commented.
    #[error("{} has no game with comments", .0.display())]
    NoComments(PathBuf),
    /// A table of concepts is not one.
    #[error("{}: {reason}", path.display())]
    Table {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The engine gave no answer.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
}

/// What an annotator speaks of, by move (from 0).
pub(crate) type Labels = BTreeMap<usize, Vec<String>>;

/// Annotated games.
#[derive(Debug, Default)]
pub struct Corpus {
    pub(crate) games: Vec<Game>,
    pub(crate) labels: Vec<Labels>,
    /// Who annotated each game, as far as it can be told.
    pub(crate) annotators: Vec<String>,
    /// What could not be read, for the user.
    pub problems: Vec<String>,
}

/// An annotated game that was studied.
pub(crate) struct Studied {
    pub(crate) game: Game,
    pub(crate) study: Study,
    /// For each move whether the annotator said something.
    pub(crate) commented: Vec<bool>,
    /// By whom.
    pub(crate) annotator: String,
}

/// Words that make a comment one in prose.
const PROSE: usize = 4;

/// The comments on a move say something in words.
pub(crate) fn is_prose(comments: &[String]) -> bool {
    let is_word =
        |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 2 && !word.contains('.');
    comments.iter().flat_map(|text| text.split_whitespace()).filter(is_word).count() >= PROSE
}

/// Who annotated a game: the first name of its tag, else the file.
fn annotator(game: &Game, file: &Path) -> String {
    let tag = game.tag("Annotator").unwrap_or_default();
    let first = tag.split(['/', ',', '&', '(']).next().unwrap_or_default().trim().to_lowercase();
    let stem = || file.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    if first.chars().any(char::is_alphabetic) { first } else { stem() }
}

impl Corpus {
    /// The games of a directory, or of a file.
    pub fn read(path: &Path) -> Result<Corpus, FitError> {
        let mut corpus = Corpus::default();
        for file in pgn_files(path)? {
            let before = corpus.games.len();
            corpus.add(&file)?;
            let told = labels(&file, corpus.games.len() - before)?;
            let by_hand = told.iter().any(|labels| !labels.is_empty());
            match by_hand {
                true => corpus.labels.extend(told),
                false => corpus.labels.extend(corpus.games[before..].iter().map(by_words)),
            }
        }
        let commented = |game: &Game| game.main_line().any(|id| !game.node(id).comments.is_empty());
        if !corpus.games.iter().any(commented) {
            return Err(FitError::NoComments(path.to_owned()));
        }
        Ok(corpus)
    }

    /// Keeps the first games of each annotator, so that nobody who wrote much decides alone.
    pub fn keep_first(&mut self, most: usize) {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let kept: Vec<bool> = self
            .annotators
            .iter()
            .map(|name| {
                let count = seen.entry(name.clone()).or_default();
                *count += 1;
                *count <= most
            })
            .collect();
        let mut places = kept.iter();
        self.games.retain(|_| places.next().copied().unwrap_or(true));
        let mut places = kept.iter();
        self.labels.retain(|_| places.next().copied().unwrap_or(true));
        let mut places = kept.iter();
        self.annotators.retain(|_| places.next().copied().unwrap_or(true));
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    fn add(&mut self, file: &Path) -> Result<(), FitError> {
        let failed = unreadable(file);
        let mut reader = Games::new(BufReader::new(File::open(file).map_err(&failed)?));
        while let Some(entry) = reader.next_entry().map_err(&failed)? {
            match entry {
                Entry::Game(game) => {
                    self.annotators.push(annotator(&game, file));
                    self.games.push(game);
                }
                Entry::Bad { problem, .. } => {
                    self.problems.push(format!("{}:{}: {}", file.display(), problem.line, problem.kind));
                }
            }
        }
        Ok(())
    }
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> FitError + use<> {
    let path = path.to_owned();
    move |error| FitError::Read { path: path.clone(), error }
}

/// The files of a directory whose names end so, in order.
fn files(dir: &Path, end: &str) -> Result<Vec<PathBuf>, FitError> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(dir)
        .map_err(unreadable(dir))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(end)))
        .collect();
    found.sort();
    Ok(found)
}

/// The PGN files of a directory in order, or the file itself.
fn pgn_files(path: &Path) -> Result<Vec<PathBuf>, FitError> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let found = files(path, ".pgn")?;
    if found.is_empty() { Err(FitError::NoFile(path.to_owned())) } else { Ok(found) }
}

/// What the comments of a game in prose mention.
fn by_words(game: &Game) -> Labels {
    let comments = game.main_line().map(|id| &game.node(id).comments).enumerate();
    comments
        .filter(|(_, comments)| is_prose(comments))
        .map(|(ply, comments)| (ply, mentioned(comments)))
        .collect()
}

/// For each game of `file` the concepts at its moves; empty maps if there is no table.
fn labels(file: &Path, games: usize) -> Result<Vec<Labels>, FitError> {
    let mut out = vec![BTreeMap::new(); games];
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let dir = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for table in files(dir, "_concepts.tsv")? {
        let failed = |reason: String| FitError::Table { path: table.clone(), reason };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(b'\t')
            .quoting(false)
            .from_path(&table)
            .map_err(|error| failed(error.to_string()))?;
        let headers = reader.headers().map_err(|error| failed(error.to_string()))?.clone();
        let column = |name: &str| {
            let place = headers.iter().position(|h| h == name);
            place.ok_or_else(|| failed(format!("there is no column {name}")))
        };
        let (source, game, ply, concepts) =
            (column("source")?, column("game")?, column("ply")?, column("concepts")?);
        for record in reader.records() {
            let record = record.map_err(|error| failed(error.to_string()))?;
            if record.get(source) != Some(stem.as_str()) {
                continue;
            }
            let number = |at: usize| record.get(at).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
            let words = record.get(concepts).unwrap_or("").split_whitespace().filter(|w| *w != "-");
            if let Some(map) = number(game).checked_sub(1).and_then(|i| out.get_mut(i))
                && let Some(ply) = number(ply).checked_sub(1)
            {
                map.insert(ply, words.map(str::to_owned).collect());
            }
        }
    }
    Ok(out)
}
