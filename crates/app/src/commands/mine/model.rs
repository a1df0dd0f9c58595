//! Model files, and the positions they are about.

use std::path::Path;

use anyhow::Context;
use philidor_chess::Material;
use philidor_induce::characterise::{Characterisation, Dataset};
use philidor_mine::Judge;
use philidor_nets::file::Model;
use philidor_truth::Tables;

use crate::commands::tables::tables_for;

/// A model with the judge in it and all its positions.
pub(super) struct Loaded {
    pub(super) model: Model,
    pub(super) judge: Judge,
    pub(super) data: Dataset,
    pub(super) tables: Tables,
}

impl Loaded {
    pub(super) fn open(path: &Path) -> anyhow::Result<Loaded> {
        let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let within = || format!("in {}", path.display());
        let model = Model::from_bytes(&bytes).with_context(within)?;
        let judge = Judge::from_model(&model).with_context(within)?;
        let material: Material = judge.material;
        let tables = tables_for(material)?;
        let table = tables.table(material)?.context("the table was just built")?;
        let characterisation = Characterisation { material, features: judge.features().to_vec() };
        let data = Dataset::new(&table, judge.to_move, &characterisation);
        Ok(Loaded { model, judge, data, tables })
    }

    /// `21-40-8-1 net, 1,217 weights of 8 bits`.
    pub(super) fn summary(&self) -> String {
        let weights = self.model.net.parameters().len();
        let bits = self.model.quantised.as_ref().map_or(32, |q| q.bits);
        format!(
            "{} net, {weights} weights of {bits} bits, {} bits in all",
            self.model.net.shape(),
            self.model.size_in_bits()
        )
    }
}
