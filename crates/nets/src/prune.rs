//! Which weights matter, and nets without those that do not.

use super::{Net, Real};

/// Weights that are held at zero. Biases are never pruned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask(Vec<bool>);

impl Mask {
    /// Nothing pruned.
    pub fn none<T: Real>(net: &Net<T>) -> Mask {
        Mask(vec![true; net.parameters().len()])
    }

    /// Zeros stay zeros.
    pub fn of_zeros<T: Real>(net: &Net<T>) -> Mask {
        Mask(net.parameters().iter().map(|p| *p != T::zero()).collect())
    }

    /// Keeps the share of weights with the largest `importance`, among those that are kept now.
    #[must_use]
    pub fn keep<T: Real>(&self, net: &Net<T>, importance: &[f64], share: f64) -> Mask {
        let weights: Vec<usize> = net.layers().iter().flat_map(super::Layer::weights).collect();
        let mut left: Vec<usize> = weights.iter().copied().filter(|&i| self.0[i]).collect();
        left.sort_by(|&a, &b| importance[b].total_cmp(&importance[a]).then(a.cmp(&b)));
        let kept = (share * weights.len() as f64).round() as usize;
        let mut mask = self.clone();
        for &i in left.iter().skip(kept) {
            mask.0[i] = false;
        }
        mask
    }

    /// Sets what is pruned to zero.
    pub fn apply<T: Real>(&self, parameters: &mut [T]) {
        for (p, &keep) in parameters.iter_mut().zip(&self.0) {
            if !keep {
                *p = T::zero();
            }
        }
    }

    /// Parameters that are left, biases included.
    pub fn left(&self) -> usize {
        self.0.iter().filter(|keep| **keep).count()
    }
}

/// How much each weight matters: its size times the typical size of what it carries.
///
/// `inputs` are rows of positions; the importance of a weight is |w| times the standard deviation of the value
/// that comes through it, so that a large weight on a constant does not count.
pub fn importance<T: Real>(net: &Net<T>, inputs: &[T]) -> Vec<f64> {
    let mut out = vec![0.0; net.parameters().len()];
    let rows = inputs.len() / net.shape().inputs();
    let mut sums: Vec<Vec<(f64, f64)>> =
        net.layers().iter().map(|layer| vec![(0.0, 0.0); layer.inputs]).collect();
    for input in inputs.chunks_exact(net.shape().inputs()) {
        for (sums, values) in sums.iter_mut().zip(net.values(input)) {
            for (sum, value) in sums.iter_mut().zip(values) {
                let v = value.as_f64();
                *sum = (sum.0 + v, sum.1 + v * v);
            }
        }
    }
    for (layer, sums) in net.layers().iter().zip(&sums) {
        for (place, i) in layer.weights().enumerate() {
            let (sum, squares) = sums[place % layer.inputs];
            let mean = sum / rows as f64;
            let deviation = (squares / rows as f64 - mean * mean).max(0.0).sqrt();
            out[i] = net.parameters()[i].as_f64().abs() * deviation;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Activation, Shape};

    #[test]
    fn the_least_important_weights_go_first() {
        let shape = Shape::parse("2-1", Activation::Linear, Activation::Linear).unwrap();
        let net = Net::with_parameters(shape, vec![0.5, 3.0, 1.0]);
        // The second input never changes, so its large weight carries nothing.
        let important = importance(&net, &[0.0, 1.0, 1.0, 1.0, 2.0, 1.0]);
        assert!(important[0] > 0.0 && important[1] == 0.0);
        let mask = Mask::none(&net).keep(&net, &important, 0.5);
        assert_eq!(mask.left(), 2);
        let mut pruned = net.clone();
        mask.apply(pruned.parameters_mut());
        assert_eq!(pruned.parameters(), [0.5, 0.0, 1.0]);
        assert_eq!(Mask::of_zeros(&pruned), mask);
    }
}
