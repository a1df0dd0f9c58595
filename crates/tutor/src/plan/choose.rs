//! Which points of a comment are said.

use super::{Point, Scene, has_substance, is_positional};

/// The most important points, in their order: what must stay, then what a master would most likely say, as many as the reader can
/// use. Nothing if none of them has substance.
pub fn choose(scene: &Scene<'_>, points: Vec<Point>) -> Vec<Point> {
    let Some((relevance, _)) = scene.subject.and_then(|subject| subject.relevance) else { return points };
    let policy = scene.policy;
    let chance = |point: &Point| {
        let chances = point.claims.iter().map(|&at| scene.chance(at));
        chances.max_by(f64::total_cmp).unwrap_or(0.0) - f64::from(point.rank) * policy.chances.rank
    };
    let wanted = |at: usize| if points[at].rank == 0 { f64::INFINITY } else { chance(&points[at]) };
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| wanted(b).total_cmp(&wanted(a)).then(a.cmp(&b)));
    order.truncate(scene.breadth().sentences);
    let heavy = |point: &Point| {
        let weighs = |at: &usize| {
            let claim = &scene.claims[*at];
            is_positional(claim) && claim.worth.0.abs() >= policy.centipawns.heavy
        };
        point.claims.iter().any(weighs)
    };
    let substance = |at: &usize| {
        points[*at].rank == 0 || points[*at].claims.iter().any(|&c| has_substance(&scene.claims[c]))
    };
    let Some(&first) = order.iter().find(|at| substance(at)) else { return Vec::new() };
    // Where something rare is said anyway, what is said more often belongs there too.
    let must = |at: &usize| *at == first || points[*at].rank == 0;
    let rarest = order.iter().filter(|at| must(at)).map(|&at| chance(&points[at]));
    let threshold = rarest.fold(relevance.threshold, f64::min);
    // What a master would seldom say here is left out, unless it weighs a lot or is all there is.
    order.retain(|&at| at == first || wanted(at) >= threshold || heavy(&points[at]));
    let kept = points.iter().enumerate().filter(|(at, _)| order.contains(at));
    kept.map(|(_, point)| point.clone()).collect()
}
