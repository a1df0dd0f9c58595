//! Laws: nothing a file holds makes the readers panic, and colours do not matter.

use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Chess, Color, FromSetup, Move, Position, Setup, uci::UciMove},
};
use philidor_tutor::{
    Definitions, Line, Motif, motifs,
    opening::Openings,
    puzzle::{Columns, read_epd},
};
use proptest::prelude::*;

/// The position with colours and ranks exchanged.
fn flipped(pos: &Chess) -> Chess {
    let mut setup: Setup = pos.to_setup(philidor_chess::shakmaty::EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).expect("a legal position stays legal")
}

fn flip_word(word: &str) -> String {
    word.chars().map(|c| if c.is_ascii_digit() { char::from(b'9' - (c as u8 - b'0')) } else { c }).collect()
}

fn flip_motif(m: &Motif) -> Motif {
    Motif {
        actor: m.actor.flip_vertical(),
        targets: m.targets.flip_vertical(),
        key: m.key.map(philidor_chess::shakmaty::Square::flip_vertical),
        ..*m
    }
}

/// A line of random legal moves, preferring captures and checks so that there is something to find.
fn random_line(seed: &[u8]) -> (Chess, Vec<Move>) {
    let mut pos = Chess::default();
    let mut moves = Vec::new();
    for &byte in seed {
        let legal = pos.legal_moves();
        if legal.is_empty() {
            break;
        }
        let lively: Vec<Move> = legal.iter().copied().filter(|m| m.is_capture()).collect();
        let pool = if byte % 2 == 0 && !lively.is_empty() { &lively[..] } else { &legal[..] };
        let mv = pool[usize::from(byte) / 2 % pool.len()];
        pos.play_unchecked(mv);
        moves.push(mv);
    }
    (pos, moves)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Lichess's definitions look at one arbitrary guard and forget a1, so only ours are free of colour.
    #[test]
    fn motifs_of_the_flipped_line_are_the_flipped_motifs(
        seed in prop::collection::vec(any::<u8>(), 10..90),
        length in 1usize..8,
    ) {
        let (_, moves) = random_line(&seed);
        let cut = moves.len().saturating_sub(length);
        let mut start = Chess::default();
        moves[..cut].iter().for_each(|&m| start.play_unchecked(m));
        let words: Vec<String> = moves[cut..].iter().map(|m| UciMove::from_standard(*m).to_string()).collect();
        prop_assume!(!words.is_empty());
        let line = Line::from_uci(&start, &words.join(" ")).unwrap();
        let mirror: Vec<String> = words.iter().map(|w| flip_word(w)).collect();
        let other = Line::from_uci(&flipped(&start), &mirror.join(" ")).unwrap();
        prop_assert_eq!(line.solver(), !other.solver());
        let themes = |found: &[Motif]| found.iter().map(|m| m.theme).collect::<Vec<_>>();
        let (ours, theirs) = (motifs(&line, Definitions::Strict), motifs(&other, Definitions::Strict));
        let back: Vec<Motif> = theirs.iter().map(flip_motif).collect();
        prop_assert_eq!(themes(&ours), themes(&back));
        for (a, b) in ours.iter().zip(&back) {
            prop_assert_eq!(a.ply, b.ply, "{:?} {:?}", a, b);
        }
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,120}") {
        let _ = read_epd(&text);
        let _ = Openings::parse(&text);
        let _ = Line::from_uci(&Chess::default(), &text);
        let _ = Line::from_uci_with_error(&Chess::default(), &text);
    }

    #[test]
    fn no_row_makes_the_reader_panic(fields in prop::collection::vec("\\PC{0,60}", 0..8)) {
        for header in [&["PuzzleId", "FEN", "Moves"][..], &["FEN", "PV", "PreFlawFEN", "FirstMove", "Themes"][..]] {
            let columns = Columns::find(&csv::StringRecord::from(header.to_vec())).unwrap();
            prop_assert!(columns.read(&csv::StringRecord::from(fields.clone())).is_err());
        }
    }

    /// Nearly right EPD: pieces of real lines in any order.
    #[test]
    fn no_shuffled_epd_makes_the_reader_panic(
        words in prop::collection::vec(prop::sample::select(vec![
            "6k1/5ppp/8/8/8/8/5PPP/4R1K1", "w", "-", "bm", "pv", "Re8#", "e1e8", ";", "id", "\"x\"", "0", "1", "O-O", "@",
        ]), 0..14),
    ) {
        let _ = read_epd(&words.join(" "));
    }
}

#[test]
fn a_header_without_columns_is_named() {
    let header = csv::StringRecord::from(vec!["a", "b"]);
    let error = Columns::find(&header).unwrap_err().to_string();
    assert!(error.contains("lacks the column FEN") && error.contains("it has: a, b"), "{error}");
}

#[test]
fn both_csv_formats_give_the_same_puzzle() {
    let standard =
        Columns::find(&csv::StringRecord::from(vec!["PuzzleId", "FEN", "Moves", "Themes"])).unwrap();
    let apart = Columns::find(&csv::StringRecord::from(vec![
        "PuzzleId",
        "FEN",
        "PreFlawFEN",
        "FirstMove",
        "PV",
        "Themes",
    ]))
    .unwrap();
    let before = "4q3/8/5k2/8/8/8/8/R5K1 b - - 0 1";
    let after = "4q3/8/8/4k3/8/8/8/R5K1 w - - 1 2";
    let one =
        standard.read(&csv::StringRecord::from(vec!["x", before, "f6e5 a1e1 e5d4 e1e8", "skewer"])).unwrap();
    let two = apart
        .read(&csv::StringRecord::from(vec!["x", after, before, "f6e5", "a1e1 e5d4 e1e8", "skewer"]))
        .unwrap();
    assert_eq!(one.themes, two.themes);
    assert_eq!(one.line.solver(), Color::White);
    for definitions in [Definitions::Lichess, Definitions::Strict] {
        assert_eq!(motifs(&one.line, definitions), motifs(&two.line, definitions));
    }
    assert!(one.line.error().is_some() && two.line.error().is_some());
    assert_eq!(parse_fen(after).unwrap().board(), one.line.start().board());
}
