//! How fast and how good the other rooms are, measured as data.
//!
//! Every module measures one thing and returns its figures; most figures also know how they are printed (`Display`) and sent
//! to programs (`Serialize`). What is measured is checked on the way: a wrong count of wins, a net that contradicts itself or
//! a certificate that does not hold is an error, not a figure.
//!
//! ```
//! use philidor_bench::epd::Suite;
//! use philidor_know::{evaluator, search::Engine};
//!
//! let suite = Suite::parse("6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";", "one.epd")?;
//! let own = evaluator::by_name(evaluator::NAMES[0]).expect("an evaluation");
//! let limits = philidor_bench::epd::Budget { nodes: Some(1_000), ..Default::default() };
//! let solved = suite.solve(&mut Engine::new(own, 16, 1), &limits, &mut || ());
//! assert_eq!(solved.count(), 1);
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! Speeds are in CPU seconds where the work is our own, so that a busy machine disturbs them little.

pub mod chapters;
pub mod chessqa;
pub mod claims;
pub mod comments;
pub mod epd;
pub mod figure;
pub mod humans;
pub mod judge;
pub mod nets;
pub mod plans;
pub mod puzzles;
pub mod quiet;
pub mod rules;
pub mod server;
pub mod signature;
pub mod speed;
pub mod tables;
pub mod tactics;
pub mod themes;
pub mod told;
