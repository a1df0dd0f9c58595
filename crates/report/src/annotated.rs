//! Annotated games as files: PGN, Markdown, one HTML page, JSON.

pub mod html;
pub mod markdown;
mod page;
pub mod record;
