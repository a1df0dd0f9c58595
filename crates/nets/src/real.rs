//! The numbers that nets are made of: f32 and f64.

use std::{
    fmt,
    iter::Sum,
    ops::{AddAssign, DivAssign, MulAssign, SubAssign},
};

/// Lanes that are worked on together; two vector registers of f32 on most machines.
pub(super) const LANES: usize = 8;

/// f32 or f64.
pub trait Real:
    num_traits::Float
    + ndarray::LinalgScalar
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + Sum
    + Default
    + fmt::Debug
    + fmt::Display
    + Send
    + Sync
    + 'static
{
    /// The nearest number.
    fn of(x: f64) -> Self;
    /// The same number.
    fn as_f64(self) -> f64;
    /// `1 / (1 + e^-z)`.
    fn sigmoid(self) -> Self;
    /// The hyperbolic tangent.
    fn squash(self) -> Self;
}

impl Real for f64 {
    fn of(x: f64) -> f64 {
        x
    }

    fn as_f64(self) -> f64 {
        self
    }

    fn sigmoid(self) -> f64 {
        1.0 / (1.0 + (-self).exp())
    }

    fn squash(self) -> f64 {
        self.tanh()
    }
}

impl Real for f32 {
    fn of(x: f64) -> f32 {
        x as f32
    }

    fn as_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn sigmoid(self) -> f32 {
        1.0 / (1.0 + exp(-self))
    }

    #[inline]
    fn squash(self) -> f32 {
        2.0 / (1.0 + exp(-2.0 * self)) - 1.0
    }
}

/// `e^x` without branches or tables, so that loops over it become vector code; within 2e-7 of the true value,
/// relatively, for |x| <= 87, and held at the value there beyond.
#[inline]
fn exp(x: f32) -> f32 {
    // Adding this leaves the nearest integer in the low bits of the mantissa.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 87.0);
    let shifted = x.mul_add(std::f32::consts::LOG2_E, ROUND);
    let whole = shifted - ROUND;
    let rest = whole.mul_add(-LN2_LOW, whole.mul_add(-LN2_HIGH, x));
    // The polynomial of Cephes' expf.
    let poly = [1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5]
        .iter()
        .fold(1.987_569_1e-4f32, |p, &c| p.mul_add(rest, c));
    let series = poly.mul_add(rest * rest, rest + 1.0);
    series * f32::from_bits(shifted.to_bits().wrapping_add(127) << 23)
}

/// The sum of products; several partial sums, so that it becomes vector code.
#[inline]
pub(super) fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let (a8, a_rest) = a.as_chunks::<LANES>();
    let (b8, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [T::zero(); LANES];
    for (a, b) in a8.iter().zip(b8) {
        for lane in 0..LANES {
            sums[lane] = a[lane].mul_add(b[lane], sums[lane]);
        }
    }
    let rest = a_rest.iter().zip(b_rest).fold(T::zero(), |sum, (&a, &b)| a.mul_add(b, sum));
    fold(sums) + rest
}

/// The sum of all lanes.
#[inline]
pub(super) fn fold<T: Real>(s: [T; LANES]) -> T {
    let four = [s[0] + s[4], s[1] + s[5], s[2] + s[6], s[3] + s[7]];
    (four[0] + four[2]) + (four[1] + four[3])
}

/// Adds a multiple of `x` to `y`.
#[inline]
pub(super) fn add_scaled<T: Real>(y: &mut [T], factor: T, x: &[T]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = factor.mul_add(x, *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_functions_are_accurate() {
        for i in -870_000..=870_000 {
            let x = i as f32 * 1e-4;
            let (got, want) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((got / want - 1.0).abs() < 2e-7, "e^{x}: {got} for {want}");
            let (got, want) = (f64::from(x.sigmoid()), f64::from(x).sigmoid());
            assert!((got / want - 1.0).abs() < 4e-7, "sigmoid {x}: {got} for {want}");
            let (got, want) = (f64::from(x.squash()), f64::from(x).tanh());
            assert!((got - want).abs() < 2e-7, "tanh {x}: {got} for {want}");
        }
        assert!(exp(1e9).is_finite() && exp(-1e9) > 0.0 && f32::NAN.sigmoid().is_nan());
    }

    #[test]
    fn dot_products_of_any_length() {
        for n in 0..40 {
            let a: Vec<f64> = (0..n).map(f64::from).collect();
            assert_eq!(dot(&a, &a), (0..n).map(|i| f64::from(i * i)).sum::<f64>());
        }
    }
}
