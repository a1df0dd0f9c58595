//! `philidor learn model`, `train`, `report` and `worker`, from good and bad input, interrupted and over a real NATS server.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::{
    fmt::Write as _,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    time::{Duration, Instant},
};

use common::{command, philidor, printed, text};

/// A few dozen short games of our own making: the engine against itself at two strengths.
fn games() -> &'static PathBuf {
    static GAMES: OnceLock<PathBuf> = OnceLock::new();
    GAMES.get_or_init(|| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("learn-games.pgn");
        let pgn = path.to_str().unwrap();
        printed(&[
            "match",
            "eval:gnu-like;Teaching=0",
            "eval:material;Teaching=0",
            "--depth",
            "1",
            "--games",
            "44",
            "--pgn",
            pgn,
        ]);
        path
    })
}

fn recipe(dir: &Path, more: &str) -> String {
    let text = format!(
        "title = 'a try'\nquestion = 'does it run'\nhidden = 6\ngames = 24\nround = 4\n[sample]\nwhole_games = 0.5\ndepth = 1\nlongest = 30\n[learn]\n{more}\n"
    );
    let path = dir.join("try.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn train(dir: &Path, out: &str, more: &[&str]) -> Command {
    let recipe = recipe(dir, "slopes = 'none'");
    let out = dir.join(out);
    let mut all = vec![
        "learn",
        "train",
        "--recipe",
        &recipe,
        "--games",
        games().to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    all.extend(more);
    command(&all)
}

fn ok(command: &mut Command) -> String {
    let out = command.output().unwrap();
    assert!(out.status.success(), "{}", text(&out.stderr));
    text(&out.stdout)
}

/// Runs the program, which must refuse with exit code 2 and say why.
fn refused(args: &[&str], words: &[&str]) {
    let out = philidor(args);
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{args:?} should mention {word:?}: {said}");
    }
}

#[test]
fn a_model_and_an_evaluation_are_learned_played_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let pgn = games().to_str().unwrap();
    let told = printed(&[
        "learn",
        "model",
        "--games",
        pgn,
        "--hidden",
        "12",
        "--epochs",
        "2",
        "--out",
        &at("m.safetensors"),
    ]);
    assert!(told.contains("if nothing changed"), "{told}");
    let ebnn = recipe(dir.path(), "slopes = 'lob'\ntrust = true");
    let told = printed(&[
        "learn",
        "train",
        "--recipe",
        &ebnn,
        "--games",
        pgn,
        "--model",
        &at("m.safetensors"),
        "--out",
        &at("run"),
        "--match-every",
        "12",
        "--match-games",
        "2",
    ]);
    assert!(told.contains("24 games"), "{told}");
    let net = format!("net:{}", at("run/v.safetensors"));
    let seen = printed(&["eval", "--eval", &net, "--json", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
    let parts: f64 =
        seen["features"].as_array().unwrap().iter().map(|f| f["centipawns"].as_f64().unwrap()).sum();
    let (total, even) =
        (seen["total_centipawns"].as_f64().unwrap(), seen["even_centipawns"].as_f64().unwrap());
    assert!((even + parts - total).abs() < 0.1, "{seen}");
    assert!((seen["played_centipawns"].as_f64().unwrap() - total).abs() < 3.0, "{seen}");
    let told = printed(&["learn", "report", &at("run"), "--out", &at("report")]);
    assert!(told.contains("paper: EBNN") && dir.path().join("report/score.svg").exists(), "{told}");
    // A game that the net won is told by the tutor, or shown as it is.
    let won = "[Event \"?\"]\n[White \"net:v\"]\n[Black \"eval:gnu-like\"]\n[Result \"1-0\"]\n\n\
               1. e4 e5 2. Bc4 {+0.14/2 0ms} Nc6 3. Qh5 Nf6 {-9.99/2 7ms} 4. Qxf7# 1-0\n";
    std::fs::write(at("run/match-24.pgn"), won).unwrap();
    let page = |more: &[&str]| {
        let (run, out) = (at("run"), at("report"));
        printed(&[&["learn", "report", run.as_str(), "--out", out.as_str()], more].concat());
        std::fs::read_to_string(dir.path().join("report/report.html")).unwrap()
    };
    let told = page(&["--nodes", "2000"]);
    assert!(told.contains("shadowrootmode") && told.contains("accuracy"), "{told}");
    assert!(told.contains("Nf6") && told.contains("mate") && !told.contains("0ms"), "{told}");
    let plain = page(&["--nodes", "0"]);
    assert!(plain.contains("1. e4 e5 2. Bc4") && !plain.contains("accuracy"), "{plain}");
    refused(&["learn", "train", "--games", pgn, "--out", &at("x")], &["--model", "learn model"]);
    refused(&["match", &net, &format!("net:{}", at("m.safetensors"))], &["chess model"]);
}

#[test]
fn a_net_over_squares_learns_from_a_teacher() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let recipe = "title = 'a try'\nquestion = 'does it run'\nview = 'squares'\nhidden = 16\ngames = 40\nround = 4\n\
                  [sample]\nteacher = 'material'\nwhole_games = 0.0\nnodes = 200\nodds = 0.5\nlongest = 40\n\
                  [learn]\ntarget = 'search'\nslopes = 'none'\nloss = 'log'\noptimiser = 'adam'\nrate = 0.01\nbatch = 16\n";
    std::fs::write(at("squares.toml"), recipe).unwrap();
    std::fs::write(at("correction.toml"), recipe.replace("'squares'", "'correction'")).unwrap();
    let learn = |recipe: &str, out: &str, workers: &str| {
        let games = games().to_str().unwrap();
        printed(&[
            "learn",
            "train",
            "--recipe",
            &at(recipe),
            "--games",
            games,
            "--out",
            &at(out),
            "--workers",
            workers,
        ]);
        std::fs::read(dir.path().join(out).join("v.safetensors")).unwrap()
    };
    assert!(learn("squares.toml", "one", "1") == learn("squares.toml", "two", "2"));
    // Every man's part is told, and the parts sum to the whole; a correction says what it is added to.
    learn("correction.toml", "beside", "1");
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3";
    let number = |seen: &serde_json::Value, name: &str| seen[name].as_f64().unwrap();
    for out in ["one", "beside"] {
        let net = format!("net:{}", at(&format!("{out}/v.safetensors")));
        let seen: serde_json::Value =
            serde_json::from_str(&printed(&["eval", "--eval", &net, "--json", fen])).unwrap();
        let men = seen["men"].as_array().unwrap();
        assert_eq!(men.len(), 31);
        let parts: f64 = men.iter().map(|m| m["centipawns"].as_f64().unwrap()).sum();
        let ours = if out == "beside" { number(&seen, "our_centipawns") } else { 0.0 };
        let total = number(&seen, "total_centipawns");
        assert!((number(&seen, "empty_centipawns") + parts + ours - total).abs() < 0.1, "{seen}");
        assert!((number(&seen, "played_centipawns") - total).abs() < 5.0, "{seen}");
        let told = printed(&["eval", "--eval", &net, fen]);
        assert!(told.contains("what each man adds") && told.contains("evaluation"), "{told}");
        assert_eq!(told.contains("our own evaluation"), out == "beside", "{told}");
        assert!(
            printed(&["match", &net, "eval:material", "--nodes", "50", "--games", "2"]).contains("score")
        );
    }
    let ours: serde_json::Value = serde_json::from_str(&printed(&["eval", "--json", fen])).unwrap();
    let beside = format!("net:{}", at("beside/v.safetensors"));
    let seen: serde_json::Value =
        serde_json::from_str(&printed(&["eval", "--eval", &beside, "--json", fen])).unwrap();
    assert_eq!(seen["our_centipawns"].as_f64(), ours["total"].as_f64(), "{ours}");
    // It is no start for a recipe that sees features, nor for one that corrects.
    let start = at("one/v.safetensors");
    let out = train(dir.path(), "other", &["--start", &start]).output().unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("\"squares\""), "{}", text(&out.stderr));
    let pgn = games().to_str().unwrap();
    let (recipe, other) = (at("correction.toml"), at("other"));
    refused(
        &["learn", "train", "--recipe", &recipe, "--games", pgn, "--start", &start, "--out", &other],
        &["squares", "correction"],
    );
}

#[test]
fn workers_do_not_matter_and_interrupted_runs_go_on_to_the_same_net() {
    let dir = tempfile::tempdir().unwrap();
    let net = |out: &str| std::fs::read(dir.path().join(out).join("v.safetensors")).unwrap();
    ok(&mut train(dir.path(), "one", &[]));
    ok(&mut train(dir.path(), "three", &["--workers", "3"]));
    assert!(net("one") == net("three"), "the number of workers changed what was learned");
    // Killed as soon as something is saved, resumed, killed again if still running, resumed to the end.
    let progress = dir.path().join("cut/progress");
    let mut child = train(dir.path(), "cut", &["--match-every", "4"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(|| progress.exists() || child.try_wait().unwrap().is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    let again = train(dir.path(), "cut", &[]).output().unwrap();
    assert!(
        text(&again.stderr).contains("--resume"),
        "an earlier run is not overwritten: {}",
        text(&again.stderr)
    );
    ok(&mut train(dir.path(), "cut", &["--resume"]));
    assert!(net("one") == net("cut"), "an interrupted run ended elsewhere");
}

/// A limit on the size of files stands for the disk that fills up: writing fails in the middle of a file, as it would there.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    ok(&mut train(dir.path(), "roomy", &["--match-every", "4"]));
    let needed = std::fs::metadata(path("roomy/progress")).unwrap().len();
    let whole = train(dir.path(), "tight", &["--match-every", "4"]);
    let mut tight = Command::new("sh");
    // Blocks of 512 bytes. The signal is ignored, so that the program sees the error itself.
    tight.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", needed / 512 / 2)).arg("sh");
    let out = tight.arg(whole.get_program()).args(whole.get_args()).output().unwrap();
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write") && said.contains("progress"), "{said}");
    let left: Vec<String> = std::fs::read_dir(path("tight"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert!(left.iter().any(|name| name == "progress"), "{left:?}");
    assert!(!left.iter().any(|name| name.starts_with('.') || name == "v.safetensors"), "{left:?}");
    // With room again it goes on from what was saved, to the same net.
    let told = ok(&mut train(dir.path(), "tight", &["--match-every", "4", "--resume"]));
    assert!(told.contains("24 games"), "{told}");
    let net = |out: &str| std::fs::read(path(out).join("v.safetensors")).unwrap();
    assert!(net("roomy") == net("tight"), "a full disk changed what was learned");
}

fn wait_for(mut there: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !there() {
        assert!(Instant::now() < end, "waited for two minutes");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A NATS server of our own; it ends with the test.
struct Server {
    child: Child,
    port: u16,
    _store: tempfile::TempDir,
}

impl Server {
    fn start() -> Option<Server> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let store = tempfile::tempdir().unwrap();
        let start = |program: &str| {
            Command::new(program)
                .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"])
                .arg(store.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        };
        let Some(child) = start("nats-server").or_else(|| start("/usr/sbin/nats-server")) else {
            eprintln!("NOT TESTED: nats-server is not installed (tools/setup.sh test installs it)");
            return None;
        };
        wait_for(|| TcpStream::connect(("127.0.0.1", port)).is_ok());
        Some(Server { child, port, _store: store })
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn workers_elsewhere_may_be_killed_and_so_may_the_coordinator() {
    let Some(server) = Server::start() else { return };
    let dir = tempfile::tempdir().unwrap();
    let url = server.url();
    ok(&mut train(dir.path(), "here", &[]));
    let worker = || {
        command(&["worker", "--nats", &url, "--run", "kill"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let coordinator = |more: &[&str]| {
        let mut all = vec!["--nats", &url, "--run", "kill", "--workers", "0", "--match-every", "4"];
        all.extend(more);
        train(dir.path(), "there", &all).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    // 1. A coordinator and a worker; both are killed as soon as something is saved.
    let mut first = coordinator(&[]);
    let mut early = worker();
    wait_for(|| dir.path().join("there/progress").exists());
    early.kill().unwrap();
    first.kill().unwrap();
    early.wait().unwrap();
    first.wait().unwrap();
    // 2. They come back, with company.
    let second = coordinator(&["--resume"]);
    let helpers = [worker(), worker()];
    let done = second.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    // 3. The run is over, so workers go home by themselves.
    for mut helper in helpers {
        wait_for(|| helper.try_wait().unwrap().is_some());
        let gone = helper.wait_with_output().unwrap();
        assert!(gone.status.success(), "{}: {}", gone.status, text(&gone.stderr));
    }
    let net = |out: &str| std::fs::read(dir.path().join(out).join("v.safetensors")).unwrap();
    assert!(net("here") == net("there"), "kills changed what was learned");
}

#[test]
fn positions_are_labelled_elsewhere_too_and_kills_change_no_byte() {
    let Some(server) = Server::start() else { return };
    let dir = tempfile::tempdir().unwrap();
    let url = server.url();
    let recipe = dir.path().join("taught.toml");
    let text = "title = 'a try'\nquestion = 'does it spread'\n[taught]\nteacher = 'material'\nnodes = 400\n\
        [taught.label]\ngames = 2\nsearches = 6\n[taught.train]\nneurons = 32\nranges = 1\npasses = 2\nbatch = 256\n";
    std::fs::write(&recipe, text).unwrap();
    let train = |out: &str, more: &[&str]| {
        let out = dir.path().join(out);
        let recipe = recipe.to_str().unwrap();
        let pgn = games().to_str().unwrap();
        let all = ["learn", "train", "--recipe", recipe, "--games", pgn, "--out", out.to_str().unwrap()];
        let mut train = command(&[&all[..], more].concat());
        train.stdout(Stdio::null()).stderr(Stdio::piped());
        train
    };
    let worker = || {
        let args = ["worker", "--nats", &url, "--run", "label"];
        command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    ok(&mut train("here", &["--workers", "2"]));
    let over = ["--nats", &url, "--run", "label", "--workers", "0"];
    // A coordinator and a worker are killed as soon as a piece is there; they come back, with company.
    let mut first = train("there", &over).spawn().unwrap();
    let mut early = worker();
    let pieces = || {
        std::fs::read_dir(dir.path().join("there/labels")).is_ok_and(|all| {
            all.flatten().any(|entry| entry.path().extension().is_some_and(|end| end == "bin"))
        })
    };
    wait_for(pieces);
    early.kill().unwrap();
    first.kill().unwrap();
    early.wait().unwrap();
    first.wait().unwrap();
    let second = train("there", &over).spawn().unwrap();
    let helpers = [worker(), worker()];
    let done = second.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", common::text(&done.stderr));
    for mut helper in helpers {
        wait_for(|| helper.try_wait().unwrap().is_some());
        let gone = helper.wait_with_output().unwrap();
        assert!(gone.status.success(), "{}: {}", gone.status, common::text(&gone.stderr));
    }
    let net = |out: &str| std::fs::read(dir.path().join(out).join("v.safetensors")).unwrap();
    assert!(net("here") == net("there"), "where labels were made changed what was learned");
    // A teacher that nobody knows is refused before anything is asked of workers.
    std::fs::write(&recipe, text.replace("'material'", "'nobody'")).unwrap();
    let refused = train("other", &over).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", common::text(&refused.stderr));
}

#[test]
fn bad_input_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let mut bad = String::new();
    for _ in 0..3 {
        write!(bad, "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n")
            .unwrap();
    }
    std::fs::write(at("bad.pgn"), bad).unwrap();
    refused(
        &["learn", "model", "--games", &at("bad.pgn"), "--out", &at("m")],
        &["no usable game", "Anna", "Ke3"],
    );
    refused(&["learn", "model", "--games", &at("nowhere.pgn"), "--out", &at("m")], &["nowhere.pgn"]);
    let pgn = games().to_str().unwrap();
    refused(&["learn", "train", "--recipe", "luck", "--games", pgn, "--out", &at("o")], &["luck", "ebnn"]);
    refused(
        &[
            "learn",
            "train",
            "--recipe",
            "td",
            "--games",
            pgn,
            "--out",
            &at("o"),
            "--nats",
            "nats://127.0.0.1:1",
        ],
        &["127.0.0.1:1", "nats-server -js"],
    );
    refused(&["worker", "--nats", "nats://127.0.0.1:1"], &["nats-server -js"]);
    refused(&["eval", "--eval", "net:nowhere", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], &["nowhere"]);
    refused(&["learn", "report", &at("")], &["learn train"]);
    refused(
        &[
            "eval",
            "--eval",
            &format!("net:{}", concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/kpk-wtm.safetensors")),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ],
        &["endgame"],
    );
    refused(
        &["learn", "train", "--recipe", "td", "--games", pgn, "--out", "/dev/full/run"],
        &["/dev/full/run"],
    );
}
