//! Tables of the data directory, solved under a progress bar where they are missing.

use std::sync::Arc;

use anyhow::Context as _;
use philidor_chess::Material;
use philidor_truth::{Table, Tables};

use crate::{home, progress::BuildProgress};

/// Men up to which missing tables are built on the fly.
pub const BUILD_AT_ONCE: usize = 4;

/// The tables of one endgame and of all it leads to, and its own table, solved now if they are not at hand.
pub fn tables_for(material: Material) -> anyhow::Result<(Tables, Arc<Table>)> {
    let tables = Tables::at(home::tables()?);
    let known = material.men() <= BUILD_AT_ONCE || tables.table(material)?.is_some();
    anyhow::ensure!(known, "{material} takes hours to solve: `philidor tables build {material}`");
    ensure(&tables, &[material], false)?;
    let table = tables.table(material)?.context("the table was just built")?;
    Ok((tables, table))
}

/// The table of one endgame, solved now if it is not at hand.
pub fn table_of(material: Material) -> anyhow::Result<Arc<Table>> {
    Ok(tables_for(material)?.1)
}

/// Solves what is missing for some materials, with a progress bar.
pub fn ensure(tables: &Tables, wanted: &[Material], force: bool) -> anyhow::Result<usize> {
    let mut progress = BuildProgress::new();
    progress.stop_on_interrupt();
    progress.watch(|watch| tables.build(wanted, force, watch)).with_context(|| {
        let names: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        format!("building {} failed; finished tables are kept", names.join(", "))
    })
}
