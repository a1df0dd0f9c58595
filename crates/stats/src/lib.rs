//! Chance, repeatable and summed up: a seeded generator of random numbers, and means with their intervals.
//!
//! ```
//! use philidor_stats::{Mean, Rng};
//!
//! let drawn = |seed| {
//!     let mut rng = Rng::new(seed);
//!     (0..1000).map(|_| rng.unit()).collect::<Vec<f64>>()
//! };
//! assert_eq!(drawn(1), drawn(1));
//! let Mean { mean, half } = Mean::of(&drawn(1));
//! assert!((mean - 0.5).abs() < 2.0 * half && half < 0.02, "{mean} ± {half}");
//! ```

mod mean;
mod rng;

pub use self::{mean::Mean, rng::Rng};
