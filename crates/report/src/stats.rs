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

use super::{counted, side};

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
    /// Plies to the next capture, pawn move or mate under the fifty-move rule.
    pub wins_by_dtz_plies: Depths,
    pub losses_by_dtz_plies: Depths,
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
            wins_by_dtz_plies: depths(&s.wins_by_dtz_plies),
            losses_by_dtz_plies: depths(&s.losses_by_dtz_plies),
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

/// The counts for a terminal: up to symmetry or, with `full`, of the whole board; with `depths` every depth.
pub fn text(profile: &Profile, longest: &[Longest], full: bool, depths: bool) -> String {
    let pick = |c: Count| if full { c.full } else { c.classes };
    let how = if full { "every position of the full board" } else { "positions up to symmetry" };
    let mut out = format!("{}: {how}\n\n", profile.material);
    out += &format!("{:<14} {:>12} {:>12} {:>12} {:>12}\n", "", "legal", "wins", "draws", "losses");
    for (color, s) in [Color::White, Color::Black].into_iter().zip(&profile.sides) {
        out += &format!(
            "{:<14} {:>12} {:>12} {:>12} {:>12}\n",
            format!("{} to move", side(color)),
            pick(s.legal()),
            pick(s.wins()),
            pick(s.draws),
            pick(s.losses())
        );
        let share = |c: Count| percent(pick(c), pick(s.legal()));
        out += &format!(
            "{:<14} {:>12} {:>12} {:>12} {:>12}\n",
            "",
            "",
            share(s.wins()),
            share(s.draws),
            share(s.losses())
        );
    }
    out += "\n(results for the side to move)\n";
    let z = &profile.zugzwangs;
    let kinds = [
        ("White to move cannot win", z.white_cannot_win),
        ("White to move loses, Black to move draws", z.white_cannot_draw),
        ("whoever moves loses", z.full_point),
    ];
    let all: u64 = kinds.iter().map(|k| pick(k.1)).sum();
    out += &format!("\nMutual zugzwangs: {all}\n");
    for (name, count) in kinds.into_iter().filter(|k| k.1.classes > 0) {
        out += &format!("  {:>8}  {name}\n", pick(count));
    }
    if all > 0 {
        out += &format!("  list: philidor tables find {} zugzwang --limit 0\n", profile.material);
    }
    for l in longest {
        out += &format!(
            "\nLongest win of {} (to move): mate in {}, DTM {}, {}\n",
            l.winner,
            counted(l.dtm_plies.div_ceil(2).into(), "move", "moves"),
            counted(l.dtm_plies.into(), "ply", "plies"),
            counted(l.count, "position", "positions"),
        );
        for fen in &l.fens {
            out += &format!("  {fen}\n");
        }
        out += &format!("  line: {}\n", l.line);
    }
    for (name, plies) in [
        ("mate (DTM)", max_depth(profile, |s| [&s.wins_by_dtm_plies, &s.losses_by_dtm_plies])),
        ("conversion (DTC)", max_depth(profile, |s| [&s.wins_by_dtc_plies, &s.losses_by_dtc_plies])),
        ("zeroing (DTZ)", max_depth(profile, |s| [&s.wins_by_dtz_plies, &s.losses_by_dtz_plies])),
    ] {
        if let Some((w, b)) = plies {
            out += &format!("\nGreatest depth to {name}, plies: White to move {w}, Black to move {b}");
        }
    }
    out.push('\n');
    if depths {
        out += &depth_tables(profile, &pick);
    } else {
        out += "\n--depths lists the number of positions at every depth\n";
    }
    out
}

type Maps<'a> = [&'a BTreeMap<u16, Count>; 2];

fn max_depth<'p>(profile: &'p Profile, of: impl Fn(&'p SideProfile) -> Maps<'p>) -> Option<(u16, u16)> {
    let most = |s: &'p SideProfile| of(s).into_iter().filter_map(|m| m.keys().last().copied()).max();
    let (w, b) = (most(&profile.sides[0]), most(&profile.sides[1]));
    (w.is_some() || b.is_some()).then(|| (w.unwrap_or(0), b.unwrap_or(0)))
}

fn depth_tables(profile: &Profile, pick: &impl Fn(Count) -> u64) -> String {
    let mut out = String::new();
    for (color, s) in [Color::White, Color::Black].into_iter().zip(&profile.sides) {
        for (title, by) in [
            ("wins by DTM", &s.wins_by_dtm_plies),
            ("losses by DTM", &s.losses_by_dtm_plies),
            ("wins by DTC", &s.wins_by_dtc_plies),
            ("losses by DTC", &s.losses_by_dtc_plies),
            ("wins by DTZ", &s.wins_by_dtz_plies),
            ("losses by DTZ", &s.losses_by_dtz_plies),
        ] {
            if by.is_empty() {
                continue;
            }
            out += &format!("\n{} to move, {title} (plies: positions)\n", side(color));
            let most = by.values().map(|&c| pick(c)).max().unwrap_or(1).max(1);
            for (plies, &count) in by {
                let bar = "#".repeat((pick(count) * 40).div_ceil(most) as usize);
                out += &format!("  {plies:>4}: {:>10} {bar}\n", pick(count));
            }
        }
    }
    out
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { String::new() } else { format!("{:.2} %", 100.0 * part as f64 / whole as f64) }
}
