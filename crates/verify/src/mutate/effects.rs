//! False claims about what a move does at once.

use philidor_claims::{Effect, Statement};

use super::{Maker, beside};

impl Maker<'_> {
    pub(super) fn effect(&mut self) {
        let of = |s: &mut Statement, edit: fn(Effect) -> Effect| match s {
            Statement::Effect { effect } | Statement::Allows { effect, .. } => *effect = edit(*effect),
            _ => {}
        };
        self.of_statement("effect, other square", |s| of(s, |effect| effect.on(beside(effect.square()))));
        self.of_statement("effect, other kind", |s| of(s, other_kind));
    }
}

/// Another effect on the same square, which cannot be there together with this one.
fn other_kind(effect: Effect) -> Effect {
    let sq = effect.square();
    match effect {
        // What stands there is an own man, or an enemy one.
        Effect::Unpins(_) => Effect::Pins(sq),
        Effect::Pins(_) => Effect::Unpins(sq),
        Effect::Opens(_) | Effect::Trades(_) | Effect::Simplifies(_) => Effect::Attacks(sq),
        Effect::OffersTrade(_) | Effect::OffersSimpler(_) => Effect::Supports(sq),
        Effect::Regains(_) => Effect::OffersTrade(sq),
        Effect::Blockades(_) => Effect::BacksPasser(sq),
        Effect::BacksPasser(_) | Effect::ConnectsRooks(_) => Effect::Blockades(sq),
        // Something could be won there, or not.
        Effect::Attacks(_) => Effect::Presses(sq),
        Effect::Presses(_) => Effect::Attacks(sq),
        Effect::Protects(_) => Effect::Supports(sq),
        Effect::Supports(_) => Effect::Protects(sq),
        // The man came from there, or went there.
        Effect::Saves(_) | Effect::AvoidsTrade(_) => Effect::Recaptures(sq),
        Effect::Recaptures(_) => Effect::Saves(sq),
        Effect::MakesLuft(_) => Effect::OccupiesCentre(sq),
        // Another man moved.
        Effect::Develops(_) => Effect::Castles(sq),
        Effect::Castles(_) | Effect::DoublesHeavy(_) => Effect::Develops(sq),
        Effect::InvadesSeventh(_) => Effect::QueenInvades(sq),
        Effect::QueenInvades(_) => Effect::InvadesSeventh(sq),
        Effect::DoublesRooks(_) => Effect::QueenTakesFile(sq),
        Effect::QueenTakesFile(_) | Effect::TakesHalfOpenFile(_) => Effect::TakesOpenFile(sq),
        Effect::TakesOpenFile(_) => Effect::TakesHalfOpenFile(sq),
        Effect::TakesOutpost(_) => Effect::AdvancesQueenside(sq),
        Effect::Centralises(_) | Effect::GainsSpace(_) => Effect::OccupiesCentre(sq),
        Effect::OccupiesCentre(_) => Effect::Centralises(sq),
        Effect::ActivatesKing(_) => Effect::Castles(sq),
        Effect::BringsKing(_) => Effect::ActivatesKing(sq),
        Effect::GivesBishop(_) | Effect::TradesInCentre(_) => Effect::GivesKnight(sq),
        Effect::GivesKnight(_) => Effect::GivesBishop(sq),
        // A pawn that is passed, or not; on one wing or the other.
        Effect::PushesPasser(_) | Effect::AdvancesKingside(_) => Effect::AdvancesQueenside(sq),
        Effect::AdvancesQueenside(_) => Effect::PushesPasser(sq),
        // Something stands there, or nothing; something was taken, or not.
        Effect::Challenges(_)
        | Effect::Undermines(_)
        | Effect::StrikesCentre(_)
        | Effect::KeepsTension(_) => Effect::TakesSquare(sq),
        Effect::TakesSquare(_) => Effect::Challenges(sq),
        Effect::EyesCentre(_) => Effect::OccupiesCentre(sq),
        Effect::Offers(_) | Effect::BreaksBishopPair(_) => Effect::GainsScope(sq),
        Effect::GainsScope(_) => Effect::Trades(sq),
        Effect::TakesDiagonal(_) => Effect::Recaptures(sq),
        // No king can be pinned; nobody gives check from afar.
        Effect::Checks(_) => Effect::Pins(sq),
        Effect::LeavesLine(_) => Effect::Checks(sq),
        // The king went, or another man; the man that gave check is gone, or not.
        Effect::LeavesCheck(_) | Effect::TakesChecker(_) => Effect::BlocksCheck(sq),
        Effect::BlocksCheck(_) => Effect::LeavesCheck(sq),
    }
}
