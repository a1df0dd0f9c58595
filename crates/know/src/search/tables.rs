//! Endgame tables at the leaves: a seam for our own tables, and Syzygy files behind it today.

use std::path::Path;

use philidor_chess::shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Tablebase};

/// Exact results for positions with few men.
pub trait TableProbe: Send + Sync {
    /// The most men any table covers, kings included.
    fn max_men(&self) -> u32;

    /// -2 lost, -1 lost but the fifty-move rule saves it, 0 drawn, 1 won but only outside the fifty-move
    /// rule, 2 won: for the side to move. `None` if no table covers `pos`.
    fn wdl(&self, pos: &Chess) -> Option<i8>;

    /// The moves that keep the root's result and make progress. `None` if unknown.
    fn best_moves(&self, pos: &Chess) -> Option<Vec<Move>> {
        let _ = pos;
        None
    }
}

/// Syzygy files in a directory.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    max_men: u32,
    files: usize,
}

/// Why Syzygy files could not be used.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// The directory could not be read.
    #[error("cannot read Syzygy directory {path}: {source}")]
    Read {
        /// The directory.
        path: String,
        /// What went wrong.
        source: std::io::Error,
    },
    /// The directory has no tables.
    #[error("no Syzygy tables (*.rtbw, *.rtbz) in {0}")]
    Empty(String),
}

impl Syzygy {
    /// Opens every table in `directories` (separated like `PATH`).
    pub fn open(directories: &str) -> Result<Syzygy, SyzygyError> {
        let mut tables = Tablebase::new();
        let mut files = 0;
        for directory in directories.split(if cfg!(windows) { ';' } else { ':' }) {
            files += tables
                .add_directory(Path::new(directory))
                .map_err(|source| SyzygyError::Read { path: directory.to_owned(), source })?;
        }
        if files == 0 {
            return Err(SyzygyError::Empty(directories.to_owned()));
        }
        let max_men = tables.max_pieces() as u32;
        Ok(Syzygy { tables, max_men, files })
    }

    /// Number of files found.
    pub fn files(&self) -> usize {
        self.files
    }

    fn rank(&self, pos: &Chess, m: Move) -> Option<i32> {
        let mut after = pos.clone();
        after.play_unchecked(m);
        if after.is_checkmate() {
            return Some(10_000);
        }
        let wdl = match self.tables.probe_wdl(&after).ok()? {
            AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => -2,
            AmbiguousWdl::CursedWin => -1,
            AmbiguousWdl::Draw => 0,
            AmbiguousWdl::BlessedLoss => 1,
            AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => 2,
        };
        let dtz = match self.tables.probe_dtz(&after).ok()? {
            MaybeRounded::Rounded(dtz) | MaybeRounded::Precise(dtz) => i32::from(dtz),
        };
        // A win wants the next irreversible move soon, a loss wants it late.
        Some(match wdl {
            2 => 1_000 - if m.is_zeroing() { 0 } else { dtz.abs() + 1 },
            -2 => -1_000 + dtz.abs(),
            other => 100 * other,
        })
    }
}

impl TableProbe for Syzygy {
    fn max_men(&self) -> u32 {
        self.max_men
    }

    fn wdl(&self, pos: &Chess) -> Option<i8> {
        match self.tables.probe_wdl_after_zeroing(pos).ok()? {
            shakmaty_syzygy::Wdl::Win => Some(2),
            shakmaty_syzygy::Wdl::CursedWin => Some(1),
            shakmaty_syzygy::Wdl::Draw => Some(0),
            shakmaty_syzygy::Wdl::BlessedLoss => Some(-1),
            shakmaty_syzygy::Wdl::Loss => Some(-2),
        }
    }

    fn best_moves(&self, pos: &Chess) -> Option<Vec<Move>> {
        if pos.board().occupied().count() > self.max_men as usize || pos.castles().any() {
            return None;
        }
        let ranked: Option<Vec<(Move, i32)>> =
            pos.legal_moves().into_iter().map(|m| Some((m, self.rank(pos, m)?))).collect();
        let ranked = ranked?;
        let best = ranked.iter().map(|&(_, rank)| rank).max()?;
        Some(ranked.into_iter().filter(|&(_, rank)| rank == best).map(|(m, _)| m).collect())
    }
}
