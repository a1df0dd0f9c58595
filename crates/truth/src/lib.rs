//! Exact endgame tables.
