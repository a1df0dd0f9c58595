//! The theory of king and pawn against king: what it covers, that it never errs, that search finishes the work, and that
//! it is proved without a table.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::sync::LazyLock;

use philidor_chess::{
    parse_fen,
    shakmaty::{Color, Position},
};
use philidor_rules::{
    Endgames, RuleSource, Rules, ValidatedRules, amend, certificate,
    explain::{End, Explainer},
    library,
    prove::prove,
    solve::{Reason, Solver},
    validate::{Ground, effect, exception, statics},
};
use philidor_truth::{Tables, Watch, Wdl};

static GROUND: LazyLock<Ground> = LazyLock::new(|| {
    let tables = Tables::in_memory();
    let material = "KPK".parse().unwrap();
    tables.ensure(material, Watch { stop: &Default::default(), hear: &|_| () }).unwrap();
    Ground::new(&tables, material).unwrap()
});

static THEORY: LazyLock<ValidatedRules> = LazyLock::new(|| theory().validate(GROUND.clone()).unwrap());

fn theory() -> Rules {
    library::by_name("KPK").unwrap().source().resolve(&Endgames).unwrap().0
}

fn rules(text: &str) -> Rules {
    let text = format!("endgame KPK {{ mirror: files value: plies to irreversible move }}\n{text}");
    RuleSource::new("test.rules", text).resolve(&Endgames).unwrap().0
}

#[test]
fn nine_of_ten_positions_need_no_search_and_none_is_wrong_after_it() {
    let rules = theory();
    assert!(rules.rules.len() <= 30);
    let report = statics(&rules, &GROUND);
    assert_eq!(report.positions, [81_664, 84_012]);
    assert!(report.is_sound());
    assert_eq!((report.clashes, report.wrong), ([0, 0], [0, 0]));
    assert!(report.rules.iter().all(|r| r.total() > 0), "every rule applies somewhere");
    let share = |s: usize| report.decided[s] as f64 / report.positions[s] as f64;
    assert!(share(0) >= 0.90 && share(1) >= 0.88, "{} {}", share(0), share(1));
    let after = effect(&GROUND, &report.facts);
    assert_eq!((after.never, after.wrong), ([0, 0], [0, 0]));
    assert!(after.max_ply() <= 16, "{}", after.max_ply());
    let all: u64 = after.by_ply.iter().flatten().sum();
    assert_eq!(all, 165_676);
}

#[test]
fn draws_by_repetition_are_as_many_as_bramer_counted() {
    // Without a rule for draws that are held for ever, exactly those stay open.
    let few = rules(
        "rule \"falls\": when falls(P) => draw because \"x\"\nrule \"stalemate\": when stalemate => draw because \"x\"\n\
         rule \"square\": when not catches(k, P) and K not in front_span(P) unless falls(P) => win because \"x\"",
    );
    let after = effect(&GROUND, &statics(&few, &GROUND).facts);
    assert_eq!((after.never, after.wrong), ([8_405, 9_421], [0, 0]));
}

#[test]
fn barths_interval_is_found() {
    let loose = |files: &str| {
        let text = format!(
            "rule \"o\": when weak to move and {files} and K = stop(P) and k = up(K, 2) => win in 0..99 because \"x\""
        );
        let report = statics(&rules(&text), &GROUND);
        (report.rules[0].total(), report.rules[0].total_errors(), report.rules[0].plies)
    };
    assert_eq!(loose("not rook_pawn(P)"), (12, 0, Some((4, 8))));
    assert_eq!(loose("rook_pawn(P)").0, loose("rook_pawn(P)").1, "with a rook's pawn they are draws");
}

#[test]
fn search_answers_what_rules_leave_open() {
    let report = statics(THEORY.rules(), &GROUND);
    let stopped = THEORY.until(std::sync::Arc::new(true.into()));
    let (mut searched, mut nodes, mut n) = (0u64, 0u64, 0);
    GROUND.table.for_each_row(|row| {
        for to_move in [Color::White, Color::Black] {
            let s = usize::from(to_move.is_black());
            let f = &report.facts;
            let r = row.number();
            let known = f.win[s][r] | f.no_win[s][r] & f.no_loss[s][r];
            for entry in row.entries(to_move).filter(|e| known >> e.black_king() & 1 == 0) {
                n += 1;
                if n % 23 != 0 {
                    continue;
                }
                let index = row.number() << 6 | usize::from(entry.black_king());
                let mut solver = Solver::new(&THEORY);
                let solution = solver.solve(&GROUND.scene(index, to_move)).unwrap();
                let truth = entry.value().wdl();
                let truth = if to_move.is_white() { truth } else { truth.flipped() };
                assert_eq!(solution.result, truth, "{}", GROUND.fen(index, to_move));
                assert!(matches!(solution.reason, Reason::Search(p) if p <= 16));
                assert!(!solution.line.is_empty());
                searched += 1;
                assert!(Solver::new(&stopped).solve(&GROUND.scene(index, to_move)).is_none());
                let mut fresh = Solver::new(&THEORY);
                fresh.decide(&GROUND.scene(index, to_move)).unwrap();
                nodes += fresh.nodes();
            }
        }
    });
    assert!(searched > 300, "{searched}");
    assert!(nodes / searched <= 2_000, "{} nodes on average", nodes / searched);
}

#[test]
fn bounds_hold_the_true_number_of_plies() {
    // Every tenth white-to-move row; what the search says must contain what the table says.
    let mut seen = 0;
    GROUND.table.for_each_row(|row| {
        for entry in row.entries(Color::White).step_by(211) {
            let index = row.number() << 6 | usize::from(entry.black_king());
            let solution = Solver::new(&THEORY).solve(&GROUND.scene(index, Color::White)).unwrap();
            assert_eq!(solution.interval.wdl(), Some(solution.result));
            seen += usize::from(solution.result == Wdl::Win);
        }
    });
    assert!(seen > 100);
}

#[test]
fn explanations_turn_with_the_board() {
    let mut explainer = Explainer::new(&THEORY);
    let mut account = |fen: &str| {
        let pos = parse_fen(fen).unwrap();
        let account = explainer.account(&pos).unwrap();
        let End::Rule(told) = account.end else { panic!("a rule decides: {:?}", account.end) };
        (account.winner, told.rule, told.text, told.zone)
    };
    let white = account("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1");
    let black = account("8/3p4/8/3k4/8/3K4/8/8 b - - 0 1");
    let mirrored = account("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1");
    assert_eq!((white.0, black.0), (Some(Color::White), Some(Color::Black)));
    assert!(white.1 == black.1 && white.1 == mirrored.1);
    assert!(white.2.contains("the white king on d4") && white.2.contains("c4, d4 and e4"), "{}", white.2);
    assert!(black.2.contains("the black king on d5"), "{}", black.2);
    assert_eq!(black.3, white.3.flip_vertical());
    assert_eq!(mirrored.3, white.3.flip_horizontal());
}

#[test]
fn lines_are_legal_and_end_where_a_rule_decides() {
    let mut explainer = Explainer::new(&THEORY);
    let mut pos = parse_fen("8/8/8/8/8/5k2/1P6/K7 w - - 0 1").unwrap();
    let account = explainer.account(&pos).unwrap();
    for &mv in &account.line {
        assert!(pos.is_legal(mv));
        pos.play_unchecked(mv);
    }
    assert_eq!(pos, account.last);
    assert!(matches!(account.end, End::Rule(_) | End::Table(_)));
}

#[test]
fn every_rule_is_proved_and_the_certificate_holds() {
    let proof = prove(&theory()).unwrap();
    let failed: Vec<_> = proof.rules.iter().filter(|r| r.failures > 0).collect();
    assert!(failed.is_empty(), "{failed:?}");
    assert_eq!((proof.won, proof.drawn), (62_480 + 48_802, 19_184 + 35_210));
    let checked = certificate::check(&proof.certificate).unwrap();
    assert_eq!((checked.won, checked.drawn), (proof.won, proof.drawn));
    // A letter changed anywhere is found out.
    let certificate = String::from_utf8(proof.certificate).unwrap();
    let line = certificate.lines().nth(2_000).unwrap();
    for (from, to) in [("=", "3"), ("1", "="), ("2", "1"), ("3", ".")] {
        if let Some(at) = line.split(' ').nth(3).unwrap().find(from) {
            let mut forged = line.to_owned();
            let start = line.len() - 129 + at;
            forged.replace_range(start..=start, to);
            let text = certificate.replace(line, &forged);
            assert!(certificate::check(text.as_bytes()).is_err(), "{from} to {to}");
        }
    }
    assert!(certificate::check(b"nonsense").is_err());
}

#[test]
fn what_is_not_true_is_not_proved() {
    let wrong =
        rules("rule \"too bold\": when not rook_pawn(P) and K in key_squares(P) => win because \"x\"");
    let proof = prove(&wrong).unwrap();
    assert!(proof.rules[0].failures > 0 && proof.certificate.is_empty());
    let circular = rules("rule \"all draws\": when K = K => draw because \"x\"");
    assert!(prove(&circular).unwrap().rules[0].failures > 0);
}

#[test]
fn an_exception_is_found_that_removes_the_errors() {
    let wrong = rules("rule \"bold\": when not catches(k, P) => win because \"x\"");
    let report = statics(&wrong, &GROUND);
    let errors = report.rules[0].total_errors();
    assert!(errors > 100, "{errors}");
    let clause = exception(&wrong, &GROUND, &report, 0).unwrap().clause().unwrap();
    let amended = amend::except(&wrong.source, "bold", &clause).unwrap();
    let (better, _) = RuleSource::new("test.rules", amended).resolve(&Endgames).unwrap();
    let after = statics(&better, &GROUND);
    assert!(after.rules[0].total_errors() * 20 < errors, "{clause}: {}", after.rules[0].total_errors());
    assert!(after.rules[0].total() * 10 > report.rules[0].total() * 9, "{clause}");
}

#[test]
fn rules_that_never_apply_or_contradict_each_other_are_told() {
    let odd = rules(
        "rule \"never\": when K = k => draw because \"x\"\nrule \"a\": when falls(P) => draw because \"x\"\n\
         rule \"b\": when weak to move and dist(k, P) = 1 => win because \"x\"",
    );
    let report = statics(&odd, &GROUND);
    let told: Vec<String> = report.problems(&odd).into_iter().map(|p| p.message).collect();
    assert!(told.iter().any(|m| m.contains("\"never\" never applies")), "{told:?}");
    assert!(told.iter().any(|m| m.contains("\"a\" and \"b\" contradict each other")), "{told:?}");
    assert!(odd.validate(GROUND.clone()).is_err());
}
