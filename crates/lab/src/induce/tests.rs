//! Learners on a small endgame.
