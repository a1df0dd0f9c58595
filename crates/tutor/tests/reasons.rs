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
    let pos = parse_fen(fen).expect("legal");
    let played = Look { line: line(&pos, moves), score: 0 };
    let flipped = passed(&pos).expect("not in check");
    let idea = Look { line: line(&flipped, idea.0), score: idea.1 };
    let context = MoveContext {
        start: &pos,
        best: &played,
        played: &played,
        other: None,
        reply: None,
        idea: Some(&idea),
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
            "1.h3 meets the threat of 1…Re1#, which would be mate.",
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
