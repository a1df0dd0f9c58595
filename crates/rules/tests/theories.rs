//! The theories of `knowledge/endgames`: no rule errs at any position, and search turns them into the exact result.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use philidor_chess::shakmaty::Color;
use philidor_rules::{
    Endgames, RuleSource, Rules, amend, certificate,
    certify::certify,
    library,
    prove::Proof,
    theory::Claim,
    validate::{
        Effect, Ground, Statics, effect, exception,
        propose::{Settings, propose},
        statics,
    },
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

/// The texts that are used without a check are those that pass it: here, in the other tests of this file, in `kpk.rs` and in `krpkr.rs`.
#[test]
fn every_theory_that_comes_with_the_program_is_checked_at_every_position() {
    let elsewhere = ["KPK", "KRK", "KBBK", "KBNK", "KPKP", "KRPKR"];
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
    searched("KRKP", 174_747);
    searched("KBPK", 1_159);
    searched("KNPK", 443);
    searched("KPPK", 1_812);
}

/// A certificate of a theory is checked by code that shares nothing with rules, solver and prover; one byte changed is noticed.
fn certified(name: &str) -> (Proof, Vec<u8>) {
    let proof = certify(&rules(name), &ground(name)).unwrap();
    assert!(proof.is_complete(), "{name}");
    let checked = certificate::check(&proof.certificate).unwrap();
    assert_eq!((checked.won, checked.drawn), (proof.won, proof.drawn), "{name}");
    let unpacked = zstd::decode_all(proof.certificate.as_slice()).unwrap();
    (proof, unpacked)
}

fn repacked(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 1).unwrap()
}

/// Every kind of letter and claim, changed somewhere in the last endgame, is noticed. `first`: the column of the first letter.
fn forgeries_are_noticed(text: &str, ending: &str, first: usize, kinds: &[(&str, &str)]) {
    let start = text.rfind(&format!("ending {ending}\n")).unwrap();
    for &(from, to) in kinds {
        let letters = |i: usize| {
            let line = text[..i].rfind('\n').map_or(0, |n| n + 1);
            let column = i - line;
            let claims = first + 129;
            if from.len() == 2 {
                column >= first && column < claims - 1 && (column - first).is_multiple_of(2)
            } else {
                column >= claims
            }
        };
        let mut places = text[start..].rmatch_indices(from).map(|found| start + found.0);
        let at = places.find(|&i| letters(i)).unwrap_or_else(|| panic!("{from} stands nowhere"));
        let mut forged = text.to_owned();
        forged.replace_range(at..at + from.len(), to);
        assert!(certificate::check(&repacked(&forged)).is_err(), "{from} to {to} is not noticed");
    }
}

#[test]
fn elementary_mates_have_certificates_that_hold() {
    let (proof, text) = certified("KRK");
    assert_eq!(proof.won + proof.drawn, 50_015);
    let text = String::from_utf8(text).unwrap();
    assert!(certificate::check(&repacked(&text)).is_ok());
    let kinds =
        [("W!", "=="), ("==", "W\""), ("W\"", "W!"), ("W)", "B)"), ("W)", ".."), ("f", "d"), ("g", "b")];
    forgeries_are_noticed(&text, "KRK", 10, &kinds);
    let mut torn = proof.certificate.clone();
    torn.truncate(torn.len() / 2);
    assert!(certificate::check(&torn).is_err());
    assert!(certificate::check(&repacked("philidor certificate 2\nw Ka1")).is_err());
}

/// Promotions, captures en passant, rules for either side, losses of the strong side.
#[test]
#[ignore = "about five minutes of one core: cargo test --release -p philidor-rules --test theories certificates -- --ignored"]
fn all_theories_have_certificates_that_hold() {
    for name in ["KBBK", "KBNK", "KQKQ", "KBPK", "KNPK", "KPPK", "KQKP", "KRKP"] {
        certified(name);
    }
    let (_, text) = certified("KPKP");
    let kinds = [("W\"", "=="), ("==", "W%"), ("B$", "B!"), ("W$", "B$"), ("B%", "..")];
    forgeries_are_noticed(std::str::from_utf8(&text).unwrap(), "KPKP", 14, &kinds);
}

/// What is wrong gets no certificate, and what is too large is said to be.
#[test]
fn only_right_rules_of_few_men_have_certificates() {
    let text = "endgame KRK { mirror: board }\nrule \"bold\": when R = R => win because \"x\"";
    let (wrong, _) = RuleSource::new("test.rules", text).resolve(&Endgames).unwrap();
    let proof = certify(&wrong, &ground("KRK")).unwrap();
    assert!(!proof.is_complete() && proof.certificate.is_empty() && !proof.rules[0].examples.is_empty());
}

/// Proposals for what a theory leaves open are right on the sample they were learned from, and on most of the table.
#[test]
fn proposals_for_open_positions_are_nearly_right_everywhere() {
    let header = "endgame KRK { mirror: board }\n";
    let text = format!("{header}rule \"the rook falls\": when falls(R) => draw because \"x\"");
    let (open, _) = RuleSource::new("test.rules", &text).resolve(&Endgames).unwrap();
    let ground = ground("KRK");
    let settings = Settings { rows: 100, ..Settings::default() };
    let found = propose(&open, &ground, None, Color::Black, settings).unwrap();
    assert!(found.open > 0 && found.open < found.positions, "{found:?}");
    let first = found.list.first().unwrap();
    assert_eq!(first.claim, Claim::Win);
    let (more, _) =
        RuleSource::new("test.rules", format!("{text}\n{}", first.rule(1))).resolve(&Endgames).unwrap();
    let count = &statics(&more, &ground).rules[1];
    assert!(
        count.total() > 5_000 && count.total_errors() * 50 < count.total(),
        "{first:?}: {} of {}",
        count.total_errors(),
        count.total()
    );
    let within = propose(&more, &ground, Some(0), Color::Black, settings).unwrap();
    assert!(within.open < found.positions / 2, "{within:?}");
}
