//! Nets in the format of Leela Chess Zero, such as Maia's, from files the user has: read, checked and run.
//!
//! Convolutions over the 8 by 8 board with squeeze and excitation, 112 input planes (eight positions of history), a convolutional
//! policy head. Other shapes of such nets are refused with the reason. Only the policy is used, never the value.

mod format;
mod planes;
mod proto;
mod run;

use std::path::{Path, PathBuf};

use crate::{Likely, Moment, Policy, Rating, legal, ranked};

pub use self::format::Lc0Error;
use self::run::Net;

/// Positions that are run together.
const BATCH: usize = 32;

/// One net.
#[derive(Debug)]
pub struct Lc0 {
    net: Net,
    name: String,
}

impl Lc0 {
    /// Reads a net: a protobuf, compressed with gzip or plain.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Lc0, Lc0Error> {
        Ok(Lc0 { net: format::read(bytes)?, name: name.to_owned() })
    }
}

impl Policy for Lc0 {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn moves(&self, moment: Moment<'_>, rating: Rating) -> Vec<Likely> {
        self.many(&[(moment, rating)]).pop().unwrap_or_default()
    }

    fn many(&self, moments: &[(Moment<'_>, Rating)]) -> Vec<Vec<Likely>> {
        let mut out = Vec::with_capacity(moments.len());
        for batch in moments.chunks(BATCH) {
            let mut input = vec![0.0; planes::PLANES * batch.len() * 64];
            for (at, (moment, _)) in batch.iter().enumerate() {
                planes::fill(*moment, &mut input, at, batch.len());
            }
            let policy = self.net.policy(&input, batch.len());
            for (at, (moment, _)) in batch.iter().enumerate() {
                let moves = legal(moment.position);
                let us = philidor_chess::shakmaty::Position::turn(moment.position);
                let score = |&mv| {
                    let (plane, from) = planes::of_move(mv, us);
                    policy[(plane * batch.len() + at) * 64 + from]
                };
                let scores: Vec<f32> = moves.iter().map(score).collect();
                out.push(ranked(&moves, &scores));
            }
        }
        out
    }
}

/// The nets of a directory, each for a rating; the nearest is asked.
#[derive(Debug)]
pub struct Lc0Dir {
    /// In the order of ratings.
    nets: Vec<(u16, Lc0)>,
}

/// Why a directory gives no policy.
#[derive(Debug, thiserror::Error)]
pub enum DirError {
    /// It cannot be read.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// Directory or file.
        path: PathBuf,
        /// As the system says.
        reason: std::io::Error,
    },
    /// No file fits.
    #[error("{0} holds no net of human moves: files such as maia-1500.pb.gz are looked for")]
    Empty(PathBuf),
    /// A file is no such net.
    #[error("{path} is refused: {reason}")]
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: Lc0Error,
    },
}

/// The rating in a file's name: `maia-1500.pb.gz` is for 1500.
fn rating_of(name: &str) -> Option<u16> {
    let stem = name.strip_suffix(".pb.gz").or_else(|| name.strip_suffix(".pb"))?;
    let digits = stem.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|rating| crate::RATINGS.contains(rating))
}

impl Lc0Dir {
    /// Reads the nets of a directory, all of them, so that a damaged one is told at once.
    pub fn open(dir: &Path) -> Result<Lc0Dir, DirError> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            move |reason| DirError::Unreadable { path, reason }
        };
        let mut nets = Vec::new();
        for entry in std::fs::read_dir(dir).map_err(unreadable(dir))? {
            let path = entry.map_err(unreadable(dir))?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let Some(rating) = rating_of(name) else { continue };
            let bytes = std::fs::read(&path).map_err(unreadable(&path))?;
            let stem = name.split(".pb").next().unwrap_or(name);
            match Lc0::from_bytes(stem, &bytes) {
                Ok(net) => nets.push((rating, net)),
                Err(reason) => return Err(DirError::Refused { path, reason }),
            }
        }
        nets.sort_by_key(|(rating, net)| (*rating, net.name.clone()));
        if nets.is_empty() {
            return Err(DirError::Empty(dir.to_owned()));
        }
        Ok(Lc0Dir { nets })
    }

    /// The net that is asked for a rating.
    pub fn nearest(&self, rating: Rating) -> &Lc0 {
        let away = |(known, _): &&(u16, Lc0)| known.abs_diff(rating.number);
        self.nets.iter().min_by_key(away).map(|(_, net)| net).expect("a directory has at least one net")
    }
}

impl Policy for Lc0Dir {
    fn name(&self) -> String {
        let names: Vec<&str> = self.nets.iter().map(|(_, net)| net.name.as_str()).collect();
        match names.as_slice() {
            [only] => (*only).to_owned(),
            [first, .., last] => format!("{first} to {last}"),
            [] => String::new(),
        }
    }

    fn moves(&self, moment: Moment<'_>, rating: Rating) -> Vec<Likely> {
        self.nearest(rating).moves(moment, rating)
    }

    fn many(&self, moments: &[(Moment<'_>, Rating)]) -> Vec<Vec<Likely>> {
        let mut out = vec![Vec::new(); moments.len()];
        for (_, net) in &self.nets {
            let mine = |rating: Rating| std::ptr::eq(self.nearest(rating), net);
            let places: Vec<usize> = (0..moments.len()).filter(|&at| mine(moments[at].1)).collect();
            let asked: Vec<_> = places.iter().map(|&at| moments[at]).collect();
            for (at, likely) in places.into_iter().zip(net.many(&asked)) {
                out[at] = likely;
            }
        }
        out
    }
}

#[cfg(test)]
mod tests;
