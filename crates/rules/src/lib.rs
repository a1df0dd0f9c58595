//! Endgame theory as rules that a chess player can read (after Barth): the language, its two back ends, validation
//! against exact tables, proofs without them, and the search that makes the rules infallible.
//!
//! Rules give intervals, search narrows them, and the rule that decides is the explanation. Sources become [`Rules`]
//! when names and types agree. No scores and no opinions: what a rule says is checked or proved before it may cut a
//! search.

pub mod amend;
pub mod certificate;
pub mod certify;
pub mod dialogue;
pub mod explain;
pub mod library;
pub mod moves;
pub mod problem;
pub mod prove;
pub mod resolve;
pub mod run;
pub mod scene;
pub mod smt;
pub mod solve;
pub mod syntax;
pub mod theory;
pub mod tongue;
pub mod validate;
pub mod validated;
pub mod value;
pub mod vocabulary;

pub use crate::{
    problem::Problem,
    resolve::{RuleSource, Unusable},
    theory::Rules,
    tongue::Tongue,
    validated::{Refused, ValidatedRules},
    vocabulary::Endgames,
};
