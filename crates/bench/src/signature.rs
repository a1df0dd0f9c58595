//! A signature of behaviour: perft, solved endgames and searches, the same on every machine; speeds beside it.

use std::{fmt, time::Instant};

use philidor_chess::shakmaty::perft;
use philidor_know::search::EvaluatorFactory;
use philidor_truth::{Tables, Watch};
use philidor_uci::signature::{self, positions};
use serde::Serialize;

/// Perft of the second position to this depth is part of the signature.
const PERFT_DEPTH: u32 = 4;

/// Endgames of the signature.
const SOLVED: [&str; 3] = ["KPK", "KRK", "KQKR"];

/// What changes only if behaviour does, and how fast it was.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Behaviour {
    /// Leaves of the perft.
    pub perft: u64,
    /// Wins of the endgames, up to symmetry.
    pub table_wins: u64,
    /// The sum of their depths under both metrics.
    pub table_plies: u64,
    /// Nodes of the searches.
    pub search_nodes: u64,
    /// Their depth.
    pub search_depth: u32,
    /// Nodes per second, this time.
    pub search_nps: u64,
    /// The evaluation that searched.
    #[serde(skip)]
    pub evaluation: String,
    /// Perft leaves per second, this time.
    #[serde(skip)]
    pub perft_nps: f64,
    /// [`Behaviour::search_nps`] before rounding.
    #[serde(skip)]
    pub search_speed: f64,
}

/// Measures everything; `watch` hears of the tables being solved.
pub fn behaviour(
    (evaluation, factory): (&str, EvaluatorFactory),
    depth: u32,
    hash_mib: usize,
    watch: Watch<'_>,
) -> anyhow::Result<Behaviour> {
    let started = Instant::now();
    let leaves = perft(&positions()[1], PERFT_DEPTH);
    let perft_nps = leaves as f64 / started.elapsed().as_secs_f64().max(1e-6);
    let (table_wins, table_plies) = tables(watch)?;
    let search = signature::signature(factory, depth, hash_mib);
    Ok(Behaviour {
        perft: leaves,
        table_wins,
        table_plies,
        search_nodes: search.nodes,
        search_depth: depth,
        search_nps: search.speed() as u64,
        evaluation: evaluation.to_owned(),
        perft_nps,
        search_speed: search.speed(),
    })
}

/// Wins of the signature's endgames, and the sum of their depths under both metrics.
fn tables(watch: Watch<'_>) -> anyhow::Result<(u64, u64)> {
    let tables = Tables::in_memory();
    let (mut wins, mut plies) = (0, 0);
    for name in SOLVED {
        let table = tables.ensure(name.parse()?, Watch { stop: watch.stop, hear: watch.hear })?;
        for side in &table.profile().sides {
            wins += side.wins().classes;
            let depths = side.wins_by_dtm_plies.iter().chain(&side.wins_by_dtc_plies);
            plies += depths.map(|(&n, c)| u64::from(n) * c.classes).sum::<u64>();
        }
    }
    Ok((wins, plies))
}

impl fmt::Display for Behaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "signature: perft {} tables {}/{} search {} ({}, depth {}); perft {:.0} Mn/s, search {:.2} Mn/s",
            self.perft,
            self.table_wins,
            self.table_plies,
            self.search_nodes,
            self.evaluation,
            self.search_depth,
            self.perft_nps / 1e6,
            self.search_speed / 1e6,
        )
    }
}
