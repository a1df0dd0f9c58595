//! What people would play: for a position, its recent past and a rating, how likely each legal move is.
//!
//! Two kinds of policy stand behind one trait: [`Ours`], a small net that [`learn`] makes from rated games, and nets in the format of Leela Chess Zero such as Maia's, read from a directory of the user's.
//! Nothing here searches: a policy says what is likely, never what is good.

mod exchange;
mod features;
mod lc0;
pub mod learn;
mod net;

use philidor_chess::shakmaty::{Chess, Move, Position};

pub use self::{
    lc0::{DirError, Lc0, Lc0Dir, Lc0Error},
    net::{NetError, Ours, Story},
};

/// The ratings that may be asked for.
pub const RATINGS: std::ops::RangeInclusive<u16> = 400..=2800;

/// Where a rating was given: the same number means different strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scale {
    /// Lichess.
    #[default]
    Lichess,
    /// Chess.com.
    ChessCom,
    /// Over the board (FIDE).
    Board,
}

impl Scale {
    /// All of them.
    pub const ALL: [Scale; 3] = [Scale::Lichess, Scale::ChessCom, Scale::Board];

    /// By the `Event` and `Site` tags of a game.
    pub fn of_tags(event: Option<&str>, site: Option<&str>) -> Scale {
        let site = site.unwrap_or_default().to_ascii_lowercase();
        let event = event.unwrap_or_default();
        if site.contains("chess.com") || event == "Live Chess" {
            Scale::ChessCom
        } else if site.contains("lichess") || event.to_ascii_lowercase().contains("rated ") {
            Scale::Lichess
        } else {
            Scale::Board
        }
    }
}

/// How strong a player is: a number and who gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rating {
    /// Within [`RATINGS`].
    pub number: u16,
    /// Whose number it is.
    pub scale: Scale,
}

/// Why a rating cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no rating: write a number from 400 to 2800, for example 1500 (Lichess), 1500@chess.com or 1500@fide"
)]
pub struct RatingError(String);

impl std::str::FromStr for Rating {
    type Err = RatingError;

    fn from_str(text: &str) -> Result<Rating, RatingError> {
        let refused = || RatingError(text.to_owned());
        let (number, scale) = match text.split_once('@') {
            None => (text, Scale::Lichess),
            Some((number, "lichess")) => (number, Scale::Lichess),
            Some((number, "chess.com")) => (number, Scale::ChessCom),
            Some((number, "fide")) => (number, Scale::Board),
            Some(_) => return Err(refused()),
        };
        let number = number.parse().ok().filter(|number| RATINGS.contains(number)).ok_or_else(refused)?;
        Ok(Rating { number, scale })
    }
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.number)?;
        f.write_str(match self.scale {
            Scale::Lichess => "",
            Scale::ChessCom => "@chess.com",
            Scale::Board => "@fide",
        })
    }
}

/// A position and how it came about.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The positions before it with the move played in each, oldest first; as many as are known.
    pub past: &'a [(Chess, Move)],
}

/// A legal move and how likely it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likely {
    /// The move.
    pub mv: Move,
    /// From 0 to 1; those of a position sum to 1.
    pub chance: f32,
}

/// Says what people of a rating would play.
pub trait Policy: Send + Sync {
    /// What it is called.
    fn name(&self) -> String;

    /// All legal moves, the likeliest first (equally likely ones in the order of the move generator); empty if there is none.
    fn moves(&self, moment: Moment<'_>, rating: Rating) -> Vec<Likely>;

    /// The same for many positions at once.
    fn many(&self, moments: &[(Moment<'_>, Rating)]) -> Vec<Vec<Likely>> {
        moments.iter().map(|&(moment, rating)| self.moves(moment, rating)).collect()
    }
}

/// Softmax of scores, the likeliest first.
pub(crate) fn ranked(moves: &[Move], scores: &[f32]) -> Vec<Likely> {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = weights.iter().sum();
    let mut out: Vec<Likely> =
        moves.iter().zip(weights).map(|(&mv, weight)| Likely { mv, chance: weight / sum }).collect();
    out.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    out
}

/// The legal moves, in the order of the move generator.
pub(crate) fn legal(pos: &Chess) -> Vec<Move> {
    pos.legal_moves().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_with_their_scale_or_refused_with_a_reason() {
        let read = |text: &str| text.parse::<Rating>();
        assert_eq!(read("1500"), Ok(Rating { number: 1500, scale: Scale::Lichess }));
        assert_eq!(read("900@chess.com").map(|r| r.to_string()).as_deref(), Ok("900@chess.com"));
        for wrong in ["", "strong", "399", "2801", "1500@uscf", "-3"] {
            let told = read(wrong).expect_err("refused").to_string();
            assert!(told.contains("400 to 2800"), "{told}");
        }
    }

    #[test]
    fn the_site_of_a_game_says_whose_rating_it_is() {
        assert_eq!(Scale::of_tags(Some("Rated Blitz game"), None), Scale::Lichess);
        assert_eq!(Scale::of_tags(Some("Live Chess"), None), Scale::ChessCom);
        assert_eq!(Scale::of_tags(Some("Tata Steel"), Some("Wijk aan Zee")), Scale::Board);
        assert_eq!(Scale::of_tags(Some("x"), Some("https://lichess.org/abc")), Scale::Lichess);
    }
}
