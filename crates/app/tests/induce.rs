//! Theories learned from tables, as a user meets them.

mod common;

use std::path::Path;

use common::{json, philidor, printed, text};

#[test]
fn forty_learnt_rules_cover_kpk_without_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("induced.rules");
    let file = file.to_str().unwrap();
    let lines = json(&["rules", "induce", "KPK", "--rules", "40", "--tries", "1", "--out", file, "--json"]);
    let learned = &lines[0];
    assert_eq!((learned["rules"].as_u64(), learned["errors"].as_u64()), (Some(40), Some(0)), "{learned}");
    assert_eq!(learned["wrong_after_search"].as_u64(), Some(0), "{learned}");
    for side in ["covered_white_to_move", "covered_black_to_move"] {
        assert!(learned[side].as_f64().unwrap() >= 95.0, "{learned}");
    }
    assert!(lines[1]["theory"].as_str().unwrap().ends_with("kpk.rules"), "{lines}");
    let checked = philidor(&["rules", "check", file, "--static"]);
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}

#[test]
fn a_learnt_tree_decides_every_position() {
    let lines = json(&["rules", "induce", "KPK", "--side", "white", "--tree", "--steps", "20", "--json"]);
    assert_eq!(
        (lines[0]["covered_white_to_move"].as_f64(), lines[0]["errors"].as_u64()),
        (Some(100.0), Some(0))
    );
    let rules = printed(&["rules", "induce", "KRK", "--rules", "20"]);
    assert!(rules.contains("100.00 % of 28056 positions"), "{rules}");
}

#[test]
fn shipped_trees_are_checked_and_searched_on() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
    let white = nets.join("kpk-wtm.tree");
    let white = white.to_str().unwrap();
    let figures = json(&["mine", "tree", "KPK", "--check", white, "--json"]);
    assert_eq!((figures["errors"].as_u64(), figures["positions"].as_u64()), (Some(0), Some(81_664)));
    let again = json(&["mine", "tree", "KPK", "--from", white, "--steps", "5", "--json"]);
    assert!(again["bits"].as_u64() <= figures["bits"].as_u64());
}

#[test]
fn curves_come_with_intervals() {
    let points =
        json(&["mine", "curve", "KPK", "--sizes", "125", "--repeats", "3", "--method", "list", "--json"]);
    assert_eq!(points.as_array().map(Vec::len), Some(2), "uniform and borderline samples");
    for point in points.as_array().unwrap() {
        for kind in ["accuracy", "accuracy_borderline", "accuracy_edge"] {
            let mean = point[kind]["mean"].as_f64().unwrap();
            assert!(
                (0.6..1.0).contains(&mean) && point[kind]["half_width_95"].as_f64().unwrap() > 0.0,
                "{point}"
            );
        }
    }
}

#[test]
fn bad_input_is_named_and_ends_with_code_2() {
    let junk = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(junk.path(), "no tree at all\n").unwrap();
    let junk = junk.path().to_str().unwrap();
    for (args, want) in [
        (&["rules", "induce", "KXK"][..], "unknown man 'X'"),
        (&["rules", "induce", "KPK", "--features", "papre"], "papre"),
        (&["rules", "induce", "KRK", "--features", "paper"], "is for KPK"),
        (&["rules", "induce", "KRK", "--features", "physical"], "can be said in the rule language"),
        (&["rules", "induce", "KPK", "--rules", "0"], "--rules"),
        (&["rules", "induce", "KRK", "--compare", "/nowhere.rules"], "/nowhere.rules"),
        (&["mine", "curve", "KPK", "--method", "oracle"], "no method \"oracle\": there are tree"),
        (&["mine", "curve", "KRK", "--sizes", "100000"], "learn from fewer"),
        (&["mine", "tree", "KPK", "--check", "/nowhere.tree"], "/nowhere.tree"),
        (&["mine", "tree", "KPK", "--check", junk], "not a packed tree"),
        (&["mine", "tree", "KPK", "--features", "both", "--only", "c31,c99"], "c99"),
        (&["mine", "tree", "KPK", "--only", "c31", "--steps", "0"], "do not tell"),
    ] {
        let out = philidor(args);
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(want), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{args:?}: {said}");
    }
}
