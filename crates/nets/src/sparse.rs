//! Nets whose inputs are 0 or 1, and nearly all 0: only the weights of inputs that are 1 are looked at.
//!
//! The first layer's weights stand by input here, not by neuron, so one input is one row to add. The list of parameters
//! is a reordering of [`Net`]'s: whatever works number by number (Adam, running means) can work on either.

use super::{Activation, Net, Real, Shape, batch::Loss, real};

/// One hidden layer and one output, with the first layer's weights by input.
#[derive(Debug, Clone, PartialEq)]
pub struct SparseNet<T> {
    shape: Shape,
    /// Weights by input, biases, weights of the output, its bias.
    parameters: Vec<T>,
}

/// What the output should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim<T> {
    /// Added to the output's weighted sum: what somebody else has said already.
    pub offset: T,
    /// The output wanted.
    pub target: T,
    /// How much it counts.
    pub weight: T,
}

/// Room for one step; kept from one to the next.
#[derive(Debug, Clone, Default)]
pub struct Room<T> {
    hidden: Vec<T>,
    down: Vec<T>,
}

impl<T: Real> SparseNet<T> {
    /// From parameters in this order.
    ///
    /// # Panics
    ///
    /// If the shape has not one hidden layer and one output, or if the number of parameters does not fit.
    pub fn with_parameters(shape: Shape, parameters: Vec<T>) -> SparseNet<T> {
        assert!(shape.sizes().len() == 3 && shape.outputs() == 1, "one hidden layer and one output");
        assert_eq!(parameters.len(), shape.parameters(), "parameters of a {shape} net");
        SparseNet { shape, parameters }
    }

    /// From a net of such a shape.
    pub fn new(net: &Net<T>) -> SparseNet<T> {
        let (inputs, hidden) = (net.shape().inputs(), net.shape().sizes()[1]);
        let mut parameters = net.parameters().to_vec();
        turn(net.weights(0), inputs, &mut parameters[..inputs * hidden]);
        SparseNet::with_parameters(net.shape().clone(), parameters)
    }

    /// The same as a net with weights by neuron.
    pub fn net(&self) -> Net<T> {
        let first = self.shape.inputs() * self.hidden();
        let mut parameters = self.parameters.clone();
        turn(&self.parameters[..first], self.hidden(), &mut parameters[..first]);
        Net::with_parameters(self.shape.clone(), parameters)
    }

    /// All parameters, in the order of this kind of net.
    pub fn parameters(&self) -> &[T] {
        &self.parameters
    }

    /// The same, to change.
    pub fn parameters_mut(&mut self) -> &mut [T] {
        &mut self.parameters
    }

    fn hidden(&self) -> usize {
        self.shape.sizes()[1]
    }

    /// The output's weighted sum where the inputs `on` are 1; leaves the hidden neurons' values in the room.
    pub fn weighted_sum(&self, on: impl Iterator<Item = usize>, room: &mut Room<T>) -> T {
        let hidden = self.hidden();
        let (first, rest) = self.parameters.split_at(self.shape.inputs() * hidden);
        let (biases, last) = rest.split_at(hidden);
        room.hidden.clear();
        room.hidden.extend_from_slice(biases);
        for input in on {
            let row = &first[input * hidden..][..hidden];
            room.hidden.iter_mut().zip(row).for_each(|(sum, &w)| *sum += w);
        }
        self.shape.hidden().apply(&mut room.hidden);
        real::dot(&room.hidden, &last[..hidden]) + last[hidden]
    }

    /// The output where the inputs `on` are 1 and `offset` is added to its weighted sum.
    pub fn value(&self, on: impl Iterator<Item = usize>, offset: T, room: &mut Room<T>) -> T {
        let mut output = [offset + self.weighted_sum(on, room)];
        self.shape.output().apply(&mut output);
        output[0]
    }

    /// Adds the gradient of one example to `sum`; returns half the weighted square of the error, whatever the loss.
    ///
    /// # Panics
    ///
    /// If a log loss is asked of an output that is no hyperbolic tangent.
    pub fn gradient(
        &self,
        on: impl Iterator<Item = usize> + Clone,
        aim: Aim<T>,
        loss: Loss,
        room: &mut Room<T>,
        sum: &mut [T],
    ) -> T {
        let log = loss == Loss::CrossEntropy;
        assert!(!log || self.shape.output() == Activation::Tanh, "a log loss wants outputs from -1 to 1");
        let hidden = self.hidden();
        let Aim { offset, target, weight } = aim;
        let output = self.value(on.clone(), offset, room);
        let off = output - target;
        // With the log loss the output's own slope cancels.
        let by_sum = weight * if log { off } else { off * self.shape.output().slope(output) };
        let firsts = self.shape.inputs() * hidden;
        let last = &self.parameters[firsts + hidden..];
        let (by_first, rest) = sum.split_at_mut(firsts);
        let (by_bias, by_last) = rest.split_at_mut(hidden);
        real::add_scaled(&mut by_last[..hidden], by_sum, &room.hidden);
        by_last[hidden] += by_sum;
        let activation = self.shape.hidden();
        room.down.clear();
        room.down.extend(room.hidden.iter().zip(last).map(|(&y, &w)| by_sum * w * activation.slope(y)));
        by_bias.iter_mut().zip(&room.down).for_each(|(sum, &d)| *sum += d);
        for input in on {
            let row = &mut by_first[input * hidden..][..hidden];
            row.iter_mut().zip(&room.down).for_each(|(sum, &d)| *sum += d);
        }
        T::of(0.5) * weight * off * off
    }
}

/// Rows of `width` numbers become columns.
fn turn<T: Real>(from: &[T], width: usize, to: &mut [T]) {
    let rows = from.len() / width;
    for (i, row) in from.chunks_exact(width).enumerate() {
        row.iter().enumerate().for_each(|(j, &x)| to[j * rows + i] = x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slope::{Lesson, Slopes};

    #[test]
    fn it_says_and_learns_what_the_plain_net_does() {
        for (hidden, loss) in [
            (Activation::Parabola, Loss::CrossEntropy),
            (Activation::Tanh, Loss::Squared),
            (Activation::Relu, Loss::CrossEntropy),
        ] {
            let net: Net<f64> =
                Net::random(Shape::parse("40-7-1", hidden, Activation::Tanh).unwrap(), 0.8, 4);
            let sparse = SparseNet::new(&net);
            assert_eq!(sparse.net(), net);
            let on = [3, 8, 9, 31];
            let mut input = vec![0.0; 40];
            on.iter().for_each(|&i| input[i] = 1.0);
            let mut room = Room::default();
            assert!((sparse.value(on.into_iter(), 0.0, &mut room) - net.run(&input)[0]).abs() < 1e-12);
            let lesson =
                Lesson { input: &input, value: 0.3, value_weight: 2.0, loss, slope: &[], slope_weights: &[] };
            let mut slopes = Slopes::default();
            let (wanted, missed) = slopes.gradient(&net, &lesson);
            let mut sum = vec![0.0; net.parameters().len()];
            let aim = Aim { offset: 0.0, target: 0.3, weight: 2.0 };
            let half = sparse.gradient(on.into_iter(), aim, loss, &mut room, &mut sum);
            assert!((half - missed.value).abs() < 1e-12);
            let got = SparseNet::with_parameters(net.shape().clone(), sum).net();
            assert!(got.parameters().iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12));
            // An offset is as good as a larger bias of the output.
            let mut raised = sparse.clone();
            *raised.parameters_mut().last_mut().unwrap() += 0.7;
            let mut sums = [vec![0.0; net.parameters().len()], vec![0.0; net.parameters().len()]];
            raised.gradient(on.into_iter(), aim, loss, &mut room, &mut sums[0]);
            let offset = Aim { offset: 0.7, ..aim };
            sparse.gradient(on.into_iter(), offset, loss, &mut room, &mut sums[1]);
            assert!(sums[0].iter().zip(&sums[1]).all(|(a, b)| (a - b).abs() < 1e-12));
        }
    }
}
