//! Counting a whole table: results, depths, longest wins, zugzwangs.

use std::collections::BTreeMap;

use philidor_chess::{Material, shakmaty::Color};

use crate::{
    rows::Row,
    solve::side,
    table::Table,
    value::{Code, Depth, FIFTY_MOVES, Wdl},
};

/// How often a result occurs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions that differ by more than a symmetry of the board; like men are not told apart.
    pub classes: u64,
    /// All positions on the full board.
    pub full: u64,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.classes += other.classes;
        self.full += other.full;
    }
}

/// One side to move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SideProfile {
    /// Won for the side to move, by plies to mate.
    pub wins_by_dtm_plies: BTreeMap<u16, Count>,
    /// Lost for the side to move, by plies to mate.
    pub losses_by_dtm_plies: BTreeMap<u16, Count>,
    /// Won for the side to move, by plies to conversion.
    pub wins_by_dtc_plies: BTreeMap<u16, Count>,
    /// Lost for the side to move, by plies to conversion.
    pub losses_by_dtc_plies: BTreeMap<u16, Count>,
    /// Won for the side to move, by plies to zeroing under the fifty-move rule.
    pub wins_by_dtz_plies: BTreeMap<u16, Count>,
    /// Lost for the side to move, by plies to zeroing under the fifty-move rule.
    pub losses_by_dtz_plies: BTreeMap<u16, Count>,
    /// Drawn.
    pub draws: Count,
}

impl SideProfile {
    /// All wins.
    pub fn wins(&self) -> Count {
        total(&self.wins_by_dtm_plies)
    }

    /// All losses.
    pub fn losses(&self) -> Count {
        total(&self.losses_by_dtm_plies)
    }

    /// Wins that the fifty-move rule spoils.
    pub fn cursed_wins(&self) -> Count {
        total(self.wins_by_dtz_plies.range(FIFTY_MOVES + 1..))
    }

    /// Losses that the fifty-move rule saves.
    pub fn blessed_losses(&self) -> Count {
        total(self.losses_by_dtz_plies.range(FIFTY_MOVES + 1..))
    }

    /// All legal positions.
    pub fn legal(&self) -> Count {
        let mut sum = self.draws;
        sum.add(self.wins());
        sum.add(self.losses());
        sum
    }
}

fn total<'c>(counts: impl IntoIterator<Item = (&'c u16, &'c Count)>) -> Count {
    let mut sum = Count::default();
    for (_, &count) in counts {
        sum.add(count);
    }
    sum
}

/// Mutual zugzwangs by what is at stake: the result with White to move, and with Black to move, both for White.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Zugzwangs {
    /// White wins only if Black is to move; otherwise a draw.
    pub white_cannot_win: Count,
    /// White draws only if Black is to move; otherwise White loses.
    pub white_cannot_draw: Count,
    /// Whoever is to move loses.
    pub full_point: Count,
}

/// The profile of a whole table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Which endgame, the stronger side as White.
    pub material: Material,
    /// White to move, Black to move.
    pub sides: [SideProfile; 2],
    /// Positions in which nobody wants to move.
    pub zugzwangs: Zugzwangs,
}

/// Raw counts of a part of the table.
struct Tally {
    dtm: [[Count; 256]; 2],
    /// By side, then win (0) or loss (1), then plies.
    dtc: [[[Count; 256]; 2]; 2],
    /// The same to zeroing.
    dtz: [[[Count; 256]; 2]; 2],
    zugzwangs: Zugzwangs,
}

impl Table {
    /// Counts everything.
    pub fn profile(&self) -> Profile {
        let empty = [Count::default(); 256];
        let parts = self.fold_rows(
            || {
                let plies = [[empty; 2]; 2];
                Box::new(Tally { dtm: [empty; 2], dtc: plies, dtz: plies, zugzwangs: Zugzwangs::default() })
            },
            |tally, row| tally.take(row),
        );
        let mut profile =
            Profile { material: self.material(), sides: Default::default(), zugzwangs: Zugzwangs::default() };
        for part in parts {
            part.pour_into(&mut profile);
        }
        profile
    }
}

impl Tally {
    fn take(&mut self, row: &Row<'_>) {
        for to_move in [Color::White, Color::Black] {
            let s = side(to_move);
            let (codes, plies, zeroings) =
                (row.codes(to_move), row.conversions(to_move), row.zeroings(to_move));
            let mut left = row.legal(to_move);
            while left != 0 {
                let bk = left.trailing_zeros() as usize;
                left &= left - 1;
                let one = Count { classes: 1, full: row.orbits(1 << bk) };
                self.dtm[s][codes[bk] as usize].add(one);
                let lost = match Code(codes[bk]).wdl() {
                    Wdl::Win => 0,
                    Wdl::Loss => 1,
                    Wdl::Draw => continue,
                };
                self.dtc[s][lost][plies[bk] as usize].add(one);
                self.dtz[s][lost][zeroings[bk] as usize].add(one);
            }
        }
        let (zugzwangs, [cannot_win, cannot_draw, full_point]) = (&mut self.zugzwangs, row.zugzwangs());
        for (sum, squares) in [
            (&mut zugzwangs.white_cannot_win, cannot_win),
            (&mut zugzwangs.white_cannot_draw, cannot_draw),
            (&mut zugzwangs.full_point, full_point),
        ] {
            sum.add(Count { classes: u64::from(squares.count_ones()), full: row.orbits(squares) });
        }
    }

    fn pour_into(&self, profile: &mut Profile) {
        for (s, out) in profile.sides.iter_mut().enumerate() {
            for (code, &count) in self.dtm[s].iter().enumerate().filter(|(_, c)| c.classes > 0) {
                match Code(code as u8).depth() {
                    Depth::Win(plies) => out.wins_by_dtm_plies.entry(plies).or_default().add(count),
                    Depth::Loss(plies) => out.losses_by_dtm_plies.entry(plies).or_default().add(count),
                    Depth::Draw => out.draws.add(count),
                }
            }
            for (by, counts) in [
                (&mut out.wins_by_dtc_plies, &self.dtc[s][0]),
                (&mut out.losses_by_dtc_plies, &self.dtc[s][1]),
                (&mut out.wins_by_dtz_plies, &self.dtz[s][0]),
                (&mut out.losses_by_dtz_plies, &self.dtz[s][1]),
            ] {
                for (plies, &count) in counts.iter().enumerate().filter(|(_, c)| c.classes > 0) {
                    by.entry(plies as u16).or_default().add(count);
                }
            }
        }
        let out = &mut profile.zugzwangs;
        out.white_cannot_win.add(self.zugzwangs.white_cannot_win);
        out.white_cannot_draw.add(self.zugzwangs.white_cannot_draw);
        out.full_point.add(self.zugzwangs.full_point);
    }
}

impl Row<'_> {
    /// Mutual zugzwangs as squares of Black's king: White cannot win, White cannot draw, whoever moves loses.
    pub(crate) fn zugzwangs(&self) -> [u64; 3] {
        let (white, black) = (self.codes(Color::White), self.codes(Color::Black));
        let mut left = self.legal(Color::White) & self.legal(Color::Black);
        let mut out = [0; 3];
        while left != 0 {
            let bk = left.trailing_zeros();
            left &= left - 1;
            let for_white = Code(white[bk as usize]).wdl();
            let after_pass = Code(black[bk as usize]).wdl().flipped();
            let kind = match (for_white, after_pass) {
                (Wdl::Draw, Wdl::Win) => 0,
                (Wdl::Loss, Wdl::Draw) => 1,
                (Wdl::Loss, Wdl::Win) => 2,
                _ => continue,
            };
            out[kind] |= 1 << bk;
        }
        out
    }
}

/// A digest of all results in walking order: equal digests, equal tables.
pub fn wdl_digest(table: &Table) -> u64 {
    let parts = table.fold_rows(Vec::new, |part: &mut Vec<u8>, row| {
        for to_move in [Color::White, Color::Black] {
            part.extend(row.entries(to_move).map(|e| e.value().wdl() as u8));
        }
    });
    let mut sum = xxhash_rust::xxh3::Xxh3::new();
    for part in parts {
        sum.update(&part);
    }
    sum.digest()
}
