//! Running rules: one position at a time ([`scalar`], for search and explanation) or 64 at a time ([`columnar`],
//! for validation). Both walk the same typed tree.

pub mod columnar;
pub mod scalar;
mod short;

pub use self::{
    columnar::{Columns, Row},
    scalar::Reader,
};
