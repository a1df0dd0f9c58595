//! Weights of few bits.
//!
//! Each neuron has one scale for its weights and bias; a weight is a whole number of that scale, of `bits` bits
//! with sign. The scales are 32-bit numbers and are counted when a net's size is told. While training, the
//! net runs with rounded weights and the unrounded ones learn (straight-through).

use super::{Net, Real};

/// Widths that make sense.
pub const BITS: std::ops::RangeInclusive<u32> = 2..=16;

/// A net rounded to few bits: whole numbers, one scale per neuron.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantised {
    /// Bits of a weight, with its sign.
    pub bits: u32,
    /// Whole numbers, in the order of the net's parameters.
    pub steps: Vec<i16>,
    /// One scale per neuron, layer by layer.
    pub scales: Vec<f32>,
}

/// Places of one neuron's parameters: its row of weights, its bias.
fn neurons<T: Real>(net: &Net<T>) -> Vec<(std::ops::Range<usize>, usize)> {
    let of = |layer: &super::Layer| {
        let (start, inputs, biases) = (layer.weights().start, layer.inputs, layer.biases().start);
        (0..layer.outputs).map(move |n| (start + n * inputs..start + (n + 1) * inputs, biases + n))
    };
    net.layers().iter().flat_map(of).collect()
}

impl Quantised {
    /// Rounds every parameter to the nearest step of its neuron's scale. With `clip` below 1, the largest weights
    /// are cut so that the others keep finer steps.
    pub fn new<T: Real>(net: &Net<T>, bits: u32, clip: f64) -> Quantised {
        let most = f64::from((1i32 << (bits - 1)) - 1);
        let p = net.parameters();
        let mut steps = vec![0i16; p.len()];
        let mut scales = Vec::new();
        for (row, bias) in neurons(net) {
            let largest =
                row.clone().chain([bias]).map(|i| p[i].as_f64().abs()).fold(0.0, f64::max).max(1e-12);
            let scale = (largest * clip / most) as f32;
            for i in row.chain([bias]) {
                steps[i] = (p[i].as_f64() / f64::from(scale)).round().clamp(-most, most) as i16;
            }
            scales.push(scale);
        }
        Quantised { bits, steps, scales }
    }

    /// The rounded parameters as a net of the same shape as `net`.
    pub fn net<T: Real>(&self, like: &Net<T>) -> Net<T> {
        let mut out = like.clone();
        for ((row, bias), &scale) in neurons(like).into_iter().zip(&self.scales) {
            for i in row.chain([bias]) {
                out.parameters_mut()[i] = T::of(f64::from(scale) * f64::from(self.steps[i]));
            }
        }
        out
    }

    /// Size of the net in bits: weights, and 32 for each scale.
    pub fn size_in_bits(&self) -> usize {
        self.bits as usize * self.steps.len() + 32 * self.scales.len()
    }
}

/// The net with its weights rounded to so many bits.
pub fn rounded<T: Real>(net: &Net<T>, bits: u32) -> Net<T> {
    Quantised::new(net, bits, 1.0).net(net)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Activation, Shape};

    fn net() -> Net<f64> {
        let shape = Shape::parse("6-9-4-1", Activation::Relu, Activation::Sigmoid).unwrap();
        Net::random(shape, 1.0, 3)
    }

    #[test]
    fn rounding_is_as_fine_as_its_bits() {
        let net = net();
        for bits in BITS {
            let quantised = Quantised::new(&net, bits, 1.0);
            let most = (1 << (bits - 1)) - 1;
            assert!(quantised.steps.iter().all(|s| i32::from(*s).abs() <= most));
            let off = quantised.net(&net);
            let worst = off.parameters().iter().zip(net.parameters()).map(|(a, b)| (a - b).abs());
            assert!(worst.fold(0.0, f64::max) <= 0.5 / f64::from(most) + 1e-6, "{bits} bits");
        }
        let size = Quantised::new(&net, 8, 1.0).size_in_bits();
        assert_eq!(size, 8 * net.parameters().len() + 32 * 14);
    }

    #[test]
    fn rounding_twice_is_rounding_once() {
        let once = rounded(&net(), 8);
        let twice = rounded(&once, 8);
        let off = once.parameters().iter().zip(twice.parameters()).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f64::max) < 1e-6);
    }
}
