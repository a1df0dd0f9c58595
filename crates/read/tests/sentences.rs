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

/// What was decided of a sentence, but for where men stand and what can be played.
fn statement(about: &About, text: &str) -> Truth {
    let read = check_text(None, about, text, Lexicon::of("en").expect("English")).expect("a text");
    let said = read[0].findings.iter().filter(|finding| !matches!(finding.topic, "mention" | "line"));
    let truths: Vec<Truth> = said.map(|finding| finding.truth).collect();
    let any = |truth: Truth| truths.contains(&truth);
    if any(Truth::False) {
        Truth::False
    } else if any(Truth::True) {
        Truth::True
    } else {
        Truth::Open
    }
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
fn what_is_said_of_a_line_is_held_against_its_end() {
    let about = about(PIN, "Bg5");
    for (text, truth) in [
        // The line opens the g-file for Black and doubles his pawns.
        ("After 5...h6 6.Bxf6 gxf6 Black has doubled pawns.", Truth::True),
        ("After 5...h6 6.Bxf6 gxf6 White has doubled pawns.", Truth::False),
        ("If 5...h6 6.Bxf6 gxf6, then Black would have doubled pawns.", Truth::True),
        ("After 5...h6 6.Bxf6 Qxf6 Black does not have doubled pawns.", Truth::True),
        ("If Bxf2+ Kxf2, White has no bishop pair.", Truth::False),
        ("If 5...h6 6.Bxf6 gxf6, but White has doubled pawns.", Truth::Open),
    ] {
        assert_eq!(statement(&about, text), truth, "{text}");
    }
}

#[test]
fn what_is_no_longer_so_was_so_before() {
    let unpins = about("r1bqk2r/pppp1ppp/2n2n2/2b1p1B1/2B1P3/2NP4/PPP2PPP/R2QK1NR b KQkq - 2 5", "Be7");
    for (text, truth) in [
        ("There is no longer a pinned knight.", Truth::True),
        ("There is no longer a pinned rook.", Truth::Open),
        ("White can no longer castle.", Truth::False),
        ("White can still castle.", Truth::True),
    ] {
        assert_eq!(statement(&unpins, text), truth, "{text}");
    }
    let moved = about("r1bqk2r/ppppbppp/2n2n2/4p1B1/2B1P3/2NP4/PPP2PPP/R2QK1NR w KQkq - 3 6", "Kf1");
    assert_eq!(statement(&moved, "White can no longer castle."), Truth::True);
    assert_eq!(statement(&moved, "White cannot castle."), Truth::True);
    assert_eq!(statement(&moved, "Black cannot castle."), Truth::Open);
}

#[test]
fn what_a_move_does_not_do_is_told() {
    let about = about(PIN, "Bg5");
    for (text, truth) in [
        ("This move does not attack the rook.", Truth::True),
        ("This does not attack the knight.", Truth::False),
        ("This does not castle.", Truth::True),
        ("This not only attacks the knight.", Truth::True),
    ] {
        assert_eq!(statement(&about, text), truth, "{text}");
    }
}

#[test]
fn another_move_is_weighed_in_place_of_the_side_that_is_named() {
    let session = philidor_session::Session::builder().nodes(20_000).build().unwrap();
    let mut pos = philidor_chess::shakmaty::Chess::default();
    let mut played = Vec::new();
    for word in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
        let mv = parse_move(&pos, word).unwrap();
        let before = pos.clone();
        philidor_chess::shakmaty::Position::play_unchecked(&mut pos, mv);
        played.push((before, mv));
    }
    let about = About::in_game(pos, played);
    let lexicon = Lexicon::of("en").unwrap();
    let truth = |text: &str| check_text(Some(&session), &about, text, lexicon).unwrap()[0].truth();
    assert_eq!(truth("Black should have played g6."), Truth::True);
    assert_eq!(truth("Black should have played a6."), Truth::Open);
    assert_eq!(truth("White should have played Qxe5+."), Truth::False);
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
    let more = "Nach 5...h6 6.Lxf6 gxf6 hat Schwarz einen Doppelbauern. Der Springer auf f6 steht auf c6.";
    let read = check_text(None, &about, more, Lexicon::of("de").unwrap()).unwrap();
    assert_eq!(read.iter().map(Sentence::truth).collect::<Vec<_>>(), [Truth::True, Truth::False]);
}

#[test]
fn an_unknown_language_and_contradictory_moves_are_not_guessed_at() {
    let about = about(PIN, "Bg5");
    for text in
        ["Белые стоят лучше. Конь на f6 связан.", "白方优势。", "5.Bg5 5.Bg5 5.Bg5 5.Bg5", "1.Qh8 2.Qh8 Qh8"]
    {
        assert!(truths(&about, text).iter().all(|truth| *truth != Truth::False), "{text}");
    }
    assert!(Lexicon::of("kl").is_err());
}

#[test]
fn a_french_sentence() {
    let about = about(PIN, "Bg5");
    let text = "Cloue le cavalier. Les Noirs ont un pion passé. Prépare Ch3.";
    let read = check_text(None, &about, text, Lexicon::of("fr").unwrap()).unwrap();
    assert_eq!(read.iter().map(Sentence::truth).collect::<Vec<_>>()[..2], [Truth::True, Truth::False]);
}

#[test]
fn long_texts_have_bounds() {
    let about = about(PIN, "Bg5");
    let lexicon = Lexicon::of("en").unwrap();
    let long = "x".repeat(10 << 20);
    assert_eq!(check_text(None, &about, &long, lexicon), Err(ReadError::Long { bytes: long.len() }));
    let sentence = "the passed pawn on e4 attacks ".repeat(2_000);
    assert!(sentence.split_whitespace().count() > 10_000);
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
