//! What all games of a player say together, with proof.
//!
//! [`Collection`] reads a player's games from whatever export they come in; [`Analyst`] looks at each once ([`Record`]: plain data that a
//! long run keeps); [`Profile`] sums records up. The measure of a player is his opponents: the same things are counted for both
//! sides of the same games, so that what is merely hard is not called a weakness; what stands out is held against chance, all questions
//! together ([`stats::discoveries`]). Every figure carries the games and moves it comes from. How it is said is data ([`Voice`]).

mod drill;
mod habit;
mod html;
mod read;
mod record;
pub mod stats;
mod summary;
mod text;
mod told;
mod words;

pub use self::{
    drill::{Drill, drills},
    habit::{Finding, Kind, findings},
    read::{Collection, Mine, ReadError, date, offered},
    record::{Analyst, Example, Moved, Record},
    summary::{Group, Profile, Repeat},
    told::Told,
    words::Voice,
};
