//! All of KPK, counted under one convention.

use std::collections::BTreeMap;

use philidor_chess::shakmaty::{Color, File};

use super::{
    Convention, Metric,
    depths::promotes_by_the_letter,
    placement::Placement,
    reach,
    study::{Set, Study, converted},
};
use crate::table::Table;

/// A number of positions and how they end with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// All positions.
    pub positions: u64,
    /// Those that White wins.
    pub won: u64,
    /// The rest.
    pub drawn: u64,
}

impl Count {
    pub(crate) fn add(&mut self, won: bool) {
        self.positions += 1;
        self.won += u64::from(won);
        self.drawn += u64::from(!won);
    }

    #[must_use]
    pub(crate) fn plus(self, other: Count) -> Count {
        Count {
            positions: self.positions + other.positions,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
        }
    }
}

/// The positions with the pawn on one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileCount {
    /// `a` to `d`; the files e to h are their mirror images.
    pub file: char,
    /// White to move.
    pub wtm: Count,
    /// Black to move, the pawn on ranks 2 to 7.
    pub btm: Count,
}

/// KPK counted under one convention. Pawns on files a to d only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// Whose way of counting.
    pub convention: Convention,
    /// Positions with White to move.
    pub wtm: Count,
    /// Positions with Black to move, promoted pawns included where the convention says so.
    pub btm: Count,
    /// The part of `btm` in which the pawn has just promoted (set 7a).
    pub converted: Option<Count>,
    /// By file of the pawn.
    pub by_file: [FileCount; 4],
    /// What the two profiles count.
    pub metric: Metric,
    /// Plies → won positions with White to move.
    pub wtm_depths: BTreeMap<u16, u64>,
    /// Plies → won positions with Black to move, the pawn on ranks 2 to 7.
    pub btm_depths: BTreeMap<u16, u64>,
    /// White to move and stalemated.
    pub wtm_stalemates: u64,
    /// Draws in which White keeps the pawn for ever without stalemating: White to move.
    pub wtm_repetition: u64,
    /// The same with Black to move.
    pub btm_repetition: u64,
    /// Black to move, and White wins by pushing the pawn and nothing else.
    pub pawn_can_run: u64,
    /// Counted positions (White to move, Black to move) that no last move explains.
    pub unreachable: [Count; 2],
}

/// Counts the KPK table under a convention.
///
/// ```
/// use philidor_truth::{kpk::{Convention, census}, Tables, Watch};
///
/// let watch = Watch { stop: &Default::default(), hear: &|_| () };
/// let table = Tables::in_memory().ensure("KPK".parse().unwrap(), watch).unwrap();
/// let clarke = census(&table, Convention::Clarke);
/// // Clarke printed 62,479: one position short.
/// assert_eq!((clarke.wtm.positions, clarke.wtm.won), (81_664, 62_480));
/// assert_eq!(clarke.btm.positions, 97_992);
/// ```
///
/// # Panics
/// If the table is not that of KPK.
pub fn census(table: &Table, convention: Convention) -> Census {
    Census::of(&Study::new(table), convention)
}

impl Census {
    pub(crate) fn of(study: &Study, convention: Convention) -> Census {
        let wtm: Vec<Placement> = counted(convention, Color::White);
        let btm: Vec<Placement> = counted(convention, Color::Black);
        let on = |places: &[Placement], file: File| -> Vec<Placement> {
            places.iter().copied().filter(|p| p.pawn.file() == file).collect()
        };
        let by_file = [File::A, File::B, File::C, File::D].map(|file| FileCount {
            file: file.char(),
            wtm: study.count(on(&wtm, file), Color::White),
            btm: study.count(on(&btm, file), Color::Black),
        });
        let converted = convention.domain().converted.then(converted);
        let metric = convention.metric();
        let of = |keep: &dyn Fn(Placement) -> bool, places: &[Placement]| {
            places.iter().filter(|&&p| keep(p)).count() as u64
        };
        let runners = study.runners(metric != Metric::Convention);
        let unreachable = |places: &[Placement], to_move: Color| {
            study.count(places.iter().copied().filter(|&p| !reach::has_last_move(p, to_move)), to_move)
        };
        Census {
            convention,
            wtm: study.count(wtm.iter().copied(), Color::White),
            btm: study.count(btm.iter().copied(), Color::Black).plus(converted.unwrap_or_default()),
            converted,
            by_file,
            metric,
            wtm_depths: study.profile(metric, wtm.iter().copied(), Color::White),
            btm_depths: study.profile(metric, btm.iter().copied(), Color::Black),
            wtm_stalemates: of(&is_stalemate, &wtm),
            wtm_repetition: of(&|p| study.repetition.contains(p, Color::White), &wtm),
            btm_repetition: of(&|p| study.repetition.contains(p, Color::Black), &btm),
            pawn_can_run: runners.iter().filter(|&&p| counts(convention, p, Color::Black)).count() as u64,
            unreachable: [unreachable(&wtm, Color::White), unreachable(&btm, Color::Black)],
        }
    }

    /// Every figure with a stable name, such as `wtm.won`, `file.a.btm.drawn` or `depth.wtm.37`.
    pub fn figures(&self) -> Vec<(String, u64)> {
        let mut out = Vec::new();
        let mut count = |name: &str, c: Count| {
            for (part, n) in [("positions", c.positions), ("won", c.won), ("drawn", c.drawn)] {
                out.push((format!("{name}.{part}"), n));
            }
        };
        count("wtm", self.wtm);
        count("btm", self.btm);
        if let Some(converted) = self.converted {
            count("converted", converted);
        }
        for file in self.by_file {
            count(&format!("file.{}.wtm", file.file), file.wtm);
            count(&format!("file.{}.btm", file.file), file.btm);
        }
        count("unreachable.wtm", self.unreachable[0]);
        count("unreachable.btm", self.unreachable[1]);
        out.push(("wtm.stalemates".into(), self.wtm_stalemates));
        out.push(("wtm.repetition".into(), self.wtm_repetition));
        out.push(("btm.repetition".into(), self.btm_repetition));
        out.push(("btm.pawn-can-run".into(), self.pawn_can_run));
        for (side, depths) in [("wtm", &self.wtm_depths), ("btm", &self.btm_depths)] {
            out.extend(depths.iter().map(|(plies, &n)| (format!("depth.{side}.{plies}"), n)));
        }
        out
    }
}

/// Depth-zero positions if Bramer's prose of 1986 is taken by the letter.
pub(crate) fn depth_zero_by_the_letter() -> u64 {
    Placement::all().filter(|&p| promotes_by_the_letter(p)).count() as u64
}

/// White has no move at all.
pub(crate) fn is_stalemate(place: Placement) -> bool {
    let queening = place.queening_square();
    let blocked = place.pawn.offset(8) != Some(queening) || queening == place.wk || queening == place.bk;
    place.white_moves().next().is_none() && blocked
}

fn counted(convention: Convention, to_move: Color) -> Vec<Placement> {
    Study::legal(to_move).filter(|&p| counts(convention, p, to_move)).collect()
}

fn counts(convention: Convention, place: Placement, to_move: Color) -> bool {
    let domain = convention.domain();
    match to_move {
        Color::White => domain.six || !Set::SIX.iter().any(|s| s.contains(place)),
        Color::Black => domain.seven || !Set::SEVEN.iter().any(|s| s.contains(place)),
    }
}
