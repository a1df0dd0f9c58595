//! Numbers of features, counted anew.

use philidor_claims::{Change, FeatureNumbers};

use super::{Case, Flaw, Grounds, Verdict};
use crate::{
    board::{Board, Color, Set, Square},
    count::{count, minus},
};

/// The squares a claim points at, there or (if what it speaks of is gone) at the start.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) squares: Set,
    pub(super) gone: bool,
}

/// Features that are said by themselves, of which one would rather have more.
const ASSETS: [&str; 9] = [
    "bishop_pair",
    "passed_pawn",
    "protected_passer",
    "connected_passers",
    "outside_passer",
    "rook_open_file",
    "rook_half_open_file",
    "rook_on_seventh",
    "doubled_rooks",
];

/// Features that are said by themselves, of which one would rather have fewer.
const WEAKNESSES: [&str; 6] = [
    "isolated_pawn",
    "doubled_pawns",
    "backward_pawn",
    "blockaded_passer",
    "open_file_at_king",
    "undeveloped_minors",
];

/// Features that are about squares, whatever stands there; the others are about men, who move.
const ABOUT_SQUARES: [&str; 8] = [
    "pawn_holes",
    "weak_colour_complex",
    "weak_king_ring",
    "restricted_squares",
    "fork_threat",
    "centre_control",
    "space",
    "activity",
];

/// Whether the change is called by its right name for the side the claim speaks for.
fn named(case: &Case, numbers: &FeatureNumbers, change: Change) -> bool {
    if numbers.before == numbers.after {
        return change == Change::Present;
    }
    let own = numbers.owner == case.side;
    let id = numbers.id.as_str();
    let good = if numbers.after > numbers.before { ASSETS.contains(&id) } else { WEAKNESSES.contains(&id) };
    let bad = if numbers.after > numbers.before { WEAKNESSES.contains(&id) } else { ASSETS.contains(&id) };
    (good || bad)
        && change
            == match (own, good) {
                (true, true) => Change::Gained,
                (true, false) => Change::Lost,
                (false, true) => Change::Allowed,
                (false, false) => Change::Removed,
            }
}

pub(super) fn feature(
    case: &Case,
    numbers: &FeatureNumbers,
    change: Change,
    squares: Set,
    passing: bool,
) -> Verdict {
    place(case, numbers, passing)?;
    if !named(case, numbers, change) {
        return Err(Flaw::Concept { name: numbers.id.clone(), why: "gain and loss are confused" });
    }
    let counted = recount(case, numbers)?;
    if numbers.before == numbers.after && case.ply > 0 {
        return Err(Flaw::Concept { name: numbers.id.clone(), why: "nothing changes" });
    }
    let feature = [(numbers.id.as_str(), numbers.owner)];
    let found = if numbers.before == numbers.after { there(case, &feature) } else { changed(case, &feature) };
    same(&numbers.id, Shown { squares, gone: found.gone }, found)?;
    Ok(if counted { Grounds::Board } else { Grounds::Numbers })
}

/// The squares said are those found, every one and no other.
pub(super) fn same(what: &str, said: Shown, found: Shown) -> Result<(), Flaw> {
    let name = what.to_owned();
    if said.gone != found.gone {
        return Err(Flaw::Concept { name, why: "what is gone and what is there are confused" });
    }
    if let Some(square) = minus(said.squares, found.squares).iter().next() {
        return Err(Flaw::Shown { feature: name, square });
    }
    match minus(found.squares, said.squares).iter().next() {
        Some(square) => Err(Flaw::Hidden { feature: name, square }),
        None => Ok(()),
    }
}

/// Features by their ids, and whose they are.
type Features<'a> = [(&'a str, Color)];

/// How many there are of these features together, and where; nothing for those that cannot be pointed at.
fn together(board: &Board, features: &Features<'_>) -> (i32, Set) {
    let found = features.iter().filter_map(|(id, owner)| count(board, id, *owner));
    found.fold((0, Set::default()), |(number, squares), count| {
        (number + count.number, squares.or(count.squares.unwrap_or_default()))
    })
}

/// Where features are seen there.
pub(super) fn there(case: &Case, features: &Features<'_>) -> Shown {
    Shown { squares: together(case.there(), features).1, gone: false }
}

/// Where a change of features, taken together, is seen. More of them: the men that show one there and none at the start.
/// Less: those that showed one at the start and none there. As much: the men that show one at both places and have moved.
/// When more or less of a single feature is seen on the same men, all that show it.
pub(super) fn changed(case: &Case, features: &Features<'_>) -> Shown {
    let ((was, old), (is, new)) = (together(case.start(), features), together(case.there(), features));
    let still = features.iter().all(|(id, _)| ABOUT_SQUARES.contains(id));
    let now = |sq: Square| if still { Some(sq) } else { case.line.follow(sq, 0, case.ply) };
    let or_all = |some: Set, all: Set| if some.is_empty() && features.len() == 1 { all } else { some };
    if is > was {
        let kept: Set = old.iter().filter_map(now).collect();
        Shown { squares: or_all(minus(new, kept), new), gone: false }
    } else if is < was {
        let lost = old.iter().filter(|&sq| now(sq).is_none_or(|sq| !new.contains(sq))).collect();
        Shown { squares: or_all(lost, old), gone: true }
    } else {
        let moved = old.iter().filter_map(|sq| now(sq).filter(|&to| to != sq && new.contains(to)));
        Shown { squares: moved.collect(), gone: false }
    }
}

/// What lasts holds at the end of the line; what passes is gone again there.
fn place(case: &Case, numbers: &FeatureNumbers, passing: bool) -> Result<(), Flaw> {
    if !passing {
        return case.holds_at_end();
    }
    let later =
        count(case.line.end(), &numbers.id, numbers.owner).map_or(numbers.before, |count| count.number);
    if case.ply < case.line.plays.len() && numbers.after > numbers.before && later <= numbers.before {
        Ok(())
    } else {
        Err(Flaw::Concept { name: numbers.id.clone(), why: "it does not come and go" })
    }
}

/// Counts a feature at the start and there; false if it is not one that this crate counts.
pub(super) fn recount(case: &Case, numbers: &FeatureNumbers) -> Result<bool, Flaw> {
    let places = [(case.start(), "at the start", numbers.before), (case.there(), "there", numbers.after)];
    for (board, place, said) in places {
        let Some(counted) = count(board, &numbers.id, numbers.owner) else { return Ok(false) };
        if counted.number != said {
            let (feature, owner) = (numbers.id.clone(), numbers.owner);
            return Err(Flaw::Count { feature, owner, place, said, found: counted.number });
        }
    }
    Ok(true)
}
