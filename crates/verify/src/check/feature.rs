//! Numbers of features, counted anew.

use philidor_claims::{Change, FeatureNumbers};

use super::{Case, Flaw, Grounds, Verdict};
use crate::{board::Set, count::count};

/// The squares a claim points at, there or (if what it speaks of is gone) at the start.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) squares: Set,
    pub(super) gone: bool,
}

/// Features of which one would rather have fewer.
const WEAKNESSES: [&str; 12] = [
    "isolated_pawn",
    "doubled_pawns",
    "backward_pawn",
    "blockaded_passer",
    "knight_on_rim",
    "bad_bishop",
    "king_in_centre",
    "open_file_at_king",
    "back_rank",
    "undeveloped_minors",
    "hanging_piece",
    "pinned_piece",
];

/// Whether the change is called by its right name for the side the claim speaks for.
fn named(case: &Case, numbers: &FeatureNumbers, change: Change) -> bool {
    if numbers.before == numbers.after {
        return change == Change::Present;
    }
    let own = numbers.owner == case.side;
    let good = (numbers.after > numbers.before) != WEAKNESSES.contains(&numbers.id.as_str());
    change
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
    let gone = numbers.after < numbers.before;
    if numbers.before == numbers.after && case.ply > 0 {
        return Err(Flaw::Concept { name: numbers.id.clone(), why: "nothing changes" });
    }
    let board = if gone { case.start() } else { case.there() };
    let shown = count(board, &numbers.id, numbers.owner).and_then(|count| count.squares);
    if let Some(shown) = shown {
        if let Some(square) = squares.iter().find(|&sq| !shown.contains(sq)) {
            return Err(Flaw::Shown { feature: numbers.id.clone(), square });
        }
        if squares.is_empty() {
            return Err(Flaw::Concept { name: numbers.id.clone(), why: "it is shown nowhere" });
        }
    }
    Ok(if counted { Grounds::Board } else { Grounds::Numbers })
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
