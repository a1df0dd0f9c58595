//! What players of a rating do, in words.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::Chess;
use philidor_claims::People;

use super::Speaker;
use crate::claim::{Claim, OnBoard as _, Statement};

/// Words by which it is called.
pub(in crate::say) fn people_key(people: &People) -> &'static str {
    match people {
        People::Play { .. } => "people-play",
        People::Miss { .. } => "people-miss",
        People::Tempted { .. } => "people-tempted",
        People::Answer { trap: None, .. } => "people-answer",
        People::Answer { trap: Some(_), .. } => "people-trapped",
        People::GoWrong { .. } => "people-wrong",
    }
}

impl Speaker<'_> {
    /// The move that the claim speaks of, with its number.
    pub(super) fn person_move(&self, start: &Chess, claim: &Claim) -> String {
        let skip =
            usize::from(matches!(claim.statement, Statement::People { people: People::Answer { .. }, .. }));
        let pos = claim.line.position(start, skip);
        pos.map_or_else(String::new, |pos| self.line(&pos, &claim.line.from(skip), 1))
    }

    pub(super) fn people(&mut self, people: &People, args: &mut FluentArgs<'_>) -> String {
        let n = match people {
            People::Play { percent, .. }
            | People::Miss { percent, .. }
            | People::Tempted { percent, .. }
            | People::Answer { percent, .. } => *percent,
            People::GoWrong { wrong, expected, promised, .. } => {
                args.set("own", *expected);
                args.set("best", *promised);
                *wrong
            }
        };
        args.set("n", n);
        self.phrase(people_key(people), args)
    }
}
