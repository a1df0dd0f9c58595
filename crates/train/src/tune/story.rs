//! What is said of tuned weights: how the fit went, and the header of their file.

use std::fmt::Write as _;

use philidor_know::features::FeatureId;

use super::{Dataset, Epoch, FitSettings, Fitted, SampleSettings, Source};

/// Weights with everything that led to them.
pub struct Tuned<'a> {
    /// The positions.
    pub data: &'a Dataset,
    /// How they were chosen.
    pub sample: &'a SampleSettings,
    /// How the weights were moved.
    pub settings: &'a FitSettings,
    /// The file of the weights that were started from.
    pub start: String,
    /// The weights.
    pub fitted: &'a Fitted,
}

impl Tuned<'_> {
    /// The loss after each pass.
    pub fn progress(&self) -> String {
        let (learned, held_out) = self.data.sizes();
        let mut text = format!(
            "{} weights, {learned} positions, {held_out} held out; k = {:.4}\n",
            FeatureId::WEIGHTS,
            self.fitted.k
        );
        for epoch in &self.fitted.epochs {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "epoch {:>3}  loss {:.6}  held out {:.6}",
                epoch.number, epoch.loss, epoch.held_out
            );
        }
        text + &format!("rounded to centipawns: held out {:.6}", self.fitted.rounded)
    }

    /// The file of the weights. Its header is enough to repeat the run.
    pub fn file(&self) -> String {
        self.fitted.weights.write(&self.provenance())
    }

    fn provenance(&self) -> String {
        let Tuned { data, sample, settings, fitted, .. } = self;
        let (learned, held_out) = data.sizes();
        let source = |s: &Source| {
            format!(
                "games: {}, {} with results, {} positions, xxh3 {:016x} of the PGN text\n",
                s.name, s.games, s.positions, s.digest
            )
        };
        let sources: String = data.sources.iter().map(source).collect();
        let losses = |epoch: Option<&Epoch>| {
            epoch.map_or_else(String::new, |e| format!("{:.6} (held out {:.6})", e.loss, e.held_out))
        };
        let teacher = if sample.teacher_nodes == 0 {
            String::new()
        } else {
            format!(
                "; targets: result and, to {}, a search of {} nodes with the starting weights",
                settings.teacher_share, sample.teacher_nodes
            )
        };
        format!(
            "Weights in centipawns, middlegame/endgame, tuned by `philidor learn tune`.\n\
             {sources}positions: {learned} learned from, {held_out} held out (one game in twenty); first {} plies left out; seed {}\n\
             method: logistic regression, Adam, {} epochs, pull {} (material {}), sigmoid k {:.4}{teacher}\n\
             start: {}\n\
             log loss: {} before, {} after; held out {:.6} after rounding",
            sample.skip_plies,
            sample.seed,
            settings.epochs,
            settings.pull,
            settings.material_pull,
            fitted.k,
            self.start,
            losses(fitted.epochs.first()),
            losses(fitted.epochs.last()),
            fitted.rounded,
        )
    }
}
