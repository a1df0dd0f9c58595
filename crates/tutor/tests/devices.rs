//! One small position for each device, and one like it where the device is not there or does not pay.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use philidor_chess::parse_fen;
use philidor_claims::Payoff;
use philidor_tutor::{Definitions, Line, Theme, ThemeSet, motif::themes, payoff::outcome};

fn found(definitions: Definitions, fen: &str, moves: &str) -> ThemeSet {
    themes(&Line::from_uci(&parse_fen(fen).unwrap(), moves).unwrap(), definitions)
}

#[test]
fn devices_are_named() {
    for (fen, moves, theme) in [
        ("r3k3/8/8/1N6/8/8/8/6K1 w - - 0 1", "b5c7 e8d7 c7a8", Theme::Fork),
        ("4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1", "a1e1 e5d4 e1e8", Theme::Skewer),
        ("4k3/8/8/4N3/8/8/3q4/4R1K1 w - - 0 1", "e5c4 e8d8 c4d2", Theme::DiscoveredCheck),
        ("4k3/8/4n3/8/8/8/8/4RK2 w - - 0 1", "e1e6", Theme::HangingPiece),
        ("3r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", "d2d8", Theme::BackRankMate),
        ("6rk/6pp/8/4N3/8/8/8/6K1 w - - 0 1", "e5f7", Theme::SmotheredMate),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", Theme::Promotion),
    ] {
        let set = found(Definitions::Lichess, fen, moves);
        assert!(set.contains(theme), "{theme} in {fen} {moves}: {set}");
    }
}

#[test]
fn ours_ask_for_a_payoff() {
    // Nc7 attacks king and rook, but Black has time to take the knight: nothing is won.
    let fen = "r2qk3/8/8/1N6/8/8/8/6K1 w - - 0 1";
    assert!(!found(Definitions::Strict, fen, "b5c7 d8c7").contains(Theme::Fork));
    // The king forks too: two undefended knights that cannot hit back.
    let fen = "8/8/8/8/2n1n3/8/2K5/7k w - - 0 1";
    let moves = "c2d3 e4f2 d3c4";
    assert!(!found(Definitions::Lichess, fen, moves).contains(Theme::Fork));
    assert!(found(Definitions::Strict, fen, moves).contains(Theme::Fork));
}

#[test]
fn payoffs_are_named() {
    for (fen, moves, payoff) in [
        ("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "e1e8", Some(Payoff::Mate(1))),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", Some(Payoff::Promotion)),
        (
            "4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1",
            "a1e1 e5d4 e1e8",
            Some(Payoff::Wins(philidor_claims::Role::Queen)),
        ),
        // A rook for a knight: the bishop takes back.
        ("r3k3/8/8/1N6/4b3/8/8/6K1 w - - 0 1", "b5c7 e8d7 c7a8", Some(Payoff::Exchange)),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", None),
    ] {
        let line = Line::from_uci(&parse_fen(fen).unwrap(), moves).unwrap();
        assert_eq!(outcome(&line).payoff, payoff, "{fen} {moves}");
    }
}

#[test]
fn a_recapture_earns_nothing() {
    // Black takes a knight on e5; taking back wins nothing that was not lost before.
    let before = parse_fen("4k3/8/3b4/4N3/3P4/8/8/4K3 b - - 0 1").unwrap();
    let line = Line::from_uci_with_error(&before, "d6e5 d4e5").unwrap();
    let outcome = outcome(&line);
    assert_eq!((outcome.net, outcome.earned), (3, 0));
}

/// Where ours go beyond Lichess's: pins to a queen, guards with two duties, lines cleared by a capture.
#[test]
fn wider_definitions_need_their_payoff_too() {
    for (fen, moves, theme, there) in [
        // The knight is pinned to the queen and attacked by a pawn.
        ("3q2k1/8/5n2/6B1/4P3/8/8/6K1 w - - 0 1", "e4e5 d8d5 g5f6", Theme::Pin, true),
        // Nothing presses on it.
        ("3q2k1/8/5n2/6B1/4P3/8/8/6K1 w - - 0 1", "g1f1 d8d7", Theme::Pin, false),
        // The knight guards both bishops.
        ("7k/3n4/1b3b2/B7/8/8/8/5R1K w - - 0 1", "a5b6 d7b6 f1f6", Theme::Overloading, true),
        // A pawn helps it.
        ("7k/3n2p1/1b3b2/B7/8/8/8/5R1K w - - 0 1", "a5b6 d7b6 f1f6", Theme::Overloading, false),
        // The knight takes a pawn and opens the file for the rook.
        ("6k1/p4ppp/8/3N4/5p2/8/8/3R2K1 w - - 0 1", "d5f4 a7a6 d1d8", Theme::Clearance, true),
        // The file was open before.
        ("6k1/p4ppp/8/4N3/5pp1/8/8/3R2K1 w - - 0 1", "e5g4 a7a6 d1d8", Theme::Clearance, false),
    ] {
        let set = found(Definitions::Strict, fen, moves);
        assert_eq!(set.contains(theme), there, "{theme} in {fen} {moves}: {set}");
        assert!(!found(Definitions::Lichess, fen, moves).contains(theme), "{theme} in {fen} {moves}");
    }
}
