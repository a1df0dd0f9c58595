//! The evaluation taken apart: what each feature of each side contributes, in whole centipawns.
//!
//! The parts sum to the evaluation exactly. Weights × counts do so by themselves before tapering; king danger
//! is shared out in proportion to its inputs; what tapering rounds away goes to the largest remainders. What
//! winning chances and drawish material take from the sum is a part of its own.

use philidor_chess::shakmaty::{Bitboard, Color};

use super::{FULL_PHASE, Record, Verdict, Weights, ending, king::cost_of_danger};
use crate::features::{FeatureId, Group, Kind};

/// What one feature of one side contributes. All values are White's: good for Black is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The feature.
    pub feature: FeatureId,
    /// Whose it is.
    pub side: Color,
    /// What a person would count, in the feature's unit.
    pub count: i32,
    /// Where it was counted, on the board; none if it cannot be pointed at ([`FeatureId::pointing`]).
    pub squares: Bitboard,
    /// Middlegame part, in centipawns.
    pub mg: i32,
    /// Endgame part, in centipawns.
    pub eg: i32,
    /// The part of the evaluation, in centipawns.
    pub value: i32,
}

/// An evaluation and its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breakdown {
    /// Every feature that was counted, White's before Black's, in the order of the vocabulary.
    pub terms: Vec<Term>,
    /// The sums from which the total was made.
    pub verdict: Verdict,
    /// The evaluation in centipawns, seen by White: the sum of all terms' values.
    pub total: i32,
}

impl Breakdown {
    /// Takes the evaluation apart from what a listener heard.
    pub fn new(weights: &Weights, record: &Record, verdict: &Verdict) -> Breakdown {
        let mut ledger = Ledger::new();
        ledger.linear(weights, record);
        for attacker in Color::ALL {
            ledger.danger(weights, record, attacker);
        }
        let mut fractions: Vec<i64> = ledger.terms.iter().map(|term| tapered(term, verdict)).collect();
        ledger.bend(verdict, &mut fractions);
        let total = verdict.total();
        let values = settle(&fractions, i64::from(Verdict::DENOMINATOR), i64::from(total));
        for (term, value) in ledger.terms.iter_mut().zip(values) {
            term.value = value as i32;
        }
        ledger.terms.retain(|term| term.count != 0 || term.value != 0 || term.mg != 0 || term.eg != 0);
        Breakdown { terms: ledger.terms, verdict: *verdict, total }
    }

    /// The term of a feature and side, if it was counted.
    pub fn term(&self, feature: FeatureId, side: Color) -> Option<&Term> {
        self.terms.iter().find(|term| term.feature == feature && term.side == side)
    }

    /// The sum of a side's terms in a group, in centipawns, seen by White.
    pub fn group_value(&self, group: Group, side: Color) -> i32 {
        self.terms.iter().filter(|t| t.feature.group() == group && t.side == side).map(|t| t.value).sum()
    }
}

/// A term's part of the total, times the verdict's denominator.
fn tapered(term: &Term, verdict: &Verdict) -> i64 {
    i64::from(ending::FULL * (term.mg * verdict.phase + term.eg * (FULL_PHASE - verdict.phase)))
}

/// One term per feature and side, in the order of the vocabulary.
struct Ledger {
    terms: Vec<Term>,
}

fn sign(side: Color) -> i32 {
    if side.is_white() { 1 } else { -1 }
}

fn place(feature: FeatureId, side: Color) -> usize {
    2 * feature as usize + usize::from(side.is_black())
}

impl Ledger {
    fn new() -> Ledger {
        let squares = Bitboard::EMPTY;
        let blank = |feature, side| Term { feature, side, count: 0, squares, mg: 0, eg: 0, value: 0 };
        let terms = FeatureId::all().flat_map(|f| Color::ALL.map(|side| blank(f, side))).collect();
        Ledger { terms }
    }

    /// Counts and squares of all features, and the values of those that are plain sums.
    fn linear(&mut self, weights: &Weights, record: &Record) {
        for heard in &record.counts {
            let term = &mut self.terms[place(heard.feature, heard.side)];
            term.count += i32::from(heard.units);
            term.squares |= heard.at;
            if heard.feature.kind() == Kind::Linear {
                let weight = weights.score(heard.index.into());
                let times = i32::from(heard.times) * sign(heard.side);
                term.mg += weight.mg() * times;
                term.eg += weight.eg() * times;
            }
        }
    }

    /// Shares the cost of one king's danger out among its inputs.
    fn danger(&mut self, weights: &Weights, record: &Record, attacker: Color) {
        let mut inputs: Vec<(usize, i64)> = Vec::new();
        for heard in &record.counts {
            let ours = match heard.feature.kind() {
                Kind::Attack => heard.side == attacker,
                Kind::Danger => heard.side != attacker,
                _ => false,
            };
            if !ours {
                continue;
            }
            let units = i64::from(weights.score(heard.index.into()).mg() * i32::from(heard.times));
            let place = place(heard.feature, heard.side);
            match inputs.iter_mut().find(|(known, _)| *known == place) {
                Some((_, sum)) => *sum += units,
                None => inputs.push((place, units)),
            }
        }
        inputs.sort_unstable();
        let units: i64 = inputs.iter().map(|(_, units)| units).sum();
        if units <= 0 {
            return;
        }
        let cost = cost_of_danger(units as i32);
        let share = |cost: i32| {
            let parts: Vec<i64> = inputs.iter().map(|(_, input)| input * i64::from(cost)).collect();
            settle(&parts, units, i64::from(cost))
        };
        let (mg, eg) = (share(cost.mg()), share(cost.eg()));
        for (i, (place, _)) in inputs.iter().enumerate() {
            self.terms[*place].mg += mg[i] as i32 * sign(attacker);
            self.terms[*place].eg += eg[i] as i32 * sign(attacker);
        }
    }

    /// What winning chances add and drawish material takes.
    fn bend(&mut self, verdict: &Verdict, fractions: &mut [i64]) {
        let bend = &verdict.bend;
        let endgame = i64::from(FULL_PHASE - verdict.phase);
        let chances = place(FeatureId::Winnability, bend.ahead);
        self.terms[chances].eg += bend.chances;
        fractions[chances] += i64::from(bend.chances * ending::FULL) * endgame;
        let Some(reason) = bend.reason else { return };
        let lost = i64::from((verdict.eg + bend.chances) * (bend.scale - ending::FULL));
        let scaled = place(reason, bend.ahead);
        self.terms[scaled].eg += (lost / i64::from(ending::FULL)) as i32;
        fractions[scaled] += lost * endgame;
    }
}

/// Whole numbers near `fractions[i] / denominator` that sum to `total`, which is the exact sum rounded towards
/// zero. What is missing goes to the largest remainders; among equals to White's term if points are
/// given and to Black's if they are taken, so that swapping the colours swaps the result.
fn settle(fractions: &[i64], denominator: i64, total: i64) -> Vec<i64> {
    let mut whole: Vec<i64> = fractions.iter().map(|n| n / denominator).collect();
    let missing = total - whole.iter().sum::<i64>();
    if missing == 0 {
        return whole;
    }
    let step = missing.signum();
    let white_first = step > 0;
    let mut order: Vec<usize> = (0..fractions.len()).collect();
    let remainder = |i: usize| (fractions[i] % denominator) * step;
    let tie = |i: usize| (i / 2, i.is_multiple_of(2) != white_first);
    order.sort_by(|&a, &b| remainder(b).cmp(&remainder(a)).then(tie(a).cmp(&tie(b))));
    for &i in order.iter().take(missing.unsigned_abs() as usize) {
        whole[i] += step;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settling_gives_the_missing_points_to_the_largest_remainders() {
        assert_eq!(settle(&[14, 13, 3], 10, 3), vec![2, 1, 0]);
        assert_eq!(settle(&[-14, -13, -3], 10, -3), vec![-2, -1, 0]);
        assert_eq!(settle(&[5, 5], 10, 1), vec![1, 0]);
        assert_eq!(settle(&[-5, -5], 10, -1), vec![0, -1]);
    }
}
