//! Steps from gradients: Adam, and the rates it takes over time.

use serde::{Deserialize, Serialize};

use super::Real;

/// Adam (Kingma and Ba 2015), with weights that decay towards zero if asked to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Adam<T> {
    mean: Vec<T>,
    square: Vec<T>,
    steps: i32,
    /// Share of each parameter lost per step, times the rate.
    pub decay: T,
}

impl<T: Real> Adam<T> {
    /// For so many parameters, without decay.
    pub fn new(parameters: usize) -> Adam<T> {
        let zero = vec![T::zero(); parameters];
        Adam { mean: zero.clone(), square: zero, steps: 0, decay: T::zero() }
    }

    /// One step against the gradient.
    pub fn step(&mut self, parameters: &mut [T], gradient: &[T], rate: f64) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        self.steps = self.steps.saturating_add(1);
        let (keep, keep_square) = (T::of(MEAN), T::of(SQUARE));
        let (add, add_square) = (T::of(1.0 - MEAN), T::of(1.0 - SQUARE));
        let rate_now = T::of(rate / (1.0 - MEAN.powi(self.steps)));
        let unbias = T::of(1.0 / (1.0 - SQUARE.powi(self.steps)));
        let (tiny, shrink) = (T::of(1e-8), T::one() - T::of(rate) * self.decay);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((p, &g), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
            *mean = keep * *mean + add * g;
            *square = keep_square * *square + add_square * g * g;
            *p = *p * shrink - rate_now * *mean / ((*square * unbias).sqrt() + tiny);
        }
    }
}

/// How the rate falls: from 1 at the start to `floor` at the end, along half a cosine.
pub fn cosine(done: f64, floor: f64) -> f64 {
    floor + (1.0 - floor) * 0.5 * (1.0 + (std::f64::consts::PI * done.clamp(0.0, 1.0)).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adam_finds_the_bottom_of_a_bowl() {
        let mut at = [3.0, -2.0, 0.5];
        let mut adam = Adam::new(3);
        for step in 0..4000 {
            let slope = [2.0 * (at[0] - 1.0), 20.0 * (at[1] + 1.0), 0.2 * at[2]];
            adam.step(&mut at, &slope, 0.05 * cosine(f64::from(step) / 4000.0, 0.0));
        }
        assert!(at.iter().zip([1.0, -1.0, 0.0]).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-3), "{at:?}");
    }

    #[test]
    fn the_cosine_falls_from_one_to_its_floor() {
        assert!((cosine(0.0, 0.1) - 1.0).abs() < 1e-12 && (cosine(1.0, 0.1) - 0.1).abs() < 1e-12);
        assert!(cosine(0.3, 0.0) > cosine(0.6, 0.0));
    }
}
