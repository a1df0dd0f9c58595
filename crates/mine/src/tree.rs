//! Exact decision trees as files, and what there is to say of one.

use std::path::Path;

use anyhow::Context;
use philidor_files as files;
use philidor_induce::{
    Classifier, Tree,
    characterise::Dataset,
    code::Packed,
    search::{Found, Search, Settings},
};
use serde_json::{Value, json};

/// Reads a packed tree of these positions.
pub fn read(path: &Path, data: &Dataset) -> anyhow::Result<Tree> {
    let within = || format!("in {}", path.display());
    Packed::from_file(&files::read(path)?).with_context(within)?.unpack(data).with_context(within)
}

/// Writes a packed tree.
pub fn write(path: &Path, packed: &Packed) -> anyhow::Result<()> {
    files::write(path, packed.to_file())
}

/// Looks for a small exact tree, beginning with `from` if there is one. What is found so far is kept in `out` now and then; `hear` is told of
/// every step and may end the search.
pub fn search(
    data: &Dataset,
    settings: Settings,
    from: Option<&Tree>,
    out: Option<&Path>,
    hear: &mut dyn FnMut(u64, &Found) -> bool,
) -> anyhow::Result<Found> {
    let search = Search::new(data, settings, from).context(
        "no exact tree: these features do not tell all positions of different result apart, or the tree given errs",
    )?;
    let mut kept = f64::INFINITY;
    Ok(search.run(&mut |step, best| {
        if let (Some(path), true) = (out, step.is_multiple_of(KEEP) && best.bits < kept) {
            // What is found so far survives an interruption; the last word is written at the end.
            if let Ok(packed) = Packed::pack(&best.tree, data) {
                kept = best.bits;
                let _ = write(path, &packed);
            }
        }
        hear(step, best)
    }))
}

/// Steps between two looks whether there is something better to keep.
const KEEP: u64 = 5_000;

/// A tree with its figures.
pub struct Figures<'a> {
    data: &'a Dataset,
    tree: &'a Tree,
    packed: &'a Packed,
    /// Features it asks about.
    used: usize,
    /// Positions that a reader of the packed tree gets wrong.
    pub wrong: usize,
}

impl<'a> Figures<'a> {
    /// Counts. What is counted is what a reader of the file gets.
    pub fn new(data: &'a Dataset, tree: &'a Tree, packed: &'a Packed) -> anyhow::Result<Figures<'a>> {
        let unpacked = packed.unpack(data)?;
        let errs = |row: &&u32| unpacked.answer(data, **row) != data.results[**row as usize];
        let wrong = data.rows().iter().filter(errs).count();
        let mut used = vec![false; data.features.len()];
        tree.root.each_split(&mut |feature, _| used[feature] = true);
        Ok(Figures { data, tree, packed, used: used.iter().filter(|&&u| u).count(), wrong })
    }

    /// For programs; `side` is to move.
    pub fn json(&self, side: &str) -> Value {
        json!({
            "material": self.data.material.to_string(),
            "side": side,
            "positions": self.data.len(),
            "errors": self.wrong,
            "features": self.data.features.len(),
            "features_used": self.used,
            "leaves": self.tree.leaves(),
            "depth": self.tree.root.depth(),
            "bits": self.packed.bits,
            "simple_bits": self.tree.size_bits().ceil(),
        })
    }

    /// For a terminal; `side` is to move.
    pub fn text(&self, side: &str) -> String {
        let Figures { data, tree, packed, used, wrong } = self;
        format!(
            "{}, {side} to move: {} positions, {wrong} errors\n\
             tree     {} answers, at most {} questions deep, {used} of {} features used\n\
             packed   {} bits, 1 bit for {:.0} positions\n\
             simple   {:.0} bits (log2 of {} questions + 1 for each question, 2 for each answer)\n",
            data.material,
            data.len(),
            tree.leaves(),
            tree.root.depth(),
            data.features.len(),
            packed.bits,
            data.len() as f64 / packed.bits as f64,
            tree.size_bits().ceil(),
            tree.questions
        )
    }
}
