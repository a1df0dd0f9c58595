//! Syzygy files: an outside truth to compare with, answers beyond five men, and our tables for other programs.

mod numbering;
mod pairs;
mod stored;
pub mod write;

use std::path::{Path, PathBuf};

use philidor_chess::{
    Material,
    shakmaty::{Chess, Color, Position},
    write_fen,
};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Tablebase, Wdl as SyzygyWdl};

use self::stored::Stored;
use crate::{
    rows::Entry,
    table::Table,
    value::{Depth, FIFTY_MOVES, FiftyMove, Wdl},
};

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

    /// The result under the fifty-move rule; what is on the brink, where files may round, counts as not spoiled.
    pub fn fifty_move(self) -> FiftyMove {
        match self.wdl {
            AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => FiftyMove::Win,
            AmbiguousWdl::CursedWin => FiftyMove::CursedWin,
            AmbiguousWdl::Draw => FiftyMove::Draw,
            AmbiguousWdl::BlessedLoss => FiftyMove::BlessedLoss,
            AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => FiftyMove::Loss,
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
    dirs: Vec<PathBuf>,
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
        Ok(Syzygy { base, dirs: dirs.iter().map(|dir| dir.as_ref().to_owned()).collect() })
    }

    /// For which side to move the file of a material has distances to zeroing; `None` if it cannot be told.
    fn stored(&self, material: Material) -> Option<Stored> {
        self.dirs.iter().find_map(|dir| Stored::read(dir, material))
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

    /// Plies to zeroing, negative for the losing side; the second is true if one more may be meant.
    pub fn dtz(&self, pos: &Chess) -> Result<(i32, bool), SyzygyError> {
        let fail = |source| SyzygyError::Probe { fen: write_fen(pos), source: Box::new(source) };
        Ok(match self.base.probe_dtz(pos).map_err(fail)? {
            MaybeRounded::Precise(dtz) => (i32::from(dtz), false),
            MaybeRounded::Rounded(dtz) => (i32::from(dtz), true),
        })
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
    /// How many of them also had their distance to zeroing compared.
    pub dtz_positions: u64,
    /// How many of those follow by one ply from what the file holds for the other side to move, and were compared so.
    pub dtz_derived: u64,
    /// How many differ.
    pub mismatches: u64,
    /// The first of them.
    pub examples: Vec<String>,
    /// Digest of all Syzygy results, in the order and coding of [`census::wdl_digest`](crate::census::wdl_digest).
    pub syzygy_digest: u64,
}

/// How many mismatches are written out.
const EXAMPLES: usize = 20;

/// Compares every position of a table with Syzygy: win, draw or loss under the fifty-move rule, and, if asked, the distance to
/// zeroing.
///
/// A file holds distances for one side to move; those of the other follow by one ply, and a prober searches that ply at
/// many times the price. Here the ply is searched in our table instead, whose values for the stored side are compared themselves.
pub fn compare(table: &Table, syzygy: &Syzygy, with_dtz: bool) -> Result<Comparison, SyzygyError> {
    let comparer = Comparer { table, syzygy, stored: syzygy.stored(table.material()), with_dtz };
    let parts = table.fold_rows(
        || Ok((Comparison::default(), Vec::new())),
        |part: &mut Result<(Comparison, Vec<u8>), SyzygyError>, row| {
            for to_move in [Color::White, Color::Black] {
                for entry in row.entries(to_move) {
                    let Ok((sum, bytes)) = part else { return };
                    match comparer.take(sum, &entry) {
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
        sum.dtz_derived += part.dtz_derived;
        sum.mismatches += part.mismatches;
        sum.examples.extend(part.examples);
    }
    sum.examples.truncate(EXAMPLES);
    sum.syzygy_digest = digest.digest();
    Ok(sum)
}

struct Comparer<'c> {
    table: &'c Table,
    syzygy: &'c Syzygy,
    stored: Option<Stored>,
    with_dtz: bool,
}

impl Comparer<'_> {
    fn take(&self, sum: &mut Comparison, entry: &Entry<'_>) -> Result<Wdl, SyzygyError> {
        let (pos, ours) = (entry.position(), entry.value());
        sum.positions += 1;
        let stored = self.stored.as_ref().is_none_or(|s| s.holds(entry.men(), entry.to_move));
        if self.with_dtz && (stored || ours.wdl() == Wdl::Draw) {
            sum.dtz_positions += 1;
            let (theirs, rounded) = self.syzygy.dtz(&pos)?;
            let fits = match ours.dtz {
                Depth::Draw => theirs == 0,
                Depth::Win(n) => within(theirs, rounded, n),
                // To be mated counts as one ply there.
                Depth::Loss(0) => theirs == -1,
                Depth::Loss(n) => within(-theirs, rounded, n),
            };
            if !fits {
                let about = if rounded { " or one more" } else { "" };
                sum.wrong(&pos, || format!("ours {:?}, Syzygy's DTZ {theirs}{about}", ours.dtz));
            }
            return Ok(match theirs.signum() {
                1 => Wdl::Win,
                0 => Wdl::Draw,
                _ => Wdl::Loss,
            });
        }
        let result = self.syzygy.fifty_move_result(&pos)?;
        let expected = ours.fifty_move(0) as i8 - 2;
        if result != expected {
            sum.wrong(&pos, || {
                format!("ours {}, Syzygy {result} (2 won, 1 but for the rule)", ours.fifty_move(0))
            });
        } else if self.with_dtz {
            sum.dtz_positions += 1;
            sum.dtz_derived += 1;
            let derived = self.derived(&pos)?;
            if derived != ours.dtz {
                sum.wrong(&pos, || format!("ours {:?}, {derived:?} by the moves", ours.dtz));
            }
        }
        Ok(match result.signum() {
            1 => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        })
    }

    /// The distance to zeroing by what Syzygy says of zeroing moves and our table, for the other side to move, of all others.
    fn derived(&self, pos: &Chess) -> Result<Depth, SyzygyError> {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            return Ok(if pos.is_check() { Depth::Loss(0) } else { Depth::Draw });
        }
        let mut best: Option<Depth> = None;
        for &mv in &moves {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            let depth = if mv.is_zeroing() {
                match self.syzygy.fifty_move_result(&next)? {
                    2 => Depth::Loss(1),
                    1 => Depth::Loss(FIFTY_MOVES + 1),
                    0 => Depth::Draw,
                    -1 => Depth::Win(FIFTY_MOVES + 1),
                    _ => Depth::Win(1),
                }
            } else {
                self.table.value_at(next.board(), next.turn()).dtz.before_move()
            };
            if best.is_none_or(|old| depth.rank() > old.rank()) {
                best = Some(depth);
            }
        }
        Ok(best.unwrap_or(Depth::Draw))
    }
}

/// True if plies are what a file says, which may have left one off.
fn within(theirs: i32, rounded: bool, plies: u16) -> bool {
    let plies = i32::from(plies);
    theirs == plies || (rounded && theirs + 1 == plies)
}

impl Comparison {
    fn wrong(&mut self, pos: &Chess, detail: impl Fn() -> String) {
        self.mismatches += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(format!("{}: {}", write_fen(pos), detail()));
        }
    }
}
