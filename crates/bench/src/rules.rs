//! What running, checking, searching and proving rules cost.

use std::time::Instant;

use anyhow::Context;
use philidor_chess::shakmaty::Color;
use philidor_rules::{
    Endgames, Rules, certificate, library,
    prove::prove,
    run::{Columns, Reader, Row},
    scene::{Scene, WEAK_KING},
    solve::Solver,
    validate::{Ground, effect, statics},
};
use philidor_truth::{Tables, Watch};

use crate::figure::{Figure, Show, timed};

/// Times the columnar sweep is repeated.
const SWEEPS: u64 = 20;

/// Measures the theory of KPK: running it, checking it, searching with it, proving it. `watch` hears of the table being solved.
pub fn measure(watch: Watch<'_>, show: Show<'_>) -> anyhow::Result<()> {
    let mut show = |name: &str, value: f64, unit: &'static str| {
        show(Figure { name: name.to_owned(), value, unit, note: String::new() })
    };
    let tables = Tables::in_memory();
    let shipped = library::by_name("KPK").context("the theory of KPK")?;
    let (rules, _) = shipped.source().resolve(&Endgames)?;
    let material = rules.subject.material.context("a material")?;
    tables.build(&[material], false, watch)?;
    let ground = Ground::new(&tables, material).context("tables just built")?;
    // 1. One theory at many positions.
    let (columnar, seconds) = timed(|| (0..SWEEPS).map(|_| sweep(&rules, &ground)).sum::<u64>());
    show("columnar: positions x theory", columnar as f64 / seconds / 1e6, "M per CPU-s")?;
    let (scalar, seconds) = timed(|| one_by_one(&rules, &ground));
    show("scalar: positions x theory", scalar as f64 / seconds / 1e6, "M per CPU-s")?;
    // 2. The whole check.
    let wall = Instant::now();
    let ((report, after), seconds) = timed(|| {
        let report = statics(&rules, &ground);
        let after = effect(&ground, &report.facts);
        (report, after)
    });
    show("KPK check with the effect of search", seconds, "CPU-s")?;
    show("the same", wall.elapsed().as_secs_f64(), "s")?;
    show("rules", rules.rules.len() as f64, "")?;
    for (s, name) in ["White", "Black"].iter().enumerate() {
        let share = 100.0 * report.decided[s] as f64 / report.positions[s] as f64;
        show(&format!("decided without search, {name} to move"), share, "%")?;
    }
    show("deepest search", after.max_ply() as f64, "plies")?;
    show("wrong after search", (after.wrong[0] + after.wrong[1]) as f64, "positions")?;
    show("never decided", (after.never[0] + after.never[1]) as f64, "positions")?;
    // 3. Search at every position that no rule decides.
    let open = uncovered(&ground, &report);
    let validated = rules.clone().validate(ground.clone())?;
    let (mut nodes, mut most, mut wrong) = (0u64, 0u64, 0u64);
    let ((), seconds) = timed(|| {
        for &(index, to_move) in &open {
            let mut solver = Solver::new(&validated);
            let result = solver.decide(&ground.scene(index, to_move)).map(|(result, _)| result);
            let truth = ground.table.wdl_by_index(index, to_move);
            let truth = if to_move.is_white() { truth } else { truth.flipped() };
            wrong += u64::from(result != Some(truth));
            nodes += solver.nodes();
            most = most.max(solver.nodes());
        }
    });
    show("searched: all positions that no rule decides", open.len() as f64, "positions")?;
    show("mean nodes", nodes as f64 / open.len().max(1) as f64, "nodes")?;
    show("most nodes", most as f64, "nodes")?;
    show("wrong", wrong as f64, "positions")?;
    show("search speed", nodes as f64 / seconds / 1e6, "M nodes per CPU-s")?;
    // 4. Proof without a table.
    let (proof, seconds) = timed(|| prove(&rules));
    let proof = proof?;
    show("proof without a table", seconds, "CPU-s")?;
    show("rules proved", proof.rules.iter().filter(|r| r.failures == 0).count() as f64, "")?;
    let (checked, seconds) = timed(|| certificate::check(&proof.certificate));
    checked?;
    show("certificate checked independently", seconds, "CPU-s")?;
    Ok(())
}

/// Every rule at every position, 64 at a time; returns the number of positions.
fn sweep(rules: &Rules, ground: &Ground) -> u64 {
    let mut columns = Columns::new(rules);
    let (mut positions, mut applications) = (0, 0);
    ground.table.for_each_row(|row| {
        for to_move in [Color::White, Color::Black] {
            let lanes = row.legal(to_move);
            let scene = Scene::of_men(row.white_king(), 0, row.men(), to_move);
            positions += u64::from(columns.look_at(Row { scene, varying: WEAK_KING, lanes }).count_ones());
            for rule in &rules.rules {
                applications += u64::from(columns.applies(rule).count_ones());
            }
        }
    });
    std::hint::black_box(applications);
    positions
}

/// The same, position by position.
fn one_by_one(rules: &Rules, ground: &Ground) -> u64 {
    let mut reader = Reader::new(rules, &Endgames, Scene::kings(0, 1, true));
    let (mut positions, mut applications) = (0, 0);
    ground.table.for_each_row(|row| {
        for to_move in [Color::White, Color::Black] {
            for entry in row.entries(to_move) {
                reader.look_at(Scene::of_men(row.white_king(), entry.black_king(), row.men(), to_move));
                positions += 1;
                applications += rules.rules.iter().filter(|rule| reader.applies(rule)).count();
            }
        }
    });
    std::hint::black_box(applications);
    positions
}

/// Positions that no rule decides.
fn uncovered(ground: &Ground, report: &philidor_rules::validate::Statics) -> Vec<(usize, Color)> {
    let facts = &report.facts;
    let mut open = Vec::new();
    for (s, to_move) in [Color::White, Color::Black].into_iter().enumerate() {
        for row in 0..ground.table.row_count() {
            let known = facts.win[s][row] | facts.loss[s][row] | facts.no_win[s][row] & facts.no_loss[s][row];
            let left = facts.domain[s][row] & !known;
            open.extend((0..64).filter(|l| left >> l & 1 != 0).map(|l| (row << 6 | l, to_move)));
        }
    }
    open
}
