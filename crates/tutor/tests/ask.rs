//! Questions and answers: which question a text asks, what is answered, and what is not.

use std::sync::Arc;

use philidor_chess::shakmaty::Bitboard;
use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, san::San},
};
use philidor_know::eval::Evaluation;
use philidor_knowledge::LANGUAGES;
use philidor_tutor::{
    ask::{Answer, AskError, Context, Topic, Tutor, ask, examples, topic},
    explain::Knowledge,
    look::Looker,
    say::{Level, Words},
};

const SHIROV: &str = "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16";

fn answer_in(language: &str, fen: &str, last: Option<&str>, question: &str) -> Result<Answer, AskError> {
    let mut pos = parse_fen(fen).expect("a position");
    let mut previous: Option<(Chess, Move)> = None;
    if let Some(san) = last {
        let mv = san.parse::<San>().expect("a move").to_move(&pos).expect("a legal move");
        previous = Some((pos.clone(), mv));
        pos.play_unchecked(mv);
    }
    let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 8_000);
    let (knowledge, words) = (Knowledge::ours(), Words::of(language).expect("a language"));
    let mut tutor =
        Tutor { analyst: &mut looker, knowledge: &knowledge, words: &words, level: Level::Club, seed: 0 };
    let previous = previous.as_ref().map(|(before, mv)| (before, *mv));
    ask(question, Context { position: &pos, previous }, &mut tutor)
}

fn text(fen: &str, last: Option<&str>, question: &str) -> String {
    let answer = answer_in("en", fen, last, question).unwrap_or_else(|error| panic!("{question}: {error}"));
    let sections = answer.sections.iter().map(|s| {
        format!(
            "{}: {}",
            s.heading,
            s.sentences.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ")
        )
    });
    sections.collect::<Vec<_>>().join("\n")
}

#[test]
fn questions_are_understood_in_many_forms() {
    let asked = [
        ("Who is better and why?", Topic::Standing),
        ("why is White better?", Topic::Standing),
        ("Explain the position.", Topic::Standing),
        ("Is this ending won and why?", Topic::Ending),
        ("What is the threat?", Topic::Threat),
        ("What does Black threaten?", Topic::Threat),
        ("What's wrong", Topic::Help),
        ("What is the plan?", Topic::Plan),
        ("What should I do?", Topic::Plan),
        ("what is the best move", Topic::Best),
        ("What changed?", Topic::Changed),
        ("why was that a mistake?", Topic::Changed),
        ("Compare Ra7 and Nc5", Topic::Compare),
        ("is Ra7 better than 16...Nc5?", Topic::Compare),
        ("Why not Kd2?", Topic::WhyNot),
        ("Why is Ra7 good?", Topic::Good),
        ("What is the point of Ra7?", Topic::Good),
        ("Why was 16…Nc5 bad?", Topic::Bad),
        ("What is wrong with Nc5?", Topic::Bad),
        ("What if O-O?", Topic::WhatIf),
        ("Show me the key squares", Topic::Squares),
        ("Explain the term outpost", Topic::Term),
        ("What is a passed pawn?", Topic::Term),
        ("What can I ask?", Topic::Help),
        ("Wer steht besser, und warum?", Topic::Standing),
        ("Was droht?", Topic::Threat),
        ("Warum nicht Kd2?", Topic::WhyNot),
        ("Vergleiche Sf3 und Sc3", Topic::Compare),
    ];
    for (question, expected) in asked {
        let found = topic(question, "en");
        if question == "What's wrong" {
            assert_eq!(found, None);
        } else {
            assert_eq!(found, Some(expected), "{question}");
        }
    }
    for language in LANGUAGES.names() {
        let examples = examples(language);
        assert_eq!(examples.len(), Topic::ALL.len(), "{language}");
        for (example, expected) in examples.iter().zip(Topic::ALL) {
            assert_eq!(topic(example, language), Some(expected), "{example}");
        }
    }
}

#[test]
fn a_dozen_answers() {
    let contains = |fen: &str, last: Option<&str>, question: &str, parts: &[&str]| {
        let text = text(fen, last, question);
        for part in parts {
            assert!(text.contains(part), "{question}: {part:?} is not in\n{text}");
        }
    };
    contains(SHIROV, None, "Who is better and why?", &["White", "strong knight on d5"]);
    contains(SHIROV, None, "What is the threat?", &["threat"]);
    contains(SHIROV, None, "What is the plan?", &["Plans: "]);
    contains(SHIROV, None, "What is the best move?", &["16…"]);
    contains(SHIROV, None, "Why is Ra7 good?", &["Ra7", "the bishop on b7"]);
    contains(SHIROV, None, "Why not Bxd5?", &["Bxd5"]);
    contains(SHIROV, Some("Nc5"), "What changed?", &["Nc5"]);
    contains(SHIROV, Some("Nc5"), "Why was Nc5 bad?", &["Nc5"]);
    contains(SHIROV, Some("Nc5"), "Why not Ra7?", &["Ra7"]);
    contains(SHIROV, None, "Compare Ra7 and Rc8", &["Ra7", "Rc8"]);
    contains(SHIROV, None, "Show me the key squares", &["d5"]);
    contains(SHIROV, None, "Explain the term fork", &["One man attacks two or more."]);
    contains("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", None, "Why Re8?", &["mate", "Re8#"]);
    contains("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None, "What is the plan?", &["talemate"]);
    let german = answer_in("de", SHIROV, None, "Warum ist Ta7 gut?").unwrap();
    assert!(german.sections.iter().any(|s| s.sentences.iter().any(|t| t.text.contains("Ta7"))), "{german:?}");
}

#[test]
fn what_has_no_answer_says_so() {
    let error = |last: Option<&str>, question: &str| answer_in("en", SHIROV, last, question).unwrap_err();
    assert!(
        matches!(error(None, "How is the weather?"), AskError::Unknown { examples, .. } if examples.len() == 14)
    );
    assert!(matches!(error(None, "Explain the term spaghetti"), AskError::NoTerm { .. }));
    assert!(matches!(error(None, "Why not Qh9?"), AskError::Illegal { .. }));
    assert!(matches!(error(None, "Why not Kd2?"), AskError::Illegal { .. }));
    assert_eq!(error(None, "What changed?"), AskError::NoGame);
    let both = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let ambiguous = answer_in("en", both, None, "why not Nd2").unwrap_err();
    assert_eq!(ambiguous.to_string(), "\"Nd2\" can be more than one move; say Nbd2 and Nfd2");
    let over = answer_in("en", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None, "why not Kg8").unwrap_err();
    assert_eq!(over, AskError::Over);
}

#[test]
fn the_other_colour_gets_the_mirrored_answer() {
    let pos = parse_fen(SHIROV).unwrap();
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    setup.mirror();
    let mirrored = Chess::from_setup(setup, CastlingMode::Standard).unwrap();
    let fen = philidor_chess::write_fen(&mirrored);
    let plain = answer_in("en", SHIROV, None, "Who is better and why?").unwrap();
    let turned = answer_in("en", &fen, None, "Who is better and why?").unwrap();
    let kinds = |answer: &Answer| {
        answer.claims.iter().map(|(claim, _)| (claim.statement.name(), claim.worth)).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&plain), kinds(&turned));
    for ((a, _), (b, _)) in plain.claims.iter().zip(&turned.claims) {
        assert_eq!(a.side, b.side.other());
        assert_eq!(Bitboard::from(a.squares()), Bitboard::from(b.squares()).flip_vertical());
    }
}
