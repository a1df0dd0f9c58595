//! One position at a time: the training of Haworth and Velliste (section 4.5), made fast.
//!
//! The first layer keeps its weights by input, so that a position is a sum of scaled rows; the later, narrow layers
//! keep them by neuron, so that deltas go back as scaled rows too. Rows are padded to whole lanes; the
//! padding stays zero. Everything is a loop over fixed-size arrays, which the compiler turns into vector code.

use super::{
    Activation, Net, Real, Shape,
    batch::Loss,
    real::{LANES, fold},
};

type Lanes<T> = [T; LANES];

/// A net that learns from one position after the other.
#[derive(Debug, Clone)]
pub struct Online<T> {
    shape: Shape,
    loss: Loss,
    first: ByInput<T>,
    rest: Vec<ByNeuron<T>>,
    /// Values and deltas of each layer after the input.
    values: Vec<Vec<Lanes<T>>>,
    deltas: Vec<Vec<Lanes<T>>>,
    momentum: T,
}

/// Weights by input, the biases last.
#[derive(Debug, Clone)]
struct ByInput<T> {
    activation: Activation,
    outputs: usize,
    /// Lanes per row.
    width: usize,
    rows: Vec<Lanes<T>>,
    velocity: Vec<Lanes<T>>,
}

/// Weights by neuron.
#[derive(Debug, Clone)]
struct ByNeuron<T> {
    activation: Activation,
    inputs: usize,
    width: usize,
    rows: Vec<Lanes<T>>,
    biases: Vec<T>,
    velocity: Vec<Lanes<T>>,
    bias_velocity: Vec<T>,
}

fn zero<T: Real>() -> Lanes<T> {
    [T::zero(); LANES]
}

/// Adds a multiple of one row to another.
#[inline]
fn add<T: Real>(row: &mut [Lanes<T>], factor: T, other: &[Lanes<T>]) {
    for (y, x) in row.iter_mut().zip(other) {
        for lane in 0..LANES {
            y[lane] = factor.mul_add(x[lane], y[lane]);
        }
    }
}

/// The same through a velocity that keeps a share of its last value.
#[inline]
fn push<T: Real>(row: &mut [Lanes<T>], velocity: &mut [Lanes<T>], keep: T, factor: T, other: &[Lanes<T>]) {
    for ((y, v), x) in row.iter_mut().zip(velocity).zip(other) {
        for lane in 0..LANES {
            v[lane] = factor.mul_add(x[lane], keep * v[lane]);
            y[lane] += v[lane];
        }
    }
}

impl<T: Real> ByInput<T> {
    /// Weighted sums of `N` lanes from lane `from` on, two inputs at a time.
    #[inline]
    fn sums<const N: usize>(&self, input: &[T], from: usize, out: &mut [Lanes<T>]) {
        let bias = &self.rows[input.len() * self.width + from..][..N];
        let (mut even, mut odd) = ([zero::<T>(); N], [zero::<T>(); N]);
        even.copy_from_slice(bias);
        let (pairs, single) = input.as_chunks::<2>();
        for (pair, rows) in pairs.iter().zip(self.rows.chunks_exact(2 * self.width)) {
            let a: &[Lanes<T>; N] = rows[from..from + N].try_into().expect("lanes of a row");
            let b: &[Lanes<T>; N] =
                rows[self.width + from..self.width + from + N].try_into().expect("lanes of a row");
            for n in 0..N {
                for lane in 0..LANES {
                    even[n][lane] = pair[0].mul_add(a[n][lane], even[n][lane]);
                    odd[n][lane] = pair[1].mul_add(b[n][lane], odd[n][lane]);
                }
            }
        }
        for (i, &x) in single.iter().enumerate() {
            let row = &self.rows[(2 * pairs.len() + i) * self.width + from..][..N];
            add(&mut odd, x, row);
        }
        for n in 0..N {
            for lane in 0..LANES {
                out[from + n][lane] = even[n][lane] + odd[n][lane];
            }
        }
    }

    #[inline]
    fn forward(&self, input: &[T], out: &mut [Lanes<T>]) {
        let mut from = 0;
        while self.width - from >= 4 {
            self.sums::<4>(input, from, out);
            from += 4;
        }
        match self.width - from {
            3 => self.sums::<3>(input, from, out),
            2 => self.sums::<2>(input, from, out),
            1 => self.sums::<1>(input, from, out),
            _ => {}
        }
        self.activation.apply(out.as_flattened_mut());
        out.as_flattened_mut()[self.outputs..].fill(T::zero());
    }

    #[inline]
    fn learn(&mut self, input: &[T], deltas: &[Lanes<T>], rate: T, momentum: T) {
        let inputs = input.iter().copied().chain([T::one()]);
        if momentum == T::zero() {
            match self.width {
                // The width of the paper's favourite nets, spelt out for the compiler.
                4 => {
                    let deltas: &[Lanes<T>; 4] = deltas.try_into().expect("four lanes");
                    for (row, x) in self.rows.as_chunks_mut::<4>().0.iter_mut().zip(inputs) {
                        add(row, -rate * x, deltas);
                    }
                }
                _ => {
                    for (row, x) in self.rows.chunks_exact_mut(self.width).zip(inputs) {
                        add(row, -rate * x, deltas);
                    }
                }
            }
        } else {
            let velocity = self.velocity.chunks_exact_mut(self.width);
            for ((row, velocity), x) in self.rows.chunks_exact_mut(self.width).zip(velocity).zip(inputs) {
                push(row, velocity, momentum, -rate * x, deltas);
            }
        }
    }
}

impl<T: Real> ByNeuron<T> {
    #[inline]
    fn forward(&self, below: &[Lanes<T>], out: &mut [Lanes<T>]) {
        let out = &mut out.as_flattened_mut()[..self.biases.len()];
        for ((row, &bias), out) in self.rows.chunks_exact(self.width).zip(&self.biases).zip(&mut *out) {
            let mut sum = zero::<T>();
            for (w, x) in row.iter().zip(below) {
                for lane in 0..LANES {
                    sum[lane] = w[lane].mul_add(x[lane], sum[lane]);
                }
            }
            *out = fold(sum) + bias;
        }
        self.activation.apply(out);
    }

    /// Deltas of the layer below, without its own slope.
    #[inline]
    fn back(&self, deltas: &[T], down: &mut [Lanes<T>]) {
        down.fill(zero());
        for (row, &d) in self.rows.chunks_exact(self.width).zip(deltas) {
            add(down, d, row);
        }
    }

    #[inline]
    fn learn(&mut self, below: &[Lanes<T>], deltas: &[T], rate: T, momentum: T) {
        if momentum == T::zero() {
            for (row, &d) in self.rows.chunks_exact_mut(self.width).zip(deltas) {
                add(row, -rate * d, below);
            }
            self.biases.iter_mut().zip(deltas).for_each(|(b, &d)| *b -= rate * d);
        } else {
            let velocity = self.velocity.chunks_exact_mut(self.width);
            for ((row, velocity), &d) in self.rows.chunks_exact_mut(self.width).zip(velocity).zip(deltas) {
                push(row, velocity, momentum, -rate * d, below);
            }
            for ((b, v), &d) in self.biases.iter_mut().zip(&mut self.bias_velocity).zip(deltas) {
                *v = momentum * *v - rate * d;
                *b += *v;
            }
        }
    }
}

impl<T: Real> Online<T> {
    /// A net that is about to learn.
    pub fn new(net: &Net<T>, loss: Loss) -> Online<T> {
        let lanes = |n: usize| n.div_ceil(LANES);
        let layer = &net.layers()[0];
        let width = lanes(layer.outputs);
        let mut first = ByInput {
            activation: layer.activation,
            outputs: layer.outputs,
            width,
            rows: vec![zero(); (layer.inputs + 1) * width],
            velocity: vec![zero(); (layer.inputs + 1) * width],
        };
        for (neuron, row) in net.weights(0).chunks_exact(layer.inputs).enumerate() {
            for (input, &w) in row.iter().chain([&net.biases(0)[neuron]]).enumerate() {
                first.rows[input * width + neuron / LANES][neuron % LANES] = w;
            }
        }
        let by_neuron = |(i, layer): (usize, &super::Layer)| {
            let width = lanes(layer.inputs);
            let mut rows = vec![zero(); width * layer.outputs];
            for (neuron, row) in net.weights(i).chunks_exact(layer.inputs).enumerate() {
                for (input, &w) in row.iter().enumerate() {
                    rows[neuron * width + input / LANES][input % LANES] = w;
                }
            }
            ByNeuron {
                activation: layer.activation,
                inputs: layer.inputs,
                width,
                velocity: vec![zero(); rows.len()],
                rows,
                biases: net.biases(i).to_vec(),
                bias_velocity: vec![T::zero(); layer.outputs],
            }
        };
        let rest = net.layers().iter().enumerate().skip(1).map(by_neuron).collect();
        let room: Vec<_> = net.layers().iter().map(|l| vec![zero(); lanes(l.outputs)]).collect();
        Online {
            shape: net.shape().clone(),
            loss,
            first,
            rest,
            values: room.clone(),
            deltas: room,
            momentum: T::zero(),
        }
    }

    /// Steps keep this share of the step before (default: none, as in the paper).
    #[must_use]
    pub fn with_momentum(mut self, share: T) -> Online<T> {
        self.momentum = share;
        self
    }

    /// The net as it is now.
    pub fn net(&self) -> Net<T> {
        let mut net = Net::zero(self.shape.clone());
        let layers = net.layers().to_vec();
        let first = &self.first;
        for neuron in 0..first.outputs {
            for input in 0..=self.shape.inputs() {
                let w = first.rows[input * first.width + neuron / LANES][neuron % LANES];
                let at = match input == self.shape.inputs() {
                    true => layers[0].biases().start + neuron,
                    false => layers[0].weights().start + neuron * self.shape.inputs() + input,
                };
                net.parameters_mut()[at] = w;
            }
        }
        for (rows, layer) in self.rest.iter().zip(&layers[1..]) {
            let kept = rows.rows.chunks_exact(rows.width).flat_map(|row| &row.as_flattened()[..rows.inputs]);
            let all = kept.chain(&rows.biases);
            net.parameters_mut()[layer.parameters()].iter_mut().zip(all).for_each(|(p, &w)| *p = w);
        }
        net
    }

    /// What the net answers to one position.
    #[inline]
    pub fn run(&mut self, input: &[T]) -> &[T] {
        self.first.forward(input, &mut self.values[0]);
        for (i, layer) in self.rest.iter().enumerate() {
            let (below, here) = self.values.split_at_mut(i + 1);
            layer.forward(&below[i], &mut here[0]);
        }
        &self.values[self.rest.len()].as_flattened()[..self.shape.outputs()]
    }

    /// Answers one position, then moves every weight towards the answer wanted.
    #[inline]
    pub fn learn(&mut self, input: &[T], target: &[T], rate: T) {
        self.run(input);
        let last = self.rest.len();
        let activation = self.rest.last().map_or(self.first.activation, |layer| layer.activation);
        let values = self.values[last].as_flattened();
        let deltas = self.deltas[last].as_flattened_mut();
        for ((d, &y), &t) in deltas.iter_mut().zip(values).zip(target) {
            *d = self.loss.delta(activation, y, t);
        }
        for (i, layer) in self.rest.iter_mut().enumerate().rev() {
            let (before, here) = self.deltas.split_at_mut(i + 1);
            let deltas = &here[0].as_flattened()[..layer.biases.len()];
            let (down, below) = (&mut before[i], &self.values[i]);
            layer.back(deltas, down);
            slope(self.shape.hidden(), down, below);
            layer.learn(below, deltas, rate, self.momentum);
        }
        self.first.learn(input, &self.deltas[0], rate, self.momentum);
    }
}

/// Multiplies deltas with the slope of their layer.
#[inline]
fn slope<T: Real>(activation: Activation, deltas: &mut [Lanes<T>], values: &[Lanes<T>]) {
    for (d, y) in deltas.iter_mut().zip(values) {
        for lane in 0..LANES {
            d[lane] *= activation.slope(y[lane]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Batch, tests::noise};

    fn step_as_a_batch(text: &str, hidden: Activation, output: Activation, loss: Loss) {
        let shape = Shape::parse(text, hidden, output).unwrap();
        let mut plain: Net<f64> = Net::random(shape, 0.5, 1);
        let mut online = Online::new(&plain, loss);
        assert_eq!(online.net(), plain);
        let (inputs, outputs) = (plain.shape().inputs(), plain.shape().outputs());
        for step in 0..20 {
            let input = noise(inputs, 2 * step);
            let target: Vec<f64> = noise(outputs, 2 * step + 1).iter().map(|x| (x + 1.0) / 2.0).collect();
            let mut batch = Batch::default();
            let answer = batch.run(&plain, &input).to_vec();
            for (a, b) in answer.iter().zip(online.run(&input)) {
                assert!((a - b).abs() < 1e-12, "{text} step {step}: {a} {b}");
            }
            let gradient = batch.gradient(&plain, &input, &target, &[], loss).0;
            plain.parameters_mut().iter_mut().zip(gradient).for_each(|(p, g)| *p -= 0.02 * g);
            online.learn(&input, &target, 0.02);
            for (a, b) in online.net().parameters().iter().zip(plain.parameters()) {
                assert!((a - b).abs() < 1e-10, "{text} step {step}: {a} {b}");
            }
        }
    }

    #[test]
    fn online_steps_are_those_of_the_plain_gradient() {
        use Activation::{Linear, Relu, Sigmoid, Tanh};
        step_as_a_batch("32-32-5-2", Sigmoid, Sigmoid, Loss::Squared);
        step_as_a_batch("7-13-9-4-1", Tanh, Sigmoid, Loss::CrossEntropy);
        step_as_a_batch("5-1", Sigmoid, Sigmoid, Loss::Squared);
        step_as_a_batch("11-41-3", Relu, Linear, Loss::Squared);
        step_as_a_batch("3-70-20-1", Sigmoid, Sigmoid, Loss::Squared);
    }

    #[test]
    fn momentum_keeps_going() {
        let shape = Shape::parse("3-9-5-1", Activation::Tanh, Activation::Sigmoid).unwrap();
        let start: Net<f64> = Net::random(shape, 0.5, 1);
        let (input, target) = (noise(3, 1), [1.0]);
        let mut online = Online::new(&start, Loss::Squared).with_momentum(0.5);
        let mut plain = start.clone();
        let mut velocity = vec![0.0; start.parameters().len()];
        for _ in 0..5 {
            let mut batch = Batch::default();
            batch.run(&plain, &input);
            let gradient = batch.gradient(&plain, &input, &target, &[], Loss::Squared).0;
            velocity.iter_mut().zip(gradient).for_each(|(v, g)| *v = 0.5 * *v - 0.2 * g);
            plain.parameters_mut().iter_mut().zip(&velocity).for_each(|(p, v)| *p += v);
            online.learn(&input, &target, 0.2);
        }
        for (a, b) in online.net().parameters().iter().zip(plain.parameters()) {
            assert!((a - b).abs() < 1e-12);
        }
    }
}
