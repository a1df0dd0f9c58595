//! What to say of a position, or of a move in it: part by part.

use philidor_chess::shakmaty::{Color, Position as _};
use philidor_claims::People;

use super::{
    Form, Joint, Part, PartKind, Point, Scene, Shown, Weigh, effects::effects, is_change, is_positional,
    is_trivial, of_move,
};
use crate::{
    claim::{About, Claim, Margin, Purpose, Statement, limits, score},
    refine::is_material,
    sight,
};

/// The plan of an explanation. Parts without points are left out.
pub fn of_position(scene: &Scene<'_>) -> Vec<Part> {
    if let Some(at) = scene.find(|c| matches!(c.statement, Statement::Over { .. })) {
        return vec![Part { kind: PartKind::Standing, points: vec![Point::alone(0, at)] }];
    }
    let (standing, told) = standing(scene);
    let mut parts = vec![(PartKind::Standing, standing), (PartKind::Threat, threats(scene))];
    if scene.subject.is_some() {
        let (own, other) = of_move(scene);
        let fails = |point: &Point| {
            point
                .claims
                .first()
                .is_some_and(|&at| matches!(scene.claims[at].statement, Statement::Pitfall { .. }))
        };
        let (beware, other) = other.into_iter().partition(fails);
        parts.extend([(PartKind::Move, own), (PartKind::Alternative, other), (PartKind::Beware, beware)]);
    } else {
        parts.extend([
            (PartKind::Plans, plans(scene, told)),
            (PartKind::Candidates, candidates(scene)),
            (PartKind::Move, why_best(scene)),
            (PartKind::Beware, beware(scene)),
        ]);
    }
    parts.push((PartKind::People, people(scene)));
    let parts = parts.into_iter().filter(|(_, points)| !points.is_empty());
    parts.map(|(kind, points)| Part { kind, points }).collect()
}

/// Nobody needs positional reasons any more.
pub(super) fn is_decided(scene: &Scene<'_>) -> bool {
    let known = |c: &Claim| c.about == About::Position && matches!(c.statement, Statement::Endgame { .. });
    let value = scene.lines.first().map_or(0, |line| line.score);
    scene.find(known).is_some() || score(value).is_decided() || value.abs() >= scene.policy.centipawns.decided
}

/// Who stands better, and why; and whether what the best line wins was told as the reason.
fn standing(scene: &Scene<'_>) -> (Vec<Point>, Option<usize>) {
    let mut points = Vec::new();
    points.extend(
        scene.find(|c| matches!(c.statement, Statement::Opening { .. })).map(|at| Point::alone(1, at)),
    );
    let here = |c: &Claim| c.about == About::Position;
    if let Some(at) = scene.find(|c| here(c) && matches!(c.statement, Statement::Endgame { .. })) {
        points.push(Point::alone(0, at));
        let zugzwang = scene.find(|c| here(c) && matches!(c.statement, Statement::Zugzwang { .. }));
        points.extend(zugzwang.map(|at| Point::alone(1, at)));
        return (points, None);
    }
    let Some(at) = scene.find(|c| matches!(c.statement, Statement::Standing { .. })) else {
        return (points, None);
    };
    let Statement::Standing { margin, score } = scene.claims[at].statement else { return (points, None) };
    let proven = matches!(score, crate::claim::Score::Mate(_));
    if proven {
        points.extend(scene.subject.map(|_| Point::alone(0, at)));
        return (points, None);
    }
    let equal = margin == Margin::Equal;
    let better = if equal { scene.turn() } else { scene.claims[at].side.into() };
    let mut good = reasons(scene, better, scene.breadth().least_cp);
    let winning = scene.find(|c| {
        c.about == About::Plan && c.side == better && matches!(c.statement, Statement::Material { .. })
    });
    // Nothing on the board says why; what is about to be won does.
    let told = winning.filter(|_| good.is_empty());
    // A verdict has a reason, if a light one.
    if good.is_empty() && told.is_none() && !equal {
        good = reasons(scene, better, 1);
        good.truncate(1);
    }
    // What speaks for the side that stands worse is set against the reasons, or it would contradict the verdict; in a decided
    // position it is trivia.
    let mut bad = reasons(scene, !better, scene.breadth().least_cp);
    // Nothing but material weighs against a won game.
    if matches!(margin, Margin::Winning | Margin::Decided) {
        bad.retain(|&at| is_material(&scene.claims[at]));
    }
    if is_decided(scene) {
        bad.clear();
    }
    // A win to come is a sentence of its own, between the verdict and what speaks against it.
    if let Some(won) = told {
        points.push(Point::alone(0, at));
        points.push(Point::new(1, Form::Shown(Shown::Whole), vec![won]));
        if !bad.is_empty() {
            points.push(Point::new(2, Form::Has(Joint::Contrast), bad));
        }
        return (points, told);
    }
    let regained = |c: &Claim| c.about == About::Plan && matches!(c.statement, Statement::Material { .. });
    points.push(balance(scene, at, equal, [good, bad], scene.find(regained).is_none()));
    (points, None)
}

/// Centipawns within which the parts of a level position make up for each other.
const EVEN_CP: i32 = 20;

/// A verdict with what speaks for either side, weighed: nothing in it contradicts the score. `good` speaks for the side that stands
/// better, or moves in a level position; what is behind in material is made up for only if nothing is about to be won (`still`).
fn balance(scene: &Scene<'_>, at: usize, equal: bool, [good, bad]: [Vec<usize>; 2], still: bool) -> Point {
    let weight = |all: &[usize]| all.iter().map(|&at| weight(&scene.claims[at])).sum::<i32>();
    let behind = |all: &[usize]| all.iter().any(|&at| is_material(&scene.claims[at]));
    // A piece for three pawns is material, but nobody is behind by it.
    let better: Color = if equal { scene.turn() } else { scene.claims[at].side.into() };
    let ahead = sight::balance(scene.position.board(), better);
    let (ours, theirs) = (weight(&good), weight(&bad));
    let (weigh, good, bad) = match (good.is_empty(), bad.is_empty()) {
        (true, true) => return Point::alone(0, at),
        (false, false) if still && ahead < 0 && behind(&bad) && !behind(&good) => {
            (Weigh::Compensation, good, bad)
        }
        (false, false) if equal && still && ahead > 0 && behind(&good) && !behind(&bad) => {
            (Weigh::Compensation, bad, good)
        }
        (false, false) if equal && (ours - theirs).abs() <= EVEN_CP => (Weigh::Even, good, bad),
        (false, false) if equal && ours > theirs => (Weigh::Holds, good, bad),
        (false, false) if equal => (Weigh::Holds, bad, good),
        (false, true) if equal => (Weigh::NotEnough, good, bad),
        (true, false) if equal => (Weigh::NotEnough, bad, good),
        (false, true) => (Weigh::Because, good, bad),
        (true, false) => (Weigh::ToCome, good, bad),
        (false, false) if ours > theirs => (Weigh::More, good, bad),
        (false, false) => (Weigh::ToComeBoth, good, bad),
    };
    let split = good.len();
    Point::new(0, Form::Balance { weigh, split }, [vec![at], good, bad].concat())
}

/// What a concept weighs.
fn weight(claim: &Claim) -> i32 {
    claim.worth.0.abs().max(LEAST_WEIGHT)
}

/// What everything weighs that is worth a word, in centipawns.
const LEAST_WEIGHT: i32 = 10;

/// What speaks for a side: its assets, and the other side's burdens.
fn reasons(scene: &Scene<'_>, side: Color, least_cp: i32) -> Vec<usize> {
    let breadth = scene.breadth();
    let decided = is_decided(scene);
    let counts = |claim: &Claim| claim.worth.0.abs() >= least_cp && (!decided || is_material(claim));
    let of = |purpose: Purpose, owner: Color| {
        scene.all(|claim| {
            claim.about == About::Position
                && claim.side == owner
                && counts(claim)
                && matches!(claim.statement, Statement::Concept { purpose: p, .. } if p == purpose)
        })
    };
    let mut has = of(Purpose::Assets, side);
    has.truncate(breadth.reasons);
    let mut lacks = of(Purpose::Burdens, !side);
    lacks.truncate(breadth.reasons.saturating_sub(has.len()).max(1));
    has.extend(lacks);
    has
}

fn threats(scene: &Scene<'_>) -> Vec<Point> {
    let all = scene.all(|c| c.about == About::Threat && c.line.pass() == Some(0));
    all.into_iter().map(|at| Point::new(0, Form::Shown(Shown::Whole), vec![at])).collect()
}

/// What both sides do in the line of best play; `told` was said already.
fn plans(scene: &Scene<'_>, told: Option<usize>) -> Vec<Point> {
    let planned = |c: &Claim| c.about == About::Plan;
    let shown = |at: usize| Point::new(0, Form::Shown(Shown::Whole), vec![at]);
    if let Some(at) = scene.find(|c| planned(c) && matches!(c.statement, Statement::Mate { .. })) {
        return vec![shown(at)];
    }
    let ending = scene.find(|c| planned(c) && matches!(c.statement, Statement::Endgame { .. })).map(shown);
    if is_decided(scene) {
        let won = scene.all(|c| planned(c) && matches!(c.statement, Statement::Material { .. }));
        return ending.into_iter().chain(won.into_iter().map(shown)).collect();
    }
    let turn = scene.turn();
    let structure = scene.find(|c| matches!(c.statement, Statement::Structure { .. }));
    let mut points: Vec<Point> = structure.map(|at| Point::alone(0, at)).into_iter().collect();
    let played = scene.find(|c| matches!(c.statement, Statement::Practice { .. }));
    points.extend(played.map(|at| Point::alone(2, at)));
    points.extend(ending);
    for side in [turn, !turn] {
        let mut chosen = scene.all(|c| {
            planned(c)
                && c.side == side
                && !is_trivial(c)
                && !matches!(c.statement, Statement::Device { .. } | Statement::Sacrifice { .. })
        });
        chosen.retain(|&at| told != Some(at));
        chosen.truncate(scene.breadth().reasons.min(3));
        // In the order in which things happen.
        chosen.sort_by_key(|&at| scene.claims[at].ply);
        if !chosen.is_empty() {
            points.push(Point::new(1, Form::Does(side, Joint::Plain), chosen));
        }
    }
    points
}

/// The best moves, each with its line and what it is for.
fn candidates(scene: &Scene<'_>) -> Vec<Point> {
    let mut points = Vec::new();
    let only = |c: &Claim| c.about == About::Alternative && matches!(c.statement, Statement::OnlyMove { .. });
    points.extend(scene.find(only).map(|at| Point::alone(0, at)));
    let best = scene.lines.first().map_or(0.0, |line| score(line.score).expected());
    for (place, look) in scene.lines.iter().enumerate() {
        let near = best - score(look.score).expected() < limits::ONLY_MOVE_CHANCE;
        let Some(first) = look.line.steps().first().filter(|_| near) else { continue };
        let first = philidor_claims::Move::from(first.mv);
        let mut aims = scene.all(|c| {
            c.about == About::Alternative
                && c.line.first() == Some(first)
                && is_change(c)
                && c.worth.0.abs() >= scene.breadth().least_cp
        });
        aims.truncate(if is_decided(scene) { 0 } else { 2 });
        points.push(Point::new(1, Form::Candidate(place), aims));
    }
    points
}

/// What the best move is for.
fn why_best(scene: &Scene<'_>) -> Vec<Point> {
    if is_decided(scene) {
        return Vec::new();
    }
    let mut points = Vec::new();
    let does = effects(scene, About::Aim);
    if !does.is_empty() {
        points.push(Point::new(1, Form::Effects, does));
    }
    let threat = scene.find(|c| matches!(c.statement, Statement::Threat { .. }) && c.line.pass() == Some(1));
    points.extend(threat.map(|at| Point::alone(1, at)));
    points
}

fn beware(scene: &Scene<'_>) -> Vec<Point> {
    let all =
        scene.all(|c| c.about == About::Alternative && matches!(c.statement, Statement::Pitfall { .. }));
    all.into_iter().map(|at| Point::new(0, Form::Shown(Shown::Whole), vec![at])).collect()
}

/// What players of the reader's rating do here: how many find the move, what goes wrong, what they answer.
pub fn people(scene: &Scene<'_>) -> Vec<Point> {
    let all = scene.all(|c| matches!(c.statement, Statement::People { .. }));
    let point = |at: usize| match &scene.claims[at].statement {
        Statement::People {
            people: People::Tempted { .. } | People::Answer { trap: Some(_), .. }, ..
        } if scene.subject.is_none_or(|subject| subject.relevance.is_none()) => {
            Point::new(1, Form::Shown(Shown::Whole), vec![at])
        }
        _ => Point::alone(1, at),
    };
    all.into_iter().map(point).collect()
}

/// What is gained or lost positionally, worth a word to this reader.
pub(super) fn changes(scene: &Scene<'_>, about: About, most: usize) -> Vec<usize> {
    let decided = scene.subject.map_or_else(|| is_decided(scene), |subject| subject.decided);
    if decided {
        return Vec::new();
    }
    let us = scene.turn();
    let cp = &scene.policy.centipawns;
    let full = scene.subject.is_none_or(|subject| subject.relevance.is_none());
    // What the other side does to itself in a line is no reason to play it, unless it matters or everything is told.
    let least = |c: &Claim| match (about, c.subject() == us) {
        _ if full => scene.breadth().least_cp,
        (About::Aim, false) => scene.breadth().least_cp.max(cp.enemy),
        (About::Alternative, true) => scene.breadth().least_cp.max(cp.reason),
        (About::Alternative, false) => i32::MAX,
        _ => scene.breadth().least_cp,
    };
    let mut all = scene.all(|c| c.about == about && is_positional(c) && c.worth.0.abs() >= least(c));
    let telling = |at: &usize| {
        scene.chance(*at) >= scene.policy.chances.hardly_ever || scene.claims[*at].worth.0.abs() >= cp.heavy
    };
    if all.iter().any(telling) {
        all.retain(telling);
    }
    all.truncate(most);
    all
}
