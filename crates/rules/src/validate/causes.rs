//! Why a rule errs: its counter-examples grouped by what they have in common, and the exception that removes them.
//!
//! What a group may have in common is said in the language itself: conditions made of the vocabulary's words and the
//! theory's own names. A group is one condition, or two, that holds for many wrong applications and few right ones.

use philidor_chess::shakmaty::Color;
use philidor_truth::Wdl;

use super::{candidates, graph::Ground, statics::Statics};
use crate::{
    run::{Columns, Reader, Row},
    scene::{Scene, WEAK_KING},
    theory::{Claim, Conclusion, Expr, Rules},
    vocabulary::Endgames,
};

/// Counter-examples with something in common.
#[derive(Debug, Clone)]
pub struct Cause {
    /// What they have in common, in the language.
    pub clause: String,
    /// How many wrong applications it removes.
    pub wrong: usize,
    /// How many right applications it costs (in the sample).
    pub right: usize,
    /// Some of the positions.
    pub positions: Vec<(usize, Color)>,
}

/// An exception for a rule.
#[derive(Debug, Clone)]
pub struct Exception {
    /// The groups, largest first.
    pub causes: Vec<Cause>,
    /// Wrong applications that belong to no group.
    pub left: usize,
    /// How many right applications were looked at.
    pub sample: usize,
}

impl Exception {
    /// The whole clause for `unless`; `None` if it does not remove all errors.
    pub fn clause(&self) -> Option<String> {
        if self.left > 0 || self.causes.is_empty() {
            return None;
        }
        let parts: Vec<&str> = self.causes.iter().map(|c| c.clause.as_str()).collect();
        Some(parts.join(" or "))
    }
}

/// At most so many right and wrong applications are compared.
const SAMPLE: usize = 3_000;
/// At most so many groups.
const GROUPS: usize = 4;

/// A set of positions as bits.
type Bits = Vec<u64>;

fn overlap(a: &Bits, b: &Bits) -> usize {
    a.iter().zip(b).map(|(x, y)| (x & y).count_ones() as usize).sum()
}

/// The exception that removes a rule's errors, if words for it are found.
pub fn exception(rules: &Rules, ground: &Ground, statics: &Statics, rule: usize) -> Option<Exception> {
    let count = &statics.rules[rule];
    if count.wrong.is_empty() {
        return None;
    }
    let step = count.wrong.len().div_ceil(SAMPLE);
    let wrong: Vec<((usize, Color), Scene)> = match rules.subject.colours {
        false => count.wrong.iter().step_by(step).map(|&(i, c)| ((i, c), ground.scene(i, c))).collect(),
        true => {
            let places = count.wrong.iter().copied().step_by(step);
            either_side(rules, ground, rule, places)
                .filter(|seen| !seen.2)
                .map(|seen| (seen.0, seen.1))
                .collect()
        }
    };
    let right = applications(rules, ground, rule, count);
    let (wrong, wrong_scenes): (Vec<(usize, Color)>, Vec<Scene>) = wrong.into_iter().unzip();
    let (probe, conditions) = candidates::resolved(rules)?;
    let masks = |list: &[Scene]| -> Vec<Bits> {
        let mut out = vec![vec![0u64; list.len().div_ceil(64)]; conditions.len()];
        let mut reader = Reader::new(&probe, &Endgames, Scene::kings(0, 1, true));
        for (n, &scene) in list.iter().enumerate() {
            reader.look_at(scene);
            for (mask, (_, condition)) in out.iter_mut().zip(&conditions) {
                if reader.value(condition).bool() {
                    mask[n / 64] |= 1 << (n % 64);
                }
            }
        }
        out
    };
    let (on_wrong, on_right) = (masks(&wrong_scenes), masks(&right));
    let mut left: Bits = vec![0; wrong.len().div_ceil(64)];
    (0..wrong.len()).for_each(|n| left[n / 64] |= 1 << (n % 64));
    let mut causes = Vec::new();
    for _ in 0..GROUPS {
        if left.iter().all(|w| *w == 0) {
            break;
        }
        let Some((clause, hit, cost)) = best(&conditions, &on_wrong, &on_right, &left, right.len()) else {
            break;
        };
        let positions: Vec<(usize, Color)> =
            (0..wrong.len()).filter(|n| hit[n / 64] >> (n % 64) & 1 != 0).map(|n| wrong[n]).collect();
        causes.push(Cause { clause, wrong: positions.len() * step, right: cost, positions });
        left.iter_mut().zip(&hit).for_each(|(l, h)| *l &= !h);
    }
    causes.sort_by_key(|c| std::cmp::Reverse(c.wrong));
    let left = left.iter().map(|w| w.count_ones() as usize).sum();
    Some(Exception { causes, left, sample: right.len() })
}

/// The condition, or pair of conditions, that picks most wrong applications for the fewest right ones.
fn best(
    conditions: &[(String, Expr)],
    on_wrong: &[Bits],
    on_right: &[Bits],
    left: &Bits,
    right: usize,
) -> Option<(String, Bits, usize)> {
    // A wrong application removed is worth much, a right one lost costs by its share of the rule.
    let all_wrong: usize = left.iter().map(|w| w.count_ones() as usize).sum();
    let worth = |hit: usize, cost: usize, size: usize| {
        1_000.0 * hit as f64 / all_wrong.max(1) as f64
            - 3_000.0 * cost as f64 / right.max(1) as f64
            - 15.0 * size as f64
    };
    let mut singles: Vec<(usize, f64)> = (0..conditions.len())
        .map(|i| (i, overlap(&on_wrong[i], left)))
        .filter(|&(_, hit)| hit > 0)
        .map(|(i, hit)| {
            let cost = on_right[i].iter().map(|w| w.count_ones() as usize).sum();
            (i, worth(hit, cost, 1))
        })
        .collect();
    singles.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut found: Option<(f64, Vec<usize>)> = singles.first().map(|&(i, w)| (w, vec![i]));
    for &(i, _) in singles.iter().take(60) {
        for &(j, _) in &singles {
            if i == j {
                continue;
            }
            let both = |m: &[Bits]| -> Bits { m[i].iter().zip(&m[j]).map(|(a, b)| a & b).collect() };
            let hit = overlap(&both(on_wrong), left);
            if hit == 0 {
                continue;
            }
            let cost = both(on_right).iter().map(|w| w.count_ones() as usize).sum();
            let worth = worth(hit, cost, 2);
            if found.as_ref().is_none_or(|f| worth > f.0) {
                found = Some((worth, vec![i, j]));
            }
        }
    }
    let (_, picked) = found?;
    let all = |m: &[Bits]| -> Bits {
        picked
            .iter()
            .skip(1)
            .fold(m[picked[0]].clone(), |acc, &i| acc.iter().zip(&m[i]).map(|(a, b)| a & b).collect())
    };
    let clause: Vec<&str> = picked.iter().map(|&i| conditions[i].0.as_str()).collect();
    let hit: Bits = all(on_wrong).iter().zip(left).map(|(h, l)| h & l).collect();
    let cost = all(on_right).iter().map(|w| w.count_ones() as usize).sum();
    Some((clause.join(" and "), hit, cost))
}

/// One of `step` positions, the same whatever part of the table is looked at first.
fn is_picked(index: usize, to_move: Color, step: usize) -> bool {
    let key = (index as u64) << 1 | u64::from(to_move.is_black());
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(step as u64)
}

/// Some right applications of a rule, as it sees them.
fn applications(rules: &Rules, ground: &Ground, rule: usize, count: &super::RuleCount) -> Vec<Scene> {
    let wrong: std::collections::HashSet<(usize, Color)> = count.wrong.iter().copied().collect();
    let step = (count.total() as usize).div_ceil(SAMPLE).max(1);
    let parts = ground.fold_rows(Vec::new, |out: &mut Vec<(usize, Color)>, row| {
        let mut columns = Columns::new(rules);
        for to_move in [Color::White, Color::Black] {
            let lanes = row.legal(to_move);
            if lanes == 0 {
                continue;
            }
            let mut mask = lanes;
            // Rules for either side are asked position by position, below.
            if !rules.subject.colours {
                let scene = Scene::of_men(row.white_king(), 0, row.men(), to_move);
                columns.look_at(Row { scene, varying: WEAK_KING, lanes });
                mask = columns.applies(&rules.rules[rule]);
            }
            while mask != 0 {
                let index = row.number() << 6 | mask.trailing_zeros() as usize;
                mask &= mask - 1;
                if is_picked(index, to_move, step) {
                    out.push((index, to_move));
                }
            }
        }
    });
    let places = parts.into_iter().flatten();
    if rules.subject.colours {
        return either_side(rules, ground, rule, places).filter(|seen| seen.2).map(|seen| seen.1).collect();
    }
    places.filter(|p| !wrong.contains(p)).map(|(i, c)| ground.scene(i, c)).collect()
}

/// Where a rule that holds for either side applies among some positions: the position, how the rule sees it, and whether it
/// is right about the result.
fn either_side<'a>(
    rules: &'a Rules,
    ground: &'a Ground,
    rule: usize,
    places: impl Iterator<Item = (usize, Color)> + 'a,
) -> impl Iterator<Item = ((usize, Color), Scene, bool)> + 'a {
    let mut reader = Reader::new(rules, &Endgames, Scene::kings(0, 1, true));
    places.flat_map(move |(index, to_move)| {
        let plain = ground.scene(index, to_move);
        let wdl = ground.table.wdl_by_index(index, to_move);
        let white = if to_move.is_white() { wdl } else { wdl.flipped() };
        let mut out = Vec::new();
        for (scene, own) in [(plain, white), (plain.flipped(), white.flipped())] {
            reader.look_at(scene);
            let rule = &rules.rules[rule];
            if reader.in_domain()
                && reader.applies(rule)
                && let Conclusion::Claim { claim, .. } = rule.conclusion
            {
                out.push(((index, to_move), scene, holds(claim, own)));
            }
        }
        out
    })
}

/// Whether a result is as claimed.
fn holds(claim: Claim, own: Wdl) -> bool {
    match claim {
        Claim::Win => own == Wdl::Win,
        Claim::AtLeastDraw => own >= Wdl::Draw,
        Claim::Draw => own == Wdl::Draw,
        Claim::AtMostDraw => own <= Wdl::Draw,
        Claim::Loss => own == Wdl::Loss,
    }
}
