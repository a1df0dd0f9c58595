//! features: being written.
