//! Section 7's cycle: significant weights become candidate features, and a second training shows what they are worth.

use std::fmt::Write as _;

use philidor_induce::characterise::{Dataset, Feature, Place};
use philidor_nets::prune;

use super::Scene;
use crate::{MineError, Outcome, Run, samples, train};

/// Candidates taken from a net.
const CANDIDATES: usize = 6;
/// Inputs that a candidate combines.
const TERMS: usize = 3;

impl Scene<'_> {
    /// Turns the weightiest hidden neurons into features and trains a smaller net with and without them.
    pub(super) fn evolve(&mut self, outcome: &mut Outcome) -> Result<(), MineError> {
        let candidates = self.candidates();
        let small =
            Run { hidden: self.run.hidden.iter().map(|n| n.div_ceil(4)).collect(), ..self.run.clone() };
        let mut richer = self.data.clone();
        for feature in &candidates {
            let column = richer.places.iter().map(|place| feature.value(place)).collect();
            richer.columns.push(column);
            richer.features.push(feature.clone());
            outcome.notes.push(format!("candidate {}: {}", feature.name, feature.rule));
        }
        for (name, data) in [("smaller net", self.data), ("smaller net with candidates", &richer)] {
            let (rows, test) = samples::sets(data, &small, self.seed)?;
            let trained = train(&small, self.seed, data, &rows, &test, self.hear)?;
            let judge = trained.judge(&small, data);
            outcome.figure(&format!("{name}: weights"), judge.net().parameters().len() as f64);
            outcome.figure(
                &format!("{name}: training %"),
                100.0 * philidor_induce::accuracy(&judge, data, &rows),
            );
            if !test.is_empty() {
                outcome.figure(
                    &format!("{name}: testing %"),
                    100.0 * philidor_induce::accuracy(&judge, data, &test),
                );
            }
        }
        Ok(())
    }

    /// Small whole-number combinations of the inputs that matter most to the neurons that matter most.
    fn candidates(&self) -> Vec<Feature> {
        let net = self.judge.net();
        if net.layers().len() < 2 || net.shape().inputs() != self.data.features.len() {
            return Vec::new();
        }
        let sample: Vec<f32> = self
            .rows
            .iter()
            .step_by((self.rows.len() / 2000).max(1))
            .flat_map(|&r| self.judge.coding().encode(&self.data.features, &self.data.values_of(r)))
            .collect();
        let importance = prune::importance(net, &sample);
        let (first, second) = (net.layers()[0], net.layers()[1]);
        let mut neurons: Vec<(f64, usize)> = (0..first.outputs)
            .map(|n| {
                let out = importance[second.weights()].iter().skip(n).step_by(second.inputs);
                (out.sum(), n)
            })
            .collect();
        neurons.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut out: Vec<Feature> = Vec::new();
        for (_, neuron) in neurons {
            let row = first.weights().start + neuron * first.inputs;
            let mut terms: Vec<usize> = (0..first.inputs).collect();
            terms.sort_by(|&a, &b| importance[row + b].total_cmp(&importance[row + a]));
            terms.truncate(TERMS);
            // The weight on the value itself, whatever the coding.
            let weight = |i: usize| {
                let feature = &self.data.features[i];
                let wide = f32::from(feature.range.1) - f32::from(feature.range.0);
                let scale = if self.run.coding == "scaled" && wide > 0.0 { 2.0 / wide } else { 1.0 };
                net.parameters()[row + i] * scale
            };
            let largest = terms.iter().map(|&i| weight(i).abs()).fold(0.0, f32::max);
            let parts: Vec<(i32, Feature)> = terms
                .iter()
                .map(|&i| ((2.0 * weight(i) / largest).round() as i32, self.data.features[i].clone()))
                .filter(|(c, _)| *c != 0)
                .collect();
            let candidate = combination(&format!("e{}", out.len() + 1), &parts);
            if parts.len() > 1
                && !out.iter().any(|f| f.rule == candidate.rule)
                && is_new(self.data, &candidate)
            {
                out.push(candidate);
            }
            if out.len() == CANDIDATES {
                break;
            }
        }
        out
    }
}

/// A feature that sums others with whole factors, held within what a column can store.
fn combination(name: &str, parts: &[(i32, Feature)]) -> Feature {
    let mut rule = String::new();
    for (factor, feature) in parts {
        let sign = if *factor < 0 { "-" } else { "+" };
        let _ = write!(rule, " {sign} {} {}", factor.abs(), feature.name); // writing to a String cannot fail
    }
    let ends = |pick: fn(i32, i32) -> i32| -> i32 {
        let of = |(c, f): &(i32, Feature)| pick(c * i32::from(f.range.0), c * i32::from(f.range.1));
        parts.iter().map(of).sum()
    };
    let range = (ends(i32::min).clamp(-127, 127), ends(i32::max).clamp(-127, 127));
    let level = 1 + parts.iter().map(|(_, f)| f.level).max().unwrap_or(0);
    let parts = parts.to_vec();
    let value = move |place: &Place| {
        parts.iter().map(|(c, f)| c * i32::from(f.value(place))).sum::<i32>().clamp(range.0, range.1)
    };
    let rule = rule.trim().trim_start_matches("+ ").to_owned();
    Feature::new(name, level, format!("found by a net: {rule}"), rule, (range.0 as i8, range.1 as i8), value)
}

/// True if no column says the same already.
fn is_new(data: &Dataset, feature: &Feature) -> bool {
    let sample: Vec<usize> = (0..data.len()).step_by((data.len() / 500).max(1)).collect();
    let values: Vec<i8> = sample.iter().map(|&r| feature.value(&data.places[r])).collect();
    !data.columns.iter().any(|c| sample.iter().zip(&values).all(|(&r, v)| c[r] == *v))
}
