//! Marks by the reader's level: what hardly anybody of his strength punishes is less than a blunder, and a great move is one that few
//! find. Without a rating marks are those of everybody, and nothing here is asked.

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_claims::limits;

use crate::{
    explain::Crowd,
    judge::{Eval, Judgement, loss_percent},
    plan::Policy,
    select::DECIDED_PERCENT,
    study::Played,
};

/// The judgement for players like the reader: an error that only one answer punishes, and that hardly anybody of them finds, is one
/// step less grave.
pub(super) fn judged(judgement: Judgement, played: &Played<'_>, crowd: &dyn Crowd) -> Judgement {
    let after = played.after;
    let Some((answer, second)) = after.best_move().zip(after.second.as_ref()) else { return judgement };
    let turn = after.pos.turn();
    let given_back = loss_percent(turn, after.eval(), Eval::from_score(second.score, turn));
    let hangs_on_one = given_back >= Policy::ours().moments.given_back * played.loss();
    if !hangs_on_one || percent(crowd, &after.pos, answer) > limits::HARD_PERCENT {
        return judgement;
    }
    match judgement {
        Judgement::Blunder => Judgement::Mistake,
        Judgement::Mistake | Judgement::Inaccuracy => Judgement::Inaccuracy,
    }
}

/// The glyph of a good move for players like the reader: `!!` stays; `!` is the only good move, and few of them find it.
pub(super) fn praised(
    usual: Option<u16>,
    played: &Played<'_>,
    crowd: &dyn Crowd,
    policy: &Policy,
) -> Option<u16> {
    if usual == Some(3) {
        return usual;
    }
    let mv = played.ply.as_move()?;
    let pos = &played.before.pos;
    let decided = !(100.0 - DECIDED_PERCENT..=DECIDED_PERCENT).contains(&played.chance_before());
    let forced = pos.legal_moves().len() <= 3;
    let only = played.is_best() && !decided && !forced && played.gap()? >= policy.moments.praise;
    (only && percent(crowd, pos, mv) <= policy.moments.great).then_some(1)
}

/// So many of a hundred play the move.
fn percent(crowd: &dyn Crowd, pos: &Chess, mv: Move) -> u8 {
    crowd.percents(pos).into_iter().find(|(known, _)| *known == mv).map_or(0, |(_, share)| share)
}
