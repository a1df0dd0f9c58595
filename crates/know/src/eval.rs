//! eval: being written.
