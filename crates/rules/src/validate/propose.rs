//! Rules learned back from the table for what a theory leaves open, in its own words, for a person to name.
//!
//! A seeded sample of rows shows which positions no rule decides, or which of them one rule speaks of ("within"). A
//! proposal is a few conditions that hold for many of these positions, and for no position of the sample with another result;
//! whether it is right everywhere only the check at every position says.

use philidor_chess::shakmaty::Color;
use philidor_stats::Rng;
use philidor_truth::Wdl;

use super::{candidates, graph::Ground};
use crate::{
    run::{Columns, Row},
    scene::{Scene, WEAK_KING},
    theory::{Claim, Conclusion, Rules},
};

/// How much is looked at, and how much is proposed.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Rows of 64 positions in the sample, for each side to move.
    pub rows: usize,
    /// Where chance begins.
    pub seed: u64,
    /// Most proposals for each side to move.
    pub rules: usize,
    /// Most conditions of one.
    pub conditions: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { rows: 2_000, seed: 1, rules: 6, conditions: 8 }
    }
}

/// Conditions under which all positions of the sample have one result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The conditions, in the language.
    pub conditions: Vec<String>,
    /// The result of the strong side.
    pub claim: Claim,
    /// The strong side is to move.
    pub strong_to_move: bool,
    /// Positions of the sample for which they hold.
    pub covers: u64,
    /// Of those, positions that were asked about and that no proposal before covers.
    pub adds: u64,
}

impl Proposal {
    /// A rule in the language, with a name to be replaced.
    pub fn rule(&self, number: usize) -> String {
        let side = if self.strong_to_move { "strong to move" } else { "weak to move" };
        let conditions = self.conditions.join("\n    and ");
        format!(
            "rule \"proposal {number}\":\n  when {side}\n    and {conditions}\n  => {}\n  because \"?\"\n",
            self.claim.name()
        )
    }
}

/// What was found for one side to move.
#[derive(Debug, Clone)]
pub struct Proposals {
    /// Legal positions of the sample in the theory's domain.
    pub positions: u64,
    /// Of those, positions that were asked about: open ones, within the rule that was named.
    pub open: u64,
    /// Their results: losses, draws, wins of the strong side.
    pub results: [u64; 3],
    /// The proposals, in the order in which they were found.
    pub list: Vec<Proposal>,
}

/// A row of the sample.
struct Seen {
    row: Row,
    /// The positions asked about.
    open: u64,
    won: u64,
    lost: u64,
}

/// A set of positions of the sample: one word for each row.
type Bits = Vec<u64>;

fn count(set: &Bits) -> u64 {
    set.iter().map(|w| u64::from(w.count_ones())).sum()
}

fn both(a: &Bits, b: &Bits) -> Bits {
    a.iter().zip(b).map(|(x, y)| x & y).collect()
}

fn overlap(a: &Bits, b: &Bits) -> u64 {
    a.iter().zip(b).map(|(x, y)| u64::from((x & y).count_ones())).sum()
}

/// The positions of a row and side that are legal.
fn legal(scene: Scene) -> u64 {
    let at = |lane: u8| Row { scene, varying: WEAK_KING, lanes: 0 }.at(lane);
    (0..64).filter(|&lane| at(lane).is_legal()).fold(0, |set, lane| set | 1 << lane)
}

/// What the table says of some lanes of a row: where the strong side wins and where it loses.
fn truth(ground: &Ground, number: usize, to_move: Color, lanes: u64) -> (u64, u64) {
    let (mut won, mut lost, mut left) = (0, 0, lanes);
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        let wdl = ground.table.wdl_by_index(number << 6 | lane as usize, to_move);
        let own = if to_move.is_white() { wdl } else { wdl.flipped() };
        match own {
            Wdl::Win => won |= 1 << lane,
            Wdl::Loss => lost |= 1 << lane,
            Wdl::Draw => {}
        }
    }
    (won, lost)
}

/// The positions that rules decide, but for one that is left out.
fn decided(rules: &Rules, columns: &mut Columns<'_>, but: Option<usize>) -> u64 {
    let (mut low, mut high, mut sure) = (0, 0, 0);
    for (i, rule) in rules.rules.iter().enumerate() {
        let Conclusion::Claim { claim, .. } = rule.conclusion else { continue };
        if Some(i) == but {
            continue;
        }
        let mask = columns.applies(rule);
        match claim {
            Claim::Win | Claim::Draw | Claim::Loss => sure |= mask,
            Claim::AtLeastDraw => low |= mask,
            Claim::AtMostDraw => high |= mask,
        }
    }
    sure | low & high
}

/// Proposals for the positions with one side to move that a theory leaves open, or of those that the rule `within` speaks of.
/// `None` for theories that hold for either side, and for those without an endgame.
pub fn propose(
    rules: &Rules,
    ground: &Ground,
    within: Option<usize>,
    to_move: Color,
    settings: Settings,
) -> Option<Proposals> {
    if rules.subject.colours {
        return None;
    }
    let (probe, conditions) = candidates::resolved(rules)?;
    let mut found = Proposals { positions: 0, open: 0, results: [0; 3], list: Vec::new() };
    let seen = sample(rules, ground, within, to_move, settings, &mut found);
    let mut masks: Vec<Bits> = vec![Vec::with_capacity(seen.len()); conditions.len()];
    let mut columns = Columns::new(&probe);
    for one in &seen {
        if ground.is_stopped() {
            return Some(found);
        }
        columns.look_at(one.row);
        for (mask, (_, condition)) in masks.iter_mut().zip(&conditions) {
            mask.push(columns.holds(condition));
        }
    }
    let all: Bits = seen.iter().map(|s| s.row.lanes).collect();
    let open: Bits = seen.iter().map(|s| s.open).collect();
    let classes: [(Claim, Bits); 3] = [
        (Claim::Win, seen.iter().map(|s| s.won).collect()),
        (Claim::Draw, seen.iter().map(|s| s.row.lanes & !s.won & !s.lost).collect()),
        (Claim::Loss, seen.iter().map(|s| s.lost).collect()),
    ];
    found.open = count(&open);
    found.results = [2, 1, 0].map(|c| overlap(&classes[c].1, &open));
    let positions = count(&all);
    // Conditions that say nothing here are not tried.
    let useful: Vec<usize> =
        (0..masks.len()).filter(|&i| (1..positions).contains(&count(&masks[i]))).collect();
    let mut left: Vec<Bits> = classes.iter().map(|c| both(&c.1, &open)).collect();
    while found.list.len() < settings.rules && !ground.is_stopped() {
        let best = classes
            .iter()
            .enumerate()
            .filter_map(|(c, (claim, right))| {
                let wrong: Bits = all.iter().zip(right).map(|(a, r)| a & !r).collect();
                let grown = grow(&masks, &useful, &left[c], &wrong, settings.conditions)?;
                Some((overlap(&held(&masks, &grown, &all), &left[c]), c, *claim, grown))
            })
            .max_by_key(|(adds, c, ..)| (*adds, std::cmp::Reverse(*c)));
        let Some((adds, c, claim, grown)) = best.filter(|b| b.0 > 0) else { break };
        let hold = held(&masks, &grown, &all);
        found.list.push(Proposal {
            conditions: grown.iter().map(|&i| conditions[i].0.clone()).collect(),
            claim,
            strong_to_move: to_move.is_white(),
            covers: count(&hold),
            adds,
        });
        left[c].iter_mut().zip(&hold).for_each(|(l, h)| *l &= !h);
    }
    Some(found)
}

/// The rows that are looked at, with the positions that are asked about.
fn sample(
    rules: &Rules,
    ground: &Ground,
    within: Option<usize>,
    to_move: Color,
    settings: Settings,
    found: &mut Proposals,
) -> Vec<Seen> {
    let mut rng = Rng::new(settings.seed);
    let mut columns = Columns::new(rules);
    let mut seen = Vec::new();
    let mut tried = 0;
    // Many rows are empty: two men on one square.
    while seen.len() < settings.rows && tried < 20 * settings.rows && !ground.is_stopped() {
        tried += 1;
        let number = rng.below(ground.table.row_count());
        let scene = ground.scene(number << 6, to_move);
        let row = Row { scene, varying: WEAK_KING, lanes: legal(scene) };
        let lanes = columns.look_at(row);
        if lanes == 0 {
            continue;
        }
        found.positions += u64::from(lanes.count_ones());
        let mut open = lanes & !decided(rules, &mut columns, within);
        if let Some(within) = within {
            open &= columns.applies(&rules.rules[within]);
        }
        let (won, lost) = truth(ground, number, to_move, lanes);
        seen.push(Seen { row: Row { lanes, ..row }, open, won, lost });
    }
    seen
}

/// The positions for which all of some conditions hold.
fn held(masks: &[Bits], picked: &[usize], all: &Bits) -> Bits {
    picked.iter().fold(all.clone(), |set, &i| both(&set, &masks[i]))
}

/// Most beginnings that are tried.
const BEGINNINGS: usize = 6;

/// Conditions that hold for many of `right` and for none of `wrong`; none if there are no such.
fn grow(masks: &[Bits], useful: &[usize], right: &Bits, wrong: &Bits, most: usize) -> Option<Vec<usize>> {
    let (p, n) = (count(right), count(wrong));
    if p == 0 {
        return None;
    }
    let mut firsts: Vec<(f64, usize)> = useful
        .iter()
        .map(|&i| (gain(overlap(&masks[i], right), overlap(&masks[i], wrong), p, n), i))
        .filter(|f| f.0 > 0.0)
        .collect();
    firsts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let complete = |&(_, first): &(f64, usize)| {
        let mut picked = vec![first];
        let (mut right, mut wrong) = (both(right, &masks[first]), both(wrong, &masks[first]));
        while count(&wrong) > 0 && picked.len() < most {
            let (p, n) = (count(&right), count(&wrong));
            let worth = |i: usize| gain(overlap(&masks[i], &right), overlap(&masks[i], &wrong), p, n);
            let (best, next) = useful
                .iter()
                .map(|&i| (worth(i), i))
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
            if best <= 0.0 {
                return None;
            }
            picked.push(next);
            (right, wrong) = (both(&right, &masks[next]), both(&wrong, &masks[next]));
        }
        (count(&wrong) == 0).then_some(picked)
    };
    let worth = |picked: &Vec<usize>| overlap(&held(masks, picked, right), right);
    let mut best = firsts.iter().take(BEGINNINGS).filter_map(complete).max_by_key(worth)?;
    // What a later condition made needless goes.
    for i in (0..best.len()).rev() {
        let without: Vec<usize> = best.iter().copied().filter(|&c| c != best[i]).collect();
        if !without.is_empty() && count(&held(masks, &without, wrong)) == 0 {
            best = without;
        }
    }
    Some(best)
}

/// FOIL's gain: right ones kept, times how much purer they are.
fn gain(p1: u64, n1: u64, p0: u64, n0: u64) -> f64 {
    if p1 == 0 {
        return 0.0;
    }
    let purity = |p: u64, n: u64| (p as f64 / (p + n) as f64).log2();
    p1 as f64 * (purity(p1, n1) - purity(p0, n0))
}
