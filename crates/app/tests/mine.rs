//! The mining lab from the command line: shipped nets are exact, runs resume, bad input is told.

mod common;

use std::path::{Path, PathBuf};

use common::{command, home, json, philidor, printed, text};

fn net(name: &str) -> String {
    format!("{}/../../nets/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn shipped_nets_are_right_on_every_position() {
    // No larger than the paper's NN6 (1,233 weights).
    for (name, positions, weights) in [
        ("kpk-wtm.safetensors", 81_664, 1_217),
        ("kpk-btm.safetensors", 84_012, 1_217),
        ("kpk-wtm-small.safetensors", 81_664, 737),
        ("kpk-btm-small.safetensors", 84_012, 977),
        ("kpk-wtm-human.safetensors", 81_664, 673),
        ("kpk-btm-human.safetensors", 84_012, 893),
    ] {
        let found = json(&["mine", "verify", &net(name), "--json"]);
        assert_eq!(found["positions"], positions);
        assert_eq!(found["errors"], 0, "{name}");
        assert_eq!(found["weights"], weights);
    }
}

#[test]
fn an_exact_net_holds_every_draw() {
    let out = json(&["mine", "play", "--model", &net("kpk-wtm.safetensors"), "--games", "60", "--json"]);
    assert_eq!((&out["plays"], &out["drawn"]), (&"Black".into(), &60.into()));
}

#[test]
fn a_run_writes_a_report_and_goes_on_where_it_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let run = ["mine", "run", "margin", "--quick", "--only", "one output", "--out", out];
    let first = printed(&run);
    assert!(first.contains("| T3, one output |"), "{first}");
    for file in [
        "report.html",
        "report.md",
        "figures.csv",
        "figures.parquet",
        "learning.svg",
        "t3--one-output.safetensors",
    ] {
        assert!(dir.path().join(file).is_file(), "{file}");
    }
    // A finished part is not done again.
    let part = dir.path().join("parts/t3--one-output-1.done");
    let written = |path: &std::path::Path| std::fs::metadata(path).unwrap().modified().unwrap();
    let before = written(&part);
    assert_eq!(printed(&run), first);
    assert_eq!(written(&part), before);
    // One that is damaged, or whose net is, is done again.
    let figures = std::fs::read(dir.path().join("figures.csv")).unwrap();
    for file in [part.clone(), part.with_extension("safetensors")] {
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&file, &bytes).unwrap();
        let before = written(&part);
        assert_eq!(printed(&run), first);
        assert_ne!(written(&part), before, "{}", file.display());
        assert_eq!(std::fs::read(dir.path().join("figures.csv")).unwrap(), figures);
    }
}

#[test]
fn mistakes_end_with_exit_code_2_and_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| -> PathBuf {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let recipe = |name: &str, line: &str| {
        write(
            name,
            format!("title = 't'\nquestion = 'q'\n[[runs]]\nlabel = 'a'\nepochs = 1\n{line}").as_bytes(),
        )
    };
    let says = |args: &[&str], want: &str| {
        let out = command(args).env("PHILIDOR_HOME", home()).current_dir(dir.path()).output().unwrap();
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(want), "{args:?}: {error}");
    };
    let run = |path: &Path, want: &str| says(&["mine", "run", path.to_str().unwrap()], want);
    says(&["mine", "run", "tabel5"], "table5");
    says(&["mine", "run", "missing.toml"], "missing.toml");
    run(&recipe("a.toml", "features = 'magic'"), "magic");
    run(&recipe("b.toml", "train = 'T9'"), "T9");
    run(&recipe("c.toml", "hiden = [3]"), "hiden");
    run(&recipe("d.toml", "rate = 1e38\nactivation = 'relu'\ntrain = 'T1'\nhidden = [4]"), "smaller rate");
    run(&recipe("e.toml", "endgame = 'KQQQQK'"), "KQQQQK");
    says(&["mine", "verify", write("x", b"no weights").to_str().unwrap()], "damaged");
    let bytes = std::fs::read(net("kpk-wtm.safetensors")).unwrap();
    says(&["mine", "verify", write("y", &bytes[..bytes.len() / 2]).to_str().unwrap()], "damaged");
    let fen = "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1";
    says(&["mine", "play", "--model", &net("kpk-wtm.safetensors"), "--fen", fen], "plays Black");
}

#[test]
fn a_net_can_be_looked_into() {
    let out = philidor(&["mine", "inspect", &net("kpk-btm.safetensors"), "--top", "3"]);
    let said = text(&out.stdout);
    assert!(said.contains("1217 weights of 8 bits") && said.contains("0 of 84012 positions"), "{said}");
}

#[test]
fn ways_to_know_an_endgame_stand_beside_each_other() {
    let lines = json(&["mine", "compare", "KPK", "--train", "400", "--json"]);
    let line = |name: &str| {
        let found =
            lines.as_array().unwrap().iter().find(|l| l["method"].as_str().unwrap().starts_with(name));
        found.unwrap_or_else(|| panic!("no {name}: {lines}")).clone()
    };
    // The theory errs nowhere and leaves 5,672 of 81,664 positions to search.
    let theory = line("theory");
    assert_eq!((&theory["right_percent"], &theory["parts"]), (&100.0.into(), &25.into()));
    assert!((theory["passed_percent"].as_f64().unwrap() - 100.0 * 5_672.0 / 81_664.0).abs() < 1e-9);
    // A panel that may pass does, and is then oftener right than one net that must answer.
    let (panel, net) = (line("panel"), line("net, 32-5"));
    assert!(panel["passed_percent"].as_f64().unwrap() > 0.0);
    assert!(panel["right_percent"].as_f64() > net["right_percent"].as_f64(), "{panel} {net}");
}
