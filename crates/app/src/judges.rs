//! Our evaluations by name, and endgame tables for a search.

use std::sync::Arc;

use philidor_know::search::{EvaluatorFactory, TableProbe};
use philidor_truth::{Prober, Tables};
use philidor_uci::{Failure, Resources};

use crate::{commands::tables::open_syzygy, home};

/// The evaluations a match or the `Evaluation` option can name.
pub(crate) use philidor_know::evaluator::{LEARNED, NAMES};
/// Evaluations by name, and from files.
pub(crate) use philidor_train::neuro::file::evaluation as by_name;

/// Endgame tables for a search: those of the data directory, and Syzygy files if a path is given.
pub(crate) fn tables(syzygy_path: &str) -> anyhow::Result<Prober> {
    let syzygy = if syzygy_path.is_empty() { None } else { Some(open_syzygy(syzygy_path)?) };
    Ok(Prober::for_search(&Tables::at(home::tables()?), syzygy)?)
}

/// What our engine is given from this machine: evaluations by name, and the tables of the data directory.
pub(crate) struct House;

impl Resources for House {
    fn evaluator(&self, name: &str) -> Result<EvaluatorFactory, Failure> {
        Ok(by_name(name)?)
    }

    fn tables(&self, syzygy_path: &str) -> Result<(Arc<dyn TableProbe>, String), Failure> {
        let prober = tables(syzygy_path)?;
        let found = prober.summary();
        Ok((Arc::new(prober), found))
    }
}
