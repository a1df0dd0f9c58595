//! The command line as a user meets it: answers, exit codes and what bad input is told.

mod common;

use std::{fs, io::Read, process::Stdio};

use common::{command, home, json, philidor, printed, text};

const KPK: &str = "8/8/8/8/1k6/8/1P6/1K6 b - - 0 1";

#[test]
fn bad_input_is_named_and_ends_with_code_2() {
    for (args, want) in [
        (&["tables", "build", "KXK"][..], "unknown man 'X' at position 2"),
        (&["tables", "build", "KQ"], "has 1 king(s)"),
        (&["tables", "build", "KK"], "KK has no table"),
        (&["tables", "build", "KQRBKN"], "6 men"),
        (&["tables", "build"], "required arguments"),
        (&["tables", "build", "--men", "6"], "6"),
        (&["tables", "probe", "nonsense"], "not a FEN"),
        (&["tables", "probe", ""], "not a FEN"),
        (&["tables", "probe", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"], "not to move is in check"),
        (&["tables", "probe", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"], "pawn on the first or last rank (a8)"),
        (&["tables", "probe", "8/8/8/8/8/8/8/4K3 w - - 0 1"], "Black has no king"),
        (&["tables", "probe", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"], "32 men"),
        (&["tables", "probe", "4k3/4r3/8/8/8/4P3/4R3/4K3 w - - 0 1"], "philidor tables build KRPKR"),
        (&["tables", "probe", KPK, "--syzygy", "/nowhere"], "/nowhere"),
        (&["tables", "solve", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"], "castling"),
        (&["tables", "solve", "4k3/8/8/8/8/8/RNB5/4K3 w - - 0 1"], "3 pieces besides kings and pawns"),
        (&["tables", "solve", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "--budget", "10"], "--budget"),
        (&["tables", "blockade", "KPK"], "one pawn, such as KNNKP"),
        (&["tables", "stats", "KPK", "--convention", "euwe"], "clarke"),
        (&["tables", "stats", "KRK", "--paper"], "about KPK"),
        (&["tables", "find", "KPK", "zugzwan"], "column 1: unknown word"),
        (&["tables", "find", "KPK", "wtm k=z9"], "column 5"),
        (&["tables", "verify", "--syzygy", "/nowhere"], "/nowhere"),
        (&["tables", "export", "KPK", "--format", "xml"], "xml"),
        (&["tables", "export", "KPK", "--format", "csv", "--output", "/nowhere/kpk.csv"], "/nowhere/kpk.csv"),
        (&["tables", "frobnicate"], "frobnicate"),
        (&["--frobnicate"], "frobnicate"),
    ] {
        let out = philidor(args);
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(want), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{args:?}: {said}");
    }
}

#[test]
fn an_ending_with_many_pawns_is_solved_from_one_position() {
    let fen = "8/5p2/8/4k1p1/8/4K1P1/5P2/8 w - - 0 1";
    let said = printed(&["tables", "solve", fen]);
    assert!(said.contains("A draw: neither side can force a win."), "{said}");
    let answer = json(&["tables", "solve", fen, "--json"]);
    assert_eq!(answer["wdl"], "draw");
    assert_eq!(answer["material"], "KPPKPP");
    assert!(answer["moves"].as_array().is_some_and(|moves| moves.len() > 4), "{answer}");
}

/// What was solved is kept; a file that is damaged, or about another position, is refused and left alone.
#[test]
fn solving_goes_on_from_its_checkpoint() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("ending.state");
    let path = file.to_str().unwrap();
    let fen = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
    let said = printed(&["tables", "solve", fen, "--checkpoint", path]);
    assert!(said.contains("A draw: neither side can force a win."), "{said}");
    assert_eq!(printed(&["tables", "solve", fen, "--checkpoint", path]), said);
    let kept = fs::read(&file).unwrap();
    let refused = |fen: &str, want: &str| {
        let out = philidor(&["tables", "solve", fen, "--checkpoint", path]);
        let told = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{told}");
        assert!(told.contains(want) && told.contains("remove it or name another file"), "{told}");
    };
    refused("7K/8/k1P5/7p/8/8/8/8 b - - 0 1", "this checkpoint is about 7K/8/k1P5/7p/8/8/8/8 w");
    let mut bad = kept.clone();
    bad[kept.len() / 2] ^= 1;
    fs::write(&file, &bad).unwrap();
    refused(fen, "damaged");
    assert_eq!(fs::read(&file).unwrap(), bad);
}

#[test]
fn a_home_that_cannot_be_written_is_named() {
    let out = command(&["tables", "build", "KQK"]).env("PHILIDOR_HOME", "/dev/null").output().unwrap();
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("/dev/null/tables"), "{said}");
}

#[test]
fn a_damaged_table_is_named_and_rebuilt_on_request() {
    let dir = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| command(args).env("PHILIDOR_HOME", dir.path()).output().unwrap();
    assert!(run(&["tables", "build", "KQK"]).status.success());
    let file = dir.path().join("tables/KQK.ptab");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 5;
    bytes[last] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let fen = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1";
    let out = run(&["tables", "probe", fen]);
    assert_eq!(out.status.code(), Some(2));
    let said = text(&out.stderr);
    assert!(said.contains("KQK.ptab: damaged") && said.contains("build KQK --force"), "{said}");
    assert!(run(&["tables", "build", "KQK", "--force"]).status.success());
    assert!(run(&["tables", "probe", fen]).status.success());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = command(&["tables", "export", "KPK", "--format", "csv"])
        .env("PHILIDOR_HOME", home())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert_eq!(&first, b"fen,stm,wd");
}

#[test]
fn a_full_disk_is_reported() {
    if !std::path::Path::new("/dev/full").exists() {
        println!("not run: no /dev/full here");
        return;
    }
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let out = command(&["tables", "export", "KPK", "--format", "csv"])
        .env("PHILIDOR_HOME", home())
        .stdout(full)
        .output()
        .unwrap();
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("No space left"), "{said}");
}

#[test]
fn probe_tells_everything() {
    let out = json(&["tables", "probe", KPK, "--json"]);
    assert_eq!(out["wdl"], "draw");
    let out = json(&["tables", "probe", "8/8/8/3KP3/8/8/8/4k3 w - - 0 1", "--json"]);
    assert_eq!(out["wdl"], "win");
    assert_eq!(out["source"], "philidor");
    let moves = out["moves"].as_array().unwrap();
    assert_eq!(moves[0]["dtm_plies"], out["dtm_plies"], "the best move keeps the value");
    assert_eq!(out["line"].as_array().unwrap().len() as u64, out["dtm_plies"].as_u64().unwrap());
    // Values do not depend on colours.
    let flipped = json(&["tables", "probe", "4K3/8/8/8/3kp3/8/8/8 b - - 0 1", "--json"]);
    for key in ["wdl", "dtm_plies", "dtc_plies"] {
        assert_eq!(flipped[key], out[key]);
    }
    let bare = printed(&["tables", "probe", "8/8/8/4k3/8/8/8/4K3 w - - 0 1"]);
    assert!(bare.contains("A draw"), "{bare}");
    let mated = printed(&["tables", "probe", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
    assert!(mated.contains("Black is checkmated"), "{mated}");
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let ask = || printed(&["tables", "stats", "KRKN", "--json"]);
    assert_eq!(ask(), ask());
}

#[test]
fn find_counts_lists_and_draws() {
    assert_eq!(printed(&["tables", "find", "KPK", "wtm win", "--count"]).trim(), "62480");
    assert_eq!(printed(&["tables", "find", "KPK", "wtm win", "--count", "--all"]).trim(), "124960");
    assert_eq!(printed(&["tables", "find", "KPK", "btm loss longest", "--count"]).trim(), "2");
    // Colours exchanged: the same endgame.
    assert_eq!(printed(&["tables", "find", "KKP", "btm win", "--count"]).trim(), "62480");
    let deepest = json(&["tables", "find", "KPK", "wtm dtc=37", "--json"]);
    assert_eq!(deepest["count"], 3);
    // Every position found has the value that was asked for.
    for found in deepest["positions"].as_array().unwrap() {
        let probed = json(&["tables", "probe", found["fen"].as_str().unwrap(), "--json"]);
        assert_eq!(probed["dtc_plies"], 37);
    }
    let dir = tempfile::tempdir().unwrap();
    let svg = dir.path().join("found.svg");
    printed(&["tables", "find", "KPK", "zugzwang P=e4", "--svg", svg.to_str().unwrap()]);
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    // Nothing found: the answer is no.
    assert_eq!(philidor(&["tables", "find", "KPK", "wtm loss"]).status.code(), Some(1));
}

#[test]
fn exports_have_the_promised_columns_and_rows() {
    let dir = tempfile::tempdir().unwrap();
    let csv = dir.path().join("kpk.csv");
    printed(&["tables", "export", "KPK", "--format", "csv", "--output", csv.to_str().unwrap()]);
    let text = fs::read_to_string(&csv).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("fen,stm,wdl,dtm,dtc,dtz,wk,bk,wp"));
    let rows: Vec<Vec<&str>> = lines.map(|l| l.split(',').collect()).collect();
    assert_eq!(rows.len(), 165_676);
    let count = |stm: &str, wdl: &str| rows.iter().filter(|r| r[1] == stm && r[2] == wdl).count();
    assert_eq!((count("w", "win"), count("w", "draw")), (62_480, 19_184));
    assert_eq!((count("b", "loss"), count("b", "draw")), (48_802, 35_210));
    assert!(rows.iter().all(|r| (r[2] == "draw") == r[3].is_empty() && r[3].is_empty() == r[4].is_empty()));
    // The rows agree with probing.
    for row in rows.iter().step_by(40_009) {
        let probed = json(&["tables", "probe", row[0], "--json"]);
        assert_eq!(probed["wdl"], row[2]);
        assert_eq!(probed["dtm_plies"].as_u64().map_or_else(String::new, |n| n.to_string()), row[3]);
    }
    let all = printed(&["tables", "export", "KPK", "--format", "csv", "--all"]);
    assert_eq!(all.lines().count(), 1 + 2 * 165_676);

    let parquet = dir.path().join("kpk.parquet");
    printed(&["tables", "export", "KPK", "--format", "parquet", "--output", parquet.to_str().unwrap()]);
    let file = fs::File::open(&parquet).unwrap();
    let reader = parquet::file::reader::SerializedFileReader::new(file).unwrap();
    use parquet::file::reader::FileReader;
    let meta = reader.metadata().file_metadata();
    assert_eq!(meta.num_rows(), 165_676);
    let names: Vec<&str> = meta.schema_descr().columns().iter().map(|c| c.name()).collect();
    assert_eq!(names, ["fen", "stm", "wdl", "dtm", "dtc", "dtz", "wk", "bk", "wp"]);
    let first = reader.get_row_iter(None).unwrap().next().unwrap().unwrap().to_string();
    assert!(first.contains(rows[0][0]), "{first}");
}

#[test]
fn published_counts_can_be_asked_for() {
    let out = json(&["tables", "stats", "KPK", "--convention", "haworth-velliste", "--json"]);
    assert_eq!(out["convention"], "haworth-velliste");
    let paper = printed(&["tables", "stats", "KPK", "--paper"]);
    for figure in ["8,405", "36,958", "81,650", "62,471", "13,218", "81,660"] {
        assert!(paper.contains(figure), "{figure}");
    }
}

#[test]
fn help_has_examples_and_completions_work() {
    for args in [
        &["tables", "build", "--help"][..],
        &["tables", "probe", "--help"],
        &["tables", "stats", "--help"],
        &["tables", "find", "--help"],
        &["tables", "verify", "--help"],
        &["tables", "export", "--help"],
        &["bench", "--help"],
        &["completions", "--help"],
    ] {
        assert!(printed(args).contains("Example"), "{args:?}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(printed(&["completions", shell]).contains("philidor"), "{shell}");
    }
    assert!(printed(&["--version"]).starts_with("philidor "));
}

#[test]
fn larger_positions_are_answered_from_syzygy_files() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    if !std::path::Path::new(dir).exists() {
        println!("not run: {dir} is not here");
        return;
    }
    // Four men from files of ours; the option must not disturb that.
    let out = json(&["tables", "probe", "8/8/8/4k3/8/8/8/KQ5r w - - 0 1", "--syzygy", dir, "--json"]);
    assert_eq!(out["source"], "philidor");
    // Five men without a table, and no five-man Syzygy file: a clear word.
    let out = philidor(&["tables", "probe", "4k3/4r3/8/8/8/4P3/4R3/4K3 w - - 0 1", "--syzygy", dir]);
    assert_eq!(out.status.code(), Some(2), "{}", text(&out.stdout));
    let said = printed(&["tables", "verify", "KPK", "KRK", "--syzygy", dir]);
    assert!(said.contains("215691 positions compared, 0 mismatches"), "{said}");
}

/// Five men are solved when somebody says so, not on the way to something else.
#[test]
fn large_tables_are_not_solved_unasked() {
    let home = tempfile::tempdir().unwrap();
    for args in [["tables", "find", "KPKPP"], ["tables", "stats", "KQKQP"]] {
        let out = command(&args).env("PHILIDOR_HOME", home.path()).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(text(&out.stderr).contains("philidor tables build"), "{}", text(&out.stderr));
    }
}

#[test]
fn nobody_reading_the_errors_is_no_panic() {
    let dir = tempfile::tempdir().unwrap();
    let long = dir.path().join("long.rules");
    let text = format!(
        "endgame KPK {{ mirror: files }}\nrule \"r\": when {} > 2 => draw because \"x\"\n",
        vec!["1"; 4_000].join(" + ")
    );
    fs::write(&long, text).unwrap();
    let mut child = command(&["rules", "check", long.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn the_manual_is_that_of_the_commands() {
    let told = printed(&["manual"]);
    let written = fs::read_to_string("../../docs/COMMANDS.md").unwrap();
    assert!(
        told == written,
        "docs/COMMANDS.md is not what the program says: philidor manual > docs/COMMANDS.md"
    );
    assert!(told.contains("## philidor tables build\n"));
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path().join("man");
    printed(&["manual", "--man", dir.to_str().unwrap()]);
    let page = fs::read_to_string(dir.join("philidor-tables-build.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("\\-\\-men"), "{page}");
}
