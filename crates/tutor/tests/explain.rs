//! Explanations: the paper's two examples, determinism, colours, and the ends of games.

use std::sync::Arc;

use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Chess, Color, FromSetup, Position, Square, san::San},
};
use philidor_know::eval::Evaluation;
use philidor_knowledge::LANGUAGES;
use philidor_tutor::{
    Line,
    claim::{About, Claim, Effect, OnBoard as _, Payoff, Statement},
    envision::Envisioned,
    explain::{Explanation, Knowledge, MoveContext, claims_about_move, explain, standing},
    look::{Look, Looker},
    say::{Level, Words, tell},
};

const KASPAROV_SHIROV: &str = "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16";
const SHORT_TIMMAN: &str = "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 6 17";

fn position(fen: &str) -> Chess {
    parse_fen(fen).expect("a position")
}

/// A line in SAN with its score for the side to move.
fn look(pos: &Chess, moves: &str, score: i32) -> Look {
    let mut at = pos.clone();
    let mut line = Vec::new();
    for word in moves.split_whitespace() {
        let mv = word.parse::<San>().expect("a move").to_move(&at).expect("a legal move");
        at.play_unchecked(mv);
        line.push(mv);
    }
    Look { line: Line::from_moves(pos, &line).expect("a line"), score }
}

/// Claims about the first move of `played` when `best` was the best line.
fn claims(fen: &str, played: (&str, i32), best: (&str, i32)) -> Vec<Claim> {
    let pos = position(fen);
    let (played, best) = (look(&pos, played.0, played.1), look(&pos, best.0, best.1));
    let context = MoveContext {
        start: &pos,
        best: &best,
        played: &played,
        other: None,
        reply: None,
        idea: None,
        previous: None,
    };
    claims_about_move(&context, &Knowledge::ours())
}

fn concepts(claims: &[Claim], about: About) -> Vec<(Color, &str)> {
    claims
        .iter()
        .filter(|c| c.about == about)
        .filter_map(|c| match &c.statement {
            Statement::Concept { name, .. } => Some((c.side.into(), name.as_str())),
            _ => None,
        })
        .collect()
}

/// The paper's line after 16…Ra7, and its evaluation.
const RA7: (&str, i32) = ("Ra7 Bd3 O-O O-O a5 Rb3 Bxd5 exd5 a4 Ra3 Bg5", 1);
/// What 16…Nc5 allows.
const NC5: (&str, i32) = ("Nc5 Rxb7 Nxb7 b4 O-O Bc4 Bg5 O-O", -43);

#[test]
fn the_papers_first_example_has_all_its_refined_points() {
    let found = claims(KASPAROV_SHIROV, RA7, RA7);
    let aims = concepts(&found, About::Aim);
    for wanted in [
        (Color::Black, "structure improved"),
        (Color::White, "strong knight gone"),
        (Color::Black, "activity improved"),
    ] {
        assert!(aims.contains(&wanted), "{wanted:?} is not among {aims:?}");
    }
    let against = concepts(&found, About::Concession);
    for wanted in [(Color::Black, "bishop pair given up"), (Color::White, "bishop improved")] {
        assert!(against.contains(&wanted), "{wanted:?} is not among {against:?}");
    }
    let protects =
        |c: &Claim| c.statement == Statement::Effect { effect: Effect::Protects(Square::B7.into()) };
    assert!(found.iter().any(protects), "the point of the move");
    let gone =
        |c: &&Claim| matches!(&c.statement, Statement::Concept { name, .. } if name == "strong knight gone");
    assert_eq!(found.iter().find(gone).map(|c| c.squares().to_string()).as_deref(), Some("d5"));
}

#[test]
fn the_papers_first_mistake_allows_the_exchange_sacrifice() {
    let pos = position(KASPAROV_SHIROV);
    let found = claims(KASPAROV_SHIROV, NC5, RA7);
    let against = concepts(&found, About::Concession);
    for wanted in [(Color::Black, "outpost uncontested"), (Color::Black, "knight passive")] {
        assert!(against.contains(&wanted), "{wanted:?} is not among {against:?}");
    }
    let sacrifice =
        found.iter().find(|c| c.statement.name() == "sacrifice").expect("White gives the exchange");
    assert_eq!((sacrifice.side.into(), sacrifice.about), (Color::White, About::Concession));
    assert_eq!(sacrifice.squares().to_string(), "b7");
    assert_eq!(sacrifice.line.numbered(&pos, 3), ["16…Nc5", "17.Rxb7", "Nxb7"]);
}

#[test]
fn the_papers_second_example_weighs_pawn_against_bishops() {
    let won = ("Bxd5 exd5 Qxd5 Be6 Qb5 Qxb5 axb5 Rfe8 Nd4 Bd5 Bf4", 61);
    let kept = ("Bc4 Nb6 b3 Nxc4 bxc4 Re8 Rd1 Qc5 Qh4 b6 Be3 Qc6 Bh6", 105);
    let found = claims(SHORT_TIMMAN, won, kept);
    let pawn =
        found.iter().find(|c| c.statement.name() == "material" && c.about == About::Aim).expect("a pawn won");
    assert!(pawn.side == Color::White);
    let wins = Payoff::Wins(philidor_claims::Role::Pawn);
    assert!(matches!(&pawn.statement, Statement::Material { payoff, points: 1, .. } if *payoff == wins));
    let against = concepts(&found, About::Concession);
    for wanted in [(Color::Black, "active bishop pair"), (Color::Black, "bishops improved")] {
        assert!(against.contains(&wanted), "{wanted:?} is not among {against:?}");
    }
    let better = found.iter().find(|c| c.statement.name() == "better").expect("Bc4 is better");
    assert_eq!(better.line.entries()[0].to_string(), "b3c4");
    // With the queens goes what the better move keeps: the pieces that point at Black's king.
    assert!(against.contains(&(Color::White, "attack fades")), "{against:?}");
}

fn looker(nodes: u64) -> Looker {
    Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), nodes)
}

fn explained(pos: &Chess, san: Option<&str>) -> Explanation {
    let mv = san.map(|s| s.parse::<San>().expect("a move").to_move(pos).expect("a legal move"));
    explain(pos, mv, &mut looker(20_000), &Knowledge::ours()).expect("our engine answers")
}

fn words_of(told: &Explanation) -> Vec<String> {
    let words = Words::of("en").expect("English");
    let told = tell(told, &words, Level::Club, 0);
    told.sections
        .into_iter()
        .flat_map(|s| std::iter::once(s.heading).chain(s.sentences.into_iter().map(|s| s.text)))
        .collect()
}

#[test]
fn the_same_question_has_the_same_answer() {
    let pos = position(KASPAROV_SHIROV);
    let mut analyst = looker(20_000);
    let knowledge = Knowledge::ours();
    let first = explain(&pos, None, &mut analyst, &knowledge).expect("an answer");
    // What was asked in between does not matter.
    explain(&position(SHORT_TIMMAN), None, &mut analyst, &knowledge).expect("an answer");
    let second = explain(&pos, None, &mut analyst, &knowledge).expect("an answer");
    assert_eq!(first.claims, second.claims);
    assert_eq!(words_of(&first), words_of(&second));
}

fn flipped(pos: &Chess) -> Chess {
    let mut setup = pos.to_setup(philidor_chess::shakmaty::EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).expect("a legal position stays legal")
}

fn flip_text(text: &str) -> String {
    let digit = |c: char| char::from(b'9' - (c as u8 - b'0'));
    let mut out = String::new();
    let mut last = ' ';
    for c in text.chars() {
        out.push(if c.is_ascii_digit() && last.is_ascii_lowercase() { digit(c) } else { c });
        last = c;
    }
    out
}

/// The claim with colours and ranks exchanged, as JSON without what depends on the evaluation's words.
fn mirrored(claim: &Claim) -> String {
    let text = comparable(claim);
    let text = flip_text(&text);
    swap(&swap(&text, "\"white\"", "\"black\""), "\"light ", "\"dark ")
}

/// Everything of a claim but its position and the reasons of rules; lists of squares in one order.
fn comparable(claim: &Claim) -> String {
    let mut claim = claim.clone();
    claim.fen.clear();
    claim.men.sort_by_key(|(square, _)| (square.file(), square.rank_for(claim.side)));
    if let Statement::Concept { rule, features, .. } = &mut claim.statement {
        rule.reason.clear();
        features.clear();
    }
    let squares =
        in_order(claim.squares().iter().map(|sq| (sq.file(), sq.rank_for(claim.side), sq.to_string())));
    match &mut claim.statement {
        Statement::Concept { squares, .. }
        | Statement::Feature { squares, .. }
        | Statement::Structure { squares, .. } => {
            *squares = Default::default();
        }
        Statement::Material { device: Some(device), .. }
        | Statement::Threat { device: Some(device), .. }
        | Statement::Device { device, .. } => device.targets = Default::default(),
        _ => {}
    }
    format!("{squares:?} {}", serde_json::to_string(&claim).expect("plain data"))
}

fn in_order(squares: impl Iterator<Item = (i8, i8, String)>) -> Vec<String> {
    let mut all: Vec<_> = squares.collect();
    all.sort();
    all.into_iter().map(|(_, _, name)| name).collect()
}

/// Positions from games: an opening, a middlegame, an attack, endings.
const POSITIONS: [&str; 6] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    KASPAROV_SHIROV,
    SHORT_TIMMAN,
    "2kr3r/ppp2ppp/2n1b3/2b1P3/4n3/2P2N2/PP2BPPP/RNB1K2R b KQ - 2 10",
    "8/5pk1/4p1p1/1P2P2p/5P1P/6P1/r5K1/1R6 w - - 0 40",
    "8/2k5/8/2PK4/8/8/8/8 w - - 0 1",
];

#[test]
fn the_flipped_position_gets_the_mirrored_claims() {
    for fen in POSITIONS {
        let pos = position(fen);
        let (plain, other) = (explained(&pos, None), explained(&flipped(&pos), None));
        // The opening table names positions of White's openings only.
        let named = |c: &&Claim| !matches!(c.statement, Statement::Opening { .. });
        let wanted: Vec<String> = plain.claims.iter().filter(named).map(mirrored).collect();
        let got: Vec<String> = other.claims.iter().map(comparable).collect();
        assert_eq!(wanted, got, "{fen}");
        // Sentences without moves and scores are the same but for names.
        let wordy = |told: &Explanation| -> Vec<String> {
            let words = Words::of("en").expect("English");
            let texts = tell(told, &words, Level::Club, 0).texts;
            let plain = |c: &Claim| matches!(c.statement.name(), "concept" | "feature" | "plan" | "material");
            told.claims.iter().zip(texts).filter(|(c, _)| plain(c)).map(|(_, text)| text).collect()
        };
        let swapped: Vec<String> = wordy(&plain)
            .iter()
            .map(|t| swap(&swap(&flip_text(t), "White", "Black"), "light", "dark"))
            .collect();
        assert_eq!(swapped, wordy(&other), "{fen}");
    }
}

fn swap(text: &str, a: &str, b: &str) -> String {
    text.replace(a, "?").replace(b, a).replace('?', b)
}

/// Claims are legal to replay, squares are on the board, and nothing is said of an empty square.
#[test]
fn every_claim_can_be_replayed() {
    for fen in POSITIONS {
        let pos = position(fen);
        for claim in explained(&pos, None).claims {
            assert!(claim.ply <= claim.line.len(), "{claim:?}");
            assert!(claim.line.position(&pos, claim.line.len()).is_some(), "{claim:?}");
        }
    }
}

#[test]
fn games_that_are_over_get_one_sentence() {
    for (fen, wanted) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "Checkmate: Black has won."),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "Stalemate: Black has no legal move and is not in check, so the game is drawn.",
        ),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "Drawn: neither side has enough material to mate."),
    ] {
        let told = explained(&position(fen), None);
        assert_eq!(words_of(&told), ["Position", wanted], "{fen}");
    }
}

#[test]
fn a_mating_move_gets_one_sentence() {
    let told = explained(&position("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1"), Some("Re8"));
    let words = Words::of("en").expect("English");
    let sections = tell(&told, &words, Level::Club, 0).sections;
    let of_move = sections.last().expect("a section");
    assert_eq!(of_move.heading, "The move 1.Re8#");
    assert_eq!(of_move.sentences.len(), 1);
    assert_eq!(of_move.sentences[0].text, "White gives mate at once: a back-rank mate.");
}

#[test]
fn beginners_read_no_numbers() {
    for language in LANGUAGES.names() {
        let words = Words::of(language).expect("a language");
        let told = explained(&position(SHORT_TIMMAN), None);
        let standing = &tell(&told, &words, Level::Beginner, 0).sections[0].sentences[0].text;
        assert!(!standing.contains(|c: char| c.is_ascii_digit()), "{standing}");
    }
}

#[test]
fn no_message_is_missing() {
    for language in LANGUAGES.names() {
        let words = Words::of(language).expect("a language");
        for fen in POSITIONS {
            let told = explained(&position(fen), None);
            for level in [Level::Beginner, Level::Club, Level::Master] {
                let text = tell(&told, &words, level, 1);
                let all = text
                    .texts
                    .iter()
                    .chain(text.sections.iter().flat_map(|s| s.sentences.iter().map(|s| &s.text)));
                for sentence in all {
                    assert!(!sentence.contains(['[', '{', '$']), "{language}: {sentence}");
                }
            }
        }
    }
}

/// What a move does at once: a queen offered for a mate, a pin, a pawn that challenges another.
#[test]
fn effects_are_seen_at_once() {
    let effects_of = |fen: &str, san: &str| {
        let pos = position(fen);
        let mv = san.parse::<San>().expect("a move").to_move(&pos).expect("a legal move");
        philidor_tutor::explain::effects(&pos, mv, None)
    };
    let opera = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16";
    assert!(effects_of(opera, "Qb8+").contains(&Effect::Offers(Square::B8.into())));
    let open = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3";
    assert_eq!(effects_of(open, "d4"), [Effect::Challenges(Square::E5.into())]);
    let pinned = "r1bqkbnr/ppp2ppp/2np4/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 4";
    assert_eq!(
        effects_of(pinned, "Bb5"),
        [Effect::Pins(Square::C6.into()), Effect::Develops(Square::B5.into())]
    );
}

/// What a quiet move plainly does, and what it does not: each effect is the checker's too, and is noticed on another square.
#[test]
fn quiet_moves_have_plain_effects() {
    let plain = |fen: &str, san: &str| -> Vec<Effect> {
        let pos = position(fen);
        let mv = san.parse::<San>().expect("a move").to_move(&pos).expect("a legal move");
        philidor_tutor::explain::plain(&pos, mv)
    };
    let at = |square: Square| philidor_claims::Square::from(square);
    let ending = "2r2k2/p4p2/8/8/3R4/6P1/P4P2/5K2 w - - 0 1";
    let passer = "8/5k2/8/1P6/8/8/3r4/6RK w - - 0 1";
    let middle = "r2q1rk1/pp3pbp/3p2p1/8/4P3/2N2N2/PP3PPP/R2Q1RK1 w - - 0 1";
    let opening = "r1bqkbnr/ppp2ppp/2np4/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3";
    let rook = "6k1/p4ppp/2p5/3b4/8/5B2/5PPP/R5K1 w - - 0 1";
    for (fen, san, effect) in [
        (ending, "Rd7", Effect::InvadesSeventh(at(Square::D7))),
        (ending, "Ke2", Effect::ActivatesKing(at(Square::E2))),
        (passer, "Rb1", Effect::BacksPasser(at(Square::B5))),
        (passer, "b6", Effect::PushesPasser(at(Square::B6))),
        ("8/5k2/8/8/1p6/8/2K5/8 w - - 0 1", "Kb3", Effect::Blockades(at(Square::B4))),
        (middle, "Nd5", Effect::TakesOutpost(at(Square::D5))),
        (middle, "Nd4", Effect::Centralises(at(Square::D4))),
        (middle, "Rc1", Effect::Supports(at(Square::C3))),
        (middle, "h3", Effect::MakesLuft(at(Square::H2))),
        ("6k1/pp3ppp/8/8/1P6/8/P4PPP/6K1 w - - 0 1", "b5", Effect::AdvancesQueenside(at(Square::B5))),
        ("6k1/pp3ppp/8/8/1P6/8/P4PPP/6K1 w - - 0 1", "g4", Effect::AdvancesKingside(at(Square::G4))),
        ("4r1k1/pp1n1ppp/3p4/8/3PP3/2N5/PP3PPP/4R1K1 w - - 0 1", "d5", Effect::GainsSpace(at(Square::D5))),
        ("4r1k1/ppp2ppp/3p4/8/8/2N5/PP2PPPP/4R1K1 w - - 0 1", "e4", Effect::OccupiesCentre(at(Square::E4))),
        ("4r1k1/pp3ppp/2p5/3p4/1P6/4P3/P4PPP/4R1K1 w - - 0 1", "b5", Effect::Undermines(at(Square::C6))),
        ("4r1k1/pp3ppp/2p5/3p4/8/4P3/P4PPP/4R1K1 w - - 0 1", "e4", Effect::StrikesCentre(at(Square::D5))),
        ("4r1k1/pp3ppp/2p5/3p4/4P3/8/P4PPP/3R2K1 w - - 0 1", "h3", Effect::KeepsTension(at(Square::D5))),
        (opening, "Nf3", Effect::EyesCentre(at(Square::D4))),
        ("6k1/pp3p1p/6p1/8/8/2Q5/5PPP/6K1 w - - 0 1", "Qc7", Effect::QueenInvades(at(Square::C7))),
        ("3rr1k1/pp3ppp/8/8/8/8/PPP2PPP/1R1R2K1 w - - 0 1", "Rxd8", Effect::Simplifies(at(Square::D8))),
        ("3q1rk1/5ppp/8/8/8/5N2/5PPP/2Q2RK1 w - - 0 1", "Qd2", Effect::OffersSimpler(at(Square::D8))),
        ("6k1/5ppp/8/8/8/8/4PPPP/B5K1 w - - 0 1", "Bd4", Effect::GainsScope(at(Square::D4))),
        ("2b3k1/5ppp/4b3/6N1/8/8/4PPPP/6K1 w - - 0 1", "Nxe6", Effect::BreaksBishopPair(at(Square::E6))),
        (middle, "Qd2", Effect::ConnectsRooks(at(Square::D2))),
        (middle, "Qb3", Effect::Presses(at(Square::F7))),
        (opening, "a3", Effect::TakesSquare(at(Square::B4))),
        (opening, "d3", Effect::Opens(at(Square::C1))),
        (rook, "Be2", Effect::AvoidsTrade(at(Square::F3))),
        (rook, "Rc1", Effect::Presses(at(Square::C6))),
        ("6k1/p4ppp/2p5/8/8/8/3R1PPP/R5K1 w - - 0 1", "Rad1", Effect::DoublesRooks(at(Square::D1))),
        ("6k1/p4ppp/2p5/8/8/8/5PPP/R5K1 w - - 0 1", "Rc1", Effect::TakesHalfOpenFile(at(Square::C1))),
        ("6k1/5ppp/8/3p4/2b5/8/4BPP1/4K3 w - - 0 1", "Bxc4", Effect::Trades(at(Square::C4))),
        ("6k1/5ppp/8/3p4/2b5/8/P3BPPP/4K3 w - - 0 1", "Bxc4", Effect::Simplifies(at(Square::C4))),
        ("6k1/5ppp/8/3p4/4n3/3B4/5PPP/6K1 w - - 0 1", "Bxe4", Effect::GivesBishop(at(Square::E4))),
        ("6k1/5ppp/8/3p4/4b3/5N2/5PPP/6K1 b - - 0 1", "Bxf3", Effect::GivesBishop(at(Square::F3))),
        ("6k1/5ppp/4b3/6N1/8/8/5PPP/6K1 w - - 0 1", "Nxe6", Effect::GivesKnight(at(Square::E6))),
        ("6k1/5ppp/4p3/3p4/4P3/8/5PPP/6K1 w - - 0 1", "exd5", Effect::TradesInCentre(at(Square::D5))),
        ("6k1/5ppp/4p3/3n4/4P3/8/5PPP/6K1 w - - 0 1", "exd5", Effect::Regains(at(Square::D5))),
        ("6k1/5p2/8/1p6/8/8/5PPP/4K3 w - - 0 1", "Kd2", Effect::BringsKing(at(Square::B5))),
        ("6k1/5p2/8/1p6/8/8/5PPP/4K3 w - - 0 1", "Kd2", Effect::ActivatesKing(at(Square::D2))),
        ("6k1/b4ppp/8/8/3P4/8/5PPP/3Q2K1 w - - 0 1", "Kh1", Effect::LeavesLine(at(Square::A7))),
        ("6k1/5ppp/8/8/8/8/P4PPP/2B3K1 w - - 0 1", "Bb2", Effect::TakesDiagonal(at(Square::B2))),
        ("6k1/5ppp/8/8/8/8/5PPP/2Q3K1 w - - 0 1", "Qe3", Effect::QueenTakesFile(at(Square::E3))),
        ("6k1/5ppp/8/8/8/8/4RPPP/2Q3K1 w - - 0 1", "Qe1", Effect::DoublesHeavy(at(Square::E1))),
        ("3q1rk1/5ppp/8/8/8/5N2/5PPP/2Q3K1 w - - 0 1", "Qd2", Effect::OffersTrade(at(Square::D8))),
        ("3q2k1/5ppp/8/8/8/5N2/5PPP/2Q3K1 w - - 0 1", "Qd2", Effect::OffersSimpler(at(Square::D8))),
        ("4r1k1/5ppp/8/8/8/8/4BPPP/R3K2R w - - 0 1", "Kd2", Effect::Unpins(at(Square::E2))),
    ] {
        let found = plain(fen, san);
        assert!(found.contains(&effect), "{fen} {san}: {found:?} lacks {effect:?}");
        let pos = position(fen);
        let mv = san.parse::<San>().expect("a move").to_move(&pos).expect("a legal move");
        for effect in found {
            assert!(effect.is_plain(), "{effect:?}");
            let claim = |effect: Effect| {
                let line = philidor_claims::Line::of([mv.into()]);
                let statement = Statement::Effect { effect };
                let worth = philidor_tutor::claim::Worth(1);
                philidor_tutor::claim::claim(About::Aim, statement, pos.turn(), &pos, line, 1, worth)
            };
            assert!(philidor_verify::verify(&claim(effect), None).is_ok(), "{fen} {san}: {effect:?}");
            let elsewhere = effect.on(at(Square::H8));
            assert!(philidor_verify::verify(&claim(elsewhere), None).is_err(), "{fen} {san}: {elsewhere:?}");
        }
    }
    // The rook was on the rank; the king has a way out; the pawn takes nothing from anybody.
    assert!(
        !plain("6k1/R4ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "Rb7")
            .contains(&Effect::InvadesSeventh(at(Square::B7)))
    );
    assert!(!plain(&middle.replace("PP3PPP", "PP3P1P"), "h3").contains(&Effect::MakesLuft(at(Square::H2))));
    assert_eq!(plain("6k1/p4ppp/8/8/8/8/P4PPP/6K1 w - - 0 1", "a3"), []);
}

/// The verdict of a position whose best line has this score, in one sentence.
fn verdict(fen: &str, line: &str, score: i32) -> String {
    let (pos, knowledge) = (position(fen), Knowledge::ours());
    let best = look(&pos, line, score);
    let moves: Vec<_> = best.line.steps().iter().map(|step| step.mv).collect();
    let env = Envisioned::new(&knowledge.evaluation, &pos, &moves);
    let claims = std::iter::once(standing(&pos, &best)).chain(knowledge.rules.assets(&env, 0)).collect();
    let told = Explanation {
        position: pos,
        subject: None,
        lines: vec![best],
        played: None,
        claims,
        dropped: Vec::new(),
    };
    let words = Words::of("en").expect("English");
    let told = tell(&told, &words, Level::Club, 0);
    let sentences = &told.sections[0].sentences;
    assert_eq!(sentences.len(), 1, "{sentences:?}");
    let claims = &sentences[0].claims;
    assert!(claims.len() > 1, "{sentences:?}");
    sentences[0].text.clone()
}

#[test]
fn a_verdict_weighs_both_sides_and_never_contradicts_its_score() {
    // White has more freedom for the pieces, Black a rook on the open file.
    let fen = "r1b1r1k1/1p2qp2/2pp2pb/2n1n3/2PNP2p/1PB2PPP/1Q2N1BK/3R1R2 w - - 0 31";
    let of = |score: i32| verdict(fen, "g4 d5", score);
    let (better, level, worse) = (of(60), of(0), of(-60));
    let weighs = |text: &str| text.contains("does not make up for it") || text.contains("counts for more");
    assert!(better.starts_with("White") && weighs(&better), "{better}");
    assert!(level.contains("equal") || level.contains("even"), "{level}");
    assert!(level.contains("makes up for the other") || level.contains("hold the balance"), "{level}");
    assert!(!weighs(&worse) && worse.contains("but the moves to come"), "{worse}");
    assert!(
        worse.contains("Black is slightly better") || worse.contains("Black has a small edge"),
        "{worse}"
    );
}

#[test]
fn who_is_behind_in_material_and_stands_no_worse_has_compensation() {
    let fen = "4r1k1/1r1n1pbp/p2Bp1p1/q2nP3/Np1p4/1Q1B4/PP3PPP/2R1R1K1 b - - 11 27";
    let level = verdict(fen, "Bf8 Rc4", 0);
    assert!(
        level.contains("Black has an extra pawn") && level.contains("but White has compensation"),
        "{level}"
    );
    let behind = verdict(fen, "Bf8 Rc4", 80);
    assert!(!behind.contains("compensation"), "{behind}");
}
