//! Mates by checks are seen whatever an engine's short search leaves out.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use philidor_chess::{parse_fen, parse_move};
use philidor_session::{Engine, Session};
use philidor_tutor::{
    analyst::{Analyst, Question},
    claim::{Score, Statement},
};

/// Paris 1858, before 15…Nxd7: White then gives the queen and mates.
const OPERA: &str = "4kb1r/p2B1ppp/4qn2/4p1B1/4P3/1Q6/PPP2PPP/2KR4 b k - 0 15";
const STOCKFISH: &str = "/usr/games/stockfish";

fn sessions(nodes: u64) -> Vec<Session> {
    let ours = Session::builder().nodes(nodes).build().unwrap();
    if !std::path::Path::new(STOCKFISH).exists() {
        eprintln!("not run with {STOCKFISH}: it is not installed");
        return vec![ours];
    }
    let other = Session::builder().nodes(nodes).engine(Engine::program("other", STOCKFISH)).ask("other");
    vec![ours, other.build().unwrap()]
}

#[test]
fn a_move_into_a_mate_by_checks_is_never_the_choice() {
    let pos = parse_fen(OPERA).unwrap();
    let taken = parse_move(&pos, "Nxd7").unwrap();
    for session in sessions(15_000) {
        let found = session.analyst().lines(&Question::best(&pos, 2, 1000)).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].first(), Some(parse_move(&pos, "Qxd7").unwrap()));
        let told = session.explain(&pos, Some(taken)).unwrap();
        let mates = told
            .explanation
            .claims
            .iter()
            .any(|claim| matches!(claim.statement, Statement::Mate { moves: 2, .. }));
        assert!(mates, "the mate after 15…Nxd7 is told");
        let praised = |s: &Statement| matches!(s, Statement::Best { .. } | Statement::OnlyMove { .. });
        assert!(
            !told.explanation.claims.iter().any(|claim| praised(&claim.statement)),
            "15…Nxd7 is no good move"
        );
    }
}

#[test]
fn the_side_to_move_is_told_its_own_mate() {
    let pos = parse_fen("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16").unwrap();
    for session in sessions(300) {
        let found = session.analyst().lines(&Question::best(&pos, 1, 1000)).unwrap();
        assert_eq!(found[0].rated(), Score::Mate(2));
        assert_eq!(found[0].line.steps().len(), 3);
    }
}
