//! The KPK census against its known figures, and our figures against the printed ones.

use std::sync::{Arc, LazyLock};

use philidor_truth::{
    Table, Tables, Watch,
    kpk::{Cell, Convention, Figure, PaperTable, census, paper},
};

static KPK: LazyLock<Arc<Table>> = LazyLock::new(|| {
    let watch = Watch { stop: &Default::default(), hear: &|_| () };
    Tables::in_memory().ensure("KPK".parse().expect("material"), watch).expect("solved")
});

fn printed(tables: &[PaperTable]) -> impl Iterator<Item = (String, &Cell)> {
    tables.iter().flat_map(|t| {
        t.rows.iter().flat_map(move |r| {
            t.columns.iter().zip(&r.cells).map(move |(c, cell)| (format!("{}/{}/{c}", t.name, r.label), cell))
        })
    })
}

#[test]
fn census_has_the_known_figures() {
    let figures = include_str!("data/kpk-figures.tsv");
    let mut checked = 0;
    for convention in Convention::ALL {
        let ours = census(&KPK, convention).figures();
        for line in figures.lines().filter(|l| !l.starts_with('#')) {
            let [name, key, figure] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line:?}") };
            if name == convention.name() {
                let found = ours.iter().find(|(k, _)| k == key).map(|f| f.1);
                assert_eq!(found, figure.parse().ok(), "{name} {key}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, figures.lines().filter(|l| !l.starts_with('#')).count());
}

#[test]
fn depths_and_files_add_up() {
    for convention in Convention::ALL {
        let c = census(&KPK, convention);
        let converted = c.converted.unwrap_or_default();
        assert_eq!(c.wtm_depths.values().sum::<u64>(), c.wtm.won, "{convention}");
        assert_eq!(c.btm_depths.values().sum::<u64>(), c.btm.won - converted.won, "{convention}");
        assert_eq!(c.by_file.iter().map(|f| f.wtm.positions).sum::<u64>(), c.wtm.positions, "{convention}");
        let btm: u64 = c.by_file.iter().map(|f| f.btm.positions).sum();
        assert_eq!(btm, c.btm.positions - converted.positions, "{convention}");
    }
}

#[test]
fn every_difference_from_print_is_known_and_explained() {
    let tables = paper(&KPK);
    let differing: Vec<String> = printed(&tables)
        .filter(|(_, cell)| cell.differs())
        .map(|(place, cell)| {
            assert!(cell.note.is_some(), "{place} differs without a reason");
            let shown = |f: &Option<Figure>| f.as_ref().map(Figure::to_string).unwrap_or_default();
            format!("{place}: {} / {}", shown(&cell.published), shown(&cell.ours))
        })
        .collect();
    assert_eq!(
        differing,
        [
            "table-2/wtm, +/Clarke (1977): 62,479 / 62,480",
            "table-2/wtm, =/Clarke (1977): 19,185 / 19,184",
            "table-3/p = 1/Clarke (1977): 12,749 / 12,750",
            "table-3/all wins/Clarke (1977): 62,479 / 62,480",
            "bramer/depth 0/Clarke (1977): 12,749 / 12,750",
            "bramer/wins/Clarke (1977): 62,479 / 62,480",
            "bramer/draws/Clarke (1977): 19,185 / 19,184",
            "bramer/drawn by repetition/Clarke (1977): 8,406 / 8,405",
            "bramer/depth 0, by the 1986 prose/Bramer (1977): 12,750 / 13,218",
        ]
    );
}

#[test]
fn every_printed_figure_has_ours_beside_it() {
    let lines = include_str!("../data/kpk-published.tsv").lines();
    let printed_in_file = lines.filter(|l| !l.is_empty() && !l.starts_with('#')).count();
    let tables = paper(&KPK);
    let both = printed(&tables).filter(|(_, c)| c.published.is_some() && c.ours.is_some()).count();
    assert_eq!(both, printed_in_file);
}

#[test]
fn the_exemplary_positions_have_the_printed_best_moves() {
    let tables = paper(&KPK);
    let best: Vec<String> = printed(&tables)
        .filter(|(place, c)| c.ours.is_some() && (place.ends_with("/best") || place.ends_with("/others")))
        .map(|(_, c)| c.ours.as_ref().map(Figure::to_string).unwrap_or_default())
        .collect();
    assert_eq!(
        best,
        ["Kg3", "Kg5", "Kc2", "Kd2 draws", "Kd5", "Kc5 sub-optimal", "Kb5", "Kb4/Kc5 sub-optimal"]
    );
}

#[test]
fn four_positions_have_no_last_move() {
    let note = &paper(&KPK)[0].notes[0];
    for part in [
        "hold 14 positions",
        "leaves 4 (2 won, 2 drawn)",
        "81,660 positions",
        "k7/P1K5/8/8/8/8/8/8 w - - 0 1",
    ] {
        assert!(note.contains(part), "{part}: {note}");
    }
}
