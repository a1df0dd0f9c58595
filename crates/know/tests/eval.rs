//! The laws of the evaluation: parts sum to the whole, colours and wings are alike, memory changes nothing.

use philidor_chess::{
    parse_fen,
    shakmaty::{Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, Setup, Square},
    write_fen,
};
use philidor_know::{
    eval::{Breakdown, Evaluation, Silent, Term, judge, squares_of},
    evaluator::Evaluator,
    features::{FeatureId, Kind, Pointing, Shows},
};

/// A small repeatable generator (splitmix64); tests need no better.
struct Rng(u64);

impl Rng {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }
}

/// Positions of random games, and random placements of few men.
fn positions() -> Vec<Chess> {
    let mut dice = Rng(3);
    let mut found = Vec::new();
    for _ in 0..60 {
        let mut pos = Chess::default();
        for _ in 0..160 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos = pos.play(moves[dice.roll(moves.len())]).expect("a legal move");
            found.push(pos.clone());
        }
    }
    while found.len() < 14_000 {
        if let Some(pos) = random_placement(&mut dice) {
            found.push(pos);
        }
    }
    found
}

fn random_placement(dice: &mut Rng) -> Option<Chess> {
    let mut setup = Setup::empty();
    let men = "KkPPppNnBbRrQqPp";
    for (i, man) in men.chars().enumerate() {
        if i >= 2 && dice.roll(2) == 0 {
            continue;
        }
        let sq = Square::new(dice.roll(64) as u32);
        let piece = philidor_chess::shakmaty::Piece::from_char(man).expect("a letter");
        if setup.board.piece_at(sq).is_none() {
            setup.board.set_piece_at(sq, piece);
        }
    }
    setup.turn = if dice.roll(2) == 0 { Color::White } else { Color::Black };
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// The same position with the colours swapped.
fn swapped(pos: &Chess) -> Chess {
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).expect("a mirrored legal position")
}

/// The same position with the wings swapped; only without castling rights.
fn mirrored(pos: &Chess) -> Option<Chess> {
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    if setup.castling_rights.any() {
        return None;
    }
    setup.board.flip_horizontal();
    setup.ep_square = setup.ep_square.map(Square::flip_horizontal);
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn sum(breakdown: &Breakdown) -> i32 {
    breakdown.terms.iter().map(|term| term.value).sum()
}

#[test]
fn the_parts_sum_to_the_whole() {
    for mut evaluation in [Evaluation::tuned(), Evaluation::untuned()] {
        for pos in positions() {
            let parts = evaluation.explain(&pos);
            assert_eq!(sum(&parts), parts.total, "{}", write_fen(&pos));
            let white = if pos.turn().is_white() { parts.total } else { -parts.total };
            assert_eq!(evaluation.evaluate(&pos), white, "{}", write_fen(&pos));
            assert_eq!(judge(&pos, evaluation.weights(), &mut Silent).total(), parts.total);
            let (mg, eg) = parts
                .terms
                .iter()
                .filter(|t| !matches!(t.feature.kind(), Kind::Scale | Kind::Chances))
                .fold((0, 0), |(mg, eg), t| (mg + t.mg, eg + t.eg));
            assert_eq!((mg, eg), (parts.verdict.mg, parts.verdict.eg), "{}", write_fen(&pos));
        }
    }
}

#[test]
fn swapping_the_colours_swaps_every_part() {
    let evaluation = Evaluation::tuned();
    for pos in positions() {
        let parts = evaluation.explain(&pos);
        let other = evaluation.explain(&swapped(&pos));
        assert_eq!(parts.total, -other.total, "{}", write_fen(&pos));
        assert_eq!(parts.terms.len(), other.terms.len());
        for term in &parts.terms {
            let twin = other.term(term.feature, !term.side).expect("the same feature");
            assert_eq!((term.value, term.count), (-twin.value, twin.count), "{:?} {}", term, write_fen(&pos));
            assert_eq!(term.squares, twin.squares.flip_vertical(), "{term:?} {}", write_fen(&pos));
        }
    }
}

#[test]
fn swapping_the_wings_changes_nothing() {
    let evaluation = Evaluation::tuned();
    let mut seen = 0;
    for pos in positions() {
        let Some(mirror) = mirrored(&pos) else { continue };
        seen += 1;
        let turned = |term: &Term| Term { squares: term.squares.flip_horizontal(), ..*term };
        let turned: Vec<Term> = evaluation.explain(&mirror).terms.iter().map(turned).collect();
        assert_eq!(evaluation.explain(&pos).terms, turned, "{}", write_fen(&pos));
    }
    assert!(seen > 5000, "{seen}");
}

/// Squares come from the lines that count, so they must be as many, and hold the men that the table promises.
#[test]
fn squares_are_those_that_were_counted() {
    let evaluation = Evaluation::tuned();
    let mut pointed_at = [false; FeatureId::COUNT];
    let kings = parse_fen("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1").unwrap();
    for pos in positions().into_iter().chain([kings]) {
        for term in evaluation.explain(&pos).terms {
            let squares = term.squares;
            let (shows, agrees) = match term.feature.pointing() {
                Pointing::Each(shows) => (Some(shows), squares.count() as i32 == term.count),
                Pointing::Any(shows) => (Some(shows), squares.any() == (term.count > 0)),
                Pointing::Nowhere => (None, squares.is_empty()),
            };
            let holds = match shows {
                Some(Shows::Own) => squares.is_subset(pos.board().by_color(term.side)),
                Some(Shows::Enemy) => squares.is_subset(pos.board().by_color(!term.side)),
                Some(Shows::Square) | None => true,
            };
            assert!(agrees && holds, "{term:?} {}", write_fen(&pos));
            pointed_at[term.feature as usize] |= squares.any();
        }
    }
    let never = |f: &FeatureId| f.pointing() != Pointing::Nowhere && !pointed_at[*f as usize];
    let never: Vec<&str> = FeatureId::all().filter(never).map(FeatureId::id).collect();
    assert!(never.is_empty(), "{never:?}");
}

#[test]
fn one_feature_can_be_asked_for() {
    let evaluation = Evaluation::tuned();
    for pos in positions().iter().step_by(500) {
        let parts = evaluation.explain(pos);
        for feature in FeatureId::all() {
            for side in Color::ALL {
                let squares = parts.term(feature, side).map_or(Bitboard::EMPTY, |term| term.squares);
                assert_eq!(squares_of(pos, feature, side), squares, "{} {}", feature.id(), write_fen(pos));
            }
        }
    }
}

#[test]
fn every_feature_is_seen_somewhere() {
    let evaluation = Evaluation::untuned();
    let mut seen = [false; FeatureId::COUNT];
    let seeds = [
        "8/8/8/8/8/4k3/8/R3K3 w Q - 0 1",
        "8/8/8/3k4/8/8/8/4KBN1 w - - 0 1",
        "k7/8/P7/8/8/8/1B6/K7 w - - 0 1",
        "4k3/8/8/8/8/3b4/3P4/4KB2 w - - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 1",
        "8/B1p5/1p6/4k3/8/8/4P3/4K3 w - - 0 1",
        "6k1/R4ppp/8/8/8/8/R4PPP/6K1 w - - 0 1",
        "2kr3r/ppp2ppp/8/8/8/7b/PPPPPP1P/R1BQ1RK1 w - - 0 1",
        "6k1/5ppp/8/8/8/5p1q/PPP2P1P/R5K1 w - - 0 1",
        "8/8/3k4/8/3K4/3P4/8/8 b - - 0 1",
        "8/P6p/8/8/8/1k6/8/6K1 w - - 0 1",
        "q5k1/8/8/8/8/8/8/R3R1K1 w - - 0 1",
        "rn2k1nr/8/8/8/8/8/8/RN2KBNR w KQkq - 0 1",
        "7k/3p4/3N4/8/8/3n4/3P4/7K w - - 0 1",
        "8/1p4k1/8/P7/8/8/6K1/8 w - - 0 1",
        "r5k1/8/8/4p1p1/3pP1P1/3P4/8/1N4K1 w - - 0 1",
    ];
    for pos in seeds.map(|fen| parse_fen(fen).unwrap()).into_iter().chain(positions()) {
        for term in evaluation.explain(&pos).terms {
            seen[term.feature as usize] = true;
        }
    }
    let unseen: Vec<&str> = FeatureId::all().filter(|&f| !seen[f as usize]).map(FeatureId::id).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// What a chess teacher would expect of single features.
#[test]
fn features_mean_what_they_say() {
    let count = |fen: &str, id: &str, side: Color| {
        let parts = Evaluation::untuned().explain(&parse_fen(fen).unwrap());
        parts.term(FeatureId::from_id(id).unwrap(), side).map_or(0, |t| t.count)
    };
    let (w, b) = (Color::White, Color::Black);
    let cases = [
        ("4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", "isolated_pawn", w, 2),
        ("4k3/8/8/8/8/2P5/P1P5/4K3 w - - 0 1", "doubled_pawns", w, 1),
        ("4k3/8/8/8/8/8/PP1P4/4K3 w - - 0 1", "pawn_islands", w, 2),
        ("4k3/pp6/8/8/3P4/8/8/4K3 w - - 0 1", "passed_pawn", w, 1),
        ("4k3/pp6/8/8/3P4/8/8/4K3 w - - 0 1", "passed_pawn", b, 2),
        ("4k3/pp6/8/8/3P4/8/8/4K3 w - - 0 1", "connected_passers", b, 2),
        ("4k3/8/8/3P4/8/8/8/3RK3 w - - 0 1", "rook_behind_passed_pawn", w, 1),
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight_outpost_supported", w, 1),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight_outpost", w, 0),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop_pair", w, 1),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "back_rank", b, 1),
        ("6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", "back_rank", b, 0),
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "rook_open_file", w, 0),
        ("4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1", "rook_open_file", w, 1),
        ("6k1/R7/8/8/8/8/8/4K3 w - - 0 1", "rook_absolute_seventh", w, 1),
        ("8/8/8/7k/P7/8/8/4K3 w - - 0 1", "unstoppable_passer", w, 1),
        ("8/8/8/4k3/P7/8/8/4K3 b - - 0 1", "unstoppable_passer", w, 0),
        ("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "pawn_lever", w, 1),
        ("4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1", "pinned_piece", w, 1),
        ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "hanging_piece", b, 1),
    ];
    for (fen, id, side, expected) in cases {
        assert_eq!(count(fen, id, side), expected, "{id} {fen}");
    }
}
