//! What commands share at a terminal: standard output that may be closed, progress bars, Ctrl-C, and where files are kept.

pub mod home;
pub mod output;
pub mod progress;
pub mod tables;

/// Exit code: the answer is no.
pub const NO: u8 = 1;
