//! Annotated games as files: PGN, Markdown, one HTML page, JSON, and a list of all claims with their verdicts.

pub mod audit;
pub mod html;
pub mod many;
pub mod markdown;
mod page;
mod pool;
pub mod record;

pub use pool::{Counts, Waiting};
