//! A comment in the making: sentences with their rank, and which of them are said.

use super::{HEAVY_CP, Remark};
use crate::{
    claim::{Claim, Deed, Fact, Goal},
    say::speaker::Speaker,
};

/// How much likelier a sentence must be wanted to go before one that comes a rank earlier.
const RANK_CHANCE: f64 = 0.01;

/// A sentence and what it says.
pub(super) struct Part {
    /// 0 must stay.
    pub(super) rank: u8,
    pub(super) text: String,
    pub(super) said: Vec<usize>,
}

/// A comment in the making.
pub(super) struct Draft<'a, 'b> {
    pub(super) remark: &'a Remark<'b>,
    pub(super) parts: Vec<Part>,
}

impl Draft<'_, '_> {
    pub(super) fn find(&self, wanted: impl Fn(&Claim) -> bool) -> Option<usize> {
        self.remark.claims.iter().position(wanted)
    }

    pub(super) fn all(&self, wanted: impl Fn(&Claim) -> bool) -> Vec<usize> {
        (0..self.remark.claims.len()).filter(|&at| wanted(&self.remark.claims[at])).collect()
    }

    /// The name of an opening that the game has left before.
    pub(super) fn is_late_name(&self, at: usize) -> bool {
        let claim = &self.remark.claims[at];
        matches!(&claim.fact, Fact::Opening { leaves: false, .. }) && claim.ply == 0
    }

    pub(super) fn push(&mut self, rank: u8, text: String, said: Vec<usize>) {
        if !text.is_empty() {
            self.parts.push(Part { rank, text, said });
        }
    }

    pub(super) fn say(&mut self, speaker: &mut Speaker<'_>, rank: u8, at: usize) {
        let text = speaker.say(self.remark.start, &self.remark.claims[at]);
        self.push(rank, text, vec![at]);
    }

    /// The `most` most important sentences, in their order: what must stay, then what a master would most likely say.
    pub(super) fn finish(self, most: usize) -> (String, Vec<usize>) {
        let Remark { claims, relevance, moment, .. } = *self.remark;
        let chance = |part: &Part| {
            let chances = part.said.iter().map(|&at| relevance.of_claim(&claims[at], &moment));
            chances.max_by(f64::total_cmp).unwrap_or(0.0) - f64::from(part.rank) * RANK_CHANCE
        };
        let wanted = |part: &Part| if part.rank == 0 { f64::INFINITY } else { chance(part) };
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by(|&a, &b| wanted(&self.parts[b]).total_cmp(&wanted(&self.parts[a])).then(a.cmp(&b)));
        order.truncate(most);
        // What a master would seldom say here is left out, unless it weighs a lot or is all there is.
        let heavy = |part: &Part| {
            let change = |c: &Claim| matches!(c.fact, Fact::Concept { .. } | Fact::Feature { .. });
            part.said.iter().any(|&at| change(&claims[at]) && claims[at].worth.0.abs() >= HEAVY_CP)
        };
        let substance = |at: &usize| {
            let part = &self.parts[*at];
            part.rank == 0 || part.said.iter().any(|&at| has_substance(&claims[at]))
        };
        let Some(&first) = order.iter().find(|at| substance(at)) else { return (String::new(), Vec::new()) };
        // Where something rare is said anyway, what is said more often belongs there too.
        let must = |at: &usize| *at == first || self.parts[*at].rank == 0;
        let rarest = order.iter().filter(|at| must(at)).map(|&at| chance(&self.parts[at]));
        let threshold = rarest.fold(relevance.threshold, f64::min);
        let likely = |at: &usize| wanted(&self.parts[*at]) >= threshold || heavy(&self.parts[*at]);
        let order: Vec<usize> = order.into_iter().filter(|at| *at == first || likely(at)).collect();
        let kept: Vec<Part> = self
            .parts
            .into_iter()
            .enumerate()
            .filter(|(at, _)| order.contains(at))
            .map(|(_, part)| part)
            .collect();
        let text = kept.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join(" ");
        (text, kept.into_iter().flat_map(|p| p.said).collect())
    }
}

/// A claim for which alone a comment is worth reading: not how the game stands, what else could be played, or where a pawn or
/// piece goes next.
fn has_substance(claim: &Claim) -> bool {
    match &claim.fact {
        Fact::Standing { .. } | Fact::Better { .. } | Fact::Best { .. } | Fact::Opening { .. } => false,
        Fact::Plan(Goal::Occupy { .. } | Goal::Advance { lever: false, .. }) => false,
        Fact::Deed(deed) => !matches!(deed, Deed::Checks(_) | Deed::Recaptures(_)),
        _ => true,
    }
}
