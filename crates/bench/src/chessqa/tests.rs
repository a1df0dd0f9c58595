use super::*;

fn asked(kind: &str, input: &str, text: &str) -> String {
    let question = Question { kind: kind.to_owned(), input: input.to_owned(), text: text.to_owned() };
    board::answer(&question).unwrap().expect("a known kind")
}

#[test]
fn the_board_answers_by_the_benchmarks_definitions() {
    let fork = "r3k2r/8/8/1N6/8/8/8/6K1 w - - 0 1";
    assert_eq!(asked("motifs_fork", fork, ""), "");
    assert_eq!(asked("motifs_fork", "r3k3/2N5/8/8/8/8/8/6K1 b - - 0 1", ""), "c7>a8-e8");
    assert_eq!(asked("motifs_pin", "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1", ""), "e1>e7>e8");
    assert_eq!(asked("motifs_skewer", "4n3/4k3/8/8/8/8/8/4R1K1 b - - 0 1", ""), "e1>e7>e8");
    assert_eq!(asked("motifs_battery", "q5k1/1b6/8/8/8/8/8/R2R2K1 w - - 0 1", ""), "a1>d1, b7>a8");
    assert_eq!(asked("motifs_double_check", "8/kPR5/8/8/8/2K5/8/1r6 w - - 13 64", ""), "b7b8");
    let seen = "Find all squares that the White Rook on e1 can capture (i.e. …)";
    assert_eq!(asked("structural_capture_squares", "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1", seen), "e7");
    let check = asked("structural_check_detection", "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", "");
    assert_eq!(check, "White Rook at e1");
    let tracked = asked("structural_state_tracking_short", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | e2e4 e8e7", "");
    assert_eq!(tracked, "8/4k3/8/8/4P3/8/8/4K3 w - - 1 2");
    let men = asked("structural_piece_arrangement", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "");
    assert_eq!(men, "White King: ['e1'], White Pawn: ['e2'], Black King: ['e8']");
}

#[test]
fn answers_are_compared_as_the_benchmark_does() {
    assert!(same("e2e4, D2D4", "d2d4,e2e4", Compared::Multi));
    assert!(!same("e2e4", "d2d4, e2e4", Compared::Multi));
    assert!(same(" A", "a ", Compared::Single));
}

#[test]
fn options_are_read_from_the_question() {
    let text = "You are given …: FEN\nA player makes the move: d1f3\nSelect …\n\nOptions:\nA. One.\nB. Two\nlines.\nC. Three\nD. Four.\n\
                Analyze step by step and explain.";
    let question = Question { kind: "semantic_keyword".into(), input: String::new(), text: text.into() };
    let (options, mv) = semantic(&question).unwrap();
    assert_eq!(options, ["One.", "Two\nlines.", "Three", "Four."]);
    assert_eq!(mv, "d1f3");
}
