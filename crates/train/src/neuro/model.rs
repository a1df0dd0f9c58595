//! The chess model M: what the inputs change by in two half-moves (Thrun 1995, section 3).
//!
//! M predicts the *change*, because most inputs stay as they are: "nothing changes" is then the net that answers zero, and
//! the slope of the next position by this one is the identity plus M's. Trained on expert games by Adam on mini-batches.

use std::path::Path;

use philidor_files as files;
use philidor_games::Game;
use philidor_know::inputs::{self, INPUTS, Reader};
use philidor_nets::{
    Net,
    adam::{Adam, cosine},
    batch::{Batch, Loss},
};
use philidor_stats::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    NeuroError,
    corpus::{Corpus, positions},
    file::{NeuroNet, Role, Story, model_shape},
    scaled_slice,
    view::View,
};

/// How M is trained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelSettings {
    /// Hidden neurons; the paper: 165.
    pub hidden: usize,
    /// Passes over the games.
    pub epochs: u32,
    /// Positions per step.
    pub batch: usize,
    /// Adam's rate, falling along half a cosine.
    pub rate: f64,
    /// Chooses the first weights and the order of positions.
    pub seed: u64,
}

impl Default for ModelSettings {
    fn default() -> ModelSettings {
        ModelSettings { hidden: 165, epochs: 4, batch: 128, rate: 1e-3, seed: 1 }
    }
}

/// Positions of games as rows of inputs; `pairs` are rows two half-moves apart.
struct Rows {
    numbers: Vec<i16>,
    pairs: Vec<u32>,
}

impl Rows {
    fn of(games: &[Game]) -> Rows {
        let found: Vec<Vec<i16>> = games
            .par_iter()
            .map_init(Reader::default, |reader, game| {
                positions(game).iter().flat_map(|pos| reader.read(pos)).collect()
            })
            .collect();
        let mut rows = Rows { numbers: Vec::new(), pairs: Vec::new() };
        for game in found {
            let (first, count) = (rows.numbers.len() / INPUTS, game.len() / INPUTS);
            rows.numbers.extend(game);
            rows.pairs.extend((first..first + count.saturating_sub(2)).map(|row| row as u32));
        }
        rows
    }

    fn row(&self, row: usize) -> &[i16] {
        &self.numbers[row * INPUTS..][..INPUTS]
    }

    /// Inputs and changes of some pairs, scaled.
    fn fill(&self, pairs: &[u32], inputs: &mut Vec<f32>, changes: &mut Vec<f32>) {
        inputs.resize(pairs.len() * INPUTS, 0.0);
        changes.resize(pairs.len() * INPUTS, 0.0);
        let out = inputs.chunks_exact_mut(INPUTS).zip(changes.chunks_exact_mut(INPUTS));
        for (&pair, (now, change)) in pairs.iter().zip(out) {
            scaled_slice(self.row(pair as usize), now);
            scaled_slice(self.row(pair as usize + 2), change);
            change.iter_mut().zip(now.iter()).for_each(|(change, now)| *change -= now);
        }
    }
}

/// How well M predicts games it did not learn from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Mean squared error per input, in units.
    pub error: f64,
    /// The same for "nothing changes".
    pub nothing: f64,
    /// Per input: share of the variance that M explains.
    pub r2: Vec<f32>,
    /// Per input: share of the variance that "nothing changes" explains.
    pub r2_nothing: Vec<f32>,
    /// Pairs of positions measured on.
    pub pairs: usize,
}

/// What a finished model was trained on, and how well it predicts: for people ([`ModelReport::text`]) and for programs.
pub struct ModelReport<'a> {
    /// The games.
    pub corpus: &'a Corpus,
    /// The pairs of positions made of them.
    pub data: &'a ModelData,
    /// How well the model predicts the games held out.
    pub quality: &'a Quality,
}

impl ModelReport<'_> {
    /// For programs: every feature.
    pub fn json(&self) -> serde_json::Value {
        let ModelReport { corpus, data, quality } = self;
        let feature = |i: usize| json!({ "id": inputs::id(i), "r2": quality.r2[i], "r2_nothing_changes": quality.r2_nothing[i] });
        json!({
            "games": corpus.games.len(), "held_out_games": corpus.held_out.len(), "passed_over": corpus.passed_over.count,
            "pairs": data.sizes().0, "held_out_pairs": quality.pairs,
            "error": quality.error, "error_nothing_changes": quality.nothing,
            "features": (0..inputs::INPUTS).map(feature).collect::<Vec<_>>(),
        })
    }

    /// For people: the six features that are predicted best and the six that are predicted worst.
    pub fn text(&self) -> String {
        let ModelReport { corpus, data, quality } = self;
        let mut order: Vec<usize> = (0..inputs::PER_SIDE).collect();
        order.sort_by(|&a, &b| quality.r2[b].total_cmp(&quality.r2[a]).then(a.cmp(&b)));
        let rows = |features: &[usize]| -> String { features.iter().map(|&i| quality.row(i)).collect() };
        format!(
            "{} games, {} held out; {} pairs of positions two half-moves apart, {} held out\n\
             held-out error {:.4} (mean square per feature); if nothing changed {:.4}: {:.1} % of the change is explained\n\
             \nfeature of the side to move     R²   if nothing changed\n{}…\n{}",
            corpus.games.len(),
            corpus.held_out.len(),
            data.sizes().0,
            quality.pairs,
            quality.error,
            quality.nothing,
            100.0 * (1.0 - quality.error / quality.nothing),
            rows(&order[..6]),
            rows(&order[order.len() - 6..])
        )
    }
}

impl Quality {
    fn row(&self, i: usize) -> String {
        let id = inputs::id(i);
        format!("{:<28} {:>6.3}   {:>6.3}\n", id.trim_start_matches("us."), self.r2[i], self.r2_nothing[i])
    }
}

/// M while it learns; written out and read back, it continues to the same result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ModelTrainer {
    settings: ModelSettings,
    parameters: Vec<f32>,
    adam: Adam<f32>,
    rng: Rng,
    epoch: u32,
    games: u64,
    data: u64,
    /// Held-out error after each epoch.
    pub curve: Vec<f64>,
}

/// What training is fed with.
pub struct ModelData {
    learn: Rows,
    held_out: Rows,
}

impl ModelData {
    /// Reads the inputs of all positions.
    pub fn new(corpus: &Corpus) -> ModelData {
        ModelData { learn: Rows::of(&corpus.games), held_out: Rows::of(&corpus.held_out) }
    }

    /// Pairs to learn from and pairs held out.
    pub fn sizes(&self) -> (usize, usize) {
        (self.learn.pairs.len(), self.held_out.pairs.len())
    }
}

impl ModelTrainer {
    /// Starts with small random weights and outputs near zero.
    pub fn new(settings: ModelSettings, corpus: &Corpus) -> ModelTrainer {
        let mut net: Net<f32> = Net::scaled(model_shape(settings.hidden), settings.seed);
        let last = net.layers()[1].parameters();
        net.parameters_mut()[last].iter_mut().for_each(|w| *w *= 0.1);
        ModelTrainer {
            adam: Adam::new(net.parameters().len()),
            parameters: net.parameters().to_vec(),
            rng: Rng::new(settings.seed ^ 0x4d),
            settings,
            epoch: 0,
            games: corpus.games.len() as u64,
            data: corpus.digest,
            curve: Vec::new(),
        }
    }

    /// Saved progress, if it belongs to these settings and games.
    pub fn resume(
        bytes: &[u8],
        settings: &ModelSettings,
        corpus: &Corpus,
    ) -> Result<ModelTrainer, NeuroError> {
        let bad = |why: String| NeuroError::Progress(format!("saved progress cannot be used: {why}"));
        let saved: ModelTrainer =
            postcard::from_bytes(bytes).map_err(|e| bad(format!("it is damaged ({e})")))?;
        if saved.settings != *settings {
            return Err(bad(format!("it was made with {:?}, not {settings:?}", saved.settings)));
        }
        if saved.data != corpus.digest || saved.games != corpus.games.len() as u64 {
            return Err(bad("it was made with other games".to_owned()));
        }
        Ok(saved)
    }

    /// Progress to save.
    pub fn save(&self) -> Result<Vec<u8>, NeuroError> {
        postcard::to_stdvec(self).map_err(|e| NeuroError::Progress(format!("cannot save progress: {e}")))
    }

    /// Epochs done.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Whether all epochs are done.
    pub fn done(&self) -> bool {
        self.epoch >= self.settings.epochs
    }

    /// The net as it is.
    pub fn net(&self) -> Net<f32> {
        Net::with_parameters(model_shape(self.settings.hidden), self.parameters.clone())
    }

    /// One pass over all pairs in random order; `at` hears how many are done and may stop it (nothing is then
    /// learned in this pass). Whether the pass was finished.
    pub fn pass(&mut self, data: &ModelData, at: &mut dyn FnMut(usize, usize) -> bool) -> bool {
        let before = (self.parameters.clone(), self.adam.clone(), self.rng.clone());
        let mut net = self.net();
        let (mut batch, mut x, mut t) = (Batch::default(), Vec::new(), Vec::new());
        let order = self.rng.draw(&data.learn.pairs, data.learn.pairs.len());
        for (i, pairs) in order.chunks(self.settings.batch).enumerate() {
            let done = i * self.settings.batch;
            let share = (f64::from(self.epoch) + done as f64 / order.len() as f64)
                / f64::from(self.settings.epochs.max(1));
            data.learn.fill(pairs, &mut x, &mut t);
            batch.run(&net, &x);
            // The gradient is of the mean over positions of the sum over inputs.
            let gradient = batch.gradient(&net, &x, &t, &[], Loss::Squared).0;
            self.adam.step(net.parameters_mut(), gradient, self.settings.rate * cosine(share, 0.05));
            if i.is_multiple_of(64) && !at(done, order.len()) {
                (self.parameters, self.adam, self.rng) = before;
                return false;
            }
        }
        self.parameters = net.parameters().to_vec();
        self.epoch += 1;
        self.curve.push(self.quality(data).error);
        true
    }

    /// Passes over the data until the last, keeping progress in a file after each; `at` hears how far a pass is and may stop it, `passed` hears
    /// of every pass that is over.
    pub fn train(
        &mut self,
        data: &ModelData,
        progress: &Path,
        at: &mut dyn FnMut(u32, usize, usize) -> bool,
        passed: &dyn Fn(&ModelTrainer),
    ) -> anyhow::Result<()> {
        while !self.done() {
            let pass = self.epoch + 1;
            if !self.pass(data, &mut |done, all| at(pass, done, all)) {
                let kept = if self.epoch > 0 { "; --resume continues after the last whole pass" } else { "" };
                anyhow::bail!("stopped{kept}");
            }
            files::write(progress, self.save()?)?;
            passed(self);
        }
        Ok(())
    }

    /// How well M predicts the games held out.
    pub fn quality(&self, data: &ModelData) -> Quality {
        let net = self.net();
        let rows = &data.held_out;
        let (mut batch, mut x, mut t) = (Batch::default(), Vec::new(), Vec::new());
        let mut sums = vec![[0.0_f64; 4]; INPUTS];
        for pairs in rows.pairs.chunks(512) {
            rows.fill(pairs, &mut x, &mut t);
            let answers = batch.run(&net, &x);
            let all = answers.chunks_exact(INPUTS).zip(t.chunks_exact(INPUTS)).zip(x.chunks_exact(INPUTS));
            for ((answer, change), now) in all {
                for i in 0..INPUTS {
                    let (change, off) = (f64::from(change[i]), f64::from(answer[i] - change[i]));
                    let next = f64::from(now[i]) + change;
                    let sum = &mut sums[i];
                    sum[0] += off * off;
                    sum[1] += change * change;
                    sum[2] += next;
                    sum[3] += next * next;
                }
            }
        }
        let n = rows.pairs.len().max(1) as f64;
        let explained = |missed: f64, sum: &[f64; 4]| {
            let variance = sum[3] - sum[2] * sum[2] / n;
            if variance > 1e-9 { (1.0 - missed / variance) as f32 } else { 0.0 }
        };
        let mean = |which: usize| sums.iter().map(|s| s[which]).sum::<f64>() / n / INPUTS as f64;
        Quality {
            error: mean(0),
            nothing: mean(1),
            r2: sums.iter().map(|s| explained(s[0], s)).collect(),
            r2_nothing: sums.iter().map(|s| explained(s[1], s)).collect(),
            pairs: rows.pairs.len(),
        }
    }

    /// M as a file.
    pub fn finished(&self, quality: &Quality) -> NeuroNet {
        let story = Story {
            role: Role::Model,
            recipe: format!("philidor learn model, {} epochs, rate {}", self.epoch, self.settings.rate),
            seed: self.settings.seed,
            games: self.games,
            data: format!("{:016x}", self.data),
            centipawns: 0.0,
            result: format!(
                "held-out error {:.4}, nothing changes {:.4}, {} pairs",
                quality.error, quality.nothing, quality.pairs
            ),
            r2: quality.r2.clone(),
        };
        NeuroNet { net: self.net(), view: View::Features, story }
    }
}
