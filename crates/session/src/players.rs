//! Players of one rating, for the tutor.

use std::sync::Arc;

use philidor_chess::shakmaty::{Chess, Move};
use philidor_claims::{Rated, RatingScale};
use philidor_humans::{Moment, Policy, Rating, Scale};
use philidor_tutor::explain::Crowd;

/// What a policy says of players of one rating. The position alone is asked about, so that whoever reads a claim can ask again.
pub(crate) struct Players {
    pub(crate) policy: Arc<dyn Policy>,
    pub(crate) rating: Rating,
}

impl Crowd for Players {
    fn rating(&self) -> Rated {
        let scale = match self.rating.scale {
            Scale::Lichess => RatingScale::Lichess,
            Scale::ChessCom => RatingScale::ChessCom,
            Scale::Board => RatingScale::Fide,
        };
        Rated { number: self.rating.number, scale }
    }

    fn likely(&self, pos: &Chess) -> Vec<(Move, f32)> {
        let likely = self.policy.moves(Moment { position: pos, past: &[] }, self.rating);
        likely.into_iter().map(|likely| (likely.mv, likely.chance)).collect()
    }
}
