//! Sentences as annotators write them, and what is true of them.

use philidor_chess::{parse_fen, parse_move};
use philidor_read::{About, Lexicon, MOST_BYTES, ReadError, Sentence, Truth, check_text};

fn about(fen: &str, mv: &str) -> About {
    let pos = parse_fen(fen).expect("a position");
    let mv = parse_move(&pos, mv).expect("a move");
    About::new(pos, Some(mv))
}

fn truths(about: &About, text: &str) -> Vec<Truth> {
    let read =
        check_text(None, about, text, Lexicon::of("en").expect("English")).expect("a text that is read");
    read.iter().map(Sentence::truth).collect()
}

const PIN: &str = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/2NP4/PPP2PPP/R1BQK1NR w KQkq - 1 5";

#[test]
fn what_the_board_shows_is_told_without_an_analyst() {
    let about = about(PIN, "Bg5");
    for (text, truth) in [
        ("Pins the knight on f6.", Truth::True),
        ("White pins the knight.", Truth::True),
        ("The knight on f6 is pinned.", Truth::True),
        ("Attacking the queen on h5.", Truth::Open),
        ("Attacks the rook.", Truth::False),
        ("The bishop on c5 is strong.", Truth::True),
        ("The queen on c5 is strong.", Truth::False),
        ("Black has doubled pawns.", Truth::False),
        ("Black does not have doubled pawns.", Truth::True),
        ("If Black takes, White would have a passed pawn.", Truth::Open),
        ("The open d-file belongs to White.", Truth::False),
        ("Black answers 5...h6 6.Bh4 g5.", Truth::True),
        ("Black answers 5...Qxg5.", Truth::False),
        ("Der Kaffee war gut.", Truth::Open),
    ] {
        assert_eq!(truths(&about, text), [truth], "{text}");
    }
}

#[test]
fn other_notations_are_read() {
    let about = about(PIN, "Bg5");
    assert_eq!(truths(&about, "Black can play 5...P-KR3."), [Truth::True]);
    assert_eq!(truths(&about, "Then ...h7-h6 comes."), [Truth::True]);
    assert_eq!(truths(&about, "♞f6 is pinned."), [Truth::True]);
}

#[test]
fn a_german_sentence() {
    let about = about(PIN, "Bg5");
    let read = check_text(
        None,
        &about,
        "Fesselt den Springer. Schwarz hat einen Freibauern.",
        Lexicon::of("de").unwrap(),
    )
    .unwrap();
    assert_eq!(read.iter().map(Sentence::truth).collect::<Vec<_>>(), [Truth::True, Truth::False]);
}

#[test]
fn long_texts_have_bounds() {
    let about = about(PIN, "Bg5");
    let lexicon = Lexicon::of("en").unwrap();
    let long = "x".repeat(10 << 20);
    assert_eq!(check_text(None, &about, &long, lexicon), Err(ReadError::Long { bytes: long.len() }));
    let sentence = "the passed pawn on e4 attacks ".repeat(2_000);
    let read = check_text(None, &about, &sentence, lexicon).unwrap();
    assert_eq!((read.len(), read[0].remark), (1, Some("the sentence is too long")));
    let many = "White is better. The knight on f6 is pinned. ".repeat(MOST_BYTES / 100);
    assert_eq!(check_text(None, &about, &many, lexicon).unwrap().len(), 2 * (MOST_BYTES / 100));
}

#[test]
fn a_claim_is_confirmed_by_the_checker() {
    let about = about(PIN, "Bg5");
    let read = check_text(None, &about, "Develops the bishop.", Lexicon::of("en").unwrap()).unwrap();
    let claim = read[0].findings[0].claim.as_deref().expect("a claim in the vocabulary");
    assert!(philidor_verify::verify(claim, None).is_ok());
}

#[test]
fn where_men_stand_is_checked() {
    let pos =
        parse_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4").expect("a position");
    let mv = parse_move(&pos, "Qxf7#").expect("a move");
    let text = "The black king stands on g8. The white bishop is on c4. White gives mate.";
    let read = check_text(None, &About::new(pos, Some(mv)), text, Lexicon::of("en").expect("English"))
        .expect("a text");
    let truths: Vec<Truth> = read.iter().map(Sentence::truth).collect();
    assert_eq!(truths, [Truth::False, Truth::True, Truth::True], "{read:#?}");
}
