//! What a move is for: each kind of reason on a small board, checked by the independent checker, told in words.

use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Move, uci::UciMove},
};
use philidor_tutor::{
    audit::audit,
    claim::{Claim, Statement, passed},
    explain::{Knowledge, MoveContext, claims_about_move},
    look::Look,
    say::{Level, Speaker, Words},
};

fn line(pos: &Chess, text: &str) -> philidor_tutor::Line {
    let mut at = pos.clone();
    let moves: Vec<Move> = text
        .split_whitespace()
        .map(|word| {
            let mv = word.parse::<UciMove>().expect("UCI").to_move(&at).expect("legal");
            philidor_chess::shakmaty::Position::play_unchecked(&mut at, mv);
            mv
        })
        .collect();
    philidor_tutor::Line::from_moves(pos, &moves).expect("legal")
}

/// What is said of the reasons for the first move of `moves`, if the other side had `idea` in mind, worth `score` to it.
fn reasons(fen: &str, moves: &str, idea: (&str, i32)) -> Vec<String> {
    told(fen, moves, None, idea)
}

/// The same, with another answer to the move.
fn told(fen: &str, moves: &str, reply: Option<&str>, idea: (&str, i32)) -> Vec<String> {
    let pos = parse_fen(fen).expect("legal");
    let played = Look { line: line(&pos, moves), score: 0 };
    let reply = reply.map(|moves| Look { line: line(&pos, moves), score: 0 });
    let idea = (!idea.0.is_empty()).then(|| {
        let flipped = passed(&pos).expect("not in check");
        Look { line: line(&flipped, idea.0), score: idea.1 }
    });
    let context = MoveContext {
        start: &pos,
        best: &played,
        played: &played,
        other: None,
        reply: reply.as_ref(),
        idea: idea.as_ref(),
        previous: None,
    };
    let is_reason = |claim: &Claim| matches!(claim.statement, Statement::Reason { .. });
    let claims = claims_about_move(&context, &Knowledge::ours()).into_iter().filter(is_reason).collect();
    let audited = audit(None, claims, None);
    assert!(audited.dropped.is_empty(), "{:?}", audited.dropped);
    let words = Words::of("en").expect("English");
    let mut speaker = Speaker::new(&words, Level::Club, 0);
    audited.kept.iter().map(|(claim, _)| speaker.say(&pos, claim)).collect()
}

#[test]
fn every_kind_of_reason_is_found_checked_and_told() {
    let threat = ("d8d4 e1e2 e8e7", 500);
    let cases: [(&str, &str, (&str, i32), &str); 9] = [
        (
            "3rk3/8/8/8/3N4/8/8/R3K3 w - - 0 1",
            "a1a4 e8e7",
            threat,
            "1.Ra4 guards the knight on d4 against 1…Rxd4, which would win a knight.",
        ),
        (
            "3rk3/8/8/8/3N4/8/8/R3K3 w - - 0 1",
            "d4b3 e8e7",
            threat,
            "1.Nb3 saves the knight from 1…Rxd4, which would win a knight.",
        ),
        (
            "3rk3/8/4B3/8/3N4/8/8/4K3 w - - 0 1",
            "e6d5 e8e7",
            threat,
            "1.Bd5 blocks the way of 1…Rxd4, which would win a knight.",
        ),
        (
            "3rk3/8/8/6B1/3N4/8/8/4K3 w - - 0 1",
            "g5d8 e8d8",
            ("d8d4 e1e2 e8f7", 500),
            "1.Bxd8 removes the rook on d8 before 1…Rxd4, which would win a knight.",
        ),
        (
            "4r1k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1",
            "h2h3 h7h6",
            ("e8e1", 31_999),
            "1.h3 gives the king a way out of 1…Re1#, which would be mate.",
        ),
        (
            "4k3/8/3p4/8/8/2P5/8/4K3 w - - 0 1",
            "c3c4 e8e7",
            ("d6d5", 60),
            "1.c4 makes 1…d5 a mistake (1…d5 2.cxd5).",
        ),
        ("4k3/8/3pp3/8/5N2/8/8/4K3 w - - 0 1", "f4d5 e8d7", ("d6d5", 60), "1.Nd5 stops 1…d5."),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "f1c4 g8f6 e1g1",
            ("g8f6", 0),
            "3.Bc4 prepares 4.O-O.",
        ),
        (
            "4k3/8/3b4/8/2P5/P7/1P6/4K3 w - - 0 1",
            "b2b4 e8e7 c4c5",
            ("e8e7", 0),
            "1.b4 prepares 2.c5, which would fail at once (1.c5 Bxc5).",
        ),
    ];
    for (fen, moves, idea, wanted) in cases {
        let told = reasons(fen, moves, idea);
        let variants = [wanted.to_owned(), wanted.replace("prepares 4.O-O", "makes 4.O-O possible")];
        let also = [wanted.replace("stops", "prevents"), wanted.replace("meets the threat of", "parries")];
        let fits = |text: &String| variants.contains(text) || also.contains(text);
        assert!(told.iter().any(fits), "{fen} {moves}: {told:?}, not {wanted:?}");
    }
}

#[test]
fn what_fails_its_test_is_no_reason() {
    // The rook still takes: nothing was met.
    let told = reasons("3rk3/8/8/8/3N4/8/8/R3K3 w - - 0 1", "e1f1 e8e7", ("d8d4 e1e2 e8e7", 500));
    assert!(told.is_empty(), "{told:?}");
    // Castling was possible before.
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 4";
    let told = reasons(start, "b1c3 g8f6 e1g1", ("g8f6", 0));
    assert!(told.is_empty(), "{told:?}");
}

/// Position, the line, a line with another answer, what is told.
const BETTER: [(&str, &str, &str, &str); 19] = [
    (
        "4k3/5ppp/8/8/8/7P/3r1PP1/7K w - - 0 1",
        "h1h2 h7h6",
        "h1h2 g7g6",
        "1.Kh2 saves the king from a check on d1.",
    ),
    (
        "4k3/8/8/8/3PP3/8/5PPP/4K2R w K - 0 1",
        "e1g1 e8e7",
        "e1g1 e8d7",
        "1.O-O brings the king to safety behind its pawns.",
    ),
    (
        "4k3/2p5/3p4/8/2N5/8/2N5/4K3 w - - 0 1",
        "c2e3 e8d7",
        "c2e3 e8f7",
        "1.N2e3 keeps the pawn on d6 from stepping to d5.",
    ),
    ("4k3/8/8/3p4/8/8/4N3/4K3 w - - 0 1", "e2d4 e8d7", "e2d4 e8f7", "1.Nd4 holds up the passed pawn on d5."),
    (
        "4k3/8/8/8/3P4/8/8/R3K3 w - - 0 1",
        "a1d1 e8d7",
        "a1d1 e8f7",
        "1.Rd1 puts the rook behind the pawn on d4.",
    ),
    (
        "8/8/5k2/8/1P6/8/3K4/8 w - - 0 1",
        "d2c3 f6e6",
        "d2c3 f6e5",
        "1.Kc3 brings the king to the aid of the passed pawn on b4.",
    ),
    ("4k3/8/8/8/8/8/4K3/R3B2R w - - 0 1", "e1c3 e8d7", "e1c3 e8f7", "1.Bc3 helps to connect the rooks."),
    (
        "3rk3/8/2n5/8/8/8/8/4KB2 w - - 0 1",
        "f1b5 d8d6",
        "f1b5 d8c8",
        "1.Bb5 pins the knight on c6 to its king.",
    ),
    (
        "4k3/8/8/8/8/8/3PPP2/4KBN1 w - - 0 1",
        "g1f3 e8d7",
        "g1f3 e8f7",
        "1.Nf3 brings the knight to bear on the centre.",
    ),
    (
        "3qk3/8/3p4/8/8/3P4/8/R3K3 w - - 0 1",
        "a1d1 e8f7",
        "a1d1 e8e7",
        "1.Rd1 lines the rook up against the queen on d8.",
    ),
    (
        "4k3/pp3p2/3p4/8/2P1P3/2N5/8/4K3 w - - 0 1",
        "c3d5 e8d7 e1d2",
        "c3d5 e8f8 e1d2",
        "1.Nd5 settles the knight on a square from which no pawn can drive it.",
    ),
    (
        "6k1/5ppp/8/8/8/8/5PPP/5RK1 w - - 0 1",
        "f1d1 g8f8 h2h3",
        "f1d1 h7h6 h2h3",
        "1.Rd1 puts the rook on a file that stays open.",
    ),
    (
        "6k1/5ppp/8/8/8/8/5PPP/5RK1 w - - 0 1",
        "f1d1 g8f8 h2h3",
        "f1d1 h7h6 h2h3",
        "1.Rd1 gives the rook more to do: it sees 13 squares instead of 7.",
    ),
    (
        "6k1/3p1ppp/8/8/8/8/5PPP/5RK1 w - - 0 1",
        "f1d1 g8f8 h2h3",
        "f1d1 h7h6 h2h3",
        "1.Rd1 puts the rook on a half-open file to stay.",
    ),
    (
        "6k1/p4ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "d1d7 h7h6 h2h3",
        "d1d7 g7g6 h2h3",
        "1.Rd7 settles the rook on the seventh rank.",
    ),
    (
        "2b1k3/8/8/8/4P3/8/8/5RK1 w - - 0 1",
        "f1e1 c8b7",
        "f1e1 e8d7 g1g2 c8b7",
        "1.Re1 guards the pawn on e4 in advance: otherwise it would be lost.",
    ),
    (
        "r5k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "h2h3 h7h6 d1d2",
        "h2h3 g7g6 d1d2",
        "1.h3 gives the king a lasting way out.",
    ),
    (
        "6k1/8/2n5/8/8/4P3/2P5/6K1 w - - 0 1",
        "c2c3 g8f7 g1f2",
        "c2c3 g8g7 g1f2",
        "1.c3 keeps the knight on c6 out of b4.",
    ),
    (
        "8/8/1p6/8/4K3/8/8/6k1 w - - 0 1",
        "e4d5 g1f2",
        "e4d5 g1g2",
        "1.Kd5 brings the king to bear on the pawn on b6.",
    ),
];

#[test]
fn a_man_is_better_off_at_the_end_of_two_lines() {
    for (fen, moves, reply, wanted) in BETTER {
        let found = told(fen, moves, Some(reply), ("", 0));
        assert!(found.iter().any(|text| text == wanted), "{fen} {moves}: {found:?}, not {wanted:?}");
        // One line alone shows nothing.
        let found = told(fen, moves, None, ("", 0));
        assert!(!found.iter().any(|text| text == wanted), "{fen} {moves}: {found:?}");
    }
}

#[test]
fn time_is_gained_men_are_on_their_way_and_exchanges_have_a_reason() {
    let cases = [
        (
            "4k3/8/8/1b6/8/8/P7/4K3 w - - 0 1",
            "a2a4 b5c6",
            ("", 0),
            "1.a4 attacks the bishop on b5: without 1…Bc6 it would fall to 2.axb5.",
        ),
        (
            "4k3/8/8/8/8/8/3N4/4K3 w - - 0 1",
            "d2e4 e8e7 e4c5",
            ("", 0),
            "1.Ne4 heads for c5 (1.Ne4 Ke7 2.Nc5).",
        ),
        (
            "3rk3/8/8/8/8/8/8/3RK2R w - - 0 1",
            "d1d8 e8d8 h1h7",
            ("", 0),
            "1.Rxd8+ exchanges pieces, which favours the side that is 5 points ahead.",
        ),
        (
            "4kb2/3p4/2b5/p7/3N4/8/PPPP4/4K3 w - - 0 1",
            "d4c6 d7c6 e1e2",
            ("", 0),
            "1.Nxc6 takes the pair of bishops away.",
        ),
        (
            "4kb2/2pp4/2b5/8/3N4/8/PPPP4/4K3 w - - 0 1",
            "d4c6 d7c6 e1e2",
            ("", 0),
            "1.Nxc6 leaves a weak pawn on c6 (1.Nxc6 dxc6 2.Ke2).",
        ),
        (
            "6k1/1p6/2n5/1B2p3/8/5N2/8/4K3 w - - 0 1",
            "b5c6 b7c6 f3e5",
            ("", 0),
            "1.Bxc6 removes what guards the pawn on e5 (1.Bxc6 bxc6 2.Nxe5).",
        ),
        (
            "4k3/2p1p3/3p4/2P5/8/8/8/2R1K3 w - - 0 1",
            "c5d6 c7d6 e1e2",
            ("", 0),
            "1.cxd6 opens the file for the rook on c1 (1.cxd6 cxd6 2.Ke2).",
        ),
        (
            "4k3/1p6/2p5/1P6/P7/8/8/4K3 w - - 0 1",
            "b5c6 b7c6 e1e2",
            ("", 0),
            "1.bxc6 gets a passed pawn on a4 (1.bxc6 bxc6 2.Ke2).",
        ),
        (
            "1n2k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "a2a3 e8e7",
            ("b8c6", 120),
            "1.a3 takes the force out of 1…Nc6.",
        ),
        ("4k3/pp6/8/P7/8/8/8/4K3 b - - 0 1", "a7a6 e1e2", ("a5a6", 120), "1…a6 prevents 2.a6."),
        (
            "4k3/8/8/8/2n5/4B3/5P2/4K3 w - - 0 1",
            "e3d4 e8e7",
            ("", 0),
            "1.Bd4 avoids the exchange of the bishop by 1…Nxe3.",
        ),
        (
            "4k3/1p6/p7/3p4/2P5/3B4/PP6/4K3 b - - 0 1",
            "d5c4 d3c4 b7b5 c4b3",
            ("", 0),
            "1…dxc4 lures the bishop to c4, where 2…b5 attacks it (1…dxc4 2.Bxc4 b5 3.Bb3).",
        ),
        (
            "5k2/4p1b1/5n2/3p4/2P5/8/1B6/4K3 w - - 0 1",
            "c4d5 f6d5 b2g7 f8g7",
            ("", 0),
            "1.cxd5 draws the knight on f6 away and so makes 2.Bxg7+ possible (1.cxd5 Nxd5 2.Bxg7+ Kxg7).",
        ),
        (
            "4k3/1b6/8/8/4P3/8/8/5RK1 w - - 0 1",
            "f1e1 e8d8",
            ("", 0),
            "1.Re1 guards the pawn on e4 against 1…Bxe4, which would win a pawn.",
        ),
    ];
    for (fen, moves, idea, wanted) in cases {
        let found = reasons(fen, moves, idea);
        assert!(found.iter().any(|text| text == wanted), "{fen} {moves}: {found:?}, not {wanted:?}");
    }
}
