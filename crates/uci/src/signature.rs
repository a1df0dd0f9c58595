//! The engine's signature: how many nodes it needs for fixed searches. It changes only if behaviour does.

use std::{fmt, time::Instant};

use philidor_chess::{parse_fen, shakmaty::Chess};
use philidor_know::search::{Engine, EvaluatorFactory, Game};

/// Depth of the signature searches, in plies.
pub const DEPTH: u32 = 12;

/// Hash table of the signature searches, in MiB.
pub const HASH_MIB: usize = 16;

/// Openings, middlegames and endings of all kinds; our own selection from well-known games and studies.
pub const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
    "r1bqkb1r/pp3ppp/2nppn2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R w KQkq - 0 7",
    "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 8",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r2r2k1/1p2qppp/p1n1pn2/2b5/4P3/P1N2N2/1PQ1BPPP/R1BR2K1 w - - 0 15",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "8/3k4/1p1p1p2/p1pPpPp1/P1P1P1P1/1P1K4/8/8 w - - 0 1",
    "3r1rk1/p3qppp/1p2pn2/8/2PQ4/1P3N2/P4PPP/3RR1K1 w - - 0 20",
];

/// Nodes of the signature searches and the time they took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signature {
    /// Nodes of all searches together.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl Signature {
    /// Nodes per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-6)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.speed() as u64)
    }
}

/// [`POSITIONS`], read.
pub fn positions() -> Vec<Chess> {
    POSITIONS.iter().map(|fen| parse_fen(fen).expect("legal position")).collect()
}

/// Searches every position to `depth` with one thread, each from an empty memory.
pub fn signature(evaluator: EvaluatorFactory, depth: u32, hash_mib: usize) -> Signature {
    let mut engine = Engine::new(evaluator, hash_mib, 1);
    let started = Instant::now();
    let mut nodes = 0;
    for pos in positions() {
        engine.new_game();
        nodes += engine.search_depth(&Game::new(pos), depth).nodes;
    }
    Signature { nodes, seconds: started.elapsed().as_secs_f64() }
}
