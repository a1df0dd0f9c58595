//! The search as a chess teacher would check it: mates, draws, exactness, repeatability.

use std::sync::Arc;

use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, san::SanPlus, uci::UciMove},
};
use philidor_know::{
    evaluator::{Evaluator, GnuLike, MaterialOnly},
    search::{Engine, Game, Limits, Mode, NoClock, Report, Score, Signals, mate_moves},
};

fn engine() -> Engine {
    Engine::new(Arc::new(|| Box::new(GnuLike)), 8, 1)
}

fn position(fen: &str) -> Chess {
    parse_fen(fen).expect("legal position")
}

fn search(engine: &mut Engine, fen: &str, limits: &Limits) -> Report {
    let game = Game::new(position(fen));
    engine.search(&game, limits, &Signals::default(), &NoClock, &mut |_| {})
}

fn uci(m: Option<Move>) -> String {
    m.map_or("none".to_owned(), |m| m.to_uci(CastlingMode::Standard).to_string())
}

#[test]
fn mates_are_found_and_counted() {
    for (fen, wanted, first) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, "d1d8"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7"),
        ("r2r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", 2, "d2d8"),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ] {
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let report = search(&mut engine(), fen, &limits);
        assert_eq!(report.score().and_then(mate_moves), Some(wanted), "{fen}");
        assert_eq!(uci(report.best_move()), first, "{fen}");
    }
}

#[test]
fn no_legal_move_gives_an_empty_report() {
    for fen in ["8/8/8/8/8/5k2/6q1/7K w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        assert_eq!(
            search(&mut engine(), fen, &Limits { depth: Some(3), ..Limits::default() }),
            Report::default()
        );
    }
}

#[test]
fn the_losing_side_takes_the_repetition() {
    // White is a queen down but checks for ever.
    let fen = "6k1/6p1/8/7Q/8/7K/rr6/q7 w - - 0 1";
    let report = search(&mut engine(), fen, &Limits { depth: Some(10), ..Limits::default() });
    assert_eq!(report.score(), Some(0), "{report:?}");
    assert_eq!(uci(report.best_move()), "h5e8");
}

#[test]
fn fifty_moves_and_bare_kings_are_draws() {
    let report = search(
        &mut engine(),
        "7k/8/8/8/8/8/R7/K7 w - - 99 80",
        &Limits { depth: Some(6), ..Limits::default() },
    );
    assert_eq!(report.score(), Some(0));
    let report = search(
        &mut engine(),
        "7k/8/8/8/8/8/N7/K7 w - - 0 80",
        &Limits { depth: Some(6), ..Limits::default() },
    );
    assert_eq!(report.score(), Some(0));
}

#[test]
fn a_game_counts_its_repetitions() {
    let mut game = Game::new(Chess::default());
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
        let m = uci.parse::<UciMove>().expect("move").to_move(game.position()).expect("legal move");
        game.play(m);
    }
    assert_eq!(game.occurrences(), 3);
}

#[test]
fn the_same_nodes_give_the_same_report() {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9";
    for limits in [
        Limits { nodes: Some(60_000), ..Limits::default() },
        Limits { depth: Some(9), multi_pv: 3, ..Limits::default() },
    ] {
        let first = search(&mut engine(), fen, &limits);
        let second = search(&mut engine(), fen, &limits);
        assert_eq!(first, second);
        if let Some(nodes) = limits.nodes {
            assert_eq!(first.nodes, nodes);
        }
        assert!(first.lines[0].moves.len() >= 6);
    }
}

#[test]
fn several_lines_are_different_and_sorted() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let report = search(&mut engine(), fen, &Limits { depth: Some(8), multi_pv: 4, ..Limits::default() });
    assert_eq!(report.lines.len(), 4);
    for pair in report.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score);
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let pos = Chess::default();
    let m: Move = "a2a3".parse::<UciMove>().expect("move").to_move(&pos).expect("legal move");
    let limits = Limits { depth: Some(6), search_moves: vec![m], ..Limits::default() };
    let report = engine().search(&Game::new(pos), &limits, &Signals::default(), &NoClock, &mut |_| {});
    assert_eq!(report.best_move(), Some(m));
}

#[test]
fn lines_are_legal_and_end_quietly() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
    ] {
        let report = search(&mut engine(), fen, &Limits { depth: Some(7), ..Limits::default() });
        let mut pos = position(fen);
        let mut text = Vec::new();
        for &m in &report.lines[0].moves {
            assert!(pos.is_legal(m));
            text.push(SanPlus::from_move(pos.clone(), m).to_string());
            pos.play_unchecked(m);
        }
        assert!(!pos.is_check() || pos.is_checkmate(), "{fen}: {}", text.join(" "));
    }
}

#[test]
fn four_threads_find_the_mate_too() {
    let mut engine = Engine::new(Arc::new(|| Box::new(GnuLike)), 8, 4);
    let report = search(
        &mut engine,
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        &Limits { mate: Some(3), depth: Some(20), ..Limits::default() },
    );
    assert_eq!(report.score().and_then(mate_moves), Some(3));
}

/// Plain minimax, sharing nothing with the search but the rules and the evaluator.
fn minimax(
    pos: &Chess,
    plies: u32,
    quiescence: u32,
    ply: i32,
    path: &mut Vec<Chess>,
    eval: &mut dyn Evaluator,
) -> Score {
    let moves = pos.legal_moves();
    if pos.is_insufficient_material() {
        return 0;
    }
    let repeated = path.iter().rev().skip(1).any(|earlier| earlier == pos) && ply > 0;
    let at_root = path.first() == Some(pos) && ply > 0;
    if repeated && !at_root {
        return 0;
    }
    if moves.is_empty() {
        return if pos.is_check() { -32_000 + ply } else { 0 };
    }
    let quiet_part = plies == 0;
    if quiet_part && quiescence == 0 {
        return eval.evaluate(pos);
    }
    let mut best = -40_000;
    if quiet_part && !pos.is_check() {
        best = eval.evaluate(pos);
    }
    for m in moves {
        if quiet_part && !pos.is_check() && !m.is_capture() && !m.is_promotion() {
            continue;
        }
        let mut next = pos.clone();
        next.play_unchecked(m);
        path.push(next.clone());
        let (p, q) = if quiet_part { (0, quiescence - 1) } else { (plies - 1, quiescence) };
        best = best.max(-minimax(&next, p, q, ply + 1, path, eval));
        path.pop();
    }
    best
}

const TEACHING: [&str; 5] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

fn teaching(fen: &str, depth: u32, quiescence_plies: u32) -> Report {
    let limits =
        Limits { depth: Some(depth), mode: Mode::Teaching { quiescence_plies }, ..Limits::default() };
    search(&mut engine(), fen, &limits)
}

#[test]
fn teaching_mode_is_exactly_minimax() {
    for fen in TEACHING {
        for (plies, quiescence) in [(1, 0), (2, 0), (3, 0), (1, 2), (2, 3)] {
            let pos = position(fen);
            let wanted = minimax(&pos, plies, quiescence, 0, &mut vec![pos.clone()], &mut GnuLike);
            let report = teaching(fen, plies, quiescence);
            assert_eq!(report.score(), Some(wanted), "{fen} {plies} + {quiescence}");
        }
    }
}

#[test]
fn teaching_mode_sees_both_colours_alike() {
    for fen in TEACHING {
        let mirrored: Chess = position(fen)
            .to_setup(EnPassantMode::Legal)
            .into_mirrored()
            .position(CastlingMode::Standard)
            .expect("legal position");
        let mirrored = philidor_chess::write_fen(&mirrored);
        assert_eq!(teaching(fen, 3, 5).score(), teaching(&mirrored, 3, 5).score(), "{fen}");
    }
}

#[test]
fn material_only_wins_the_queen() {
    let mut engine = Engine::new(Arc::new(|| Box::new(MaterialOnly)), 4, 1);
    let report = search(
        &mut engine,
        "4k3/8/8/3q4/8/8/3R4/3RK3 w - - 0 1",
        &Limits { depth: Some(5), ..Limits::default() },
    );
    assert_eq!(uci(report.best_move()), "d2d5");
    assert!(report.score() >= Some(900));
}

#[test]
fn lines_to_compare_come_from_one_depth() {
    let fen = "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 6 17";
    for nodes in [2_000, 5_000, 11_000, 23_000, 47_000] {
        let limits = Limits { nodes: Some(nodes), multi_pv: 3, ..Limits::default() };
        let lines = search(&mut engine(), fen, &limits).lines;
        let seen: Vec<_> = lines.iter().map(|line| (line.depth, line.score)).collect();
        assert!(seen.len() == 3 && seen.iter().all(|(depth, _)| *depth == seen[0].0), "{nodes}: {seen:?}");
        assert!(seen.is_sorted_by(|a, b| a.1 >= b.1), "{nodes}: {seen:?}");
    }
}
