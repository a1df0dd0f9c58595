//! Our evaluations by name, and endgame tables for a search.

use std::sync::{Arc, atomic::AtomicBool};

use anyhow::{Context, bail};
use philidor_chess::Material;
use philidor_know::{
    eval::{Evaluation, Weights},
    evaluator,
    search::{EvaluatorFactory, TableProbe},
};
use philidor_train::neuro::file::{NeuroNet, Role};
use philidor_truth::{Prober, Tables, Watch};
use philidor_uci::{Failure, Resources};

use crate::{commands::tables::open_syzygy, home};

/// The evaluations a match or the `Evaluation` option can name.
pub(crate) use philidor_know::evaluator::NAMES;

/// The evaluation called `name`, ours with the weights of a file (`.txt`), or a learned net (`net:FILE`).
pub(crate) fn by_name(name: &str) -> anyhow::Result<EvaluatorFactory> {
    if let Some(own) = evaluator::by_name(name) {
        return Ok(own);
    }
    if let Some(file) = net_file(name) {
        return Ok(load_net(file)?.judge(name));
    }
    Ok(match name {
        _ if name.ends_with(".txt") => {
            let text =
                std::fs::read_to_string(name).with_context(|| format!("reading weights from {name}"))?;
            let weights = Arc::new(Weights::parse(&text).with_context(|| format!("in {name}"))?);
            Arc::new(move || Box::new(Evaluation::new("weights", weights.clone())))
        }
        _ => bail!(
            "no evaluation called {name:?}; there are {}, a weights file (.txt), or a learned net (net:FILE)",
            NAMES.join(", ")
        ),
    })
}

/// The file of a learned net: `net:FILE`, or a name that ends as such files do.
pub(crate) fn net_file(name: &str) -> Option<&str> {
    name.strip_prefix("net:").or_else(|| name.ends_with(".safetensors").then_some(name))
}

/// Reads a learned evaluation.
pub(crate) fn load_net(file: &str) -> anyhow::Result<NeuroNet> {
    let bytes = std::fs::read(file).with_context(|| format!("reading a net from {file}"))?;
    NeuroNet::from_bytes(&bytes, Role::Evaluation).with_context(|| format!("in {file}"))
}

/// Endgame tables for a search: three men always (solved at once), four men if their files are there, and Syzygy files
/// if a path is given. The second value says what was found.
pub(crate) fn tables(syzygy_path: &str) -> anyhow::Result<(Prober, String)> {
    let small = Tables::in_memory();
    let go = AtomicBool::new(false);
    small.build(&Material::all_with_men(3), false, Watch { stop: &go, hear: &|_| () })?;
    let syzygy = if syzygy_path.is_empty() { None } else { Some(open_syzygy(syzygy_path)?) };
    let stored = Tables::at(home::tables()?);
    let prober = Prober::new(&[&small, &stored], MEN_AT_LEAVES, syzygy)?;
    let more = if syzygy_path.is_empty() {
        String::new()
    } else {
        format!(", Syzygy files to {} men", prober.max_men())
    };
    let found = format!("{} own endgame tables{more}", prober.own_tables());
    Ok((prober, found))
}

/// Own tables with more men are too large to be opened unasked.
const MEN_AT_LEAVES: usize = 4;

/// What our engine is given from this machine: evaluations by name, and the tables of the data directory.
pub(crate) struct House;

impl Resources for House {
    fn evaluator(&self, name: &str) -> Result<EvaluatorFactory, Failure> {
        Ok(by_name(name)?)
    }

    fn tables(&self, syzygy_path: &str) -> Result<(Arc<dyn TableProbe>, String), Failure> {
        let (prober, found) = tables(syzygy_path)?;
        Ok((Arc::new(prober), found))
    }
}
