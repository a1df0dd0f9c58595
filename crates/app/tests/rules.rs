//! `philidor rules` as a user meets it.

mod common;

use std::{fs, io::Write, process::Stdio};

use common::{command, home, json, philidor, printed, text};

#[test]
fn the_shipped_theory_passes_its_check() {
    let out = json(&["rules", "check", "KPK", "--json"]);
    assert_eq!(out["sound"], true);
    assert_eq!(out["search"]["wrong"]["white"], 0);
    assert_eq!(out["search"]["never"]["black"], 0);
    assert!(printed(&["rules", "list"]).contains("KPK"));
    assert!(printed(&["rules", "list", "--words"]).contains("dist(square, square): int"));
}

#[test]
fn rules_that_err_end_with_code_1_and_a_suggestion() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bold.rules");
    let bold = "endgame KPK { mirror: files }\nrule \"bold\": when not catches(k, P) => win because \"{k} is far\"\n";
    fs::write(&file, bold).unwrap();
    let pictures = dir.path().join("pictures");
    let path = file.to_str().unwrap();
    let out = philidor(&["rules", "check", path, "--svg", pictures.to_str().unwrap()]);
    let said = text(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("\"bold\" errs at") && said.contains("unless ") && said.contains("♚"), "{said}");
    assert!(fs::read_dir(&pictures).unwrap().count() > 0);
    // A theory that errs is not relied on.
    let out = philidor(&["rules", "solve", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "--rules", path]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("cannot be relied on"));
}

#[test]
fn bad_rule_files_end_with_code_2_and_places() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bad.rules");
    for (bytes, want) in [
        (
            &b"endgame KPK { mirror: files }\nrule \"r\": when distt(K, P) = 1 => draw"[..],
            "did you mean `dist`?",
        ),
        (b"endgame KQRBKN { mirror: board }", "there is no table for KQRBKN"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"", "does not say what it is about"),
        (b"endgame KPK { mirror: files }\nrule \"r\": when K = k => draw because \"x\"", "never applies"),
    ] {
        fs::write(&file, bytes).unwrap();
        let out = philidor(&["rules", "check", file.to_str().unwrap()]);
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{said}");
        assert!(said.contains(want) && !said.contains("panicked"), "{want}: {said}");
    }
    for (args, want) in [
        (&["rules", "solve", "8/8/4k3/8/4K3/8/4N3/8 w - - 0 1"][..], "there is no theory of KNK"),
        (&["rules", "solve", "nonsense"], "not a FEN"),
        (&["rules", "check", "/nowhere.rules"], "/nowhere.rules"),
        (&["rules", "explain", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "--move", "Ke9"], "not a legal move"),
        (&["rules", "check", "--certificate", "/nowhere"], "/nowhere"),
    ] {
        let out = philidor(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(text(&out.stderr).contains(want), "{args:?}: {}", text(&out.stderr));
    }
}

#[test]
fn layout_is_checked_and_made() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("messy.rules");
    fs::write(&file, "endgame KPK{mirror:files}\nrule \"r\":when falls(P)=>draw because \"x\"\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(philidor(&["rules", "fmt", "--check", path]).status.code(), Some(1));
    printed(&["rules", "fmt", "--write", path]);
    assert_eq!(philidor(&["rules", "fmt", "--check", path]).status.code(), Some(0));
    assert_eq!(printed(&["rules", "fmt", path]), fs::read_to_string(&file).unwrap());
}

#[test]
fn positions_are_solved_and_explained_in_either_colour() {
    let white = json(&["rules", "solve", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "--json"]);
    let black = json(&["rules", "solve", "8/4p3/4k3/8/8/4K3/8/8 b - - 0 1", "--json"]);
    assert_eq!((&white["result"], &black["result"]), (&"White wins".into(), &"Black wins".into()));
    assert_eq!(white["rule"], black["rule"]);
    let dir = tempfile::tempdir().unwrap();
    let svg = dir.path().join("board.svg");
    let fen = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1";
    let said = printed(&["rules", "explain", fen, "--svg", svg.to_str().unwrap()]);
    assert!(said.contains("White wins") && said.contains("Rule \""), "{said}");
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let said = printed(&["rules", "explain", fen, "--lang", "de"]);
    assert!(
        said.contains("Weiß gewinnt") && said.contains("der schwarze König auf e5 muss weichen"),
        "{said}"
    );
    assert_eq!(philidor(&["rules", "explain", fen, "--lang", "xx"]).status.code(), Some(2));
    let out = json(&["rules", "explain", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "--json"]);
    assert_eq!(out["result"], "draw");
}

/// A capture en passant, of which the rules know nothing: every move is looked at.
#[test]
fn positions_with_a_capture_en_passant_are_solved_and_explained() {
    // Black took two steps: taken en passant the pawn is gone, and White's queens.
    let fen = "8/8/8/k2Pp3/8/8/8/K7 w - e6 0 1";
    let solved = json(&["rules", "solve", fen, "--json"]);
    let probed = json(&["tables", "probe", fen, "--json"]);
    assert_eq!((&solved["result"], &probed["wdl"]), (&"White wins".into(), &"win".into()));
    assert_eq!(solved["line"][0], "d5e6");
    let told = json(&["rules", "explain", fen, "--json"]);
    assert!(told["keeping"].as_array().unwrap().contains(&"dxe6".into()), "{told}");
}

#[test]
fn a_proof_is_written_and_checked() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("kpk.certificate");
    let path = file.to_str().unwrap();
    let said = printed(&["rules", "check", "KPK", "--prove", path]);
    assert!(said.contains("25 of 25 rules proved"), "{said}");
    assert!(printed(&["rules", "check", "--certificate", path]).contains("the certificate holds"));
    let forged = fs::read_to_string(&file).unwrap().replacen(" ===", " =5=", 1);
    fs::write(&file, forged).unwrap();
    assert_eq!(philidor(&["rules", "check", "--certificate", path]).status.code(), Some(2));
}

#[test]
fn a_proof_is_handed_to_other_programs() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("kpk.smt2");
    let path = file.to_str().unwrap();
    let said = printed(&["rules", "check", "KPK", "--prove", path, "--format", "smt"]);
    assert!(said.contains("129 questions") && said.contains("unsat"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap().matches("(check-sat)").count(), 129);
    let wrong = philidor(&["rules", "check", "KPK", "--prove", path, "--format", "lean"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("certificate, smt"), "{}", text(&wrong.stderr));
    let other = philidor(&["rules", "check", "KQKP", "--prove", path, "--format", "smt"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("KPK and KRK only"), "{}", text(&other.stderr));
}

#[test]
fn the_dialogue_repairs_a_theory() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.rules");
    fs::write(&file, "endgame KPK { mirror: files }\nrule \"bold\": when not catches(k, P) => win because \"{k} is far\"\n").unwrap();
    let mut child = command(&["rules", "edit", file.to_str().unwrap()])
        .env("PHILIDOR_HOME", home())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let typed = "list\nsuggest 1\naccept\nadd\nrule \"falls\": when falls(P) => draw because \"{k} takes {P}\"\n\n\
                 add\nrule \"oops\": when distt(K) => draw\n\nremove 2\nundo\nshow 2\nsave\nquit\n";
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    let said = text(&out.stdout);
    assert!(out.status.success(), "{said}");
    for want in ["\"bold\" unless ", "2 rules;", "nothing changed", "1 rule;", "rule \"falls\":", "saved "] {
        assert!(said.contains(want), "{want}: {said}");
    }
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("unless") && saved.contains("rule \"falls\""), "{saved}");
    assert_eq!(philidor(&["rules", "fmt", "--check", file.to_str().unwrap()]).status.code(), Some(0));
}
