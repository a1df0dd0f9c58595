//! `philidor bench --tables`: what solving and probing cost.

use std::{
    hint::black_box,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use anyhow::Context;
use cpu_time::ProcessTime;
use philidor_chess::{
    Material,
    shakmaty::{Chess, Color, Position},
};
use philidor_truth::{Syzygy, Table, Tables, Watch, Wdl};
use serde_json::{Value as Json, json};

use super::Args;
use crate::commands::tables::open_syzygy;
use crate::output::outln;

/// One measured figure.
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
    note: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut figures = Vec::new();
    let show = |figure: Figure, figures: &mut Vec<Figure>| -> anyhow::Result<()> {
        if !args.json {
            outln!("{:<44} {:>10.3} {:<10} {}", figure.name, figure.value, figure.unit, figure.note)?;
        }
        figures.push(figure);
        Ok(())
    };
    // 1. Small endgames, from nothing.
    let kpk: Material = "KPK".parse()?;
    let (tables, seconds) = timed(|| build(&[kpk]))?;
    let table = tables.table(kpk)?.context("just built")?;
    let note = "DTM + DTC + WDL, both sides, with KQK KRK KBK KNK".into();
    show(
        Figure { name: "solve KPK and its subtables".into(), value: seconds * 1e3, unit: "CPU-ms", note },
        &mut figures,
    )?;
    let alone = build(&["KQK".parse()?, "KRK".parse()?, "KBK".parse()?, "KNK".parse()?])?;
    let ((), seconds) = timed(|| add(&alone, &[kpk]))?;
    let note = "the same without the subtables".into();
    show(Figure { name: "solve KPK".into(), value: seconds * 1e3, unit: "CPU-ms", note }, &mut figures)?;
    let wins = table.profile().sides[0].wins().classes;
    anyhow::ensure!(wins == 62_480, "KPK has {wins} wins for White to move, 62,480 expected");

    let kqkr: Material = "KQKR".parse()?;
    let tables = build(&["KQK".parse()?, "KRK".parse()?])?;
    let ((), seconds) = timed(|| add(&tables, &[kqkr]))?;
    let note = "DTM + DTC; the Syzygy generator needs 0.63 for its one metric".into();
    show(Figure { name: "solve KQKR".into(), value: seconds, unit: "CPU-s", note }, &mut figures)?;

    // 2. Everything up to four men.
    let three: Vec<Material> = Material::all_with_men(3);
    let four: Vec<Material> = Material::all_with_men(4);
    let (tables, small) = timed(|| build(&three))?;
    let ((), large) = timed(|| add(&tables, &four))?;
    let note = "35 tables, all metrics, in memory".into();
    show(
        Figure { name: "solve all 3- and 4-man tables".into(), value: small + large, unit: "CPU-s", note },
        &mut figures,
    )?;
    let mut legal = 0;
    for &m in &four {
        let profile = tables.table(m)?.context("just built")?.profile();
        legal += profile.sides.iter().map(|s| s.legal().classes).sum::<u64>();
    }
    let note = format!("{legal} legal positions up to symmetry, both sides to move");
    show(
        Figure {
            name: "4-man solving rate".into(),
            value: legal as f64 / large / 1e6,
            unit: "M/CPU-s",
            note,
        },
        &mut figures,
    )?;

    // 3. Probes, warm.
    let syzygy = args.syzygy.as_deref().map(open_syzygy).transpose()?;
    for name in ["KPK", "KQKR", "KPKP"] {
        let material: Material = name.parse()?;
        let table = tables.table(material)?.context("just built")?;
        for figure in probes(&table, syzygy.as_ref())? {
            show(figure, &mut figures)?;
        }
    }
    if syzygy.is_none() && !args.json {
        outln!("(give --syzygy DIR to compare with Syzygy probes)")?;
    }

    // 4. Five men.
    if args.five {
        five(&mut |figure| show(figure, &mut figures))?;
    }
    if args.json {
        let list: Vec<Json> = figures
            .iter()
            .map(|f| json!({"name": f.name, "value": f.value, "unit": f.unit, "note": f.note}))
            .collect();
        outln!("{}", json!({"figures": list}))?;
    }
    Ok(())
}

fn five(show: &mut dyn FnMut(Figure) -> anyhow::Result<()>) -> anyhow::Result<()> {
    // Files, not memory: that is how five-man tables are built for real.
    let dir = std::env::temp_dir().join(format!("philidor-bench-{}", std::process::id()));
    let result = (|| {
        let tables = Tables::at(&dir);
        let kbbkn: Material = "KBBKN".parse()?;
        let subs: Vec<Material> = Tables::closure(&[kbbkn]).into_iter().filter(|&m| m != kbbkn).collect();
        add(&tables, &subs)?;
        let ((), seconds) = timed(|| add(&tables, &[kbbkn]))?;
        let note = "DTM + DTC, file written; the Syzygy generator needs 34 for its one metric".into();
        show(Figure { name: "solve KBBKN".into(), value: seconds, unit: "CPU-s", note })?;
        let ((), seconds) = timed(|| add(&tables, &["KRPKR".parse()?]))?;
        let note = "with all its subtables, files written".into();
        show(Figure { name: "solve KRPKR".into(), value: seconds, unit: "CPU-s", note })?;
        if let Some(bytes) = peak_memory() {
            let note = "of the whole run".into();
            show(Figure { name: "peak memory".into(), value: bytes / 1_073_741_824.0, unit: "GiB", note })?;
        }
        Ok(())
    })();
    // Best effort: what is left over is in the temporary directory anyway.
    let _ = std::fs::remove_dir_all(&dir);
    result
}

/// The most memory the process has used, where the system tells.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kib| kib * 1024.0)
}

fn build(wanted: &[Material]) -> anyhow::Result<Tables> {
    let tables = Tables::in_memory();
    add(&tables, wanted)?;
    Ok(tables)
}

fn add(tables: &Tables, wanted: &[Material]) -> anyhow::Result<()> {
    tables.build(wanted, false, Watch { stop: &AtomicBool::new(false), hear: &|_| () })?;
    Ok(())
}

/// Runs something and says how many CPU seconds the process spent.
fn timed<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<(T, f64)> {
    let start = ProcessTime::now();
    let result = work()?;
    Ok((result, start.elapsed().as_secs_f64()))
}

/// Positions probed, spread over the table.
const SAMPLE: usize = 2_000;
/// Rounds over the sample; the best counts, as the least disturbed.
const ROUNDS: usize = 50;

fn probes(table: &Arc<Table>, syzygy: Option<&Syzygy>) -> anyhow::Result<Vec<Figure>> {
    let positions = sample(table);
    let name = table.material();
    let mut wins = 0;
    let wdl = best_time(|| {
        wins = positions.iter().filter(|p| table.wdl_at(p.board(), p.turn()) == Wdl::Win).count();
    });
    let mut sum = 0;
    let dtm = best_time(|| {
        sum =
            positions.iter().map(|p| u64::from(table.dtm_at(p.board(), p.turn()).plies().unwrap_or(0))).sum();
    });
    black_box(sum);
    let per = |time: Duration| time.as_secs_f64() * 1e9 / positions.len() as f64;
    let mut out = vec![
        Figure { name: format!("probe {name} WDL"), value: per(wdl), unit: "ns", note: "warm".into() },
        Figure { name: format!("probe {name} DTM"), value: per(dtm), unit: "ns", note: "warm".into() },
    ];
    if let Some(syzygy) = syzygy {
        let mut theirs = 0;
        let mut failed = false;
        let time = best_time(|| {
            theirs = 0;
            for pos in &positions {
                match syzygy.wdl(pos) {
                    Ok(wdl) => theirs += usize::from(wdl == Wdl::Win),
                    Err(_) => failed = true,
                }
            }
        });
        anyhow::ensure!(!failed, "the Syzygy files lack {name} or a table it leads to");
        anyhow::ensure!(theirs == wins, "{name}: {wins} wins by our tables, {theirs} by Syzygy");
        let note = format!("the same positions; ours is {:.0} times as fast", per(time) / per(wdl));
        out.push(Figure { name: format!("probe {name} WDL, Syzygy"), value: per(time), unit: "ns", note });
    }
    Ok(out)
}

fn best_time(mut work: impl FnMut()) -> Duration {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Legal positions from all over a table, in a scrambled order, the same every time.
fn sample(table: &Table) -> Vec<Chess> {
    let mut all = Vec::new();
    let mut state = 1u64;
    table.for_each_row(|row| {
        for to_move in [Color::White, Color::Black] {
            for entry in row.entries(to_move) {
                // Xorshift: cheap, seeded, good enough to pick.
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                if state.is_multiple_of(512) || table.material().men() == 3 && state.is_multiple_of(64) {
                    all.push((state.rotate_left(29), entry.position()));
                }
            }
        }
    });
    all.sort_unstable_by_key(|a| a.0);
    all.truncate(SAMPLE);
    all.into_iter().map(|a| a.1).collect()
}
