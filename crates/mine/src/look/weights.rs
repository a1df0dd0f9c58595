//! Which weights matter: pruning, nets that began with opposite weights, and bits per weight.

use philidor_induce::characterise::Coding;
use philidor_nets::{
    Net, drill,
    prune::{self, Mask},
    quant::{BITS, Quantised},
};
use philidor_stats::Rng;

use super::{Scene, plot};
use crate::{Line, MineError, Outcome, Run, Samples, Start, coding, train};

impl Scene<'_> {
    fn accuracy(&self, net: Net<f32>) -> f64 {
        100.0 * philidor_induce::accuracy(&self.judge.with_net(net), self.data, self.rows)
    }

    fn samples(&self, rows: &[u32]) -> Samples {
        let coding = coding(&self.run.coding).unwrap_or(Coding::Natural);
        Samples::new(self.data, rows, coding, self.judge.net().shape().outputs(), self.run.target)
    }

    /// Takes the least important weights away, with and without training what is left.
    pub(super) fn prune(&mut self, outcome: &mut Outcome) -> Result<(), MineError> {
        const ROUNDS: u32 = 40;
        let net = self.judge.net().clone();
        let sample = self.samples(&Rng::new(self.seed).draw(self.rows, 2000));
        let all = self.samples(self.rows);
        let importance = prune::importance(&net, &sample.inputs);
        let weights: usize = net.layers().iter().map(|l| l.inputs * l.outputs).sum();
        let (mut cut, mut trained) = (Vec::new(), Vec::new());
        let mut current = (net.clone(), Mask::none(&net));
        let mut least = weights;
        for step in 0..10 {
            self.tick("pruning", step, 10)?;
            let share = 1.0 - 0.1 * step as f64;
            let mut bare = net.clone();
            Mask::none(&net).keep(&net, &importance, share).apply(bare.parameters_mut());
            cut.push((100.0 * share, self.accuracy(bare)));
            let now = prune::importance(&current.0, &sample.inputs);
            let mask = current.1.keep(&current.0, &now, share);
            mask.apply(current.0.parameters_mut());
            let settings = drill::Settings {
                rounds: ROUNDS,
                rate: 0.002,
                mask: Some(mask.clone()),
                seed: self.seed,
                ..drill::Settings::default()
            };
            let done = drill::drill(&current.0, &all.inputs, &all.targets, &settings, &mut |_| true);
            if let Some(done) = done {
                current = (done.net, mask);
            }
            let right = self.accuracy(current.0.clone());
            trained.push((100.0 * share, right));
            if right >= outcome.figures.get("training %").copied().unwrap_or(100.0) {
                least = (share * weights as f64).round() as usize;
            }
        }
        outcome.figure("fewest weights as good", least as f64);
        let plot = plot("Pruning the least important weights", "% of weights left", "% right");
        let label = &self.run.label;
        outcome.lines.push(Line { plot: plot.clone(), name: format!("{label}: cut"), points: cut });
        outcome.lines.push(Line { plot, name: format!("{label}: cut, then trained"), points: trained });
        let names: Vec<String> =
            self.data.features.iter().map(|f| format!("{} ({})", f.name, f.about)).collect();
        if names.len() == net.shape().inputs() {
            let mut inputs: Vec<(f64, &String)> = names
                .iter()
                .enumerate()
                .map(|(i, name)| {
                    let through = importance[net.layers()[0].weights()].iter().skip(i).step_by(names.len());
                    (through.sum(), name)
                })
                .collect();
            inputs.sort_by(|a, b| b.0.total_cmp(&a.0));
            let list =
                |part: &[(f64, &String)]| part.iter().map(|(_, n)| n.as_str()).collect::<Vec<_>>().join(", ");
            outcome
                .notes
                .push(format!("inputs whose weights carry most: {}", list(&inputs[..5.min(inputs.len())])));
            outcome.notes.push(format!("least: {}", list(&inputs[inputs.len().saturating_sub(5)..])));
        }
        Ok(())
    }

    /// Trains the net that began with every weight of the other sign. Does what the two have in common, or where they
    /// differ, tell which weights matter?
    pub(super) fn mirror(&mut self, outcome: &mut Outcome) -> Result<(), MineError> {
        let twin = Run { start: Start::Mirrored, then: Vec::new(), ..self.run.clone() };
        let other = train(&twin, self.seed, self.data, self.rows, &[], self.hear)?.net;
        outcome.figure("twin: training %", self.accuracy(other.clone()));
        let net = self.judge.net().clone();
        let rows = Rng::new(self.seed).draw(self.rows, 1000);
        // How much the answers change when a weight is taken away.
        let mut changes = Vec::new();
        let full = self.judge.answers(self.data, &rows);
        let first = net.layers()[0].weights();
        for i in first.clone() {
            if i % 64 == 0 {
                self.tick("weighing", i, first.len())?;
            }
            let mut cut = net.clone();
            cut.parameters_mut()[i] = 0.0;
            let answers = self.judge.with_net(cut).answers(self.data, &rows);
            changes.push(full.iter().zip(&answers).map(|(a, b)| f64::from((a - b).abs())).sum::<f64>());
        }
        let (a, b) = (&net.parameters()[first.clone()], &other.parameters()[first]);
        let pair = |f: fn(f32, f32) -> f32| -> Vec<f64> {
            a.iter().zip(b).map(|(&a, &b)| f64::from(f(a, b).abs())).collect()
        };
        for (name, guess) in [
            ("rank correlation: |w|", pair(|a, _| a)),
            ("rank correlation: |w + twin|", pair(|a, b| a + b)),
            ("rank correlation: |w - twin|", pair(|a, b| a - b)),
        ] {
            outcome.figure(name, rank_correlation(&guess, &changes));
        }
        let points = a.iter().zip(b).map(|(&a, &b)| (f64::from(a), f64::from(b))).collect();
        let title = "First-layer weights of nets that began with opposite weights";
        outcome.lines.push(Line {
            plot: plot(title, "weight", "weight of the twin (points)"),
            name: self.run.label.clone(),
            points,
        });
        Ok(())
    }

    /// Rounds the weights after training: bits per weight against errors, and the size with a list of exceptions.
    pub(super) fn bits(&self, outcome: &mut Outcome) {
        let net = self.judge.net();
        let (mut errors, mut sizes) = (Vec::new(), Vec::new());
        let all = self.rows.len() as f64;
        let mut least = f64::INFINITY;
        for bits in BITS {
            let quantised = Quantised::new(net, bits, 1.0);
            let judge = self.judge.with_net(quantised.net(net));
            let wrong = philidor_induce::errors(&judge, self.data, self.rows).len() as f64;
            let total = quantised.size_in_bits() as f64 + list_bits(wrong, all);
            errors.push((f64::from(bits), wrong.max(0.5)));
            sizes.push((f64::from(bits), total));
            least = least.min(total);
            if wrong == 0.0 && !outcome.figures.contains_key("bits per weight without error") {
                outcome.figure("bits per weight without error", f64::from(bits));
            }
        }
        outcome.figure("least bits, net + exceptions", least);
        let label = self.run.label.clone();
        let errors_plot = plot("Errors by bits per weight (log; none = 0.5)", "bits", "errors");
        outcome.lines.push(Line { plot: errors_plot, name: label.clone(), points: errors });
        let size_plot = plot("Size of net and exceptions", "bits per weight", "bits in all");
        outcome.lines.push(Line { plot: size_plot, name: label, points: sizes });
    }
}

/// Bits that say which `wrong` of `all` positions are exceptions: log2 of the number of such sets.
pub fn list_bits(wrong: f64, all: f64) -> f64 {
    (0..wrong as u64).map(|i| ((all - i as f64) / (i + 1) as f64).log2()).sum()
}

/// Spearman's rank correlation.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
        let mut ranks = vec![0.0; values.len()];
        order.iter().enumerate().for_each(|(rank, &i)| ranks[i] = rank as f64);
        ranks
    };
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let (mut ab, mut aa) = (0.0, 0.0);
    for (a, b) in a.iter().zip(&b) {
        ab += (a - mean) * (b - mean);
        aa += (a - mean) * (a - mean);
    }
    if aa == 0.0 { 0.0 } else { ab / aa }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_correlations() {
        assert!((rank_correlation(&[1.0, 5.0, 9.0], &[2.0, 3.0, 100.0]) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[1.0, 5.0, 9.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_list_of_exceptions_costs_what_it_tells() {
        assert_eq!(list_bits(0.0, 1024.0), 0.0);
        assert_eq!(list_bits(1.0, 1024.0), 10.0);
        assert!((list_bits(2.0, 4.0) - 6f64.log2()).abs() < 1e-12);
    }
}
