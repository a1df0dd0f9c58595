//! Rook and pawn against rook. Five men: in everyday tests the rules are held against a sample of the table that stands in a file, and
//! against the positions of the manuals, without any table; the whole table is an ignored test.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use philidor_chess::{parse_fen, shakmaty::Position};
use philidor_rules::{
    Endgames, ValidatedRules,
    explain::{End, Explainer},
    library,
    validate::{Below, Ground, statics},
};
use philidor_truth::{Tables, Watch};

/// Positions of the table, evenly at random, each with the result for the side of the pawn.
const SAMPLE: &str = include_str!("data/krpkr.tsv");

fn theory() -> ValidatedRules {
    library::by_name("KRPKR").unwrap().trusted(Below::default()).unwrap()
}

#[test]
fn no_rule_errs_on_the_sample() {
    let theory = theory();
    let (mut count, mut decided) = ([0; 2], [0; 2]);
    for line in SAMPLE.lines() {
        let (fen, result) = line.split_once('\t').unwrap();
        let result: i8 = result.parse().unwrap();
        let pos = parse_fen(fen).unwrap();
        let (scene, _) = theory.scene(pos.board(), pos.turn()).unwrap();
        let verdict = theory.verdict(&scene);
        for applied in &verdict.applied {
            let (low, high) = (applied.interval.lo().rank().signum(), applied.interval.hi().rank().signum());
            let (low, high) = (low as i8, high as i8);
            let name = &theory.rules().rules[applied.rule].name;
            assert!((low..=high).contains(&result), "{fen}: {name}");
        }
        let side = usize::from(!scene.strong_to_move);
        count[side] += 1;
        decided[side] += usize::from(verdict.interval().wdl().is_some());
    }
    assert_eq!(count, [700; 2]);
    let share = [0, 1].map(|side| 100 * decided[side] / count[side]);
    assert!(share[0] >= 35 && share[1] >= 12, "{share:?}");
}

/// The positions of the manuals are told in words, with the rule that carries the name.
#[test]
fn the_positions_of_the_manuals_are_named() {
    let theory = theory();
    for (fen, rule) in [
        ("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", "Lucena: the bridge"),
        ("6K1/4k1P1/8/8/8/8/7r/5R2 w - - 0 1", "Lucena: the bridge"),
        // The same for Black.
        ("5r2/7R/8/8/8/8/4K1p1/6k1 b - - 0 1", "Lucena: the bridge"),
        ("4k3/R7/7r/3KP3/8/8/8/8 b - - 0 1", "Philidor: the third rank"),
        ("3k4/7R/r7/3PK3/8/8/8/8 b - - 0 1", "Philidor: the third rank"),
    ] {
        let account = Explainer::new(&theory).account_within(&parse_fen(fen).unwrap(), 20_000);
        let account = account.unwrap_or_else(|| panic!("{fen}: nothing decides"));
        let End::Rule(told) = account.end else { panic!("{fen}: no rule decides") };
        assert_eq!((told.rule.as_str(), account.line.len()), (rule, 0), "{fen}");
        assert_eq!(account.winner.is_some(), rule.starts_with("Lucena"), "{fen}");
    }
}

/// Without tables below nothing is said that they would have to show.
#[test]
fn what_is_not_known_is_not_said() {
    let theory = theory();
    // Every capture and promotion leads to a table that is not there.
    let pos = parse_fen("8/8/4k3/8/2r5/4PK2/R7/8 w - - 0 1").unwrap();
    let account = Explainer::new(&theory).account_within(&pos, 2_000);
    assert!(account.is_none_or(|account| matches!(account.end, End::Rule(_))));
}

#[test]
#[ignore = "six minutes of one core and 3 GiB: cargo test --release -p philidor-rules --test krpkr -- --ignored"]
fn no_rule_errs_at_any_position() {
    let tables = Tables::in_memory();
    let material = "KRPKR".parse().unwrap();
    tables.ensure(material, Watch { stop: &Default::default(), hear: &|_| () }).unwrap();
    let (rules, _) = library::by_name("KRPKR").unwrap().source().resolve(&Endgames).unwrap();
    let found = statics(&rules, &Ground::new(&tables, material).unwrap());
    for (rule, count) in rules.rules.iter().zip(&found.rules) {
        assert_eq!(count.total_errors(), 0, "{}", rule.name);
    }
    assert!(found.problems(&rules).is_empty(), "{:?}", found.problems(&rules));
}
