//! What solving and probing endgame tables cost.

use std::{
    hint::black_box,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use philidor_chess::{
    Material,
    shakmaty::{Chess, Color, Position},
};
use philidor_truth::{Syzygy, Table, Tables, Watch, Wdl};

use crate::figure::{Figure, Show, timed};

/// Measures small endgames, everything up to four men, and warm probes; with `with_five` also endgames of five men (minutes,
/// gigabytes). With `syzygy` its probes are measured on the same positions.
pub fn measure(with_five: bool, syzygy: Option<&Syzygy>, show: Show<'_>) -> anyhow::Result<()> {
    small(show)?;
    let tables = four(show)?;
    for name in ["KPK", "KQKR", "KPKP"] {
        let table = tables.table(name.parse()?)?.context("just built")?;
        for figure in probes(&table, syzygy)? {
            show(figure)?;
        }
    }
    if with_five { five(show) } else { Ok(()) }
}

/// Small endgames, from nothing.
fn small(show: Show<'_>) -> anyhow::Result<()> {
    let kpk: Material = "KPK".parse()?;
    let (tables, seconds) = timed(|| build(&[kpk]));
    let table = tables?.table(kpk)?.context("just built")?;
    let note = "DTM + DTC + WDL, both sides, with KQK KRK KBK KNK".into();
    show(Figure { name: "solve KPK and its subtables".into(), value: seconds * 1e3, unit: "CPU-ms", note })?;
    let alone = build(&["KQK".parse()?, "KRK".parse()?, "KBK".parse()?, "KNK".parse()?])?;
    let (done, seconds) = timed(|| add(&alone, &[kpk]));
    done?;
    let note = "the same without the subtables".into();
    show(Figure { name: "solve KPK".into(), value: seconds * 1e3, unit: "CPU-ms", note })?;
    let wins = table.profile().sides[0].wins().classes;
    ensure!(wins == 62_480, "KPK has {wins} wins for White to move, 62,480 expected");
    let tables = build(&["KQK".parse()?, "KRK".parse()?])?;
    let (done, seconds) = timed(|| add(&tables, &["KQKR".parse()?]));
    done?;
    let note = "DTM + DTC; the Syzygy generator needs 0.63 for its one metric".into();
    show(Figure { name: "solve KQKR".into(), value: seconds, unit: "CPU-s", note })
}

/// Everything up to four men; the tables, for probing.
fn four(show: Show<'_>) -> anyhow::Result<Tables> {
    let four: Vec<Material> = Material::all_with_men(4);
    let (tables, small) = timed(|| build(&Material::all_with_men(3)));
    let tables = tables?;
    let (done, large) = timed(|| add(&tables, &four));
    done?;
    let note = "35 tables, all metrics, in memory".into();
    show(Figure { name: "solve all 3- and 4-man tables".into(), value: small + large, unit: "CPU-s", note })?;
    let mut legal = 0;
    for &m in &four {
        let profile = tables.table(m)?.context("just built")?.profile();
        legal += profile.sides.iter().map(|s| s.legal().classes).sum::<u64>();
    }
    let note = format!("{legal} legal positions up to symmetry, both sides to move");
    let value = legal as f64 / large / 1e6;
    show(Figure { name: "4-man solving rate".into(), value, unit: "M/CPU-s", note })?;
    Ok(tables)
}

/// Two endgames of five men.
fn five(show: Show<'_>) -> anyhow::Result<()> {
    // Files, not memory: that is how five-man tables are built for real.
    let dir = std::env::temp_dir().join(format!("philidor-bench-{}", std::process::id()));
    let result = (|| {
        let tables = Tables::at(&dir);
        let kbbkn: Material = "KBBKN".parse()?;
        let subs: Vec<Material> = Tables::closure(&[kbbkn]).into_iter().filter(|&m| m != kbbkn).collect();
        add(&tables, &subs)?;
        let (done, seconds) = timed(|| add(&tables, &[kbbkn]));
        done?;
        let note = "DTM + DTC, file written; the Syzygy generator needs 34 for its one metric".into();
        show(Figure { name: "solve KBBKN".into(), value: seconds, unit: "CPU-s", note })?;
        let krpkr: Material = "KRPKR".parse()?;
        let (done, seconds) = timed(|| add(&tables, &[krpkr]));
        done?;
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
        ensure!(!failed, "the Syzygy files lack {name} or a table it leads to");
        ensure!(theirs == wins, "{name}: {wins} wins by our tables, {theirs} by Syzygy");
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
