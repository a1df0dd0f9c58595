//! Syzygy files: an outside truth to compare with, and answers beyond five men.

use std::path::{Path, PathBuf};

use philidor_chess::{
    shakmaty::{Chess, Color},
    write_fen,
};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase, Wdl as SyzygyWdl};

use crate::{table::Table, value::Wdl};

/// Why Syzygy files did not answer.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// The directory cannot be read.
    #[error("cannot read Syzygy files in {dir}: {source}")]
    Directory {
        /// Which directory.
        dir: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There are none.
    #[error("no Syzygy files (*.rtbw, *.rtbz) in {0}")]
    Empty(PathBuf),
    /// A probe failed: missing or damaged file.
    #[error("Syzygy probe of {fen}: {source}")]
    Probe {
        /// The position.
        fen: String,
        /// What the prober said.
        source: Box<shakmaty_syzygy::SyzygyError>,
    },
}

/// What Syzygy files say, from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyzygyValue {
    /// Win or loss, possibly spoiled by the fifty-move rule.
    pub wdl: AmbiguousWdl,
    /// Plies to the next capture or pawn move, rounded at times; negative for the losing side.
    pub dtz_plies: i32,
}

impl SyzygyValue {
    /// The bare result; what the fifty-move rule spoils still counts as won.
    pub fn wdl(self) -> Wdl {
        match self.wdl {
            AmbiguousWdl::Win | AmbiguousWdl::MaybeWin | AmbiguousWdl::CursedWin => Wdl::Win,
            AmbiguousWdl::Draw => Wdl::Draw,
            AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss | AmbiguousWdl::BlessedLoss => Wdl::Loss,
        }
    }

    pub(crate) fn rank(self) -> i32 {
        match self.dtz_plies {
            0 => 0,
            n if n > 0 => 10_000 - n,
            n => -10_000 - n,
        }
    }

    /// The same one move earlier, for the side that makes the move.
    pub(crate) fn before_move(self, zeroing: bool) -> SyzygyValue {
        let dtz_plies = match (-self.dtz_plies, zeroing) {
            (0, _) => 0,
            (n, true) => n.signum(),
            (n, false) => n + n.signum(),
        };
        SyzygyValue { wdl: -self.wdl, dtz_plies }
    }
}

/// An open set of Syzygy files.
#[derive(Debug)]
pub struct Syzygy {
    base: Tablebase<Chess>,
}

impl Syzygy {
    /// Opens all files of some directories.
    pub fn open<P: AsRef<Path>>(dirs: &[P]) -> Result<Syzygy, SyzygyError> {
        let mut base = mapped();
        for dir in dirs {
            let dir = dir.as_ref();
            let found = base
                .add_directory(dir)
                .map_err(|source| SyzygyError::Directory { dir: dir.to_owned(), source })?;
            if found == 0 {
                return Err(SyzygyError::Empty(dir.to_owned()));
            }
        }
        Ok(Syzygy { base })
    }

    /// The most men any of the files has.
    pub fn max_men(&self) -> usize {
        self.base.max_pieces()
    }

    /// Result and distance to zeroing.
    pub fn probe(&self, pos: &Chess) -> Result<SyzygyValue, SyzygyError> {
        let fail = |source| SyzygyError::Probe { fen: write_fen(pos), source: Box::new(source) };
        let wdl = self.base.probe_wdl(pos).map_err(fail)?;
        let dtz = self.base.probe_dtz(pos).map_err(fail)?;
        Ok(SyzygyValue { wdl, dtz_plies: i32::from(dtz.ignore_rounding()) })
    }

    /// Win, draw or loss, as if a capture or pawn move had just been made.
    pub fn wdl(&self, pos: &Chess) -> Result<Wdl, SyzygyError> {
        Ok(match self.fifty_move_result(pos)? {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            ..0 => Wdl::Loss,
        })
    }

    /// From -2 (lost) to 2 (won), ±1 if the fifty-move rule spoils it, a capture or pawn move having just been made.
    pub fn fifty_move_result(&self, pos: &Chess) -> Result<i8, SyzygyError> {
        let fail = |source| SyzygyError::Probe { fen: write_fen(pos), source: Box::new(source) };
        Ok(match self.base.probe_wdl_after_zeroing(pos).map_err(fail)? {
            SyzygyWdl::Win => 2,
            SyzygyWdl::CursedWin => 1,
            SyzygyWdl::Draw => 0,
            SyzygyWdl::BlessedLoss => -1,
            SyzygyWdl::Loss => -2,
        })
    }

    /// The sign of the distance to zeroing.
    pub fn dtz_sign(&self, pos: &Chess) -> Result<i32, SyzygyError> {
        let fail = |source| SyzygyError::Probe { fen: write_fen(pos), source: Box::new(source) };
        Ok(self.base.probe_dtz(pos).map_err(fail)?.signum())
    }
}

#[expect(unsafe_code, reason = "plain reads cost a system call per probe, fifty times the probe itself")]
fn mapped() -> Tablebase<Chess> {
    // SAFETY: Syzygy files are published once and never change; nobody writes to them while we read.
    unsafe { Tablebase::with_mmap_filesystem() }
}

/// The outcome of comparing one table with Syzygy files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Positions compared, up to symmetry, both sides to move.
    pub positions: u64,
    /// How many of them also had the sign of their distance to zeroing compared.
    pub dtz_positions: u64,
    /// How many differ.
    pub mismatches: u64,
    /// The first of them.
    pub examples: Vec<String>,
    /// Digest of all Syzygy results, in the order and coding of [`census::wdl_digest`](crate::census::wdl_digest).
    pub syzygy_digest: u64,
}

/// How many mismatches are written out.
const EXAMPLES: usize = 20;

/// Compares every position of a table with Syzygy: win, draw or loss, and, if asked, the sign of DTZ.
pub fn compare(table: &Table, syzygy: &Syzygy, with_dtz: bool) -> Result<Comparison, SyzygyError> {
    let parts = table.fold_rows(
        || Ok((Comparison::default(), Vec::new())),
        |part: &mut Result<(Comparison, Vec<u8>), SyzygyError>, row| {
            for to_move in [Color::White, Color::Black] {
                for entry in row.entries(to_move) {
                    let Ok((sum, bytes)) = part else { return };
                    let pos = entry.position();
                    match sum.take(&pos, entry.value().wdl(), syzygy, with_dtz) {
                        Ok(theirs) => bytes.push(theirs as u8),
                        Err(error) => *part = Err(error),
                    }
                }
            }
        },
    );
    let mut sum = Comparison::default();
    let mut digest = xxhash_rust::xxh3::Xxh3::new();
    for part in parts {
        let (part, bytes) = part?;
        digest.update(&bytes);
        sum.positions += part.positions;
        sum.dtz_positions += part.dtz_positions;
        sum.mismatches += part.mismatches;
        sum.examples.extend(part.examples);
    }
    sum.examples.truncate(EXAMPLES);
    sum.syzygy_digest = digest.digest();
    Ok(sum)
}

impl Comparison {
    fn take(&mut self, pos: &Chess, ours: Wdl, syzygy: &Syzygy, with_dtz: bool) -> Result<Wdl, SyzygyError> {
        let theirs = syzygy.wdl(pos)?;
        let mut wrong = ours != theirs;
        self.positions += 1;
        let mut detail = format!("ours {ours}, Syzygy {theirs}");
        if with_dtz {
            let sign = syzygy.dtz_sign(pos)?;
            self.dtz_positions += 1;
            if sign != ours as i32 - Wdl::Draw as i32 {
                wrong = true;
                detail = format!("{detail}, sign of DTZ {sign}");
            }
        }
        if wrong {
            self.mismatches += 1;
            if self.examples.len() < EXAMPLES {
                self.examples.push(format!("{}: {detail}", write_fen(pos)));
            }
        }
        Ok(theirs)
    }
}
