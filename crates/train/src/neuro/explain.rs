//! What each input contributes to the difference of two positions: integrated slopes.
//!
//! Along the straight line from one position's inputs to the other's, the slope of the evaluation by an input, integrated and
//! multiplied by how much that input differs, is its part of the difference; the parts sum to the whole. With one hidden
//! layer the integral has a closed form: along the line a neuron's weighted sum moves evenly from `a` to `a + d`, so the mean
//! of its curve's slope is `(curve(a + d) - curve(a)) / d`.

use philidor_know::inputs::PER_SIDE;
use philidor_nets::Net;

use super::{Scaled, file::weighted_sum};

/// The parts of a difference, in units of the output's weighted sum (times [`super::file::Story::centipawns`]: centipawns).
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The value of the position explained.
    pub value: f64,
    /// The value of the position it is compared with.
    pub base: f64,
    /// Part of each input; the sum is `value - base`.
    pub parts: Vec<f64>,
}

/// The difference of V between `to` and `from`, input by input.
pub fn difference(net: &Net<f32>, from: &[f32], to: &[f32]) -> Parts {
    let steps: Vec<f64> = from.iter().zip(to).map(|(&a, &b)| f64::from(b) - f64::from(a)).collect();
    let mut parts = vec![0.0; steps.len()];
    let mut add = |row: &[f32], factor: f64| {
        for ((part, &w), step) in parts.iter_mut().zip(row).zip(&steps) {
            *part += factor * f64::from(w) * step;
        }
    };
    if net.layers().len() == 1 {
        add(net.weights(0), 1.0);
    } else {
        let curve = net.layers()[0].activation;
        let rows = net.weights(0).chunks_exact(steps.len()).zip(net.biases(0)).zip(net.weights(1));
        for ((row, &bias), &out) in rows {
            let sum = |x: &[f32]| {
                row.iter().zip(x).map(|(&w, &x)| f64::from(w) * f64::from(x)).sum::<f64>() + f64::from(bias)
            };
            let sums = [sum(from), sum(to)];
            let mut values = sums;
            curve.apply(&mut values);
            let ([a, b], [y, z]) = (sums, values);
            let slope = if (b - a).abs() < 1e-7 { curve.slope(y) } else { (z - y) / (b - a) };
            add(row, f64::from(out) * slope);
        }
    }
    let value = |x: &[f32]| f64::from(weighted_sum(net, x));
    Parts { value: value(to), base: value(from), parts }
}

/// The position in which both sides have what they have on average: the difference to it is what one side has more.
pub fn evened(inputs: &Scaled) -> Scaled {
    let mut even = *inputs;
    for i in 0..PER_SIDE {
        let mean = 0.5 * (inputs[i] + inputs[PER_SIDE + i]);
        (even[i], even[PER_SIDE + i]) = (mean, mean);
    }
    even
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_know::inputs::INPUTS;

    use crate::neuro::view::View;
    use philidor_stats::Rng;

    #[test]
    fn the_parts_sum_to_the_difference() {
        let mut rng = Rng::new(5);
        let mut noise = || -> Scaled { std::array::from_fn(|_| (rng.unit() * 4.0 - 1.0) as f32) };
        for hidden in [0, 1, 9, 80] {
            let net: Net<f32> = Net::random(View::Features.shape(hidden), 0.4, hidden as u64);
            for _ in 0..20 {
                let (from, to) = (noise(), noise());
                let parts = difference(&net, &from, &to);
                let sum: f64 = parts.parts.iter().sum();
                assert!((sum - (parts.value - parts.base)).abs() < 1e-4, "{hidden}: {sum} {parts:?}");
                let same = difference(&net, &to, &to);
                assert!(same.parts.iter().all(|p| *p == 0.0));
                let back = difference(&net, &to, &from);
                let opposite = parts.parts.iter().zip(&back.parts).all(|(a, b)| (a + b).abs() < 1e-4);
                assert!(opposite, "the way back undoes the way there");
            }
        }
    }

    #[test]
    fn a_closed_form_is_the_limit_of_many_slopes() {
        let mut rng = Rng::new(6);
        let mut noise = || -> Scaled { std::array::from_fn(|_| rng.unit() as f32) };
        let net: Net<f32> = Net::random(View::Features.shape(6), 0.3, 2);
        let (from, to) = (noise(), noise());
        let exact = difference(&net, &from, &to);
        let steps = 400;
        let mut summed = vec![0.0; INPUTS];
        for k in 0..steps {
            let share = (f64::from(k) + 0.5) / f64::from(steps);
            let at: Scaled = std::array::from_fn(|i| from[i] + share as f32 * (to[i] - from[i]));
            let (y, slope) = net.value_and_slope(&at);
            for i in 0..INPUTS {
                // V = tanh z: the slope of z is that of V over 1 - V².
                let by_z = f64::from(slope[i]) / (1.0 - f64::from(y).powi(2));
                summed[i] += by_z * f64::from(to[i] - from[i]) / f64::from(steps);
            }
        }
        assert!(summed.iter().zip(&exact.parts).all(|(a, b)| (a - b).abs() < 1e-4));
    }
}
