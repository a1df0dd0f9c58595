//! What was learned so far, in a file: weights, and how far each may still move.

use std::path::Path;

use anyhow::{Context, bail};
use philidor_files::sealed;
use serde::{Deserialize, Serialize};

use super::learner::Learner;

/// The state of learning after some positions.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    identity: String,
    pub(super) seen: u64,
    pub(super) surprise: f64,
    weights: Vec<Vec<f32>>,
    squares: Vec<Vec<f32>>,
}

impl Kept {
    pub(super) fn of(learner: &Learner, identity: &str, seen: u64, surprise: f64) -> Kept {
        let tables = |of: &crate::net::Weights| of.tables().map(|(_, table, _)| table.clone()).to_vec();
        Kept {
            identity: identity.to_owned(),
            seen,
            surprise,
            weights: tables(&learner.weights),
            squares: tables(&learner.squares),
        }
    }

    /// Nothing if there is no such file; a file of another run, or a damaged one, is refused.
    pub(super) fn read(path: &Path, identity: &str) -> anyhow::Result<Option<Kept>> {
        if !path.exists() {
            return Ok(None);
        }
        let shown = path.display();
        let kept: Kept = postcard::from_bytes(&sealed::read(path)?)
            .with_context(|| format!("{shown} is no state of learning: remove it or name another file"))?;
        if kept.identity != identity {
            bail!("{shown} belongs to other games or settings: remove it or name another file");
        }
        Ok(Some(kept))
    }

    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        sealed::write(path, postcard::to_stdvec(self)?)
    }

    /// Puts the weights back.
    pub(super) fn restore(self, learner: &mut Learner) -> anyhow::Result<()> {
        for (into, from) in [(&mut learner.weights, self.weights), (&mut learner.squares, self.squares)] {
            for ((_, table, _), kept) in into.tables_mut().into_iter().zip(from) {
                anyhow::ensure!(table.len() == kept.len(), "the state of learning is of another net");
                *table = kept;
            }
        }
        Ok(())
    }
}
