//! The real binary, spoken to as a chess interface speaks.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

struct Session {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Session {
    fn start() -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_philidor"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("our own program");
        let stdin = child.stdin.take().expect("stdin");
        let stdout = child.stdout.take().expect("stdout");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Session { child, stdin, lines }
    }

    fn send(&mut self, text: &str) {
        self.stdin.write_all(text.as_bytes()).expect("a listening engine");
        self.stdin.write_all(b"\n").expect("a listening engine");
    }

    /// All lines up to and including the first that starts with `wanted`.
    fn until(&mut self, wanted: &str) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(30);
        let mut seen = Vec::new();
        while Instant::now() < deadline {
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(100)) {
                let done = line.starts_with(wanted);
                seen.push(line);
                if done {
                    return seen;
                }
            }
        }
        panic!("no {wanted:?} in {seen:#?}");
    }

    fn quit(mut self) {
        self.send("quit");
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success());
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.child.kill().expect("a child");
        panic!("quit did not end the program");
    }
}

fn best(lines: &[String]) -> &str {
    lines.last().and_then(|line| line.split_whitespace().nth(1)).expect("a best move")
}

#[test]
fn the_handshake_lists_all_options() {
    let mut s = Session::start();
    s.send("uci");
    let lines = s.until("uciok").join("\n");
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Clear Hash",
        "Move Overhead",
        "SyzygyPath",
        "UCI_Chess960",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Evaluation",
    ] {
        assert!(lines.contains(&format!("option name {name} type")), "{name}");
    }
    s.send("isready");
    s.until("readyok");
    s.quit();
}

#[test]
fn it_answers_while_it_searches_and_stops_when_told() {
    let mut s = Session::start();
    s.send("position startpos moves e2e4 e7e5");
    s.send("go infinite");
    s.send("isready");
    let lines = s.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    std::thread::sleep(Duration::from_millis(100));
    s.send("stop");
    let lines = s.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" pv ")));
    // A finished infinite search keeps its answer until it is asked for.
    s.send("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    s.send("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    s.send("isready");
    assert!(!s.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    s.send("stop");
    s.until("bestmove");
    s.quit();
}

#[test]
fn a_long_search_tells_which_move_it_has_in_hand() {
    let mut s = Session::start();
    s.send("position startpos");
    s.send("go movetime 300");
    assert!(!s.until("bestmove").iter().any(|line| line.contains("currmove")));
    s.send("position startpos");
    s.send("go movetime 4500");
    let lines = s.until("bestmove");
    let told: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("info currmove ")).collect();
    assert!(!told.is_empty(), "{lines:?}");
    for line in told {
        let (mv, number) = line.split_once(" currmovenumber ").expect("a move and its number");
        assert!(mv.len() == 4 && (1..=20).contains(&number.parse::<u32>().unwrap()), "{line}");
    }
    s.quit();
}

#[test]
fn every_kind_of_go_gets_an_answer() {
    let mut s = Session::start();
    for go in [
        "go depth 5",
        "go nodes 3000",
        "go movetime 50",
        "go wtime 100",
        "go btime 100",
        "go wtime 100 btime 100 winc 10 binc 10",
        "go wtime 200 btime 200 movestogo 1",
        "go wtime -50 btime 1",
        "go wtime 1 winc 0",
        "go mate 2 depth 6",
        "go depth 3 searchmoves a2a3 h2h3",
    ] {
        s.send("position startpos");
        s.send(go);
        let lines = s.until("bestmove");
        let m = best(&lines);
        assert!(m.len() >= 4, "{go}: {m}");
        if go.contains("searchmoves") {
            assert!(["a2a3", "h2h3"].contains(&m), "{m}");
        }
    }
    s.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    s.send("go mate 1");
    let lines = s.until("bestmove d1d8");
    assert!(lines.iter().any(|line| line.contains("score mate 1")));
    s.quit();
}

#[test]
fn pondering_waits_for_the_opponent() {
    let mut s = Session::start();
    s.send("position startpos moves e2e4 e7e5");
    s.send("go ponder wtime 300 btime 300");
    std::thread::sleep(Duration::from_millis(100));
    s.send("isready");
    assert!(!s.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    s.send("ponderhit");
    s.until("bestmove");
    s.quit();
}

#[test]
fn the_game_is_over_without_a_move() {
    let mut s = Session::start();
    for (fen, score) in
        [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        s.send(&format!("position fen {fen}"));
        s.send("go depth 3");
        let lines = s.until("bestmove (none)");
        assert!(lines.iter().any(|line| line.contains(score)), "{lines:?}");
    }
    s.quit();
}

#[test]
fn options_take_effect_and_bad_values_are_named() {
    let mut s = Session::start();
    s.send("setoption name MultiPV value 3");
    s.send("setoption name UCI_ShowWDL value true");
    s.send("setoption name Hash value 4");
    s.send("setoption name Threads value 2");
    s.send("go depth 6");
    let lines = s.until("bestmove").join("\n");
    assert!(lines.contains("multipv 3") && lines.contains(" wdl "));
    for (option, word) in [
        ("name Hash value lots", "lots"),
        ("name Nonsense value 1", "Nonsense"),
        ("name Evaluation value nobody", "nobody"),
        ("name SyzygyPath value /no/such/place", "/no/such/place"),
    ] {
        s.send(&format!("setoption {option}"));
        let lines = s.until("info string");
        assert!(lines.join("\n").contains(word), "{lines:?}");
    }
    for evaluation in ["material", "gnu-like", "untuned", "philidor"] {
        s.send(&format!("setoption name Evaluation value {evaluation}"));
        s.send("eval");
        assert!(s.until("Evaluation").join("\n").contains(evaluation));
    }
    s.send("setoption name UCI_LimitStrength value true");
    s.send("setoption name UCI_Elo value 900");
    s.send("go movetime 1000");
    s.until("bestmove");
    s.quit();
}

#[test]
fn castling_is_written_as_the_interface_wants_it() {
    let mut s = Session::start();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    s.send(&format!("position fen {fen}"));
    s.send("go perft 1");
    let lines = s.until("Nodes searched: 26").join("\n");
    assert!(lines.contains("e1g1: 1"));
    s.send("setoption name UCI_Chess960 value true");
    s.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1");
    s.send("go perft 1");
    let lines = s.until("Nodes searched").join("\n");
    assert!(lines.contains("e8a8: 1"), "{lines}");
    s.quit();
}

#[test]
fn perft_counts_and_the_board_is_shown() {
    let mut s = Session::start();
    s.send("position startpos");
    s.send("go perft 4");
    s.until("Nodes searched: 197281");
    s.send("d");
    assert!(
        s.until("Checkers").join("\n").contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    );
    s.quit();
}

#[test]
fn the_same_nodes_give_the_same_lines() {
    let run = || {
        let mut s = Session::start();
        s.send("position startpos moves d2d4 g8f6");
        s.send("go nodes 30000");
        let lines = s.until("bestmove");
        s.quit();
        // Times and speeds differ; moves, scores and nodes must not.
        lines
            .iter()
            .map(|line| {
                let mut words: Vec<&str> = line.split(' ').collect();
                for name in ["nps", "time"] {
                    if let Some(at) = words.iter().position(|&word| word == name) {
                        words.drain(at..at + 2);
                    }
                }
                words.join(" ")
            })
            .collect::<Vec<String>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn rubbish_is_survived() {
    let mut s = Session::start();
    let rubbish: &[&[u8]] = &[
        b"",
        b"   ",
        b"\xff\xfe\x00\x01 go go go",
        b"position",
        b"position fen",
        b"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        b"position fen what is this",
        b"position startpos moves e2e5 xxxx",
        b"position startpos moves",
        b"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999 1",
        b"setoption",
        b"setoption name",
        b"setoption name Hash",
        b"setoption value 3",
        b"stop",
        b"ponderhit",
        b"go depth -3 nodes x movetime",
        b"stop",
        b"go depth 0",
        b"stop",
        b"go nodes 0",
        b"stop",
        b"go perft -1",
        b"stop",
        b"joho debug on",
        b"debug maybe",
        b"register later",
        b"perft",
    ];
    for line in rubbish {
        s.stdin.write_all(line).expect("a listening engine");
        s.stdin.write_all(b"\n").expect("a listening engine");
    }
    s.send(&"x".repeat(200_000));
    s.send("ucinewgame");
    s.send("position startpos");
    s.send("isready");
    s.until("readyok");
    s.send("go depth 2");
    s.until("bestmove");
    s.quit();
}
