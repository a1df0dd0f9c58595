//! Training runs on disk (`philidor learn train --out DIR`), read while they go on. They are made elsewhere: here they are
//! only looked at.

use std::{
    io,
    path::{Path, PathBuf},
};

use philidor_train::neuro::report::{Point, Run};
use serde::Deserialize;

/// Runs that are looked at in one place.
const MOST: usize = 200;

/// Why a run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// A file is missing.
    #[error("{dir} is no directory of `philidor learn train`: reading {name}: {error}")]
    Missing {
        /// The directory.
        dir: PathBuf,
        /// The file.
        name: &'static str,
        /// Why.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{dir}/{name}: {error}")]
    Content {
        /// The directory.
        dir: PathBuf,
        /// The file.
        name: &'static str,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// Nothing was measured yet.
    #[error("{0} has no point of a curve yet: the run has not measured anything")]
    Empty(PathBuf),
}

#[derive(Deserialize)]
struct Named {
    name: String,
    seed: u64,
    recipe: Planned,
}

#[derive(Deserialize)]
struct Planned {
    games: u64,
}

/// A run and how far it is.
#[derive(Debug, Clone)]
pub struct Training {
    /// The run; its curve may still be empty.
    pub run: Run,
    /// Games it is going to learn from.
    pub games: u64,
}

/// Reads a run that has measured something.
pub fn read(dir: &Path) -> Result<Run, LearningError> {
    let run = training(dir)?.run;
    if run.points.is_empty() { Err(LearningError::Empty(dir.to_owned())) } else { Ok(run) }
}

/// Reads a run, however far it is.
pub fn training(dir: &Path) -> Result<Training, LearningError> {
    let content = |name: &'static str, error| LearningError::Content { dir: dir.to_owned(), name, error };
    let text = |name: &'static str| {
        let missing = |error| LearningError::Missing { dir: dir.to_owned(), name, error };
        std::fs::read_to_string(dir.join(name)).map_err(missing)
    };
    let named: Named =
        serde_json::from_str(&text("recipe.json")?).map_err(|error| content("recipe.json", error))?;
    let curve = match text("curve.jsonl") {
        Err(LearningError::Missing { error, .. }) if error.kind() == io::ErrorKind::NotFound => String::new(),
        other => other?,
    };
    let points: Vec<Point> = curve
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .map_err(|error| content("curve.jsonl", error))?;
    let recipe = Path::new(&named.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let game = last_game(dir, &points);
    Ok(Training { run: Run { recipe, seed: named.seed, game, points }, games: named.recipe.games })
}

/// The first game that the net won in the last match.
fn last_game(dir: &Path, points: &[Point]) -> Option<String> {
    let last = points.iter().rev().find(|p| p.played() > 0)?;
    let pgn = std::fs::read_to_string(dir.join(format!("match-{}.pgn", last.games))).ok()?;
    let games: Vec<String> = pgn.split("[Event ").skip(1).map(|game| format!("[Event {game}")).collect();
    let won = |game: &&String| {
        let net_has = |colour: &str| game.lines().any(|l| l.starts_with(&format!("[{colour} \"net:")));
        (net_has("White") && game.contains("[Result \"1-0\"]"))
            || (net_has("Black") && game.contains("[Result \"0-1\"]"))
    };
    games.iter().find(won).cloned()
}

/// The runs in these places, by name: each place is a run itself or holds some. What cannot be read is passed over.
pub(crate) fn all(places: &[PathBuf]) -> Vec<(String, Training)> {
    let mut dirs = Vec::new();
    for place in places {
        dirs.push(place.clone());
        let inside = std::fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut inside: Vec<PathBuf> = inside.collect();
        inside.sort();
        dirs.extend(inside);
    }
    let mut found: Vec<(String, Training)> = Vec::new();
    for dir in dirs.into_iter().filter(|dir| dir.join("recipe.json").is_file()).take(MOST) {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let (Ok(training), false) = (training(&dir), found.iter().any(|(known, _)| *known == name)) {
            found.push((name, training));
        }
    }
    found
}
