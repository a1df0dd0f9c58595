//! Slopes of a net with respect to its inputs, and training on values and slopes together (TangentProp, EBNN).
//!
//! The slope of the output is carried back through the layers like a delta. Its gradient with respect to the
//! weights needs one more pass forward, along the direction of the slope's error, and one back: with
//! `r = slope error`, the derivative of `r . slope` is that of the output's change along `r`. So a
//! step costs about two plain ones, at any depth, and no second derivative of the net is ever formed.

use super::{Activation, Net, Real, batch::Loss, real};

/// One position to learn a value and slopes from.
#[derive(Debug, Clone, Copy)]
pub struct Lesson<'l, T> {
    /// The numbers that go in.
    pub input: &'l [T],
    /// The value that should come out.
    pub value: T,
    /// How much the value counts.
    pub value_weight: T,
    /// What a wrong value costs.
    pub loss: Loss,
    /// The slopes that the output should have, one per input.
    pub slope: &'l [T],
    /// How much the slope at each input counts; empty: not at all.
    pub slope_weights: &'l [T],
}

/// Room for one step; kept from lesson to lesson.
#[derive(Debug, Clone, Default)]
pub struct Slopes<T> {
    /// Values of all layers, the input first.
    values: Vec<Vec<T>>,
    /// Change of the weighted sums along the direction, per layer.
    moved: Vec<Vec<T>>,
    /// Change of the values that go into each layer.
    changes: Vec<Vec<T>>,
    /// Slope of the output by the values of each layer, the input first.
    by_value: Vec<Vec<T>>,
    /// Slope of the loss by the values of a layer, and of the one below.
    by_y: Vec<T>,
    down: Vec<T>,
    gradient: Vec<T>,
}

/// How far a lesson was missed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Missed<T> {
    /// What came out.
    pub output: T,
    /// Half the weighted square of the value's error, whatever the loss.
    pub value: T,
    /// Half the weighted sum of squares of the slopes' errors.
    pub slope: T,
}

impl<T: Real> Net<T> {
    /// The output of a net with one output, and its slope at every input.
    pub fn value_and_slope(&self, input: &[T]) -> (T, Vec<T>) {
        assert_eq!(self.shape().outputs(), 1, "slopes are those of one output");
        let values = self.values(input);
        let slope = self.pull_back(&values, vec![T::one()]);
        (values[values.len() - 1][0], slope)
    }

    /// Carries a slope by the outputs back to one by the inputs, at the place where the layers have `values`.
    ///
    /// With `by_output` the slope of a later function, this is the chain rule: the EBNN target slope is
    /// the model's `pull_back` of the evaluation's slope.
    pub fn pull_back(&self, values: &[Vec<T>], by_output: Vec<T>) -> Vec<T> {
        let (mut slope, mut room) = (by_output, Vec::new());
        self.pull_back_in(values, &mut slope, &mut room);
        slope
    }

    /// The same in place, with room that is kept.
    pub fn pull_back_in(&self, values: &[Vec<T>], slope: &mut Vec<T>, room: &mut Vec<T>) {
        for (i, layer) in self.layers().iter().enumerate().rev() {
            room.clear();
            room.resize(layer.inputs, T::zero());
            let rows = self.weights(i).chunks_exact(layer.inputs);
            for ((row, &s), &y) in rows.zip(slope.iter()).zip(&values[i + 1]) {
                real::add_scaled(room, s * layer.activation.slope(y), row);
            }
            std::mem::swap(slope, room);
        }
    }
}

impl<T: Real> Slopes<T> {
    /// The gradient of `value_weight/2 (y - value)^2 + 1/2 sum slope_weight_i (slope_i - wanted_i)^2`; the first term is
    /// the log loss if the lesson says so.
    ///
    /// # Panics
    ///
    /// If the net has more than one output, or a log loss is asked of one that is no hyperbolic tangent.
    pub fn gradient(&mut self, net: &Net<T>, lesson: &Lesson<'_, T>) -> (&[T], Missed<T>) {
        assert_eq!(net.shape().outputs(), 1, "slopes are those of one output");
        let log = lesson.loss == Loss::CrossEntropy;
        assert!(!log || net.shape().output() == Activation::Tanh, "a log loss wants outputs from -1 to 1");
        let depth = net.layers().len();
        // 1. Values forward.
        net.values_into(lesson.input, &mut self.values);
        let output = self.values[depth][0];
        let off = output - lesson.value;
        let half = T::of(0.5);
        let mut missed = Missed { output, value: half * lesson.value_weight * off * off, slope: T::zero() };
        self.gradient.clear();
        self.gradient.resize(net.parameters().len(), T::zero());
        let with_slopes = !lesson.slope_weights.is_empty();
        if with_slopes {
            self.slopes_back(net);
            // 2. The slopes' errors, and where they lead: the direction `r`.
            self.changes.resize_with(depth, Vec::new);
            self.changes[0].clear();
            let wanted = lesson.slope.iter().zip(lesson.slope_weights);
            for (&slope, (&wanted, &weight)) in self.by_value[0].iter().zip(wanted) {
                missed.slope += half * weight * (slope - wanted) * (slope - wanted);
                self.changes[0].push(weight * (slope - wanted));
            }
            self.along_error(net);
        }
        // 3. Back: `by_y` is the slope of the whole loss by the values of a layer.
        self.by_y.clear();
        self.by_y.push(lesson.value_weight * off);
        for (i, layer) in net.layers().iter().enumerate().rev() {
            let below = &self.values[i];
            self.down.clear();
            self.down.resize(layer.inputs, T::zero());
            for (neuron, &by_y) in self.by_y.iter().enumerate() {
                let row = layer.weights().start + neuron * layer.inputs;
                let row = row..row + layer.inputs;
                let y = self.values[i + 1][neuron];
                let slope = layer.activation.slope(y);
                // With the log loss the output's own slope cancels.
                let mut by_sum = if log && i + 1 == depth { by_y } else { by_y * slope };
                if with_slopes {
                    let by_value = self.by_value[i + 1][neuron];
                    by_sum += by_value * layer.activation.bend(y) * self.moved[i][neuron];
                    real::add_scaled(&mut self.gradient[row.clone()], by_value * slope, &self.changes[i]);
                }
                real::add_scaled(&mut self.gradient[row.clone()], by_sum, below);
                self.gradient[layer.biases()][neuron] = by_sum;
                // Nobody asks for the slope of the loss by the inputs.
                if i > 0 {
                    real::add_scaled(&mut self.down, by_sum, &net.parameters()[row]);
                }
            }
            std::mem::swap(&mut self.by_y, &mut self.down);
        }
        (&self.gradient, missed)
    }

    /// Slopes of the output by the values of all layers.
    fn slopes_back(&mut self, net: &Net<T>) {
        let depth = net.layers().len();
        self.by_value.resize_with(depth + 1, Vec::new);
        self.by_value[depth].clear();
        self.by_value[depth].push(T::one());
        for (i, layer) in net.layers().iter().enumerate().rev() {
            let (before, here) = self.by_value.split_at_mut(i + 1);
            let down = &mut before[i];
            down.clear();
            down.resize(layer.inputs, T::zero());
            let rows = net.weights(i).chunks_exact(layer.inputs);
            for ((row, &s), &y) in rows.zip(&here[0]).zip(&self.values[i + 1]) {
                real::add_scaled(down, s * layer.activation.slope(y), row);
            }
        }
    }

    /// Changes of all weighted sums when the input moves along the error, which is the first of the changes.
    fn along_error(&mut self, net: &Net<T>) {
        self.moved.resize_with(net.layers().len(), Vec::new);
        for (i, layer) in net.layers().iter().enumerate() {
            if i > 0 {
                let activation = net.layers()[i - 1].activation;
                let moved = self.moved[i - 1].iter().zip(&self.values[i]);
                self.changes[i].clear();
                self.changes[i].extend(moved.map(|(&m, &y)| activation.slope(y) * m));
            }
            let rows = net.weights(i).chunks_exact(layer.inputs);
            self.moved[i].clear();
            self.moved[i].extend(rows.map(|row| real::dot(row, &self.changes[i])));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Activation, Shape, batch::tests::check, batch::tests::noise};

    fn nets() -> impl Iterator<Item = Net<f64>> {
        [
            ("6-1", Activation::Tanh, Activation::Tanh),
            ("6-9-1", Activation::Tanh, Activation::Tanh),
            ("6-9-1", Activation::Tanh, Activation::Linear),
            ("6-9-1", Activation::Parabola, Activation::Tanh),
            ("6-8-5-1", Activation::Sigmoid, Activation::Sigmoid),
            ("6-8-5-4-1", Activation::Tanh, Activation::Linear),
            ("6-12-5-1", Activation::Relu, Activation::Tanh),
        ]
        .into_iter()
        .map(|(text, hidden, output)| Net::random(Shape::parse(text, hidden, output).unwrap(), 0.8, 4))
    }

    #[test]
    fn input_slopes_are_those_of_finite_differences() {
        for net in nets() {
            let input = noise(6, 1);
            let (value, slope) = net.value_and_slope(&input);
            assert_eq!(value, net.run(&input)[0]);
            for i in 0..6 {
                let at = |step: f64| {
                    let mut moved = input.clone();
                    moved[i] += step;
                    net.run(&moved)[0]
                };
                let difference = (at(1e-6) - at(-1e-6)) / 2e-6;
                assert!((difference - slope[i]).abs() < 1e-8, "{}: {difference} {}", net.shape(), slope[i]);
            }
        }
    }

    #[test]
    fn slope_training_follows_finite_differences() {
        for net in nets() {
            let (input, slope) = (noise(6, 2), noise(6, 3));
            let slope_weights: Vec<f64> = noise(6, 5).iter().map(|x| x + 1.1).collect();
            let lesson = Lesson {
                input: &input,
                value: 0.3,
                value_weight: 1.7,
                loss: Loss::Squared,
                slope: &slope,
                slope_weights: &slope_weights,
            };
            let loss = |net: &Net<f64>| {
                let missed = Slopes::default().gradient(net, &lesson).1;
                missed.value + missed.slope
            };
            let gradient = Slopes::default().gradient(&net, &lesson).0.to_vec();
            check(&net, &gradient, loss);
            let plain = Lesson { slope_weights: &[], ..lesson };
            let gradient = Slopes::default().gradient(&net, &plain).0.to_vec();
            check(&net, &gradient, |net| Slopes::default().gradient(net, &plain).1.value);
        }
    }

    #[test]
    fn the_log_loss_follows_finite_differences() {
        for net in nets().filter(|net| net.shape().output() == Activation::Tanh) {
            let input = noise(6, 2);
            let lesson = Lesson {
                input: &input,
                value: 0.3,
                value_weight: 1.7,
                loss: Loss::CrossEntropy,
                slope: &[],
                slope_weights: &[],
            };
            let gradient = Slopes::default().gradient(&net, &lesson).0.to_vec();
            check(&net, &gradient, |net| {
                let (y, wanted) = (net.run(&input)[0], 0.5 * (1.0 + lesson.value));
                let expected = 0.5 * (1.0 + y);
                -1.7 * (wanted * expected.ln() + (1.0 - wanted) * (1.0 - expected).ln())
            });
        }
    }

    #[test]
    fn the_chain_rule_through_a_model() {
        // V(M(x)): the slope of V pulled back through M.
        let shape = |text| Shape::parse(text, Activation::Tanh, Activation::Linear).unwrap();
        let model: Net<f64> = Net::random(shape("6-7-6"), 0.8, 1);
        let judge: Net<f64> = Net::random(shape("6-5-1"), 0.8, 2);
        let input = noise(6, 3);
        let whole = |x: &[f64]| judge.run(&model.run(x))[0];
        let values = model.values(&input);
        let by_output = judge.value_and_slope(&values[values.len() - 1]).1;
        let slope = model.pull_back(&values, by_output);
        for i in 0..6 {
            let mut moved = input.clone();
            moved[i] += 1e-6;
            let up = whole(&moved);
            moved[i] -= 2e-6;
            assert!(((up - whole(&moved)) / 2e-6 - slope[i]).abs() < 1e-8);
        }
    }

    #[test]
    fn lessons_are_learnt() {
        // y = tanh(x0 - x1) is learned better from values and slopes than from as many values alone.
        let learn = |slopes: bool| {
            let shape = Shape::parse("2-6-1", Activation::Tanh, Activation::Tanh).unwrap();
            let mut net: Net<f64> = Net::random(shape, 0.5, 8);
            let mut room = Slopes::default();
            let points = noise(2 * 6, 9);
            for step in 0..4000 {
                let input = &points[step % 6 * 2..][..2];
                let value = (input[0] - input[1]).tanh();
                let slope = [1.0 - value * value, value * value - 1.0];
                let weights: &[f64] = if slopes { &[0.3, 0.3] } else { &[] };
                let lesson = Lesson {
                    input,
                    value,
                    value_weight: 1.0,
                    loss: Loss::Squared,
                    slope: &slope,
                    slope_weights: weights,
                };
                let gradient = room.gradient(&net, &lesson).0;
                net.parameters_mut().iter_mut().zip(gradient).for_each(|(p, g)| *p -= 0.1 * g);
            }
            let test = noise(2 * 200, 10);
            test.chunks_exact(2).map(|x| (net.run(x)[0] - (x[0] - x[1]).tanh()).abs()).sum::<f64>() / 200.0
        };
        let (with, without) = (learn(true), learn(false));
        assert!(with < without && with < 0.05, "{with} with slopes, {without} without");
    }
}
