//! What a move does and what it is for, as far as it is worth a word.

use super::Scene;
use crate::claim::{About, Asset, Claim, Effect, How, Reason, Statement};

/// The square of the pawn that a pawn strikes at for a reason.
fn struck(claim: &Claim) -> Option<philidor_claims::Square> {
    match claim.statement {
        Statement::Effect { effect: Effect::Undermines(square) | Effect::StrikesCentre(square) } => {
            Some(square)
        }
        _ => None,
    }
}

/// The square of the centre that a man fights for.
fn eyed(claim: &Claim) -> Option<philidor_claims::Square> {
    match claim.statement {
        Statement::Effect { effect: Effect::EyesCentre(square) } => Some(square),
        _ => None,
    }
}

/// The square of a man that is attacked or pinned.
fn held(claim: &Claim) -> Option<philidor_claims::Square> {
    match claim.statement {
        Statement::Effect { effect: Effect::Pins(square) | Effect::Attacks(square) } => Some(square),
        _ => None,
    }
}

/// The square of the piece that a piece offers itself for.
fn offered(claim: &Claim) -> Option<philidor_claims::Square> {
    match claim.statement {
        Statement::Effect { effect: Effect::OffersTrade(square) | Effect::OffersSimpler(square) } => {
            Some(square)
        }
        _ => None,
    }
}

/// What the move under discussion (or the best one, or the better one) does at once and what it is for, the weightiest first.
pub(super) fn effects(scene: &Scene<'_>, about: About) -> Vec<usize> {
    let policy = &scene.policy.effects;
    let full = scene.subject.is_none_or(|subject| subject.relevance.is_none());
    // The open file is told with what the line brings.
    let file = scene
        .find(|c| matches!(&c.statement, Statement::Concept { name, .. } if name == "open file taken"))
        .is_some();
    let answers = |c: &Claim| {
        c.about == about && matches!(c.statement, Statement::Reason { reason: Reason::Answers { .. }, .. })
    };
    let met = scene.find(answers).is_some();
    let told = |effect: Effect| match effect {
        // Told with the threat.
        Effect::Protects(_) | Effect::Saves(_) => !met,
        Effect::Recaptures(_) | Effect::Checks(_) => full,
        Effect::TakesOpenFile(_) => !file,
        // Every move answers a check, so that makes none better than another.
        Effect::LeavesCheck(_) | Effect::BlocksCheck(_) | Effect::TakesChecker(_) => {
            about != About::Alternative
        }
        _ => true,
    };
    let all = scene.all(|c| match &c.statement {
        Statement::Effect { effect } => c.about == about && told(*effect),
        Statement::Reason { .. } => c.about == about,
        _ => false,
    });
    let why: Vec<&Reason> = all.iter().filter_map(|&at| reason_of(&scene.claims[at])).collect();
    let threat = scene.claims.iter().find_map(|c| match &c.statement {
        Statement::Threat { mv, .. } if c.line.pass() == Some(1) => Some(*mv),
        _ => None,
    });
    // What a reason tells is not told again as a deed, and a threat is told as one.
    let again = |at: &usize| match &scene.claims[*at].statement {
        Statement::Effect { effect } => why.iter().any(|reason| tells(reason, *effect)),
        Statement::Reason { reason: Reason::Hits { taking }, .. } => {
            threat.is_some_and(|mv| mv.to == taking.to)
        }
        _ => false,
    };
    let mut all: Vec<usize> = all.iter().copied().filter(|at| !again(at)).collect();
    // Taking back needs no other reason.
    let back = |at: &usize| {
        matches!(scene.claims[*at].statement, Statement::Effect { effect: Effect::Recaptures(_) })
    };
    let doubles = |at: &usize| {
        matches!(
            scene.claims[*at].statement,
            Statement::Effect { effect: Effect::Trades(_) | Effect::Regains(_) }
        )
    };
    if all.iter().any(back) {
        // How it takes back may be worth a word: out of the centre, a bishop for a knight.
        all.retain(|at| back(at) || full && !doubles(at) && scene.claims[*at].worth.0 >= policy.taking);
    }
    // Who takes the man that threatens is told so once.
    let takes = |at: &usize| {
        matches!(
            scene.claims[*at].statement,
            Statement::Reason { reason: Reason::Answers { how: Some(How::Captures), .. }, .. }
        )
    };
    if all.iter().any(takes) {
        let again = |c: &Claim| {
            matches!(
                c.statement,
                Statement::Effect {
                    effect: Effect::Trades(_)
                        | Effect::Simplifies(_)
                        | Effect::Regains(_)
                        | Effect::GivesBishop(_)
                        | Effect::GivesKnight(_)
                        | Effect::Recaptures(_)
                }
            )
        };
        all.retain(|&at| !again(&scene.claims[at]));
    }
    // What may be taken at no profit is no mere offer.
    let baits = |at: &usize| {
        matches!(scene.claims[*at].statement, Statement::Reason { reason: Reason::Baits { .. }, .. })
    };
    if all.iter().any(baits) {
        all.retain(|&at| {
            !matches!(scene.claims[at].statement, Statement::Effect { effect: Effect::Offers(_) })
        });
    }
    let check = |c: &Claim| matches!(c.statement, Statement::Effect { effect: Effect::Checks(_) });
    // What a pawn strikes at is told with what it is for.
    let hit: Vec<_> = all.iter().filter_map(|&at| struck(&scene.claims[at])).collect();
    let eyed: Vec<_> = all.iter().filter_map(|&at| eyed(&scene.claims[at])).collect();
    let held: Vec<_> = all.iter().filter_map(|&at| held(&scene.claims[at])).collect();
    let offered: Vec<_> = all.iter().filter_map(|&at| offered(&scene.claims[at])).collect();
    all.retain(|&at| match scene.claims[at].statement {
        Statement::Effect { effect: Effect::Challenges(square) | Effect::Attacks(square) } => {
            !hit.contains(&square) && !offered.contains(&square)
        }
        // What is said to be struck at, attacked or pinned is not also pressed.
        Statement::Effect { effect: Effect::EyesCentre(square) } => {
            !hit.contains(&square) && !held.contains(&square)
        }
        Statement::Effect { effect: Effect::Presses(square) } => {
            !hit.contains(&square) && !held.contains(&square) && !eyed.contains(&square)
        }
        _ => true,
    });
    if all.iter().all(|&at| is_plain(&scene.claims[at]) || check(&scene.claims[at])) {
        all.truncate(2);
    } else {
        let weighs = |at: &usize| {
            full && scene.claims[*at].worth.0 >= policy.telling || struck(&scene.claims[*at]).is_some()
        };
        let (mut plainly, mut strong): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|at| is_plain(&scene.claims[**at]));
        plainly.retain(weighs);
        // What the move plainly does keeps a place beside what it is for.
        strong.truncate(if full && !plainly.is_empty() { policy.most - 1 } else { policy.most });
        all = strong.into_iter().chain(plainly).collect();
    }
    all.truncate(if full { policy.most } else { policy.most - 1 });
    all
}

fn reason_of(claim: &Claim) -> Option<&Reason> {
    match &claim.statement {
        Statement::Reason { reason, .. } => Some(reason),
        _ => None,
    }
}

/// The reason says what the move does, and more.
fn tells(reason: &Reason, effect: Effect) -> bool {
    match (reason, effect) {
        (Reason::Hits { taking }, Effect::Attacks(sq) | Effect::Pins(sq)) => taking.to == sq,
        (Reason::Spares { .. }, Effect::AvoidsTrade(_)) => true,
        (
            Reason::Exchanges { .. },
            Effect::Trades(_) | Effect::Simplifies(_) | Effect::BreaksBishopPair(_),
        )
        | (Reason::Exchanges { .. }, Effect::OffersTrade(_) | Effect::OffersSimpler(_)) => true,
        (Reason::Improves { asset, .. }, effect) => match (asset, effect) {
            (Asset::Scope { .. }, Effect::GainsScope(_) | Effect::TakesDiagonal(_))
            | (Asset::Outpost, Effect::TakesOutpost(_) | Effect::Centralises(_))
            | (Asset::OpenFile, Effect::TakesOpenFile(_) | Effect::QueenTakesFile(_))
            | (Asset::HalfOpenFile, Effect::TakesHalfOpenFile(_))
            | (Asset::Seventh, Effect::InvadesSeventh(_) | Effect::QueenInvades(_))
            | (Asset::Passed, Effect::PushesPasser(_))
            | (Asset::WayOut, Effect::MakesLuft(_))
            | (Asset::OutOfCheck, Effect::LeavesLine(_))
            | (Asset::Safety, Effect::Saves(_))
            | (Asset::Shelter { .. }, Effect::Castles(_))
            | (Asset::Connects, Effect::ConnectsRooks(_))
            | (Asset::Blocks(_), Effect::Blockades(_))
            | (Asset::Behind(_), Effect::BacksPasser(_))
            | (Asset::Frees(_), Effect::Unpins(_))
            | (Asset::Centre, Effect::EyesCentre(_)) => true,
            (Asset::Guards(told), Effect::Supports(sq) | Effect::Protects(sq))
            | (Asset::Presses(told), Effect::Presses(sq) | Effect::Attacks(sq))
            | (Asset::Opens(told), Effect::Opens(sq))
            | (Asset::Nears(told) | Asset::Escorts(told), Effect::BringsKing(sq))
            | (Asset::Pins(told), Effect::Pins(sq)) => *told == sq,
            _ => false,
        },
        _ => false,
    }
}

/// What a move plainly does: said where nothing stronger is.
pub(super) fn is_plain(claim: &Claim) -> bool {
    matches!(claim.statement, Statement::Effect { effect } if effect.is_plain())
}
