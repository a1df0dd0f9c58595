//! A whole table counted.

use std::collections::BTreeMap;

use philidor_chess::{
    shakmaty::{Color, san::SanPlus},
    write_fen,
};
use philidor_truth::{
    ProbeError, Table, Tables,
    census::{Count, Profile, SideProfile},
    find::{Filter, Images},
};
use serde::Serialize;

use super::side;

/// How often a result occurs.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Number {
    /// Positions that differ by more than a symmetry of the board.
    pub classes: u64,
    /// All positions on the full board.
    pub full: u64,
}

impl From<Count> for Number {
    fn from(count: Count) -> Number {
        Number { classes: count.classes, full: count.full }
    }
}

type Depths = BTreeMap<u16, Number>;

/// One side to move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the names say it; plies are half-moves")]
pub struct SideStats {
    pub legal: Number,
    pub wins: Number,
    pub draws: Number,
    pub losses: Number,
    pub wins_by_dtm_plies: Depths,
    pub losses_by_dtm_plies: Depths,
    pub wins_by_dtc_plies: Depths,
    pub losses_by_dtc_plies: Depths,
}

impl From<&SideProfile> for SideStats {
    fn from(s: &SideProfile) -> SideStats {
        let depths = |by: &BTreeMap<u16, Count>| by.iter().map(|(plies, &c)| (*plies, c.into())).collect();
        SideStats {
            legal: s.legal().into(),
            wins: s.wins().into(),
            draws: s.draws.into(),
            losses: s.losses().into(),
            wins_by_dtm_plies: depths(&s.wins_by_dtm_plies),
            losses_by_dtm_plies: depths(&s.losses_by_dtm_plies),
            wins_by_dtc_plies: depths(&s.wins_by_dtc_plies),
            losses_by_dtc_plies: depths(&s.losses_by_dtc_plies),
        }
    }
}

/// Positions in which nobody wants to move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Zugzwangs {
    /// White wins only if Black is to move.
    pub white_cannot_win: Number,
    /// White draws only if Black is to move.
    pub white_cannot_draw: Number,
    /// Whoever is to move loses.
    pub full_point: Number,
}

/// The longest win of one colour, with that colour to move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Longest {
    /// `White` or `Black`.
    pub winner: &'static str,
    /// Plies to mate.
    pub dtm_plies: u16,
    /// Positions that take so long.
    pub count: u64,
    /// Some of them.
    pub fens: Vec<String>,
    /// Best play from the first.
    pub line: String,
}

/// A whole table counted. Results are those of the side to move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Stats {
    pub material: String,
    pub white_to_move: SideStats,
    pub black_to_move: SideStats,
    pub zugzwangs: Zugzwangs,
    pub longest_wins: Vec<Longest>,
}

impl Stats {
    /// Counts.
    pub fn new(tables: &Tables, table: &Table) -> Result<Stats, ProbeError> {
        let longest = longest_wins(tables, table)?;
        Ok(Stats::of(&table.profile(), longest))
    }

    /// From counts that were made already.
    pub fn of(profile: &Profile, longest_wins: Vec<Longest>) -> Stats {
        let z = &profile.zugzwangs;
        Stats {
            material: profile.material.to_string(),
            white_to_move: (&profile.sides[0]).into(),
            black_to_move: (&profile.sides[1]).into(),
            zugzwangs: Zugzwangs {
                white_cannot_win: z.white_cannot_win.into(),
                white_cannot_draw: z.white_cannot_draw.into(),
                full_point: z.full_point.into(),
            },
            longest_wins,
        }
    }
}

/// The longest wins of both colours, five positions each.
pub fn longest_wins(tables: &Tables, table: &Table) -> Result<Vec<Longest>, ProbeError> {
    let mut out = Vec::new();
    for winner in [Color::White, Color::Black] {
        let filter: Filter =
            winner.fold_wb("wtm win longest", "btm win longest").parse().expect("a well-formed filter");
        let found = table.find(&filter, table.material(), Images::One, 5);
        let Some(first) = found.list.first() else { continue };
        let mut pos = first.position.clone();
        let moves = tables.line(&pos, usize::MAX)?;
        let line: Vec<String> = moves
            .into_iter()
            .map(|mv| SanPlus::from_move_and_play_unchecked(&mut pos, mv).to_string())
            .collect();
        out.push(Longest {
            winner: side(winner),
            dtm_plies: first.value.dtm.plies().unwrap_or(0),
            count: found.count,
            fens: found.list.iter().map(|f| write_fen(&f.position)).collect(),
            line: line.join(" "),
        });
    }
    Ok(out)
}
