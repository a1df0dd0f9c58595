//! NeuroChess (Sebastian Thrun, 1995): an evaluation learned from the results of games.
//!
//! A net V judges positions given as the 175 numbers of [`philidor_know::inputs`], or as the squares of the men ([`view`]); it learns by temporal differences from expert
//! games that it plays on against itself. A second net M, the chess model, learns first what the numbers become two half-moves
//! later; explanation-based learning (EBNN) carries the slopes of V back through M and fits them too. Everything here
//! is a function of a recipe, a seed and the games: workers play ([`play`]), one learner learns ([`learn`]), in rounds, so
//! that neither the number of workers nor where they run changes what is learned.

pub mod corpus;
pub mod explain;
pub mod file;
pub mod learn;
pub mod measure;
pub mod model;
pub mod opinion;
pub mod play;
pub mod recipe;
pub mod report;
pub mod run;
pub mod view;

use philidor_know::inputs::{self, INPUTS, Inputs};

/// Inputs as nets see them: each count in its own unit.
pub type Scaled = [f32; INPUTS];

/// One over each input's unit.
fn factors() -> &'static Scaled {
    static FACTORS: std::sync::LazyLock<Scaled> =
        std::sync::LazyLock::new(|| std::array::from_fn(|i| 1.0 / f32::from(inputs::unit(i))));
    &FACTORS
}

/// Scales inputs.
pub fn scaled(inputs: &Inputs) -> Scaled {
    let factors = factors();
    std::array::from_fn(|i| f32::from(inputs[i]) * factors[i])
}

/// Scales inputs that came as a list.
///
/// # Panics
///
/// If there are not 175.
fn scaled_slice(inputs: &[i16], out: &mut [f32]) {
    assert_eq!(inputs.len(), INPUTS, "numbers of a position");
    for ((out, &x), factor) in out.iter_mut().zip(inputs).zip(factors()) {
        *out = f32::from(x) * factor;
    }
}

/// Why something cannot be learned or used.
#[derive(Debug, thiserror::Error)]
pub enum NeuroError {
    /// Games that cannot be read.
    #[error("cannot read games from {path}: {error}")]
    Games {
        /// Which file.
        path: String,
        /// What happened.
        error: std::io::Error,
    },
    /// Nothing to learn from.
    #[error("no usable game in {path}: {why}")]
    NoGames {
        /// Which file.
        path: String,
        /// What was found instead.
        why: String,
    },
    /// A file that is no net.
    #[error(transparent)]
    File(#[from] philidor_nets::file::ModelError),
    /// A net for other inputs, or of another shape.
    #[error("{0}")]
    Unfit(String),
    /// A recipe that cannot be used.
    #[error("{0}")]
    Recipe(String),
    /// Saved progress that cannot be used.
    #[error("{0}")]
    Progress(String),
}
