//! The theories of `knowledge/endgames`: no rule errs at any position, and search turns them into the exact result.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use philidor_rules::{
    Endgames, RuleSource, Rules, amend, library,
    validate::{Effect, Ground, Statics, effect, exception, statics},
};
use philidor_truth::{Tables, Watch};

fn ground(name: &str) -> Ground {
    static TABLES: std::sync::LazyLock<Tables> = std::sync::LazyLock::new(Tables::in_memory);
    let material = name.parse().unwrap();
    let watch = Watch { stop: &Default::default(), hear: &|_| () };
    TABLES.ensure(material, watch).unwrap();
    Ground::new(&TABLES, material).unwrap()
}

fn rules(name: &str) -> Rules {
    let (rules, warnings) = library::by_name(name).unwrap().source().resolve(&Endgames).unwrap();
    assert!(warnings.is_empty(), "{name}: {warnings:?}");
    rules
}

/// No rule errs, none is idle, no two contradict each other.
fn sound(name: &str, ground: &Ground) -> Statics {
    let rules = rules(name);
    let found = statics(&rules, ground);
    for (rule, count) in rules.rules.iter().zip(&found.rules) {
        assert_eq!(count.total_errors(), 0, "{name}: {}", rule.name);
        assert_eq!(count.misjudged_plies, [0; 2], "{name}: {}", rule.name);
    }
    assert!(found.problems(&rules).is_empty(), "{name}: {:?}", found.problems(&rules));
    found
}

/// Sound, and after search nothing is wrong and no more than so many positions are drawn by repetition.
fn searched(name: &str, never: u64) -> Effect {
    let ground = ground(name);
    let found = effect(&ground, &sound(name, &ground).facts);
    assert_eq!(found.wrong, [0; 2], "{name}");
    assert_eq!(found.never[0] + found.never[1], never, "{name}");
    found
}

#[test]
fn elementary_mates() {
    assert_eq!(searched("KRK", 0).max_ply(), 0);
    assert_eq!(searched("KBBK", 0).max_ply(), 2);
    assert_eq!(searched("KBNK", 0).max_ply(), 7);
}

#[test]
fn passed_pawns_after_barth_are_sound_and_decide_half_of_the_positions_at_once() {
    let found = sound("KPKP", &ground("KPKP"));
    assert_eq!(found.positions, [3_173_025; 2]);
    assert!(found.decided[0] * 2 >= found.positions[0], "{:?}", found.decided);
}

/// The texts that are used without a check are those that pass it: here, in the other tests of this file and in `kpk.rs`.
#[test]
fn every_theory_that_comes_with_the_program_is_checked_at_every_position() {
    let elsewhere = ["KPK", "KRK", "KBBK", "KBNK", "KPKP"];
    for shipped in library::SHIPPED.iter().filter(|s| !elsewhere.contains(&s.name.as_str())) {
        sound(&shipped.name, &ground(&shipped.name));
    }
    let missing = library::SHIPPED.iter().filter(|s| !s.is_checked());
    let missing: String = missing.map(|s| format!("{}\t{}\n", s.name, s.digest())).collect();
    assert!(missing.is_empty(), "put these lines into crates/rules/src/library/checked.tsv:\n{missing}");
}

/// Rules that hold for either side get their exceptions too: positions are seen as the rule sees them.
#[test]
fn exceptions_are_suggested_for_rules_of_either_side() {
    let header = "endgame KPKP { mirror: files, colours\n domain: passed(P) and passed(p) }\n";
    let text = format!(
        "{header}rule \"bold\": when not catches(k, P) and moves_to_promote(p) >= moves_to_promote(P) + 4 => win because \"x\""
    );
    let (wrong, _) = RuleSource::new("test.rules", text).resolve(&Endgames).unwrap();
    let ground = ground("KPKP");
    let before = statics(&wrong, &ground);
    let found = exception(&wrong, &ground, &before, 0).unwrap();
    assert!(found.sample > 1_000, "{}", found.sample);
    let clause = &found.causes[0].clause;
    let amended = amend::except(&wrong.source, "bold", clause).unwrap();
    let (better, _) = RuleSource::new("test.rules", amended).resolve(&Endgames).unwrap();
    let after = statics(&better, &ground);
    let (errors, left) = (before.rules[0].total_errors(), after.rules[0].total_errors());
    assert!(left * 2 < errors, "{clause}: {errors} and then {left}");
    assert!(after.rules[0].total() * 10 > before.rules[0].total() * 8, "{clause}");
}

/// A check that was stopped has not found anything, and says so.
#[test]
fn a_check_can_be_stopped() {
    let stopped = ground("KRK").until(std::sync::Arc::new(true.into()));
    let began = std::time::Instant::now();
    assert!(matches!(rules("KRK").validate(stopped.clone()), Err(philidor_rules::Refused::Stopped)));
    assert!(began.elapsed().as_secs() < 2);
}

#[test]
#[ignore = "about a minute of one core: cargo test -p philidor-rules --test theories -- --ignored"]
fn every_theory_is_exact_after_search() {
    searched("KQKP", 22_690);
    searched("KQKQ", 27_600);
    searched("KPKP", 9_492);
    searched("KRKP", 487_128);
    searched("KBPK", 1_159);
    searched("KNPK", 443);
    searched("KPPK", 1_812);
}
