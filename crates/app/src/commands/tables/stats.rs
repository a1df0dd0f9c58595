//! `philidor tables stats`

use std::{collections::BTreeMap, process::ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::shakmaty::Color;
use philidor_report::{
    counted, side,
    stats::{Longest, Stats, longest_wins},
};
use philidor_truth::{
    census::{Count, Profile, SideProfile},
    kpk::{self, Convention},
};

use super::{Source, ensure, paper, parse_material};
use crate::{
    output::{out, outln},
    progress::spinner,
};

/// Arguments of `tables stats`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor tables stats KQKR\n  philidor tables stats KPK --paper\n  \
philidor tables stats KPK --convention bramer\n\n\
Positions are counted up to the symmetry of the board, like men not told apart; --full counts every position.")]
pub(crate) struct Args {
    /// The endgame
    material: String,
    /// Count every position of the full board
    #[arg(long)]
    full: bool,
    /// List every depth
    #[arg(long)]
    depths: bool,
    /// KPK only: count as an author did (clarke, bramer, shapiro-niblett, thompson, edwards, haworth-velliste, strict)
    #[arg(long, value_name = "AUTHOR", conflicts_with_all = ["full", "depths", "paper"])]
    convention: Option<String>,
    /// KPK only: the printed tables of the literature with our figures beside them, and why any differ
    #[arg(long, conflicts_with_all = ["full", "depths"])]
    paper: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let material = parse_material(&args.material)?.canonical();
    let convention: Option<Convention> = args.convention.as_deref().map(str::parse).transpose()?;
    anyhow::ensure!(
        material.to_string() == "KPK" || (convention.is_none() && !args.paper),
        "--convention and --paper are about KPK, not {material}"
    );
    let tables = Source { syzygy: None }.open()?;
    ensure(&tables, &[material], false)?;
    let table = tables.table(material)?.context("the table was just built")?;
    if args.paper {
        let tables = kpk::paper(&table);
        if args.json {
            outln!("{}", paper::to_json(&tables))?;
        } else {
            out!("{}", paper::render(&tables))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(convention) = convention {
        let census = kpk::census(&table, convention);
        if args.json {
            outln!("{}", paper::census_to_json(&census))?;
        } else {
            out!("{}", paper::render_census(&census))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let bar = spinner(format!("counting {material}"));
    let profile = table.profile();
    let longest = longest_wins(&tables, &table)?;
    bar.finish_and_clear();
    if args.json {
        outln!("{}", serde_json::to_string(&Stats::of(&profile, longest))?)?;
    } else {
        out!("{}", text(&profile, &longest, args))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(profile: &Profile, longest: &[Longest], args: &Args) -> String {
    let pick = |c: Count| if args.full { c.full } else { c.classes };
    let how = if args.full { "every position of the full board" } else { "positions up to symmetry" };
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
    ] {
        if let Some((w, b)) = plies {
            out += &format!("\nGreatest depth to {name}, plies: White to move {w}, Black to move {b}");
        }
    }
    out.push('\n');
    if args.depths {
        out += &depth_tables(profile, &pick);
    } else {
        out += "\n--depths lists the number of positions at every depth\n";
    }
    out
}

type Depths<'a> = [&'a BTreeMap<u16, Count>; 2];

fn max_depth<'p>(profile: &'p Profile, of: impl Fn(&'p SideProfile) -> Depths<'p>) -> Option<(u16, u16)> {
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
