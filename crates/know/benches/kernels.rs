//! What wide vectors are worth: searches with both evaluations, tables solved, and a theory checked at every position; CPU seconds.
//!
//! `cargo bench -p philidor-know --bench kernels`. Built twice, once with `RUSTFLAGS="-C target-cpu=native"` into a folder of its own, it says what
//! choosing vectors at run time leaves behind. Nodes and positions are printed too: they must not depend on the build.

use std::sync::atomic::AtomicBool;

use cpu_time::ProcessTime;
use philidor_chess::{Material, shakmaty::Chess};
use philidor_know::{
    evaluator,
    search::{Engine, Game, Limits, NoClock, Signals},
};
use philidor_truth::{Tables, Watch};

const FENS: [&str; 4] = [
    "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17",
    "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "2r3k1/pp3pp1/4p2p/3pP3/3P4/1P2R2P/P4PP1/6K1 w - - 0 25",
];

fn main() {
    for name in ["learned", "philidor"] {
        best(&format!("search, {name}"), || {
            let evaluator = evaluator::by_name(name).expect("an evaluation of ours");
            let mut engine = Engine::new(evaluator, 16, 1);
            let limits = Limits { nodes: Some(150_000), ..Limits::default() };
            let search = |fen: &&str| {
                engine
                    .search(&Game::new(position(fen)), &limits, &Signals::default(), &NoClock, &mut |_| ())
                    .nodes
            };
            FENS.iter().map(search).sum()
        });
    }
    for name in ["KQKR", "KPKP", "KBNK"] {
        best(&format!("solve {name}"), || {
            let material: Material = name.parse().expect("a material");
            let tables = Tables::in_memory();
            tables
                .build(&[material], false, Watch { stop: &AtomicBool::new(false), hear: &|_| () })
                .expect("a solved table") as u64
        });
    }
}

fn position(fen: &str) -> Chess {
    philidor_chess::parse_fen(fen).expect("a legal position")
}

fn best(what: &str, mut work: impl FnMut() -> u64) {
    let mut least = f64::INFINITY;
    let mut count = 0;
    for _ in 0..5 {
        let start = ProcessTime::now();
        count = work();
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!("{what:<20} {least:8.4} s  ({count})");
}
