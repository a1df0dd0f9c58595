//! Multilayer perceptrons: any depth, f32 or f64, with input slopes.
//!
//! A [`Net`] is its shape and one flat list of parameters; everything that learns works on that list. Two engines
//! run it: [`online`] takes one position at a time (the training of Haworth and Velliste, section 4.5), [`batch`]
//! many at once through a matrix product. [`slope`] trains values together with their slopes, as NeuroChess
//! does; [`sparse`] is for inputs that are nearly all zero, [`pair`] for such inputs seen by two sides. No automatic differentiation and no framework: the derivatives are written down and
//! checked against finite differences.

pub mod adam;
pub mod batch;
pub mod drill;
pub mod file;
pub mod online;
pub mod pair;
pub mod prune;
pub mod quant;
mod real;
pub mod slope;
pub mod sparse;

use std::{fmt, ops::Range, str::FromStr};

use philidor_stats::Rng;
use serde::{Deserialize, Serialize};

pub use self::real::Real;

/// What a neuron does with its weighted sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// `1 / (1 + e^-z)`, the paper's "sum-squash" function.
    Sigmoid,
    /// Hyperbolic tangent.
    Tanh,
    /// `max(0, z)`.
    Relu,
    /// `z` itself.
    Linear,
    /// `z (1 - |z| / 4)` within ±2, ±1 beyond: much like the hyperbolic tangent, and exact in whole numbers without a table.
    Parabola,
}

impl Activation {
    /// Applies the function to weighted sums, in place.
    #[inline]
    pub fn apply<T: Real>(self, sums: &mut [T]) {
        match self {
            Activation::Sigmoid => sums.iter_mut().for_each(|z| *z = z.sigmoid()),
            Activation::Tanh => sums.iter_mut().for_each(|z| *z = z.squash()),
            Activation::Parabola => sums.iter_mut().for_each(|z| {
                let two = T::one() + T::one();
                let x = z.max(-two).min(two);
                *z = x - T::of(0.25) * x * x.abs();
            }),
            Activation::Relu => sums.iter_mut().for_each(|z| *z = z.max(T::zero())),
            Activation::Linear => {}
        }
    }

    /// The derivative where the function has the value `y`.
    #[inline]
    pub fn slope<T: Real>(self, y: T) -> T {
        match self {
            Activation::Sigmoid => y * (T::one() - y),
            Activation::Tanh => T::one() - y * y,
            // |y| = |z| - z²/4, so (1 - |z|/2)² = 1 - |y|.
            Activation::Parabola => (T::one() - y.abs()).max(T::zero()).sqrt(),
            Activation::Relu if y > T::zero() => T::one(),
            Activation::Relu => T::zero(),
            Activation::Linear => T::one(),
        }
    }

    /// The second derivative where the function has the value `y`.
    #[inline]
    pub fn bend<T: Real>(self, y: T) -> T {
        let two = T::one() + T::one();
        match self {
            Activation::Sigmoid => self.slope(y) * (T::one() - two * y),
            Activation::Tanh => -two * y * self.slope(y),
            Activation::Parabola if y.abs() < T::one() => -T::of(0.5) * y.signum(),
            Activation::Parabola | Activation::Relu | Activation::Linear => T::zero(),
        }
    }
}

/// One layer of neurons: its place in the list of parameters.
///
/// Weights come first, one row of `inputs` numbers per neuron, then one bias per neuron.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// Numbers coming in.
    pub inputs: usize,
    /// Neurons.
    pub outputs: usize,
    /// What the neurons do.
    pub activation: Activation,
    at: usize,
}

impl Layer {
    /// Where its weights are in the list of parameters.
    pub fn weights(&self) -> Range<usize> {
        self.at..self.at + self.inputs * self.outputs
    }

    /// Where its biases are.
    pub fn biases(&self) -> Range<usize> {
        let end = self.weights().end;
        end..end + self.outputs
    }

    /// Where both are.
    pub fn parameters(&self) -> Range<usize> {
        self.at..self.biases().end
    }
}

/// The shape of a net: sizes of the layers and what their neurons do, as in `32-32-5-2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    sizes: Vec<usize>,
    hidden: Activation,
    output: Activation,
}

/// Why a text is no shape.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("\"{0}\" is not the shape of a net: give the sizes of its layers, inputs first, such as 32-32-5-2")]
pub struct BadShape(String);

impl Shape {
    /// Sizes of all layers, inputs first; hidden and output neurons each of one kind.
    pub fn new(sizes: &[usize], hidden: Activation, output: Activation) -> Result<Shape, BadShape> {
        if sizes.len() < 2 || sizes.iter().any(|&n| n == 0 || n > 1 << 20) {
            let text = sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join("-");
            return Err(BadShape(text));
        }
        Ok(Shape { sizes: sizes.to_vec(), hidden, output })
    }

    /// Reads `32-32-5-2`.
    pub fn parse(text: &str, hidden: Activation, output: Activation) -> Result<Shape, BadShape> {
        let sizes: Result<Vec<usize>, _> = text.split('-').map(usize::from_str).collect();
        let bad = || BadShape(text.to_owned());
        Shape::new(&sizes.map_err(|_| bad())?, hidden, output).map_err(|_| bad())
    }

    /// Sizes of all layers, inputs first.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// What the hidden neurons do.
    pub fn hidden(&self) -> Activation {
        self.hidden
    }

    /// What the output neurons do.
    pub fn output(&self) -> Activation {
        self.output
    }

    /// Numbers coming in.
    pub fn inputs(&self) -> usize {
        self.sizes[0]
    }

    /// Numbers going out.
    pub fn outputs(&self) -> usize {
        self.sizes[self.sizes.len() - 1]
    }

    /// Weights and biases together, as the paper counts "weights".
    pub fn parameters(&self) -> usize {
        self.sizes.windows(2).map(|w| (w[0] + 1) * w[1]).sum()
    }

    fn layers(&self) -> Vec<Layer> {
        let last = self.sizes.len() - 2;
        let mut at = 0;
        let layer = |(i, w): (usize, &[usize])| {
            let activation = if i == last { self.output } else { self.hidden };
            let layer = Layer { inputs: w[0], outputs: w[1], activation, at };
            at = layer.biases().end;
            layer
        };
        self.sizes.windows(2).enumerate().map(layer).collect()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.sizes.iter().map(ToString::to_string).collect();
        f.write_str(&sizes.join("-"))
    }
}

/// A multilayer perceptron.
///
/// ```
/// use philidor_nets::{Activation, Net, Shape};
///
/// let shape = Shape::parse("32-32-5-2", Activation::Sigmoid, Activation::Sigmoid).unwrap();
/// assert_eq!(shape.parameters(), 1233); // the sixth net of Haworth and Velliste
/// let net: Net<f32> = Net::random(shape, 0.1, 1);
/// assert_eq!(net.run(&[0.0; 32]).len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Net<T> {
    shape: Shape,
    layers: Vec<Layer>,
    parameters: Vec<T>,
}

impl<T: Real> Net<T> {
    /// All parameters zero.
    pub fn zero(shape: Shape) -> Net<T> {
        let layers = shape.layers();
        let parameters = vec![T::zero(); shape.parameters()];
        Net { shape, layers, parameters }
    }

    /// Parameters drawn evenly from `[-reach, reach]`, as the paper does with 0.1.
    pub fn random(shape: Shape, reach: f64, seed: u64) -> Net<T> {
        let mut net = Net::zero(shape);
        let mut rng = Rng::new(seed);
        net.parameters.fill_with(|| T::of((2.0 * rng.unit() - 1.0) * reach));
        net
    }

    /// Weights drawn so that signals keep their size from layer to layer (He for ReLU, Glorot otherwise); biases zero.
    pub fn scaled(shape: Shape, seed: u64) -> Net<T> {
        let mut net = Net::zero(shape);
        let mut rng = Rng::new(seed);
        for layer in net.layers.clone() {
            let variance = match layer.activation {
                Activation::Relu => 2.0 / layer.inputs as f64,
                _ => 2.0 / (layer.inputs + layer.outputs) as f64,
            };
            let reach = (3.0 * variance).sqrt();
            net.parameters[layer.weights()].fill_with(|| T::of((2.0 * rng.unit() - 1.0) * reach));
        }
        net
    }

    /// A net with given parameters.
    ///
    /// # Panics
    ///
    /// If their number does not fit the shape.
    pub fn with_parameters(shape: Shape, parameters: Vec<T>) -> Net<T> {
        assert_eq!(parameters.len(), shape.parameters(), "parameters of a {shape} net");
        Net { layers: shape.layers(), shape, parameters }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its layers, the first hidden one first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// All weights and biases, layer by layer.
    pub fn parameters(&self) -> &[T] {
        &self.parameters
    }

    /// All weights and biases, to change.
    pub fn parameters_mut(&mut self) -> &mut [T] {
        &mut self.parameters
    }

    /// Weights of one layer, one row per neuron.
    pub fn weights(&self, layer: usize) -> &[T] {
        &self.parameters[self.layers[layer].weights()]
    }

    /// Biases of one layer.
    pub fn biases(&self, layer: usize) -> &[T] {
        &self.parameters[self.layers[layer].biases()]
    }

    /// The same net with other numbers.
    pub fn cast<U: Real>(&self) -> Net<U> {
        let parameters = self.parameters.iter().map(|p| U::of(p.as_f64())).collect();
        Net { shape: self.shape.clone(), layers: self.layers.clone(), parameters }
    }

    /// What the net answers to one input.
    pub fn run(&self, input: &[T]) -> Vec<T> {
        self.values(input).pop().unwrap_or_default()
    }

    /// Values of all layers, the input first.
    pub fn values(&self, input: &[T]) -> Vec<Vec<T>> {
        let mut all = Vec::new();
        self.values_into(input, &mut all);
        all
    }

    /// The same, into room that is kept.
    pub fn values_into(&self, input: &[T], all: &mut Vec<Vec<T>>) {
        all.resize_with(self.layers.len() + 1, Vec::new);
        all[0].clear();
        all[0].extend_from_slice(input);
        for (i, layer) in self.layers.iter().enumerate() {
            let (before, here) = all.split_at_mut(i + 1);
            self.step(layer, &before[i], &mut here[0]);
        }
    }

    /// Values of one layer, from those before it.
    fn step(&self, layer: &Layer, values: &[T], out: &mut Vec<T>) {
        assert_eq!(values.len(), layer.inputs, "numbers for a {} net", self.shape);
        let rows = self.parameters[layer.weights()].chunks_exact(layer.inputs);
        let biases = &self.parameters[layer.biases()];
        out.clear();
        out.extend(rows.zip(biases).map(|(row, &bias)| real::dot(row, values) + bias));
        layer.activation.apply(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_read_as_the_paper_writes_them() {
        let weights =
            |text| Shape::parse(text, Activation::Sigmoid, Activation::Sigmoid).unwrap().parameters();
        let table5 = ["32-10-10-1", "32-20-10-1", "32-32-5-1", "32-64-10-1", "32-64-20-1", "32-32-5-2"];
        assert_eq!(table5.map(weights), [451, 881, 1227, 2773, 3433, 1233]);
        for bad in ["", "32", "32-0-1", "a-b", "32--1"] {
            let error = Shape::parse(bad, Activation::Tanh, Activation::Tanh).unwrap_err();
            assert!(error.to_string().contains("32-32-5-2"), "{error}");
        }
    }

    #[test]
    fn a_hand_made_net_computes_xor() {
        let shape = Shape::parse("2-2-1", Activation::Relu, Activation::Linear).unwrap();
        let net = Net::with_parameters(shape, vec![1.0, 1.0, 1.0, 1.0, 0.0, -1.0, 1.0, -2.0, 0.0]);
        let answers = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]].map(|x| net.run(&x)[0]);
        assert_eq!(answers, [0.0, 1.0, 1.0, 0.0]);
    }
}
