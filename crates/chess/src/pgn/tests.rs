use proptest::prelude::*;

use super::*;

fn entries(bytes: &[u8]) -> Vec<Entry> {
    let mut games = Games::new(bytes);
    std::iter::from_fn(|| games.next_entry().unwrap()).collect()
}

fn only_game(text: &str) -> Game {
    match &entries(text.as_bytes())[..] {
        [Entry::Game(game)] => game.clone(),
        other => panic!("{other:?}"),
    }
}

fn problem(text: &str) -> String {
    match &entries(text.as_bytes())[..] {
        [Entry::Bad { problem, .. }] => problem.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn everything_in_a_game_comes_back() {
    let text = "[Event \"A \\\"great\\\" day\"]\n[Site \"?\"]\n[Result \"1-0\"]\n[ECO \"C50\"]\n\n\
                {Before} 1. e4 $1 {[%clk 0:01:00] good} 1... e5 ({or} 1... c5 2. Nf3 (2. c3 $5\n\
                d5) 2... d6) 2. Nf3 -- 3. Bc4 1-0\n";
    let game = only_game(text);
    assert_eq!(game.to_string().replace('\n', " "), text.replace('\n', " "));
    assert_eq!(only_game(&game.to_string()).to_string(), game.to_string());
    let second = game.main_line().next().map(|id| game.children(Some(id))[1]).unwrap();
    assert_eq!(game.variation_text(second), "{or} 1... c5 2. Nf3 (2. c3 $5 d5) 2... d6");
}

#[test]
fn sloppy_texts_are_understood() {
    let game = only_game(
        "1.e2-e4 e7e5 2 Ng1-f3! Nc6?! ; a rest-of-line comment\n% an escape\n3.Bb5 a6 4. 0-0 $18 ½–½",
    );
    let sans: Vec<_> = game.main_line().map(|id| game.node(id).san.clone()).collect();
    assert_eq!(sans, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]);
    assert_eq!(game.termination, Termination::Drawn);
    let knight = game.main_line().nth(3).unwrap();
    assert_eq!((game.node(knight).nags.clone(), game.node(knight).comments.len()), (vec![6], 1));
}

#[test]
fn latin_1_is_read_where_utf_8_fails() {
    let entries =
        entries(b"[White \"R\xe9ti\"]\n\n1. Nf3 {tr\xe8s bien} *\n\n[White \"R\xc3\xa9ti\"]\n\n*\n");
    let names: Vec<_> = entries
        .iter()
        .map(|e| match e {
            Entry::Game(game) => game.tag("White").unwrap().to_owned(),
            Entry::Bad { .. } => panic!(),
        })
        .collect();
    assert_eq!(names, ["Réti", "Réti"]);
}

#[test]
fn games_are_told_apart() {
    let count = |text: &str| entries(text.as_bytes()).len();
    assert_eq!(count(""), 0);
    assert_eq!(count("\n\n \n"), 0);
    assert_eq!(count("1. e4 e5 *\n1. d4 d5 *\n"), 2);
    assert_eq!(count("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *"), 1);
    assert_eq!(count("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. e4\n"), 2);
    // A blank line inside a game does not end it.
    assert_eq!(only_game("1. e4 e5\n\n2. Nf3 {late} *").main_line().count(), 3);
}

#[test]
fn faults_are_told_with_their_line_and_lose_nothing() {
    assert_eq!(
        problem("[Event \"x\"]\n\n1. e4 e5\n2. Qh9 Nc6 1-0"),
        "line 4: \"Qh9\" is not a move, after 1... e5"
    );
    let illegal = problem("1. e4 e5 2. Bb6 *");
    assert!(illegal.starts_with("line 1: Bb6 is not legal, after 1... e5, in rnbqkbnr"), "{illegal}");
    assert_eq!(problem("1. e4 { no end"), "line 1: a comment is never closed with }");
    assert_eq!(problem("1. e4 (1. d4 d5"), "line 1: a variation is never closed with )");
    assert_eq!(problem("1. e4 ) e5 *"), "line 1: \")\" has no place here");
    assert!(problem("[Variant \"Atomic\"]\n\n1. e4 *").contains("\"Atomic\""));
    assert!(problem("[FEN \"8/8\"]\n\n1. e4 *").contains("FEN"));
    let [Entry::Bad { game, .. }] = &entries(b"1. e4 e5 2. Qh9 Nc6 {hm} 1-0")[..] else { panic!() };
    let text = game.to_string();
    assert!(text.starts_with("1. e4 e5 {Qh9 Nc6 (hm) 1-0}"), "{text}");
}

#[test]
fn a_fault_in_a_variation_costs_only_its_rest() {
    let mut games = Games::new(&b"1. e4 e5 (1... c5 2. Ke3 (2. d4) d6) 2. Nf3 *"[..]);
    let Some(Entry::Game(game)) = games.next_entry().unwrap() else { panic!() };
    assert_eq!(games.take_warnings().len(), 1);
    assert_eq!(game.to_string(), "1. e4 e5 (1... c5 {Ke3 ( d4 ) d6}) 2. Nf3 *\n");
}

#[test]
fn an_open_comment_does_not_swallow_the_next_game() {
    let all = entries(b"[Event \"a\"]\n\n1. e4 { never\nclosed\n\n[Event \"b\"]\n\n1. d4 d5 *\n");
    assert!(matches!(&all[..], [Entry::Bad { .. }, Entry::Game(_)]), "{all:?}");
}

#[test]
fn depth_and_length_do_not_matter() {
    let deep = format!("1. e4 {} *", "(1. d4 ".repeat(20_000) + &")".repeat(20_000));
    let game = only_game(&deep);
    assert_eq!(game.len(), 20_001);
    assert_eq!(only_game(&game.to_string()).len(), 20_001);
    let long = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(2_500);
    assert_eq!(only_game(&long).main_line().count(), 10_000);
}

#[test]
fn lines_stay_below_eighty_columns() {
    let comment = "word ".repeat(60);
    let text =
        only_game(&format!("1. e4 {{{comment}}} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *"))
            .to_string();
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.lines().count() > 3);
}

/// A command stays with the word before it: no line is too long, and none begins like a tag.
#[test]
fn commands_in_comments_stay_on_their_lines() {
    for words in 1..30 {
        let comment = "word ".repeat(words) + "[%clk 0:01:00] and on [%cal Ge2e4,Rd7d5] [%csl Ga1]";
        let text = only_game(&format!("1. e4 {{{comment}}} e5 *")).to_string();
        assert!(text.lines().all(|line| line.len() < 80 && !line.starts_with(['[', '%'])), "{text}");
        let again = only_game(&text);
        let first = again.main_line().next().unwrap();
        assert_eq!(again.node(first).comments, [comment]);
    }
}

/// Builds a game from numbers: which place to continue, which move, and what to say.
fn grow(choices: &[(u16, u16, u8)]) -> Game {
    let mut game = Game::new(Chess::default());
    let mut places: Vec<(Option<NodeId>, Chess)> = vec![(None, Chess::default())];
    for &(place, choice, words) in choices {
        let last = places.len() - 1;
        let at = if place % 3 == 0 { usize::from(place) % places.len() } else { last };
        let (parent, pos) = places[at].clone();
        let moves = pos.legal_moves();
        let taken: Vec<Ply> = game.children(parent).iter().map(|&id| game.node(id).ply).collect();
        let ply = if choice % 17 == 0 && !pos.is_check() {
            Ply::Null
        } else {
            match moves.get(usize::from(choice) % moves.len().max(1)) {
                Some(&mv) => Ply::Move(mv),
                None => continue,
            }
        };
        if taken.contains(&ply) {
            continue;
        }
        let Some((id, after)) = game.add(parent, &pos, ply) else { continue };
        let node = game.node_mut(id);
        if words & 1 != 0 {
            node.comments.push("a word; (and) another [%csl Ga1]".to_owned());
        }
        if words & 2 != 0 {
            node.nags.push(u16::from(words));
        }
        if words & 12 == 12 {
            node.comments.push("%percent and {brace".to_owned());
        }
        places.push((Some(id), after));
    }
    game.set_tag("Event", "a \"quoted\" \\ name");
    game
}

/// The order in which moves were added may differ; the text says it all.
fn same(a: &Game, b: &Game) -> bool {
    a.to_string() == b.to_string() && a.tags == b.tags && a.len() == b.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn games_are_what_was_written(choices in prop::collection::vec(any::<(u16, u16, u8)>(), 0..60)) {
        let game = grow(&choices);
        let text = game.to_string();
        let all = entries(text.as_bytes());
        let [Entry::Game(back)] = &all[..] else { panic!("{text}\n{all:?}") };
        prop_assert!(same(&game, back), "{text}\n{back}");
    }

    #[test]
    fn no_text_is_too_strange(words in prop::collection::vec(
        prop::sample::select(vec!["[", "]", "\"", "{", "}", "(", ")", ";", "\n", "\n\n", "%", "$1", "$", "e4", "e5", "Nf3",
            "O-O", "1.", "1...", "1-0", "*", "[Event \"x\"]", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", "\u{feff}", "é", "--",
            "!", "..", "\\", "½-½", "d7d5", "a1=Q"]), 0..60)) {
        let text = words.join(" ");
        for entry in entries(text.as_bytes()) {
            if let Entry::Game(game) = entry {
                let once = game.to_string();
                for again in entries(once.as_bytes()) {
                    let Entry::Game(again) = again else { panic!("{text}\n{once}") };
                    prop_assert_eq!(again.to_string(), once.clone());
                }
            }
        }
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for entry in entries(&bytes) {
            let (Entry::Game(game) | Entry::Bad { game, .. }) = entry;
            prop_assert!(!game.to_string().is_empty());
        }
    }

    /// The other reader finds the same moves.
    #[test]
    fn agrees_with_another_reader(choices in prop::collection::vec(any::<(u16, u16, u8)>(), 1..40)) {
        // It does not play null moves.
        let choices: Vec<_> = choices.into_iter().map(|(a, b, c)| (a, if b % 17 == 0 { b ^ 1 } else { b }, c)).collect();
        let game = grow(&choices);
        let mut reader = pgn_reader::Reader::new(std::io::Cursor::new(game.to_string()));
        let theirs = reader.read_game(&mut Count).unwrap().unwrap();
        prop_assert_eq!(theirs, (game.main_line().count(), game.len()));
    }
}

/// What is longer than any game is read no further, and the game behind it is read as ever.
#[test]
fn games_beyond_all_bounds_are_refused_and_the_next_one_is_read() {
    let after = "[Event \"next\"]\n\n1. e4 *\n";
    let head = "[Event \"long\"]\n\n";
    let knights = |n: usize| "Nf3 Nf6 Ng1 Ng8 ".repeat(n);
    let texts = [
        format!("{head}{}*\n\n{after}", "Nf3 Nf6\nNg1 Ng8\n".repeat(30_000)),
        format!("{head}1. e4 {{{}}} *\n\n{after}", "[ ".repeat(2_000_000)),
        format!("{head}1. e4 {{{}\n\n{after}", "many words\n".repeat(500_000)),
        format!("{head}1. e4 {}\n\n{after}", "(d4 d5)\n".repeat(600_000)),
        format!("{head}{} *\n\n{after}", knights(100_000)),
    ];
    for text in texts {
        let began = std::time::Instant::now();
        match &entries(text.as_bytes())[..] {
            [Entry::Bad { problem, game }, Entry::Game(next)] => {
                assert_eq!(problem.kind, ProblemKind::TooLong, "{problem}");
                assert_eq!(game.tag("Event"), Some("long"));
                assert!(problem.to_string().contains("20000 half-moves"), "{problem}");
                assert_eq!((next.tag("Event"), next.len()), (Some("next"), 1));
            }
            other => panic!("{} entries of {:?}", other.len(), &text[..60]),
        }
        assert!(began.elapsed().as_secs() < 10, "{:?}: {:?}", &text[..60], began.elapsed());
    }
}

/// A comment of nothing but brackets is written about as fast as it is read.
#[test]
fn a_long_comment_is_written_in_no_time() {
    for word in ["[ ", "[% ", "[%x] ", "% "] {
        let game = only_game(&format!("1. e4 {{{}}} *", word.repeat(200_000 / word.len())));
        let began = std::time::Instant::now();
        assert!(game.to_string().len() >= 190_000);
        assert!(began.elapsed().as_secs() < 2, "{word:?}: {:?}", began.elapsed());
    }
}

/// Counts moves of the main line and of everything.
struct Count;

impl pgn_reader::Visitor for Count {
    type Tags = ();
    type Movetext = (usize, usize, usize);
    type Output = (usize, usize);

    fn begin_tags(&mut self) -> std::ops::ControlFlow<Self::Output, ()> {
        std::ops::ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> std::ops::ControlFlow<Self::Output, Self::Movetext> {
        std::ops::ControlFlow::Continue((0, 0, 0))
    }
    fn begin_variation(
        &mut self,
        m: &mut Self::Movetext,
    ) -> std::ops::ControlFlow<Self::Output, pgn_reader::Skip> {
        m.0 += 1;
        std::ops::ControlFlow::Continue(pgn_reader::Skip(false))
    }
    fn end_variation(&mut self, m: &mut Self::Movetext) -> std::ops::ControlFlow<Self::Output> {
        m.0 -= 1;
        std::ops::ControlFlow::Continue(())
    }
    fn san(&mut self, m: &mut Self::Movetext, _: pgn_reader::SanPlus) -> std::ops::ControlFlow<Self::Output> {
        m.1 += usize::from(m.0 == 0);
        m.2 += 1;
        std::ops::ControlFlow::Continue(())
    }
    fn end_game(&mut self, m: Self::Movetext) -> Self::Output {
        (m.1, m.2)
    }
}
