//! search: being written.
