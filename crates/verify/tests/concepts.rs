//! Names of changes in a line: the checker takes them where the board shows them, and not where only a number of the evaluation does.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use philidor_claims::{About, Claim, Color, FeatureNumbers, Line, Purpose, RuleText, Square, Statement};
use philidor_verify::{Board, Flaw, Replay, count, verify};

/// A change that somebody claims.
struct Change<'a> {
    name: &'a str,
    purpose: Purpose,
    side: Color,
    /// The feature that the evaluation is said to like or dislike.
    feature: &'a str,
    squares: &'a [&'a str],
}

/// What the checker says to a change from `fen` to the end of `line`. The numbers are right and the evaluation's word is as wanted.
fn checked(change: &Change<'_>, fen: &str, line: &str) -> Result<(), Flaw> {
    let line = Line::read(line).unwrap();
    let replay = Replay::new(Board::read(fen).unwrap(), &line).unwrap();
    let number = |board: &Board| count(board, change.feature, change.side).unwrap().number;
    let worth = if change.purpose == Purpose::Gains { 40 } else { -40 };
    let features = vec![FeatureNumbers {
        id: change.feature.to_owned(),
        owner: change.side,
        before: number(&replay.boards[0]),
        after: number(replay.end()),
        cp_before: 0,
        cp_after: worth,
    }];
    let squares: Vec<Square> = change.squares.iter().map(|name| Square::read(name).unwrap()).collect();
    let rule = RuleText { file: "test".into(), rule: change.name.into(), reason: String::new() };
    let statement = Statement::Concept {
        name: change.name.to_owned(),
        purpose: change.purpose,
        rule,
        features,
        squares: squares.iter().copied().collect(),
        gone: false,
    };
    let men = squares.into_iter().filter_map(|sq| Some((sq, replay.end().on(sq)?))).collect();
    let ply = line.len();
    let claim = Claim { line, ply, men, ..Claim::new(About::Plan, change.side, fen, statement) };
    verify(&claim, None).map(|_| ())
}

fn not_shown(found: &Result<(), Flaw>) -> bool {
    matches!(found, Err(Flaw::Concept { why: "the board does not show it", .. }))
}

#[test]
fn rooks_are_active_if_they_see_more_squares() {
    let active = Change {
        name: "rooks active",
        purpose: Purpose::Gains,
        side: Color::White,
        feature: "rook_mobility",
        squares: &[],
    };
    let corner = "6k1/5ppp/8/8/8/8/PP3PPP/R5K1 w - - 0 1";
    assert_eq!(checked(&active, corner, "a1d1"), Ok(()));
    // The pawn no longer guards d4 and f4, which the evaluation likes; the rook saw them before.
    let guarded = "4k3/8/8/4p3/R7/8/1B6/6K1 w - - 0 1";
    assert!(not_shown(&checked(&active, guarded, "b2e5")));
    let passive = Change { name: "rooks passive", purpose: Purpose::Losses, ..active };
    assert_eq!(checked(&passive, "6k1/5ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1", "d1a1"), Ok(()));
    assert!(not_shown(&checked(&passive, corner, "a1d1")));
}

#[test]
fn a_queen_comes_into_play_if_she_sees_more_squares() {
    let active = Change {
        name: "queen active",
        purpose: Purpose::Gains,
        side: Color::White,
        feature: "queen_mobility",
        squares: &["d4"],
    };
    assert_eq!(checked(&active, "6k1/5ppp/8/8/8/8/P4PPP/Q5K1 w - - 0 1", "a1d4"), Ok(()));
    let back = Change { squares: &["a1"], ..active };
    assert!(not_shown(&checked(&back, "6k1/5ppp/8/8/3Q4/8/P4PPP/6K1 w - - 0 1", "d4a1")));
}

#[test]
fn a_passed_pawn_advances_if_it_is_the_same_pawn() {
    let advances = Change {
        name: "passed pawn advances",
        purpose: Purpose::Gains,
        side: Color::White,
        feature: "passed_pawn",
        squares: &["a6"],
    };
    assert_eq!(checked(&advances, "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6"), Ok(()));
    // Passed at the start and at the end, but not when it moved.
    let taking = Change { squares: &["c4"], ..advances };
    let taking = Change { side: Color::Black, ..taking };
    assert!(not_shown(&checked(&taking, "4k3/8/8/3p4/2n5/1P6/8/4K3 w - - 0 1", "b3c4 d5c4")));
    // One passed pawn is lost, another pawn becomes one.
    let other = Change { squares: &[], ..advances };
    assert!(not_shown(&checked(&other, "4k3/8/8/r5p1/P6P/8/8/4K3 b - - 0 1", "a5a4 h4g5")));
}

#[test]
fn a_king_is_stuck_if_it_could_castle_and_did_not() {
    let stuck = Change {
        name: "king stuck in the centre",
        purpose: Purpose::Losses,
        side: Color::White,
        feature: "king_in_centre",
        squares: &["e2"],
    };
    assert_eq!(checked(&stuck, "q3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2"), Ok(()));
    let walked = Change { squares: &["f2"], ..stuck };
    assert!(not_shown(&checked(&walked, "q3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 a8b8 g1f2")));
    assert!(not_shown(&checked(&walked, "q3k3/8/8/8/8/8/8/5RK1 w - - 0 1", "g1f2")));
}

#[test]
fn a_rook_is_shut_in_if_it_has_three_squares_or_fewer() {
    let shut = Change {
        name: "rook shut in",
        purpose: Purpose::Losses,
        side: Color::White,
        feature: "trapped_rook",
        squares: &["h1"],
    };
    assert_eq!(checked(&shut, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1f1"), Ok(()));
    // It had three squares before as well; the evaluation counted the pawn that could move on.
    let before = "4k3/8/8/7p/7P/8/5PP1/5K1R b - - 0 1";
    assert!(checked(&shut, before, "e8e7 f1g1").is_err());
}

#[test]
fn an_outpost_is_uncontested_if_the_bishop_of_its_colour_goes() {
    let uncontested = Change {
        name: "outpost uncontested",
        purpose: Purpose::Losses,
        side: Color::Black,
        feature: "bishops",
        squares: &[],
    };
    assert_eq!(checked(&uncontested, "6k1/8/4b3/3N4/8/8/8/4R1K1 w - - 0 1", "e1e6"), Ok(()));
    // A bishop of the other colour.
    assert!(not_shown(&checked(&uncontested, "6k1/8/8/3Nb3/8/8/8/4R1K1 w - - 0 1", "e1e5")));
    // Another knight than the one that stood there.
    assert!(not_shown(&checked(&uncontested, "6k1/8/4b3/3N4/8/8/8/4R1K1 w - - 0 1", "e1e6 g8g7 d5f4")));
}

/// Men that one side has for others, and a board on which it has them not.
#[test]
fn what_a_side_has_for_what_is_counted() {
    let boards = [
        ("exchange for a pawn", "4k1n1/ppp5/8/8/8/8/PP6/4K2R w - - 0 1"),
        ("exchange for two pawns", "4k1n1/pppp4/8/8/8/8/PP6/4K2R w - - 0 1"),
        ("two pieces for a rook", "4k2r/pp6/8/8/8/8/PP6/2B1K1N1 w - - 0 1"),
        ("rook for two pieces", "2b1k1n1/pp6/8/8/8/8/PPPP4/4K2R w - - 0 1"),
        ("queen for rook and piece", "4k1nr/pp6/8/8/8/8/PP6/3QK3 w - - 0 1"),
        ("rook and piece for a queen", "3qk3/pp6/8/8/8/8/PPPP4/4K1NR w - - 0 1"),
        ("queen for two rooks", "r3k2r/pp6/8/8/8/8/PP6/3QK3 w - - 0 1"),
        ("two rooks for a queen", "3qk3/pp6/8/8/8/8/PP6/R3K2R w - - 0 1"),
        ("queen for three pieces", "1nb1k1n1/pp6/8/8/8/8/PP6/3QK3 w - - 0 1"),
        ("three pieces for a queen", "3qk3/pp6/8/8/8/8/PP6/1NB1K1N1 w - - 0 1"),
        ("piece for two pawns", "4k3/pppp4/8/8/8/8/PP6/4K1N1 w - - 0 1"),
        ("piece for three pawns", "4k3/ppppp3/8/8/8/8/PP6/4K1N1 w - - 0 1"),
        ("three pawns for a piece", "4k1n1/pp6/8/8/8/8/PPPPP3/4K3 w - - 0 1"),
    ];
    for (name, _) in boards {
        for (shown, fen) in boards {
            let men =
                Change { name, purpose: Purpose::Assets, side: Color::White, feature: "pawns", squares: &[] };
            let found = checked(&men, fen, "");
            assert_eq!(not_shown(&found), name != shown, "{name} on the board of {shown}: {found:?}");
        }
    }
}
