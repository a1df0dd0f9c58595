//! Many positions at once: layers as matrix products.

use ndarray::{ArrayView2, ArrayViewMut2, linalg::general_mat_mul};
use serde::{Deserialize, Serialize};

use super::{Activation, Layer, Net, Real};

/// How wrong an output is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// Half the squared distance. Where an output is all but sure, even a large error moves little.
    #[serde(rename = "squared")]
    Squared,
    /// Cross-entropy (log loss): of sigmoid outputs, or of the share `(1 + y) / 2` that a hyperbolic tangent stands for.
    #[serde(rename = "log")]
    CrossEntropy,
}

impl Loss {
    /// The loss of one output; cross-entropy is that of outputs from 0 to 1.
    pub fn of<T: Real>(self, y: T, target: T) -> T {
        match self {
            Loss::Squared => (y - target) * (y - target) * T::of(0.5),
            Loss::CrossEntropy => {
                let tiny = T::of(1e-30);
                let part = |share: T, y: T| -share * y.max(tiny).ln();
                part(target, y) + part(T::one() - target, T::one() - y)
            }
        }
    }

    /// The derivative with respect to the weighted sum of the output neuron.
    #[inline]
    pub fn delta<T: Real>(self, activation: Activation, y: T, target: T) -> T {
        match self {
            Loss::Squared => (y - target) * activation.slope(y),
            Loss::CrossEntropy => y - target,
        }
    }
}

/// Room for the values, deltas and gradient of a batch; kept from batch to batch.
#[derive(Debug, Clone, Default)]
pub struct Batch<T> {
    /// Values of each layer after the input, one row per position.
    values: Vec<Vec<T>>,
    deltas: Vec<Vec<T>>,
    gradient: Vec<T>,
}

fn matrix<T>(rows: usize, columns: usize, numbers: &[T]) -> ArrayView2<'_, T> {
    ArrayView2::from_shape((rows, columns), numbers).expect("a full matrix")
}

fn matrix_mut<T>(rows: usize, columns: usize, numbers: &mut [T]) -> ArrayViewMut2<'_, T> {
    ArrayViewMut2::from_shape((rows, columns), numbers).expect("a full matrix")
}

/// The values of a layer for many positions.
fn forward<T: Real>(layer: &Layer, parameters: &[T], rows: usize, inputs: &[T], out: &mut Vec<T>) {
    let biases = &parameters[layer.biases()];
    out.clear();
    (0..rows).for_each(|_| out.extend_from_slice(biases));
    let weights = matrix(layer.outputs, layer.inputs, &parameters[layer.weights()]);
    let inputs = matrix(rows, layer.inputs, inputs);
    general_mat_mul(T::one(), &inputs, &weights.t(), T::one(), &mut matrix_mut(rows, layer.outputs, out));
    layer.activation.apply(out);
}

impl<T: Real> Batch<T> {
    /// The answers of the net to all rows of `inputs`, one row each.
    pub fn run(&mut self, net: &Net<T>, inputs: &[T]) -> &[T] {
        let rows = inputs.len() / net.shape().inputs();
        self.values.resize_with(net.layers().len(), Vec::new);
        for (i, layer) in net.layers().iter().enumerate() {
            let (before, here) = self.values.split_at_mut(i);
            let inputs = before.last().map_or(inputs, Vec::as_slice);
            forward(layer, net.parameters(), rows, inputs, &mut here[0]);
        }
        self.values.last().map_or(&[], Vec::as_slice)
    }

    /// The gradient of the mean loss over the rows last run. `weights`, if not empty, says how much each row counts.
    pub fn gradient(
        &mut self,
        net: &Net<T>,
        inputs: &[T],
        targets: &[T],
        weights: &[T],
        loss: Loss,
    ) -> (&[T], T) {
        let last = net.layers().len() - 1;
        let (outputs, activation) = (net.shape().outputs(), net.layers()[last].activation);
        let rows = targets.len() / outputs;
        let share = T::one() / T::of(rows as f64);
        self.deltas.resize_with(net.layers().len(), Vec::new);
        let mut total = T::zero();
        let deltas = &mut self.deltas[last];
        deltas.clear();
        for (row, (ys, ts)) in
            self.values[last].chunks_exact(outputs).zip(targets.chunks_exact(outputs)).enumerate()
        {
            let weight = share * weights.get(row).copied().unwrap_or(T::one());
            for (&y, &t) in ys.iter().zip(ts) {
                total += weight * loss.of(y, t);
                deltas.push(weight * loss.delta(activation, y, t));
            }
        }
        self.back(net, rows, inputs);
        (&self.gradient, total)
    }

    /// The gradient of any loss over the rows last run, given its derivative by each output.
    pub fn gradient_from(&mut self, net: &Net<T>, inputs: &[T], by_output: &[T]) -> &[T] {
        let last = net.layers().len() - 1;
        let activation = net.layers()[last].activation;
        self.deltas.resize_with(net.layers().len(), Vec::new);
        self.deltas[last].clear();
        let deltas = self.values[last].iter().zip(by_output).map(|(&y, &d)| d * activation.slope(y));
        self.deltas[last].extend(deltas);
        self.back(net, by_output.len() / net.shape().outputs(), inputs);
        &self.gradient
    }

    /// Carries the deltas of the last layer back to the first.
    fn back(&mut self, net: &Net<T>, rows: usize, inputs: &[T]) {
        self.gradient.resize(net.parameters().len(), T::zero());
        for (i, layer) in net.layers().iter().enumerate().rev() {
            let (before, here) = self.deltas.split_at_mut(i);
            let deltas = matrix(rows, layer.outputs, &here[0]);
            let below = if i == 0 { inputs } else { &self.values[i - 1] };
            let mut weights = matrix_mut(layer.outputs, layer.inputs, &mut self.gradient[layer.weights()]);
            general_mat_mul(
                T::one(),
                &deltas.t(),
                &matrix(rows, layer.inputs, below),
                T::zero(),
                &mut weights,
            );
            let biases = &mut self.gradient[layer.biases()];
            biases.fill(T::zero());
            for row in here[0].chunks_exact(layer.outputs) {
                biases.iter_mut().zip(row).for_each(|(b, &d)| *b += d);
            }
            let Some(down) = before.last_mut() else { continue };
            down.resize(rows * layer.inputs, T::zero());
            let weights = matrix(layer.outputs, layer.inputs, &net.parameters()[layer.weights()]);
            general_mat_mul(
                T::one(),
                &deltas,
                &weights,
                T::zero(),
                &mut matrix_mut(rows, layer.inputs, down),
            );
            let activation = net.layers()[i - 1].activation;
            down.iter_mut().zip(below).for_each(|(d, &y)| *d *= activation.slope(y));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Shape;

    /// Numbers in [-1, 1].
    pub(crate) fn noise(n: usize, seed: u64) -> Vec<f64> {
        let mut rng = philidor_stats::Rng::new(seed);
        (0..n).map(|_| 2.0 * rng.unit() - 1.0).collect()
    }

    /// Compares a gradient with central differences of `loss`.
    pub(crate) fn check(net: &Net<f64>, gradient: &[f64], loss: impl Fn(&Net<f64>) -> f64) {
        const STEP: f64 = 1e-5;
        let mut moved = net.clone();
        for (i, &ours) in gradient.iter().enumerate() {
            let mut at = |p: f64| {
                moved.parameters_mut()[i] = p;
                loss(&moved)
            };
            let p = net.parameters()[i];
            let slope = (at(p + STEP) - at(p - STEP)) / (2.0 * STEP);
            at(p);
            let error = (slope - ours).abs() / (1.0 + slope.abs());
            assert!(error < 1e-6, "parameter {i}: {ours} but difference {slope}");
        }
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        for (text, hidden, output, loss) in [
            ("5-7-4-2", Activation::Sigmoid, Activation::Sigmoid, Loss::Squared),
            ("5-7-4-2", Activation::Tanh, Activation::Sigmoid, Loss::CrossEntropy),
            ("5-9-1", Activation::Relu, Activation::Linear, Loss::Squared),
            ("6-5-4-3-2", Activation::Tanh, Activation::Tanh, Loss::Squared),
            ("4-1", Activation::Relu, Activation::Sigmoid, Loss::CrossEntropy),
        ] {
            let shape = Shape::parse(text, hidden, output).unwrap();
            let net: Net<f64> = Net::random(shape, 0.7, 3);
            let (rows, outputs) = (13, net.shape().outputs());
            let inputs = noise(rows * net.shape().inputs(), 5);
            let targets: Vec<f64> = noise(rows * outputs, 7).iter().map(|x| (x + 1.0) / 2.0).collect();
            let weights: Vec<f64> = noise(rows, 9).iter().map(|x| x + 1.0).collect();
            let value = |net: &Net<f64>| {
                let mut batch = Batch::default();
                batch.run(net, &inputs);
                batch.gradient(net, &inputs, &targets, &weights, loss).1
            };
            let mut batch = Batch::default();
            batch.run(&net, &inputs);
            let gradient = batch.gradient(&net, &inputs, &targets, &weights, loss).0.to_vec();
            check(&net, &gradient, value);
        }
    }

    #[test]
    fn a_batch_answers_as_single_runs_do() {
        let shape = Shape::parse("9-20-6-2", Activation::Sigmoid, Activation::Sigmoid).unwrap();
        let net: Net<f64> = Net::random(shape, 1.0, 1);
        let inputs = noise(9 * 33, 2);
        let answers = Batch::default().run(&net, &inputs).to_vec();
        for (input, answer) in inputs.chunks_exact(9).zip(answers.chunks_exact(2)) {
            for (one, many) in net.run(input).iter().zip(answer) {
                assert!((one - many).abs() < 1e-12);
            }
        }
    }
}
